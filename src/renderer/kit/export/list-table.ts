import type { ReportSection } from './report-print.ts';
import { sayAll } from '../text/say.ts';
import type { CurrencyTotal } from '../../core/model/currency-totals.ts';

/** A list for export: every row, in the order and groups on screen. */
export interface ListTable {
  readonly title: string;
  /** Description of the list, a sentence each: organization, filters, search, order. */
  readonly facts: readonly string[];
  /** Warning that rows may be missing, shown when the list is saved and in print. */
  readonly warning?: string | null;
  readonly columns: readonly TableColumn[];
  readonly rowCount: number;
  /** Text for a number of rows, such as "100,000 bills". */
  readonly formatRows: (count: number) => string;
  /** Groups in order; empty for a list without groups. */
  readonly groups: readonly ListGroup[];
  /** Totals per currency, never added together; null where a sum means nothing. */
  readonly totals: ListTotals | null;
  /** Prints a report instead of lines. */
  readonly report?: () => readonly ReportSection[];
  /** Prints each row as a page instead of a line. */
  readonly pageOf?: (row: number) => RecordPage;
}

/** One row in full, on its own page. */
export interface RecordPage {
  readonly title: string;
  readonly parts: readonly RecordPart[];
}

export interface RecordPart {
  readonly title: string;
  /** Lines of label and text. */
  readonly lines: readonly (readonly [label: string, text: string])[];
}

export interface ListTotals {
  /** Name of the sums, such as "Amount due". */
  readonly label: string;
  readonly amounts: readonly CurrencyTotal[];
}

/** A heading for the rows from `from` up to the next heading. */
export interface ListGroup {
  readonly from: number;
  readonly name: string;
  readonly note: string;
  readonly totals: readonly CurrencyTotal[];
}

/**
 * A column. It computes its cells on demand, so that the cells of 100,000 rows are never in memory together.
 * `only` limits it to programs (`csv`) or readers (`print`).
 */
export type TableColumn = {
  readonly label: string;
  readonly only?: 'csv' | 'print';
} & (
  | {
      readonly kind: 'text';
      cell(row: number): string | null;
      /** Second line in print. */
      readonly below?: (row: number) => string | null;
      /** Whether it holds numbers of documents, which stay on one line in print. */
      readonly isNumber?: boolean;
    }
  /** The service's text: a plain date, or text that isn't a date. */
  | { readonly kind: 'date'; cell(row: number): string | null }
  /** Epoch milliseconds. */
  | { readonly kind: 'time'; cell(row: number): number | null }
  | { readonly kind: 'amount'; cell(row: number): CurrencyTotal | null }
  | { readonly kind: 'count'; cell(row: number): number | null }
);

/** Joins several warnings to one `ListTable.warning`; null for none. */
export function joinWarnings(...warnings: readonly (string | null)[]): string | null {
  const all = warnings.filter((each) => each !== null);
  return all.length === 0 ? null : sayAll(' ', all);
}

export function columnsFor(table: ListTable, medium: 'csv' | 'print'): readonly TableColumn[] {
  return table.columns.filter(({ only }) => only === undefined || only === medium);
}

/** Builds columns over an array of rows, so that a cell function receives the row instead of its index. */
export function columnsOver<Row>(rows: readonly Row[]) {
  const over =
    <Cell>(read: (row: Row) => Cell) =>
    (at: number): Cell | null => {
      const row = rows[at];
      return row === undefined ? null : read(row);
    };
  const columnOf =
    <Cell, Kind extends TableColumn['kind']>(kind: Kind) =>
    (label: string, read: (row: Row) => Cell | null, options: Pick<TableColumn, 'only'> = {}) => ({
      kind,
      label,
      cell: over(read),
      ...options,
    });
  return {
    text: columnOf<string, 'text'>('text'),
    number: (label: string, read: (row: Row) => string | null) => ({
      ...columnOf<string, 'text'>('text')(label, read),
      isNumber: true,
    }),
    /** Text with a second line below it in print. */
    textOver: (
      label: string,
      read: (row: Row) => string | null,
      below: (row: Row) => string | null,
    ) => ({ ...columnOf<string, 'text'>('text')(label, read), below: over(below) }),
    date: columnOf<string, 'date'>('date'),
    time: columnOf<number, 'time'>('time'),
    amount: columnOf<CurrencyTotal, 'amount'>('amount'),
    count: columnOf<number, 'count'>('count'),
  };
}
