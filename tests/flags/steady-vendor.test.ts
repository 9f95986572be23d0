import { expect, test } from 'vitest';
import { addDays, type PlainDate } from '../../src/base/days.ts';
import type { Bill } from '../../src/contract/bill.ts';
import { billOf, TODAY } from './histories/history.ts';
import {
  days,
  type Fields,
  judge,
  last,
  monthly,
  names,
  nothing,
  others,
  ofVendor,
  peers,
  varied,
  vendor,
  words,
} from './histories/steady.ts';

const usual = 'DE89 3704 0044 0532 0130 00';
const other = 'DE12 5001 0517 0648 4898 90';

test.each<[string, (at: number) => Fields, Fields]>([
  [
    'in a text of the bill',
    () => others({ payment_instructions: `Please pay to IBAN ${usual}` }),
    others({ payment_instructions: `Please pay to IBAN ${other}` }),
  ],
  ['in new notes', nothing, others({ notes: `Pay ${other}` })],
  ['in a custom field', nothing, others({ custom_fields: [{ name: 'Zahlung', value: other }] })],
  ['in the vendor’s notes', nothing, ofVendor({ notes: `Pay ${other}` })],
  [
    'beside the usual one',
    () => ofVendor({ iban: usual }),
    ofVendor({ iban: usual, remark: other }),
  ],
  [
    'a number in another object',
    () => others({ payment: { account: '532013000' } }),
    others({ payment: { account: '648489890' } }),
  ],
  ['a number by a word', () => others({ konto: '532013000' }), others({ konto: '648489890' })],
])('F-28 an account is known by its form, whatever its field is called: %s', (_, each, open) => {
  expect(judge(monthly(each, open))).toBe('newBankDetails / payee');
});

test.each<[string, (at: number) => Fields, Fields]>([
  ['null', nothing, ofVendor({ iban: null })],
  ['an empty text', nothing, ofVendor({ iban: '' })],
  ['an empty list', nothing, others({ bank_details: [] })],
  ['an empty object', nothing, others({ bank_account: {} })],
  ['null beside the usual one', () => others({ iban: usual }), others({ iban: usual, bic: null })],
  [
    'how paid bills were paid',
    (at) =>
      at === last ? {} : others({ payment: { method: 'transfer', bank_account_id: 'ours-1' } }),
    {},
  ],
  [
    'a transaction on each paid bill',
    (at) => (at === last ? {} : others({ bank_transaction_id: `t-${at}` })),
    {},
  ],
  [
    'a status that follows the payment',
    (at) => others({ bank_status: at === last ? 'unmatched' : 'matched', balance_cents: 0 }),
    others({ bank_status: 'unmatched', balance_cents: 50_000 }),
  ],
  [
    'left out on some bills',
    (at) => (at % 3 === 1 ? {} : ofVendor({ iban: usual })),
    ofVendor({ iban: usual }),
  ],
  [
    'in another field',
    () => ofVendor({ iban: usual }),
    ofVendor({ bank: { iban: usual }, iban: usual }),
  ],
])('F-28 these fields are neither new bank details nor a deviation: %s', (_, each, open) => {
  expect(judge([...monthly(each, open), ...peers(each, open)])).toBe('/');
});

test('F-28 bank details that are left out are not new, and not routine', () => {
  expect(judge(monthly(() => ofVendor({ iban: usual }), { vendor }))).toBe('/ payee');
});

