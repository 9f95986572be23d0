import { useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { type RowHeights, rowHeights } from '../ui/density.ts';
import {
  entriesToDraw,
  entryAtPx,
  OVERSCAN,
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
  /** Indices of the first and the last entry of which at least half a row can be seen; null when none can. */
  readonly visible: readonly [first: number, last: number] | null;
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
 * @param list the same as long as what is drawn mostly stays
 */
export function useGridWindow(
  layout: GridEntries,
  currentEntry: number | null,
  heights: RowHeights,
  list: unknown,
): GridWindow {
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const [viewport, setViewport] = useState<Viewport>({ scrollPx: 0, heightPx: 0 });
  const [shown, setShown] = useState<Shown>(notShown);
  const drawn = drawnViewport(viewport, layout, heights);
  // Apart, so that heights said anew with each drawing do not scroll anywhere.
  const { rowPx, groupPx } = heights;
  const isShown =
    shown.entry === currentEntry && shown.rowPx === rowPx && shown.groupPx === groupPx;
  // Before anything is drawn: otherwise a new list is drawn where the old one stood, and again where its first row is.
  if (scroller !== null && !isShown) {
    const targetPx =
      currentEntry === null ? null : scrollToShow(layout, currentEntry, drawn, heights);
    setShown({ entry: currentEntry, rowPx, groupPx, targetPx });
    if (targetPx !== null) setViewport({ ...viewport, scrollPx: targetPx });
  }

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

  // When the list is laid out anew the user stays where they have scrolled to.
  useLayoutEffect(() => {
    if (scroller === null || shown.targetPx === null) return;
    scroller.scrollTo({ top: shown.targetPx, behavior: 'instant' });
  }, [scroller, shown]);

  return {
    bodyRef,
    entries: entriesToDraw(layout, drawn, heights, currentEntry, useOverscan(list)),
    visible:
      drawn.heightPx < rowPx
        ? null
        : [
            entryAtPx(layout, drawn.scrollPx + rowPx / 2, heights),
            entryAtPx(layout, drawn.scrollPx + drawn.heightPx - rowPx / 2, heights),
          ],
    stuckHeading: layout.headingAbove(entryAtPx(layout, drawn.scrollPx, heights)),
    heightPx: topOf(layout, layout.entryCount, heights),
    pageRows: Math.max(1, Math.floor(viewport.heightPx / heights.rowPx) - 1),
    topOf: (index) => topOf(layout, index, heights),
  };
}

/** Longer than a quick typist takes from letter to letter. */
const REST_MS = 150;

/** Of another list what can be seen comes first: the rows around it follow once it is at rest. */
function useOverscan(list: unknown): number {
  const { clock, idle } = useServices();
  const [withMore, setWithMore] = useState<unknown>(null);
  useEffect(() => {
    const stop = new AbortController();
    const wait = async (): Promise<void> => {
      await clock.sleep(REST_MS, stop.signal);
      await idle();
      if (!stop.signal.aborted) setWithMore(list);
    };
    void wait();
    return () => stop.abort();
  }, [clock, idle, list]);
  return withMore === list ? OVERSCAN : 0;
}

/** The entry that was scrolled to, at these heights. */
interface Shown extends RowHeights {
  readonly entry: number | null;
  /** Null: it could be seen. */
  readonly targetPx: number | null;
}

const notShown: Shown = { entry: null, rowPx: 0, groupPx: 0, targetPx: null };

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
