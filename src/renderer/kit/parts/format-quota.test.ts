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

test('U-60 the status bar tells what is left, when the next window begins, and what used this one', () => {
  expect(formatQuota(quota, 0, 'en-GB')).toEqual({
    pause: null,
    facts: [
      '640 of 1,000 left in this window',
      'The next window begins at 14:00',
      '100 are kept for approvals',
      '90 more may go to the background',
    ],
    used: [
      { what: 'Approvals', count: '120' },
      { what: 'Checking for changes', count: '5' },
      { what: 'What you waited for', count: '30' },
      { what: 'Reading in the background', count: '210' },
    ],
  });
});

test.each([
  [
    'refused',
    3,
    [
      'The service refused a request. Nothing is sent before 14:00, then approvals go first.',
      '3 approvals wait, ahead of everything else.',
    ],
  ],
  ['spent', 0, ['This window is used up. Nothing is sent before 14:00, then approvals go first.']],
] as const)(
  'U-61 a pause is told with its end, its reason and where approvals stand: %s, %i waiting',
  (pause, waiting, expected) => {
    const paused = { ...quota, pause, pausedUntilMs: resetAtMs };
    expect(formatQuota(paused, waiting, 'en-GB').pause).toEqual(expected);
  },
);

test('U-60 a quota that somebody else uses as well is told to be so', () => {
  const { facts } = formatQuota({ ...quota, shared: true, resetAtMs: null }, 0, 'en-GB');
  expect(facts.slice(1)).toEqual([
    'When the next window begins is not known yet',
    '100 are kept for approvals',
    '90 more may go to the background',
    'Another program uses the same quota, so background reading is slower.',
  ]);
});

test.each([
  [120, quota, '120 approvals use 12% of this hour’s requests.'],
  [1, quota, '1 approval uses 0.1% of this hour’s requests.'],
  [
    700,
    quota,
    '700 approvals need more requests than are left: 640 can go now, the others from 14:00 on.',
  ],
  [
    700,
    { ...quota, resetAtMs: null },
    '700 approvals need more requests than are left: 640 can go now, the others in the next window.',
  ],
  [0, quota, null],
  [5, null, null],
] as const)(
  'U-62 before a big job it says what that costs: %i approvals',
  (count, known, words) => {
    expect(formatApprovalCost(count, known, 'en-GB')).toBe(words);
  },
);
