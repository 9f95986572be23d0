import { expect, test } from 'vitest';
import { sentBillSchema, sentFieldsOf } from './sent-items.ts';
import { billIn, dayOf, isBillLike, momentOf, timeOf, withPageNames } from './bill-forms.ts';
import { wordList } from '../body/words.ts';

const bill = { id: 'b-1', total_cents: 1 };
const UUID = '89e0c1f2-5a3b-4c6d-8e7f-0123456789ab';

test.each<[string, unknown, unknown]>([
  ['no object', 'b-1', 'b-1'],
  ['a list', [bill], [bill]],
  ['as on the page', bill, bill],
  ['under a wrapper', { kind: 'x', node: bill }, { kind: 'x', ...bill }],
  ['under an unknown wrapper', { cover: bill, links: 1 }, { cover: bill, links: 1 }],
  ['under a wrapper with links', { links: {}, attributes: bill }, bill],
  [
    'with a relationship',
    { attributes: bill, relationships: { supplier: { data: { id: 'v-1', type: 'x' } } } },
    { ...bill, vendor: { id: 'v-1' } },
  ],
  [
    'with a relationship to none',
    { attributes: bill, relationships: { vendor: { data: null } } },
    bill,
  ],
  ['beside a bill', { ...bill, node: { total_cents: 2 } }, { ...bill, node: { total_cents: 2 } }],
  ['with _id', { _id: 'b-1', total_cents: 1 }, { _id: 'b-1', ...bill }],
  ['with a uuid', { UUID: 'b-1', total_cents: 1 }, { UUID: 'b-1', ...bill }],
  ['with a bill_id', { bill_id: 'b-1', total_cents: 1 }, { bill_id: 'b-1', ...bill }],
  ['with $oid', { id: { $oid: 'b-1' }, total_cents: 1 }, bill],
  ['with another id', { id: { x: 1 }, total_cents: 1 }, { id: { x: 1 }, total_cents: 1 }],
  ['with cents in digits', { id: 'b-1', total_cents: '1' }, bill],
  [
    'with cents of an encoder',
    { id: 'b-1', total_cents: { $numberLong: '-1' } },
    { id: 'b-1', total_cents: -1 },
  ],
  [
    'with attributes of XML',
    {
      id: 'b-1',
      total_cents: { _: '1', currencyID: 'EUR' },
      currency: { '#text': 'EUR', '@listID': 'ISO4217' },
    },
    { ...bill, currency: 'EUR' },
  ],
  [
    'with cents in another currency',
    { ...bill, total_cents: { _: '1', currencyID: 'USD' }, currency: 'EUR' },
    { ...bill, total_cents: { _: '1', currencyID: 'USD' }, currency: 'EUR' },
  ],
  ['with cents of another', { id: 'b-1', total_cents: { $numberInt: '1' } }, bill],
  ['with a zero after the point', { ...bill, total_cents: '1.0' }, { ...bill, total_cents: 1 }],
  ['with a status as a value', { ...bill, status: { value: 'open' } }, { ...bill, status: 'open' }],
  ['with a status as a code', { ...bill, status: { code: 'open' } }, { ...bill, status: 'open' }],
  ['with a status as a label', { ...bill, status: { label: 'open' } }, { ...bill, status: 'open' }],
  ['with a status as a key', { ...bill, status: { key: 'open' } }, { ...bill, status: 'open' }],
  ...['(24697)', '24697-', '\u221224697', '(24697.0)', '-24697'].map(
    (sent): [string, unknown, unknown] => [
      `with a credit as ${sent}`,
      { ...bill, total_cents: sent },
      { ...bill, total_cents: -24_697 },
    ],
  ),
  ...wordList(`
    (246.97) 246.97- (-24697) -24697- -(24697) (24697 24697) (24697)- (24697)5 24697-5`).map(
    (sent): [string, unknown, unknown] => [
      `with cents of two meanings, ${sent}`,
      { ...bill, total_cents: sent },
      { ...bill, total_cents: sent },
    ],
  ),
  [
    'with a number before the name of a status',
    { ...bill, status: { value: '1', name: 'Open' } },
    { ...bill, status: 'Open' },
  ],
  ...['', '12'].map((value): [string, unknown, unknown] => [
    `with the value “${value}” before the name of a status`,
    { ...bill, status: { value, name: 'Open' } },
    { ...bill, status: 'Open' },
  ]),
  [
    'with two names of a status',
    { ...bill, status: { code: 'partially_paid', name: 'Partially paid' } },
    { ...bill, status: 'partially_paid' },
  ],
  [
    'with two statuses',
    { ...bill, status: { code: 'paid', name: 'Open' } },
    { ...bill, status: { code: 'paid', name: 'Open' } },
  ],
  [
    'with an unknown status',
    { ...bill, status: { code: 'rejected', name: 'Open' } },
    { ...bill, status: 'rejected' },
  ],
  ['with half a cent', { ...bill, total_cents: '1.5' }, { ...bill, total_cents: '1.5' }],
  [
    'with a status in an object',
    { ...bill, status: { id: 1, name: 'Open' } },
    { ...bill, status: 'Open' },
  ],
  ['with a unit', { ...bill, total_cents: '1 ct' }, { ...bill, total_cents: '1 ct' }],
  [
    'with too many digits',
    { ...bill, total_cents: '1234567890123456' },
    { ...bill, total_cents: '1234567890123456' },
  ],
  [
    'with a due amount in digits',
    { ...bill, amount_due_cents: '-7' },
    { ...bill, amount_due_cents: -7 },
  ],
  [
    'with a currency beside it',
    { ...bill, currency: 'Euro', currency_code: 'EUR' },
    { ...bill, currency: 'EUR', currency_code: 'EUR' },
  ],
  [
    'with a code of ISO beside it',
    { ...bill, currencyIso: 'EUR' },
    { ...bill, currencyIso: 'EUR', currency: 'EUR' },
  ],
  [
    'with its own code',
    { ...bill, currency: ' eur ', currency_code: 'USD' },
    { ...bill, currency: ' eur ', currency_code: 'USD' },
  ],
  [
    'with a currency in four letters',
    { ...bill, currency: 'EURO', currency_code: 'EUR' },
    { ...bill, currency: 'EUR', currency_code: 'EUR' },
  ],
  [
    'with an object for a currency',
    { ...bill, currency: { id: 3, iso_code: 'EUR' } },
    { ...bill, currency: 'EUR' },
  ],
  ['with an unknown currency', { ...bill, currency: { id: 3 } }, { ...bill, currency: { id: 3 } }],
])('a bill is read in the forms of frameworks: %s', (_, sent, read) => {
  expect(billIn(sent)).toEqual(read);
});

