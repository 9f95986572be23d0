import { expect, test } from 'vitest';
import { createObservable } from '../../base/observable.ts';
import { followBadge } from './badge.ts';

function arrange(platform: NodeJS.Platform) {
  const counts = createObservable({ attention: 0, waiting: 0 });
  const shown: unknown[] = [];
  followBadge({
    platform,
    counts,
    language: () => 'en',
    setCount: (count) => shown.push(count),
    setOverlay: (overlay, text) => shown.push(overlay === null ? null : text),
  });
  for (const [attention, waiting] of [
    [0, 1],
    [1, 0],
    [1, 5],
    [12, 0],
    [0, 0],
  ] as const)
    counts.set({ attention, waiting });
  return shown;
}

test('the badge counts approvals that need attention, changes only with the count, and disappears at zero', () => {
  expect([arrange('darwin'), arrange('linux'), arrange('win32')]).toEqual([
    [1, 12, 0],
    [1, 12, 0],
    ['1 approval needs attention', '12 approvals need attention', null],
  ]);
});

test.each([
  [7, ['###', '..#', '.#.', '.#.', '.#.']],
  [12, ['###....', '#.#..#.', '###.###', '..#..#.', '###....']],
])('on Windows %i is drawn as a number on a disc', (attention, expected) => {
  const counts = createObservable({ attention: 0, waiting: 0 });
  const lines: string[] = [];
  const dot = attention > 9 ? 3 : 4;
  followBadge({
    platform: 'win32',
    counts,
    language: () => 'en',
    setCount: () => {},
    setOverlay: (overlay) => {
      if (overlay === null) return;
      const { pixels, sidePx } = overlay;
      const isWhite = (x: number, y: number) => pixels[(y * sidePx + x) * 4] === 255;
      for (let y = 0; y < sidePx; y++)
        lines.push(Array.from({ length: sidePx }, (_, x) => (isWhite(x, y) ? '#' : '.')).join(''));
    },
  });
  counts.set({ attention, waiting: 0 });
  const inked = lines.filter((line) => line.includes('#'));
  const left = Math.min(...inked.map((line) => line.indexOf('#')));
  const dots = inked
    .filter((_, y) => y % dot === 0)
    .map((line) =>
      Array.from({ length: expected[0]?.length ?? 0 }, (_, x) => line[left + x * dot]).join(''),
    );
  expect(dots).toEqual(expected);
});
