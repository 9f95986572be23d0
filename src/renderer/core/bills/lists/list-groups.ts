import { compareValues } from '../../../../base/compare-values.ts';
import { assertNever } from '../../../../base/assert-never.ts';
import { vendorName } from '../../../../contract/bill.ts';
import { sortKeyOf } from '../search/search-text.ts';
import {
  daysBetween,
  dueGroup,
  dueGroups,
  endOfWeek,
  readPlainDate,
  type DueGroup,
  type PlainDate,
  type WeekCalendar,
} from '../../../../base/days.ts';
import type { BillColumns, TextColumn } from '../index/bill-columns.ts';
import type { BillRow } from '../../model/bill-row.ts';
import { amountOf } from '../../model/currency-totals.ts';
import type { Grouping } from '../../model/list-choice.ts';

/** Time since the bill date, in the order of the list. */
const ageGroups = ['week', 'month', 'quarter', 'older', 'none'] as const;
export type AgeGroup = (typeof ageGroups)[number];

/** The common property of the bills under a heading. */
export type ListGroup =
  | { readonly by: 'dueDate'; readonly group: DueGroup }
  | { readonly by: 'age'; readonly group: AgeGroup }
  /** Vendor's displayed name; null for bills without a vendor. */
  | { readonly by: 'vendor'; readonly name: string | null }
  | { readonly by: 'amount'; readonly currency: string; readonly band: AmountBand }
  | { readonly by: 'organization'; readonly organizationId: string }
  /** Bills that match the search only with a typo, below all other groups. */
  | { readonly by: 'similar' };

/** Amounts from the first to the second, cents, both included. Credits have no bounds. */
export interface AmountBand {
  readonly fromCents: number | null;
  readonly toCents: number | null;
}

/** Sorts bills into groups. Called for each of 100,000 bills, so it returns only a number. */
export interface Grouper {
  /** Returns the code of a bill's group by slot. Each group has one code. */
  codesIn(columns: BillColumns): (slot: number) => number;
  /**
   * The one column that determines the group, so neighbors with the same code need one lookup. Null if several
   * do.
   */
  columnIn(columns: BillColumns): TextColumn | null;
  /** Group of that code, from any of its rows. */
  groupOf(row: BillRow): ListGroup;
  /** Order of the groups. The group without a value comes last. */
  compare(left: ListGroup, right: ListGroup): number;
}

/** Last day after the bill date of each age; the last age has no end. */
const ageDays = { week: 7, month: 30, quarter: 90 } as const;
/** Amounts below this, in cents, are one band. Above it, each band ends at ten times its start. */
const SMALL_CENTS = 100_00;
const BAND_FACTOR = 10;

/** @returns null for a list without headings */
export function grouperFor(grouping: Grouping, calendar: WeekCalendar): Grouper | null {
  switch (grouping) {
    case 'dueDate':
      return byDueDate(calendar);
    case 'vendor':
      return byVendor;
    case 'amount':
      return byAmount;
    case 'age':
      return byAge(calendar.today);
    case 'organization':
      return byOrganization;
    case 'none':
      return null;
    default:
      return assertNever(grouping);
  }
}

/** Band of an amount within its currency: credits, below 100, below 1,000, and so on. */
function amountBand(cents: number): AmountBand {
  if (cents < 0) return { fromCents: null, toCents: null };
  const end = endOfBand(cents);
  return { fromCents: end === SMALL_CENTS ? 0 : end / BAND_FACTOR, toCents: end - 1 };
}

function ageGroup(date: PlainDate | null, today: PlainDate): AgeGroup {
  if (date === null) return 'none';
  const days = daysBetween(date, today);
  if (days <= ageDays.week) return 'week';
  if (days <= ageDays.month) return 'month';
  return days <= ageDays.quarter ? 'quarter' : 'older';
}

function byDueDate({ today, weekStartsOn }: WeekCalendar): Grouper {
  const weekEnd = endOfWeek(today, weekStartsOn);
  const groupOf = (text: string | null): DueGroup => dueGroup(readPlainDate(text), today, weekEnd);
  return {
    ...byText(
      ({ dueDate }) => dueDate,
      (text) => dueGroups.indexOf(groupOf(text)),
    ),
    groupOf: ({ bill }) => ({ by: 'dueDate', group: groupOf(bill.dueDate) }),
    compare: inOrder(dueGroups, (group) => (group.by === 'dueDate' ? group.group : 'none')),
  };
}

