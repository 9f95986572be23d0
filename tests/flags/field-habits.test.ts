import { expect, test } from 'vitest';
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
  vendor,
  words,
} from './histories/steady.ts';

const monthOf = (at: number): string => days[at]?.slice(0, 7) ?? '';
const uuids = [
  ...['7f3c2b1e-9a4d-4c6f-a1b2-c3d4e5f60718', '2d9e8f7a-6b5c-4d3e-a2f1-b0c9d8e7f6a5'],
  ...['5a6b7c8d-9e0f-4a1b-a2c3-d4e5f6a7b8c9', 'c0ffee12-34ab-4cde-af56-78ab90cdef12'],
  ...['9b8a7c6d-5e4f-4a3b-a2c1-d0e9f8a7b6c5', 'a0896cb6-eb86-483f-a4e1-3718c4037946'],
];

/** Bills with a field, the first values on paid bills and the last one on the open bill. */
const changes = (name: string, paid: unknown, open: unknown): ((at: number) => Fields) => {
  return (at) => others({ [name]: at === last ? open : paid });
};

test.each<[string, (at: number) => Fields, Fields]>([
  ['order', (at) => others({ po: `PO-${901 + 3 * at}` }), others({ po: 'PO-913' })],
  [
    'file',
    (at) => others({ attachments: [{ sha256: `a${at}c0ffee${at}b${at}d` }] }),
    others({ attachments: [{ sha256: 'a4c0ffee4b4d' }] }),
  ],
  ['count', (at) => others({ document: 90_000 + 7 * at }), others({ document: 90_028 })],
  [
    'ticket in a line',
    (at) => others({ lines: [{ text: `Ticket ${1_000 + 17 * at}` }] }),
    others({ lines: [{ text: 'Ticket 1068' }] }),
  ],
])(
  'R-100 a value that differs on each bill may not be that of a paid bill: %s',
  (_, each, open) => {
    expect(judge(monthly(each, {}))).toBe('/');
    expect(judge(monthly(each, open))).toBe('/ payee');
  },
);

test.each<[string, (at: number) => Fields, Fields]>([
  [
    'last month’s service days',
    (at) => others({ from: `${monthOf(at)}-01`, to: `${monthOf(at)}-28` }),
    others({ from: '2026-10-01', to: '2026-10-28' }),
  ],
  ['a period of last year', (at) => others({ period: monthOf(at) }), others({ period: '2025-11' })],
  [
    'last month in a line',
    (at) => others({ lines: [{ text: `Hosting ${names[at]} 2026` }] }),
    others({ lines: [{ text: 'Hosting October 2026' }] }),
  ],
  [
    'another customer in a line',
    (at) => others({ lines: [{ text: `Customer 4711, ${names[at]} 2026` }] }),
    others({ lines: [{ text: 'Customer 4712, November 2026' }] }),
  ],
  [
    'another street in a line',
    (at) => others({ lines: [{ text: `Dock Street ${names[at]} 2026` }] }),
    others({ lines: [{ text: 'Beach Villa November 2026' }] }),
  ],
  [
    'a paid bill’s number',
    (at) => others({ invoice: { number: `INV-${2_001 + at}` } }),
    others({ invoice: { number: 'INV-2004' } }),
  ],
  ['a paid bill in a note', (at) => others({ note: words[at] }), others({ note: 'For INV-2005' })],
  [
    'twice the total',
    (at) => ({ totalCents: 50_000 + 10 * at, ...others({ gross: 50_000 + 10 * at }) }),
    { amountDueCents: 50_050, ...others({ gross: 100_100 }) },
  ],
  ['a day of July', (at) => others({ dated: days[at] }), others({ dated: '2026-07-13' })],
  [
    'another user of one site',
    (at) => others({ link: `https://pay.example/harbor/${at}` }),
    others({ link: 'https://pay.example/jsmith/5' }),
  ],
])('R-100 a field that depends on the bill or its date must still do so: %s', (_, each, open) => {
  expect(judge(monthly(each, open))).toBe('/ payee');
});

test.each<[string, Fields, Fields, flag?: string]>([
  ['rejected', others({ approval: 'approved' }), others({ approval: 'rejected' }), 'stopped'],
  ['disputed', others({ state: 'paid' }), others({ state: 'disputed' }), 'stopped'],
  ['not verified', others({ verified: true }), others({ verified: false })],
  ['not matched', others({ match: 'matched' }), others({ match: 'unmatched' })],
  ['a reason', others({ hold: null }), others({ hold: 'Account does not match' }), 'stopped'],
  ['a block', {}, others({ block: true }), 'stopped'],
  ['a copy', {}, others({ duplicate_of: 'm4' })],
  ['a blocked vendor', {}, ofVendor({ blocked: true })],
  ['an exception', others({ exceptions: [] }), others({ exceptions: ['price variance'] })],
  ['no direct debit', others({ method: 'direct_debit' }), others({ method: null })],
  ['no order', others({ po: 'PO-7' }), {}],
  ['another account’s id', others({ bank_id: 55 }), others({ bank_id: 56 })],
  ['no account', others({ iban: 'DE89370400440532013000' }), {}],
])(
  'R-100 a value that the service has set on this bill alone is a deviation: %s',
  (_, paid, open, flag) => {
    const bills = monthly(() => paid, { others: undefined, ...open });
    const judged = flag === undefined ? '/ payee' : `${flag}Elsewhere / payee`;
    expect([judge(bills), judge([...bills, ...peers(() => paid)])]).toEqual([judged, judged]);
  },
);

