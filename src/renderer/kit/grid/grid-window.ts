import { partitionPoint } from '../../../base/partition-point.ts';
import type { RowHeights } from '../ui/density.ts';

/** The visible part of the list, CSS pixels. */
export interface Viewport {
  readonly scrollPx: number;
  readonly heightPx: number;
}

/** Rows and headings in order, with the facts their positions depend on. */
export interface GridEntries {
  /** Number of rows and headings together. */
  readonly entryCount: number;
  headingsBefore(index: number): number;
  /** Index of the heading above an entry; null for none. */
  headingAbove(index: number): number | null;
}

/** Entries of a list without headings. */
export function plainEntries(rows: number): GridEntries {
  return { entryCount: rows, headingsBefore: () => 0, headingAbove: () => null };
}

/** Number of entries drawn beyond the visible ones, so that a fast scroll shows no gap. */
export const OVERSCAN = 12;

/** Distance of an entry from the top of the list, pixels. `entryCount` gives the height of the list. */
export function topOf(entries: GridEntries, index: number, heights: RowHeights): number {
  const headings = entries.headingsBefore(index);
  return headings * heights.groupPx + (index - headings) * heights.rowPx;
}

/** The entry at a distance from the top, pixels; the last one if the list is shorter. */
export function entryAtPx(entries: GridEntries, px: number, heights: RowHeights): number {
  const begun = partitionPoint(entries.entryCount, (at) => topOf(entries, at, heights) <= px);
  return Math.max(0, begun - 1);
}

/**
 * The entries to draw, in order: the visible ones and a few more, the heading above them, and the current
 * row, which keeps the focus when it is scrolled away.
 * @param overscan number of entries beyond the visible ones
 */
export function entriesToDraw(
  entries: GridEntries,
  { scrollPx, heightPx }: Viewport,
  heights: RowHeights,
  currentEntry: number | null,
  overscan = OVERSCAN,
): readonly number[] {
  const { entryCount } = entries;
  if (entryCount === 0) return [];
  const first = entryAtPx(entries, scrollPx, heights);
  const from = Math.max(0, first - overscan);
  const to = Math.min(entryCount - 1, entryAtPx(entries, scrollPx + heightPx, heights) + overscan);
  const drawn = Array.from({ length: to - from + 1 }, (_none, at) => from + at);
  const heading = entries.headingAbove(first);
  if (heading !== null && heading < from) drawn.unshift(heading);
  if (currentEntry === null || currentEntry >= entryCount || drawn.includes(currentEntry))
    return drawn;
  return [...drawn, currentEntry].toSorted((left, right) => left - right);
}

/** Scroll position that shows the entry below the sticky heading, pixels; null when it is visible. */
export function scrollToShow(
  entries: GridEntries,
  index: number,
  { scrollPx, heightPx }: Viewport,
  heights: RowHeights,
): number | null {
  const topPx = topOf(entries, index, heights);
  const bottomPx = topOf(entries, index + 1, heights);
  const coveredPx = entries.headingAbove(index) === null ? 0 : heights.groupPx;
  if (topPx - coveredPx < scrollPx) return Math.max(0, topPx - coveredPx);
  return bottomPx > scrollPx + heightPx ? bottomPx - heightPx : null;
}

/**
 * Position after a key in a list of bills, not counting headings.
 * @param position of the current bill, or null when there is none
 * @param pageRows number of rows a page key moves by
 * @returns the new position, or null when the key does not move
 */
export function positionAfterKey(
  key: string,
  position: number | null,
  bills: number,
  pageRows: number,
): number | null {
  if (bills === 0) return null;
  const from = position ?? -1;
  const target = targets[key]?.(from, bills, pageRows);
  return target === undefined ? null : Math.min(Math.max(target, 0), bills - 1);
}

const targets: Readonly<Record<string, (from: number, bills: number, pageRows: number) => number>> =
  {
    ArrowDown: (from) => from + 1,
    ArrowUp: (from) => from - 1,
    PageDown: (from, _bills, pageRows) => from + pageRows,
    PageUp: (from, _bills, pageRows) => from - pageRows,
    Home: () => 0,
    End: (_from, bills) => bills - 1,
  };
