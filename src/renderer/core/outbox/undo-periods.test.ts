import { expect, test } from 'vitest';
import { createUndoPeriods } from './undo-periods.ts';
import { anApproval } from './testing/an-approval.ts';

test('O-26 an undo period ends by running time, whatever the clock shows, and begins again after a restart', () => {
  let elapsedMs = 700;
  const clock = { elapsedMs: () => elapsedMs };
  const first = createUndoPeriods(clock);
  // Only the length of the period counts, not the wall clock.
  const row = anApproval({ state: 'held', approvedAtMs: 9e12, heldUntilMs: 9e12 + 5_000 });
  const endless = anApproval({ id: 'endless', approvedAtMs: 0, heldUntilMs: 9e12 });
  const left = [1_000, 4_999.999, 5_000, 90_000].map((passedMs) => {
    if (passedMs === 1_000) first(row);
    elapsedMs = 700 + passedMs;
    return first(row);
  });
  expect({ left, restarted: createUndoPeriods(clock)(row), endless: first(endless) }).toEqual({
    left: [4_000, 1, 0, 0],
    restarted: 5_000,
    endless: 60_000,
  });
});
