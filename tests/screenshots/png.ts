import { decode, encode, type IndexedColors } from 'fast-png';

/** A picture in memory with four bytes per pixel: red, green, blue, opacity. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}

const MOST_COLOURS = 256;

/**
 * Reads a PNG written by Chromium or `encodePng`: eight bits, with or without a palette.
 * @throws for any other format
 */
export function decodePng(file: Uint8Array): Picture {
  const png = decode(file);
  if (png.depth !== 8) throw new Error('This PNG is of a kind nobody needed so far.');
  const { width, height, data, palette } = png;
  const rgba =
    palette === undefined ? toRgba(data, data.length / (width * height)) : coloured(data, palette);
  return { width, height, rgba };
}

/** Writes a PNG with at most 256 colors. Rarer colors become the nearest of the most frequent ones. */
export function encodePng({ width, height, rgba }: Picture): Uint8Array {
  const palette = frequentColours(rgba);
  const nearest = nearestIn(palette);
  const data = Uint8Array.from({ length: width * height }, (_none, pixel) =>
    nearest(colourAt(rgba, pixel * 4)),
  );
  return encode({ width, height, data, depth: 8, channels: 1, palette: palette.map(partsOf) });
}

/** Optimized, because expanding the many stored pictures would otherwise take most of the time of a check. */
function coloured(indices: ArrayLike<number>, palette: IndexedColors): Uint8Array {
  const parts = Uint8Array.from(palette.flatMap(([red, green, blue]) => [red, green, blue, 255]));
  const colours = new Uint32Array(parts.buffer);
  const pixels = new Uint32Array(indices.length);
  for (let at = 0; at < pixels.length; at++) pixels[at] = colours[indices[at] ?? 0] ?? 0;
  return new Uint8Array(pixels.buffer);
}

function toRgba(data: ArrayLike<number>, channels: number): Uint8Array {
  const rgba = new Uint8Array((data.length / channels) * 4).fill(255);
  for (let pixel = 0; pixel * channels < data.length; pixel++)
    for (let part = 0; part < channels; part++)
      rgba[pixel * 4 + part] = data[pixel * channels + part] ?? 255;
  return rgba;
}

function colourAt(rgba: Uint8Array, at: number): number {
  return ((rgba[at] ?? 0) << 16) | ((rgba[at + 1] ?? 0) << 8) | (rgba[at + 2] ?? 0);
}

function partsOf(colour: number): [number, number, number] {
  return [colour >> 16, (colour >> 8) & 255, colour & 255];
}

/** Exact colors of areas, and for the many shades of letters one that is near to several. */
function frequentColours(rgba: Uint8Array): readonly number[] {
  const exact = new Map<number, number>();
  for (let at = 0; at < rgba.length; at += 4) {
    const colour = colourAt(rgba, at);
    exact.set(colour, (exact.get(colour) ?? 0) + 1);
  }
  const areas = mostCounted(exact).slice(0, AREA_COLOURS);
  for (const colour of areas) exact.delete(colour);
  const shades = new Map<number, number>();
  for (const [colour, count] of exact) {
    const shade = (colour & SHADE_BITS) | SHADE_MIDDLE;
    shades.set(shade, (shades.get(shade) ?? 0) + count);
  }
  return [...areas, ...mostCounted(shades)].slice(0, MOST_COLOURS);
}

const AREA_COLOURS = 96;
/** The upper four bits of each channel. */
const SHADE_BITS = 0xf0f0f0;
const SHADE_MIDDLE = 0x080808;

function mostCounted(counts: ReadonlyMap<number, number>): readonly number[] {
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([colour]) => colour);
}

/** Index of the color nearest to a color, cached. */
function nearestIn(palette: readonly number[]): (colour: number) => number {
  const known = new Map(palette.map((colour, index) => [colour, index]));
  return (colour) => {
    const index = known.get(colour);
    if (index !== undefined) return index;
    const distances = palette.map((each) => distance(partsOf(each), partsOf(colour)));
    const nearest = distances.indexOf(Math.min(...distances));
    known.set(colour, nearest);
    return nearest;
  };
}

function distance(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, part, index) => sum + (part - (other[index] ?? 0)) ** 2, 0);
}
