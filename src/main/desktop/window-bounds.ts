import type { Rectangle } from './desktop-state.ts';

/** Minimum size on a display that is large enough, in display-independent pixels. */
const SMALLEST = { width: 1024, height: 640 } as const;
/** Wide enough to show each column of the list whole beside classic scroll bars, in display-independent pixels. */
const PREFERRED = { width: 1440, height: 860 } as const;
/** Part of the window that must be on a display for the user to reach it, in display-independent pixels. */
const MIN_VISIBLE = { width: 200, height: 100 } as const;

/**
 * Bounds for the new window: its last place if the user can reach it there, otherwise the middle of the main display. A
 * window on a display that was removed would be out of reach.
 * @param workAreas work areas of all displays, the main one first
 */
export function placeWindow(
  remembered: Rectangle | null,
  workAreas: readonly Rectangle[],
): Rectangle {
  const [main = { x: 0, y: 0, ...PREFERRED }] = workAreas;
  if (remembered === null) return centered(PREFERRED, main);
  const area = workAreas.find((candidate) => isReachable(remembered, candidate));
  return area === undefined ? centered(remembered, main) : shrunk(remembered, area);
}

/** Smallest size of the window; smaller displays get a window of their own size. */
export function smallestSize(workAreas: readonly Rectangle[]): { width: number; height: number } {
  const [main = { ...SMALLEST }] = workAreas;
  return {
    width: Math.min(SMALLEST.width, main.width),
    height: Math.min(SMALLEST.height, main.height),
  };
}

function isReachable(bounds: Rectangle, area: Rectangle): boolean {
  const visible = (start: number, length: number, areaStart: number, areaLength: number): number =>
    Math.min(start + length, areaStart + areaLength) - Math.max(start, areaStart);
  return (
    visible(bounds.x, bounds.width, area.x, area.width) >= MIN_VISIBLE.width &&
    visible(bounds.y, bounds.height, area.y, area.height) >= MIN_VISIBLE.height &&
    // The title bar is at the top: above the area, the user cannot reach it.
    bounds.y >= area.y
  );
}

function shrunk(bounds: Rectangle, area: Rectangle): Rectangle {
  return {
    x: bounds.x,
    y: bounds.y,
    width: Math.min(bounds.width, area.width),
    height: Math.min(bounds.height, area.height),
  };
}

function centered(size: { width: number; height: number }, area: Rectangle): Rectangle {
  const width = Math.min(size.width, area.width);
  const height = Math.min(size.height, area.height);
  return {
    x: area.x + Math.round((area.width - width) / 2),
    y: area.y + Math.round((area.height - height) / 2),
    width,
    height,
  };
}
