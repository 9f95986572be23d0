import * as z from '../base/zod.ts';

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

/** The vendor of a bill that was saved as the service sent it; null where there was none. */
export function partyOfSavedVendor(saved: unknown): Party | null {
  if (typeof saved !== 'object' || saved === null) return null;
  const { id = null, name = null, ...others } = saved as Partial<Party> & Fields;
  return { id, name, others };
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
