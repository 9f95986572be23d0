import { describe, expect, test } from 'vitest';
import { breaksUniqueIds, calendarStatus, isPayable } from './assumptions.ts';
import { billStatuses } from './wire-names.ts';

describe('assumptions', () => {
  test('a bill is approvable while open, overdue or partially paid, and in no other status', () => {
    expect([...billStatuses, 'scheduled'].filter(isPayable)).toEqual([
      'open',
      'overdue',
      'partially_paid',
    ]);
  });

  test('the calendar changes no status that a person set', () => {
    const statuses = [...billStatuses, 'scheduled'].map(calendarStatus);
    expect(statuses).toEqual(['open', 'open', 'partially_paid', 'paid', 'void', 'scheduled']);
  });

  test('bill ids are unique across organizations; one id in two of them breaks that', () => {
    const [acme, lumen] = [{ organizationId: 'acme' }, { organizationId: 'lumen' }];
    expect([breaksUniqueIds(acme, { ...acme }), breaksUniqueIds(acme, lumen)]).toEqual([
      false,
      true,
    ]);
  });
});
