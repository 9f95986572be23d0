import { createObservable, type Observable } from '../../../base/observable.ts';
import type { ConflictingBill } from './bill-row.ts';
import { billKey } from '../mirror/cache-database.ts';

/** The bills that cannot be shown because another organization's bill has their id. */
export interface ConflictingIds {
  readonly bills: Observable<readonly ConflictingBill[]>;
  has(place: ConflictingBill): boolean;
  add(place: ConflictingBill): void;
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
    has: (place) => byKey.size > 0 && byKey.has(billKey(place)),
    add: (place) => {
      if (byKey.has(billKey(place))) return;
      byKey.set(billKey(place), place);
      publish();
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
