import { expect, test } from 'vitest';
import { chooseSort, groupingShown } from './choose-order.ts';

test('V-16 headings follow the order until they are chosen by themselves', () => {
  const first = { sort: 'dueDate', descending: false, grouping: 'dueDate' } as const;
  const grouped = { ...first, grouping: 'vendor' } as const;
  expect([
    chooseSort(first, 'amount'),
    chooseSort(chooseSort(first, 'age'), 'vendor'),
    chooseSort(grouped, 'amount'),
    chooseSort({ ...first, descending: true }, 'dueDate'),
  ]).toEqual([
    { sort: 'amount', descending: true, grouping: 'amount' },
    { sort: 'vendor', descending: false, grouping: 'vendor' },
    { sort: 'amount', descending: true, grouping: 'vendor' },
    { sort: 'dueDate', descending: true, grouping: 'dueDate' },
  ]);
});

test('V-16 a list of one organization is not grouped by organization', () => {
  expect([groupingShown('organization', false), groupingShown('organization', true)]).toEqual([
    'dueDate',
    'organization',
  ]);
});
