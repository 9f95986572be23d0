import type { Grouping, ListChoice } from '../../../core/model/list-choice.ts';
import type { BillQuery } from '../../../core/model/bill-row.ts';

type Sort = BillQuery['sort'];
export type ListOrder = Pick<ListChoice, 'sort' | 'descending' | 'grouping'>;

/** Default direction of each order: the most urgent, largest or oldest first. */
const beginsDescending: Record<Sort, boolean> = {
  dueDate: false,
  vendor: false,
  amount: true,
  age: true,
};

/** Changes the order. Groups by the previous order follow it; other groups stay. */
export function chooseSort(order: ListOrder, sort: Sort): ListOrder {
  if (sort === order.sort) return order;
  const grouping = order.grouping === order.sort ? sort : order.grouping;
  return { sort, descending: beginsDescending[sort], grouping };
}

/** Groups by organization need several organizations; otherwise it is the due date. */
export function groupingShown(grouping: Grouping, hasSeveral: boolean): Grouping {
  return grouping === 'organization' && !hasSeveral ? 'dueDate' : grouping;
}
