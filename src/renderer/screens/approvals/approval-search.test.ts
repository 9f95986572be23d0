import { expect, test } from 'vitest';
import { snapshotOf } from '../../../bridge/snapshot.ts';
import { createBillIndex } from '../../core/bills/index/bill-index.ts';
import { sampleApproval, sampleBill } from '../../kit/testing/samples.ts';
import { searchWords as german } from '../../kit/text/de/search-words.ts';
import { searchWords as english } from '../../kit/text/en/search-words.ts';
import { searchApprovals } from './approval-search.ts';

const anApproval = (id: string, day: number, fields: Parameters<typeof sampleBill>[0]) =>
  sampleApproval({
    id,
    approvedAtMs: new Date(2026, 10, day, 12).getTime(),
    snapshot: snapshotOf(sampleBill({ billNumber: `INV-${id}`, ...fields })),
  });
const amount = (cents: number) => ({ totalCents: cents, amountDueCents: cents });

const all = [
  anApproval('a', 29, { ...amount(100_000), vendor: { id: null, name: 'Zephyr' } }),
  anApproval('b', 28, { ...amount(125_000), vendor: { id: null, name: 'Éclair' } }),
  anApproval('c', 20, { ...amount(300_000), dueDate: '2026-11-29', currency: 'USD' }),
  anApproval('d', 20, { ...amount(-5_000), dueDate: '2026-12-24', memo: 'Over the top' }),
];

test.each([
  ['', 'abcd'],
  ['1,250 éclair', 'b'],
  ['eclaire', 'b'],
  ['nobody', ''],
  ['over 1200', 'bc'],
  ['> 1200', 'bc'],
  ['über 1200', 'bc'],
  ['under 1200', 'a'],
  ['1000-1300', 'ab'],
  ['between 1000 and 1300', 'ab'],
  ['1250', 'b'],
  ['over $1200', 'c'],
  ['zephyr over 500', 'a'],
  ['today', 'ac'],
  ['heute', 'ac'],
  ['due today', 'c'],
  ['approved today', 'a'],
  ['28. Nov', 'b'],
  ['Nov 28', 'b'],
  ['28.11.', 'b'],
  ['yesterday', 'b'],
  ['due december', 'd'],
  // A future day is a due date, a past one the day of an approval.
  ['after dec 5', 'd'],
  ['before nov 25', 'cd'],
  ['since nov 28', 'ab'],
  ['from zephyr', 'a'],
  ['-zephyr over 500', 'bc'],
  ['credits', 'd'],
  ['over the top', 'd'],
  ['over 9000', ''],
])('the search “%s” finds approvals by what it asks for', (search, ids) => {
  const calendar = { today: '2026-11-29', weekStartsOn: 1 } as const;
  const known = { ...createBillIndex().known, vendors: ['zephyr', 'eclair', 'northwind'] };
  const context = { calendar, dayOrder: 'dayFirst', known } as const;
  const found = (words: typeof english, foreign: typeof german | null) =>
    searchApprovals(all, search, { ...context, words, foreign })
      .map(({ id }) => id)
      .join('');
  expect(found(english, german)).toBe(ids);
});

test('a German screen reads searches in German', () => {
  const calendar = { today: '2026-11-29', weekStartsOn: 1 } as const;
  const { known } = createBillIndex();
  const context = { calendar, dayOrder: 'dayFirst', known, words: german, foreign: null } as const;
  const found = (search: string) => searchApprovals(all, search, context).map(({ id }) => id);
  expect([
    found('über 1200'),
    found('heute'),
    found('28. November'),
    found('fällig heute'),
  ]).toEqual([['b', 'c'], ['a', 'c'], ['b'], ['c']]);
});
