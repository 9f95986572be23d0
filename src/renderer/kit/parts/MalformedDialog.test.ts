import { expect, test } from 'vitest';
import { sentBillSchema } from '../../../contract/sent-items.ts';
import { readItem } from '../../../contract/read-item.ts';
import { formatProblem } from './MalformedDialog.tsx';

test('a malformed field is explained in words, from the schema’s own message', () => {
  const read = readItem(sentBillSchema, {
    status: 7,
    currency: 'USD',
    total_cents: '12.50',
    amount_due_cents: null,
    object: true,
  });
  const problems = read.ok ? [] : read.error.problems;
  expect(problems.map(formatProblem)).toEqual([
    'id: missing',
    'object: true or false instead of text',
    'status: a number instead of text',
    'total_cents: text instead of a number',
  ]);
});

const bill = {
  ...{ id: 'a', bill_number: 'INV-7', status: 'open', date: '2026-11-01', due_date: '2026-12-01' },
  ...{ currency: 'EUR', total_cents: 500, amount_due_cents: 500, vendor: { display_name: 'Kiln' } },
};

test.each([
  [{ type: 'credit_note' }, 'The amount has the wrong sign for a credit.'],
  [{ due_date: 'soon' }, 'The due date can’t be read.'],
  [{ currency: 'Yen' }, 'The currency code is not known.'],
  [{ currency: 'EURO' }, 'The currency is not a code of three letters.'],
  [{ currency: 'JPY', total: '¥500' }, 'Two fields give different totals.'],
])('a bill with %j that a check of ours refuses is explained in a sentence', (fields, sentence) => {
  const read = readItem(sentBillSchema, { ...bill, ...fields });
  expect(read.ok ? [] : read.error.problems.map(formatProblem)).toEqual([sentence]);
});
