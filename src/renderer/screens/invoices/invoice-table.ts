import type { Column } from './invoice-columns.ts';
import { readField, type FieldValue } from '../../kit/parts/invoice-fields.ts';
import { formatCell } from '../../kit/parts/format-field.ts';
import { en } from '../../kit/text/en.ts';
import type { PlainDate } from '../../core/time/days.ts';
import type { InvoiceRow } from '../../core/bills/invoice-index.ts';
import { columnsOver, type ListColumn, type ListTable } from '../../kit/export/list-table.ts';

export interface InvoiceTableParts {
  readonly rows: readonly InvoiceRow[];
  /** As on screen: the fields of an invoice are not documented. */
  readonly columns: readonly Column[];
  readonly search: string;
  readonly organization: string;
  readonly today: PlainDate;
  readonly locale: string;
}

/** The invoices as they are on screen. Without totals: which of their amounts is owed is not documented. */
export function invoiceTable(parts: InvoiceTableParts): ListTable {
  const { rows, columns, organization } = parts;
  const search = parts.search.trim();
  const column = columnsOver(rows);
  return {
    title: en.app.screens.invoices,
    facts: [organization, ...(search === '' ? [] : [en.export.facts.search(search)])],
    columns: [
      ...columns.map((each) => columnOf(each, parts)),
      column.text(en.export.bills.invoiceId, ({ invoice }) => invoice.id, { only: 'csv' }),
    ],
    rowCount: rows.length,
    formatRows: en.invoices.count,
    groups: [],
    totals: null,
  };
}

function columnOf(
  { field, role, label }: Column,
  { rows, today, locale }: InvoiceTableParts,
): ListColumn {
  const column = columnsOver(rows);
  const read = ({ invoice }: InvoiceRow): FieldValue => readField(field, invoice[field], invoice);
  if (role === 'amount') {
    return column.amount(label, (row) => {
      const value = read(row);
      return value.kind === 'money' ? value : null;
    });
  }
  if (role === 'date') return column.date(label, (row) => dateIn(read(row)));
  return column.text(label, (row) => {
    const value = read(row);
    return value.kind === 'none' ? null : formatCell(value, today, locale);
  });
}

/** The day or the time as the service wrote it; a column of dates may hold a text now and then. */
function dateIn(value: FieldValue): string | null {
  if (value.kind === 'date') return value.date;
  if (value.kind === 'time') return new Date(value.atMs).toISOString();
  return value.kind === 'text' ? value.text : null;
}
