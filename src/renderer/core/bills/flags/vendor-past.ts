import { partitionPoint } from '../../../../base/partition-point.ts';
import type { FlagEntry } from './flag-entry.ts';

/** One vendor's bills in the order of their dates. */
export interface VendorPast {
  add(entry: FlagEntry): void;
  remove(entry: FlagEntry): void;
  size(): number;
  /** Totals of the latest `most` bills before this one, in its currency, latest first. */
  totalsBefore(entry: FlagEntry, most: number): readonly number[];
  /** No bill of the vendor is older, and none has been paid yet. */
  isFirst(entry: FlagEntry): boolean;
}

/** Sorted when it is asked, not when it is filled: 100,000 bills come in no order. */
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
    totalsBefore: (entry, most) => {
      const totals: number[] = [];
      for (let at = placeOf(entry) - 1; at >= 0 && totals.length < most; at--) {
        const bill = entries[at]?.bill;
        if (bill?.currency === entry.bill.currency) totals.push(bill.totalCents);
      }
      return totals;
    },
    isFirst: (entry) =>
      sorted()[0] === entry && !entries.some(({ bill }) => bill.status === 'paid'),
  };
}

function byAge(left: FlagEntry, right: FlagEntry): number {
  if (left.order !== right.order) return left.order < right.order ? -1 : 1;
  if (left.bill.id === right.bill.id) return 0;
  return left.bill.id < right.bill.id ? -1 : 1;
}
