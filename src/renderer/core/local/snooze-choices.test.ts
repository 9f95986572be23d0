import { expect, test } from 'vitest';
import { readSnoozeDate, snoozeChoices } from './snooze-choices.ts';

test('the usual days are offered, each once, with the due date while it is in the future', () => {
  const offered = (today: Parameters<typeof snoozeChoices>[0], due: typeof today | null = null) =>
    snoozeChoices(today, due).map(({ id, until }) => `${id} ${until}`);
  expect({
    friday: offered('2026-11-20', '2026-12-05'),
    overdue: offered('2026-11-20', '2026-11-20'),
    sunday: offered('2026-11-22'),
    monday: offered('2026-11-23', '2026-11-24'),
    overTheYear: offered('2026-12-31'),
  }).toEqual({
    friday: [
      'tomorrow 2026-11-21',
      'nextMonday 2026-11-23',
      'inAWeek 2026-11-27',
      'dueDate 2026-12-05',
    ],
    overdue: ['tomorrow 2026-11-21', 'nextMonday 2026-11-23', 'inAWeek 2026-11-27'],
    sunday: ['tomorrow 2026-11-23', 'inAWeek 2026-11-29'],
    monday: ['tomorrow 2026-11-24', 'nextMonday 2026-11-30'],
    overTheYear: ['tomorrow 2027-01-01', 'nextMonday 2027-01-04', 'inAWeek 2027-01-07'],
  });
});

test('the user’s own day has to be a valid day in the future', () => {
  const read = (text: string): string => {
    const date = readSnoozeDate(text, '2026-11-20');
    return date.ok ? date.value : date.error;
  };
  expect(['2026-11-21', '2026-11-20', '2026-11-19', '', '2026-02-30', 'soon'].map(read)).toEqual([
    '2026-11-21',
    'pastDate',
    'pastDate',
    'noDate',
    'noDate',
    'noDate',
  ]);
});