test.each<[string, (at: number) => Fields, Fields]>([
  [
    'a link to another site',
    (at) => others({ payment_url: `https://pay.harbor.example/${at}` }),
    others({ payment_url: 'https://pay-harbor.example.net/5' }),
  ],
  ['a payee', () => others({ payable_to: vendor.name }), others({ payable_to: 'Orion Ltd' })],
  ['a payee in a note', (at) => others({ note: words[at] }), others({ note: 'Payable to Orion' })],
  [
    'a sender at another site',
    (at) => others({ from: `ar${at}@harbor.example` }),
    others({ from: 'ar5@harb0r.example' }),
  ],
  ['a contact', () => others({ vendor_phone: 'old one' }), others({ vendor_phone: 'other one' })],
  ['a first payee', nothing, others({ payable_to: 'Orion Ltd' })],
  [
    'an address to write to',
    () => others({ vendor_email: 'bills@harbor.example' }),
    others({ vendor_email: 'bills@harb0r.example' }),
  ],
  ['a name', () => ofVendor({ legal_name: 'Harbor GmbH' }), ofVendor({ legal_name: 'Orion Ltd' })],
  ['a customer', () => others({ bill_to: 'Our GmbH' }), others({ bill_to: 'Other GmbH' })],
  ['a dispute', () => others({ disputed: false }), others({ disputed: true })],
  [
    'one paid bill with it',
    (at) => others({ payee: at > 3 ? 'Orion' : 'Harbor' }),
    others({ payee: 'Orion' }),
  ],
])('R-100 a value that all paid bills have must stay the same: %s', (_, each, open) => {
  expect(judge(monthly(each, open))).toMatch(/\/ payee$/u);
});

test.each<[string, (at: number) => Fields]>([
  ['numbers', (at) => others({ count: at, lines: [{ id: `l-${at}` }] })],
  ['times', (at) => others({ updated_at: `2026-1${at % 2}-10T08:00:0${at}Z`, etag: `w${at}` })],
  ['links of one site', (at) => others({ url: `https://x.example/bills/10000000${at}` })],
  ['long numbers', (at) => others({ order: `4500${at}17${at}88` })],
  ['the year of the bill', (at) => others({ period: `${days[at]?.slice(0, 4)}`, month: days[at] })],
  ['two in turn', (at) => others({ site: at % 2 === 0 ? 'North' : 'South' })],
  [
    'amounts of the bill',
    (at) => ({
      ...others({ net: at === last ? 41_000 : 40_000 }),
      totalCents: at === last ? 51_250 : 50_000,
      amountDueCents: at === last ? 51_250 : 0,
    }),
  ],
])('R-100 a value that always differs is no deviation: %s', (_, each) => {
  expect(judge(monthly(each, {}))).toBe('/');
});

const constant = (memo: string) => (): Fields => ({ memo });

