import { useRef, type KeyboardEvent, type PointerEvent } from 'react';

export interface ColumnEdgeProps {
  readonly label: string;
  /** Beyond a column that takes what is left, a column grows towards it. */
  readonly side: 'start' | 'end';
  /** Of the grid; holds the width while the edge is dragged. */
  readonly variable: `--${string}`;
  /** CSS pixels; null while it is as wide as it was at first. */
  readonly chosenPx: number | null;
  /** What it is as wide as at first, or nearly. */
  readonly usualPx: number;
  /** Null: as wide as it was at first. */
  readonly onResize: (widthPx: number | null) => void;
}

const STEP_PX = 8;
const columnWidthPx = { least: 48, most: 640 } as const;

/** The edge of a column's header: dragged, or moved by arrow keys, it resizes the column; twice clicked, it resets it. */
export function ColumnEdge({
  label,
  side,
  variable,
  chosenPx,
  usualPx,
  onResize,
}: ColumnEdgeProps) {
  const drag = useRef<{ readonly fromPx: number; readonly atPx: number } | null>(null);

  const widthAt = (event: PointerEvent): number => {
    const { fromPx = 0, atPx = 0 } = drag.current ?? {};
    return clamped(fromPx + (event.clientX - atPx) * direction(event.currentTarget, side));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (event.key !== 'Enter' && steps === undefined) return;
    // The grid has arrows and Enter of its own.
    event.stopPropagation();
    event.preventDefault();
    const by = (steps ?? 0) * STEP_PX * direction(event.currentTarget, side);
    onResize(steps === undefined ? null : clamped(headOf(event.currentTarget) + by));
  };
  return (
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuemin={columnWidthPx.least}
      aria-valuemax={columnWidthPx.most}
      aria-valuenow={chosenPx ?? usualPx}
      tabIndex={0}
      className={`grid__edge grid__edge--${side}`}
      onKeyDown={onKeyDown}
      onDoubleClick={() => onResize(null)}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { fromPx: headOf(event.currentTarget), atPx: event.clientX };
      }}
      onPointerMove={(event) => {
        if (drag.current === null) return;
        gridOf(event.currentTarget)?.style.setProperty(variable, `${widthAt(event)}px`);
      }}
      onPointerUp={(event) => {
        if (drag.current === null) return;
        const isMoved = event.clientX !== drag.current.atPx;
        if (isMoved) onResize(widthAt(event));
        drag.current = null;
      }}
    />
  );
}

/** 1 where going right makes the column wider. */
function direction(edge: Element, side: ColumnEdgeProps['side']): 1 | -1 {
  return (getComputedStyle(edge).direction === 'rtl') === (side === 'start') ? 1 : -1;
}

/** Width of the column's header, CSS pixels. */
function headOf(edge: Element): number {
  return edge.parentElement?.getBoundingClientRect().width ?? columnWidthPx.least;
}

function gridOf(edge: Element): HTMLElement | null {
  return edge.closest<HTMLElement>('[role=grid]');
}

function clamped(widthPx: number): number {
  return Math.round(Math.min(columnWidthPx.most, Math.max(columnWidthPx.least, widthPx)));
}
