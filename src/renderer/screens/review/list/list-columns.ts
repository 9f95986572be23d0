import type { ListColumn, Settings } from '../../../../bridge/settings.ts';
import { holdsHistory } from '../../../core/bills/lists/bill-list.ts';
import type { BillList, Grouping, ListChoice } from '../../../core/model/list-choice.ts';
import type { BillQuery } from '../../../core/model/bill-row.ts';
import type { GridColumn } from '../../../kit/grid/Grid.tsx';
import { messages } from '../../../kit/text/messages.ts';
import { chooseSort } from './list-order.ts';

export type ListColumns = Settings['columns'];
/** Changes the saved columns, given the latest ones. */
export type ChangeColumns = (next: (now: ListColumns) => ListColumns) => void;

/** A column of the list. Flags have one of their own, which the user can't hide. */
export type DrawnColumn = ListColumn | 'flags';

/** All columns in display order. */
const inOrder = [
  'vendor',
  'organization',
  'number',
  'memo',
  'flags',
  'due',
  'age',
  'amount',
] as const satisfies readonly DrawnColumn[];

/** Default widths, CSS pixels, as the start for resizing by keys. The memo takes the rest. */
const usualPx: Record<Exclude<ListColumn, 'memo'>, number> = {
  vendor: 190,
  organization: 140,
  number: 104,
  due: 96,
  age: 104,
  amount: 112,
};

const sortOf: Partial<Record<DrawnColumn, BillQuery['sort']>> = {
  vendor: 'vendor',
  due: 'dueDate',
  amount: 'amount',
};

/** The columns to draw, without the one that the groups' headings name. */
export function columnsToDraw(
  { hidden }: ListColumns,
  { grouping, hasSeveral }: { readonly grouping: Grouping; readonly hasSeveral: boolean },
): readonly DrawnColumn[] {
  const saidByGroup = grouping === 'vendor' || grouping === 'organization' ? grouping : null;
  return inOrder.filter(
    (column) =>
      column !== saidByGroup &&
      (column !== 'organization' || hasSeveral) &&
      // The memo column also shows badges, so it stays when the text is hidden.
      (column === 'memo' || column === 'flags' || !hidden.includes(column)),
  );
}

/** In a list of medium width, each of these columns is drawn below the other, if both are neighbors. */
const above: Partial<Record<DrawnColumn, DrawnColumn>> = { number: 'organization', age: 'due' };

/** Class names of a column's cells. */
export function cellClass(drawn: readonly DrawnColumn[], at: number): string {
  const [before, column, next] = [drawn[at - 1], drawn[at], drawn[at + 1]];
  if (column === undefined) return '';
  const own = `bill-row__${column}`;
  if (before !== undefined && above[column] === before) return `${own} bill-row__below`;
  return next !== undefined && above[next] === column ? `${own} bill-row__above` : own;
}

/** @param choice order and groups of the list */
export function gridColumns(
  drawn: readonly DrawnColumn[],
  columns: ListColumns,
  choice: Pick<ListChoice, 'list' | 'sort' | 'descending' | 'grouping'>,
  onSort: (order: Partial<ListChoice>) => void,
  change: ChangeColumns,
): readonly GridColumn[] {
  return drawn.map((key, at) => {
    const sort = sortOf[key];
    const isSorted = sort === choice.sort;
    return {
      key,
      className: cellClass(drawn, at),
      label: key === 'amount' ? amountLabel(choice.list) : messages.review.columns[key],
      ...(sort === undefined
        ? {}
        : {
            sorted: isSorted ? (choice.descending ? 'descending' : 'ascending') : 'none',
            onSort: () =>
              onSort(isSorted ? { descending: !choice.descending } : chooseSort(choice, sort)),
          }),
      ...(key === 'memo' || key === 'flags' ? {} : { edge: edgeOf(key, columns, change) }),
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

/** Label of the amount column. Paid and void bills have no amount due, so their list shows the total. */
function amountLabel(list: BillList): string {
  const { columns, total } = messages.review;
  return list === 'paid' || list === 'void' ? total : columns.amount;
}

/** Whether the list or its dates already imply a status. */
export function isSaid(status: string, list: BillList): boolean {
  if (status === list) return true;
  return !holdsHistory(list) && (status === 'open' || status === 'overdue');
}
