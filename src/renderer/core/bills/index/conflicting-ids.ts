import { breaksUniqueIds } from '../../../../contract/assumptions.ts';
import { createObservable, type Observable } from '../../../../base/observable.ts';
import { billKey, type CachedBill } from '../../mirror/cache-database.ts';
import type { BillRow, ConflictingBill } from '../../model/bill-row.ts';

/** Bills that cannot be shown because another organization's bill has their id. */
export interface ConflictingIds {
  readonly bills: Observable<readonly ConflictingBill[]>;
  /**
   * Returns whether a bill of another organization has the id, and then leaves this one out, so that each id
   * means one bill.
   */
  takes(bill: CachedBill, known: BillRow | null): boolean;
  /** Call when the bill is gone from its organization. */
  remove(place: ConflictingBill): void;
  clear(): void;
}

/**
 * A bill left out stays so until the user chooses other organizations, even when the other bill goes: otherwise
 * the bill on screen could turn into another one just before a click.
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
