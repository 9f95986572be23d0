import * as z from '../base/zod.ts';
import { dropControls, dropControlsDeep } from '../base/controls.ts';

/** Fields of a service's object by the names the service gives them. */
export type Fields = Readonly<Record<string, unknown>>;

/** A vendor, a customer or an organization: the fields the service page does not show (*Bill*, *vendor*). */
export interface Party {
  /** Null when the service sends none. */
  readonly id: string | null;
  /** Name to show; null when the service sends none. */
  readonly name: string | null;
  /** Everything else, as the service sent it; absent when there is nothing else. */
  readonly others?: Fields | undefined;
}

export const partySchema = z.object({
  id: z.nullable(z.string()),
  name: z.nullable(z.string()),
  others: z.optional(z.record(z.string(), z.unknown())),
});

/** Names of a party, the preferred first. Compared without case, `_`, `-` and a leading kind of party. */
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

/** `Vendor_ID` → `id`, `displayName` → `displayname`: the form in which keys of a party are compared. */
export function partyKey(key: string): string {
  return plainKey(key).replace(KIND, '');
}

/** A key without case, `_` and `-`. */
export function plainKey(key: string): string {
  return key.toLowerCase().replaceAll(/[_-]/g, '');
}

/** Reads a party from an object of unknown fields. A name or id that is blank counts as absent. */
export function readParty(fields: Fields): Party {
  const name = firstOf(fields, partyNames);
  const id = firstOf(fields, partyIds);
  const used = new Set([name?.key, id?.key]);
  const others = Object.entries(fields).filter(([key]) => !used.has(key));
  const read = { id: id?.text ?? null, name: name === null ? null : dropControls(name.text) };
  if (others.length === 0) return read;
  return { ...read, others: dropControlsDeep(Object.fromEntries(others)) };
}

/** The vendor of a bill that was saved as the service sent it; null where there was none. */
export function partyOfSavedVendor(saved: unknown): Party | null {
  return typeof saved === 'object' && saved !== null ? readParty({ ...saved }) : null;
}

/** The name to show for a party; its id where it has no name. Null when it has neither. */
export function nameOf(party: Party | null): string | null {
  return party?.name ?? party?.id ?? null;
}

/**
 * Whether money goes to somebody else. A party with another id is another one. Where one of the two has no id, a party
 * with another name is: a name can be rewritten on all bills of one vendor. A party left out or shortened is no other.
 */
export function isOtherParty(before: Party | null, after: Party | null): boolean {
  const none: Party = { id: null, name: null };
  const [was, is] = [before ?? none, after ?? none];
  if (was.id !== null && is.id !== null) return was.id !== is.id;
  if (was.id === null && was.name === null) return is.id !== null || is.name !== null;
  return was.name !== null && is.name !== null && was.name !== is.name;
}

function firstOf(fields: Fields, wanted: readonly string[]) {
  const keys = Object.keys(fields);
  for (const each of wanted) {
    // The plain key goes before the prefixed one: a vendor's own id before that of its organization.
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
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** An object whose id is a number, or stands under another usual name, with that id as text under `id`. */
export function withTextId(sent: unknown): unknown {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return sent;
  const { id } = readParty({ ...sent });
  return id === null ? sent : { ...sent, id };
}
