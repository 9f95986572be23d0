import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Bill } from '../contract/bill.ts';
import { sentBillSchema } from '../contract/items/sent-items.ts';
import {
  billOfAnswer,
  differences,
  fingerprint,
  reviewedSnapshotSchema,
  snapshotOf,
  type ReviewedSnapshot,
} from './snapshot.ts';
import { ownFieldOf } from './own-fields.ts';

const sent = {
  id: 'b-1',
  bill_number: 'INV-7',
  status: 'open',
  date: '2026-01-05',
  due_date: '2026-02-04',
  currency: 'EUR',
  total_cents: 125_000,
  amount_due_cents: 125_000,
  memo: 'Windows, 2nd floor',
  vendor: { id: 'v-1', name: 'Harbour Glass', bank: { iban: 'XX01' } },
  created_at: '2026-01-05T09:00:00Z',
  po_number: 'PO-7',
  updated_at: '2026-01-06T10:00:00Z',
};
const bill = sentBillSchema.parse(sent);

test('a snapshot holds everything on the screen', () => {
  expect(snapshotOf(bill)).toEqual({
    billId: 'b-1',
    billNumber: 'INV-7',
    vendorName: 'Harbour Glass',
    currency: 'EUR',
    totalCents: 125_000,
    amountDueCents: 125_000,
    dueDate: '2026-02-04',
    status: 'open',
    rest: {
      date: '2026-01-05',
      createdAt: '2026-01-05T09:00:00Z',
      memo: 'Windows, 2nd floor',
      vendorId: 'v-1',
      vendor: { bank: { iban: 'XX01' } },
      others: { po_number: 'PO-7', updated_at: '2026-01-06T10:00:00Z' },
    },
  });
});

test('every readable bill can be approved, whatever the form of its vendor', () => {
  const aName = fc.constantFrom('Vendor 1', 'v1', '7', '3f2504e0-4f89-41d3-9a0c-0305e82c3301', '');
  const aVendor = fc.oneof(
    aName,
    fc.integer(),
    fc.jsonValue(),
    fc.array(fc.oneof(aName, fc.integer()), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('id', 'name', 'uuid', 'data', 'x'), fc.jsonValue()),
  );
  const besides = fc.dictionary(
    fc.constantFrom('vendor_id', 'vendor_name', 'supplier', 'contact', 'x'),
    fc.oneof(aName, fc.jsonValue()),
  );
  fc.assert(
    fc.property(aVendor, besides, (of, beside) => {
      const read = sentBillSchema.safeParse({ ...sent, ...beside, vendor: of });
      if (!read.success) return;
      const snapshot = snapshotOf(read.data);
      expect(reviewedSnapshotSchema.parse(snapshot)).toEqual(snapshot);
    }),
    { numRuns: 1_000 },
  );
});

const vendor = { id: 'v-1', name: 'Harbour Glass', others: { bank: { iban: 'XX01' } } };

test.each<[Partial<Bill>, string]>([
  [{ totalCents: 130_000 }, 'totalCents'],
  [{ amountDueCents: 1 }, 'amountDueCents'],
  [{ currency: 'USD' }, 'currency'],
  [{ dueDate: null }, 'dueDate'],
  [{ status: 'void' }, 'status'],
  [{ billNumber: 'INV-8' }, 'billNumber'],
  [{ vendor: { ...vendor, name: 'Harbor' } }, 'vendorName'],
  [{ vendor: { ...vendor, id: 'v-2' } }, 'vendorId'],
  [{ vendor: { ...vendor, others: { bank: { iban: 'XX02' } } } }, 'vendor/bank/iban'],
  [{ date: '2026-01-04' }, 'date'],
  [{ createdAt: null }, 'createdAt'],
  [{ memo: null }, 'memo'],
  [{ others: { po_number: 'PO-8' } }, '/po_number'],
  [{ others: { po_number: 'PO-7', lines: [{ sku: 1 }] } }, '/lines'],
])('a change to %j changes the fingerprint and is named %s', (fields, named) => {
  const before = snapshotOf(bill);
  const after = snapshotOf({ ...bill, ...fields });
  expect(fingerprint(after)).not.toBe(fingerprint(before));
  expect(differences(before, after).map((change) => change.field)).toEqual([named]);
});

