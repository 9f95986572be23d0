import {
  memo,
  useEffect,
  useId,
  useRef,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
} from 'react';
import type { RowHeights } from '../ui/density.ts';
import { Icon } from '../ui/icons.tsx';
import { later } from '../later.tsx';
import { isByKey, menuPlace, type MenuPlace } from '../ui/menu-place.ts';
import '../ui/edge.css';
import './grid.css';
import { positionAfterKey, type GridEntries } from './grid-window.ts';
import { useGridWindow } from './use-grid-window.ts';

const Edge = later(async () => (await import('../ui/Edge.tsx')).Edge);

export interface GridColumn {
  readonly key: string;
  readonly label: string;
  readonly className: string;
  /** Which way the list is sorted by it. */
  readonly sorted?: 'ascending' | 'descending' | 'none';
  /** Sorts by it; again, the other way round. */
  readonly onSort?: () => void;
  /** For a column whose width the user can choose. */
  readonly edge?: ColumnEdge;
}

export interface ColumnEdge {
  readonly label: string;
  /** Beyond a column that takes what is left, a column grows towards it. */
  readonly side: 'start' | 'end';
  readonly variable: `--${string}`;
  /** CSS pixels; null while it is as wide as it was at first. */
  readonly chosenPx: number | null;
  /** What it is as wide as at first, or nearly. */
  readonly usualPx: number;
  /** Null: as wide as it was at first. */
  readonly onResize: (widthPx: number | null) => void;
}

/** Where a row stands. */
export interface RowPlace {
  readonly id: string;
  /** `aria-rowindex`, from 1 for the column headers. */
  readonly rowIndex: number;
  /** Distance from the top of the list, pixels; null for the heading that sticks to it. */
  readonly topPx: number | null;
}

export interface GridProps {
  readonly gridRef: Ref<HTMLDivElement>;
  readonly label: string;
  /** The same until one is another: their row is drawn anew for others. */
  readonly columns: readonly GridColumn[];
  /** Of the row of column headers. */
  readonly headClassName: string;
  readonly entries: GridEntries;
  /** Another for a list of others; of that, what can be seen is drawn first. */
  readonly list?: unknown;
  /** How many of the entries are rows. */
  readonly rows: number;
  readonly heights: RowHeights;
  /** Place of the current row among the rows, and its index among the entries; null when it is not in the list. */
  readonly position: number | null;
  readonly currentEntry: number | null;
  /** Rows can be selected together, otherwise they are only viewed. */
  readonly isSelectable?: boolean;
  readonly onMove: (position: number) => void;
  readonly onOpen: () => void;
  readonly onClickEntry: (index: number, event: MouseEvent) => void;
  /** Follows each drawing: the first and the last entry that can be seen. */
  readonly onDrawn?: (first: number, last: number) => void;
  /** Asked for by the other button or the Menu key. False: there is none for this entry. */
  readonly onMenu?: (index: number, at: MenuPlace) => boolean;
  /** Before a key moves to `next`, or does nothing. True: that was all there is to do. */
  readonly onKey?: (event: KeyboardEvent, next: number | null) => boolean;
  readonly children: (index: number, place: RowPlace) => ReactNode;
}

// Row 1 is the row of column headers.
const FIRST_BODY_ROW = 2;

/**
 * A long list, of which only the visible entries are drawn. The grid keeps the focus and names the current
 * row (`aria-activedescendant`), so scrolling a row away never loses the focus.
 */
export function Grid(props: GridProps) {
  const { gridRef, label, columns, headClassName, entries, list, rows, heights, position } = props;
  const { currentEntry, isSelectable = false, onMove, onOpen } = props;
  const { onClickEntry, onDrawn, onMenu, onKey, children: drawEntry } = props;
  const idPrefix = useId();
  const gridWindow = useGridWindow(entries, currentEntry, heights, list);
  const { bodyRef, entries: drawn, visible, stuckHeading, heightPx, pageRows, topOf } = gridWindow;
  useEffect(() => {
    if (visible !== null) onDrawn?.(...visible);
  });
  const pressed = useRef<Press | null>(null);
  return (
    <div
      ref={gridRef}
      role="grid"
      aria-label={label}
      aria-multiselectable={isSelectable || undefined}
      aria-readonly={isSelectable ? undefined : true}
      aria-rowcount={entries.entryCount + 1}
      aria-colcount={columns.length}
      aria-activedescendant={currentEntry === null ? undefined : `${idPrefix}${currentEntry}`}
      tabIndex={0}
      className="grid"
      style={gridStyle(heights, columns)}
      onClick={(event) => {
        const index = entryOf(clickedRow(event, pressed.current));
        if (index >= 0) onClickEntry(index, event);
      }}
      onContextMenu={(event) => {
        const byKey = isByKey(event);
        const index = byKey ? (currentEntry ?? -1) : entryOf(rowAt(event.target));
        const row = byKey && document.getElementById(`${idPrefix}${index}`);
        const place = menuPlace(event, row || event.currentTarget);
        if (index >= 0 && onMenu?.(index, place)) event.preventDefault();
      }}
      onMouseDown={(event) => {
        const { target, clientX, clientY } = event;
        pressed.current = { row: rowAt(target), clientX, clientY };
        // Otherwise text between the two clicks would be marked.
        if (!isSelectable || !event.shiftKey) return;
        event.preventDefault();
        event.currentTarget.focus();
      }}
      onKeyDown={(event) => {
        const next = positionAfterKey(event.key, position, rows, pageRows);
        if (!onKey?.(event, next)) {
          if (next !== null) onMove(next);
          else if (event.key === 'Enter') onOpen();
          else return;
        }
        event.preventDefault();
      }}
    >
      <GridHead columns={columns} className={headClassName} />
      <div role="rowgroup" ref={bodyRef}>
        <div role="presentation" className="grid__rows" style={{ blockSize: heightPx }}>
          {drawn.map((index) =>
            drawEntry(index, {
              id: `${idPrefix}${index}`,
              rowIndex: index + FIRST_BODY_ROW,
              topPx: index === stuckHeading ? null : topOf(index),
            }),
          )}
        </div>
      </div>
    </div>
  );
}

