import { expect, test } from 'vitest';
import { comparePictures, isSameLook } from './compare.ts';
import { decodePng, encodePng, type Picture } from './png.ts';

type Colour = readonly [number, number, number];
interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly colour: Colour;
}

/** A window of one colour with boxes on it. */
function windowWith(background: Colour, boxes: readonly Box[] = []): Picture {
  const [width, height] = [480, 320];
  const rgba = new Uint8Array(width * height * 4).fill(255);
  const all = [{ x: 0, y: 0, width, height, colour: background }, ...boxes];
  for (const box of all)
    for (let y = box.y; y < box.y + box.height; y++)
      for (let x = box.x; x < box.x + box.width; x++) rgba.set(box.colour, (y * width + x) * 4);
  return { width, height, rgba };
}

const white: Colour = [255, 255, 255];
const panel: Box = { x: 40, y: 40, width: 160, height: 200, colour: [17, 105, 90] };
const plain = windowWith(white, [panel]);
const verdicts = (now: Picture) =>
  [true, false].map((withSameFonts) => isSameLook(comparePictures(plain, now), withSameFonts));

test('L-2 a kept picture is the same look as what it was made from, with 256 colours for thousands', () => {
  const many = windowWith(white, [panel]);
  for (let at = 0; at < 4_000; at++) many.rgba.set([at % 256, (at * 7) % 256, 90], at * 4 + 4);
  const kept = decodePng(encodePng(many));
  expect([decodePng(encodePng(plain)), kept.width, kept.height]).toEqual([plain, 480, 320]);
  const { pixels } = comparePictures(kept, many);
  expect(pixels).toBeLessThan(0.01);
});

test.each([
  ['nothing has changed', plain, [true, true]],
  ['a panel has moved', windowWith(white, [{ ...panel, x: panel.x + 60 }]), [false, false]],
  ['a panel is missing', windowWith(white), [false, false]],
  [
    'a colour is another',
    windowWith(white, [{ ...panel, colour: [31, 111, 208] }]),
    [false, false],
  ],
  [
    'the window is a shade darker, less than one sees in a pixel',
    windowWith([249, 249, 249], [panel]),
    [false, true],
  ],
  [
    'a line of letters has other shapes',
    windowWith(white, [panel, { x: 300, y: 100, width: 60, height: 2, colour: [26, 30, 34] }]),
    [false, true],
  ],
  ['the window has another size', { ...plain, width: 479 }, [false, false]],
] as const)('L-2 when %s, same fonts and other fonts say', (_what, now, same) => {
  expect(verdicts(now)).toEqual(same);
});
