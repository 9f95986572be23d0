import type { ListColumn, Settings } from '../../../bridge/settings.ts';
import { holdsHistory, type BillList } from '../../core/bills/bill-list.ts';
import type { BillQuery } from '../../core/bills/bill-row.ts';
import type { Grouping, ListChoice } from '../../core/bills/review-view.ts';
import type { GridColumn } from '../../kit/grid/Grid.tsx';
import { messages } from '../../kit/text/first-messages.ts';
import { chooseSort } from './SortGroupMenu.tsx';

export type ListColumns = Settings['columns'];
/** Keeps the columns, made of what they are by then. */
export type ChangeColumns = (next: (now: ListColumns) => ListColumns) => void;

/** Columns in their order. */
const inOrder = ['vendor', 'organization', 'number', 'memo', 'due', 'age', 'amount'] as const;

/** What each is as wide as at first, CSS pixels, for those who resize by keys; the memo takes what is left. */
const usualPx: Record<Exclude<ListColumn, 'memo'>, number> = {
  vendor: 190,
  organization: 140,
  number: 104,
  due: 96,
  age: 92,
  amount: 112,
};

const sortOf: Partial<Record<ListColumn, BillQuery['sort']>> = {
  vendor: 'vendor',
  due: 'dueDate',
  amount: 'amount',
};

/** The columns to draw: not what the heading of each group says already. */
export function columnsToDraw(
  { hidden }: ListColumns,
  { grouping, hasSeveral }: { readonly grouping: Grouping; readonly hasSeveral: boolean },
): readonly ListColumn[] {
  const saidByGroup = grouping === 'vendor' || grouping === 'organization' ? grouping : null;
  return inOrder.filter(
    (column) =>
      column !== saidByGroup &&
      (column !== 'organization' || hasSeveral) &&
      // Without its text the memo's place still holds what is to be said of a bill.
      (column === 'memo' || !hidden.includes(column)),
  );
}

/** @param choice of the list */
export function gridColumns(
  drawn: readonly ListColumn[],
  columns: ListColumns,
  choice: Pick<ListChoice, 'list' | 'sort' | 'descending' | 'grouping'>,
  onSort: (order: Partial<ListChoice>) => void,
  change: ChangeColumns,
): readonly GridColumn[] {
  return drawn.map((key) => {
    const sort = sortOf[key];
    const isSorted = sort === choice.sort;
    return {
      key,
      className: `bill-row__${key}`,
      label: key === 'amount' ? amountLabel(choice.list) : messages.review.columns[key],
      ...(sort === undefined
        ? {}
        : {
            sorted: isSorted ? (choice.descending ? 'descending' : 'ascending') : 'none',
            onSort: () =>
              onSort(isSorted ? { descending: !choice.descending } : chooseSort(choice, sort)),
          }),
      ...(key === 'memo' ? {} : { edge: edgeOf(key, columns, change) }),
    };
  });
}

function edgeOf(
  key: keyof typeof usualPx,
  { widthsPx }: ListColumns,
  change: ChangeColumns,
): NonNullable<GridColumn['edge']> {
  const { [key]: chosenPx = null } = widthsPx;
  return {
    label: messages.review.resize(messages.review.columns[key]),
    side: inOrder.indexOf(key) < inOrder.indexOf('memo') ? 'end' : 'start',
    variable: `--column-${key}`,
    chosenPx,
    usualPx: usualPx[key],
    onResize: (widthPx) =>
      change((now) => {
        const widths = { ...now.widthsPx };
        if (widthPx === null) delete widths[key];
        else widths[key] = widthPx;
        return { ...now, widthsPx: widths };
      }),
  };
}

/** What a bill's amount is in this list: of what is paid, nothing is due. */
function amountLabel(list: BillList): string {
  const { columns, total } = messages.review;
  return list === 'paid' || list === 'void' ? total : columns.amount;
}

/** A status that is said where the bill stands, or is nothing to be said. */
export function isSaid(status: string, list: BillList): boolean {
  if (status === list) return true;
  return !holdsHistory(list) && (status === 'open' || status === 'overdue');
}
