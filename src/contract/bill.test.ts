import { describe, expect, test } from 'vitest';
import { vendorName, withOurNames, withSavedNames, type Bill } from './bill.ts';
import { sentBillSchema } from './items/sent-items.ts';

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

const ours: Bill = {
  ...{ id: 'b-1', billNumber: 'INV-7', status: 'open', date: '2026-01-05', dueDate: '2026-02-04' },
  ...{ createdAt: '2026-01-05T09:00:00Z', currency: 'EUR', totalCents: 125_000 },
  ...{ amountDueCents: 125_000, memo: 'January' },
  vendor: { id: 'v-1', name: 'Harbour Glass' },
};

describe('bill', () => {
  test('J-60 fields of a bill saved under the service’s names are renamed', () => {
    const saved = { ...bill, po_number: 'PO-9' };
    const vendor = { ...ours.vendor, others: {} };
    expect(withOurNames(saved)).toEqual({ ...ours, vendor, others: { po_number: 'PO-9' } });
  });

  test.each([null, 7, 'b-1', ours])('J-60 any other value stays as it is: %j', (saved) => {
    expect(withOurNames(saved)).toEqual(saved);
  });

  test('J-60 saved fields that were no text, and a vendor that was no object, become null', () => {
    const { id, status, currency, total_cents, amount_due_cents } = bill;
    const none = { date: null, createdAt: null, memo: null, vendor: null };
    const money = { currency, totalCents: total_cents, amountDueCents: amount_due_cents };
    expect([
      withSavedNames({ date: 7, created_at: null, memo: {}, vendor: 'Kiln' }),
      withOurNames({ id, status, currency, total_cents, amount_due_cents }),
      vendorName(ours),
    ]).toEqual([
      none,
      { ...{ id, status, billNumber: null, dueDate: null }, ...money, ...none },
      'Harbour Glass',
    ]);
  });

  test('every field of the page is read', () => {
    expect(sentBillSchema.parse(bill)).toEqual(ours);
  });

  test.each(['PARTIALLY_PAID', 'Partially Paid', 'partially-paid', 'partiallyPaid'])(
    'Q-60 a documented status may be spelled in another way: %s',
    (status) => {
      expect(sentBillSchema.parse({ ...bill, status }).status).toBe('partially_paid');
    },
  );

  test('an unknown status, an unknown field and any text in the date of a bill that can’t be approved stay as sent', () => {
    const odd = {
      ...bill,
      status: 'scheduled',
      due_date: 'end of month',
      po_number: 'PO-9',
      totalCents: 1,
    };
    const others = { po_number: 'PO-9', totalCents: 1 };
    expect(sentBillSchema.parse(odd)).toEqual({
      ...ours,
      status: 'scheduled',
      dueDate: 'end of month',
      others,
    });
  });

  test.each([
    ['20260318', '2026-03-18'],
    [20260318, '2026-03-18'],
    ['20260318T093000Z', '2026-03-18T093000Z'],
    [1_773_792_000, '2026-03-18'],
    ['1773792000000', '2026-03-18'],
    ['2026-03-18T00:00:00.000+0000', '2026-03-18T00:00:00.000+0000'],
    [' ', null],
    // Midnight somewhere else: the day depends on the place.
    [1_773_788_400, 'malformed'],
    ['0000-00-00', null],
    ['0001-01-01T00:00:00', null],
    ['0000-00-00 00:00:00', null],
    ['2026-02-30', 'malformed'],
    ['20260230', 'malformed'],
    ['18/03/2026', 'malformed'],
    ['Wed, 18 Mar 2026 00:00:00 GMT', '2026-03-18'],
    ['Wed, 18 Mar 2026 23:30:00 GMT', '2026-03-18'],
    ['18 Mar 2026', '2026-03-18'],
    ['8-Mar-2026', '2026-03-08'],
    ['18th March 2026', '2026-03-18'],
    ['March 8, 2026', '2026-03-08'],
    ['Mar. 18 2026', '2026-03-18'],
    ['Wednesday, March 18th, 2026', '2026-03-18'],
    ['2026/03/18', '2026-03-18'],
    ['2026.3.8', '2026-03-08'],
    ['18.03.2026', '2026-03-18'],
    ['8.3.2026', '2026-03-08'],
    ['31.02.2026', 'malformed'],
    ['18.03.26', 'malformed'],
    ['Foo 18, 2026', 'malformed'],
    ['18 Mar 2026 x', 'malformed'],
    ['x 18 Mar 2026 1', 'malformed'],
    ['2026-W12-3', '2026-03-18'],
    ['2026-077', '2026-03-18'],
  ])('the due date %j of a payable bill is read as %j', (due, expected) => {
    const sent = sentBillSchema.safeParse({ ...bill, due_date: due });
    expect(sent.success ? sent.data.dueDate : 'malformed').toBe(expected);
  });

  test.each<[string, object, string | null, string | null]>([
    ['under attributes', { vendor: { id: 'v-1', attributes: { name: 'Kiln' } } }, 'v-1', 'Kiln'],
    [
      'of the contact',
      { vendor: { id: 'v-1', contact: { id: 'c', name: 'Kiln' } } },
      'v-1',
      'Kiln',
    ],
    ['under data', { vendor: { data: { id: 'v-1', name: 'Kiln' } } }, 'v-1', 'Kiln'],
    [
      'in two parts',
      { vendor: { id: 'v-1', first_name: 'Ada', last_name: 'Kiln' } },
      'v-1',
      'Ada Kiln',
    ],
    ['of the contact alone', { vendor: { contact: { id: 'c', name: 'Kiln' } } }, null, 'Kiln'],
    ['as a label', { vendor: { id: 'v-1', label: 'Kiln' } }, 'v-1', 'Kiln'],
    [
      'before a label',
      { vendor: { id: 'v-1', label: 'x', data: { name: 'Kiln' } } },
      'v-1',
      'Kiln',
    ],
    ['as a company', { vendor: { id: 'v-1', company: 'Kiln' } }, 'v-1', 'Kiln'],
    ['as a trade name', { vendor: { id: 'v-1', name: null, trade_name: 'Kiln' } }, 'v-1', 'Kiln'],
    [
      'in parts of a name',
      { vendor: { id: 'v-1', name: { last: 'Kiln', first: 'Ada' } } },
      'v-1',
      'Ada Kiln',
    ],
    [
      'in other parts of a name',
      { vendor: { id: 'v-1', name: { given_name: 'Ada', surname: 'Kiln' } } },
      'v-1',
      'Ada Kiln',
    ],
    ['of a supplier', { vendor: null, supplier: { id: 'v-1', label: 'Kiln' } }, 'v-1', 'Kiln'],
    ['of a contact', { Contact: { ID: 'v-1', Name: 'Kiln' } }, 'v-1', 'Kiln'],
    ['of a payee', { payee: { name: 'Kiln' }, vendor_id: 'v-1' }, 'v-1', 'Kiln'],
    ['of a payee as text', { payee: 'Kiln' }, null, 'Kiln'],
    ['of no other person', { vendor_id: 'v-1', contact: { id: 'c', name: 'x' } }, 'v-1', null],
    [
      'of no other supplier',
      { vendor_name: 'Kiln', supplier: { id: 'x', name: 'x' } },
      null,
      'Kiln',
    ],
    ['beside the bill’s fields', { vendor: null, vendor_name: 'Kiln' }, null, 'Kiln'],
    ['as text', { vendor: 'Kiln' }, null, 'Kiln'],
    ['beside a number', { vendor: 7, vendor_name: 'Kiln' }, '7', 'Kiln'],
    [
      'beside a UUID',
      { vendor: '6f1c2a9e-7d1b-4c50-9a3e-2b7f0c1d2e3f', vendor_name: 'Kiln' },
      '6f1c2a9e-7d1b-4c50-9a3e-2b7f0c1d2e3f',
      'Kiln',
    ],
    ['beside its id', { vendor: { id: 'v-1' }, vendor_name: 'Kiln' }, 'v-1', 'Kiln'],
    ['as text beside its id', { vendor: 'Kiln', vendor_id: 'v-1' }, 'v-1', 'Kiln'],
    ['beside text that is its id', { vendor: 'V001', vendor_name: 'Kiln' }, 'V001', 'Kiln'],
    [
      'beside an address',
      { vendor: '/api/vendors/7', vendorName: 'Kiln' },
      '/api/vendors/7',
      'Kiln',
    ],
    [
      'beside text for none',
      { vendor: 'null', vendor_id: 'v-1', vendor_name: 'Kiln' },
      'v-1',
      'Kiln',
    ],
    ['beside an empty list', { vendor: [], vendor_name: 'Kiln' }, null, 'Kiln'],
    ['beside false', { vendor: false, vendor_name: 'Kiln' }, null, 'Kiln'],
    ['in a list of one', { vendor: [{ id: 'v-1', name: 'Kiln' }] }, 'v-1', 'Kiln'],
    ['not of a contact', { vendor: 'Kiln', contact: { name: 'Ada' } }, null, 'Kiln'],
    [
      'not of another payee',
      { vendor: { id: 'v-1' }, payee: { name: 'Factor Bank' } },
      'v-1',
      null,
    ],
    ['not of a nameless vendor’s contact', { vendor: 7, contact: { name: 'Ada' } }, '7', null],
    ['beside an id of MongoDB', { vendor: { _id: { $oid: 'v-1' }, name: 'Kiln' } }, 'v-1', 'Kiln'],
    ['as a relation of Odoo', { vendor: [42, 'Kiln'] }, '42', 'Kiln'],
    ['in details', { vendor: 7, vendor_detail: { id: 7, name: 'Kiln' } }, '7', 'Kiln'],
    ['expanded', { vendor: 'v-1', expand: { vendor: { id: 'v-1', name: 'Kiln' } } }, 'v-1', 'Kiln'],
    [
      'embedded',
      { vendor: undefined, _embedded: { vendor: { id: 'v-1', name: 'Kiln' } } },
      'v-1',
      'Kiln',
    ],
    ['under fields', { vendor: { id: 'v-1', fields: { name: 'Kiln' } } }, 'v-1', 'Kiln'],
    ['under Attributes', { vendor: { Id: 'v-1', Attributes: { Name: 'Kiln' } } }, 'v-1', 'Kiln'],
    ['not as null', { vendor: { id: 'v-1', name: 'null', display_name: 'Kiln' } }, 'v-1', 'Kiln'],
    ['not as N/A', { vendor: { id: 'v-1', name: 'n/a', display_name: 'Kiln' } }, 'v-1', 'Kiln'],
    [
      'not as a UUID',
      { vendor: { name: '6f1c2a9e-7d1b-4c50-9a3e-2b7f0c1d2e3f', display_name: 'Kiln' } },
      '6f1c2a9e-7d1b-4c50-9a3e-2b7f0c1d2e3f',
      'Kiln',
    ],
    [
      'beside no id',
      { vendor: { city: 'x' }, vendor_id: 'v-1', vendor_name: 'Kiln' },
      'v-1',
      'Kiln',
    ],
    [
      'not beside another id',
      { vendor: { id: 'v-1' }, supplier: { id: 'v-2', name: 'x' } },
      'v-1',
      null,
    ],
    [
      'twice',
      { vendor: { name: 'Kiln', attributes: { name: 'x' } }, vendor_name: 'y' },
      null,
      'Kiln',
    ],
  ])('a vendor’s name is found: %s', (_, fields, id, name) => {
    const { vendor } = sentBillSchema.parse({ ...bill, vendor: undefined, ...fields });
    expect([vendor?.id ?? null, vendor?.name]).toEqual([id, name]);
  });

  test('direction marks are removed from all texts except those that Billfold acts on', () => {
    const turn = (text: string): string => `\u202e${text}\u0007\u2066`;
    const turned = {
      ...bill,
      bill_number: turn('INV-7'),
      memo: turn('January'),
      vendor: { id: 'v-1', name: turn('Harbour Glass'), contact: { [turn('note')]: [turn('a')] } },
      po_number: turn('PO-9'),
      status: turn('open'),
    };
    expect(sentBillSchema.parse(turned)).toEqual({
      ...ours,
      vendor: { id: 'v-1', name: 'Harbour Glass', others: { contact: { note: ['a'] } } },
      others: { po_number: 'PO-9' },
      status: turn('open'),
    });
  });

  test('a number in place of a text becomes that text', () => {
    expect(sentBillSchema.parse({ ...bill, bill_number: 1042 }).billNumber).toBe('1042');
  });

  test.each([
    ['paid', undefined, 0],
    ['void', null, 0],
    ['scheduled', undefined, 0],
    ['open', undefined, 'malformed'],
    ['overdue', null, 'malformed'],
  ])('a bill that is %s with %s due: %s', (status, due, expected) => {
    const sent = sentBillSchema.safeParse({ ...bill, status, amount_due_cents: due });
    expect(sent.success ? sent.data.amountDueCents : 'malformed').toBe(expected);
  });

  test.each(['bill_number', 'date', 'due_date', 'memo', 'vendor', 'created_at'])(
    '%s may be null or missing',
    (field) => {
      const { [field]: _, ...without } = bill as Record<string, unknown>;
      expect(sentBillSchema.safeParse(without).success).toBe(true);
      expect(sentBillSchema.safeParse({ ...bill, [field]: null }).success).toBe(true);
    },
  );

  test.each([
    ['eur', 'EUR'],
    [' Usd ', 'USD'],
    ['XTS', 'XTS'],
  ])('the currency %j is %s', (sent, read) => {
    expect(sentBillSchema.parse({ ...bill, currency: sent }).currency).toBe(read);
  });

  test('amounts may be negative and reach 2^53 - 1; minus zero becomes zero', () => {
    const amounts = [2 ** 53 - 1, -12_300, -0];
    const read = amounts.map((cents) => sentBillSchema.parse({ ...bill, total_cents: cents }));
    expect(read.map(({ totalCents: cents }) => cents)).toEqual([2 ** 53 - 1, -12_300, 0]);
  });

  test.each([
    ['an amount as text', { total_cents: '1250.00' }],
    ['an amount as text with a space', { total_cents: ' 125000' }],
    ['an amount as text past what is exact', { total_cents: '1234567890123456' }],
    ['an amount as an object', { total_cents: { amount: 125_000 } }],
    ['a currency as an object without a code', { currency: { name: 'Euro' } }],
    ['a currency in three letters that is none', { currency: 'Yen' }],
    ['a currency in three small letters that is none', { currency: 'won' }],
    ['hundredths of a currency', { currency: 'GBp' }],
    ['a due date with another one after it', { due_date: '2026-03-18 2026-04-18' }],
    ['an amount with a fraction of a cent', { total_cents: 1250.5 }],
    ['an amount past what a number holds exactly', { amount_due_cents: 2 ** 53 }],
    ['two amounts', { total_cents: [125_000, 999_900] }],
    ['two due dates', { due_date: ['2026-02-04', '2026-02-05'] }],
    ['two ids', { id: ['b-1', 'b-2'] }],
    ['no amount', { total_cents: null }],
    ['a total past what a number holds exactly', JSON.parse('{"total_cents":9007199254740993}')],
    ['a credit past what a number holds exactly', { total_cents: -(2 ** 53) }],
    ['a total without end', JSON.parse('{"total_cents":1e999}')],
    ['no currency', { currency: '' }],
    ['a currency in words', { currency: 'Euro' }],
    ['a currency as a sign', { currency: '€' }],
    ['a currency of letters that only look like it', { currency: 'uſd' }],
    ['another object', { object: 'invoice' }],
  ])('%s makes a bill malformed, so it is not shown wrong', (_, change) => {
    expect(sentBillSchema.safeParse({ ...bill, ...change }).success).toBe(false);
  });

  test.each<[unknown, boolean]>([
    ['1234567890123456', true],
    ['-12345678901234567', true],
    ['x1234567890123456', false],
    ['1234567890123456 EUR', false],
    [2 ** 53, false],
  ])('a total of %j is called too large: %j', (total, isHuge) => {
    const { error } = sentBillSchema.safeParse({ ...bill, total_cents: total });
    const texts = error?.issues.map(({ message }) => message.includes('too large to be exact'));
    expect(texts).toEqual([isHuge]);
  });

  test.each<[string, credit: unknown, bill: unknown]>([
    ['type', 'credit_note', 'bill'],
    ['InvoiceTypeCode', { _: '381' }, { _: '380' }],
    ['Type', 'ACCPAYCREDIT', 'ACCPAY'],
    ['bill_type', 'CREDIT', 'credit_card'],
    ['document_type', 'creditNote', 'invoice'],
    ['kind', 'refund', 'creditor'],
    ['is_credit', true, false],
    ['sign', -1, 'not -1 or negative'],
  ])('a credit with a positive amount is malformed: %s is %j, not %j', (key, credit, other) => {
    const isRead = (value: unknown, more = {}): boolean =>
      sentBillSchema.safeParse({ ...bill, ...more, [key]: value }).success;
    const negative = { total_cents: -100, amount_due_cents: -100 };
    expect([isRead(credit), isRead(other), isRead(credit, negative)]).toEqual([false, true, true]);
  });
});

