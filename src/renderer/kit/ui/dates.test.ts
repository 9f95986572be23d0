import { expect, test } from 'vitest';
import { longDate, relativeDay, shortDate, weekStart } from './dates.ts';
import {
  daysBetween,
  dueGroup,
  endOfWeek,
  nextMidnightMs,
  plainDateAt,
  readPlainDate,
} from '../../core/time/days.ts';

test('R-5 a date stays the day the service wrote, whatever time or zone follows it', () => {
  expect(
    [
      '2026-03-01',
      '2026-03-01T00:00:00Z',
      '2026-03-01T23:30:00-11:00',
      '2026-03-01 09:00',
      '2026-02-30',
      '01.03.2026',
      '2026-03-0100',
      '',
      null,
      undefined,
    ].map(readPlainDate),
  ).toEqual([
    '2026-03-01',
    '2026-03-01',
    '2026-03-01',
    '2026-03-01',
    null,
    null,
    null,
    null,
    null,
    null,
  ]);
});

test('R-5 a date is written as that day in every zone', () => {
  expect([
    shortDate('2026-03-01', '2026-05-05', 'en-GB'),
    shortDate('2025-12-31', '2026-05-05', 'en-GB'),
    longDate('2026-03-01', 'en-GB').replace(',', ''),
  ]).toEqual(['1 Mar', '31 Dec 2025', 'Sunday 1 March 2026']);
});

test('R-6 due dates fall into past, today, this week, later and none', () => {
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

test('R-6 the week ends where the reader’s week ends', () => {
  expect([
    endOfWeek('2026-11-20', 1),
    endOfWeek('2026-11-20', 7),
    endOfWeek('2026-11-22', 1),
    endOfWeek('2026-11-22', 7),
    weekStart('de-DE'),
    weekStart('en-US'),
  ]).toEqual(['2026-11-22', '2026-11-21', '2026-11-22', '2026-11-28', 1, 7]);
});

test('R-7 days are counted over months and leap days, and said in words', () => {
  expect([
    daysBetween('2028-02-28', '2028-03-01'),
    daysBetween('2026-03-01', '2026-02-28'),
    relativeDay('2026-11-20', '2026-11-20', 'en'),
    relativeDay('2026-11-23', '2026-11-20', 'en'),
    relativeDay('2026-11-19', '2026-11-20', 'en'),
  ]).toEqual([2, -1, 'today', 'in 3 days', 'yesterday']);
});

test('R-7 today is the local day, and ends at the next local midnight', () => {
  const noon = new Date(2026, 10, 20, 12).getTime();
  expect([plainDateAt(noon), plainDateAt(nextMidnightMs(noon))]).toEqual([
    '2026-11-20',
    '2026-11-21',
  ]);
});
