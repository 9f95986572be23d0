import type { FlagEntry } from './flag-entry.ts';
import { type VendorRecords, vendorRecords } from './vendor-records.ts';
import { createVendorPast, type VendorPast } from './vendor-past.ts';

/** Bills with one `vendorForm`: of one vendor, or of several vendor records that the service tells apart by id. */
export interface VendorGroup {
  add(entry: FlagEntry): void;
  remove(entry: FlagEntry): void;
  size(): number;
  /** The bills of the entry's vendor. The same object until a bill changes. */
  pastOf(entry: FlagEntry): VendorPast;
  /** One for each vendor. */
  pasts(): readonly VendorPast[];
  /** Whether the service has different vendors with these spellings. */
  isApart(one: string, other: string): boolean;
}

interface Parts {
  readonly records: VendorRecords | null;
  readonly pasts: ReadonlyMap<string, VendorPast>;
}

/** Compares ids only when queried, and only in a group with several spellings, which is rare. */
export function createVendorGroup(): VendorGroup {
  const all = createVendorPast();
  const spellings = new Map<string, number>();
  let parts: Parts | null = null;

  const count = ({ name }: FlagEntry, change: 1 | -1): void => {
    const spelling = name?.spelling ?? '';
    const bills = (spellings.get(spelling) ?? 0) + change;
    if (bills === 0) spellings.delete(spelling);
    else spellings.set(spelling, bills);
    parts = null;
  };

  const split = (): Parts => {
    if (spellings.size < 2) return noParts;
    return (parts ??= partsOf(all.latest(all.size()).toReversed()));
  };

  return {
    add: (entry) => {
      all.add(entry);
      count(entry, 1);
    },
    remove: (entry) => {
      all.remove(entry);
      count(entry, -1);
    },
    size: all.size,
    pastOf: ({ name }) => {
      const { records, pasts } = split();
      return pasts.get(records?.get(name?.spelling ?? '') ?? '') ?? all;
    },
    pasts: () => {
      const { records, pasts } = split();
      return records === null ? [all] : [...pasts.values()];
    },
    isApart: (one, other) => {
      const { records } = split();
      return records !== null && records.get(one) !== records.get(other);
    },
  };
}

const noParts: Parts = { records: null, pasts: new Map() };

/** @param entries by date, so that they need no sorting */
function partsOf(entries: readonly FlagEntry[]): Parts {
  const records = vendorRecords(entries.map(({ bill }) => bill));
  if (records === null) return noParts;
  const pasts = new Map<string, VendorPast>();
  for (const entry of entries) {
    const record = records.get(entry.name?.spelling ?? '') ?? '';
    const past = pasts.get(record) ?? createVendorPast();
    pasts.set(record, past);
    past.add(entry);
  }
  return { records, pasts };
}
