import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { memo, useCallback, useEffect, useId, useState, type Ref } from 'react';
import { useServices } from '../app/services.ts';
import { useRowHeights } from '../app/use-row-heights.ts';
import { positionAfterKey } from '../review/grid-navigation.ts';
import { en } from '../text/en.ts';
import type { PlainDate } from '../ui/dates.ts';
import type { InvoiceRow } from '../workspace.ts';
import type { Column } from './invoice-columns.ts';
import { readField } from './invoice-fields.ts';
import './invoice-grid.css';
import { sayCell } from './say-field.ts';

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

const OVERSCAN = 12;
/** The column headers, which stay above the rows; as in invoice-grid.css. */
const HEAD_PX = 31;
// Row 1 is the row of column headers.
const FIRST_BODY_ROW = 2;

/** All invoices, of which only the visible ones are drawn. Focus and keys as in the list of bills. */
export function InvoiceGrid(props: InvoiceGridProps) {
  const { gridRef, rows, columns, today, position, onMove, onOpen } = props;
  const idPrefix = useId();
  const { rowPx } = useRowHeights();
  const [body, setBody] = useState<HTMLDivElement | null>(null);
  // The grid scrolls, since it is what has the focus.
  const scroller = body?.parentElement ?? null;
  const virtualizer = useRows(rows.length, rowPx, scroller, position);

  useEffect(() => {
    if (position !== null) virtualizer.scrollToIndex(position, { align: 'auto' });
  }, [virtualizer, position]);

  const pageRows = (): number =>
    Math.max(1, Math.floor(((scroller?.clientHeight ?? rowPx) - HEAD_PX) / rowPx) - 1);

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
        const next = positionAfterKey(event.key, position, rows.length, pageRows());
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
      <div role="rowgroup" ref={setBody} className="invoice-grid__body">
        <div
          role="presentation"
          className="invoice-grid__rows"
          style={{ blockSize: virtualizer.getTotalSize() }}
        >
          {virtualizer.getVirtualItems().map(({ index, start }) => {
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
                  topPx={start - HEAD_PX}
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
          {sayCell(readField(column.field, invoice[column.field], invoice), today, locale)}
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

/** Places rows of one height; keeps the current one drawn, which the grid names. */
function useRows(
  count: number,
  rowPx: number,
  scroller: HTMLElement | null,
  position: number | null,
) {
  return useVirtualizer({
    count,
    getScrollElement: () => scroller,
    estimateSize: () => rowPx,
    // Of the height too: otherwise the heights of the old density would be kept.
    getItemKey: useCallback((index: number) => `${index} ${rowPx}`, [rowPx]),
    overscan: OVERSCAN,
    scrollMargin: HEAD_PX,
    scrollPaddingStart: HEAD_PX,
    rangeExtractor: useCallback(
      (range: Range) => {
        const shown = new Set(defaultRangeExtractor(range));
        if (position !== null && position < range.count) shown.add(position);
        return [...shown].toSorted((left, right) => left - right);
      },
      [position],
    ),
  });
}