function byAge(today: PlainDate): Grouper {
  const groupOf = (text: string | null): AgeGroup => ageGroup(readPlainDate(text), today);
  return {
    ...byText(
      ({ dateOrCreated }) => dateOrCreated,
      (text) => ageGroups.indexOf(groupOf(text)),
    ),
    groupOf: ({ bill }) => ({ by: 'age', group: groupOf(bill.date ?? bill.createdAt) }),
    compare: inOrder(ageGroups, (group) => (group.by === 'age' ? group.group : 'none')),
  };
}

const byVendor: Grouper = {
  codesIn: ({ vendor }) => codeIn(vendor),
  columnIn: ({ vendor }) => vendor,
  groupOf: ({ bill }) => ({ by: 'vendor', name: vendorName(bill) }),
  compare: (left, right) => {
    const [one, other] = [nameOf(left), nameOf(right)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return compareValues(sortKeyOf(one), sortKeyOf(other)) || compareValues(one, other);
  },
};

const byAmount: Grouper = {
  codesIn: ({ currency, amountCents }) => {
    const currencyAt = codeIn(currency);
    return (slot) => currencyAt(slot) * BANDS + bandNumber(amountCents[slot] ?? 0);
  },
  columnIn: () => null,
  groupOf: ({ bill }) => ({
    by: 'amount',
    currency: bill.currency,
    band: amountBand(amountOf(bill).amountCents),
  }),
  // The list sorts groups by currency first, since amounts of different currencies are never compared.
  compare: (left, right) =>
    left.by === 'amount' && right.by === 'amount'
      ? (left.band.fromCents ?? -1) - (right.band.fromCents ?? -1)
      : 0,
};

const byOrganization: Grouper = {
  codesIn: ({ organization }) => codeIn(organization),
  columnIn: ({ organization }) => organization,
  groupOf: ({ organizationId }) => ({ by: 'organization', organizationId }),
  // Groups follow the order of the rows, because organization names are not known here.
  compare: () => 0,
};

/** More bands than any amount needs. */
const BANDS = 32;

/** Number of the band; 0 for credits. */
function bandNumber(cents: number): number {
  if (cents < 0) return 0;
  let band = 1;
  for (let end = SMALL_CENTS; cents >= end; end *= BAND_FACTOR) band += 1;
  return band;
}

/** First amount above the band, in cents. */
function endOfBand(cents: number): number {
  let end = SMALL_CENTS;
  while (cents >= end) end *= BAND_FACTOR;
  return end;
}

function nameOf(group: ListGroup): string | null {
  return group.by === 'vendor' ? group.name : null;
}

function inOrder<Name extends string>(names: readonly Name[], of: (group: ListGroup) => Name) {
  return (left: ListGroup, right: ListGroup): number =>
    names.indexOf(of(left)) - names.indexOf(of(right));
}

function codeIn({ codes }: TextColumn): (slot: number) => number {
  return (slot) => codes[slot] ?? 0;
}

/** Codes of groups that depend on a text which many bills share. Each text is evaluated once. */
function byText(
  columnIn: (columns: BillColumns) => TextColumn,
  codeOf: (text: string | null) => number,
): Pick<Grouper, 'codesIn' | 'columnIn'> {
  const known = new WeakMap<TextColumn, number[]>();
  const codesIn = (columns: BillColumns) => {
    const column = columnIn(columns);
    const { codes, texts } = column;
    const groups = known.get(column) ?? [];
    known.set(column, groups);
    return (slot: number) => {
      const code = codes[slot] ?? 0;
      const group = groups[code];
      if (group !== undefined) return group;
      const text = texts[code];
      // A code without a text belongs to an empty slot, and the next bill's text may get this code. So do not
      // cache it.
      return text === undefined ? codeOf(null) : (groups[code] = codeOf(text));
    };
  };
  return { codesIn, columnIn };
}
