import { vendorName } from '../../../contract/assumptions.ts';
import type { Flag } from './flags/flag.ts';
import { readPlainDate } from '../time/days.ts';
import type { BillRow } from './bill-row.ts';
import type { BillFilter } from './bill-filter.ts';
import type { BillSift } from './bill-sift.ts';

export type HiddenOf = (row: BillRow) => 'snoozed' | 'dismissed' | null;

/** What has to be known of the bills besides the bills. */
export interface SiftFacts {
  /** Bills with an approval that stands. */
  readonly approved: { has(billId: string): boolean };
  /** Bills the user has put aside on this computer. */
  readonly hiddenOf: (row: BillRow) => 'snoozed' | 'dismissed' | null;
  readonly flagsOf: (billId: string) => readonly Flag[];
}

type Test = (row: BillRow) => boolean;

/**
 * The bills of a list, in the order given: approved ones and those put aside leave the inbox, and each
 * has its own list. The same array when nothing is left out.
 */
export function siftBills(
  rows: readonly BillRow[],
  filter: BillFilter,
  sift: BillSift,
  facts: SiftFacts,
): readonly BillRow[] {
  // Flags cost most to find out, so they come last.
  const tests = [...filterTests(filter, facts), ...siftTests(sift, facts)];
  const [first, ...others] = tests;
  if (first === undefined) return rows;
  // Most lists have one test, and 100,000 rows are asked after each approval.
  const left = rows.filter(others.length === 0 ? first : (row) => tests.every((test) => test(row)));
  return left.length === rows.length ? rows : left;
}

function filterTests(filter: BillFilter, { approved, hiddenOf }: SiftFacts): readonly Test[] {
  const isApproved: Test = ({ bill }) => approved.has(bill.id);
  if (filter === 'inbox') return [(row) => !isApproved(row) && hiddenOf(row) === null];
  if (filter === 'approved') return [isApproved];
  if (filter !== 'snoozed' && filter !== 'dismissed') return [];
  return [(row) => hiddenOf(row) === filter && !isApproved(row)];
}

function siftTests(sift: BillSift, { flagsOf }: SiftFacts): readonly Test[] {
  const { vendor, currency, amountFromCents, amountToCents, dueFrom, dueTo, flagged } = sift;
  const tests: Test[] = [];
  if (currency !== null) tests.push(({ bill }) => bill.currency === currency);
  if (vendor !== null) tests.push(({ bill }) => (vendorName(bill) ?? '') === vendor);
  if (amountFromCents !== null) {
    tests.push(({ bill }) => bill.amount_due_cents >= amountFromCents);
  }
  if (amountToCents !== null) tests.push(({ bill }) => bill.amount_due_cents <= amountToCents);
  if (dueFrom !== null || dueTo !== null) {
    tests.push(({ bill }) => {
      const due = readPlainDate(bill.due_date);
      return due !== null && (dueFrom ?? due) <= due && due <= (dueTo ?? due);
    });
  }
  if (flagged) tests.push(({ bill }) => flagsOf(bill.id).length > 0);
  return tests;
}