test.each<[string, Record<string, unknown>, unknown]>([
  ['an object', { vendor: { id: 'v' } }, { id: 'v' }],
  ['a relation', { vendor: [42, 'Kiln'] }, { id: 42, name: 'Kiln' }],
  ['a list of one', { vendor: [{ id: 'v' }] }, { id: 'v' }],
  ['a list of more', { vendor: ['v', 'w'] }, ['v', 'w']],
  ['a list of the same', { vendor: [{ id: 'v' }, { id: 'v' }] }, { id: 'v' }],
  ['a list of three', { vendor: [42, 'Kiln', 'x'] }, { id: 42, name: 'Kiln' }],
  ['two numbers', { vendor: [42, 43] }, [42, 43]],
  ['an empty list', { vendor: [] }, null],
  ['false', { vendor: false }, null],
  ['empty text', { vendor: ' - ' }, null],
  ['nothing', {}, undefined],
  ['a name', { vendor: 'Kiln' }, { name: 'Kiln' }],
  ['a name with an id beside it', { vendor: 'Kiln', vendor_id: 'v' }, { id: 'v', name: 'Kiln' }],
  ['an id with a name beside it', { vendor: 'v', vendor_name: 'Kiln' }, { id: 'v', name: 'Kiln' }],
  ['a name twice', { vendor: 'Kiln', vendor_name: 'Kiln' }, { name: 'Kiln' }],
  ['a number', { vendor: 42 }, { id: 42 }],
  ['a number beside another id', { vendor: 42, vendor_id: 'v' }, { id: 42 }],
  ['a UUID', { vendor: UUID }, { id: UUID }],
  ...[
    ...['42', 'ven_8a7f', '507f1f77bcf86cd799439011', '01ARZ3NDEKTSV4RRFFQ69G5FAV'],
    ...['urn:vendor:7', 'https://kiln.test/7', '/api/vendors/7', 'suppliers/kiln', 'v_kiln7'],
  ].map((id): [string, Record<string, unknown>, unknown] => [
    `the reference ${id}`,
    { vendor: id },
    { id, name: undefined },
  ]),
  ['a reference beside its id', { vendor: 'v_7', vendor_id: 'v_7' }, { id: 'v_7', name: null }],
  ['one beside another id', { vendor: 'v_7', vendor_id: 'v' }, { id: 'v', name: 'v_7' }],
  ...[
    '3M',
    '1&1',
    'Kiln/Loom',
    '24/7 Glass',
    'A-1',
    'Kiln: Ltd.',
    'open_kiln',
    'a /b',
    'Shop 7',
    'Café at 01ARZ3NDEKTSV4RRFFQ69G5FAV',
    'v_7 Glass',
    'on urn:x',
    '/ab c',
  ].map((name): [string, Record<string, unknown>, unknown] => [
    `the name ${name}`,
    { vendor: name, vendor_id: 'v' },
    { id: 'v', name },
  ]),
])('a bill’s vendor may be %s', (_, fields, vendor) => {
  expect(billIn({ ...bill, ...fields })).toMatchObject({ ...(vendor !== undefined && { vendor }) });
});

