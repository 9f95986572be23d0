import type { Picture } from './png.ts';

/** Differences between two pictures, each a share from 0 to 1. */
export interface Difference {
  /** Share of pixels with another color. */
  readonly pixels: number;
  /** Share of small squares with another average color, however slightly. */
  readonly squares: number;
  /** Share of large squares with a clearly different average color. */
  readonly areas: number;
}

/** Stored pictures have 256 colors, so each channel (0 to 255) may differ by this much. */
const PIXEL_SLACK = 20;
const SQUARE = { px: 16, slack: 4 } as const;
/** Letters of another font cover slightly more or less of an area. A panel or a color changes it more. */
const AREA = { px: 48, slack: 16 } as const;

/**
 * Differences that still count as the same picture. With the fonts of the stored pictures, hardly a pixel may
 * differ. With other fonts, letters and line breaks differ everywhere, so only areas are compared. Measured on
 * seven screenshots: another run changed at most 0.005% of the pixels and no small square; another accent color
 * 0.03 to 3.4% of the pixels; another font at most 1.2% of the large squares, and Liberation fonts at most 6.9%
 * over the whole set; a bluish background at least 16% of them.
 */
export const tolerance = { pixels: 0.0002, squares: 0.001, areas: 0.1 } as const;

export function comparePictures(kept: Picture, now: Picture): Difference {
  if (kept.width !== now.width || kept.height !== now.height)
    return { pixels: 1, squares: 1, areas: 1 };
  const { width, height } = kept;
  const across = Math.ceil(width / SQUARE.px);
  const squares = new Float64Array(across * Math.ceil(height / SQUARE.px) * PARTS);
  let pixels = 0;
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 4) {
      const square = (Math.floor(y / SQUARE.px) * across + Math.floor(x / SQUARE.px)) * PARTS;
      let farthest = 0;
      for (let part = 0; part < 3; part++) {
        const apart = (now.rgba[at + part] ?? 0) - (kept.rgba[at + part] ?? 0);
        squares[square + part] = (squares[square + part] ?? 0) + apart;
        farthest = Math.max(farthest, Math.abs(apart));
      }
      squares[square + 3] = (squares[square + 3] ?? 0) + 1;
      if (farthest > PIXEL_SLACK) pixels++;
    }
  return {
    pixels: pixels / (width * height),
    squares: differing(squares, SQUARE.slack),
    areas: differing(gathered(squares, across, AREA.px / SQUARE.px), AREA.slack),
  };
}

export function looksTheSame(difference: Difference, withSameFonts: boolean): boolean {
  const { pixels, squares, areas } = difference;
  return withSameFonts
    ? pixels <= tolerance.pixels && squares <= tolerance.squares
    : areas <= tolerance.areas;
}

/** Sums per square: differences of red, green and blue over all pixels, and the number of pixels. */
const PARTS = 4;

/** Share of squares whose average color differs by more than the slack. */
function differing(squares: Float64Array, slack: number): number {
  let count = 0;
  for (let at = 0; at < squares.length; at += PARTS) {
    const most = slack * (squares[at + 3] ?? 0);
    if ([0, 1, 2].some((part) => Math.abs(squares[at + part] ?? 0) > most)) count++;
  }
  return count / (squares.length / PARTS);
}

/** Combines squares into larger ones, this many in each direction. */
function gathered(squares: Float64Array, across: number, each: number): Float64Array {
  const wide = Math.ceil(across / each);
  const down = Math.ceil(squares.length / PARTS / across / each);
  const areas = new Float64Array(wide * down * PARTS);
  for (const [at, value] of squares.entries()) {
    const square = Math.floor(at / PARTS);
    const [x, y] = [square % across, Math.floor(square / across)];
    const area = Math.floor(y / each) * wide + Math.floor(x / each);
    areas[area * PARTS + (at % PARTS)] = (areas[area * PARTS + (at % PARTS)] ?? 0) + value;
  }
  return areas;
}
