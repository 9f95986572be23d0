import { expect, test } from 'vitest';
import { minutesAndSecondsLeft, formatAgo, formatDuration, secondsLeft } from './relative-time.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

test('R-8 the age of what is on screen is said in the largest fitting unit', () => {
  const now = 10 * 24 * HOUR_MS;
  const ages = [-MINUTE_MS, 0, 50_000, 3 * MINUTE_MS, 5 * HOUR_MS, 49 * HOUR_MS];
  expect(ages.map((age) => formatAgo(now - age, now, 'en'))).toEqual([
    'just now',
    'just now',
    '1 minute ago',
    '3 minutes ago',
    '5 hours ago',
    '2 days ago',
  ]);
});

test('R-9 countdowns round up and stop at nought', () => {
  expect([
    secondsLeft(5_000, 0),
    secondsLeft(5_000, 4_001),
    secondsLeft(5_000, 9_000),
    minutesAndSecondsLeft(299_001, 0),
    minutesAndSecondsLeft(0, 10),
  ]).toEqual([5, 1, 0, '5:00', '0:00']);
});

test('R-9 durations are said in seconds, then minutes', () => {
  expect([100, 12_400, 185_000].map((ms) => formatDuration(ms, 'en'))).toEqual([
    '1 second',
    '12 seconds',
    '3 minutes',
  ]);
});
