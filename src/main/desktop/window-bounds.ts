import type { Rectangle } from './desktop-state.ts';

export const SMALLEST = { width: 1024, height: 640 } as const;
/** Beside classic scroll bars each column of the list is whole. */
const PREFERRED = { width: 1440, height: 860 } as const;
/** So much of the window has to be on a display for the user to get hold of it. */
const LEAST_VISIBLE = { width: 200, height: 100 } as const;

/**
 * Where the window opens: where it was, as long as the user can still reach it there; otherwise in the
 * middle of the main display. Displays come and go, and a window on a display that went is lost.
 * @param workAreas of all displays, the main one first
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

/** Displays smaller than the smallest window get a window as large as they are. */
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
    visible(bounds.x, bounds.width, area.x, area.width) >= LEAST_VISIBLE.width &&
    visible(bounds.y, bounds.height, area.y, area.height) >= LEAST_VISIBLE.height &&
    // The title bar is at the top: above the area nobody can take hold of it.
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