const po = { po_number: 'PO-7' };
const tagged = { ...po, tags: ['urgent', 'façade', 'roof'] };

test.each<[string, Partial<Bill>, Partial<Bill>]>([
  [
    'a bookkeeping field of the service',
    {},
    { others: { ...po, updateTime: '1767700000', revision: '3', xmin: '4294967', views: 7 } },
  ],
  ['a due date that has passed', {}, { status: 'overdue' }],
  [
    'tags in another order',
    { others: tagged },
    { others: { ...po, tags: tagged.tags.toReversed() } },
  ],
  [
    'lines in another order',
    { others: { ...po, line_items: [{ id: 'l1', cents: 1 }, { id: 'l2' }] } },
    { others: { ...po, line_items: [{ id: 'l2' }, { cents: 1, id: 'l1' }] } },
  ],
  ['null against absent', {}, { others: { ...po, approved_by: null, custom: { code: null } } }],
  [
    'an empty text against absent',
    { memo: null },
    { memo: '', others: { ...po, cost_center: '' } },
  ],
  ['a number too large against absent', {}, { others: { ...po, rate: Infinity } }],
  ['an empty list against absent', {}, { others: { ...po, lines: [], custom: {} } }],
  ...[
    ['2026-02-04T00:00:00.000+0000', '2026-02-04'],
    ['2026-02-04 00:00', '2026-02-04T00:00:00+02'],
    ['2026-02-04T09:30:00.500Z', '2026-02-04 09:30:00,50+00:00'],
    ['2026-02-04T09:30:00+0100', '2026-02-04T09:30+01'],
    ['Mu\u0308ller', 'M\u00fcller'],
  ].map(([left = '', right = '']): [string, Partial<Bill>, Partial<Bill>] => [
    `${left} against ${right}`,
    { dueDate: left, others: { shipped: left, lines: [{ on: left }] } },
    { dueDate: right, others: { shipped: right, lines: [{ on: right }] } },
  ]),
  [
    'a decimal with more zeros, or as text',
    { others: { tax: '10.00', lines: [{ unit_price: 10, qty: '2.50' }] } },
    { others: { tax: '10.0', lines: [{ unit_price: '10.000', qty: 2.5 }] } },
  ],
  [
    'record keeping in a line, and a field without a value',
    {
      others: {
        lines: [{ id: 1, updatedAt: '2026-01-06T10:00:00Z', tax: null, note: { etag: 1 } }],
      },
    },
    { others: { lines: [{ id: 1, updatedAt: '2026-01-07T10:00:00Z' }] } },
  ],
  ...[
    ['last_activity_at', '2026-01-06T10:00:00Z', '2026-01-07T11:00:00Z'],
    ['balance_cents', 120_000, 160_000],
    ['OutstandingBalance', '12.50', '-3.00'],
    ['balance', '1500.00', '2511.11'],
    ['balance', '$1,500.00', '$2,511.11'],
    ['bills_count', 3, 4],
    ['open_bills', 3, 4],
    ['last_payment_date', '2026-01-06', '2026-02-06'],
  ].map(([name = '', left, right]): [string, Partial<Bill>, Partial<Bill>] => [
    `the vendor’s ${name}`,
    { vendor: { ...vendor, others: { totals: { [name]: left } } } },
    { vendor: { ...vendor, others: { totals: { [name]: right } } } },
  ]),
  ...[
    [
      'X-Amz-Date=1&X-Amz-Credential=k/1&X-Amz-Signature=a',
      'X-Amz-Date=2&X-Amz-Credential=k/2&X-Amz-Signature=b',
    ],
    ['sv=1&se=2026&sig=a%2B', 'sv=1&se=2027&sig=b'],
    ['Policy=a&Signature=a&Key-Pair-Id=K', 'Policy=b&Signature=b&Key-Pair-Id=K'],
    ['Expires=1&Signature=a&AWSAccessKeyId=K', 'Expires=2&Signature=b&AWSAccessKeyId=K'],
  ].map(([left, right]): [string, Partial<Bill>, Partial<Bill>] => [
    `a link signed anew with ${left}`,
    { others: { pdf: `https://files.test/b.pdf?page=1&${left}` } },
    { others: { pdf: `https://files.test/b.pdf?page=1&${right}` } },
  ]),
  [
    'links in a list, signed anew',
    { others: { attachments: [{ id: 1, url: 'https://files.test/b.pdf?sv=1&se=1&sig=1' }] } },
    { others: { attachments: [{ id: 1, url: 'https://files.test/b.pdf?sv=1&se=2&sig=2' }] } },
  ],
  [
    'tags with a number in another order',
    { others: { tags: ['q1', 'hosting'] } },
    { others: { tags: ['hosting', 'q1'] } },
  ],
])('%s is no change', (_what, left, right) => {
  const [before, after] = [snapshotOf({ ...bill, ...left }), snapshotOf({ ...bill, ...right })];
  expect(fingerprint(after)).toBe(fingerprint(before));
  expect(differences(before, after)).toEqual([]);
});

