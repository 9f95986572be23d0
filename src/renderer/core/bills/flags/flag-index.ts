import { isPayable } from '../../../../contract/assumptions.ts';
import { type Bill, vendorName } from '../../../../contract/bill.ts';
import { readPlainDate } from '../../../../base/days.ts';
import { numberForms, vendorForm } from './bill-keys.ts';
import { duplicateOf } from './duplicates.ts';
import type { FlagEntry } from './flag-entry.ts';
import type { Flag } from '../../model/flag.ts';
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
  /** Usual amount of the bill's vendor before it, in its currency; null when it cannot be determined. */
  usualOf(billId: string): UsualAmount | null;
}

/** An empty index. Void bills are evidence of nothing and are left out. */
export function createFlagIndex(): FlagIndex {
  const entries = new Map<string, FlagEntry>();
  const vendors = new Map<string, VendorPast>();
  // Two bills that share three of four share vendor and number, or date and total.
  const byNumber = createBuckets();
  const byTotal = createBuckets();
  const entryOf = createEntryMaker();

  const add = (entry: FlagEntry): void => {
    entries.set(entry.bill.id, entry);
    for (const key of numberKeys(entry)) byNumber.add(key, entry);
    const total = totalKey(entry);
    if (total !== null) byTotal.add(total, entry);
    if (entry.vendor === null) return;
    let past = vendors.get(entry.vendor);
    if (past === undefined) vendors.set(entry.vendor, (past = createVendorPast()));
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
        past ? unusualAmount(entry.bill.totalCents, past.totalsBefore(entry, MOST_PAST)) : null,
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
    let vendor = name === null ? null : forms.get(name);
    if (vendor === undefined) forms.set(name ?? '', (vendor = vendorForm(name)));
    const date = readPlainDate(bill.date);
    return { bill, vendor, date, order: date ?? readPlainDate(bill.createdAt) ?? '' };
  };
}

function numberKeys({ vendor, bill }: FlagEntry): readonly number[] {
  if (vendor === null) return [];
  const ofVendor = hashOf(vendor);
  return numberForms(bill.billNumber).map((number) => hashOf(number, ofVendor));
}

function totalKey({ date, bill }: FlagEntry): number | null {
  return date === null ? null : hashOf(bill.currency, hashOf(date) ^ bill.totalCents);
}

/**
 * A number in place of a text: 200,000 texts would be kept for their keys alone. Two texts of one number bring
 * a bill more to compare, and no flag. @param from the hash of what stands before the text
 */
function hashOf(text: string, from: number = FNV_BASIS): number {
  let hash = from;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME);
  // As many bits as a number may have that is no object of its own.
  return hash & 0x3f_ff_ff_ff;
}

const FNV_BASIS = 0x81_1c_9d_c5;
const FNV_PRIME = 0x01_00_01_93;

// Compares sizes, so that the rest of a credit counts: 50 of a credit of 100 are still due to the user.
function isDueAboveTotal({ amountDueCents: due, totalCents: total }: Bill): boolean {
  return Math.abs(due) > Math.abs(total);
}

function isDueBeforeDate({ bill, date }: FlagEntry): boolean {
  const due = readPlainDate(bill.dueDate);
  return due !== null && date !== null && due < date;
}

/** Entries by a key many of them may share. */
interface Buckets {
  add(key: number, entry: FlagEntry): void;
  remove(key: number, entry: FlagEntry): void;
  /** Puts what has this key into `found`, at most `MOST_IN_REACH` of them. */
  addTo(found: Set<FlagEntry>, key: number): void;
  clear(): void;
}

/** A thousand bills of one day and one total are all each other's copies: a few of them say so. */
const MOST_IN_REACH = 200;

/** Most keys have one entry: those cost no list of their own. */
function createBuckets(): Buckets {
  const buckets = new Map<number, FlagEntry | FlagEntry[]>();
  return {
    add: (key, entry) => {
      const known = buckets.get(key);
      if (Array.isArray(known)) known.push(entry);
      else buckets.set(key, known === undefined ? entry : [known, entry]);
    },
    remove: (key, entry) => {
      const known = buckets.get(key);
      const at = Array.isArray(known) ? known.indexOf(entry) : -1;
      if (Array.isArray(known) && at >= 0) known.splice(at, 1);
      if (known === entry || (Array.isArray(known) && known.length === 0)) buckets.delete(key);
    },
    addTo: (found, key) => {
      const known = buckets.get(key) ?? [];
      for (const entry of Array.isArray(known) ? known.slice(0, MOST_IN_REACH) : [known])
        found.add(entry);
    },
    clear: () => buckets.clear(),
  };
}
