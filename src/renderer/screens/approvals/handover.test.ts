import { expect, test } from 'vitest';
import { snapshotOf } from '../../../bridge/snapshot.ts';
import type { Bill } from '../../../contract/bill.ts';
import type { Approval } from '../../core/model/approval.ts';
import { sampleApproval, sampleBill, sampleRow } from '../../kit/testing/samples.ts';
import { handoverTable, isOfDay, openQuestions, type HandoverParts } from './handover.ts';

function approved(bill: Partial<Bill>, fields: Partial<Approval> = {}): Approval {
  const snapshot = snapshotOf(sampleBill(bill));
  return sampleApproval({ state: 'confirmed', snapshot, ...fields });
}

function printed(parts: Partial<HandoverParts>): readonly string[] {
  const table = handoverTable({
    ...{ approvals: [], held: [], dueTomorrow: [], names: new Map([['org-1', 'Acme']]) },
    ...{ today: '2026-11-26', locale: 'en-US', signInId: 'sign-in-1', only: null, notShown: null },
    ...parts,
  });
  return (table.report?.() ?? []).flatMap(({ title, note, rows, total }) => [
    `${title}: ${note}`,
    ...[...rows, ...(total ? [total] : [])].map((cells) => `- ${cells.join(' | ')}`),
  ]);
}

test('R-111 the handover sums approvals by organization, vendor and currency, and lists overridden flags, open questions and bills due tomorrow', () => {
  const hold = { reason: 'Which site?', whom: 'Ada', answerBy: '2026-11-30', atMs: 0 };
  expect(
    printed({
      approvals: [
        approved({ amountDueCents: 100 }),
        approved(
          { amountDueCents: 50, billNumber: null },
          { override: { flags: ['duplicate', 'ofNewer'], reason: 'Two sites' } },
        ),
        approved({ amountDueCents: 7, currency: 'USD' }),
        approved({ vendor: null }, { organizationId: 'org-2' }),
      ],
      held: [
        { row: sampleRow({ billNumber: 'B' }), hold: { ...hold, answerBy: null, whom: '' } },
        { row: sampleRow({ billNumber: 'A' }), hold },
      ],
      dueTomorrow: [sampleRow(), sampleRow({ currency: 'USD' })],
    }),
  ).toEqual([
    'Sent and confirmed: 4 approvals · €11.50 · $0.07',
    'Sent and confirmed: Acme (EUR): 2 approvals · €1.50',
    '- Northwind | 2 | €1.50',
    '- Total | 2 | €1.50',
    'Sent and confirmed: Acme (USD): 1 approval · $0.07',
    '- Northwind | 1 | $0.07',
    '- Total | 1 | $0.07',
    'Sent and confirmed: org-2: 1 approval · €10.00',
    '- No vendor | 1 | €10.00',
    '- Total | 1 | €10.00',
    'Waiting or not sent: None',
    'Approved despite flags: 1 bill · €0.50',
    '- Northwind | No number | Possible duplicate, ofNewer | Two sites | €0.50',
    'Open questions: 2 bills · €20.00',
    '- Northwind | A | Which site? | Ada | Nov 30, 2026 | €10.00',
    '- Northwind | B | Which site? |  |  | €10.00',
    'Due tomorrow, not approved: 2 bills · €10.00 · $10.00',
    '- Northwind | INV-1 | €10.00',
    '- Northwind | INV-1 | $10.00',
  ]);
});

test('R-111 open questions and bills due tomorrow name their organization, or the only one that the document covers', () => {
  const names = new Map([
    ['org-1', 'Acme'],
    ['org-2', 'Other'],
  ]);
  const hold = { reason: 'Price', whom: 'Ada', answerBy: null, atMs: 0 };
  const parts = { names, held: [{ row: sampleRow(), hold }], dueTomorrow: [sampleRow()] };
  const only = handoverTable({
    ...{ approvals: [], held: [], dueTomorrow: [], names, today: '2026-11-26', locale: 'en-US' },
    ...{ signInId: null, only: 'Acme', notShown: 'Not shown.' },
  });
  expect([
    ...printed(parts).slice(3),
    ...printed({ ...parts, only: 'Acme', held: [] }).slice(3),
    only.warning,
  ]).toEqual([
    'Open questions: 1 bill · €10.00',
    '- Northwind | INV-1 | Acme | Price | Ada |  | €10.00',
    'Due tomorrow, not approved: 1 bill · €10.00',
    '- Northwind | INV-1 | Acme | €10.00',
    'Open questions: Acme: None',
    'Due tomorrow, not approved: Acme: 1 bill · €10.00',
    '- Northwind | INV-1 | €10.00',
    'Open questions and bills due: only Acme. Not shown.',
  ]);
});