test.each<[string, (at: number) => Fields, string]>([
  ['a payee', varied, 'Payable to J. Smith'],
  ['a factor', varied, 'Please pay our factor XY Finance'],
  ['an account', varied, 'Filters, acct 488156532'],
  ['an IBAN', varied, other],
  ['a wallet', varied, 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
  ['a sold claim', varied, 'Our claims were sold to Delta Finance'],
  ['an attachment', varied, 'Note new details in attachment'],
  ['a link', varied, 'Pay via https://pay.example.net/x'],
  ['a payee in German', varied, 'Zahlbar an Muster Inkasso'],
  ['another customer', constant('Invoice for customer 4711'), 'Invoice for customer 4712'],
  ['another house', constant('Rent Dock Street 12'), 'Rent Dock Street 14'],
  ['a year ago', (at) => ({ memo: `Hosting ${names[at]} 2026` }), 'Hosting November 2025'],
  ['months to come', (at) => ({ memo: `Hosting ${names[at]} 2026` }), 'Hosting March 2027'],
  ['a paid month', (at) => ({ memo: `Hosting ${names[at]} 2026` }), 'Hosting June 2026'],
  ['an old month, for once', varied, 'Project March 2025'],
  [
    'days a year ago',
    (at) => ({ memo: `Period 2026-${`${at + 6}`.padStart(2, '0')}-01 to 28` }),
    'Period 2025-11-01 to 28',
  ],
  [
    'an instalment paid before',
    (at) => ({ memo: `Instalment ${at + 1} of 12` }),
    'Instalment 3 of 12',
  ],
  ['a payee in other words', varied, 'Please transfer to Orion Ltd'],
  ['cash', varied, 'Western Union'],
  ['a paid bill', varied, 'Storno INV-2005'],
  [
    'half of the days',
    (at) => ({ memo: `${days[at]?.slice(0, 8)}01 to ${days[at]?.slice(0, 8)}28` }),
    '2026-11-01 to 2026-11-14',
  ],
  [
    'an instalment after the last',
    (at) => ({ memo: `Instalment ${at + 8} of 12` }),
    'Instalment 13 of 12',
  ],
])(
  'R-100 a memo that names another payee, number or period is not routine: %s',
  (_, each, memo) => {
    expect(judge(monthly(each, { memo }))).toMatch(/\/ memo$/u);
  },
);

test.each<[string, (at: number) => Fields]>([
  ['other words', varied],
  ['months', (at) => ({ memo: `Hosting ${names[at]} 2026` })],
  [
    'months in figures',
    (at) => ({ memo: `Abo ${`${at + 6}`.padStart(2, '0')}/2026, customer 4711` }),
  ],
  ['the bill’s own number', (at) => ({ memo: `Invoice INV-${2_001 + at} for customer 4711` })],
  ['instalments', (at) => ({ memo: `Instalment ${at + 1} of 12` })],
  ['the month before', (at) => ({ memo: `Hosting ${['May', ...names][at]} 2026` })],
  ['the usual account', constant('Service, IBAN DE89 3704 0044 0532 0130 00')],
  ['none on some bills', (at) => ({ memo: at === 2 ? null : 'Service fee' })],
  ['weeks', (at) => ({ memo: `Cleaning KW ${['24', '28', '33', '37', '41', '46'][at]}` })],
])('R-100 a memo that moves on with the bill is routine: %s', (_, each) => {
  expect(judge(monthly(each, {}))).toBe('/');
});

/** Bills of these days, due on a fixed one, the last of them open. */
function dueOn(dates: readonly PlainDate[], due: (date: PlainDate) => PlainDate): readonly Bill[] {
  return dates.map((date, at) => ({
    ...billOf({
      ...{ id: `d${at}`, vendor, number: `INV-${101 + at}`, date, termsDays: 30 },
      ...{ totalCents: 50_000, currency: 'EUR', memo: null },
    }),
    dueDate: due(date),
    ...(at === dates.length - 1 ? { status: 'open', amountDueCents: 50_000 } : { status: 'paid' }),
  }));
}

const endOf = (date: PlainDate, months = 0): PlainDate =>
  new Date(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) + months, 0))
    .toISOString()
    .slice(0, 10) as PlainDate;
const nextFifteenth = (date: PlainDate): PlainDate => addDays(endOf(date), 15);
const weeks = Array.from({ length: 16 }, (_none, at) => addDays('2026-10-31', 7 * (at - 15)));
const months: readonly PlainDate[] = [
  ...(['2026-04-28', '2026-05-28', '2026-06-29', '2026-07-28'] as const),
  ...(['2026-08-28', '2026-09-28', '2026-10-31'] as const),
];

test.each<[string, readonly Bill[], string]>([
  ['weekly, at the end of the month', dueOn(weeks, endOf), '/'],
  ['weekly, on the next 15th', dueOn(weeks, nextFifteenth), '/'],
  ['monthly, at its end', dueOn(months, endOf), '/'],
  [
    'a month sooner',
    dueOn(months, (date) => endOf(date, date === '2026-10-31' ? 0 : 1)),
    'shorterTerms / terms',
  ],
])('a bill late in its month has the usual terms on a fixed due day: %s', (_, bills, found) => {
  expect(judge(bills, `d${bills.length - 1}`)).toBe(found);
});

const contract = (): Fields => ({ billNumber: 'V-4711' });
const copyOf = (fields: Fields): Bill => ({
  ...billOf({
    ...{ id: 'copy', vendor, number: 'INV-2005', date: '2026-10-10', termsDays: 30 },
    ...{ totalCents: 50_000, currency: 'EUR', memo: null },
  }),
  ...{ status: 'open', amountDueCents: 50_000, ...fields },
});

