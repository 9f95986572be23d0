import { expect, test } from 'vitest';
import { headersFromOf, recordOf, restoreGovernor } from './governor-record.ts';
import { availableOf, noneOfEach, usedOf, type GovernorState } from './governor-state.ts';
import { START_MS, startGovernor, type GovernorScenario } from './testing/governor-scenario.ts';

const HOUR_MS = 3_600_000;
const documented = { requestsPerWindow: 100, windowMs: HOUR_MS };

/** A governor with a known window: `remaining` of 100 left, one hour to go. */
function known(remaining: number): GovernorScenario {
  const governor = startGovernor(documented);
  const reset = { form: 'in', delayMs: HOUR_MS } as const;
  governor.request('waiting', { limit: 100, remaining, reset });
  return governor;
}

/** State after a restart, `laterMs` milliseconds later. */
const restored = (stored: unknown, laterMs = 0, account = 'a'): GovernorState =>
  restoreGovernor(stored, {
    account,
    documented,
    at: { nowMs: START_MS + laterMs, elapsedMs: 0 },
  });
const record = (governor: GovernorScenario) =>
  recordOf(governor.state(), { nowMs: START_MS, elapsedMs: 0 });

test('a restart in mid-window continues with the same count; requests under way count as spent', () => {
  const governor = known(40);
  governor.go('waiting');
  const stored: unknown = JSON.parse(JSON.stringify(record(governor)));
  const next = restored(stored, 60_000);
  expect({
    available: [availableOf(next), availableOf(restored(stored, 60_000, 'b'))],
    resetMs: next.window.reset?.elapsedMs,
  }).toEqual({ available: [39, 100], resetMs: HOUR_MS + 1_000 - 60_000 });
});

test('a pause, and the count of a window that ended early, survive a restart', () => {
  const governor = known(40);
  const reset = { form: 'at', serviceMs: START_MS + 3 * HOUR_MS } as const;
  governor.request('waiting', { limit: 100, remaining: 99, reset });
  governor.request('waiting', { status: 429, retryAfter: { form: 'in', delayMs: 5_000 } });
  const { pausedUntil, window } = restored(record(governor), 1_000);
  expect([pausedUntil?.elapsedMs, window.carried?.until.elapsedMs]).toEqual([4_000, HOUR_MS]);
});

test('caps survive a restart, without the requests under way', () => {
  const governor = known(40);
  const reset = { form: 'in', delayMs: 60_000 } as const;
  governor.request('waiting', { others: [{ name: 'c', limit: 9, remaining: 5, reset }] });
  governor.go('waiting');
  const { caps } = restored(record(governor), 1_000);
  expect(caps).toEqual([
    {
      ...{ name: 'c', limit: 9, remaining: 4, receivedAtMs: 0 },
      until: { elapsedMs: 60_000, wallMs: START_MS + 61_000 },
    },
  ]);
});

test('after a restart, a request whose answer had no count still counts as spent', () => {
  const governor = known(40);
  governor.request('waiting');
  expect(availableOf(restored(record(governor)))).toBe(39);
});

test('a clock set back while Billfold was closed does not stretch the window', () => {
  const next = restored(record(known(0)), -100 * HOUR_MS);
  expect(next.window.reset?.elapsedMs).toBe(HOUR_MS + 1_000);
});

test('an older record without rechecks and caps still loads', () => {
  const { spends, ...rest } = record(known(40));
  const old = {
    ...rest,
    caps: undefined,
    spends: spends.map((spend) => ({ ...spend, recheck: undefined })),
  };
  expect([availableOf(restored(old)), usedOf(restored(old))]).toEqual([
    40,
    { approval: 0, recheck: 0, waiting: 1, background: 0 },
  ]);
});

test.each([null, 7, {}, { version: 2 }, { version: 1, account: 'a' }])(
  'a record that cannot be read gives a fresh count: %j',
  (stored) => {
    const fresh = restored(stored);
    expect([availableOf(fresh), fresh.probing]).toEqual([100, true]);
  },
);

test.each<[string, atMs: number, restoredMs: number]>([
  ['a moment ago', -10_000, -10_000],
  ['longer than a window ago', -2 * HOUR_MS, -HOUR_MS],
  ['in the future, since the clock was set back', HOUR_MS, HOUR_MS / 50],
])('a request of the record stays in the count for at most a window: %s', (_, atMs, restoredMs) => {
  const spends = [{ ...noneOfEach, waiting: 2, atWallMs: START_MS + atMs }];
  const carried = { untilMs: START_MS + 5_000, spentMs: START_MS + atMs };
  const next = restored({ ...record(known(40)), spends, carried });
  expect([next.spends, next.window.carried]).toEqual([
    [{ ...noneOfEach, waiting: 2, atMs: restoredMs }],
    { until: { elapsedMs: 5_000, wallMs: START_MS + 5_000 }, spentMs: restoredMs },
  ]);
});

test('an older record without the connections that send headers names none', () => {
  expect([headersFromOf({}), headersFromOf({ headersFrom: ['c'] }), headersFromOf(7)]).toEqual([
    [],
    ['c'],
    [],
  ]);
});
