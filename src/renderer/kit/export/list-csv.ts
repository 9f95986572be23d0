import { partitionPoint } from '../../../base/partition-point.ts';
import { csvField, csvLine } from '../../../base/csv.ts';
import { messages } from '../text/messages.ts';
import { readPlainDate } from '../../core/time/days.ts';
import { decimalText } from '../ui/money.ts';
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
  const withCurrency = (fields: readonly string[], currency: string): readonly string[] =>
    firstAmount < 0 ? fields : fields.toSpliced(firstAmount, 0, currency);

  const lineOf = (row: number): string => {
    const currency = currencyOf(columns, row);
    const fields = columns.map((column) => fieldOf(column, row, currency));
    return csvLine([...headings.fieldOf(row), ...withCurrency(fields, csvField(currency))]);
  };

  return {
    head:
      BYTE_ORDER_MARK +
      csvLine([...headings.label, ...withCurrency(labels, messages.export.currency)]),
    rows: (from, to) => {
      let text = '';
      for (let row = from; row < Math.min(to, table.rowCount); row++) text += lineOf(row);
      return text;
    },
  };
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

function fieldOf(column: ListColumn, row: number, currency: string): string {
  switch (column.kind) {
    case 'text':
      return csvField(column.cell(row) ?? '');
    case 'date': {
      const text = column.cell(row);
      return readPlainDate(text) ?? csvField(text ?? '');
    }
    case 'time': {
      const atMs = column.cell(row);
      return atMs === null ? '' : new Date(atMs).toISOString();
    }
    case 'amount': {
      const amount = column.cell(row);
      return amount === null ? '' : amountField(amount, currency);
    }
    case 'count': {
      const count = column.cell(row);
      return count === null ? '' : csvField(count);
    }
    default:
      return column satisfies never;
  }
}

/** A second amount in another currency than the row's says so itself: a number alone would be taken for the row's. */
function amountField({ amountCents, currency }: CurrencyTotal, rowCurrency: string): string {
  const number = decimalText(amountCents);
  return currency === rowCurrency ? number : csvField(`${number} ${currency}`.trim());
}
