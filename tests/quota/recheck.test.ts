import { expect, test } from 'vitest';
import { figuresOf } from './recheck/figures.ts';
import { play, type Scenario } from './recheck/play.ts';

// `npm run bench:recheck` plays all of them, with up to 20,000 bills.
const few: Scenario = {
  payable: 300,
  cursors: 'taken',
  pullUnderWay: false,
  approvals: 5,
  isBulk: false,
  quota: 'documented',
  targetMs: 5_000,
};

test.each<[string, Scenario]>([
  ['cursors accepted', few],
  ['cursors accepted, a pull under way', { ...few, pullUnderWay: true }],
  ['no old cursor accepted', { ...few, cursors: 'refused', targetMs: 10_000 }],
  ['a bulk', { ...few, approvals: 40, isBulk: true }],
])(
  'G-45 approvals reach the service in time, and rechecks take at most half of their requests: %s',
  async (_, scenario) => {
    const { approvals, rechecks, misses } = figuresOf(await play(scenario));
    expect({ approvals, isRechecked: rechecks > 0, misses }).toEqual({
      approvals: scenario.approvals,
      isRechecked: true,
      misses: [],
    });
  },
);
