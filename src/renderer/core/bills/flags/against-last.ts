import { daysBetween, type PlainDate } from '../../../../base/days.ts';
import { sharesNumberForm } from './bill-keys.ts';
import type { FlagEntry } from './flag-entry.ts';
import { type NumberStep, numberStep } from './number-step.ts';

/** A bill against the vendor's previous one. */
export interface AgainstLast {
  readonly lastId: string;
  readonly lastDate: PlainDate | null;
  /** Change of the total, cents; null in another currency. */
  readonly changeCents: number | null;
  /** Change as a share of the previous total; null in another currency or without one. */
  readonly share: number | null;
  /** Also true for another spelling. */
  readonly isSameNumber: boolean;
  /** Null when the number does not follow the previous one. */
  readonly step: NumberStep | null;
  /** Days since the previous bill; null when a date is missing. */
  readonly days: number | null;
}

/**
 * Compares a bill with the vendor's previous one, and a credit note with the previous credit note.
 * @param past the vendor's earlier bills, latest first @returns null without one
 */
export function againstLast(entry: FlagEntry, past: readonly FlagEntry[]): AgainstLast | null {
  const isCredit = (each: FlagEntry): boolean => each.bill.totalCents < 0;
  const last = past.find((each) => isCredit(each) === isCredit(entry));
  if (last === undefined) return null;
  const isComparable = last.bill.currency === entry.bill.currency;
  const changeCents = isComparable ? entry.bill.totalCents - last.bill.totalCents : null;
  const { totalCents } = last.bill;
  return {
    lastId: last.bill.id,
    lastDate: last.date,
    changeCents,
    share: changeCents === null || totalCents === 0 ? null : changeCents / Math.abs(totalCents),
    isSameNumber: sharesNumberForm(entry.bill.billNumber, last.bill.billNumber),
    step: numberStep(last, entry),
    days: last.date === null || entry.date === null ? null : daysBetween(last.date, entry.date),
  };
}
