import { expect, test } from 'vitest';
import { sentBillSchema } from '../../../contract/sent-items.ts';
import { readItem } from '../../../contract/read-item.ts';
import { formatProblem } from './MalformedBanner.tsx';

test('a malformed field is explained in words, from the schema’s own message', () => {
  const read = readItem(sentBillSchema, {
    status: 7,
    currency: 'USD',
    total_cents: '12.50',
    amount_due_cents: null,
    vendor: true,
  });
  const problems = read.ok ? [] : read.error.problems;
  expect(problems.map(formatProblem)).toEqual([
    'id: missing',
    'status: a number instead of text',
    'total_cents: text instead of a number',
    'vendor: true or false instead of an object',
  ]);
});
