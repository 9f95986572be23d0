import './edge.css';
import { useRef, type KeyboardEvent, type PointerEvent, type Ref } from 'react';

export interface EdgeProps {
  readonly edgeRef?: Ref<HTMLElement>;
  readonly label: string;
  readonly className: string;
  /** Side of the resized part that this edge is on. */
  readonly side: 'start' | 'end';
  /** Widths in CSS pixels. */
  readonly width: { readonly nowPx: number; readonly minPx: number; readonly maxPx: number };
  /** Whether Tab reaches the edge. Otherwise its container moves the focus to it, and Up and Down leave it. */
  readonly isTabStop?: boolean;
  /** Step of an arrow key, CSS pixels. */
  readonly stepPx: number;
  /** Finds the part to resize, beside or around the edge. */
  readonly partOf: (edge: Element) => Element | null;
  /** CSS variable of the width, so that resizing redraws no component. */
  readonly variable: `--${string}`;
  readonly holderOf: (edge: Element) => HTMLElement | null;
  /** Called with the new width in CSS pixels; null resets it. */
  readonly onResize: (widthPx: number | null) => void;
}

/** Resizes a part by dragging, arrow keys, Home and End. Enter or a double click resets the width. */
export function Edge({ edgeRef, label, className, isTabStop = true, ...how }: EdgeProps) {
  const { width, side, partOf, variable, holderOf, onResize } = how;
  const drag = useRef<Drag | null>(null);

  const clamped = (px: number): number =>
    Math.round(Math.max(width.minPx, Math.min(width.maxPx, px)));
  const show = (edge: Element, px: number): number => {
    holderOf(edge)?.style.setProperty(variable, `${px}px`);
    return px;
  };
  const onPointerMove = ({ currentTarget: edge, clientX }: PointerEvent): void => {
    if (drag.current === null) return;
    const { fromPx, atPx } = drag.current;
    const next = clamped(fromPx + (clientX - atPx) * direction(edge, side));
    drag.current = { fromPx, atPx, toPx: show(edge, next) };
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const edge = event.currentTarget;
    const next = widthAfterKey(event.key, widthOf(partOf(edge)), {
      ...how,
      towards: direction(edge, side),
    });
    if (next === undefined) return;
    // Stop the event, because lists use arrows, Home, End and Enter, too.
    event.stopPropagation();
    event.preventDefault();
    onResize(next === null ? null : show(edge, clamped(next)));
  };
  return (
    <span
      ref={edgeRef}
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuemin={width.minPx}
      aria-valuemax={width.maxPx}
      aria-valuenow={width.nowPx}
      tabIndex={isTabStop ? 0 : -1}
      className={`edge ${className}`}
      onKeyDown={onKeyDown}
      onDoubleClick={() => onResize(null)}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = {
          fromPx: widthOf(partOf(event.currentTarget)),
          atPx: event.clientX,
          toPx: null,
        };
      }}
      onPointerMove={onPointerMove}
      // Save the width however the drag ends.
      onLostPointerCapture={() => {
        if (drag.current !== null && drag.current.toPx !== null) onResize(drag.current.toPx);
        drag.current = null;
      }}
    />
  );
}

interface Drag {
  /** Width of the part when the drag began, CSS pixels. */
  readonly fromPx: number;
  /** Pointer position when the drag began, CSS pixels. */
  readonly atPx: number;
  /** Current width, CSS pixels; null before the first move. */
  readonly toPx: number | null;
}

/** Width after a key, CSS pixels; null for a reset, undefined for any other key. */
function widthAfterKey(
  key: string,
  fromPx: number,
  { width, stepPx, towards }: Pick<EdgeProps, 'width' | 'stepPx'> & { readonly towards: 1 | -1 },
): number | null | undefined {
  const widths: Readonly<Record<string, number | null>> = {
    ArrowLeft: fromPx - stepPx * towards,
    ArrowRight: fromPx + stepPx * towards,
    Home: width.minPx,
    End: width.maxPx,
    Enter: null,
  };
  return widths[key];
}

/** 1 if moving right makes the part wider, -1 if it makes it narrower. */
function direction(edge: Element, side: EdgeProps['side']): 1 | -1 {
  return (getComputedStyle(edge).direction === 'rtl') === (side === 'start') ? 1 : -1;
}

/** Widths in CSS pixels. */
function widthOf(part: Element | null): number {
  return part?.getBoundingClientRect().width ?? 0;
}
