import { expect, test } from 'vitest';
import { snapshotOf } from '../../../bridge/snapshot.ts';
import type { Bill } from '../../../contract/bill.ts';
import { aBill } from '../testing/fake-bridge.ts';
import { decisionSince, differingAnswer, type SinceDecision } from './unexpected-change.ts';

const pens = { description: 'Pens', amount: 5 };
const ink = { description: 'Ink', amount: 7 };

test.each<[string, object, object, boolean]>([
  ['another account', { bank: { iban: 'DE1' } }, { bank: { iban: 'GB1' } }, true],
  [
    'another value like an account',
    { ziel: 'DE89370400440532013000' },
    { ziel: 'GB29NWBK60161331926819' },
    true,
  ],
  [
    'another payment link',
    { payment_url: 'https://pay.test/?to=a' },
    { payment_url: 'https://pay.test/?to=b' },
    true,
  ],
  ['another link', { pdf_url: 'https://a.test/1' }, { pdf_url: 'https://a.test/2' }, false],
  ['an account where there was none', {}, { bank: { iban: 'GB1' } }, false],
  ['a posting that approving changes', { accounting: 'draft' }, { accounting: 'posted' }, false],
  ['a number that approving changes', { step: 1 }, { step: 2 }, false],
  ['another line', { lines: [pens] }, { lines: [{ description: 'Other', amount: 5 }] }, true],
  ['another amount', { line_items: [pens] }, { line_items: [{ ...pens, amount: 6 }] }, true],
  ['a further line', { lines: [pens] }, { lines: [pens, ink] }, true],
  ['a line less', { billLines: [pens, ink] }, { billLines: [ink] }, true],
  ['a line twice', { lines: [pens, ink] }, { lines: [pens, pens] }, true],
  ['lines of a page', { lines: { data: [pens] } }, { lines: { data: [ink] } }, true],
  [
    'another account of a line',
    { lines: [{ ...pens, code: { id: 1 } }] },
    { lines: [{ ...pens, code: { id: 2 } }] },
    true,
  ],
  ['lines in another order', { lines: [pens, ink] }, { lines: [ink, pens] }, false],
  [
    'a field new to each line',
    { lines: [pens, ink] },
    { lines: [ink, pens].map((each) => ({ ...each, approved_at: '2027-01-15', by: { id: 1 } })) },
    false,
  ],
  [
    'a state of a line',
    { lines: [{ ...pens, status: 'open', amount_due: 5 }] },
    { lines: [{ ...pens, status: 'paid', amount_due: 0 }] },
    false,
  ],
  ['no lines', { lines: [pens] }, {}, false],
  ['an empty list of lines', { lines: [pens] }, { lines: [] }, false],
  ['lines where there were none', {}, { lines: [pens] }, false],
  ['lines as a text', { lines: 'Pens' }, { lines: '[Ink' }, false],
  ['another file', { attachments: [{ name: 'a' }] }, { attachments: [{ name: 'b' }] }, false],
  ['a list in place of a text', { lines: 'Pens' }, { lines: [pens] }, false],
  ['a text in place of a list', { lines: [pens] }, { lines: 'Pens' }, false],
  ['lines without a field', { lines: [{ ...pens, unit: 'box' }] }, { lines: [pens] }, false],
  ['a list of texts and lines', { lines: ['a', pens] }, { lines: ['a', ink] }, false],
  [
    'one of two objects of a line changed',
    { lines: [{ net: { cents: 1 }, gross: { cents: 2 } }] },
    { lines: [{ net: { cents: 3 }, gross: { cents: 2 } }] },
    true,
  ],
  [
    'a custom approver',
    { custom: { approval: { user: 'Jo' } } },
    { custom: { approval: { user: 'Mo' } } },
    false,
  ],
  ['another custom field', { custom: { cc: 'A' } }, { custom: { cc: 'B' } }, true],
  [
    'another value of a custom field',
    { customFields: { cc: { code: 1 } } },
    { customFields: { cc: { code: 2 } } },
    true,
  ],
  ['a new custom field', { custom: { cc: 'A' } }, { custom: { cc: 'A', by: 'Jo' } }, false],
  ['no custom fields', { custom: { cc: 'A' } }, {}, false],
  ['a custom state', { custom: { approval: 'open' } }, { custom: { approval: 'done' } }, false],
  ['another text called custom', { custom: 'A' }, { custom: 'B' }, false],
])('P-42 the answer’s bill has %s', (_name, seen, answered, isReported) => {
  const approved = snapshotOf(aBill('b1', { others: { ...seen } }));
  const answer = differingAnswer(approved, aBill('b1', { others: { ...answered } }));
  expect(answer !== null).toBe(isReported);
});

