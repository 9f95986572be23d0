import type { CSSProperties } from 'react';
import type { Settings } from '../../../../bridge/settings.ts';
import { holdsHistory } from '../../../core/bills/lists/bill-list.ts';
import type { BillList, Grouping, ListChoice } from '../../../core/model/list-choice.ts';
import type { BillQuery } from '../../../core/model/bill-row.ts';
import type { GridColumn } from '../../../kit/grid/Grid.tsx';
import { messages } from '../../../kit/text/messages.ts';
import type { AmountKind } from './list-layout.ts';
import { chooseSort } from './list-order.ts';

interface ColumnSpec {
  /** Order that a press on its header chooses. */
  readonly sort?: BillQuery['sort'];
  readonly canHide?: true;
  /** Default width of a resizable column, CSS pixels; approximate if there is also `width`. */
  readonly usualPx?: number;
  /** Default width where it depends on the width of the list. */
  readonly width?: string;
  /** Default width in very wide lists. */
  readonly wideWidth?: string;
  /** Whether the list has a minimum width for the column. */
  readonly hasLeast?: true;
  /** Column below which this one is drawn in lists of medium width, if it directly follows that column. */
  readonly under?: string;
}

/**
 * All columns of the list in display order. CONTRIBUTING.md says how to add one.
 */
const columnTable = {
  vendor: { sort: 'vendor', usualPx: 190, width: 'clamp(9rem, 22%, 16rem)', wideWidth: '24rem' },
  organization: { usualPx: 140, width: 'clamp(6rem, 14%, 12rem)' },
  number: {
    canHide: true,
    usualPx: 136,
    width: 'clamp(6.5rem, 16%, 9rem)',
    wideWidth: '14rem',
    under: 'organization',
  },
  // The memo takes the rest of the width. Its badges stay if the user hides its text.
  memo: { canHide: true },
  flags: {},
  due: { sort: 'dueDate', canHide: true, usualPx: 96 },
  dueIn: { canHide: true, usualPx: 104, under: 'due' },
  amount: { sort: 'amount', usualPx: 112, hasLeast: true },
} as const satisfies Readonly<Record<string, ColumnSpec>>;

export type ListColumn = keyof typeof columnTable;
const specs: Readonly<Record<ListColumn, ColumnSpec & { readonly under?: ListColumn }>> =
  columnTable;
const inOrder = Object.keys(columnTable) as readonly ListColumn[];

export const optionalColumns = inOrder.filter((column) => specs[column].canHide);

export type ChosenColumns = Settings['columns'];
/** Changes the saved columns, given the latest ones. */
export type ChangeColumns = (next: (now: ChosenColumns) => ChosenColumns) => void;

/** The columns to draw, without the one that the groups' headings name. */
export function columnsToDraw(
  { hidden }: ChosenColumns,
  { grouping, hasSeveral }: { readonly grouping: Grouping; readonly hasSeveral: boolean },
): readonly ListColumn[] {
  const namedByHeadings = grouping === 'vendor' || grouping === 'organization' ? grouping : null;
  return inOrder.filter(
    (column) =>
      column !== namedByHeadings &&
      (column !== 'organization' || hasSeveral) &&
      (column === 'memo' || !specs[column].canHide || !hidden.includes(column)),
  );
}

/** Class names of a column's cells. */
export function cellClass(drawn: readonly ListColumn[], at: number): string {
  const [before, column, next] = [drawn[at - 1], drawn[at], drawn[at + 1]];
  if (column === undefined) return '';
  const own = `bill-row__${column}`;
  if (before !== undefined && specs[column].under === before) return `${own} bill-row__below`;
  return next !== undefined && specs[next].under === column ? `${own} bill-row__above` : own;
}

/**
 * Width of a column and its place in narrow lists, where each grid template of bill-grid.css names or hides it. All rows
 * share these objects, so resizing a column redraws no cell.
 */
