import { vendorName } from '../../../contract/assumptions.ts';
import type { BillRow } from './bill-row.ts';
import type { LiveBillIndex } from './bill-index.ts';

/** The bills in memory by their vendor. */
export interface VendorBills {
  /**
   * All bills of this bill's vendor (by the name shown) and organization, itself too, in no order; the same
   * array until one of them is another.
   */
  billsLike(row: Pick<BillRow, 'organizationId' | 'bill'>): readonly BillRow[];
}

/**
 * Follows the bills in memory, so that a vendor's bills are there without reading all of them: 100,000
 * bills, and another vendor with each press of a key.
 */
export function createVendorIndex(bills: Pick<LiveBillIndex, 'get' | 'watch'>): VendorBills {
  const idsByVendor = new Map<string, Set<string>>();
  const vendorOfBill = new Map<string, string>();
  const answers = new Map<string, readonly BillRow[]>();

  const leave = (billId: string): void => {
    const key = vendorOfBill.get(billId);
    if (key === undefined) return;
    vendorOfBill.delete(billId);
    const ids = idsByVendor.get(key);
    ids?.delete(billId);
    if (ids?.size === 0) idsByVendor.delete(key);
  };

  const join = (billId: string, key: string): void => {
    vendorOfBill.set(billId, key);
    const ids = idsByVendor.get(key) ?? new Set();
    idsByVendor.set(key, ids.add(billId));
  };

  bills.watch((billIds) => {
    if (billIds === null) {
      idsByVendor.clear();
      vendorOfBill.clear();
      answers.clear();
      return;
    }
    for (const billId of billIds) {
      const row = bills.get(billId);
      const key = row === null ? null : keyOf(row);
      const before = vendorOfBill.get(billId) ?? null;
      for (const changed of [before, key]) if (changed !== null) answers.delete(changed);
      if (before === key) continue;
      leave(billId);
      if (key !== null) join(billId, key);
    }
  });

  return {
    billsLike: (row) => {
      const key = keyOf(row);
      if (key === null) return none;
      const rows =
        answers.get(key) ??
        [...(idsByVendor.get(key) ?? none)].flatMap((billId) => bills.get(billId) ?? []);
      answers.set(key, rows);
      return rows;
    },
  };
}

const none: readonly never[] = [];

/** A vendor's name as it is shown, within its organization; null when the service sent none. */
function keyOf({ organizationId, bill }: Pick<BillRow, 'organizationId' | 'bill'>): string | null {
  const name = vendorName(bill);
  return name === null ? null : `${organizationId}\n${name}`;
}
