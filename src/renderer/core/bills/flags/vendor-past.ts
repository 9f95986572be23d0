import { compareValues } from '../../../../base/compare-values.ts';
import { daysBetween } from '../../../../base/days.ts';
import { partitionPoint } from '../../../../base/partition-point.ts';
import type { FlagEntry } from './flag-entry.ts';

/** One vendor's bills in the order of their dates. */
export interface VendorPast {
  add(entry: FlagEntry): void;
  remove(entry: FlagEntry): void;
  size(): number;
  /** The latest `most` bills before this one, latest first. */
  before(entry: FlagEntry, most: number): readonly FlagEntry[];
  /** Bills up to `days` before and after this one, including itself, by date; at most `most` on each side. */
  around(entry: FlagEntry, days: number, most: number): readonly FlagEntry[];
  /** The latest bills, latest first. */
  latest(most: number): readonly FlagEntry[];
  /** The next `most` bills after this one, earliest first. */
  after(entry: FlagEntry, most: number): readonly FlagEntry[];
  /** Whether the vendor is new: none of its bills has been paid yet, and they are few. */
  isNew(): boolean;
}

/** A vendor with more bills than this is not new, whether or not any is paid. */
const MAX_OF_NEW = 5;

/** Sorts only when queried: 100,000 bills arrive in no order. */
export function createVendorPast(): VendorPast {
  const entries: FlagEntry[] = [];
  let isSorted = true;

  const sorted = (): readonly FlagEntry[] => {
    if (!isSorted) entries.sort(byAge);
    isSorted = true;
    return entries;
  };

  const placeOf = (entry: FlagEntry): number => {
    const list = sorted();
    return partitionPoint(list.length, (at) => {
      const there = list[at];
      return there !== undefined && byAge(there, entry) < 0;
    });
  };

  return {
    add: (entry) => {
      const last = entries.at(-1);
      if (last && byAge(last, entry) > 0) isSorted = false;
      entries.push(entry);
    },
    remove: (entry) => {
      const at = isSorted ? placeOf(entry) : entries.indexOf(entry);
      if (entries[at] === entry) entries.splice(at, 1);
    },
    size: () => entries.length,
    before: (entry, most) => {
      const place = placeOf(entry);
      return sorted()
        .slice(Math.max(0, place - most), place)
        .toReversed();
    },
    around: (entry, days, most) => {
      const place = placeOf(entry);
      const { date } = entry;
      if (date === null) return [];
      return sorted()
        .slice(Math.max(0, place - most), place + most + 1)
        .filter((each) => each.date !== null && Math.abs(daysBetween(date, each.date)) <= days);
    },
    latest: (most) => sorted().slice(-most).toReversed(),
    after: (entry, most) => {
      const next = placeOf(entry) + 1;
      return sorted().slice(next, next + most);
    },
    isNew: () =>
      entries.length <= MAX_OF_NEW && !entries.some(({ bill }) => bill.status === 'paid'),
  };
}

function byAge(left: FlagEntry, right: FlagEntry): number {
  return (
    compareValues(left.order, right.order) ||
    // A copy has the date of the original, but was entered later.
    compareValues(left.bill.createdAt ?? '', right.bill.createdAt ?? '') ||
    compareValues(left.bill.id, right.bill.id)
  );
}
