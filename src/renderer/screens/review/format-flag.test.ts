import { expect, test } from 'vitest';
import type { Bill } from '../../../contract/bill.ts';
import { sampleBill } from '../../kit/testing/samples.ts';
import type { Flag } from '../../core/bills/flags/flag.ts';
import { formatFlag } from './format-flag.ts';

const bill = sampleBill({
  date: '2026-11-21',
  total_cents: 1_240_000,
  amount_due_cents: 1_250_000,
});
const paid = sampleBill({ id: 'paid', bill_number: 'INV-7', status: 'paid' });
const nameless = sampleBill({ id: 'nameless', bill_number: null });
const others: ReadonlyMap<string, Bill> = new Map([
  ['paid', paid],
  ['nameless', nameless],
]);

function said(flag: Flag): string {
  const billOf = (id: string): Bill | null => others.get(id) ?? null;
  return formatFlag(flag, { bill, billOf, nowMs: 7_200_000, locale: 'en-GB' });
}

test('F-16 each flag is one plain sentence with the figures it rests on', () => {
  expect([
    said({
      kind: 'duplicate',
      strength: 'exact',
      same: ['vendor', 'number', 'date', 'total'],
      otherIds: ['paid'],
    }),
    said({
      kind: 'duplicate',
      strength: 'near',
      same: ['vendor', 'date', 'total'],
      otherIds: ['nameless', 'paid', 'gone'],
    }),
    said({ kind: 'unusualAmount', direction: 'high', medianCents: 155_000, bills: 14 }),
    said({ kind: 'unusualAmount', direction: 'low', medianCents: 62_000_000, bills: 6 }),
    said({ kind: 'firstOfVendor' }),
    said({ kind: 'dueBeforeDate' }),
    said({ kind: 'dueAboveTotal' }),
    said({
      kind: 'changed',
      seenAtMs: 0,
      changes: [
        { field: 'totalCents', before: 1_000, after: 1_240_000, beforeCurrency: 'USD' },
        { field: 'dueDate', before: null, after: '2026-11-20', beforeCurrency: 'USD' },
        { field: 'memo', before: 'old', after: null, beforeCurrency: 'USD' },
      ],
    }),
  ]).toEqual([
    'Very likely a duplicate: vendor, number, bill date and total are the same as on bill INV-7 (paid).',
    'Possibly a duplicate: vendor, bill date and total are the same as on a bill without a number (open). 2 more bills are close to it.',
    'Unusually high: €12,400.00 is 8 times the usual €1,550.00 of this vendor, the median of 14 earlier bills.',
    'Unusually low: €12,400.00, where this vendor usually bills €620,000.00, the median of 6 earlier bills and 50 times as much.',
    'This is the first bill of Northwind.',
    'It is due on Friday, 20 November 2026, before its own date, Saturday, 21 November 2026.',
    'The amount due, €12,500.00, is more than the total, €12,400.00.',
    'Changed since you last looked, 2 hours ago: total was US$10.00, is now €12,400.00, due date was not given, is now Friday, 20 November 2026 and memo was “old”, is now not given.',
  ]);
});