/** Two bills with the same list items, in a different order. */
function swapped(
  field: string,
  ...items: readonly unknown[]
): [string, Partial<Bill>, Partial<Bill>] {
  return [
    `${field} in another order`,
    { others: { [field]: items } },
    { others: { [field]: items.toReversed() } },
  ];
}

test.each<[string, Partial<Bill>, Partial<Bill>]>([
  swapped('bank_accounts', { iban: 'DE89' }, { iban: 'GB29' }),
  swapped('accounts', [{ iban: 'DE89' }], [{ iban: 'GB29' }]),
  swapped('payees', 'Honest Ltd', 'Thief Ltd'),
  swapped('remit_to', 'a@good.test', 'z@evil.test'),
  // Accounts in Arabic digits.
  swapped('tags', '١٢٣٤٥٦٧٨', '٨٧٦٥٤٣٢١'),
  swapped('labels', { to: 'a' }, { to: 'b' }),
  swapped('keywords', 'a'.repeat(65), 'b'.repeat(65)),
  ...[
    ['https://files.test/b.pdf?sv=1&se=1&sig=1', 'https://files.test/c.pdf?sv=1&se=1&sig=1'],
    ['https://pay.test/checkoutnow?token=EC-1', 'https://pay.test/checkoutnow?token=EC-2'],
    ['https://pay.test/?signature=acct_1', 'https://pay.test/?signature=acct_2'],
    ['https://pay.test/?Policy=a', 'https://pay.test/?Policy=b'],
    ['https://pay.test/?sv=1&se=1&sig=1&sp=a', 'https://pay.test/?sv=1&se=1&sig=1&sp=b'],
    ['https://pay.test/?to=a&sig=1', 'https://pay.test/?to=b&sig=1'],
    ['https://files.test/b.pdf', 'https://evil.test/b.pdf?sig=1'],
  ].map(([left, right]): [string, Partial<Bill>, Partial<Bill>] => [
    `the link ${left} against ${right}`,
    { others: { link: left } },
    { others: { link: right } },
  ]),
  ...[
    ['balance', 'DE89370400440532013000', 'GB29NWBK60161331926819'],
    ['account_number', 12_345_678, 87_654_321],
    ['bills_count', 1_234_567, 7_654_321],
    ['document', 12_345_678_901, 10_987_654_321],
  ].map(([name = '', left, right]): [string, Partial<Bill>, Partial<Bill>] => [
    `the vendor’s ${name}`,
    { vendor: { ...vendor, others: { [name]: left } } },
    { vendor: { ...vendor, others: { [name]: right } } },
  ]),
  ...['payment_url', 'remittance_link', 'checkout'].map(
    (name): [string, Partial<Bill>, Partial<Bill>] => [
      `a signature in ${name}`,
      { others: { [name]: 'https://pay.test/?sv=1&se=1&sig=1' } },
      { others: { [name]: 'https://pay.test/?sv=1&se=1&sig=2' } },
    ],
  ),
  ...['version', 'updated_at'].map((name): [string, Partial<Bill>, Partial<Bill>] => [
    `the ${name} of a bank account`,
    { vendor: { ...vendor, others: { bank_account: { [name]: '2026-01-01T00:00:01Z' } } } },
    { vendor: { ...vendor, others: { bank_account: { [name]: '2026-01-02T00:00:01Z' } } } },
  ]),
  ['a balance of the bill', { others: { balance: 1 } }, { others: { balance: 2 } }],
  [
    'bank accounts in another order',
    { vendor: { id: 'v', name: 'V', others: { bank_accounts: ['DE89', 'GB29'] } } },
    { vendor: { id: 'v', name: 'V', others: { bank_accounts: ['GB29', 'DE89'] } } },
  ],
  [
    'an account in a bookkeeping field',
    { others: { updated_at: 'DE89370400440532013000' } },
    { others: { updated_at: 'GB29NWBK60161331926819' } },
  ],
  [
    'an account below an object',
    { others: { object: { no: 1 } } },
    { others: { object: { no: 2 } } },
  ],
  ...[
    ['updated_at', 'EUR 100.00', 'EUR 900.00'],
    ['etag', [{ payee: 'Acme' }], [{ payee: 'Evil' }]],
    ['lock_version', 100.5, 900.5],
    ['number', '1.10', '1.1'],
    ['tax', '10.00', '10.01'],
    ['tax', '-0', '0'],
    ['tax', '010', '10'],
    ['on', '2026-02-04T00:00:01', '2026-02-04'],
    ['on', '2026-02-04T00:00:00.001', '2026-02-04'],
    ['on', '2026-02-04T09:30:00+01:00', '2026-02-04T09:30:00Z'],
    ['on', 'x2026-02-04T00:00', '2026-02-04'],
    ['code', ' ', null],
    ['v', 1, 2],
  ].map(([field, left, right]): [string, Partial<Bill>, Partial<Bill>] => [
    `${JSON.stringify(left)} against ${JSON.stringify(right)} in ${field as string}`,
    { others: { [field as string]: left } },
    { others: { [field as string]: right } },
  ]),
  [
    'lines of the vendor in another order',
    { vendor: { ...vendor, others: { lines: [{ iban: 'X1' }, { iban: 'X2' }] } } },
    { vendor: { ...vendor, others: { lines: [{ iban: 'X2' }, { iban: 'X1' }] } } },
  ],
  swapped('tags', 'q1234', 'hosting'),
  swapped('tags', 'pay:X1', 'pay:X2'),
  [
    'a number that looks like a date',
    { billNumber: '2026-02-04' },
    { billNumber: '2026-02-04T00:00:00Z' },
  ],
  [
    'a split in another order',
    { others: { split: ['A', 90, 'B', 10] } },
    { others: { split: ['A', 10, 'B', 90] } },
  ],
])('%s: a change', (_what, left, right) => {
  const [before, after] = [snapshotOf({ ...bill, ...left }), snapshotOf({ ...bill, ...right })];
  expect(fingerprint(after)).not.toBe(fingerprint(before));
  expect(differences(before, after)).toHaveLength(1);
});

