import { isPayable, vendorName } from '../../../../contract/assumptions.ts';
import type { Bill } from '../../../../contract/bill.ts';
import { readPlainDate } from '../../time/days.ts';
import { numberForms, vendorForm } from './bill-keys.ts';
import { createBuckets } from './buckets.ts';
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
   * @param isHistoryRead paid bills are known too: without them every vendor would be new
   */
  flagsOf(billId: string, isHistoryRead: boolean): readonly Flag[];
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
  const vendorForms = new Map<string, string | null>();

  const formOfVendor = (name: string | null): string | null => {
    if (name === null) return null;
    const known = vendorForms.get(name);
    if (known !== undefined) return known;
    const form = vendorForm(name);
    vendorForms.set(name, form);
    return form;
  };

  const entryOf = (bill: Bill): FlagEntry => {
    const date = readPlainDate(bill.date);
    return {
      bill,
      vendor: formOfVendor(vendorName(bill)),
      numbers: numberForms(bill.bill_number),
      date,
      order: date ?? readPlainDate(bill.created_at) ?? '',
    };
  };

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

  const candidates = (entry: FlagEntry): ReadonlySet<FlagEntry> => {
    const found = new Set<FlagEntry>();
    for (const key of numberKeys(entry)) byNumber.addTo(found, key);
    const total = totalKey(entry);
    if (total !== null) byTotal.addTo(found, total);
    found.delete(entry);
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
    flagsOf: (billId, isHistoryRead) => {
      const entry = entries.get(billId);
      if (!entry || !isPayable(entry.bill.status)) return [];
      const past = entry.vendor === null ? undefined : vendors.get(entry.vendor);
      return [
        duplicateOf(entry, candidates(entry)),
        isDueAboveTotal(entry.bill) ? ({ kind: 'dueAboveTotal' } as const) : null,
        past ? unusualAmount(entry.bill.total_cents, past.totalsBefore(entry, MOST_PAST)) : null,
        isDueBeforeDate(entry) ? ({ kind: 'dueBeforeDate' } as const) : null,
        isHistoryRead && past?.isFirst(entry) ? ({ kind: 'firstOfVendor' } as const) : null,
      ].filter((flag) => flag !== null);
    },
  };
}

function numberKeys({ vendor, numbers }: FlagEntry): readonly string[] {
  return vendor === null ? [] : numbers.map((number) => `${vendor}\n${number}`);
}

function totalKey({ date, bill }: FlagEntry): string | null {
  return date === null ? null : `${date} ${bill.total_cents} ${bill.currency}`;
}

// By size: of a credit of 100 a rest of 50 is owed to the reader.
function isDueAboveTotal({ amount_due_cents: due, total_cents: total }: Bill): boolean {
  return Math.abs(due) > Math.abs(total);
}

function isDueBeforeDate({ bill, date }: FlagEntry): boolean {
  const due = readPlainDate(bill.due_date);
  return due !== null && date !== null && due < date;
}
