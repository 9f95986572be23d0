import { expect, test } from 'vitest';
import { figuresOf } from './week/figures.ts';
import { simulateWeek } from './week/simulate-week.ts';
import { APPROVALS_PER_DAY } from './week/week-plan.ts';

// `npm run bench:week` plays the whole week.
const DAYS = 1;
// From the click to the first byte. A bulk of thirty leaves four at a time.
const MAX_MEDIAN_MS = 200;
const MAX_AGE_MINUTES = 15;

test('a real installation has an office day without refusals, with immediate approvals and fresh bills on screen', async () => {
  const week = await simulateWeek(DAYS);
  const figures = figuresOf(week);
  expect({
    refused: figures.refused,
    faults: week.faults,
    approvals: figures.approvals,
    approvalsLeaveAtOnce: figures.dispatchMedianMs < MAX_MEDIAN_MS,
    billsAreFresh: figures.age95Minutes < MAX_AGE_MINUTES,
    // A week without any reads or use would pass all the checks above.
    wasUsed: figures.minutesOfUse > DAYS * 300 && figures.requests > DAYS * 1_000,
  }).toEqual({
    refused: 0,
    faults: [],
    approvals: DAYS * APPROVALS_PER_DAY,
    approvalsLeaveAtOnce: true,
    billsAreFresh: true,
    wasUsed: true,
  });
});
