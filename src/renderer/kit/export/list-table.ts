import type { CurrencyTotal } from '../../core/bills/currency-totals.ts';

/** A list as it can leave the screen: every row of it, in the order and under the headings shown. */
export interface ListTable {
  readonly title: string;
  /** What it is a list of, in a sentence each: organization, filters, search, order. */
  readonly facts: readonly string[];
  readonly columns: readonly ListColumn[];
  readonly rowCount: number;
  /** "100,000 bills". */
  readonly formatRows: (count: number) => string;
  /** In order; none in a list without headings. */
  readonly groups: readonly ListGroup[];
  /** Per currency, never added across; null where a sum means nothing. */
  readonly totals: ListTotals | null;
  /** On paper each row has a page of its own, in place of a line. */
  readonly pageOf?: (row: number) => RecordPage;
}

/** All there is to say about one row, on a page of its own. */
export interface RecordPage {
  readonly title: string;
  readonly parts: readonly RecordPart[];
}

export interface RecordPart {
  readonly title: string;
  /** What it is, and what it says. */
  readonly lines: readonly (readonly [label: string, text: string])[];
}

export interface ListTotals {
  /** "Amount due". */
  readonly label: string;
  readonly amounts: readonly CurrencyTotal[];
}

/** A heading over the rows from this one on, up to the next heading. */
export interface ListGroup {
  readonly from: number;
  readonly name: string;
  readonly note: string;
  readonly totals: readonly CurrencyTotal[];
}

/**
 * A column gives its cell of a row when it is asked for: of 100,000 rows the cells are never all there.
 * `only`: what a program needs and a reader does not, or the other way round.
 */
export type ListColumn = {
  readonly label: string;
  readonly only?: 'csv' | 'print';
} & (
  | { readonly kind: 'text'; cell(row: number): string | null }
  /** As the service sent it: a plain date, or a text that is none. */
  | { readonly kind: 'date'; cell(row: number): string | null }
  /** Epoch milliseconds. */
  | { readonly kind: 'time'; cell(row: number): number | null }
  | { readonly kind: 'amount'; cell(row: number): CurrencyTotal | null }
  | { readonly kind: 'count'; cell(row: number): number | null }
);

/** Where a list is going. */
export type Medium = 'csv' | 'print';

export function columnsFor(table: ListTable, medium: Medium): readonly ListColumn[] {
  return table.columns.filter(({ only }) => only === undefined || only === medium);
}

/** Columns over an array of rows, given row by row instead of by place. */
export function columnsOver<Row>(rows: readonly Row[]) {
  const over =
    <Cell>(read: (row: Row) => Cell) =>
    (at: number): Cell | null => {
      const row = rows[at];
      return row === undefined ? null : read(row);
    };
  const columnOf =
    <Cell, Kind extends ListColumn['kind']>(kind: Kind) =>
    (label: string, read: (row: Row) => Cell | null, options: Pick<ListColumn, 'only'> = {}) => ({
      kind,
      label,
      cell: over(read),
      ...options,
    });
  return {
    text: columnOf<string, 'text'>('text'),
    date: columnOf<string, 'date'>('date'),
    time: columnOf<number, 'time'>('time'),
    amount: columnOf<CurrencyTotal, 'amount'>('amount'),
    count: columnOf<number, 'count'>('count'),
  };
}