test('a key keeps its name if the page’s name is taken, or if two keys could have it', () => {
  expect([
    withPageNames({ TotalCents: 1, 'Due-Date': 'x' }),
    withPageNames({ total_cents: 1, totalCents: 2 }),
    withPageNames({ totalCents: 1, TotalCents: 2 }),
    withPageNames({ _memo: 'x', '@memo': 'y' }),
  ]).toEqual([
    { total_cents: 1, due_date: 'x' },
    { total_cents: 1, totalCents: 2 },
    { totalCents: 1, TotalCents: 2 },
    { _memo: 'x', '@memo': 'y' },
  ]);
});

test.each([-1, '-', '\u2212', '\u22121'])(
  'a bill marked as a credit by the sign %j cannot have a positive amount',
  (sign) => {
    const sent = { ...bill, status: 'paid', currency: 'EUR', sign };
    const isRead = (cents: unknown): boolean =>
      sentBillSchema.safeParse({ ...sent, total_cents: cents }).success;
    expect([isRead('(5)'), isRead('5')]).toEqual([true, false]);
  },
);

test('a bill is recognized by its total', () => {
  expect(
    [bill, { node: bill }, { cover: bill }, { total: 1 }, 'b-1', [bill]].map(isBillLike),
  ).toEqual([true, true, false, false, false, false]);
});

