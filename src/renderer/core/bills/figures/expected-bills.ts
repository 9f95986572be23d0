import { compareValues } from '../../../../base/compare-values.ts';
import { upperMedian } from '../../../../base/upper-median.ts';
import { daysBetween, readPlainDate, type PlainDate } from '../../../../base/days.ts';
import type { FoundBills } from '../index/bill-columns.ts';
import type { ReportFilter } from './report-filter.ts';
import { nextDate } from './vendor-history.ts';

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
/** A bill is late only after this many days beyond the expected day. */
const GRACE_DAYS = 5;
/** Later than this, the vendor has probably stopped billing. */
const MAX_LATE_DAYS = 45;

/**
 * Bills that monthly vendors are late to send, the longest expected first. An earlier bill without a date counts from
 * its creation.
 * @param found bills, including paid ones
 */
export function expectedBills(
  found: FoundBills,
  currency: string,
  today: PlainDate,
): readonly ExpectedBill[] {
  return latestByVendor(found, currency)
    .flatMap((latest) => expectedAfter(latest, currency, today) ?? [])
    .toSorted((left, right) => compareValues(left.expectedOn, right.expectedOn));
}

/** The last bills of a vendor in one organization, the oldest first, without credits and void bills. */
interface Latest {
  readonly vendor: string;
  readonly bills: { readonly date: PlainDate; readonly slot: number }[];
  /** Date of its newest void bill, which arrived like any other; null for none. */
  readonly voidedOn: PlainDate | null;
  centsAt(slot: number): number;
}

function latestByVendor({ columns, slots }: FoundBills, currency: string): readonly Latest[] {
  const { vendor, organization, status, rows } = columns;
  const days = columns.dateOrCreated.texts.map(readPlainDate);
  const wanted = columns.currency.texts.indexOf(currency);
  const voided = status.texts.indexOf('void');
  const centsAt = (slot: number): number => rows[slot]?.bill.totalCents ?? 0;
  const found = new Map<number, Latest>();
  const voidedOn = new Map<number, PlainDate>();
  const all = slots.walk();
  // From the end, where most newest bills are: reading an amount from its row takes longer than all else.
  for (let at = all.length - 1; at >= 0; at--) {
    const slot = all[at] ?? 0;
    if (columns.currency.codes[slot] !== wanted) continue;
    const code = vendor.codes[slot] ?? 0;
    const name = vendor.texts[code] ?? null;
    const date = days[columns.dateOrCreated.codes[slot] ?? 0] ?? null;
    if (name === null || date === null) continue;
    const key = code * organization.texts.length + (organization.codes[slot] ?? 0);
    const known = found.get(key);
    if (status.codes[slot] === voided) {
      const before = voidedOn.get(key) ?? date;
      if (date >= before && centsAt(slot) >= 0) voidedOn.set(key, date);
    } else if (!isOlder(date, known?.bills) && centsAt(slot) >= 0) {
      if (known === undefined)
        found.set(key, { vendor: name, bills: [{ date, slot }], voidedOn: null, centsAt });
      else keepLatest(known.bills, date, slot);
    }
  }
  return [...found].flatMap(([key, latest]) =>
    latest.bills.length === BILLS_IN_A_ROW
      ? { ...latest, voidedOn: voidedOn.get(key) ?? null }
      : [],
  );
}

/** Whether the bill is not among a vendor's last ones. Of two bills of a day, the later in the list counts. */
function isOlder(date: PlainDate, bills: Latest['bills'] = []): boolean {
  return bills.length === BILLS_IN_A_ROW && date <= (bills[0]?.date ?? date);
}

function keepLatest(bills: Latest['bills'], date: PlainDate, slot: number): void {
  const place = bills.findIndex((each) => each.date >= date);
  bills.splice(place < 0 ? bills.length : place, 0, { date, slot });
  if (bills.length > BILLS_IN_A_ROW) bills.shift();
}

function expectedAfter(
  { vendor, bills, voidedOn, centsAt }: Latest,
  currency: string,
  today: PlainDate,
): ExpectedBill | null {
  const gaps = bills.slice(1).map(({ date }, at) => daysBetween(bills[at]?.date ?? date, date));
  const newest = bills.at(-1);
  const isMonthly = gaps.every((days) => MONTH.least <= days && days <= MONTH.most);
  if (newest === undefined || !isMonthly) return null;
  const dates = bills.map(({ date }) => date);
  // A void bill, a month or more after the newest other bill, was that month's bill.
  const isNext = voidedOn !== null && daysBetween(newest.date, voidedOn) >= MONTH.least;
  const lastDate = isNext ? voidedOn : newest.date;
  const expectedOn = nextDate(dates, lastDate, upperMedian(gaps));
  const lateDays = daysBetween(expectedOn, today);
  if (lateDays <= GRACE_DAYS || lateDays > MAX_LATE_DAYS) return null;
  return {
    vendor,
    lastDate,
    expectedOn,
    usualCents: upperMedian(bills.map(({ slot }) => centsAt(slot))),
    filter: { currency, vendor, dueFrom: null, dueTo: null },
  };
}
