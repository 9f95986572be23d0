import { describe, expect, test } from 'vitest';
import { breaksUniqueIds, isPayable, vendorName } from './assumptions.ts';
import { billStatuses } from './bill.ts';
import { organizationName, organizationSchema } from './organization.ts';

describe('assumptions', () => {
  test('a bill is approvable while open, overdue or partially paid, and in no other status', () => {
    expect([...billStatuses, 'scheduled'].filter(isPayable)).toEqual([
      'open',
      'overdue',
      'partially_paid',
    ]);
  });

  test.each([
    [{ id: 'v-1', name: 'Harbour Glass' }, 'Harbour Glass'],
    [{ id: 'v-1' }, 'v-1'],
    [{ id: 17 }, '17'],
    [{ id: 'v-1', name: ' ' }, 'v-1'],
    [{ title: 'other fields only' }, null],
    [null, null],
    [undefined, null],
  ])('the vendor of %j is called %j', (vendor, name) => {
    expect(vendorName({ vendor })).toBe(name);
  });

  test('an organization needs an id only; its name falls back to it', () => {
    const named = organizationSchema.parse({ id: 'o-1', name: 'Kiln & Co' });
    const bare = organizationSchema.parse({ id: 'o-2' });
    expect([organizationName(named), organizationName(bare)]).toEqual(['Kiln & Co', 'o-2']);
    expect(organizationSchema.safeParse({ name: 'no id' }).success).toBe(false);
  });

  test('bill ids are unique across organizations: one id in two of them breaks that', () => {
    const [acme, lumen] = [{ organizationId: 'acme' }, { organizationId: 'lumen' }];
    expect([breaksUniqueIds(acme, { ...acme }), breaksUniqueIds(acme, lumen)]).toEqual([
      false,
      true,
    ]);
  });
});