interface GridHeadProps {
  readonly columns: readonly GridColumn[];
  readonly className: string;
}

const GridHead = memo(({ columns, className }: GridHeadProps) => (
  <div role="rowgroup" className="grid__head">
    <div role="row" aria-rowindex={1} className={`grid-row grid-row--head ${className}`}>
      {columns.map(({ key, ...column }) => (
        <HeadCell key={key} {...column} />
      ))}
    </div>
  </div>
));

export interface GridRowProps extends RowPlace {
  readonly className: string;
  /** It is the one viewed. */
  readonly isCurrent: boolean;
  readonly isSelected: boolean;
  readonly children: ReactNode;
}

/** One row. Keys and clicks are the grid's: it holds the focus for all of them. */
export function GridRow(props: GridRowProps) {
  return (
    <div
      role="row"
      id={props.id}
      aria-rowindex={props.rowIndex}
      aria-selected={props.isSelected}
      aria-current={props.isCurrent ? 'true' : undefined}
      className={`grid-row ${props.className}`}
      style={{ translate: `0 ${props.topPx ?? 0}px` }}
    >
      {props.children}
    </div>
  );
}

/** Keys sort by the menu; a click must not take the focus out of the list. */
function HeadCell({ label, className, sorted, onSort, edge }: Omit<GridColumn, 'key'>) {
  return (
    // By its own name: its edge has another.
    <span role="columnheader" aria-label={label} aria-sort={sorted} className={className}>
      {onSort === undefined ? (
        label
      ) : (
        <button
          type="button"
          tabIndex={-1}
          className="grid__sort"
          onMouseDown={(event) => event.preventDefault()}
          onClick={onSort}
        >
          {label}
          {sorted !== 'none' && <Icon name={sorted === 'ascending' ? 'up' : 'down'} />}
        </button>
      )}
      {edge && (
        <Edge
          {...edge}
          className={`grid__edge grid__edge--${edge.side}`}
          width={{ ...columnWidthPx, nowPx: edge.chosenPx ?? edge.usualPx }}
          stepPx={8}
          partOf={headOf}
          holderOf={gridOf}
        />
      )}
    </span>
  );
}

const columnWidthPx = { leastPx: 48, mostPx: 640 } as const;
const headOf = (edge: Element): Element | null => edge.parentElement;
const gridOf = (edge: Element): HTMLElement | null => edge.closest<HTMLElement>('[role=grid]');

/** What the style sheets know of rows, and of columns that the user resized. */
function gridStyle({ rowPx }: RowHeights, columns: readonly GridColumn[]): CSSProperties {
  const variables: Record<`--${string}`, string> = { '--row': `${rowPx}px` };
  for (const { edge } of columns)
    if (edge && edge.chosenPx !== null) variables[edge.variable] = `${edge.chosenPx}px`;
  return variables;
}

/** Where a button of the mouse went down; pixels of the window. */
interface Press {
  readonly row: Element | null;
  readonly clientX: number;
  readonly clientY: number;
}

/** Farther than this from where it went down, the button was let go elsewhere on purpose. */
const STILL_PX = 4;

/** The row that was clicked. Where the list has moved on under the pointer, it is the one that was pressed. */
function clickedRow({ target, clientX, clientY }: MouseEvent, press: Press | null): Element | null {
  const row = rowAt(target);
  if (row !== null || press === null) return row;
  const movedPx = Math.hypot(clientX - press.clientX, clientY - press.clientY);
  return press.row?.isConnected && movedPx <= STILL_PX ? press.row : null;
}

const rowAt = (target: EventTarget): Element | null =>
  target instanceof Element ? target.closest('[aria-rowindex]') : null;

/** Index of a row's entry, by the row's own count; below 0 for none. */
const entryOf = (row: Element | null): number =>
  row === null ? -1 : Number(row.getAttribute('aria-rowindex')) - FIRST_BODY_ROW;
