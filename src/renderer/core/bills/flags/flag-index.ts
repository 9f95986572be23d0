import { type PlainDate, readPlainDate } from '../../../../base/days.ts';
import { isOddFraction } from '../../../../bridge/money.ts';
import { flagKinds, type CurrencyLimit } from '../../../../bridge/settings.ts';
import { isApprovedElsewhere } from '../../../../contract/approvals/approved-fields.ts';
import { isStoppedElsewhere } from '../../../../contract/approvals/stopped-fields.ts';
import { isPayable } from '../../../../contract/assumptions.ts';
import { type Bill, vendorName } from '../../../../contract/bill.ts';
import type { BillWithPaid } from './field-habit.ts';
import { duplicateOf } from './duplicates.ts';
import { type FlagEntry, vendorOf } from './flag-entry.ts';
import type { Fields } from '../../../../contract/party.ts';
import type { Flag, OtherOrganizationFlag } from '../../model/flag.ts';
import { createLookAlikes } from './look-alikes.ts';
import { learnOpenFields, MAX_VENDORS, type OpenFields } from './open-fields.ts';
import { newBankDetails } from './payee.ts';
import {
  type AmongOthers,
  isPaidCharge,
  isRoutine,
  MIN_PAID_FOR_ROUTINE,
  type Regularity,
  regularity,
} from './routine.ts';
import { differsOnEachBill } from './usual-values.ts';
import { SPLIT_DAYS, splitBills } from './split-bills.ts';
import { isOfContract, usualDuplicates } from './usual-duplicates.ts';
import { MAX_PAST, unusualAmount, usualAmount, type UsualAmount } from './unusual-amount.ts';
import { futureDate, otherCurrency, returningVendor, shorterTerms } from './vendor-habits.ts';
import { type VendorLook, vendorLook } from './vendor-look.ts';
import { createVendorGroup, type VendorGroup } from './vendor-group.ts';
import type { VendorPast } from './vendor-past.ts';
import { numberKey, numberWithoutSuffix } from './bill-keys.ts';

/** Index of one organization's bills that finds their flags. */
export interface FlagIndex {
  /** Adds a bill or its new version; null removes it. */
  put(billId: string, bill: Bill | null): void;
  clear(): void;
  /**
   * The flags of a bill, the most important first; none when it cannot be approved.
   * @param isHistoryRead whether all paid bills are known. Without some, a vendor or an amount could seem new
   * @param notDuplicateOf ids of bills that the user has marked as no duplicates of it
   */
  flagsOf(
    billId: string,
    isHistoryRead: boolean,
    notDuplicateOf?: readonly string[],
  ): readonly Flag[];
  /** Usual amount of the vendor's earlier bills in the bill's currency; null when it cannot be determined. */
  usualOf(billId: string): UsualAmount | null;
  /** The bill against its vendor's past; null when it cannot be approved or the past is not read. */
  regularityOf(billId: string, isHistoryRead: boolean, isFlagged: boolean): Regularity | null;
  /** Whether the bill has no deviation from its vendor's past, whatever its flags. */
  isRegular(billId: string, isHistoryRead: boolean): boolean;
  /** Bills of each vendor in this currency among its latest, latest first. */
  latestBills(currency: string): readonly (readonly FlagEntry[])[];
  /** Id of a bill with the vendor, number, and total or date of another organization's bill; null for none. */
  copyOf(other: FlagEntry, field: 'total' | 'date'): string | null;
}

/** Facts that flags need besides the organization's bills. */
export interface FlagSurroundings {
  /** Null when it is not known. */
  today(): PlainDate | null;
  /** The user's own limits. */
  limits(): readonly CurrencyLimit[];
  /** Indexes of the other organizations on screen, by organization. */
  others(): Iterable<readonly [string, FlagIndex]>;
}

/** Latest bills of a vendor to compare prices of. */
const MAX_LATEST = 16;
/** Maximum later bills to compare with. */
const MAX_LATER = 12;

const alone: FlagSurroundings = { today: () => null, limits: () => [], others: () => [] };

