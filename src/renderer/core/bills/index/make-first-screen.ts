import { isPayable } from '../../../../contract/assumptions.ts';
import type { MalformedItem } from '../../../../contract/body/read-item.ts';
import { readPlainDate } from '../../../../base/days.ts';
import type { FoundBills } from './bill-columns.ts';
import type { BillIndex } from './bill-index.ts';
import { type BillRow, payableByDueDate } from '../../model/bill-row.ts';
import type { DueSum, FirstScreen, ScreenFacts } from './first-screen.ts';
import type { Flag } from '../../model/flag.ts';

/** Rows to save. More than a tall window shows, because some may leave the list before the others are loaded. */
const FIRST_ROWS = 120;
/** Maximum other bills to save. Reading more of them would take longer than it saves. */
const MAX_OTHERS = 2_000;
/** Maximum malformed items to save. */
const MAX_MALFORMED = 50;

/** @returns null when it would be too large: then the bills are loaded before anything is shown */
export function makeFirstScreen(
  bills: Pick<BillIndex, 'find' | 'get' | 'namingBill' | 'counts' | 'known' | 'conflictingIds'>,
  flagsOf: (billId: string) => readonly Flag[],
  malformed: readonly MalformedItem[],
  { organizationIds, approvals, hiddenIds }: ScreenFacts,
): FirstScreen | null {
  const found = bills.find(payableByDueDate);
  const rows = firstRows(found);
  const flags = rows.flatMap(({ bill }): FirstScreen['flags'] => {
    const known = flagsOf(bill.id);
    return known.length === 0 ? [] : [[bill.id, known]];
  });
  const isWaiting = (billId: string): boolean => isPayable(bills.get(billId)?.bill.status ?? '');
  const ofWaiting = approvals.filter(({ billId }) => isWaiting(billId));
  const payable = [...ofWaiting.map(({ billId }) => billId), ...hiddenIds.filter(isWaiting)];
  const compared = flags.flatMap(([, each]) =>
    each.flatMap((flag) => (flag.kind === 'duplicate' ? flag.otherIds : [])),
  );
  const naming = rows.flatMap((row) => bills.namingBill(row)?.id ?? []);
  const others = [...new Set([...payable, ...compared, ...naming])].flatMap(
    (id) => bills.get(id) ?? [],
  );
  const isSmall = others.length <= MAX_OTHERS && malformed.length <= MAX_MALFORMED;
  if (!isSmall || bills.conflictingIds.get().length > 0) return null;
  return {
    organizationIds: organizationIds.toSorted(),
    counts: [...bills.counts()],
    dues: duesOf(found),
    usualCurrency: bills.known.usualCurrency(),
    rows,
    others,
    flags,
    malformed,
    hiddenIds,
    approvals: approvals.length,
    approvalIds: ofWaiting.map(({ id }) => id),
  };
}

/** The first rows in the list's default order. Bills without a valid due date come last. */
function firstRows({ columns, slots: list }: FoundBills): readonly BillRow[] {
  const slots = list.walk();
  const [rows, undated]: [BillRow[], BillRow[]] = [[], []];
  for (let at = 0; at < slots.length && rows.length < FIRST_ROWS; at++) {
    const row = columns.rows[slots[at] ?? -1];
    if (row) (readPlainDate(row.bill.dueDate) === null ? undated : rows).push(row);
  }
  return [...rows, ...undated].slice(0, FIRST_ROWS);
}

function duesOf({ columns, slots }: FoundBills): readonly DueSum[] {
  const { dueDate, currency, amountCents } = columns;
  const sums = new Map<number, { bills: number; amountCents: number }>();
  const currencies = currency.texts.length;
  for (const slot of slots.walk()) {
    const key = (dueDate.codes[slot] ?? 0) * currencies + (currency.codes[slot] ?? 0);
    const sum = sums.get(key) ?? { bills: 0, amountCents: 0 };
    sums.set(key, sum);
    sum.bills += 1;
    sum.amountCents += amountCents[slot] ?? 0;
  }
  return [...sums].map(([key, sum]) => ({
    dueDate: dueDate.texts[Math.floor(key / currencies)] ?? null,
    currency: currency.texts[key % currencies] ?? '',
    ...sum,
  }));
}
