import { partitionPoint } from '../../../base/partition-point.ts';
import { csvField, csvLine, tabCell } from '../../../base/csv.ts';
import { messages } from '../text/messages.ts';
import { readPlainDate } from '../../../base/days.ts';
import { decimalText } from '../../../bridge/money.ts';
import type { CurrencyTotal } from '../../core/bills/currency-totals.ts';
import { columnsFor, type ListColumn, type ListTable } from './list-table.ts';

/**
 * Excel takes a CSV without this mark for the computer's old code page, and every name with an accent
 * is broken; LibreOffice, Numbers and programs that read UTF-8 with or without it read both.
 */
const BYTE_ORDER_MARK = '\uFEFF';

/** A list as CSV: the head once, then any stretch of rows. */
export interface ListCsv {
  readonly head: string;
  rows(from: number, to: number): string;
}

/**
 * RFC 4180 in UTF-8: plain decimal amounts with a dot, their currency in a column before them, dates as
 * YYYY-MM-DD, times in UTC, the heading a row stands under in the first column.
 */
export function csvOf(table: ListTable): ListCsv {
  const columns = columnsFor(table, 'csv');
  const firstAmount = columns.findIndex(({ kind }) => kind === 'amount');
  const labels = columns.map(({ label }) => csvField(label));
  const headings = headingsOf(table);
  const lineOf = (row: number): string =>
    csvLine([...headings.fieldOf(row), ...fieldsOf(columns, row, csvField)]);

  return {
    head:
      BYTE_ORDER_MARK +
      csvLine([
        ...headings.label,
        ...(firstAmount < 0 ? labels : labels.toSpliced(firstAmount, 0, messages.export.currency)),
      ]),
    rows: (from, to) => {
      let text = '';
      for (let row = from; row < Math.min(to, table.rowCount); row++) text += lineOf(row);
      return text;
    },
  };
}

/** All rows for the clipboard, with the cells a CSV has between tabs: no heads, no headings. */
export function tabRowsOf(table: ListTable): string {
  const columns = columnsFor(table, 'csv');
  const lineOf = (_: unknown, row: number): string => fieldsOf(columns, row, tabCell).join('\t');
  return Array.from({ length: table.rowCount }, lineOf).join('\n');
}

/** How a text or a number is written where it is going. */
type Write = (value: string | number) => string;

/** A row's fields, with its currency before its first amount. */
function fieldsOf(columns: readonly ListColumn[], row: number, write: Write): readonly string[] {
  const currency = currencyOf(columns, row);
  const fields = columns.map((column) => fieldOf(column, row, currency, write));
  const firstAmount = columns.findIndex(({ kind }) => kind === 'amount');
  return firstAmount < 0 ? fields : fields.toSpliced(firstAmount, 0, write(currency));
}

/** The heading each row stands under, where there are headings. */
function headingsOf({ groups }: ListTable) {
  if (groups.length === 0) return { label: [], fieldOf: () => [] };
  return {
    label: [messages.export.group],
    fieldOf: (row: number): readonly string[] => {
      const at = lastAt(groups, row);
      return [csvField(groups[at]?.name ?? '')];
    },
  };
}

/** The last group that begins at or before the row. Groups stand in order, and may be thousands. */
function lastAt(groups: ListTable['groups'], row: number): number {
  const begun = partitionPoint(groups.length, (at) => (groups[at]?.from ?? 0) <= row);
  return Math.max(0, begun - 1);
}

/** The currency of a row: that of its first amount. */
function currencyOf(columns: readonly ListColumn[], row: number): string {
  for (const column of columns) {
    const amount = column.kind === 'amount' ? column.cell(row) : null;
    if (amount !== null) return amount.currency;
  }
  return '';
}

function fieldOf(column: ListColumn, row: number, currency: string, write: Write): string {
  switch (column.kind) {
    case 'text':
      return write(column.cell(row) ?? '');
    case 'date': {
      const text = column.cell(row);
      return readPlainDate(text) ?? write(text ?? '');
    }
    case 'time': {
      const atMs = column.cell(row);
      return atMs === null ? '' : new Date(atMs).toISOString();
    }
    case 'amount': {
      const amount = column.cell(row);
      return amount === null ? '' : amountField(amount, currency, write);
    }
    case 'count': {
      const count = column.cell(row);
      return count === null ? '' : write(count);
    }
    default:
      return column satisfies never;
  }
}

/** A second amount in another currency than the row's says so itself: a number alone would be taken for the row's. */
function amountField(
  { amountCents, currency }: CurrencyTotal,
  rowCurrency: string,
  write: Write,
): string {
  const number = decimalText(amountCents);
  return currency === rowCurrency ? number : write(`${number} ${currency}`.trim());
}
