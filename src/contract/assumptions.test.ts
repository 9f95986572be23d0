import { describe, expect, test } from 'vitest';
import { breaksUniqueIds, calendarStatus, isPayable, recordKeepingFields } from './assumptions.ts';
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

  test('a change in when and how a record was written is no change of the bill', () => {
    expect([...recordKeepingFields]).toEqual([
      ...['object', 'updated_at', 'modified_at', 'last_modified_at'],
      ...['synced_at', 'etag', 'lock_version'],
    ]);
  });

  test('bill ids are unique across organizations; one id in two of them breaks that', () => {
    const [acme, lumen] = [{ organizationId: 'acme' }, { organizationId: 'lumen' }];
    expect([breaksUniqueIds(acme, { ...acme }), breaksUniqueIds(acme, lumen)]).toEqual([
      false,
      true,
    ]);
  });
});
