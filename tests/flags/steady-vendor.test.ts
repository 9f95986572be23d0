import { expect, test } from 'vitest';
import type { PlainDate } from '../../src/base/days.ts';
import type { Bill } from '../../src/contract/bill.ts';
import { createFlagIndex } from '../../src/renderer/core/bills/flags/flag-index.ts';
import { billOf, TODAY } from './histories/history.ts';

const vendor = { id: 'v-1', name: 'Harbor Cleaning GmbH' };
const days: readonly PlainDate[] = [
  ...(['2026-06-10', '2026-07-10', '2026-08-10'] as const),
  ...(['2026-09-10', '2026-10-10', '2026-11-10'] as const),
];
const last = days.length - 1;

type Fields = Partial<Bill>;

/** Five paid bills and an open one, `m5`: monthly, 500.00, numbers in a row. */
function monthly(each: (at: number) => Fields, open: Fields): readonly Bill[] {
  return days.map((date, at) => ({
    ...billOf({
      ...{ id: `m${at}`, vendor, number: `INV-${2_001 + at}`, date, termsDays: 30 },
      ...{ totalCents: 50_000, currency: 'EUR', memo: null },
    }),
    ...each(at),
    ...(at === last ? open : {}),
  }));
}

/** Kinds of the flags, then the reasons why the bill is not routine. */
function judge(bills: readonly Bill[], id = 'm5', limits: readonly number[] = []): string {
  const index = createFlagIndex({
    today: () => TODAY,
    limits: () =>
      limits.map((askAboveCents) => ({
        ...{ currency: 'EUR', askAboveCents, bulkMostCents: null, batchMostCents: null },
      })),
    others: () => [],
  });
  for (const bill of bills) index.put(bill.id, bill);
  const flags = index.flagsOf(id, true).map(({ kind }) => kind);
  const deviations = index.regularityOf(id, true, flags.length > 0)?.deviations ?? [];
  const reasons = deviations.filter((each) => each !== 'flagged');
  return `${flags.join(' ')} / ${reasons.join(' ')}`.trim();
}

const usual = 'DE89 3704 0044 0532 0130 00';
const other = 'DE12 5001 0517 0648 4898 90';
const others = (fields: Record<string, unknown>): Fields => ({ others: fields });
const ofVendor = (fields: Record<string, unknown>): Fields => ({
  vendor: { ...vendor, others: fields },
});
const nothing = (): Fields => ({});

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
])('F-28 no bank details are new, and none of these is unusual: %s', (_, each, open) => {
  expect(judge(monthly(each, open))).toBe('/');
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

const words = ['Repairs hall 2', 'Goods as ordered', 'Filters', 'Spare parts', 'Seals', 'Project'];
const names = ['June', 'July', 'August', 'September', 'October', 'November'];
const varied = (at: number): Fields => ({ memo: words[at] ?? null });
const constant = (memo: string) => (): Fields => ({ memo });

test.each<[string, (at: number) => Fields, string]>([
  ['a payee', varied, 'Payable to J. Smith'],
  ['a factor', varied, 'Please pay our factor XY Finance'],
  ['an account', varied, 'Filters, acct 488156532'],
  ['an IBAN', varied, other],
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
