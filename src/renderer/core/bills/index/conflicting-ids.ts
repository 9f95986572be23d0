import { breaksUniqueIds } from '../../../../contract/assumptions.ts';
import { createObservable, type Observable } from '../../../../base/observable.ts';
import { billKey, type CachedBill } from '../../mirror/cache-database.ts';
import type { BillRow, ConflictingBill } from '../../model/bill-row.ts';

/** The bills that cannot be shown because another organization's bill has their id. */
export interface ConflictingIds {
  readonly bills: Observable<readonly ConflictingBill[]>;
  /** A bill of another organization has the id: this one is left out, so that no id means two bills. */
  takes(bill: CachedBill, known: BillRow | null): boolean;
  /** It is gone from its organization. */
  remove(place: ConflictingBill): void;
  clear(): void;
}

/**
 * Who is left out stays so until another choice of organizations, even when the other bill goes: the bill
 * on screen must not become another one's under the user's hand.
 */
export function createConflictingIds(): ConflictingIds {
  const bills = createObservable<readonly ConflictingBill[]>([]);
  const byKey = new Map<string, ConflictingBill>();
  const publish = (): void => bills.set([...byKey.values()]);
  return {
    bills,
    takes: ({ organizationId, id }, known) => {
      const place = { organizationId, billId: id };
      const isOthers = known !== null && breaksUniqueIds(known, { organizationId });
      if (!isOthers) return byKey.size > 0 && byKey.has(billKey(place));
      if (byKey.has(billKey(place))) return true;
      byKey.set(billKey(place), place);
      publish();
      return true;
    },
    remove: (place) => {
      if (byKey.delete(billKey(place))) publish();
    },
    clear: () => {
      if (byKey.size === 0) return;
      byKey.clear();
      publish();
    },
  };
}
