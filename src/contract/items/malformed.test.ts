import { expect, test } from 'vitest';
import { readMalformedNames } from './malformed.ts';
import { withoutConflicts } from '../body/read-item.ts';

const bill = { id: 'a', bill_number: 'INV-7', vendor: { display_name: 'Kiln' }, total_cents: 'x' };

test.each([
  [bill, 'Kiln', 'INV-7'],
  [{ bill: { ...bill, bill_number: 7 } }, 'Kiln', '7'],
  [{ billNumber: 'INV-8', vendor_name: 'Oak' }, 'Oak', 'INV-8'],
  [{ invoice_number: 'AR-1', customer: { name: 'Ada' } }, 'Ada', 'AR-1'],
  [{ bill_number: ' ', vendor: true }, null, null],
  [
    withoutConflicts({ items: [bill, { ...bill, memo: 'b' }], malformed: [] }).malformed[0]?.raw,
    'Kiln',
    'INV-7',
  ],
  ['larger than 512 KB', null, null],
])(
  'an item that could not be read is named by its vendor or customer and its number: %j',
  (raw, party, number) => {
    expect(readMalformedNames(raw)).toEqual({ party, number });
  },
);
