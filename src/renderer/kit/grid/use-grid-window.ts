import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type RowHeights, rowHeights } from '../ui/density.ts';
import {
  entriesToDraw,
  entryAtPx,
  scrollToShow,
  topOf,
  type GridEntries,
  type Viewport,
} from './grid-window.ts';
import { useObservable } from '../hooks/use-observable.ts';
import { useServices } from '../services.ts';

interface GridWindow {
  /** For what holds the entries. The grid around it scrolls, since it is what has the focus. */
  readonly bodyRef: (body: HTMLDivElement | null) => void;
  /** Indices of the entries to draw, in order. */
  readonly entries: readonly number[];
  /** The heading that sticks to the top. */
  readonly stuckHeading: number | null;
  /** Height of all entries, pixels. */
  readonly heightPx: number;
  /** How many rows a page up or down goes. */
  readonly pageRows: number;
  topOf(index: number): number;
}

/**
 * Which part of the list is drawn. Everything follows from the layout and where the list is scrolled
 * to, so a new layout of 100,000 bills costs nothing here.
 */
export function useGridWindow(
  layout: GridEntries,
  currentEntry: number | null,
  heights: RowHeights,
): GridWindow {
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const [viewport, setViewport] = useState<Viewport>({ scrollPx: 0, heightPx: 0 });
  const drawn = drawnViewport(viewport, layout, heights);
  // Apart, so that heights said anew with each drawing do not scroll anywhere.
  const { rowPx, groupPx } = heights;

  const measure = useCallback((element: HTMLDivElement) => {
    const now = { scrollPx: element.scrollTop, heightPx: heightBelowHead(element) };
    setViewport((known) =>
      known.scrollPx === now.scrollPx && known.heightPx === now.heightPx ? known : now,
    );
  }, []);

  const bodyRef = useCallback(
    (body: HTMLDivElement | null) => {
      const grid = body?.closest<HTMLDivElement>('[role=grid]') ?? null;
      setScroller(grid);
      if (grid !== null) measure(grid);
    },
    [measure],
  );

  useEffect(() => {
    if (scroller === null) return;
    // At once: a row drawn a frame late is a white flash under a fast scroll.
    const onScroll = (): void => flushSync(() => measure(scroller));
    scroller.addEventListener('scroll', onScroll, { passive: true });
    const sizes = new ResizeObserver(() => measure(scroller));
    sizes.observe(scroller);
    return () => {
      scroller.removeEventListener('scroll', onScroll);
      sizes.disconnect();
    };
  }, [scroller, measure]);

  // By reference: when the list is laid out anew the user stays where they have scrolled to. What is seen is
  // what was measured last: to ask the page now would have it laid out twice.
  const latest = useRef({ layout, drawn });
  useLayoutEffect(() => {
    latest.current = { layout, drawn };
  });
  useLayoutEffect(() => {
    if (scroller === null || currentEntry === null) return;
    const { layout: now, drawn: seen } = latest.current;
    const target = scrollToShow(now, currentEntry, seen, { rowPx, groupPx });
    if (target === null) return;
    scroller.scrollTo({ top: target, behavior: 'instant' });
    measure(scroller);
  }, [scroller, currentEntry, rowPx, groupPx, measure]);

  return {
    bodyRef,
    entries: entriesToDraw(layout, drawn, heights, currentEntry),
    stuckHeading: layout.headingAbove(entryAtPx(layout, drawn.scrollPx, heights)),
    heightPx: topOf(layout, layout.entryCount, heights),
    pageRows: Math.max(1, Math.floor(viewport.heightPx / heights.rowPx) - 1),
    topOf: (index) => topOf(layout, index, heights),
  };
}

/** A list that has become shorter is drawn from where the browser will have scrolled it to. */
function drawnViewport(viewport: Viewport, layout: GridEntries, heights: RowHeights): Viewport {
  const mostPx = Math.max(0, topOf(layout, layout.entryCount, heights) - viewport.heightPx);
  return { ...viewport, scrollPx: Math.min(viewport.scrollPx, mostPx) };
}

/** What can be seen of the entries: the column headers stay above them. */
function heightBelowHead(grid: HTMLDivElement): number {
  const head = grid.firstElementChild;
  return grid.clientHeight - (head instanceof HTMLElement ? head.offsetHeight : 0);
}

/** How high the rows of a long list are at the density the user chose. */
export function useRowHeights(): RowHeights {
  const { workspace } = useServices();
  return rowHeights[useObservable(workspace.settings).density];
}