test.each<[unknown, string | null]>([
  ...[null, undefined, '', false, ' ', '0000-00-00', '0001-01-01T00:00:00Z'].map(
    (none): [unknown, null] => [none, null],
  ),
  ['2026-12-01', '2026-12-01'],
  [' 2026-12-01 ', '2026-12-01'],
  ['20261201', '2026-12-01'],
  ['20261201T120000', '2026-12-01T120000'],
  ['x20261201T12', 'x20261201T12'],
  ['2026-12-01Z', '2026-12-01'],
  ['2026-12-01+01:00', '2026-12-01'],
  ['2026-12-01+0100', '2026-12-01'],
  ['2026-12-01+01:00x', '2026-12-01+01:00x'],
  ['2026-12-01t10:00', '2026-12-01T10:00'],
  ['2026-W45-5', '2026-11-06'],
  ['2026W455', '2026-11-06'],
  ['2026-W53-7', '2027-01-03'],
  ['2027-W53-1', '2027-W53-1'],
  ['2026-W54-1', '2026-W54-1'],
  ['2026-W00-1', '2026-W00-1'],
  ['2026-W45-8', '2026-W45-8'],
  ['2026-W45', '2026-W45'],
  ['2026W45-5', '2026W45-5'],
  ['2026-W45-5-1', '2026-W45-5-1'],
  ['2026-W45-5T10:00Z', '2026-11-06T10:00Z'],
  ['2026-324', '2026-11-20'],
  ['2026-324Z', '2026-11-20'],
  ['2026-324 10:00', '2026-11-20 10:00'],
  ['2026-3241', '2026-3241'],
  ['2028-366', '2028-12-31'],
  ['2026-366', '2026-366'],
  ['2026-367', '2026-367'],
  ['2026-000', '2026-000'],
  // It may also mean 24 March.
  ['2026324', '2026324'],
  ['+002026-11-20', '2026-11-20'],
  ['+002026-11-20T10:00Z', '2026-11-20T10:00Z'],
  ['+012026-11-20', '+012026-11-20'],
  ['+001796083200', '+001796083200'],
  ['1 December 2026', '2026-12-01'],
  ['1st Dec. 2026', '2026-12-01'],
  ['01-Dec-2026', '2026-12-01'],
  ['Tuesday, December 1st, 2026', '2026-12-01'],
  ['Tue Dec 1 2026 00:00:00 GMT', '2026-12-01'],
  ['Dec 1 2026 00:00:01', '2026-12-01'],
  ['Tue, 01 Dec 2026 14:30:00 -0800', '2026-12-01'],
  ['Tue Dec 01 2026 00:00:00 GMT+0100 (Central European Standard Time)', '2026-12-01'],
  ['/Date(1796083200000)/', '2026-12-01'],
  ['/Date(1796083200000+0000)/', '2026-12-01'],
  ['/Date(1796079600000+0100)/', '2026-12-01'],
  ['/Date(1796079600000)/', '/Date(1796079600000)/'],
  ['/Date(1796063400000+0530)/', '2026-12-01'],
  ['/Date(1796101200000-0500)/', '2026-12-01'],
  ['x/Date(1796083200000)/', 'x/Date(1796083200000)/'],
  ['/Date(1796083200000)/x', '/Date(1796083200000)/x'],
  ['Dec 1 2026 25 o’clock', 'Dec 1 2026 25 o’clock'],
  ['2026/12/1', '2026-12-01'],
  ['2026.12.1', '2026-12-01'],
  ['1.12.2026', '2026-12-01'],
  ['2026/12/1 00:00:00.000+0000', '2026-12-01'],
  ['1 Foo 2026', '1 Foo 2026'],
  ['1 Sun Dec 2026', '1 Sun Dec 2026'],
  ['on 2026-12-01Z', 'on 2026-12-01Z'],
  ['on 2026-12-01t10', 'on 2026-12-01t10'],
  [[2026, 12, 1, 5, 5], '2026-12-01T05:05'],
  ['31 Feb 2026', '31 Feb 2026'],
  ['3/4/2026', '3/4/2026'],
  ['1796083200', '2026-12-01'],
  [1_796_083_200_000, '2026-12-01'],
  [1_796_083_201_000, '1796083201000'],
  ['17960832000000', '17960832000000'],
  ['x1796083200', 'x1796083200'],
  [[2026, 12, 1], '2026-12-01'],
  [[2026, 12, 1, 10, 5], '2026-12-01T10:05'],
  [[2026, 12], '[2026,12]'],
  [[2026, 13, 1], '[2026,13,1]'],
  [{ date: '2026-12-01' }, '2026-12-01'],
  [{ $date: { $numberLong: '1796083200000' } }, '2026-12-01'],
  [{ year: 2026, month: 12, day: 1 }, '2026-12-01'],
  [{ date: { x: 1 } }, '{"date":{"x":1}}'],
  [{ at: 'x' }, '{"at":"x"}'],
])('a day is read in other notations: %j', (sent, day) => {
  expect(dayOf(sent)).toBe(day);
});

test('a time stays as sent, without controls', () => {
  expect([timeOf('2026-12-01T10:00\u0007'), timeOf(7), timeOf(['\u0007x'])]).toEqual([
    '2026-12-01T10:00',
    '7',
    '["x"]',
  ]);
});

