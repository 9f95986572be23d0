import { vendorName } from '../../../../contract/bill.ts';
import { addDays, daysBetween, readPlainDate, type PlainDate } from '../../../../base/days.ts';
import type { BillRow } from '../../model/bill-row.ts';
import type { ReportFilter } from './report-filter.ts';

/** A bill that a vendor with monthly bills should have sent by now. */
export interface ExpectedBill {
  readonly vendor: string;
  readonly lastDate: PlainDate;
  readonly expectedOn: PlainDate;
  /** Median of its recent totals. */
  readonly usualCents: number;
  readonly filter: ReportFilter;
}

/** This many bills in a row, each a month after the last, count as monthly. */
const BILLS_IN_A_ROW = 4;
/** Days between monthly bills, allowing for weekends and delays. */
const MONTH = { least: 25, most: 37 } as const;
const GRACE_DAYS = 5;
/** Later than this, the vendor has probably stopped billing. */
const MOST_LATE_DAYS = 45;

/**
 * Overdue bills of monthly vendors, the longest expected first.
 * @param rows bills of one currency, including paid ones
 */
export function expectedBills(
  rows: readonly BillRow[],
  currency: string,
  today: PlainDate,
): readonly ExpectedBill[] {
  const byVendor = Map.groupBy(
    rows.filter(({ bill }) => bill.status !== 'void'),
    ({ bill, organizationId }) => `${organizationId}\n${vendorName(bill) ?? ''}`,
  );
  return [...byVendor.values()]
    .flatMap((own) => expectedOf(own, currency, today) ?? [])
    .toSorted((left, right) => (left.expectedOn < right.expectedOn ? -1 : 1));
}

function expectedOf(
  rows: readonly BillRow[],
  currency: string,
  today: PlainDate,
): ExpectedBill | null {
  const vendor = rows[0] === undefined ? null : vendorName(rows[0].bill);
  if (vendor === null || rows.length < BILLS_IN_A_ROW) return null;
  const last = rows
    .flatMap(({ bill }) => {
      const date = readPlainDate(bill.date);
      return date === null ? [] : [{ date, cents: bill.totalCents }];
    })
    .toSorted((left, right) => (left.date < right.date ? -1 : 1))
    .slice(-BILLS_IN_A_ROW);
  const gaps = last.slice(1).map(({ date }, at) => daysBetween(last[at]?.date ?? date, date));
  const isMonthly = gaps.every((days) => MONTH.least <= days && days <= MONTH.most);
  const newest = last.at(-1);
  if (newest === undefined || gaps.length < BILLS_IN_A_ROW - 1 || !isMonthly) return null;
  const expectedOn = addDays(newest.date, medianOf(gaps));
  const lateDays = daysBetween(expectedOn, today);
  if (lateDays <= GRACE_DAYS || lateDays > MOST_LATE_DAYS) return null;
  return {
    vendor,
    lastDate: newest.date,
    expectedOn,
    usualCents: medianOf(last.map(({ cents }) => cents)),
    filter: { currency, vendor, dueFrom: null, dueTo: null },
  };
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
