import { describe, expect, test } from 'vitest';
import { billSchema, knownBillFields } from './bill.ts';

const bill = {
  id: 'b-1',
  object: 'bill',
  bill_number: 'INV-7',
  status: 'open',
  date: '2026-01-05',
  due_date: '2026-02-04',
  currency: 'EUR',
  total_cents: 125_000,
  amount_due_cents: 125_000,
  memo: 'January',
  vendor: { id: 'v-1', name: 'Harbour Glass' },
  created_at: '2026-01-05T09:00:00Z',
};

describe('bill', () => {
  test('every field of the page is read as it was sent', () => {
    expect(billSchema.parse(bill)).toEqual(bill);
    expect(knownBillFields).toEqual(Object.keys(bill));
  });

  test('an unknown status, an unknown field and whatever a date holds are carried as they are', () => {
    const odd = { ...bill, status: 'scheduled', due_date: 'end of month', po_number: 'PO-9' };
    expect(billSchema.parse(odd)).toEqual(odd);
  });

  test('L-9 what would turn text around is dropped from every text but those Billfold acts on', () => {
    const turn = (text: string): string => `\u202e${text}\u0007\u2066`;
    const turned = {
      ...bill,
      bill_number: turn('INV-7'),
      memo: turn('January'),
      vendor: { id: 'v-1', name: turn('Harbour Glass'), contact: { [turn('note')]: [turn('a')] } },
      po_number: turn('PO-9'),
      status: turn('open'),
    };
    expect(billSchema.parse(turned)).toEqual({
      ...bill,
      vendor: { id: 'v-1', name: 'Harbour Glass', contact: { note: ['a'] } },
      po_number: 'PO-9',
      status: turn('open'),
    });
  });

  test.each(['bill_number', 'date', 'due_date', 'memo', 'vendor', 'created_at'])(
    '%s may be null or missing',
    (field) => {
      const { [field]: _, ...without } = bill as Record<string, unknown>;
      expect(billSchema.safeParse(without).success).toBe(true);
      expect(billSchema.safeParse({ ...bill, [field]: null }).success).toBe(true);
    },
  );

  test.each([
    ['eur', 'EUR'],
    [' Usd ', 'USD'],
    ['XTS', 'XTS'],
  ])('Q-46 the currency %j is %s', (sent, read) => {
    expect(billSchema.parse({ ...bill, currency: sent }).currency).toBe(read);
  });

  test('Q-46 amounts may be below zero and reach to 2^53 - 1; there is no zero below zero', () => {
    const amounts = [2 ** 53 - 1, -12_300, -0];
    const read = amounts.map((cents) => billSchema.parse({ ...bill, total_cents: cents }));
    expect(read.map(({ total_cents: cents }) => cents)).toEqual([2 ** 53 - 1, -12_300, 0]);
  });

  test.each([
    ['an amount as text', { total_cents: '125000' }],
    ['an amount with a fraction of a cent', { total_cents: 1250.5 }],
    ['an amount past what a number holds exactly', { amount_due_cents: 2 ** 53 }],
    ['no amount', { total_cents: null }],
    ['a total past what a number holds exactly', JSON.parse('{"total_cents":9007199254740993}')],
    ['a credit past what a number holds exactly', { total_cents: -(2 ** 53) }],
    ['a total without end', JSON.parse('{"total_cents":1e999}')],
    ['no currency', { currency: '' }],
    ['a currency in words', { currency: 'Euro' }],
    ['a currency as a sign', { currency: '€' }],
    ['a currency of letters that only look like it', { currency: 'uſd' }],
    ['another object', { object: 'invoice' }],
    ['a vendor that is text', { vendor: 'Harbour Glass' }],
  ])('Q-46 %s makes it malformed rather than shown wrong', (_, change) => {
    expect(billSchema.safeParse({ ...bill, ...change }).success).toBe(false);
  });
});
