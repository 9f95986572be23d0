import { expect, test } from 'vitest';
import {
  dayOrder,
  fiscalYearStart,
  longDate,
  monthName,
  nearDate,
  relativeDay,
  shortDate,
  weekStart,
} from './dates.ts';
import {
  daysBetween,
  dueGroup,
  endOfWeek,
  nextMidnightMs,
  plainDateAt,
  readPlainDate,
} from '../../../base/days.ts';
import { textLocale } from './locale.ts';
import {
  clockTime,
  minutesAndSecondsLeft,
  formatAgo,
  formatDuration,
  secondsLeft,
} from './relative-time.ts';

test("a date keeps the service's day, whatever time or zone follows it", () => {
  const times = ['', 'T00:00:00Z', 'T23:30:00-11:00', ' 09:00'].map((time) => `2026-03-01${time}`);
  const none = ['2026-02-30', '01.03.2026', '2026-03-0100', '', null, undefined];
  expect([times.map(readPlainDate), none.map(readPlainDate)]).toEqual([
    times.map(() => '2026-03-01'),
    none.map(() => null),
  ]);
});

test('a date is shown as the same day in every time zone', () => {
  expect([
    shortDate('2026-03-01', '2026-05-05', 'en-GB'),
    shortDate('2025-12-31', '2026-05-05', 'en-GB'),
    longDate('2026-03-01', 'en-GB').replace(',', ''),
  ]).toEqual(['1 Mar', '31 Dec 2025', 'Sunday 1 March 2026']);
});

test('due dates fall into past, today, this week, later and none', () => {
  const today = '2026-11-20'; // a Friday
  const weekEnd = endOfWeek(today, 1);
  const days = ['2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'] as const;
  expect([...days, null].map((due) => dueGroup(due, today, weekEnd))).toEqual([
    'past',
    'today',
    'thisWeek',
    'thisWeek',
    'later',
    'none',
  ]);
});

test('the week ends as in the user’s region', () => {
  expect([
    endOfWeek('2026-11-20', 1),
    endOfWeek('2026-11-20', 7),
    endOfWeek('2026-11-22', 1),
    endOfWeek('2026-11-22', 7),
    weekStart('de-DE'),
    weekStart('en-US'),
    weekStart('de-US'),
  ]).toEqual(['2026-11-22', '2026-11-21', '2026-11-22', '2026-11-28', 1, 7, 1]);
});

test('days are counted across months and leap days, and shown in words', () => {
  expect([
    daysBetween('2028-02-28', '2028-03-01'),
    daysBetween('2026-03-01', '2026-02-28'),
    relativeDay('2026-11-20', '2026-11-20', 'en'),
    relativeDay('2026-11-23', '2026-11-20', 'en'),
    relativeDay('2026-11-19', '2026-11-20', 'en'),
  ]).toEqual([2, -1, 'today', 'in 3 days', 'yesterday']);
});

test('today is the local day, and ends at the next local midnight', () => {
  const noon = new Date(2026, 10, 20, 12).getTime();
  expect([plainDateAt(noon), plainDateAt(nextMidnightMs(noon))]).toEqual([
    '2026-11-20',
    '2026-11-21',
  ]);
});

test('dates in a sentence use its language, and the order and clock of the user’s region', () => {
  const afternoon = new Date(2026, 10, 20, 15, 4).getTime();
  const readers = ['de-DE', 'ar-EG', 'en-US', 'ja'].map(textLocale);
  const plain = (text: string): string => text.replaceAll('\u202f', ' ').replace(',', '');
  expect({
    readers,
    german: [longDate('2026-03-01', 'de-DE'), clockTime(afternoon, 'de-DE')].map(plain),
    american: [longDate('2026-03-01', 'en-US'), clockTime(afternoon, 'en-US')].map(plain),
  }).toEqual({
    readers: ['en-DE', 'en-EG', 'en-US', 'en-JP'],
    german: ['Sunday 1 March 2026', '15:04'],
    american: ['Sunday March 1, 2026', '3:04 PM'],
  });
});

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

test.each([
  [-MINUTE_MS, 'just now'],
  [0, 'just now'],
  [50_000, '1 minute ago'],
  [3 * MINUTE_MS, '3 minutes ago'],
  [4 * MINUTE_MS, '4 minutes ago'],
  [9 * MINUTE_MS, '5 minutes ago'],
  [10 * MINUTE_MS, '10 minutes ago'],
  [5 * HOUR_MS, '5 hours ago'],
  [49 * HOUR_MS, '2 days ago'],
])('an age is shown in the largest fitting unit: %i', (ageMs, expected) => {
  expect(formatAgo(HOUR_MS - ageMs, HOUR_MS, 'en')).toBe(expected);
});

test('countdowns round up and stop at 0', () => {
  expect([
    secondsLeft(5_000, 0),
    secondsLeft(5_000, 4_001),
    secondsLeft(5_000, 9_000),
    minutesAndSecondsLeft(299_001, 0),
    minutesAndSecondsLeft(0, 10),
  ]).toEqual([5, 1, 0, '5:00', '0:00']);
});

test('durations are shown in seconds, then minutes', () => {
  expect([100, 12_400, 185_000].map((ms) => formatDuration(ms, 'en'))).toEqual([
    '1 second',
    '12 seconds',
    '3 minutes',
  ]);
});

test('a day up to a week away has its weekday, and a month has its year only if it isn’t in the current year', () => {
  expect([
    nearDate('2026-05-08', '2026-05-05', 'en-US'),
    nearDate('2026-05-13', '2026-05-05', 'en-US'),
    monthName('2026-03-01', '2026-05-05', 'en-US'),
    monthName('2027-03-01', '2026-05-05', 'en-US'),
  ]).toEqual(['Fri, May 8', 'May 13', 'March', 'March 2027']);
});

test.each([
  ['en-US', null],
  ['en-US', 'monthFirst', 'America/Chicago'],
  ['en-US', null, 'America/Toronto'],
  ['en-US', null, 'America/Chihuahua'],
  ['en-GB', 'dayFirst', 'America/Chicago'],
  ['en-GB', 'dayFirst'],
  ['en-AU', 'dayFirst'],
  ['de-DE', 'dayFirst'],
  ['en-PH', 'monthFirst'],
  ['en-ZA', null],
])('in %s the order of day and month in “3/4” is %s', (locale, expected, timeZone = 'Etc/UTC') => {
  expect(dayOrder(locale, { timeZone })).toBe(expected);
});

test.each([
  ['en-IN', 4],
  ['en-AU', 7],
  ['en-GB', null],
  ['en', null],
])('in %s, the usual fiscal year begins in month %s', (locale, expected) => {
  expect(fiscalYearStart(locale)).toBe(expected);
});
