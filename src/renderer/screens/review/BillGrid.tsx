import { useId, type CSSProperties, type MouseEvent, type Ref } from 'react';
import { useServices } from '../../kit/services.ts';
import { useRowHeights, useGridWindow } from '../../kit/grid/use-grid-window.ts';
import type { Flag } from '../../core/bills/flags/flag.ts';
import { useNamesBesideBills } from '../../kit/hooks/use-organizations.ts';
import { en } from '../../kit/text/en.ts';
import type { PlainDate } from '../../core/time/days.ts';
import { useObservable } from '../../kit/hooks/use-observable.ts';
import type { Approval } from '../../core/outbox/approval.ts';
import './bill-grid.css';
import { BillGridRow } from './BillGridRow.tsx';
import { positionAfterKey } from '../../kit/grid/grid-window.ts';
import type { ListLayout } from './list-layout.ts';
import type { SelectedBills } from './selection.ts';

export interface BillGridProps {
  readonly gridRef: Ref<HTMLDivElement>;
  readonly layout: ListLayout;
  readonly approved: ReadonlyMap<string, Approval>;
  /** What was looked for, to be marked in the rows. */
  readonly words: readonly string[];
  readonly today: PlainDate;
  /** Place of the current bill, or null when it is not in the list. */
  readonly position: number | null;
  readonly selection: SelectedBills;
  readonly onMove: (position: number) => void;
  readonly onOpen: () => void;
  /** Paid and void bills can be among them. */
  readonly withHistory: boolean;
}

/**
 * All bills, of which only the visible ones are drawn. The grid keeps the focus and names the current
 * row (`aria-activedescendant`), so scrolling a row away never loses the focus.
 */
export function BillGrid(props: BillGridProps) {
  const { gridRef, layout, approved, words, today, position, selection, onMove, onOpen } = props;
  const idPrefix = useId();
  const { flags } = useServices().workspace;
  useObservable(flags.version);
  const currentEntry = position === null ? null : layout.entryOfBill(position);
  const names = useNamesBesideBills();
  const heights = useRowHeights();
  const rowPx = heights.rowPx + (names === null ? 0 : ORGANIZATION_LINE_PX);
  const drawn = { ...heights, rowPx };
  const { bodyRef, entries, stuckHeading, heightPx, pageRows, topOf } = useGridWindow(
    layout,
    currentEntry,
    drawn,
  );

  return (
    <div
      ref={gridRef}
      role="grid"
      aria-label={en.review.grid}
      aria-multiselectable
      aria-rowcount={layout.entryCount + 1}
      aria-colcount={COLUMNS}
      aria-activedescendant={currentEntry === null ? undefined : `${idPrefix}${currentEntry}`}
      tabIndex={0}
      className="bill-grid"
      style={rowHeightStyle(rowPx)}
      onClick={(event) => {
        const entry = layout.entryAt(clickedEntry(event.target));
        if (entry?.kind !== 'bill') return;
        if (event.shiftKey) selection.extendTo(position, entry.position);
        else if (event.ctrlKey || event.metaKey) selection.toggle(entry.position);
        onMove(entry.position);
        if (!isForSelecting(event)) onOpen();
      }}
      onMouseDown={(event) => {
        // Otherwise text between the two clicks would be marked.
        if (!event.shiftKey) return;
        event.preventDefault();
        event.currentTarget.focus();
      }}
      onKeyDown={(event) => {
        const bills = layout.rows.length;
        const next = positionAfterKey(event.key, position, bills, pageRows);
        const withControl = event.ctrlKey || event.metaKey;
        if (withControl && event.key.toLowerCase() === 'a') selection.all();
        else if (next !== null) {
          if (event.shiftKey && isStep(event.key)) selection.extendTo(position, next);
          onMove(next);
        } else if (event.key === 'Enter') onOpen();
        else return;
        event.preventDefault();
      }}
    >
      <HeadRow />
      <div role="rowgroup" ref={bodyRef} className="bill-grid__body">
        <div role="presentation" className="bill-grid__rows" style={{ blockSize: heightPx }}>
          {entries.map((index) => {
            const entry = layout.entryAt(index);
            if (entry === null) return null;
            const approval = entry.kind === 'bill' ? approved.get(entry.row.bill.id) : undefined;
            return (
              <BillGridRow
                key={entry.kind === 'bill' ? entry.row.bill.id : `group ${index}`}
                id={`${idPrefix}${index}`}
                entry={entry}
                approval={approval ?? null}
                organization={
                  entry.kind === 'bill' ? (names?.get(entry.row.organizationId) ?? null) : null
                }
                flags={entry.kind === 'bill' ? flags.flagsOf(entry.row.bill.id) : noFlags}
                today={today}
                withHistory={props.withHistory}
                rowIndex={index + FIRST_BODY_ROW}
                isCurrent={index === currentEntry}
                isSelected={entry.kind === 'bill' && selection.ids.has(entry.row.bill.id)}
                topPx={index === stuckHeading ? null : topOf(index)}
                words={words}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

const noFlags: readonly Flag[] = [];
const COLUMNS = 5;
/** What a second line in each row takes. */
const ORGANIZATION_LINE_PX = 8;

function rowHeightStyle(rowPx: number): CSSProperties {
  const variables: Record<`--${string}`, string> = { '--row': `${rowPx}px` };
  return variables;
}
// Row 1 is the row of column headers.
const FIRST_BODY_ROW = 2;

function isForSelecting(event: MouseEvent): boolean {
  return event.shiftKey || event.ctrlKey || event.metaKey;
}

function isStep(key: string): boolean {
  return key === 'ArrowUp' || key === 'ArrowDown';
}

/** Index of the entry that was clicked, by the row's own count; -1 for none. */
function clickedEntry(target: EventTarget): number {
  const row = target instanceof Element ? target.closest('[aria-rowindex]') : null;
  return row === null ? -1 : Number(row.getAttribute('aria-rowindex')) - FIRST_BODY_ROW;
}

function HeadRow() {
  const { columns } = en.review;
  return (
    <div role="rowgroup" className="bill-grid__head">
      <div role="row" aria-rowindex={1} className="bill-row bill-row--head">
        {Object.entries(columns).map(([name, words]) => (
          <span key={name} role="columnheader" className={`bill-row__${name}`}>
            {words}
          </span>
        ))}
      </div>
    </div>
  );
}
