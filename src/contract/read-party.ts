import { dropControls, dropControlsDeep } from '../base/controls.ts';
import type { Fields, Party } from './party.ts';

/**
 * Names of a party's name field, preferred ones first. They are compared without case, `_`, `-` and a leading kind of
 * party.
 */
export const partyNames = [
  'name',
  'displayname',
  'companyname',
  'fullname',
  'legalname',
  'businessname',
  'title',
] as const;
export const partyIds = ['id', 'uuid', 'guid'] as const;

const KIND = /^(?:vendor|supplier|customer|organi[sz]ation|org)(?=.)/;

/** Form in which a party's keys are compared: `Vendor_ID` → `id`, `displayName` → `displayname`. */
export function partyKey(key: string): string {
  return plainKey(key).replace(KIND, '');
}

/** A key without case, `_` and `-`. */
export function plainKey(key: string): string {
  return key.toLowerCase().replaceAll(/[_-]/g, '');
}

/** Reads a party from an object with unknown fields. A blank name or id counts as absent. */
export function readParty(fields: Fields): Party {
  const name = firstOf(fields, partyNames);
  const id = firstOf(fields, partyIds);
  const used = new Set([name?.key, id?.key]);
  const others = Object.entries(fields).filter(([key]) => !used.has(key));
  const read = { id: id?.text ?? null, name: name === null ? null : dropControls(name.text) };
  if (others.length === 0) return read;
  return { ...read, others: dropControlsDeep(Object.fromEntries(others)) };
}

function firstOf(fields: Fields, wanted: readonly string[]) {
  const keys = Object.keys(fields);
  for (const each of wanted) {
    // A plain key precedes a prefixed one: a vendor's own id precedes that of its organization.
    const named = keys.filter((key) => partyKey(key) === each);
    const ordered = [...named.filter((key) => plainKey(key) === each), ...named];
    for (const key of ordered) {
      const text = textOf(fields[key]);
      if (text !== null) return { key, text };
    }
  }
  return null;
}

function textOf(value: unknown): string | null {
  if (Number.isFinite(value)) return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** Copies an object with its id as text under `id`, if the id is a number or has another usual name. */
export function withTextId(sent: unknown): unknown {
  const fields: Fields = Object(sent);
  const { id } = readParty(fields);
  return id === null ? sent : { ...fields, id };
}