const value = fc.constantFrom(
  ...[null, '', 'a', 'Infinity', 0, 1, true, [], ['a', 'b'], ['b', 'a']],
);
const names = ['totalCents', 'vendorName', 'vendor/iban', 'vendor', 'iban', '', 'a/b', 'a', 'b'];
const name = fc.constantFrom(...names, '~1', '~', '~0', '/', 'vendorId', 'others', '__proto__');
const fieldsOfItsOwn = fc.dictionary(
  name,
  fc.oneof(value, fc.dictionary(name, fc.oneof(value, fc.dictionary(name, value)))),
  { maxKeys: 3 },
);
const text = fc.constantFrom(null, '', 'a', 'null');
const aSnapshot: fc.Arbitrary<ReviewedSnapshot> = fc.record({
  ...{ billId: fc.constant('b-1'), billNumber: text, vendorName: text, dueDate: text },
  ...{ currency: fc.constantFrom('EUR', 'USD'), totalCents: fc.constantFrom(0, -0, 1) },
  amountDueCents: fc.constantFrom(0, 1),
  status: fc.constantFrom('open', 'overdue', 'void', 'null', ''),
  rest: fc.option(
    fc.record({
      ...{ date: text, createdAt: text, memo: text, vendorId: text },
      ...{ vendor: fieldsOfItsOwn, others: fieldsOfItsOwn },
    }),
  ),
});
/** Two snapshots that usually share most fields. */
const twoSnapshots = fc
  .tuple(aSnapshot, aSnapshot, fc.subarray(Object.keys(reviewedSnapshotSchema.shape)))
  .map(([one, other, changed]) => {
    const fields = Object.entries(other).filter(([field]) => changed.includes(field));
    return [one, { ...one, ...Object.fromEntries(fields) }] as const;
  });

