import type { Grouping, ListChoice } from '../../../core/model/list-choice.ts';
import { searchedOrder } from '../../../core/bills/lists/condition-tests.ts';
import { replaced, type SearchReading } from '../../../core/bills/search/search-reading.ts';
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

/** Grouping on screen. Groups by organization need several organizations; with one, the groups are due dates. */
export function groupingShown(grouping: Grouping, hasSeveral: boolean): Grouping {
  return grouping === 'organization' && !hasSeveral ? 'dueDate' : grouping;
}

/** A choice of order takes the place of the order in the search. */
export function inChosenOrder(
  choice: Partial<ListChoice>,
  { choice: shown, reading }: { readonly choice: ListChoice; readonly reading: SearchReading },
): Partial<ListChoice> {
  const isOrder =
    choice.search === undefined && Object.keys(choice).some((key) => key in orderKeys);
  const asked = reading.parts.filter((part) => searchedOrder([part]) !== null);
  if (!isOrder || asked.length === 0) return choice;
  const { sort, descending, grouping } = shown;
  // Replace from the end, so that the ranges before stay valid.
  const search = asked.reduceRight(
    (text, { range }) => replaced(text, range, ''),
    shown.search.trim(),
  );
  return { sort, descending, grouping, search, ...choice };
}

const orderKeys = { sort: true, descending: true, grouping: true };
