import { memo, useMemo } from 'react';
import { useShell } from '../../kit/services/shell.ts';
import { messages } from '../../kit/text/messages.ts';
import type { PlainDate } from '../../../base/days.ts';
import type { Invoice } from '../../../contract/invoice.ts';
import type { InvoiceRow } from '../../core/bills/index/invoice-index.ts';
import {
  type InvoiceColumn,
  type InvoiceOrder,
  isOverdue,
  type KnownColumns,
  knownColumns,
  readCell,
} from './invoice-columns.ts';
import { fieldLabel } from '../../../contract/items/fields.ts';
import { StatusBadge } from '../../kit/parts/StatusBadge.tsx';
import {
  Grid,
  type GridColumn,
  type GridProps,
  GridRow,
  type RowPlace,
} from '../../kit/grid/Grid.tsx';
import { plainEntries } from '../../kit/grid/grid-window.ts';
import { useRowHeights } from '../../kit/grid/use-grid-window.ts';
import './invoice-grid.css';
import { formatCell } from '../../kit/parts/format-field.ts';

export interface InvoiceGridProps extends Pick<
  GridProps,
  'gridRef' | 'position' | 'onMove' | 'onOpen'
> {
  readonly rows: readonly InvoiceRow[];
  readonly columns: readonly InvoiceColumn[];
  readonly today: PlainDate;
  readonly order: InvoiceOrder;
  readonly onSort: (order: InvoiceOrder) => void;
}

/** The list of invoices, with the same focus and keys as the list of bills. */
export function InvoiceGrid(props: InvoiceGridProps) {
  const { gridRef, rows, columns, today, order, onSort, position, onMove, onOpen } = props;
  const entries = useMemo(() => plainEntries(rows.length), [rows.length]);
  const known = useMemo(() => knownColumns(columns), [columns]);
  const heads = useMemo(
    () =>
      columns.map((column) => ({
        ...headOf(column, order, onSort),
        className: cellClass(column, known),
      })),
    [columns, known, order, onSort],
  );
  return (
    <Grid
      gridRef={gridRef}
      label={messages.invoices.grid}
      columns={heads}
      list={order}
      headClassName="invoice-row invoice-row--head"
      entries={entries}
      rows={rows.length}
      heights={useRowHeights()}
      position={position}
      currentEntry={position}
      onMove={onMove}
      onOpen={onOpen}
      onClickEntry={(index) => {
        if (rows[index] === undefined) return;
        onMove(index);
        onOpen();
      }}
    >
      {(index, place) => {
        const row = rows[index];
        return (
          row && (
            <InvoiceGridRow
              key={row.invoice.id}
              {...place}
              row={row}
              columns={columns}
              today={today}
              known={known}
              isCurrent={index === position}
            />
          )
        );
      }}
    </Grid>
  );
}

/** A header that sorts: amounts and dates first in descending order, names in ascending order. */
function headOf(
  column: InvoiceColumn,
  order: InvoiceOrder,
  onSort: InvoiceGridProps['onSort'],
): Omit<GridColumn, 'className'> {
  const { field, label, role } = column;
  const isSorted = order.field === field;
  const isDescending = isSorted ? !order.descending : role === 'amount' || role === 'date';
  return {
    key: field,
    label,
    sorted: isSorted ? (order.descending ? 'descending' : 'ascending') : 'none',
    onSort: () => onSort({ field, descending: isDescending }),
  };
}

interface InvoiceGridRowProps extends Pick<InvoiceGridProps, 'columns' | 'today'>, RowPlace {
  readonly row: InvoiceRow;
  readonly known: KnownColumns;
  readonly isCurrent: boolean;
}

const InvoiceGridRow = memo((props: InvoiceGridRowProps) => {
  const { row, columns, today, known, isCurrent } = props;
  const { invoice } = row;
  const isLate = isOverdue(invoice, known, today);
  return (
    <GridRow {...props} className="invoice-row" isSelected={isCurrent}>
      {columns.map((column) => (
        <span key={column.field} role="gridcell" className={cellClass(column, known)} dir="auto">
          <Cell
            column={column}
            invoice={invoice}
            today={today}
            isLate={isLate && column === known.dueDate}
          />
        </span>
      ))}
    </GridRow>
  );
});

type CellProps = Pick<InvoiceGridProps, 'today'> & {
  readonly column: InvoiceColumn;
  readonly invoice: Invoice;
  readonly isLate: boolean;
};

function Cell({ column, invoice, today, isLate }: CellProps) {
  const { locale } = useShell();
  const value = readCell(invoice, column);
  if (column.role === 'status' && value.kind === 'text')
    return <InvoiceStatus status={value.text} />;
  const text = formatCell(value, today, locale);
  if (!isLate) return text;
  return (
    <span className="invoice-row__late">
      {text}
      <span className="visually-hidden"> {messages.invoices.overdue}</span>
    </span>
  );
}

/** A known status with the label of a bill's status; another one as the service wrote it. */
export function InvoiceStatus({ status }: { readonly status: string }) {
  return (
    <StatusBadge status={Object.hasOwn(messages.statuses, status) ? status : statusLabel(status)} />
  );
}

export function statusLabel(status: string): string {
  const names: Readonly<Record<string, string>> = {
    ...messages.invoices.statuses,
    ...messages.statuses,
  };
  if (Object.hasOwn(names, status)) return names[status] ?? status;
  return /^[a-z_]+$/u.test(status) ? fieldLabel(status) : status;
}

function cellClass(column: InvoiceColumn, { dueDate, owed }: KnownColumns): string {
  const { role } = column;
  const main = role === 'date' ? dueDate : role === 'amount' ? owed : null;
  const rank = main === null ? '' : main === column ? 'main' : 'less';
  return `invoice-row__cell cut invoice-row__cell--${role} invoice-row__cell--${rank}`;
}
