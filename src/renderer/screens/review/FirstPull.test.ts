import { expect, test } from 'vitest';
import { pullTimeLeftMs } from './FirstPull.tsx';

test('R-21 time left is told from the pace so far, and only when it can be known', () => {
  expect({
    half: pullTimeLeftMs(1_200, 2_400, 10_000),
    done: pullTimeLeftMs(2_500, 2_400, 10_000),
    unknownEnd: pullTimeLeftMs(1_200, null, 10_000),
    nothingRead: pullTimeLeftMs(0, 2_400, 10_000),
    tooEarly: pullTimeLeftMs(50, 2_400, 500),
  }).toEqual({ half: 10_000, done: 0, unknownEnd: null, nothingRead: null, tooEarly: null });
});
