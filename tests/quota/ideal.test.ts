import { expect, test } from 'vitest';
import { idealTotalMs, type IdealCase } from '../../bench/queue/ideal.ts';

const fresh: IdealCase = {
  limit: 60,
  windowMs: 6_000,
  reads: 150,
  clickAtMs: 1_500,
  open: null,
  others: [],
};

test.each([
  ['a fresh window: 60, 60 and 31', fresh, 12_000],
  ['all in one window, the click last', { ...fresh, reads: 10 }, 1_500],
  ['two windows filled to the last place', { ...fresh, reads: 119 }, 6_000],
  [
    'twenty left for four seconds: 20, 60, 60 and 11',
    { ...fresh, open: { endsInMs: 4_000, left: 20 } },
    16_000,
  ],
  [
    'a window that is over before the click',
    { ...fresh, open: { endsInMs: 1_000, left: 60 }, reads: 60 },
    1_500,
  ],
  ['somebody else takes 18 of the first three', { ...fresh, others: [18, 18, 18] }, 18_000],
] as const)(
  'G-44 the ideal of the bench is the arithmetic of the window: %s',
  (_, facts, ideal) => {
    expect(idealTotalMs(facts)).toBe(ideal);
  },
);
