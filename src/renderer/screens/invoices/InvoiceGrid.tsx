import { memo, useMemo, type Ref } from 'react';
import { useShell } from '../../kit/services/shell.ts';
import { messages } from '../../kit/text/messages.ts';
import type { PlainDate } from '../../../base/days.ts';
import type { Invoice } from '../../../contract/invoice.ts';
import type { InvoiceRow } from '../../core/bills/index/invoice-index.ts';
import type { Column } from './invoice-columns.ts';
import { fieldLabel, readField } from '../../../contract/fields.ts';
import { StatusBadge } from '../../kit/parts/StatusBadge.tsx';
import { Grid, GridRow, type RowPlace } from '../../kit/grid/Grid.tsx';
import { plainEntries } from '../../kit/grid/grid-window.ts';
import { useRowHeights } from '../../kit/grid/use-grid-window.ts';
import './invoice-grid.css';
import { formatCell } from '../../kit/parts/format-field.ts';

export interface InvoiceGridProps {
  readonly gridRef: Ref<HTMLDivElement>;
  readonly rows: readonly InvoiceRow[];
  readonly columns: readonly Column[];
  readonly today: PlainDate;
  /** Position of the current invoice; null when it is not in the list. */
  readonly position: number | null;
  readonly onMove: (position: number) => void;
  readonly onOpen: () => void;
}

/** The list of invoices. Focus and keys work as in the list of bills. */
export function InvoiceGrid(props: InvoiceGridProps) {
  const { gridRef, rows, columns, today, position, onMove, onOpen } = props;
  const entries = useMemo(() => plainEntries(rows.length), [rows.length]);
  return (
    <Grid
      gridRef={gridRef}
      label={messages.invoices.grid}
      columns={columns.map((column) => ({
        key: column.field,
        label: column.label,
        className: cellClass(column),
      }))}
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
              isCurrent={index === position}
            />
          )
        );
      }}
    </Grid>
  );
}

interface InvoiceGridRowProps extends Pick<InvoiceGridProps, 'columns' | 'today'>, RowPlace {
  readonly row: InvoiceRow;
  readonly isCurrent: boolean;
}

const InvoiceGridRow = memo((props: InvoiceGridRowProps) => {
  const { row, columns, today, isCurrent } = props;
  const { invoice } = row;
  return (
    <GridRow {...props} className="invoice-row" isSelected={isCurrent}>
      {columns.map((column) => (
        <span key={column.field} role="gridcell" className={cellClass(column)} dir="auto">
          <Cell column={column} invoice={invoice} today={today} />
        </span>
      ))}
    </GridRow>
  );
});

type CellProps = Pick<InvoiceGridProps, 'today'> & {
  readonly column: Column;
  readonly invoice: Invoice;
};

function Cell({ column: { field, role }, invoice, today }: CellProps) {
  const { locale } = useShell();
  const value = readField(field, invoice[field], invoice);
  if (role === 'status' && value.kind === 'text') return <InvoiceStatus status={value.text} />;
  return formatCell(value, today, locale);
}

/** A status in the same words as a bill's, or in the service's own word. */
export function InvoiceStatus({ status }: { readonly status: string }) {
  const isCode = /^[a-z_]+$/u.test(status) && !Object.hasOwn(messages.statuses, status);
  return <StatusBadge status={isCode ? fieldLabel(status) : status} />;
}

function cellClass({ role }: Column): string {
  return `invoice-row__cell cut invoice-row__cell--${role}`;
}
