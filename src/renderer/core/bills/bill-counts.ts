import { isPayable } from '../../../contract/assumptions.ts';
import type { BillIndex } from './bill-index.ts';
import type { BillRow } from './bill-row.ts';
import type { Approval } from '../outbox/approval.ts';
import type { BillFilter } from './bill-filter.ts';

export interface CountedBills {
  readonly bills: Pick<BillIndex, 'get' | 'counts'>;
  readonly approved: ReadonlyMap<string, Approval>;
  /** Bills put aside, of each organization on screen. */
  readonly hidden: readonly ReadonlyMap<string, 'snoozed' | 'dismissed'>[];
}

/**
 * How many bills each filter shows. The index counts by status; what was approved or put aside is few
 * and taken off one by one, so that nothing walks all bills.
 */
export function countBills({
  bills,
  approved,
  hidden,
}: CountedBills): (filter: BillFilter) => number {
  const statuses = bills.counts();
  const known = [...approved.keys()].map((billId) => bills.get(billId)).filter(isThere);
  const put = hidden
    .flatMap((map) => [...map])
    .filter(([billId]) => {
      const row = bills.get(billId);
      return row !== null && isPayable(row.bill.status) && !approved.has(billId);
    });
  const sum = (wanted: (status: string) => boolean): number =>
    [...statuses].reduce((total, [status, count]) => (wanted(status) ? total + count : total), 0);
  return (filter) => {
    if (filter === 'inbox') return sum(isPayable) - known.filter(canBePaid).length - put.length;
    if (filter === 'approved') return known.length;
    if (filter === 'payable') return sum(isPayable);
    if (filter === 'all') return sum(() => true);
    if (filter !== 'snoozed' && filter !== 'dismissed') return statuses.get(filter) ?? 0;
    return put.filter(([, why]) => why === filter).length;
  };
}

function isThere(row: BillRow | null): row is BillRow {
  return row !== null;
}

function canBePaid({ bill }: BillRow): boolean {
  return isPayable(bill.status);
}