/** Creates an empty index. It ignores void bills, which prove nothing. */
export function createFlagIndex(surroundings: FlagSurroundings = alone): FlagIndex {
  const entries = new Map<string, FlagEntry>();
  const vendors = new Map<string, VendorGroup>();
  // Bills that share three of the four fields share vendor and number, or date and total.
  const byNumber = createBuckets();
  const byTotal = createBuckets();
  const lookAlikes = createLookAlikes();
  const entryOf = createEntryMaker();
  let openFields: OpenFields | null = null;
  /** Whether a field, by its path, differs on each bill. */
  const ofEachBill = new Map<string, boolean>();
  const forgetLearned = (): void => {
    openFields = null;
    ofEachBill.clear();
  };
  const pastOf = (entry: FlagEntry | undefined): VendorPast | undefined =>
    entry && vendors.get(vendorOf(entry) ?? '')?.pastOf(entry);

  const add = (entry: FlagEntry): void => {
    entries.set(entry.bill.id, entry);
    forgetLearned();
    for (const key of numberKeys(entry)) byNumber.add(key, entry);
    const total = totalKey(entry);
    if (total !== null) byTotal.add(total, entry);
    const vendor = vendorOf(entry);
    if (vendor === null) return;
    lookAlikes.count(entry, 1);
    let group = vendors.get(vendor);
    if (group === undefined) vendors.set(vendor, (group = createVendorGroup()));
    group.add(entry);
  };

  const remove = (entry: FlagEntry): void => {
    entries.delete(entry.bill.id);
    forgetLearned();
    for (const key of numberKeys(entry)) byNumber.remove(key, entry);
    const total = totalKey(entry);
    if (total !== null) byTotal.remove(total, entry);
    const vendor = vendorOf(entry);
    if (vendor === null) return;
    lookAlikes.count(entry, -1);
    const group = vendors.get(vendor);
    group?.remove(entry);
    if (group?.size() === 0) vendors.delete(vendor);
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

  /** Learned from a few vendors on first use, until a bill changes. */
  const learned = (): OpenFields => {
    if (openFields !== null) return openFields;
    const open = new Map<VendorPast, BillWithPaid>();
    for (const entry of entries.values()) {
      if (!isPayable(entry.bill.status)) continue;
      const past = pastOf(entry);
      if (past === undefined || open.has(past)) continue;
      const paid = past.before(entry, MAX_PAST).filter(isPaidCharge);
      if (paid.length >= MIN_PAID_FOR_ROUTINE) open.set(past, { entry, paid });
      if (open.size === MAX_VENDORS) break;
    }
    return (openFields = learnOpenFields([...open.values()]));
  };

  /** Computed once per field, until a bill changes. */
  const isOfEachBill = (path: string): boolean => {
    const known = ofEachBill.get(path);
    if (known !== undefined) return known;
    const isOfEach = differsOnEachBill(path, [...vendors.values()]);
    ofEachBill.set(path, isOfEach);
    return isOfEach;
  };

  /** A payable bill with its vendor's other bills; null for any other bill, or without a vendor. */
  const amongOthers = (billId: string): AmongOthers | null => {
    const entry = entries.get(billId);
    const past = pastOf(entry);
    if (!entry || !past || !isPayable(entry.bill.status)) return null;
    return {
      entry,
      past: past.before(entry, MAX_PAST),
      later: past.after(entry, MAX_LATER),
      isElsewhere: () => isElsewhere(entry, surroundings),
      open: learned,
    };
  };

  return {
    put: (billId, bill) => {
      const known = entries.get(billId);
      // Most pages bring no change: the bill index then keeps the same object.
      if (known && known.bill === bill) return;
      if (known) remove(known);
      if (bill !== null && bill.status !== 'void') add(entryOf(bill));
    },
    clear: () => {
      entries.clear();
      vendors.clear();
      lookAlikes.clear();
      byNumber.clear();
      byTotal.clear();
      forgetLearned();
    },
    usualOf: (billId) => {
      const entry = entries.get(billId);
      const past = pastOf(entry);
      if (entry === undefined || past === undefined) return null;
      return usualAmount(totalsOf(past.before(entry, MAX_PAST), entry));
    },
    regularityOf: (billId, isHistoryRead, isFlagged) => {
      const among = isHistoryRead ? amongOthers(billId) : null;
      return among && regularity(among, isFlagged);
    },
    isRegular: (billId, isHistoryRead) => {
      const among = isHistoryRead ? amongOthers(billId) : null;
      return among !== null && isRoutine(among);
    },
    latestBills: (currency) =>
      [...vendors.values()]
        .flatMap((group) => group.pasts())
        .map((past) => past.latest(MAX_LATEST).filter(({ bill }) => bill.currency === currency)),
    copyOf: (other, field) => {
      const found = duplicateOf(other, candidates(other, []));
      const isSame = (['vendor', 'number', field] as const).every((each) =>
        found?.same.includes(each),
      );
      return isSame ? (found?.otherIds[0] ?? null) : null;
    },
    flagsOf: (billId, isHistoryRead, notDuplicateOf = []) => {
      const entry = entries.get(billId);
      if (!entry || !isPayable(entry.bill.status)) return [];
      const past = isHistoryRead ? pastOf(entry) : undefined;
      const group = vendors.get(vendorOf(entry) ?? '');
      const duplicates = past === undefined ? [] : usualDuplicates(entry, past);
      const others = [...notDuplicateOf, ...duplicates.map(({ bill }) => bill.id)];
      const found = candidates(entry, others);
      const isContract = past !== undefined && isOfContract(entry, past);
      const isNoCopy = (each: FlagEntry): boolean =>
        isContract && pastOf(each) === past && each.date !== entry.date;
      const duplicate = duplicateOf(
        entry,
        [...found].filter((each) => !isNoCopy(each)),
      );
      return (
        [
          duplicate,
          lookAlikes.flagOf(entry, isHistoryRead, group),
          otherOrganization(entry, surroundings),
          ...flagsOfService(entry.bill.others ?? {}),
          vendorName(entry.bill) === null ? ({ kind: 'noVendor' } as const) : null,
          isDueAboveTotal(entry.bill) ? ({ kind: 'dueAboveTotal' } as const) : null,
          hasOddFraction(entry.bill) ? ({ kind: 'fraction' } as const) : null,
          isDueBeforeDate(entry) ? ({ kind: 'dueBeforeDate' } as const) : null,
          ...flagsAgainstPast(entry, past, surroundings, isOfEachBill),
        ]
          // Two copies are not a split bill.
          .filter((flag) => duplicate === null || flag?.kind !== 'splitBills' || flag.bills > 2)
          .filter((flag) => flag !== null)
          .toSorted((left, right) => flagKinds.indexOf(left.kind) - flagKinds.indexOf(right.kind))
      );
    },
  };
}

/** Flags about what the service itself says of a bill. @param others its undocumented fields */
function* flagsOfService(others: Fields): Generator<Flag> {
  if (isApprovedElsewhere(others)) yield { kind: 'approvedElsewhere' };
  if (isStoppedElsewhere(others)) yield { kind: 'stoppedElsewhere' };
}

/** Flags that compare a bill with the vendor's other bills. @param past undefined while they are not read */
function flagsAgainstPast(
  entry: FlagEntry,
  past: VendorPast | undefined,
  { today, limits }: FlagSurroundings,
  isOfEachBill: (path: string) => boolean,
): readonly (Flag | null)[] {
  const before = past?.before(entry, MAX_PAST) ?? [];
  const dated = futureDate(entry, before, today());
  if (past === undefined) return [dated];
  const around = past
    .around(entry, SPLIT_DAYS, MAX_PAST)
    .filter(({ bill }) => bill.currency === entry.bill.currency);
  return [
    dated,
    unusualAmount(entry.bill.totalCents, totalsOf(before, entry)),
    splitBills(entry, around, before, limits()),
    otherCurrency(entry, before),
    newBankDetails(entry, before, isOfEachBill),
    shorterTerms(entry, before),
    returningVendor(entry, before),
    past.isNew() ? { kind: 'firstOfVendor' } : null,
  ];
}

function otherOrganization(
  entry: FlagEntry,
  { others }: FlagSurroundings,
): OtherOrganizationFlag | null {
  for (const [organizationId, index] of others()) {
    const otherId = index.copyOf(entry, 'total');
    if (otherId !== null) return { kind: 'otherOrganization', organizationId, otherId };
  }
  return null;
}

/** Whether another organization has a bill with this vendor, number and date, whatever its total. */
function isElsewhere(entry: FlagEntry, { others }: FlagSurroundings): boolean {
  return [...others()].some(([, index]) => index.copyOf(entry, 'date') !== null);
}

function totalsOf(past: readonly FlagEntry[], { bill }: FlagEntry): readonly number[] {
  return past.flatMap((each) => (each.bill.currency === bill.currency ? each.bill.totalCents : []));
}

/** Creates entries. Computes the forms of each vendor's name once. */
function createEntryMaker(): (bill: Bill) => FlagEntry {
  const looks = new Map<string, VendorLook>();
  return (bill) => {
    const named = vendorName(bill) ?? '';
    let name = looks.get(named);
    if (name === undefined) looks.set(named, (name = vendorLook(named)));
    const date = readPlainDate(bill.date);
    const order = date ?? readPlainDate(bill.createdAt) ?? '';
    return { bill, name: name.form === null ? null : name, date, order };
  };
}

// Compare absolute amounts, because 50 may be left of a credit of 100.
function isDueAboveTotal({ amountDueCents: due, totalCents: total }: Bill): boolean {
  return Math.abs(due) > Math.abs(total);
}

function hasOddFraction({ amountDueCents, totalCents, currency }: Bill): boolean {
  return [amountDueCents, totalCents].some((cents) => isOddFraction(cents, currency));
}

function isDueBeforeDate({ bill, date }: FlagEntry): boolean {
  const due = readPlainDate(bill.dueDate);
  return due !== null && date !== null && due < date;
}

/** Entries by key. Many may share one. */
interface Buckets {
  add(key: number, entry: FlagEntry): void;
  remove(key: number, entry: FlagEntry): void;
  /** Adds the entries with this key to `found`, at most `MAX_IN_REACH` of them. */
  addTo(found: Set<FlagEntry>, key: number): void;
  clear(): void;
}

/** Maximum entries to compare per key. If a thousand bills share date and total, some of them are enough. */
const MAX_IN_REACH = 200;

/** Most keys have one entry, which is stored without a list to save memory. */
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
      for (const entry of Array.isArray(known) ? known.slice(0, MAX_IN_REACH) : [known])
        found.add(entry);
    },
    clear: () => buckets.clear(),
  };
}

/** Keys shared by bills with the same number of vendors whose names look alike. */
function numberKeys({ name, bill }: FlagEntry): readonly number[] {
  if (name === null) return [];
  const ofVendor = hashOf(name.look);
  const keys = [bill.billNumber, numberWithoutSuffix(bill.billNumber)].map(numberKey);
  return keys.flatMap((key) => (key === null ? [] : hashOf(key, ofVendor)));
}

/** Key shared by bills with one date, total and currency; null without a date. */
function totalKey({ date, bill }: FlagEntry): number | null {
  return date === null ? null : hashOf(bill.currency, hashOf(date) ^ bill.totalCents);
}

/**
 * FNV-1a hash, because 200,000 texts as keys would take too much memory. A collision costs a comparison, but causes no
 * flag. @param from hash of the text before this one
 */
function hashOf(text: string, from: number = FNV_BASIS): number {
  let hash = from;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME);
  // 30 bits: the engine stores larger numbers as separate objects.
  return hash & 0x3f_ff_ff_ff;
}

const FNV_BASIS = 0x81_1c_9d_c5;
const FNV_PRIME = 0x01_00_01_93;
