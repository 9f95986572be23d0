import type { Picture } from './png.ts';

/** How far two pictures are apart; each is a share from 0 to 1. */
export interface Difference {
  /** Of pixels with another colour. */
  readonly pixels: number;
  /** Of small squares whose average colour is another, if only a little. */
  readonly squares: number;
  /** Of large squares whose average colour is clearly another. */
  readonly areas: number;
}

/** Kept pictures have 256 colours, so that a part of a colour (0 to 255) may differ by so much. */
const PIXEL_SLACK = 20;
const SQUARE = { px: 16, slack: 4 } as const;
/** Letters of another font cover more or less of an area; a panel or a colour changes it more. */
const AREA = { px: 48, slack: 16 } as const;

/**
 * What is still the same look. With the fonts the kept pictures were taken with, hardly a pixel may
 * differ. With others letters differ everywhere and lines break elsewhere, so only areas are compared.
 * Measured on seven screenshots: another run changed at most 0.005 % of the pixels and no small square; another
 * accent color 0.03 to 3.4 % of the pixels; another font at most 1.2 % of the large squares, and Liberation fonts
 * at most 6.9 % over the whole set; a bluish background at least 16 % of them.
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

/** Of a square: how far red, green and blue are apart in all its pixels together, and how many it has. */
const PARTS = 4;

/** The share of squares whose average colour differs by more than the slack. */
function differing(squares: Float64Array, slack: number): number {
  let count = 0;
  for (let at = 0; at < squares.length; at += PARTS) {
    const most = slack * (squares[at + 3] ?? 0);
    if ([0, 1, 2].some((part) => Math.abs(squares[at + part] ?? 0) > most)) count++;
  }
  return count / (squares.length / PARTS);
}

/** Larger squares, of so many of these each way. */
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
