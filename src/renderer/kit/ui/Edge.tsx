import { useRef, type KeyboardEvent, type PointerEvent, type Ref } from 'react';

export interface EdgeProps {
  readonly edgeRef?: Ref<HTMLElement>;
  readonly label: string;
  readonly className: string;
  /** The edge of the part that it is. */
  readonly side: 'start' | 'end';
  /** CSS pixels. */
  readonly width: { readonly nowPx: number; readonly leastPx: number; readonly mostPx: number };
  /** An arrow key's, CSS pixels. */
  readonly stepPx: number;
  /** What it resizes, beside or around it. */
  readonly partOf: (edge: Element) => Element | null;
  /** Holds the width, so that nothing is drawn anew for it. */
  readonly variable: `--${string}`;
  readonly holderOf: (edge: Element) => HTMLElement | null;
  /** Null: as wide as it was at first. */
  readonly onResize: (widthPx: number | null) => void;
}

/** Dragged, or moved by arrow keys, Home and End, it resizes a part; by Enter or a double click, it resets it. */
export function Edge({ edgeRef, label, className, ...how }: EdgeProps) {
  const { width, side, partOf, variable, holderOf, onResize } = how;
  const drag = useRef<Drag | null>(null);

  const clamped = (px: number): number =>
    Math.round(Math.max(width.leastPx, Math.min(width.mostPx, px)));
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
    // A list has arrows, Home, End and Enter of its own.
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
      aria-valuemin={width.leastPx}
      aria-valuemax={width.mostPx}
      aria-valuenow={width.nowPx}
      tabIndex={0}
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
      // However the drag ends, what is seen is what is kept.
      onLostPointerCapture={() => {
        if (drag.current !== null && drag.current.toPx !== null) onResize(drag.current.toPx);
        drag.current = null;
      }}
    />
  );
}

interface Drag {
  /** Of the part as it began, CSS pixels. */
  readonly fromPx: number;
  /** Of the pointer as it began, CSS pixels. */
  readonly atPx: number;
  /** Null while it has not moved. */
  readonly toPx: number | null;
}

/** Width a key asks for, CSS pixels; null for that at first, undefined when the key asks for none. */
function widthAfterKey(
  key: string,
  fromPx: number,
  { width, stepPx, towards }: Pick<EdgeProps, 'width' | 'stepPx'> & { readonly towards: 1 | -1 },
): number | null | undefined {
  switch (key) {
    case 'ArrowLeft':
      return fromPx - stepPx * towards;
    case 'ArrowRight':
      return fromPx + stepPx * towards;
    case 'Home':
      return width.leastPx;
    case 'End':
      return width.mostPx;
    case 'Enter':
      return null;
    default:
      return undefined;
  }
}

/** 1 where going right makes the part wider. */
function direction(edge: Element, side: EdgeProps['side']): 1 | -1 {
  return (getComputedStyle(edge).direction === 'rtl') === (side === 'start') ? 1 : -1;
}

/** CSS pixels. */
function widthOf(part: Element | null): number {
  return part?.getBoundingClientRect().width ?? 0;
}
