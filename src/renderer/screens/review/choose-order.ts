import type { BillQuery } from '../../core/bills/bill-row.ts';
import type { Grouping, ListChoice } from '../../core/bills/review-view.ts';

export type Sort = BillQuery['sort'];
type Order = Pick<ListChoice, 'sort' | 'descending' | 'grouping'>;

export const sorts = ['dueDate', 'vendor', 'amount', 'age'] as const satisfies readonly Sort[];

/** Where each order begins: what is most urgent, largest or oldest. */
const beginsDescending: Record<Sort, boolean> = {
  dueDate: false,
  vendor: false,
  amount: true,
  age: true,
};

/** Another order. Headings that gathered by the order before follow it; others were chosen and stay. */
export function chooseSort(order: Order, sort: Sort): Order {
  if (sort === order.sort) return order;
  const grouping = order.grouping === order.sort ? sort : order.grouping;
  return { sort, descending: beginsDescending[sort], grouping };
}

/** Headings of organizations are for lists that hold several. */
export function groupingShown(grouping: Grouping, hasSeveral: boolean): Grouping {
  return grouping === 'organization' && !hasSeveral ? 'dueDate' : grouping;
}
