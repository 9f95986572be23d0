import type { BillRow } from '../bills/bill-row.ts';
import { z } from 'zod';
import { seenFieldsOf, seenFieldsSchema } from '../bills/flags/seen-bill.ts';

/** `notKept`: this computer could not store it (disk full); what was put aside is where it was. */
export type MarkResult = 'kept' | 'notKept';

export type BillToMark = Pick<BillRow, 'organizationId' | 'bill'>;

export interface LocalMark {
  /** Plain text; empty for none. */
  readonly note: string;
  /** `YYYY-MM-DD`, the day it is back in the inbox, which may have passed; null when not snoozed. */
  readonly snoozedUntil: string | null;
  /** Epoch milliseconds; null when not dismissed. */
  readonly dismissedAtMs: number | null;
}

/**
 * What the user keeps about a bill, as it is stored. The key is [organizationId, billId]. Loose: what a
 * newer version has added to a row outlives a change by this one.
 */
export const keptMarkSchema = z.looseObject({
  organizationId: z.string(),
  billId: z.string(),
  /** Plain text; empty for none. */
  note: z.string(),
  /** `YYYY-MM-DD`: the day it is back in the list; null when it is not snoozed. */
  snoozedUntil: z.string().nullable(),
  /** Epoch milliseconds; null when it is not dismissed. */
  dismissedAtMs: z.number().nullable(),
  /** What the bill was when it was put aside; null when it is not. */
  asideAs: seenFieldsSchema.nullable(),
});
export type KeptMark = Readonly<z.infer<typeof keptMarkSchema>>;

/** Which bill a mark is about. */
export type MarkKey = Pick<KeptMark, 'organizationId' | 'billId'>;

/** Text by which a mark is found. */
export function markKey({ organizationId, billId }: MarkKey): string {
  return `${organizationId}\n${billId}`;
}

export function emptyMark({ organizationId, billId }: MarkKey): KeptMark {
  return {
    organizationId,
    billId,
    note: '',
    snoozedUntil: null,
    dismissedAtMs: null,
    asideAs: null,
  };
}

/** Whether nothing is kept: such a row is deleted, unless a newer version has put more into it. */
export function isEmptyMark(mark: KeptMark): boolean {
  const isKnown = (field: string): boolean => Object.hasOwn(keptMarkSchema.shape, field);
  return mark.note === '' && !isAside(mark) && Object.keys(mark).every(isKnown);
}

function isAside({ snoozedUntil, dismissedAtMs }: KeptMark): boolean {
  return snoozedUntil !== null || dismissedAtMs !== null;
}

/** Whether both are in the inbox, or aside in the same way and for as long. */
export function isAsideAlike(left: KeptMark, right: KeptMark): boolean {
  return left.snoozedUntil === right.snoozedUntil && left.dismissedAtMs === right.dismissedAtMs;
}

export function snoozed(mark: KeptMark, { bill }: BillToMark, until: string): KeptMark {
  return { ...mark, snoozedUntil: until, dismissedAtMs: null, asideAs: seenFieldsOf(bill) };
}

export function dismissed(mark: KeptMark, { bill }: BillToMark, atMs: number): KeptMark {
  return { ...mark, snoozedUntil: null, dismissedAtMs: atMs, asideAs: seenFieldsOf(bill) };
}

/** In the inbox again; the note stays. */
export function backInInbox(mark: KeptMark): KeptMark {
  return { ...mark, snoozedUntil: null, dismissedAtMs: null, asideAs: null };
}
