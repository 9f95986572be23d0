import { isPayable, vendorName } from '../../../../contract/assumptions.ts';
import type { Bill } from '../../../../contract/bill.ts';
import { readPlainDate } from '../../time/days.ts';
import { numberForms, vendorForm } from './bill-keys.ts';
import { duplicateOf } from './duplicates.ts';
import type { FlagEntry } from './flag-entry.ts';
import type { Flag } from './flag.ts';
import { MOST_PAST, unusualAmount, usualAmount, type UsualAmount } from './unusual-amount.ts';
import { createVendorPast, type VendorPast } from './vendor-past.ts';

/** Everything flags rest on, of one organization's bills, kept up to date bill by bill. */
export interface FlagIndex {
  /** Takes a bill in, or in its new form; null when it is gone. */
  put(billId: string, bill: Bill | null): void;
  clear(): void;
  /**
   * The flags of a bill, most telling first; none when it cannot be approved.
   * @param isHistoryRead paid bills are known too: half of them would show a vendor as new, or an amount as
   *   unusual, until the rest is there
   * @param notDuplicateOf ids of bills that it is no duplicate of, as the user has said
   */
  flagsOf(
    billId: string,
    isHistoryRead: boolean,
    notDuplicateOf?: readonly string[],
  ): readonly Flag[];
  /** What the bill's vendor usually billed before it, in its currency; null when that cannot be said. */
  usualOf(billId: string): UsualAmount | null;
}

/** An empty index. Void bills are evidence of nothing and are left out. */
export function createFlagIndex(): FlagIndex {
  const entries = new Map<string, FlagEntry>();
  const vendors = new Map<string, VendorPast>();
  // Two bills that share three of four share vendor and number, or date and total.
  const byNumber = createBuckets<FlagEntry>();
  const byTotal = createBuckets<FlagEntry>();
  const entryOf = createEntryMaker();

  const add = (entry: FlagEntry): void => {
    entries.set(entry.bill.id, entry);
    for (const key of numberKeys(entry)) byNumber.add(key, entry);
    const total = totalKey(entry);
    if (total !== null) byTotal.add(total, entry);
    if (entry.vendor === null) return;
    const past = vendors.get(entry.vendor) ?? createVendorPast();
    vendors.set(entry.vendor, past);
    past.add(entry);
  };

  const remove = (entry: FlagEntry): void => {
    entries.delete(entry.bill.id);
    for (const key of numberKeys(entry)) byNumber.remove(key, entry);
    const total = totalKey(entry);
    if (total !== null) byTotal.remove(total, entry);
    if (entry.vendor === null) return;
    const past = vendors.get(entry.vendor);
    past?.remove(entry);
    if (past?.size() === 0) vendors.delete(entry.vendor);
  };

  const candidates = (entry: FlagEntry, without: readonly string[]): ReadonlySet<FlagEntry> => {
    const found = new Set<FlagEntry>();
    for (const key of numberKeys(entry)) byNumber.addTo(found, key);
    const total = totalKey(entry);
    if (total !== null) byTotal.addTo(found, total);
    found.delete(entry);
    for (const id of without) {
      const other = entries.get(id);
      if (other) found.delete(other);
    }
    return found;
  };

  return {
    put: (billId, bill) => {
      const known = entries.get(billId);
      // Most pages bring what is known: the index of bills then keeps the bill it had.
      if (known && known.bill === bill) return;
      if (known) remove(known);
      if (bill !== null && bill.status !== 'void') add(entryOf(bill));
    },
    clear: () => {
      entries.clear();
      vendors.clear();
      byNumber.clear();
      byTotal.clear();
    },
    usualOf: (billId) => {
      const entry = entries.get(billId);
      const past = entry?.vendor ? vendors.get(entry.vendor) : undefined;
      return entry && past ? usualAmount(past.totalsBefore(entry, MOST_PAST)) : null;
    },
    flagsOf: (billId, isHistoryRead, notDuplicateOf = []) => {
      const entry = entries.get(billId);
      if (!entry || !isPayable(entry.bill.status)) return [];
      const past = entry.vendor === null || !isHistoryRead ? undefined : vendors.get(entry.vendor);
      return [
        duplicateOf(entry, candidates(entry, notDuplicateOf)),
        isDueAboveTotal(entry.bill) ? ({ kind: 'dueAboveTotal' } as const) : null,
        past ? unusualAmount(entry.bill.total_cents, past.totalsBefore(entry, MOST_PAST)) : null,
        isDueBeforeDate(entry) ? ({ kind: 'dueBeforeDate' } as const) : null,
        past?.isFirst(entry) ? ({ kind: 'firstOfVendor' } as const) : null,
      ].filter((flag) => flag !== null);
    },
  };
}

