import { partitionPoint } from '../../../base/partition-point.ts';
import { csvField, csvLine, tabCell } from '../../../base/csv.ts';
import { messages } from '../text/messages.ts';
import { plainDateAt, readPlainDate } from '../../../base/days.ts';
import { CENTS_PER_UNIT } from '../../../contract/assumptions.ts';
import { moneyDigits, plainAmount } from '../../../bridge/money.ts';
import type { CurrencyTotal } from '../../core/model/currency-totals.ts';
import { columnsFor, type TableColumn, type ListTable } from './list-table.ts';

/**
 * Without this mark, Excel reads a CSV in the computer's legacy code page and breaks accented names.
 * LibreOffice, Numbers and other programs accept UTF-8 with and without it.
 */
const BYTE_ORDER_MARK = '\uFEFF';

/** A list as CSV: the header once, then any range of rows. */
export interface ListCsv {
  readonly head: string;
  rows(from: number, to: number): string;
}

/**
 * RFC 4180 in UTF-8: plain decimal amounts, preceded by a currency column, dates as YYYY-MM-DD, local times as on
 * screen under a header that names their zone, and the row's group in the first column. In a locale with decimal
 * commas, amounts have them too, and semicolons separate the fields: a spreadsheet there would read 5.12 as a day, and a
 * comma as part of a field.
 */
export function csvOf(table: ListTable, locale: string): ListCsv {
  const decimal = decimalMarkOf(locale);
  const separator = decimal === ',' ? ';' : ',';
  const columns = columnsFor(table, 'csv');
  const firstAmount = columns.findIndex(({ kind }) => kind === 'amount');
  const labels = columns.map(({ kind, label }) =>
    csvField(kind === 'time' ? `${label} (${localZone()})` : label),
  );
  const headings = headingsOf(table);
  const style = { write: csvField, decimal, digitsOf: createDigits(table) };
  const lineOf = (row: number): string =>
    csvLine([...headings.fieldOf(row), ...fieldsOf(columns, row, style)], separator);

  return {
    head:
      BYTE_ORDER_MARK +
      csvLine(
        [
          ...headings.label,
          ...(firstAmount < 0
            ? labels
            : labels.toSpliced(firstAmount, 0, messages.export.currency)),
        ],
        separator,
      ),
    rows: (from, to) => {
      let text = '';
      for (let row = from; row < Math.min(to, table.rowCount); row++) text += lineOf(row);
      return text;
    },
  };
}

/** All rows for the clipboard: the cells of the CSV separated by tabs, without headers and groups. */
export function tabRowsOf(table: ListTable, locale: string): string {
  const columns = columnsFor(table, 'csv');
  const style = {
    ...{ write: tabCell, decimal: decimalMarkOf(locale) },
    digitsOf: createDigits(table),
  };
  const lineOf = (_: unknown, row: number): string => fieldsOf(columns, row, style).join('\t');
  return Array.from({ length: table.rowCount }, lineOf).join('\n');
}

type DecimalMark = '.' | ',';

function decimalMarkOf(locale: string): DecimalMark {
  return new Intl.NumberFormat(locale).format(0.5).includes(',') ? ',' : '.';
}

interface FieldStyle {
  /** Escapes a text or a number for its target. */
  readonly write: (value: string | number) => string;
  readonly decimal: DecimalMark;
  readonly digitsOf: (column: AmountColumn, amount: CurrencyTotal) => number;
}

type AmountColumn = Extract<TableColumn, { kind: 'amount' }>;

/** Decimals of an amount: two also for whole yen if another amount in yen of the column has cents. */
function createDigits({ rowCount }: ListTable): FieldStyle['digitsOf'] {
  const withCents = new Map<AmountColumn, ReadonlySet<string>>();
  const currenciesWithCents = ({ cell }: AmountColumn): ReadonlySet<string> => {
    const found = new Set<string>();
    for (let row = 0; row < rowCount; row++) {
      const amount = cell(row);
      if (amount && amount.amountCents % CENTS_PER_UNIT !== 0) found.add(amount.currency);
    }
    return found;
  };
  return (column, { amountCents, currency }) => {
    const digits = moneyDigits(amountCents, currency);
    if (digits > 0) return digits;
    const found = withCents.get(column) ?? currenciesWithCents(column);
    withCents.set(column, found);
    return found.has(currency) ? moneyDigits(1, currency) : digits;
  };
}

/** Fields of a row, with its currency before the first amount. */
function fieldsOf(
  columns: readonly TableColumn[],
  row: number,
  style: FieldStyle,
): readonly string[] {
  const currency = currencyOf(columns, row);
  const fields = columns.map((column) => fieldOf(column, row, currency, style));
  const firstAmount = columns.findIndex(({ kind }) => kind === 'amount');
  return firstAmount < 0 ? fields : fields.toSpliced(firstAmount, 0, style.write(currency));
}

/** The group heading of each row, if the list has groups. */
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

/** The last group that begins at or before the row. Groups are in order and may be thousands. */
function lastAt(groups: ListTable['groups'], row: number): number {
  const begun = partitionPoint(groups.length, (at) => (groups[at]?.from ?? 0) <= row);
  return Math.max(0, begun - 1);
}

/** Currency of a row: the one of its first amount. */
function currencyOf(columns: readonly TableColumn[], row: number): string {
  for (const column of columns) {
    const amount = column.kind === 'amount' ? column.cell(row) : null;
    if (amount !== null) return amount.currency;
  }
  return '';
}

function fieldOf(column: TableColumn, row: number, currency: string, style: FieldStyle): string {
  const { write } = style;
  switch (column.kind) {
    case 'text':
      return write(column.cell(row) ?? '');
    case 'date': {
      const text = column.cell(row);
      return readPlainDate(text) ?? write(text ?? '');
    }
    case 'time': {
      const atMs = column.cell(row);
      return atMs === null ? '' : write(localTime(atMs));
    }
    case 'amount': {
      const amount = column.cell(row);
      return amount === null
        ? ''
        : amountField(amount, currency, style.digitsOf(column, amount), style);
    }
    case 'count': {
      const count = column.cell(row);
      return count === null ? '' : write(count);
    }
    default:
      return column satisfies never;
  }
}

/** IANA name of the local time zone, for the header: spreadsheets would read a time with an offset as text. */
const localZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Local day and time in a form that spreadsheets recognize: “2026-11-30 19:51:20”. */
function localTime(atMs: number): string {
  return `${plainDateAt(atMs)} ${new Date(atMs).toTimeString().slice(0, 8)}`;
}

/**
 * An amount. If its currency isn't the row's, the field names it: a plain number would be read in the row's
 * currency.
 */
function amountField(
  { amountCents, currency }: CurrencyTotal,
  rowCurrency: string,
  digits: number,
  { write, decimal }: FieldStyle,
): string {
  const number = plainAmount(amountCents, currency, digits).replace('.', decimal);
  return currency === rowCurrency ? number : write(`${number} ${currency}`.trim());
}
