import { memo, useId, useMemo, type Ref } from 'react';
import { useServices } from '../../kit/services.ts';
import { useRowHeights, useGridWindow } from '../../kit/grid/use-grid-window.ts';
import { positionAfterKey, plainEntries } from '../../kit/grid/grid-window.ts';
import { en } from '../../kit/text/en.ts';
import type { PlainDate } from '../../core/time/days.ts';
import type { InvoiceRow } from '../../core/bills/invoice-index.ts';
import type { Column } from './invoice-columns.ts';
import { readField } from '../../kit/parts/invoice-fields.ts';
import './invoice-grid.css';
import { formatCell } from '../../kit/parts/format-field.ts';

export interface InvoiceGridProps {
  readonly gridRef: Ref<HTMLDivElement>;
  readonly rows: readonly InvoiceRow[];
  readonly columns: readonly Column[];
  readonly today: PlainDate;
  /** Place of the current invoice, or null when it is not in the list. */
  readonly position: number | null;
  readonly onMove: (position: number) => void;
  readonly onOpen: () => void;
}

// Row 1 is the row of column headers.
const FIRST_BODY_ROW = 2;

/** All invoices, of which only the visible ones are drawn. Focus and keys as in the list of bills. */
export function InvoiceGrid(props: InvoiceGridProps) {
  const { gridRef, rows, columns, today, position, onMove, onOpen } = props;
  const idPrefix = useId();
  const plain = useMemo(() => plainEntries(rows.length), [rows.length]);
  const { bodyRef, entries, heightPx, pageRows, topOf } = useGridWindow(
    plain,
    position,
    useRowHeights(),
  );

  return (
    <div
      ref={gridRef}
      role="grid"
      aria-label={en.invoices.grid}
      aria-readonly="true"
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length}
      aria-activedescendant={position === null ? undefined : `${idPrefix}${position}`}
      tabIndex={0}
      className="invoice-grid"
      onClick={(event) => {
        const clicked = clickedPosition(event.target);
        if (rows[clicked] === undefined) return;
        onMove(clicked);
        onOpen();
      }}
      onKeyDown={(event) => {
        const next = positionAfterKey(event.key, position, rows.length, pageRows);
        if (next !== null) onMove(next);
        else if (event.key === 'Enter') onOpen();
        else return;
        event.preventDefault();
      }}
    >
      <div role="rowgroup" className="invoice-grid__head">
        <div role="row" aria-rowindex={1} className="invoice-row invoice-row--head">
          {columns.map((column) => (
            <span key={column.field} role="columnheader" className={cellLook(column)}>
              {column.label}
            </span>
          ))}
        </div>
      </div>
      <div role="rowgroup" ref={bodyRef} className="invoice-grid__body">
        <div role="presentation" className="invoice-grid__rows" style={{ blockSize: heightPx }}>
          {entries.map((index) => {
            const row = rows[index];
            return (
              row && (
                <Row
                  key={row.invoice.id}
                  id={`${idPrefix}${index}`}
                  row={row}
                  columns={columns}
                  today={today}
                  rowIndex={index + FIRST_BODY_ROW}
                  isCurrent={index === position}
                  topPx={topOf(index)}
                />
              )
            );
          })}
        </div>
      </div>
    </div>
  );
}

interface RowProps {
  readonly id: string;
  readonly row: InvoiceRow;
  readonly columns: readonly Column[];
  readonly today: PlainDate;
  /** `aria-rowindex`, from 1 for the column headers. */
  readonly rowIndex: number;
  readonly isCurrent: boolean;
  /** Distance from the top of the list, pixels. */
  readonly topPx: number;
}

const Row = memo(({ id, row, columns, today, rowIndex, isCurrent, topPx }: RowProps) => {
  const { locale } = useServices();
  const { invoice } = row;
  return (
    // Keys and clicks are the grid's: it holds the focus for all its rows.
    <div
      role="row"
      id={id}
      aria-rowindex={rowIndex}
      aria-selected={isCurrent}
      className="invoice-row"
      style={{ translate: `0 ${topPx}px` }}
    >
      {columns.map((column) => (
        <span key={column.field} role="gridcell" className={cellLook(column)}>
          {formatCell(readField(column.field, invoice[column.field], invoice), today, locale)}
        </span>
      ))}
    </div>
  );
});

function cellLook({ role }: Column): string {
  return `invoice-row__cell invoice-row__cell--${role}`;
}

/** Place of the row that was clicked, by the row's own count; -1 for none. */
function clickedPosition(target: EventTarget): number {
  const row = target instanceof Element ? target.closest('[aria-rowindex]') : null;
  return row === null ? -1 : Number(row.getAttribute('aria-rowindex')) - FIRST_BODY_ROW;
}