test('bills in rhythm under the number of a contract are no copies, others are', () => {
  const bills = monthly(contract, {});
  const copy = (date: PlainDate): string =>
    judge([...bills, copyOf({ billNumber: 'V-4711', date })], 'copy').split(' ')[0] ?? '';
  expect([judge(bills), copy('2026-11-18'), copy('2026-11-10'), copy('2026-10-10')]).toEqual([
    ...['/', 'duplicate', 'duplicate', 'duplicate'],
  ]);
});

test.each([
  ...['INV-2005 rev1', 'INV-2005-ADJ', 'INV-2005 (2)', 'INV-2005 bis', 'INV-2005-corrected'],
  ...['INV-2005-NEU', 'INV-2005 v2', 'RE INV-2005', 'COPY INV-2005', 'lNV-2005', 'INV-2005 korr'],
  ...['INV-2005 II', 'INV-2005 amended', 'INV-2005-00', 'INV-2005 Teil 2', 'INV-2005 (resend)'],
  ...['Rechnung 2005', 'IN\u200BV-2005', 'INV-\u0662\u0660\u0660\u0665', 'INV-2005 Zweitschrift'],
])('a copy whose number has a suffix is a duplicate: %s', (billNumber) => {
  const bills = [...monthly(nothing, {}), copyOf({ billNumber, date: '2026-11-20' })];
  const otherBill = copyOf({ billNumber, date: '2026-11-20', totalCents: 9_900 });
  expect([
    judge(bills, 'copy').includes('duplicate'),
    judge([...monthly(nothing, {}), otherBill], 'copy').includes('duplicate'),
  ]).toEqual([true, false]);
});

const numbers = ['9F3A01BC', '11D47E02', 'A04C88F1', '5B6677AE', '0C12FE93', '7E55D0A4'];
const letters = ['A4001', 'B4002', 'C4003', 'D4004', 'E4005'];

test.each<[string, (at: number) => Fields, string | null, string]>([
  ['none', () => ({ billNumber: null }), null, '/'],
  ['one for once', () => ({ billNumber: null }), 'INV-9', '/ number'],
  ['a contract’s', contract, 'V-4711', '/'],
  ['another contract’s', contract, 'V-4712', '/ number'],
  ['without order', (at) => ({ billNumber: numbers[at] ?? '' }), '7E55D0A4', '/'],
  [
    'without order, for a second time',
    (at) => ({ billNumber: numbers[at] ?? '' }),
    '9F3A01BC',
    'duplicate / number',
  ],
  ['without order, of another form', (at) => ({ billNumber: numbers[at] ?? '' }), '77', '/ number'],
  ['a rising one under letters', (at) => ({ billNumber: letters[at] ?? '' }), 'F9006', '/ number'],
])(
  'R-100 a number without an order is usual if the vendor’s other numbers have none: %s',
  (_, each, billNumber, found) => {
    expect(judge(monthly(each, { billNumber }))).toBe(found);
  },
);

test('a small bill before a split bill hides none of its parts', () => {
  const parts = [
    copyOf({ id: 'p1', billNumber: 'S-1', date: '2026-11-14', totalCents: 330_000 }),
    copyOf({ id: 'p2', billNumber: 'S-2', date: '2026-11-17', totalCents: 320_000 }),
  ];
  const bills = [...monthly(() => ({ totalCents: 25_000 }), {}), ...parts];
  const kinds = ['m5', 'p1', 'p2'].map((id) => judge(bills, id, [400_000]));
  expect(kinds.map((each) => each.includes('splitBills'))).toEqual([false, true, true]);
});

test.each([
  ['Cleanwater', 'Deanwater'],
  ['Adobe', '\u{1D400}dobe'],
  ...['B.V.', 'S.r.l.', 'A/S', 's.r.o.', 'Sp. z o.o.', 'UG (haftungsbeschränkt)', 'SE', 'GbR'].map(
    (form): [string, string] => ['Orion', `Orion ${form}`],
  ),
])('F-22 a name that looks like that of %s is flagged: %s', (genuine, fake) => {
  const named = (name: string, id: string): Fields => ({ vendor: { id, name: `${name} Ltd` } });
  const bills = [...monthly(() => named(genuine, 'v-1'), {}), copyOf(named(fake, 'v-2'))];
  expect(judge(bills, 'copy')).toContain('lookAlike');
});

