import { expect, test } from 'vitest';
import { sentBillSchema } from '../../../contract/items/sent-items.ts';
import { readItem } from '../../../contract/body/read-item.ts';
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
  [{ vendor: [{ name: 'Kiln' }, { name: 'Loom' }] }, 'It names different vendors.'],
  [{ currency: 'JPY', total: '¥500' }, 'Two fields give different totals.'],
])('a bill with %j that a check of ours refuses is explained in a sentence', (fields, sentence) => {
  const read = readItem(sentBillSchema, { ...bill, ...fields });
  expect(read.ok ? [] : read.error.problems.map(formatProblem)).toEqual([sentence]);
});

test.each([
  [{ id: 'x'.repeat(257) }, 'id: longer than 256 characters'],
  [{ id: ' ' }, 'id: empty'],
  [{ status: '' }, 'status: empty'],
  [{ id: 'a/b' }, 'id: not a valid ID'],
  [{ id: '..' }, 'id: not a valid ID'],
  [{ id: 'null' }, 'id: not a valid ID'],
  [{ bill_number: { full: 'INV-7' } }, 'bill_number: not text'],
  [{ object: 'invoice' }, 'object: not a bill'],
  [{ total_cents: 1e300 }, 'total_cents: a number too large to be exact'],
  [{ total_cents: '12345678901234567' }, 'total_cents: a number too large to be exact'],
  [JSON.parse('{"__proto__":1}'), 'It has a field “__proto__”, whose changes would go unnoticed.'],
  [
    { deep: JSON.parse(`${'['.repeat(2_000)}${']'.repeat(2_000)}`) },
    'It’s nested 2,001 levels deep.',
  ],
  [{ memo: 'x'.repeat(600_000) }, 'It’s larger than 512 KB.'],
  [null, 'Entry: nothing instead of an object'],
])('a problem is in plain words, case %#', (fields, sentence) => {
  const whole =
    fields && Object.defineProperties({ ...bill }, Object.getOwnPropertyDescriptors(fields));
  const read = readItem(sentBillSchema, whole);
  expect(read.ok ? [] : read.error.problems.map(formatProblem)).toEqual([sentence]);
});
