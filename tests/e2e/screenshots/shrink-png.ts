import { createHash } from 'node:crypto';
import { decode, encode } from 'fast-png';

const MAX_COLOURS = 256;

/**
 * Writes a picture of Chromium with at most 256 colors, a third of its size. Rarer colors become the nearest of the
 * most frequent ones. It holds the hash of the file it was made from. Returns null for a picture that has a palette
 * already.
 */
export function shrinkPng(file: Uint8Array): Uint8Array | null {
  const { width, height, data, palette } = decode(file);
  if (palette !== undefined) return null;
  const rgba = toRgba(data, data.length / (width * height));
  const colours = frequentColours(rgba);
  const nearest = nearestIn(colours);
  const indices = Uint8Array.from({ length: width * height }, (_none, pixel) =>
    nearest(colourAt(rgba, pixel * 4)),
  );
  return encode({
    ...{ width, height, data: indices, depth: 8, channels: 1 },
    palette: colours.map(partsOf),
    text: { Source: hashOf(file) },
  });
}

/** Whether the stored picture was made from exactly this file. Comparing pixels takes ten times as long. */
export function isMadeFrom(stored: Buffer, file: Uint8Array): boolean {
  return stored.includes(hashOf(file));
}

function hashOf(file: Uint8Array): string {
  return createHash('sha256').update(file).digest('hex');
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
  return [...areas, ...mostCounted(shades)].slice(0, MAX_COLOURS);
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
