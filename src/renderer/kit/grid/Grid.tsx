import {
  memo,
  useId,
  useRef,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { columnWidthPx } from '../../../bridge/settings.ts';
import type { RowHeights } from '../ui/density.ts';
import { Icon } from '../ui/icons.tsx';
import { isByKey, menuPlace, type MenuPlace } from '../ui/menu-place.ts';
import { usePainted } from '../ui/painted.ts';
import './grid.css';
import { positionAfterKey, type GridEntries } from './grid-window.ts';
import { useListKeys } from '../hooks/use-shortcuts.ts';
import { useGridWindow } from './use-grid-window.ts';
import { Edge } from '../ui/Edge.tsx';

export interface GridColumn {
  readonly key: string;
  readonly label: string;
  readonly className: string;
  readonly style?: CSSProperties | undefined;
  /** Sort direction of the list by this column. */
  readonly sorted?: 'ascending' | 'descending' | 'none';
  /** Sorts by this column; a second call reverses the order. */
  readonly onSort?: () => void;
  /** Edge of a column that the user can resize. */
  readonly edge?: ColumnEdge;
}

export interface ColumnEdge {
  readonly label: string;
  /** Side of the edge. A column after the flexible one grows towards its start. */
  readonly side: 'start' | 'end';
  readonly variable: `--${string}`;
  /** Width the user chose, CSS pixels; null for the default width. */
  readonly chosenPx: number | null;
  /** Approximate default width, CSS pixels. */
  readonly usualPx: number;
  /** Least width that shows all values, CSS pixels at the default text size; null for none. */
  readonly leastPx: number | null;
  /** Called with the new width in CSS pixels; null resets it. */
  readonly onResize: (widthPx: number | null) => void;
}

export interface RowPlace {
  readonly id: string;
  /** `aria-rowindex`; the column headers are row 1. */
  readonly rowIndex: number;
  /** Distance from the top of the list, pixels; null for the sticky heading. */
  readonly topPx: number | null;
}

export interface GridProps {
  readonly gridRef: RefObject<HTMLDivElement | null>;
  readonly label: string;
  /** Columns. A new array redraws the header row. */
  readonly columns: readonly GridColumn[];
  readonly headClassName: string;
  readonly entries: GridEntries;
  /** Identity of the list. For a new list, the visible rows are drawn first. */
  readonly list?: unknown;
  /** Number of entries that are rows. */
  readonly rows: number;
  readonly heights: RowHeights;
  /** Position of the current row among the rows, and its index among the entries; null when it is not in the list. */
  readonly position: number | null;
  readonly currentEntry: number | null;
  /** Whether several rows can be selected; otherwise rows are only viewed. */
  readonly isSelectable?: boolean;
  readonly onMove: (position: number) => void;
  readonly onOpen: () => void;
  readonly onClickEntry: (index: number, event: MouseEvent) => void;
  /** Called after each paint with the first and last visible entry; null when none is visible. */
  readonly onDrawn?: (visible: readonly [first: number, last: number] | null) => void;
  /** Opens the context menu of an entry. Returns false if the entry has none. */
  readonly onMenu?: (index: number, at: MenuPlace) => boolean;
  /** Called before a key moves to `next` or does nothing. True if it handled the key. */
  readonly onKey?: (event: KeyboardEvent, next: number | null) => boolean;
  readonly children: (index: number, place: RowPlace) => ReactNode;
}

// Row 1 is the header row.
const FIRST_BODY_ROW = 2;

/**
 * A long list that draws only its visible entries. The grid keeps the focus and names the current row
 * (`aria-activedescendant`), so scrolling a row away never loses the focus.
 */
export function Grid(props: GridProps) {
  const { gridRef, label, columns, headClassName, entries, list, rows, heights, position } = props;
  const { currentEntry, isSelectable = false, onMove, onOpen } = props;
  const { onClickEntry, onDrawn, onMenu, onKey, children: drawEntry } = props;
  useListKeys(gridRef);
  const idPrefix = useId();
  const gridWindow = useGridWindow(entries, currentEntry, heights, list);
  const {
    bodyRef,
    entries: drawn,
    visible,
    stuckHeading,
    heightPx,
    pageRows,
    wide,
    topOf,
  } = gridWindow;
  usePainted(() => onDrawn?.(visible));
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
      data-wide={wide}
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
        // Pressing a button with the mouse leaves the focus in the list, so that the list's keys act.
        const isOnButton = event.isDefaultPrevented();
        // Prevents the browser from selecting the text between two clicks.
        if (!isOnButton && (!isSelectable || !event.shiftKey)) return;
        event.preventDefault();
        event.currentTarget.focus();
      }}
      onKeyDown={(event) => {
        const inHead = event.target !== event.currentTarget;
        // The buttons and edges of the header row keep these keys.
        if (inHead && isHeadKey(event)) return moveInHead(event);
        const next = positionAfterKey(event.key, position, rows, pageRows);
        if (inHead && next === null) return;
        if (inHead) event.currentTarget.focus();
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
  readonly isCurrent: boolean;
  readonly isSelected: boolean;
  readonly children: ReactNode;
}

/** One row. The grid handles keys and clicks for all rows, because it has the focus. */
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

export interface GridGroupRowProps extends RowPlace {
  /** Number of columns that the heading spans. */
  readonly columns: number;
  readonly children: ReactNode;
}

/** The heading of a group of rows. It stays on screen while its rows are. */
export function GridGroupRow({ id, rowIndex, topPx, columns, children }: GridGroupRowProps) {
  return (
    <div
      role="row"
      id={id}
      aria-rowindex={rowIndex}
      className={topPx === null ? 'group-row group-row--stuck' : 'group-row'}
      style={{ translate: `0 ${topPx ?? 0}px` }}
    >
      <div role="rowheader" aria-colspan={columns} className="group-row__cell">
        {children}
      </div>
    </div>
  );
}

const sortSteps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };
/** Up and Down move from an edge to its neighbors, because Left and Right resize the column. */
const edgeSteps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

