import { expect, test } from 'vitest';
import { firstListChoice } from '../../../core/model/list-choice.ts';
import type { SearchReading } from '../../../core/bills/search/search-reading.ts';
import { inChosenOrder } from './list-order.ts';

const choice = { ...firstListChoice, search: 'oak biggest overdue', sort: 'amount' } as const;
const largest = { kind: 'order', order: 'amountDown', first: null } as const;
const reading: SearchReading = {
  text: 'oak',
  parts: [
    { range: [4, 11], any: [largest], choices: [] },
    { range: [12, 19], any: [{ kind: 'state', state: 'overdue' }], choices: [] },
  ],
  problems: [],
};

test('V-20 an order chosen by hand replaces the one in the search, and keeps the rest of it', () => {
  const shown = { choice, reading };
  expect(inChosenOrder({ descending: true }, shown)).toEqual({
    ...{ search: 'oak overdue', sort: 'amount', descending: true, grouping: 'dueDate' },
  });
  expect(inChosenOrder({ list: 'all' }, shown)).toEqual({ list: 'all' });
  expect(inChosenOrder({ ...firstListChoice, search: 'gas' }, shown)).toEqual({
    ...firstListChoice,
    search: 'gas',
  });
});
