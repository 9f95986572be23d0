import { isPayable } from '../../../../contract/assumptions.ts';
import type { BillIndex } from '../index/bill-index.ts';
import { type FilterFacts, isApprovedByUser } from './condition-tests.ts';
import type { BillList, OutOfInbox } from '../../model/list-choice.ts';

export interface CountedBills {
  readonly bills: Pick<BillIndex, 'get' | 'counts'>;
  readonly approved: FilterFacts['approved'];
  /** Snoozed and hidden bills of each organization on screen. */
  readonly outOfInbox: readonly ReadonlyMap<string, OutOfInbox>[];
}

/**
 * Number of bills in each list. Starts from the index's counts by status and subtracts the few bills that are approved,
 * snoozed or hidden, so that it never goes through all bills.
 */
export function countBills({
  bills,
  approved,
  outOfInbox,
}: CountedBills): (list: BillList) => number {
  const statuses = bills.counts();
  const known = [...approved.keys()]
    .map((billId) => bills.get(billId))
    .filter((row) => row !== null);
  const put = outOfInbox
    .flatMap((map) => [...map])
    .filter(([billId]) => {
      const row = bills.get(billId);
      return row !== null && isPayable(row.bill.status) && !approved.has(billId);
    });
  const sum = (wanted: (status: string) => boolean): number =>
    [...statuses].reduce((total, [status, count]) => (wanted(status) ? total + count : total), 0);
  return (list) => {
    if (list === 'inbox')
      return (
        sum(isPayable) - known.filter(({ bill }) => isPayable(bill.status)).length - put.length
      );
    if (list === 'approved')
      return known.filter(({ bill }) => isApprovedByUser(approved, bill.id)).length;
    if (list === 'payable') return sum(isPayable);
    if (list === 'all') return sum(() => true);
    if (list !== 'snoozed' && list !== 'hidden') return statuses.get(list) ?? 0;
    return put.filter(([, why]) => why === list).length;
  };
}
