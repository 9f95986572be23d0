import type { ReviewedSnapshot } from '../../../bridge/snapshot.ts';

/** A bill that the user holds until a question is settled. */
export interface Hold {
  /** Plain text; empty for none. */
  readonly reason: string;
  /** Name or address of the person asked; empty for none. */
  readonly whom: string;
  /** `YYYY-MM-DD`, the day by which the user expects an answer; null for none. */
  readonly answerBy: string | null;
  /** Epoch milliseconds. */
  readonly atMs: number;
}

/** A bill on hold that the user is about to approve, in the version that would be sent. */
export interface BillOnHold {
  readonly bill: ReviewedSnapshot;
  readonly hold: Hold;
}

/** Bills to put on hold, and the number on hold already. With several bills, existing holds are not changed. */
export function toHold<T>(
  bills: readonly T[],
  holdOf: (bill: T) => Hold | null,
): { readonly billsToHold: readonly T[]; readonly kept: number } {
  const billsToHold = bills.length < 2 ? bills : bills.filter((bill) => holdOf(bill) === null);
  return { billsToHold, kept: bills.length - billsToHold.length };
}

/** The user's data about a vendor. */
export interface VendorMark {
  /** Plain text; empty for none. */
  readonly note: string;
  /** Whether the user trusts the vendor. This hides only the flag *New vendor*. */
  readonly isTrusted: boolean;
}

/** The user's data about a bill: note, snooze and decisions. It stays on this computer. */
export interface Annotation {
  /** Plain text; empty for none. */
  readonly note: string;
  /** `YYYY-MM-DD`, the day it returns to the inbox, possibly in the past; null when not snoozed. */
  readonly snoozedUntil: string | null;
  /** Epoch milliseconds; null when not hidden. */
  readonly hiddenAtMs: number | null;
  /** Ids of bills that the user has marked as no duplicates of this one. Their annotations name this one, too. */
  readonly notDuplicateOf?: readonly string[] | undefined;
  readonly hold?: Hold | undefined;
  /** Time when the bill was first seen paid without an approval from this computer, epoch milliseconds. */
  readonly paidUnapprovedAtMs?: number | undefined;
}

/** Words of the annotation for the search: the note, the person asked and the reason of a hold. Empty for none. */
export function searchedWords({ note, hold }: Pick<Annotation, 'note' | 'hold'>): string {
  return hold ? [note, hold.whom, hold.reason].filter((each) => each !== '').join('\n') : note;
}

/** Tags of a note without their `#`, each once, as typed first: `#urgent` after a space or at the start. */
export function tagsIn(note: string): readonly string[] {
  if (!note.includes('#')) return [];
  return [...new Set(Array.from(note.matchAll(tags), ([, tag = '']) => tag))];
}

/** A tag begins with a letter: `#43187` is a bill number. */
const tags = /(?<=^|[\s,;(])#(\p{L}[\p{L}\p{N}_-]{0,39})/gu;

/** Known ways to pay a bill without an approval from this computer. */
export const paymentWays = ['directDebit', 'card', 'colleague'] as const;
export type PaymentWay = (typeof paymentWays)[number];

/** Tags of each way, in every language of the screens: the user may switch. */
const wayTags: Readonly<Record<PaymentWay, readonly string[]>> = {
  directDebit: ['direct-debit', 'lastschrift'],
  card: ['paid-by-card', 'kartenzahlung'],
  colleague: ['approved-by-colleague', 'anderswo-freigegeben'],
};

/** Way that a tag of the note names; null for none. Other words explain nothing: "NOT by direct debit". */
export function paymentWayIn(note: string): PaymentWay | null {
  const found = new Set(tagsIn(note).map((tag) => tag.toLowerCase()));
  return paymentWays.find((way) => wayTags[way].some((tag) => found.has(tag))) ?? null;
}

/** The note with one more tag at its end. */
export function withTag(note: string, tag: string): string {
  return `${note.trimEnd()} #${tag}`.trimStart();
}
