import { expect, test } from 'vitest';
import { plainDateAt } from '../../../base/days.ts';
import { formatHoldName } from './format-override.ts';

test('M-20 the question about a hold names it as the list does: on hold, waiting, or overdue', () => {
  const name = (whom: string, answerBy: string | null) =>
    formatHoldName({ reason: '', whom, answerBy, atMs: 0 }, plainDateAt(Date.UTC(2026, 0, 10, 12)));
  expect([
    name('', null),
    name('Anna', null),
    name('Anna', '2026-01-10'),
    name('Anna', '2026-01-09'),
  ]).toEqual(['On hold', 'Waiting for answer', 'Waiting for answer', 'Answer overdue']);
});
