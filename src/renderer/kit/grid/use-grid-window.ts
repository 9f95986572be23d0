import { useCallback, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { type RowHeights, rowHeights, twoLineHeights } from '../ui/density.ts';
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
import { useData } from '../services/data.ts';
import { useShell } from '../services/shell.ts';

interface GridWindow {
  /** Ref of the element that holds the entries. The grid around it scrolls, because it has the focus. */
  readonly bodyRef: (body: HTMLDivElement | null) => void;
  /** Indices of the entries to draw, in order. */
  readonly entries: readonly number[];
  /** Indices of the first and last entry with at least half a row visible; null when there is none. */
  readonly visible: readonly [first: number, last: number] | null;
  /** Index of the sticky heading; null for none. */
  readonly stuckHeading: number | null;
  /** Height of all entries, pixels. */
  readonly heightPx: number;
  /** Steps of `WIDTHS_PX` that the list reaches, separated by spaces, for the style sheets. */
  readonly wide: string;
  /** Number of rows that a page key moves by. */
  readonly pageRows: number;
  topOf(index: number): number;
}

/**
 * Computes the part of the list to draw. It depends only on the layout and the scroll position, so a new layout of
 * 100,000 bills costs nothing here.
 *
 * @param list identity of the list; it stays the same while most rows stay
 */
export function useGridWindow(
  layout: GridEntries,
  currentEntry: number | null,
  heights: RowHeights,
  list: unknown,
): GridWindow {
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const [viewport, setViewport] = useState<Viewport>({ scrollPx: 0, heightPx: 0 });
  const [wide, setWide] = useState('');
  const [shown, setShown] = useState<Shown>(notShown);
  const drawn = drawnViewport(viewport, layout, heights);
  // Compared as numbers: a new object with equal heights must not scroll the list.
  const { rowPx, groupPx } = heights;
  const isShown =
    shown.entry === currentEntry && shown.rowPx === rowPx && shown.groupPx === groupPx;
  // Set this during rendering: otherwise a new list is drawn at the old position first, then again at its first row.
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
    setWide(WIDTHS_PX.filter((widthPx) => element.clientWidth >= widthPx).join(' '));
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
    // Draw synchronously: rows drawn a frame late would flash white during a fast scroll, and cut while resizing.
    const onChange = (): void => flushSync(() => measure(scroller));
    scroller.addEventListener('scroll', onChange, { passive: true });
    const sizes = new ResizeObserver(onChange);
    sizes.observe(scroller);
    return () => {
      scroller.removeEventListener('scroll', onChange);
      sizes.disconnect();
    };
  }, [scroller, measure]);

  // A new layout keeps the user's scroll position.
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
    wide,
    pageRows: Math.max(1, Math.floor(viewport.heightPx / heights.rowPx) - 1),
    topOf: (index) => topOf(layout, index, heights),
  };
}

/** Widths of a list from which the style sheets draw its rows differently, CSS pixels. */
const WIDTHS_PX = [400, 420, 460, 560, 600, 640, 720, 780, 920, 1120, 1500];

/** Pause after which the rest is drawn, milliseconds: longer than between the letters of a fast typist. */
const REST_MS = 150;

/**
 * Entries to draw beyond the visible ones. For a new list it is 0 until the user pauses, so that the visible
 * rows come first.
 */
function useOverscan(list: unknown): number {
  const { clock } = useData();
  const { idle } = useShell();
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

/** The entry last scrolled to, with the row heights at that time. */
interface Shown extends RowHeights {
  readonly entry: number | null;
  /** Scroll position, pixels; null if the entry was visible. */
  readonly targetPx: number | null;
}

const notShown: Shown = { entry: null, rowPx: 0, groupPx: 0, targetPx: null };

/** Clamps the scroll position as the browser will when the list gets shorter. */
function drawnViewport(viewport: Viewport, layout: GridEntries, heights: RowHeights): Viewport {
  const maxPx = Math.max(0, topOf(layout, layout.entryCount, heights) - viewport.heightPx);
  return { ...viewport, scrollPx: Math.min(viewport.scrollPx, maxPx) };
}

/** Height visible to entries, pixels: the column headers cover the rest. */
function heightBelowHead(grid: HTMLDivElement): number {
  const head = grid.firstElementChild;
  return grid.clientHeight - (head instanceof HTMLElement ? head.offsetHeight : 0);
}

/**
 * Row heights of long lists at the user's density.
 * @param withTwoLines whether rows have two lines in a narrow window
 */
export function useRowHeights(withTwoLines = false): RowHeights {
  const { workspace } = useData();
  const { density } = useObservable(workspace.settings);
  const isNarrow = useSyncExternalStore(whenNarrow, () => matchMedia(NARROW).matches);
  return withTwoLines && isNarrow && density === 'comfortable'
    ? twoLineHeights
    : rowHeights[density];
}

/** Windows whose list is narrower than 640 px, from where bill-grid.css draws two lines. */
const NARROW = '(width < 1136px)';

function whenNarrow(change: () => void): () => void {
  const narrow = matchMedia(NARROW);
  narrow.addEventListener('change', change);
  return () => narrow.removeEventListener('change', change);
}
