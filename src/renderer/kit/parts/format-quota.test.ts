import { expect, test } from 'vitest';
import type { QuotaView } from '../../../bridge/quota.ts';
import { formatApprovalCost, formatQuota } from './format-quota.ts';

const resetAtMs = new Date(2026, 2, 10, 14, 0).getTime();
const quota: QuotaView = {
  limit: 1000,
  remaining: 640,
  reserve: 100,
  resetAtMs,
  pausedUntilMs: null,
  pause: null,
  backgroundLeft: 90,
  shared: false,
  used: { approval: 120, recheck: 5, waiting: 30, background: 210 },
};

test('the status bar shows the remaining requests, the next window, and the uses of this one', () => {
  expect(formatQuota(quota, 0, 'en-GB')).toEqual({
    pause: null,
    facts: [
      '640 of 1,000 remaining',
      'Resets at 14:00',
      '100 reserved for approvals',
      '90 left for background sync',
    ],
    used: [
      { what: 'Approvals', count: '120' },
      { what: 'Checks for changes', count: '5' },
      { what: 'On-screen requests', count: '30' },
      { what: 'Background sync', count: '210' },
    ],
  });
});

test('a limit that allows fewer requests is shown with its own reset', () => {
  const limitResetAtMs = resetAtMs - 30 * 60_000;
  const { facts } = formatQuota({ ...quota, limit: 60, remaining: 3, limitResetAtMs }, 0, 'en-GB');
  expect(facts.slice(0, 2)).toEqual(['3 of 60 remaining', 'Resets at 13:30']);
});

test.each([
  ['refused', 3, ['Rate-limited until 14:00. Approvals go first.', '3 approvals go first.']],
  ['unavailable', 0, ['Service unavailable. Next attempt at 14:00.']],
  ['spent', 0, ['Hourly limit reached. Sending resumes at 14:00; approvals go first.']],
] as const)(
  'a pause is shown with its end, its reason and the state of approvals: %s, %i waiting',
  (pause, waiting, expected) => {
    const paused = { ...quota, pause, pausedUntilMs: resetAtMs };
    expect(formatQuota(paused, waiting, 'en-GB').pause).toEqual(expected);
  },
);

test('while the service refuses requests, the details don’t divide the quota', () => {
  const { facts } = formatQuota({ ...quota, pause: 'refused' }, 0, 'en-GB');
  expect(facts).toEqual(['Resets at 14:00']);
});

test('the details say when another program uses the quota too', () => {
  const { facts } = formatQuota({ ...quota, shared: true, resetAtMs: null }, 0, 'en-GB');
  expect(facts.slice(1)).toEqual([
    'Reset time unknown',
    '100 reserved for approvals',
    '90 left for background sync',
    'Another app shares this limit. Background sync is slowed.',
  ]);
});

test.each([
  [120, quota, null],
  [1, quota, null],
  [700, quota, '640 approvals are sent now, the rest after 14:00 (hourly limit).'],
  [
    700,
    { ...quota, resetAtMs: null },
    '640 approvals are sent now, the rest when the hourly limit resets.',
  ],
  [5, { ...quota, pause: 'refused', pausedUntilMs: resetAtMs }, 'Sent after 14:00 (rate-limited).'],
  [0, { ...quota, pause: 'refused', pausedUntilMs: resetAtMs }, null],
  [
    5,
    { ...quota, pause: 'unavailable', pausedUntilMs: resetAtMs },
    'Sent after 14:00 (service unavailable).',
  ],
  [0, quota, null],
  [5, null, null],
] as const)(
  'a job too big for this hour says how much of it goes now: %i approvals',
  (count, known, words) => {
    expect(formatApprovalCost(count, known, 'en-GB')).toBe(words);
  },
);