test.each<[string, (at: number) => Fields]>([
  ['what was paid', changes('AmountPaid', 500, 0)],
  ['what is left', changes('residual_signed', 0, -500)],
  ['an approval', changes('approval', { id: '2', name: 'Approved' }, { id: '1', name: 'Pending' })],
  ['an assignment', changes('approval', 'APPROVED', 'ASSIGNED')],
  ['a version', changes('version', 3, 1)],
  ['allowed actions', changes('can_approve', false, true)],
  ['payments', changes('payments', [{ amount: 500 }], [])],
  ['a new field', changes('risk', null, 'low')],
  [
    'one of three employees',
    (at) => others({ assigned: at === last ? 'Mia' : at % 2 === 0 ? 'Jon' : 'Anna' }),
  ],
])('R-100 a value of most open bills in the organization is no deviation: %s', (_, each) => {
  const bills = monthly(each, {});
  expect([judge(bills), judge([...bills, ...peers(each)])]).toEqual([
    expect.stringMatching(/^\/(?: payee)?$/u),
    '/',
  ]);
});

test.each<[string, (at: number) => Fields, Fields]>([
  ['escalated', changes('approval', 'approved', 'pending'), others({ approval: 'escalated' })],
  ['paid', changes('paid_at', '2026-10-20', null), others({ paid_at: '2026-10-20' })],
  ['payments', changes('payments', [{ a: 1 }], []), others({ payments: [{ a: 1 }] })],
])('R-100 a value that no other open bill has is a deviation: %s', (_, each, open) => {
  const bills = [...monthly(each, open), ...peers(each)];
  expect(judge(bills)).toBe('/ payee');
});

test('R-100 a vendor’s other open bills do not make a new value usual', () => {
  const each = changes('verified', true, false);
  const own = monthly(each, {}).map((bill) => ({ ...bill, id: `own ${bill.id}`, vendor }));
  expect(judge([...monthly(each, {}), ...own.slice(last)])).toContain('payee');
});

test.each<[string, (at: number) => Fields]>([
  ['UUIDs', (at) => others({ files: [uuids[at]] })],
  ['hexadecimal ids', (at) => others({ from_bank_id: `cb20${at}1234567890ab${at}` })],
  ['sums in binary', (at) => others({ tax: 1.13 + at / 10, rate: 1.130_000_000_000_000_1 })],
  [
    'ids of mails',
    (at) => others({ message: `<${'abcdef'.charAt(at)}3f9a${at}c7e1@mail.harbor.example>` }),
  ],
])('F-28 an id does not count as an account: %s', (_, each) => {
  expect(judge(monthly(each, {}))).toBe('/');
});

const wide = Array.from('DE12500105170648489890', (letter) =>
  String.fromCodePoint(letter.charCodeAt(0) + 0xfee0),
).join('');

test.each<[string, (at: number) => Fields, Fields, string]>([
  ['in wide letters', nothing, others({ notes: wide }), 'payee'],
  ['in wide letters in the memo', (at) => ({ memo: words[at] ?? null }), { memo: wide }, 'memo'],
  [
    'as a name',
    () => others({ targets: { DE89370400440532013000: 100 } }),
    others({ targets: { DE12500105170648489890: 100 } }),
    'payee',
  ],
])('F-28 an account is found %s', (_, each, open, reason) => {
  expect(judge(monthly(each, open))).toBe(`newBankDetails / ${reason}`);
});

test('F-28 an account in the memo is routine only after a year of payments', () => {
  const iban = 'DE12500105170648489890';
  const bills = monthly((at) => ({ memo: at >= 2 ? `Pay to IBAN ${iban}` : 'Fee' }), {});
  expect(judge(bills)).toBe('/ memo');
});

test('a vendor with two contracts, each with its number and rhythm, sends no copies', () => {
  const first = monthly(() => ({ billNumber: 'V-4711' }), {});
  const second = monthly((at) => ({ id: `n${at}`, billNumber: 'V-4712', totalCents: 61_000 }), {});
  const bills = [...first, ...second];
  const copies = [judge(bills), judge(bills, 'n5')].filter((each) => each.includes('duplicate'));
  expect(copies).toEqual([]);
});