const headSteps = ({ target }: KeyboardEvent): Readonly<Record<string, number>> =>
  target instanceof Element && target.matches('.grid__edge') ? edgeSteps : sortSteps;

/** Whether the key acts on the header row, which has the focus. Other movement keys return to the list. */
function isHeadKey(event: KeyboardEvent): boolean {
  return ['Enter', ' ', 'Tab'].includes(event.key) || event.key in headSteps(event);
}

/** Moves along the buttons and edges of the header row. Tab reaches only the buttons. */
function moveInHead(event: KeyboardEvent): void {
  const step = headSteps(event)[event.key];
  if (step === undefined || !(event.target instanceof Element)) return;
  const head = event.target.closest('.grid__head');
  const stops = [...(head?.querySelectorAll<HTMLElement>('.grid__sort, .grid__edge') ?? [])];
  const shown = stops.filter((stop) => stop.checkVisibility());
  const isBackward = sortSteps[event.key] && getComputedStyle(event.target).direction === 'rtl';
  const at = shown.findIndex((stop) => stop === event.target);
  shown[at + (isBackward ? -step : step)]?.focus();
  event.preventDefault();
}

/** A column header. A click on it keeps the focus in the list. */
function HeadCell({ label, className, style, sorted, onSort, edge }: Omit<GridColumn, 'key'>) {
  const leastPx = Math.max(columnWidthPx.least, edge?.leastPx ?? 0);
  const maxPx = Math.max(columnWidthPx.most, leastPx);
  return (
    // Labeled explicitly, because its edge has a label of its own.
    <span
      role="columnheader"
      aria-label={label}
      aria-sort={sorted}
      className={className}
      style={style}
    >
      {onSort === undefined ? (
        label
      ) : (
        <button
          type="button"
          className="grid__sort"
          onMouseDown={(event) => event.preventDefault()}
          onClick={onSort}
        >
          <span>{label}</span>
          {sorted !== 'none' && <Icon name={sorted === 'ascending' ? 'up' : 'down'} />}
        </button>
      )}
      {edge && (
        <Edge
          {...edge}
          isTabStop={false}
          className={`grid__edge grid__edge--${edge.side}`}
          width={{ nowPx: Math.max(leastPx, edge.chosenPx ?? edge.usualPx), minPx: leastPx, maxPx }}
          stepPx={8}
          partOf={headOf}
          holderOf={gridOf}
        />
      )}
    </span>
  );
}

const headOf = (edge: Element): Element | null => edge.parentElement;
const gridOf = (edge: Element): HTMLElement | null => edge.closest<HTMLElement>('[role=grid]');

/** CSS variables for the row height and resized columns. */
function gridStyle({ rowPx }: RowHeights, columns: readonly GridColumn[]): CSSProperties {
  const variables: Record<`--${string}`, string> = { '--row': `${rowPx}px` };
  for (const { edge } of columns) {
    if (edge && edge.chosenPx !== null) variables[edge.variable] = `${edge.chosenPx}px`;
    if (edge && edge.leastPx !== null)
      variables[`${edge.variable}-least`] = `${edge.leastPx / 16}rem`;
  }
  return variables;
}

/** Position where a mouse button went down, pixels of the window. */
interface Press {
  readonly row: Element | null;
  readonly clientX: number;
  readonly clientY: number;
}

/** If the mouse button is released farther than this from the press, it is not a click on the row. CSS pixels. */
const STILL_PX = 4;

/** The clicked row. If the list moved under the pointer, it is the row that was pressed. */
function clickedRow({ target, clientX, clientY }: MouseEvent, press: Press | null): Element | null {
  const row = rowAt(target);
  if (row !== null || press === null) return row;
  const movedPx = Math.hypot(clientX - press.clientX, clientY - press.clientY);
  return press.row?.isConnected && movedPx <= STILL_PX ? press.row : null;
}

const rowAt = (target: EventTarget): Element | null =>
  target instanceof Element ? target.closest('[aria-rowindex]') : null;

/** Index of a row's entry, from its `aria-rowindex`; negative for none. */
const entryOf = (row: Element | null): number =>
  row === null ? -1 : Number(row.getAttribute('aria-rowindex')) - FIRST_BODY_ROW;
