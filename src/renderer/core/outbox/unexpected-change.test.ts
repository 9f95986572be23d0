import { expect, test } from 'vitest';
import { snapshotOf } from '../../../bridge/snapshot.ts';
import { aBill } from '../testing/fake-bridge.ts';
import { differingAnswer } from './push-decisions.ts';

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
