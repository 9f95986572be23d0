import * as z from '../base/zod.ts';

/** Fields of a service's object, by the service's own names. */
export type Fields = Readonly<Record<string, unknown>>;

/** Key of a name that comes from other bills. JSON, messages and saved bills leave symbols out. */
const knownName = Symbol('known name');

/** A vendor, a customer or an organization. The service page does not show their fields (*Bill*, *vendor*). */
export interface Party {
  /** Null when the service sends none. */
  readonly id: string | null;
  /** Name to show; null when the service sends none. */
  readonly name: string | null;
  /** The name is from a field that may mean something else. Names of other bills precede it. */
  readonly isGuess?: true | undefined;
  /** All other fields as sent; absent when there are none. */
  readonly others?: Fields | undefined;
  /** Name that other bills give this vendor; absent when this bill gives one, or none does. */
  readonly [knownName]?: string;
}

export const partySchema = z.object({
  id: z.nullable(z.string()),
  name: z.nullable(z.string()),
  isGuess: z.optional(z.literal(true)),
  others: z.optional(z.record(z.string(), z.unknown())),
});

/** Reads the vendor of a bill that was saved as the service sent it; null when it had none. */
export function partyOfSavedVendor(saved: unknown): Party | null {
  if (typeof saved !== 'object' || saved === null) return null;
  const { id = null, name = null, ...others } = saved as Partial<Party> & Fields;
  return { id, name, others };
}

/** Name of a party as sent, or its id when it has no name; null when it has neither. */
export function nameOf(party: Party | null): string | null {
  return party?.name ?? party?.id ?? null;
}

/** The party with the name that other bills give it; null for none. */
export function withKnownName(party: Party, name: string | null): Party {
  const { [knownName]: before = null, ...sent } = party;
  if (name === before) return party;
  return name === null ? sent : { ...sent, [knownName]: name };
}

/** Name that other bills give the party, else the one sent, else its id. */
export function shownNameOf(party: Party | null): string | null {
  return party?.[knownName] ?? nameOf(party);
}

/** Id of a party. A text alone is its id if other bills name it by that text. */
export function partyId(party: Party | null): string | null {
  if (party === null || party.id !== null) return party?.id ?? null;
  return party[knownName] === undefined ? null : party.name;
}

/**
 * Whether the payee changed. If both parties have ids, only the ids count, since a vendor may be renamed on all its
 * bills. Otherwise a different name counts. A party that is omitted or shortened does not count as changed.
 */
export function isOtherParty(before: Party | null, after: Party | null): boolean {
  const none: Party = { id: null, name: null };
  const [was, is] = [before ?? none, after ?? none];
  if (was.id !== null && is.id !== null) return was.id !== is.id;
  if (was.id === null && was.name === null) return is.id !== null || is.name !== null;
  return was.name !== null && is.name !== null && was.name !== is.name;
}
