import { isPayable } from '../../../../contract/assumptions.ts';
import { partyId } from '../../../../contract/party.ts';
import { vendorName } from '../../../../contract/bill.ts';
import { billStatuses } from '../../../../contract/wire-names.ts';
import { readPlainDate } from '../../../../base/days.ts';
import {
  totalsPerCurrency,
  type CurrencyTotal,
  dueOf,
} from '../../../core/model/currency-totals.ts';
import type { BillRow } from '../../../core/model/bill-row.ts';
import type { Approval } from '../../../core/model/approval.ts';

export interface VendorFacts {
  /** Number of the vendor's bills, including this one. */
  readonly bills: number;
  /** Bills per status: documented statuses in the service's order, then others by name. */
  readonly counts: readonly (readonly [status: string, bills: number])[];
  /** Amounts due on payable bills, per currency. */
  readonly due: readonly CurrencyTotal[];
  /** The latest approval made here that was not withdrawn or refused, epoch milliseconds. */
  readonly lastApprovedMs: number | null;
  /** The paid bill with the latest date. */
  readonly lastPaid: BillRow | null;
  /** The other bills with the latest dates, latest first. */
  readonly latest: readonly BillRow[];
  /** Latest bills in this one's currency, including this one, oldest first. */
  readonly history: readonly BillRow[];
}

const MAX_LATEST = 5;
const MAX_HISTORY = 12;

/**
 * Facts about a bill's vendor. It scans the vendor's bills once per array, because there may be thousands, and each key
 * press may show another bill of the vendor.
 * @param rows all bills of the vendor, in any order
 * @param lastApproved the newest approval of the vendor
 */
export function vendorFacts(
  row: BillRow,
  rows: readonly BillRow[],
  [lastApproved]: readonly Approval[],
): VendorFacts {
  const known = summaries.get(rows) ?? summarize(rows);
  summaries.set(rows, known);
  const { latest, ...summary } = known;
  const others = latest.filter(({ bill }) => bill.id !== row.bill.id);
  const alike = others.filter(({ bill }) => bill.currency === row.bill.currency);
  return {
    ...summary,
    lastApprovedMs: lastApproved?.approvedAtMs ?? null,
    latest: others.slice(0, MAX_LATEST),
    history: latestOf([row, ...alike.slice(0, MAX_HISTORY - 1)], MAX_HISTORY).toReversed(),
  };
}

/** Facts common to all of the vendor's bills; `latest` has more bills than are shown. */
type VendorSummary = Omit<VendorFacts, 'lastApprovedMs' | 'history'>;

const summaries = new WeakMap<readonly BillRow[], VendorSummary>();

function summarize(rows: readonly BillRow[]): VendorSummary {
  const paid = rows.filter(({ bill }) => bill.status === 'paid');
  return {
    bills: rows.length,
    counts: countByStatus(rows),
    due: totalsPerCurrency(dueAmounts(rows)),
    lastPaid: latestOf(paid, 1)[0] ?? null,
    latest: latestOf(rows, 2 * MAX_HISTORY),
  };
}

/** Date of a bill in its vendor's history: the bill date, or the creation date without one. */
export function dayOf({ bill }: BillRow): string {
  return readPlainDate(bill.date) ?? readPlainDate(bill.createdAt) ?? '';
}

function countByStatus(rows: readonly BillRow[]): VendorFacts['counts'] {
  const counts = new Map<string, number>(billStatuses.map((status) => [status, 0]));
  for (const { bill } of rows) counts.set(bill.status, (counts.get(bill.status) ?? 0) + 1);
  return [...counts].filter(([, bills]) => bills > 0);
}

function* dueAmounts(rows: readonly BillRow[]): Iterable<CurrencyTotal> {
  for (const { bill } of rows) if (isPayable(bill.status)) yield dueOf(bill);
}

/** The `most` latest bills, latest first. It orders only these, instead of sorting thousands. */
function latestOf(rows: readonly BillRow[], most: number): readonly BillRow[] {
  const found: { readonly row: BillRow; readonly day: string }[] = [];
  for (const row of rows) {
    const day = dayOf(row);
    const last = found.length < most ? undefined : found.at(-1);
    // This skips most of a vendor's thousands of bills.
    if (last && !isLater(row, day, last)) continue;
    const at = found.findIndex((other) => isLater(row, day, other));
    found.splice(at < 0 ? found.length : at, 0, { row, day });
    if (found.length > most) found.pop();
  }
  return found.map(({ row }) => row);
}

function isLater(
  row: BillRow,
  day: string,
  other: { readonly row: BillRow; readonly day: string },
): boolean {
  return day === other.day ? row.bill.id > other.row.bill.id : day > other.day;
}

/** Whether the approval is for a bill of the same vendor, and was neither withdrawn nor rejected. */
export function isOfVendor({ snapshot, state, organizationId }: Approval, row: BillRow): boolean {
  const names = [vendorName(row.bill), partyId(row.bill.vendor)];
  return (
    organizationId === row.organizationId &&
    state !== 'withdrawn' &&
    state !== 'rejected' &&
    names.includes(snapshot.vendorName)
  );
}
