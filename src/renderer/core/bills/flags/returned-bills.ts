import { createObservable, type Observable } from '../../../../base/observable.ts';
import type { MoneyChange } from '../../../../bridge/other-payment.ts';
import type { Approval } from '../../model/approval.ts';
import type { Approvals } from '../../outbox/approval-slices.ts';
import { changesSinceConfirmed, isCovered, isReopenedSince } from '../../outbox/covered-bills.ts';
import type { LiveBillIndex } from '../index/bill-index.ts';

/** A bill that needs another review: its money fields changed after its approval, or the service reopened it. */
export interface ReturnedBill {
  readonly approval: Approval;
  readonly changes: readonly MoneyChange[];
  readonly isReopened: boolean;
}

/** Returned bills on screen, by id. The same map until one of them comes, changes or goes. */
export type ReturnedBills = Observable<ReadonlyMap<string, ReturnedBill>>;

/** Observes bills and approvals, and evaluates a bill when either changes. */
export function createReturnedBills(
  bills: Pick<LiveBillIndex, 'get' | 'watch'>,
  approvals: Pick<Approvals, 'ofBill' | 'watch'>,
): ReturnedBills {
  const returned = createObservable<ReadonlyMap<string, ReturnedBill>>(none);

  const returnedOf = (billId: string): ReturnedBill | null => {
    const row = bills.get(billId);
    if (row === null || isCovered(approvals, row)) return null;
    const [first, ...others] = approvals.ofBill({ ...row, billId });
    if (first === undefined) return null;
    const approval = others.reduce(
      (last, each) => (each.approvedAtMs > last.approvedAtMs ? each : last),
      first,
    );
    return {
      approval,
      changes: changesSinceConfirmed(approval, row.bill),
      isReopened: isReopenedSince(approval, row.bill),
    };
  };

  const look = (billIds: Iterable<string>): void => {
    const known = returned.get();
    let next: Map<string, ReturnedBill> | null = null;
    for (const billId of billIds) {
      const bill = returnedOf(billId);
      if (bill === null && !known.has(billId)) continue;
      next ??= new Map(known);
      if (bill) next.set(billId, bill);
      else next.delete(billId);
    }
    if (next) returned.set(next);
  };

  bills.watch((billIds) => look(billIds ?? [...returned.get().keys()]));
  // Evaluate the current ones, too: they may be of a connection that these rows have replaced.
  approvals.watch((rows) => look([...returned.get().keys(), ...rows.map(({ billId }) => billId)]));
  return returned;
}

const none: ReadonlyMap<string, ReturnedBill> = new Map();