test('P-42 the answer’s bill is reported if something else was approved; the effects of approving are no difference', () => {
  const differs = (fields: Partial<Bill>) =>
    differingAnswer(snapshotOf(aBill('b1')), aBill('b1', fields)) !== null;
  const ofApproving = { status: 'paid', amountDueCents: 0, others: { approved_by: 'someone' } };
  const others = [
    { totalCents: 1, amountDueCents: 1 },
    { amountDueCents: 1 },
    { vendor: { id: null, name: 'Acme', others: { iban: 'XX' } } },
    { memo: 'new' },
    { status: 'void' },
  ];
  const withoutVendor = [{ vendor: null }, { vendor: null, totalCents: 1, amountDueCents: 1 }];
  expect([[{}, ofApproving], others, withoutVendor].map((each) => each.map(differs))).toEqual([
    [false, false],
    [true, true, true, true, true],
    [false, true],
  ]);
});

const whole = { id: 'v1', name: 'Maple', others: { email: 'a@maple.test' } };
const withOthers = (others: Record<string, string>) => ({
  ...whole,
  others: { ...whole.others, ...others },
});

test.each<[string, Bill['vendor'], Bill['vendor'], boolean]>([
  ['without the name', whole, { id: 'v1', name: null }, false],
  ['without the id', whole, { id: null, name: 'Maple' }, false],
  ['with a name and an address that were not known', { id: 'v1', name: null }, whole, false],
  [
    'with an account that was not known',
    whole,
    { ...whole, others: { ...whole.others, iban: 'GB290000' } },
    true,
  ],
  [
    'with only a name that was not known',
    { id: 'v1', name: null },
    { id: 'v1', name: 'Maple' },
    false,
  ],
  [
    'with an id that was not known',
    { id: null, name: 'Maple' },
    { id: 'v1', name: 'Maple' },
    false,
  ],
  ['with the id as a text alone', whole, { id: null, name: 'v1' }, false],
  ['with another id', whole, { id: 'v2', name: 'Maple' }, true],
  ['with another id and no name', whole, { id: 'v2', name: null }, true],
  ['with another name', whole, { id: 'v1', name: 'Birch' }, true],
  ['with another name and no id', whole, { id: null, name: 'Birch' }, true],
  [
    'with a new account in any field',
    whole,
    withOthers({ ref: 'DE89 3704 0044 0532 0130 00' }),
    true,
  ],
  ['with a new sort code', whole, withOthers({ sort_code: '20-00-00' }), true],
  ['with a new tax number', whole, withOthers({ tax_id: 'DE 123 456 789' }), false],
  ['with another account', whole, { ...whole, others: { email: 'b@birch.test' } }, true],
])(
  'P-42 an answer %s reports another vendor only if it is one',
  (_how, seen, answered, isReported) => {
    const approved = snapshotOf(aBill('b1', { vendor: seen }));
    expect(differingAnswer(approved, aBill('b1', { vendor: answered })) !== null).toBe(isReported);
  },
);

test('P-42 an answer without the vendor’s name keeps the name that the user saw, even if nothing else of the bill is known', () => {
  const approved = { ...snapshotOf(aBill('b1', { vendor: whole })), rest: null };
  const answered = differingAnswer(approved, aBill('b1', { vendor: { id: 'v1', name: null } }));
  expect(answered?.vendorName).toBe('Maple');
});

test.each<[object, object, SinceDecision]>([
  [{}, { approval_state: 'approved', approved_at: '2026-11-21' }, 'approved'],
  [{ approved: false }, { approved: true }, 'approved'],
  [{}, { approved: false, approved_at: '2026-11-21' }, null],
  [{ approved_at: '2026-11-20' }, { approved_at: '2026-11-20' }, null],
  [{ approval_status: 'pending' }, { approval_status: 'rejected' }, 'rejected'],
  [{ approval_status: 'rejected' }, { approval_status: 'rejected' }, null],
  [{}, { payment_hold: true }, null],
  [{}, {}, null],
])(
  'a bill was approved or rejected in the service since if its list shows it now, not before: %j, %j',
  (was, is, since) => {
    const billWith = (others: object): Bill => aBill('b', { others: { ...others } });
    expect(decisionSince(snapshotOf(billWith(was)), billWith(is))).toBe(since);
  },
);