test.each([
  ['2026-W45-5T10:05:07.5-08:00', '2026-11-06T10:05:07.5-08:00'],
  ['2026W455T1005Z', '2026-11-06T1005Z'],
  ['+002026-324T10:05Z', '2026-11-20T10:05Z'],
])('a time after the date %j of ISO 8601 stays as sent', (sent, time) => {
  expect(timeOf(sent)).toBe(time);
});

test.each([
  [1_795_144_530_123, '2026-11-20T03:15:30.123Z'],
  [1_795_144_530.5, '2026-11-20T03:15:30.500Z'],
  ['1795144530.123456', '2026-11-20T03:15:30.123Z'],
  [{ seconds: '1795144530', nanos: 7 }, '2026-11-20T03:15:30.000Z'],
  ['2026-11-20T03:15', '2026-11-20T03:15'],
  ['x1795144530', 'x1795144530'],
  [17_951_445_301, '17951445301'],
  [null, null],
])('a moment is ISO 8601 when it is sent as seconds or milliseconds: %j', (sent, moment) => {
  expect(momentOf(sent)).toBe(moment);
});

test.each([
  [{ seconds: 1e9 }, '1000000000'],
  [{ _seconds: 1_796_083_200, _nanoseconds: 0 }, '1796083200'],
  [{ seconds: 7 }, '{"seconds":7}'],
])('the time %j of an encoder is its seconds', (sent, time) => {
  expect(timeOf(sent)).toBe(time);
});

test('the approved bill has its fields under the names of the service page', () => {
  const vendor = { id: 'v-1', name: 'Kiln' };
  const approved = {
    memo: 'm',
    billNumber: 'B-1',
    currency: 'EUR',
    totalCents: 2,
    amountDueCents: 1,
  };
  expect(sentFieldsOf({ ...approved, vendor, others: { memo: 'x', po: 7 } })).toEqual({
    ...{ po: 7, memo: 'm', bill_number: 'B-1', vendor, currency: 'EUR' },
    ...{ total_cents: 2, amount_due_cents: 1 },
  });
});

test.each([
  ['BILL_STATUS_OPEN', 'open'],
  ['bill_status_partially_paid', 'partially_paid'],
  ['BILL_STATUS_REJECTED', 'BILL_STATUS_REJECTED'],
  ['MY_BILL_STATUS_OPEN', 'MY_BILL_STATUS_OPEN'],
  ['o_bill_status_pen', 'o_bill_status_pen'],
])('the name of a protobuf enumeration before a status is dropped: %s', (status, read) => {
  const sent = { ...bill, amount_due_cents: 1, currency: 'EUR', status };
  expect(sentBillSchema.parse(sent).status).toBe(read);
});

test('the cursor of an edge is not a field of its node', () => {
  const edges = [{ node: { id: 'l-1', cursor: 'x' }, cursor: 'y' }];
  expect(billIn({ node: { ...bill, cursor: 'w', lines: { edges } }, cursor: 'z' })).toEqual({
    ...bill,
    cursor: 'w',
    lines: { edges: [{ node: { id: 'l-1', cursor: 'x' } }] },
  });
});

test('a wrapped bill without a total is still unwrapped', () => {
  const { total_cents: _, ...node } = bill;
  const sent = { ...node, id: 'b-1', status: 'open', currency: 'EUR', total: { cents: 1 } };
  expect(billIn({ node: sent, cursor: 'x' })).toEqual(sent);
  expect(isBillLike({ node: sent })).toBe(false);
});

test.each([{ is_return: 1 }, { isReturn: true }, { InvoiceTypeCode: '381' }])(
  'a credit with a positive amount is malformed: %j',
  (fields) => {
    const sent = { ...bill, status: 'paid', currency: 'EUR' };
    const read = [sent, { ...sent, ...fields }, { ...sent, ...fields, total_cents: -1 }];
    expect(read.map((each) => sentBillSchema.safeParse(each).success)).toEqual([true, false, true]);
  },
);