export const cellStyles: Readonly<Record<string, CSSProperties>> = Object.fromEntries(
  inOrder.map((column): [string, CSSProperties & Record<`--${string}`, string | undefined>] => {
    const { wideWidth, under } = specs[column];
    const [usual, wide] = [widthOf(column), widthOf(column, wideWidth)];
    const widths = { '--width': usual, '--wide-width': wide, '--above': under && widthOf(under) };
    return [column, { gridArea: column, ...widths, '--least': leastOf(column) }];
  }),
);

/** The width that the user chose, or the default; undefined for a column that the style sheet sizes. */
function widthOf(column: ListColumn, usual = usualWidth(column)): string | undefined {
  return usual && atLeast(column, `var(${variableOf(column)},${usual})`);
}

/** Width to which a widened column shrinks in a list without room: the default. */
function leastOf(column: ListColumn): string | undefined {
  const usual = usualWidth(column);
  return usual && atLeast(column, `min(var(${variableOf(column)},${usual}),${usual})`);
}

function atLeast(column: ListColumn, width: string): string {
  return specs[column].hasLeast ? `max(${width},var(${variableOf(column)}-least,0rem))` : width;
}

function usualWidth(column: ListColumn): string | undefined {
  const { usualPx, width } = specs[column];
  return width ?? (usualPx === undefined ? undefined : `${usualPx / 16}rem`);
}

function variableOf(column: ListColumn): `--${string}` {
  return `--column-${column}`;
}

/**
 * @param choice order and groups of the list
 * @param amounts their kind, and the width that shows them whole, CSS pixels at the default text size
 */
export function gridColumns(
  drawn: readonly ListColumn[],
  columns: ChosenColumns,
  choice: Pick<ListChoice, 'sort' | 'descending' | 'grouping'>,
  amounts: { readonly kind: AmountKind; readonly leastPx: number },
  onSort: (order: Partial<ListChoice> & Pick<ListChoice, 'sort' | 'descending'>) => void,
  change: ChangeColumns,
): readonly GridColumn[] {
  return drawn.map((key, at) => {
    const { sort, usualPx, hasLeast } = specs[key];
    const isSorted = sort === choice.sort;
    return {
      key,
      className: cellClass(drawn, at),
      style: cellStyles[key],
      label: labelOf(key, columns, amounts.kind),
      ...(sort && {
        sorted: isSorted ? (choice.descending ? 'descending' : 'ascending') : 'none',
        onSort: () =>
          onSort(isSorted ? { sort, descending: !choice.descending } : chooseSort(choice, sort)),
      }),
      ...(usualPx && {
        edge: {
          ...edgeOf(key, usualPx, columns, change),
          leastPx: hasLeast ? amounts.leastPx : null,
        },
      }),
    };
  });
}

function edgeOf(
  key: ListColumn,
  usualPx: number,
  { widths }: ChosenColumns,
  change: ChangeColumns,
): Omit<NonNullable<GridColumn['edge']>, 'leastPx'> {
  return {
    label: messages.review.resize(messages.review.columns[key]),
    side: inOrder.indexOf(key) < inOrder.indexOf('memo') ? 'end' : 'start',
    variable: variableOf(key),
    chosenPx: widths.find(({ column }) => column === key)?.px ?? null,
    usualPx,
    onResize: (px) =>
      change((now) => {
        const others = now.widths.filter(({ column }) => column !== key);
        return { ...now, widths: px === null ? others : [...others, { column: key, px }] };
      }),
  };
}

/** Label of a column. Without the memo, its column has only the bill's state. */
function labelOf(column: ListColumn, { hidden }: ChosenColumns, kind: AmountKind): string {
  const { columns, amountKinds } = messages.review;
  if (column === 'amount') return amountKinds[kind];
  return columns[column === 'memo' && hidden.includes('memo') ? 'status' : column];
}

/** Whether the list or its dates already imply a status. */
export function isStatusImplied(status: string, list: BillList): boolean {
  if (status === list) return true;
  return !holdsHistory(list) && (status === 'open' || status === 'overdue');
}
