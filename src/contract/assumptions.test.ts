import { describe, expect, test } from 'vitest';
import {
  breaksUniqueIds,
  CENTS_PER_UNIT,
  DOCUMENTED_REQUESTS_PER_WINDOW,
  DOCUMENTED_TOKEN_LIFETIME_S,
  DOCUMENTED_WINDOW_MS,
  firstScopes,
  historyStatuses,
  invoicesScope,
  isPayable,
  payableStatuses,
  vendorName,
} from './assumptions.ts';
import { billStatuses } from './bill.ts';
import { organizationName, organizationSchema } from './organization.ts';
import { scopes } from './scopes.ts';

describe('assumptions', () => {
  test('a bill is approvable while open, overdue or partially paid, and in no other status', () => {
    expect([...billStatuses, 'scheduled'].filter(isPayable)).toEqual([
      'open',
      'overdue',
      'partially_paid',
    ]);
  });

  test('payable and history statuses together are all the page names, each once', () => {
    expect([...payableStatuses, ...historyStatuses].toSorted()).toEqual(
      [...billStatuses].toSorted(),
    );
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

  test('the scopes asked for are scopes of the page', () => {
    expect([...firstScopes, invoicesScope].every((scope) => scope in scopes)).toBe(true);
  });

  test('the numbers of the page: 1000 requests an hour, tokens of 7200 s, hundredths', () => {
    expect([
      DOCUMENTED_REQUESTS_PER_WINDOW,
      DOCUMENTED_WINDOW_MS,
      DOCUMENTED_TOKEN_LIFETIME_S,
      CENTS_PER_UNIT,
    ]).toEqual([1000, 3_600_000, 7200, 100]);
  });
});