const NEXT_DAY = Date.parse('2026-11-27T09:00:00');

test('R-111 the day of an approval is that of its confirmation, or else of the approval', () => {
  const [late, midnight] = [Date.parse('2026-11-25T23:59:57'), Date.parse('2026-11-26T00:00:02')];
  const history = [
    { atMs: late, event: 'approve', from: null, to: 'held', detail: null },
    { atMs: midnight, event: 'confirmed', from: 'sending', to: 'confirmed', detail: null },
    { atMs: NEXT_DAY, event: 'acknowledge', from: 'confirmed', to: 'confirmed', detail: null },
  ] as const;
  const daysOf = (fields: Partial<Approval>): readonly string[] =>
    (['2026-11-25', '2026-11-26', '2026-11-27'] as const).filter((day) =>
      isOfDay(approved({}, { approvedAtMs: late, ...fields }), day),
    );
  expect([
    daysOf({ history }),
    daysOf({ history: history.slice(0, 1), state: 'queued' }),
    daysOf({ history: history.slice(0, 1), state: 'withdrawn' }),
    daysOf({ history: [] }),
  ]).toEqual([['2026-11-26'], ['2026-11-25'], [], ['2026-11-25']]);
});

test('R-111 each part of an empty day says that it is empty', () => {
  expect(printed({})).toEqual([
    'Sent and confirmed: None',
    'Waiting or not sent: None',
    'Approved despite flags: None',
    'Open questions: None',
    'Due tomorrow, not approved: None',
  ]);
});

test('R-111 only confirmed approvals count as sent; the others stand apart with their state', () => {
  const inState = (state: Approval['state'], amountDueCents: number) =>
    approved({ amountDueCents, billNumber: state }, { state });
  const approvals = [inState('confirmed', 100), inState('queued', 20), inState('changed', 3)];
  expect(printed({ approvals }).slice(0, 6)).toEqual([
    'Sent and confirmed: Acme: 1 approval · €1.00',
    '- Northwind | 1 | €1.00',
    '- Total | 1 | €1.00',
    'Waiting or not sent: 2 approvals · €0.23',
    '- Northwind | queued | Queued | €0.20',
    '- Northwind | changed | Bill not found | €0.03',
  ]);
  const names = new Map([
    ['org-1', 'Acme'],
    ['org-2', 'Other'],
  ]);
  expect(printed({ approvals: approvals.slice(1, 2), names })[2]).toBe(
    '- Northwind | queued | Acme | Queued | €0.20',
  );
});

test('R-111 a sum of the handover keeps credits separate from bills', () => {
  const credit = { amountDueCents: -1_000 };
  expect(
    printed({
      approvals: [approved({}), approved(credit)],
      dueTomorrow: [sampleRow(), sampleRow(credit)],
    }).filter((line) => line.includes('credits')),
  ).toEqual([
    'Sent and confirmed: Acme: 2 approvals · €10.00 · credits -€10.00',
    '- Northwind | 2 | €10.00 · credits -€10.00',
    '- Total | 2 | €10.00 · credits -€10.00',
    'Due tomorrow, not approved: 2 bills · €10.00 · credits -€10.00',
  ]);
});

test('R-111 a held bill is an open question until its approval is confirmed', () => {
  const row = sampleRow();
  const hold = { reason: 'Price', whom: '', answerBy: null, atMs: 0 };
  const questions = (approvals: readonly Approval[], present: typeof hold | null = hold) =>
    openQuestions([row], { ofBill: () => approvals }, () => present).length;
  expect({
    unapproved: questions([]),
    changed: questions([approved({}, { state: 'changed' })]),
    queued: questions([approved({}, { state: 'queued' })]),
    confirmed: questions([approved({})]),
    confirmedBefore: questions([approved({ totalCents: 1 })]),
    released: questions([], null),
  }).toEqual({
    unapproved: 1,
    changed: 1,
    queued: 1,
    confirmed: 0,
    confirmedBefore: 1,
    released: 0,
  });
});
