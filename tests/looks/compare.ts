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
 * docs/screenshots.md has the measurements behind the numbers.
 */
export const tolerance = { pixels: 0.0002, squares: 0.001, areas: 0.1 } as const;

export function comparePictures(kept: Picture, now: Picture): Difference {
  if (kept.width !== now.width || kept.height !== now.height)
    return { pixels: 1, squares: 1, areas: 1 };
  return {
    pixels: differingPixels(kept, now),
    squares: differingSquares(kept, now, SQUARE),
    areas: differingSquares(kept, now, AREA),
  };
}

export function isSameLook(difference: Difference, withSameFonts: boolean): boolean {
  const { pixels, squares, areas } = difference;
  return withSameFonts
    ? pixels <= tolerance.pixels && squares <= tolerance.squares
    : areas <= tolerance.areas;
}

function differingPixels(kept: Picture, now: Picture): number {
  let count = 0;
  const [one, other] = [kept.rgba, now.rgba];
  for (let at = 0; at < one.length; at += 4) if (apart(one, other, at) > PIXEL_SLACK) count++;
  return count / (kept.width * kept.height);
}

function differingSquares(
  kept: Picture,
  now: Picture,
  { px, slack }: { readonly px: number; readonly slack: number },
): number {
  const [one, other] = [averages(kept, px), averages(now, px)];
  let count = 0;
  for (let at = 0; at < one.length; at += 3) if (apart(one, other, at) > slack) count++;
  return count / (one.length / 3);
}

type Parts = Uint8Array | Float64Array;

/** The largest difference of red, green and blue. */
function apart(one: Parts, other: Parts, at: number): number {
  const of = (part: number): number => Math.abs((one[at + part] ?? 0) - (other[at + part] ?? 0));
  return Math.max(of(0), of(1), of(2));
}

/** Average red, green and blue of each square, one after the other. */
function averages({ width, height, rgba }: Picture, px: number): Float64Array {
  const across = Math.ceil(width / px);
  const sums = new Float64Array(across * Math.ceil(height / px) * 3);
  const counts = new Float64Array(sums.length);
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / px) * across;
    for (let x = 0; x < width; x++) {
      const square = (row + Math.floor(x / px)) * 3;
      for (let part = 0; part < 3; part++) {
        sums[square + part] = (sums[square + part] ?? 0) + (rgba[(y * width + x) * 4 + part] ?? 0);
        counts[square + part] = (counts[square + part] ?? 0) + 1;
      }
    }
  }
  return sums.map((sum, at) => sum / (counts[at] ?? 1));
}
