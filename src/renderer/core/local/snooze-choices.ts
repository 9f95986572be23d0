import { fail, succeed, type Result } from '../../../base/result.ts';
import {
  addDays,
  endOfWeek,
  readPlainDate,
  type PlainDate,
  DAYS_A_WEEK,
} from '../../../base/days.ts';

export type SnoozeChoiceId = 'tomorrow' | 'nextMonday' | 'inAWeek' | 'dueDate';

export interface SnoozeChoice {
  readonly id: SnoozeChoiceId;
  readonly until: PlainDate;
}

const MONDAY = 1;

/**
 * Usual days until which to snooze a bill. Two choices with the same day are offered once.
 * @param due of the bill; null when it has none, or for several bills
 */
export function snoozeChoices(today: PlainDate, due: PlainDate | null): readonly SnoozeChoice[] {
  const all: readonly SnoozeChoice[] = [
    { id: 'tomorrow', until: addDays(today, 1) },
    { id: 'nextMonday', until: addDays(endOfWeek(today, MONDAY), 1) },
    { id: 'inAWeek', until: addDays(today, DAYS_A_WEEK) },
    ...(due !== null && due > today ? [{ id: 'dueDate', until: due } as const] : []),
  ];
  return all.filter(({ until }, at) => all.findIndex((other) => other.until === until) === at);
}

/** Parses the user's own day, which has to be valid and in the future. */
export function readSnoozeDate(
  text: string,
  today: PlainDate,
): Result<PlainDate, 'noDate' | 'pastDate'> {
  const date = readPlainDate(text);
  if (date === null) return fail('noDate');
  return date > today ? succeed(date) : fail('pastDate');
}