/** Makes a bill's entry. A vendor's form is worked out once for each name. */
function createEntryMaker(): (bill: Bill) => FlagEntry {
  const forms = new Map<string, string | null>();
  return (bill) => {
    const name = vendorName(bill);
    const known = name === null ? null : forms.get(name);
    const vendor = known === undefined ? vendorForm(name) : known;
    if (name !== null) forms.set(name, vendor);
    const date = readPlainDate(bill.date);
    return { bill, vendor, date, order: date ?? readPlainDate(bill.created_at) ?? '' };
  };
}

function numberKeys({ vendor, bill }: FlagEntry): readonly number[] {
  if (vendor === null) return [];
  return numberForms(bill.bill_number).map((number) => hashOf(`${vendor}\n${number}`));
}

function totalKey({ date, bill }: FlagEntry): number | null {
  return date === null ? null : hashOf(`${date} ${bill.total_cents} ${bill.currency}`);
}

/**
 * A number in place of a text: 200,000 texts would be kept for their keys alone. Two texts of one number bring
 * a bill more to compare, and no flag.
 */
function hashOf(text: string): number {
  let hash = FNV_BASIS;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME);
  // As many bits as a number may have that is no object of its own.
  return hash & 0x3f_ff_ff_ff;
}

const FNV_BASIS = 0x81_1c_9d_c5;
const FNV_PRIME = 0x01_00_01_93;

// By size: of a credit of 100 a rest of 50 is owed to the reader.
function isDueAboveTotal({ amount_due_cents: due, total_cents: total }: Bill): boolean {
  return Math.abs(due) > Math.abs(total);
}

function isDueBeforeDate({ bill, date }: FlagEntry): boolean {
  const due = readPlainDate(bill.due_date);
  return due !== null && date !== null && due < date;
}

/** Things by a key many of them may share. */
interface Buckets<Item> {
  add(key: number, item: Item): void;
  remove(key: number, item: Item): void;
  /** Puts what has this key into `found`, at most `MOST_IN_REACH` of them. */
  addTo(found: Set<Item>, key: number): void;
  clear(): void;
}

/** A thousand bills of one day and one total are all each other's copies: a few of them say so. */
const MOST_IN_REACH = 200;

/** Most keys have one item: those cost no list of their own. */
function createBuckets<Item extends object>(): Buckets<Item> {
  const single = new Map<number, Item>();
  const several = new Map<number, Item[]>();
  return {
    add: (key, item) => {
      const list = several.get(key);
      const only = single.get(key);
      if (list) list.push(item);
      else if (only === undefined) single.set(key, item);
      else {
        single.delete(key);
        several.set(key, [only, item]);
      }
    },
    remove: (key, item) => {
      if (single.get(key) === item) single.delete(key);
      const list = several.get(key);
      const at = list?.indexOf(item) ?? -1;
      if (list && at >= 0) list.splice(at, 1);
      if (list?.length === 0) several.delete(key);
    },
    addTo: (found, key) => {
      const only = single.get(key);
      if (only) found.add(only);
      for (const item of several.get(key)?.slice(0, MOST_IN_REACH) ?? []) found.add(item);
    },
    clear: () => {
      single.clear();
      several.clear();
    },
  };
}