test('R-100 a number that never follows needs a total that was paid', () => {
  const cents = { totalCents: 50_077, amountDueCents: 50_077 };
  expect(judge(monthly(contract, cents))).toBe('/ number');
});

const second = (fields: Fields): Bill => copyOf({ id: 'second', dueDate: null, ...fields });
const gaps = [2_001, 2_004, 2_008, 2_011, 2_013, 2_019];

test.each<[string, readonly Bill[], string]>([
  [
    'one number',
    monthly((at) => (at === 4 ? { id: 'second', status: 'open', amountDueCents: 50_000 } : {}), {
      ...{ billNumber: 'INV-2005', totalCents: 50_500, amountDueCents: 50_500 },
    }),
    '/ number',
  ],
  [
    'one time, with gaps in the numbers',
    [
      ...monthly((at) => ({ billNumber: `INV-${gaps[at]}`, dueDate: null }), {}),
      second({ billNumber: 'INV-2016', date: '2026-11-09' }),
    ],
    '/ rhythm',
  ],
  [
    'one time, without numbers',
    [
      ...monthly(() => ({ billNumber: null, dueDate: null }), {}),
      second({ billNumber: null, date: '2026-11-08' }),
    ],
    '/ rhythm',
  ],
])('R-100 neither of two open bills with %s is routine', (_, bills, found) => {
  expect([judge(bills), judge(bills, 'second')]).toEqual([found, found]);
});

test.each<[string, Fields]>([
  ['under its number', { billNumber: 'INV-2006', date: '2026-11-01' }],
  ['naming it', { billNumber: 'C-1', date: '2026-11-01', memo: 'Credit for INV-2006' }],
  ['after it', { billNumber: 'C-1', date: '2026-11-12' }],
])('R-100 a bill that a credit cancels is not routine: %s', (_, fields) => {
  const credit = second({ totalCents: -50_000, amountDueCents: -50_000, ...fields });
  const earlier = second({ ...credit, billNumber: 'C-1', date: '2026-11-01', memo: null });
  expect([
    judge([...monthly(nothing, {}), credit]),
    judge([...monthly(nothing, {}), earlier]),
  ]).toEqual([expect.stringContaining('credited'), '/']);
});

/** Bills at these distances, the last of them open. */
function spaced(distances: readonly number[], cents: (at: number) => number): readonly Bill[] {
  const dates: PlainDate[] = ['2026-11-20'];
  for (const each of distances.toReversed()) dates.unshift(addDays(dates[0] ?? TODAY, -each));
  return dueOn(dates, (date) => addDays(date, 14)).map((bill, at) => ({
    ...{ ...bill, totalCents: cents(at) },
    amountDueCents: at === distances.length ? cents(at) : 0,
  }));
}

const shrinking = [31, 30, 31, 30, 31, 30, 29, 28, 27, 26, 25, 24, 23, 22];

test.each<[string, readonly Bill[], string]>([
  [
    'a weekly rise of 0.2 %',
    spaced(
      weeks.map(() => 7),
      (at) => Math.round(5e4 * 1.002 ** at),
    ),
    '/',
  ],
  [
    'a year of it',
    spaced(
      Array.from({ length: 50 }, () => 7),
      (at) => Math.round(5e4 * 1.002 ** at),
    ),
    '/ creeping',
  ],
  ['a day less each time', spaced(shrinking, () => 50_000), '/ rhythm'],
  ['months', spaced([31, 30, 31, 31, 30, 31, 30, 31, 31, 28, 31, 30], () => 50_000), '/'],
])('R-100 small steps add up over a year: %s', (_, bills, found) => {
  expect(judge(bills, `d${bills.length - 1}`)).toBe(found);
});
