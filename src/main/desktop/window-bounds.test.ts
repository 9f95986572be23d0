import { expect, test } from 'vitest';
import { placeWindow, smallestSize } from './window-bounds.ts';

const laptop = { x: 0, y: 0, width: 1600, height: 900 };
const second = { x: 1600, y: -200, width: 2560, height: 1400 };
const centred = { x: 80, y: 20, width: 1440, height: 860 };

test.each([
  ['the first start is centred', null, [laptop], centred],
  [
    'a window on the second display stays there',
    { x: 1700, y: 0, width: 1200, height: 800 },
    [laptop, second],
    { x: 1700, y: 0, width: 1200, height: 800 },
  ],
  [
    'a window whose display went comes back to the middle',
    { x: 1700, y: 0, width: 1200, height: 800 },
    [laptop],
    { x: 200, y: 50, width: 1200, height: 800 },
  ],
  [
    'a title bar above the display comes back',
    { x: 100, y: -300, width: 1440, height: 860 },
    [laptop],
    centred,
  ],
  [
    'a window larger than the display shrinks',
    { x: 0, y: 0, width: 2560, height: 1400 },
    [laptop],
    laptop,
  ],
  ['no display at all is survived', null, [], { x: 0, y: 0, width: 1440, height: 860 }],
])('%s', (_what, remembered, areas, expected) => {
  expect(placeWindow(remembered, areas)).toEqual(expected);
});

test('the smallest window fits the display', () => {
  expect([smallestSize([laptop]), smallestSize([{ ...laptop, width: 800, height: 500 }])]).toEqual([
    { width: 1024, height: 640 },
    { width: 800, height: 500 },
  ]);
});
