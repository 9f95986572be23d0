import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { comparePictures, looksTheSame } from './compare.ts';
import { decodePng, encodePng, type Picture } from './png.ts';

const review = resolve(import.meta.dirname, '../../docs/images/review-light.png');
const kept = decodePng(readFileSync(review));

/** The picture with all pixels of one color in another. */
function recoloured(from: number, to: number): Picture {
  const rgba = kept.rgba.slice();
  for (let at = 0; at < rgba.length; at += 4) {
    const colour = ((rgba[at] ?? 0) << 16) | ((rgba[at + 1] ?? 0) << 8) | (rgba[at + 2] ?? 0);
    if (colour === from) rgba.set([to >> 16, (to >> 8) & 255, to & 255], at);
  }
  return { ...kept, rgba };
}

/** The picture with everything right of a column moved to the right. */
function moved(from: number, by: number): Picture {
  const rgba = kept.rgba.slice();
  for (let row = 0; row < rgba.length; row += kept.width * 4)
    rgba.copyWithin(row + (from + by) * 4, row + from * 4, row + (kept.width - by) * 4);
  return { ...kept, rgba };
}

/** Changes, and whether they pass with the same fonts and with others. */
const changes: readonly (readonly [string, Picture, readonly [boolean, boolean]])[] = [
  ['nothing', kept, [true, true]],
  ['the same, stored again', decodePng(encodePng(kept)), [true, true]],
  ['another accent', recoloured(0x11695a, 0x1f6fd0), [false, true]],
  ['a background one shade bluer', recoloured(0xf5f5f3, 0xedf0f6), [false, true]],
  ['another background', recoloured(0xffffff, 0xdbe6f5), [false, false]],
  ['a wider sidebar', moved(200, 24), [false, true]],
  ['a larger gap', moved(900, 8), [false, true]],
  ['another size', { ...kept, width: kept.height, height: kept.width }, [false, false]],
];

test.each(changes)('L-2 the comparison detects changes: %s', (_what, now, passes) => {
  const difference = comparePictures(kept, now);
  expect([looksTheSame(difference, true), looksTheSame(difference, false)]).toEqual(passes);
});