test('a bill in a wrapper, with cents and a currency in other forms, is read like one of the page', () => {
  const { id, vendor, ...fields } = bill;
  const plain = sentBillSchema.parse(bill);
  const forms = [
    { bill },
    { Node: bill },
    { resource: bill, score: 1 },
    { id, type: 'bill', attributes: { ...fields, vendor }, links: { self: '/x' } },
    { id, fields: { ...fields, vendor } },
    { ...bill, total_cents: String(bill.total_cents), amount_due_cents: String(bill.total_cents) },
    { ...bill, currency: { code: bill.currency, symbol: '€' } },
    { ...bill, currency: { iso_code: bill.currency } },
    { ...bill, currency: { currencyCode: bill.currency } },
    { ...bill, currency: '€', currency_code: bill.currency },
    { ...bill, currency: undefined, currencyCode: bill.currency },
    { ...bill, id: undefined, _id: bill.id },
    { ...bill, id: undefined, _id: { $oid: bill.id } },
    {
      ...bill,
      total_cents: { $numberLong: '125000' },
      amount_due_cents: { $numberInt: '125000' },
    },
    { ...bill, due_date: undefined, dueDate: bill.due_date },
    { ...bill, due_date: [2026, 2, 4], date: { year: 2026, month: 1, day: 5 } },
    { ...bill, due_date: { date: '2026-02-04' }, date: { $date: '2026-01-05' } },
    { ...bill, due_date: ' 2026-02-04Z ', date: { $date: { $numberLong: '1767571200000' } } },
    { ...bill, due_date: '2026-02-04+01:00', date: '2026/01/05 00:00:00' },
    { ...bill, object: 'BILL' },
    { ...bill, object: 'vendor_bill' },
    { ...bill, object: null },
    { data: bill },
    { id, data: { ...fields, vendor } },
    { bills: bill },
  ];
  for (const form of forms) {
    const { others: _, ...read } = sentBillSchema.parse(JSON.parse(JSON.stringify(form)));
    const { others: __, ...wanted } = plain;
    expect(read).toEqual(wanted);
  }
  const related = {
    ...{
      id,
      attributes: fields,
      relationships: { vendor: { data: { id: 'v-9', type: 'vendors' } } },
    },
  };
  expect(sentBillSchema.parse(related).vendor).toMatchObject({ id: 'v-9', name: null });
  expect(sentBillSchema.safeParse({ id, other: bill }).success).toBe(false);
  const timeIn = (created_at: unknown) => sentBillSchema.parse({ ...bill, created_at }).createdAt;
  expect([[2026, 3, 18, 9, 30], { $date: 'x' }, { seconds: 7 }, [2026, 3], ''].map(timeIn)).toEqual(
    ['2026-03-18T09:30', 'x', '{"seconds":7}', '[2026,3]', null],
  );
  const dateIn = (date: unknown) => sentBillSchema.parse({ ...bill, date }).date;
  // There are no such days, so they stay as sent.
  for (const none of ['20260230', '31 Feb 2026', '03.18.2026', '12345678'])
    expect(dateIn(none)).toBe(none);
  expect(sentBillSchema.parse({ ...bill, memo: false }).memo).toBeNull();
  for (const none of ['null', 'undefined', '[object Object]'])
    expect(sentBillSchema.safeParse({ ...bill, id: none }).success).toBe(false);
  expect(sentBillSchema.parse({ ...bill, bill: { total_cents: 1 } }).totalCents).toBe(
    plain.totalCents,
  );
});