test('fingerprints differ exactly when there is a difference to show', () => {
  const hasBothWays = { same: 0, other: 0 };
  fc.assert(
    fc.property(twoSnapshots, ([before, after]) => {
      const differs = fingerprint(before) !== fingerprint(after);
      hasBothWays[differs ? 'other' : 'same'] += 1;
      expect(differences(before, after).length > 0).toBe(differs);
    }),
    { numRuns: 2_000 },
  );
  expect(Math.min(...Object.values(hasBothWays))).toBeGreaterThan(100);
});

test('a saved snapshot has the same fingerprint after reading', () => {
  fc.assert(
    fc.property(aSnapshot, (snapshot) => {
      const read = reviewedSnapshotSchema.parse(JSON.parse(JSON.stringify(snapshot)));
      expect(fingerprint(read)).toBe(fingerprint(snapshot));
    }),
  );
});

test.each([
  ['totalCents', null],
  ['vendorId', null],
  ['/totalCents', { of: 'bill', names: ['totalCents'] }],
  ['/vendor/iban', { of: 'bill', names: ['vendor', 'iban'] }],
  ['vendor/bank/iban', { of: 'vendor', names: ['bank', 'iban'] }],
  ['/a~1b/~01/', { of: 'bill', names: ['a/b', '~1', ''] }],
])('the path %s leads to %j', (field, own) => {
  expect(ownFieldOf(field)).toEqual(own);
});

/** A snapshot that an earlier version saved. Do not edit it. */
const ofEarlierVersion = JSON.stringify({
  billId: 'b-1',
  billNumber: 'INV-7',
  vendorName: 'Harbour Glass',
  currency: 'EUR',
  totalCents: 125_000,
  amountDueCents: 125_000,
  dueDate: '2026-02-04',
  status: 'open',
  rest: {
    date: '2026-01-05',
    memo: 'Windows, 2nd floor',
    vendor: { id: 'v-1', name: 'Harbour Glass', bank: { iban: 'XX01' } },
    created_at: '2026-01-05T09:00:00Z',
    po_number: 'PO-7',
  },
});

test('a snapshot of an earlier version, with the service’s field names, is read like a current one', () => {
  const read = reviewedSnapshotSchema.parse(JSON.parse(ofEarlierVersion));
  expect(fingerprint(read)).toBe(fingerprint(snapshotOf(bill)));
});

test('a service field with one of Billfold’s names does not make a snapshot look current', () => {
  const saved = { ...JSON.parse(ofEarlierVersion), rest: { vendorId: 'x', vendor: sent.vendor } };
  expect(reviewedSnapshotSchema.parse(saved).rest).toMatchObject({
    vendorId: 'v-1',
    others: { vendorId: 'x' },
  });
});

test('an approval of a version that saved less shows each field it did not save', () => {
  const { rest: _, ...first } = JSON.parse(ofEarlierVersion);
  const changes = differences(reviewedSnapshotSchema.parse(first), snapshotOf(bill));
  expect(changes.at(0)).toEqual({ field: 'date', before: null, after: '2026-01-05' });
});

test('a shortened bill differs from the approved one only in the fields of the answer', () => {
  const short = { id: 'b-1', status: 'open', currency: 'EUR', totalCents: 125_000 };
  const differing = (amountDueCents: number): unknown =>
    differences(
      snapshotOf(bill),
      snapshotOf(billOfAnswer(snapshotOf(bill), { ...short, amountDueCents })),
    ).map(({ field }) => field);
  expect([differing(125_000), differing(1)]).toEqual([[], ['amountDueCents']]);
});
