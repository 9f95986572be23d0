import { expect, test } from 'vitest';
import {
  entriesToDraw,
  entryAtPx,
  scrollToShow,
  topOf,
  type GridEntries,
  positionAfterKey,
} from './grid-window.ts';

const heights = { rowPx: 10, groupPx: 5 };
/** Two groups, each a heading and 50 rows. */
const layout: GridEntries = {
  entryCount: 102,
  headingsBefore: (index) => [0, 51].filter((heading) => heading < index).length,
  headingAbove: (index) => (index < 51 ? 0 : 51),
};

test('the position of every heading and row is computed', () => {
  expect({
    tops: [0, 1, 2, 51, 52, 102].map((index) => topOf(layout, index, heights)),
    at: [0, 4, 5, 504, 505, 509, 510, 99_999].map((px) => entryAtPx(layout, px, heights)),
  }).toEqual({
    tops: [0, 5, 15, 505, 510, 1_010],
    at: [0, 0, 1, 50, 51, 51, 52, 101],
  });
});

test('the visible entries, their heading and the current row are drawn', () => {
  const view = { scrollPx: 705, heightPx: 40 };
  const drawn = entriesToDraw(layout, view, heights, 3);
  expect([drawn.slice(0, 3), drawn.at(-1), drawn.length]).toEqual([[3, 51, 59], 87, 31]);
  expect(entriesToDraw(layout, view, heights, 3, 0)).toEqual([3, 51, 71, 72, 73, 74, 75]);
});

test('a row is scrolled to only if it is not visible below its heading', () => {
  const to = (index: number) =>
    scrollToShow(layout, index, { scrollPx: 700, heightPx: 100 }, heights);
  expect([to(70), to(71), to(72), to(80), to(81)]).toEqual([685, 695, null, null, 710]);
});

test.each<[string, number | null, number | null]>([
  ['ArrowDown', 4, 5],
  ['ArrowDown', 99, 99],
  ['ArrowDown', null, 0],
  ['ArrowUp', 4, 3],
  ['ArrowUp', 0, 0],
  ['PageDown', 95, 99],
  ['PageUp', 15, 5],
  ['Home', 50, 0],
  ['End', 50, 99],
  ['q', 4, null],
])('in 100 bills, 10 on a page, %s leads from %s to %s', (key, from, to) => {
  expect([positionAfterKey(key, from, 100, 10), positionAfterKey(key, null, 0, 10)]).toEqual([
    to,
    null,
  ]);
});
