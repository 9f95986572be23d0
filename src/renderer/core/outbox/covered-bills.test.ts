import { expect, test } from 'vitest';
import { snapshotOf } from '../../../bridge/snapshot.ts';
import type { Bill } from '../../../contract/bill.ts';
import { sampleApproval, sampleBill } from '../../kit/testing/samples.ts';
import type { Approval } from '../model/approval.ts';
import type { Approvals } from './approval-slices.ts';
import { changesSinceConfirmed, isCovered, paidOtherwise } from './covered-bills.ts';

const vendor = { id: 'v1', name: 'Northwind' };
const approved = sampleBill({ vendor });
const confirmed = sampleApproval({ state: 'confirmed', snapshot: snapshotOf(approved) });
const fieldsIn = (fields: Partial<Bill>, approval = confirmed) =>
  changesSinceConfirmed(approval, { ...approved, ...fields }).map(({ field }) => field);

test.each<[string, Partial<Bill>, readonly string[]]>([
  ['the total is raised', { totalCents: 1_001 }, ['totalCents']],
  ['the total is lowered', { totalCents: 999 }, ['totalCents']],
  ['another currency', { currency: 'USD' }, ['currency']],
  ['another vendor of the same name', { vendor: { ...vendor, id: 'v2' } }, ['vendorName']],
  ['another vendor without an id', { vendor: { id: null, name: 'Southwind' } }, ['vendorName']],
  ['another number', { billNumber: 'INV-2' }, ['billNumber']],
  ['several', { billNumber: 'INV-2', totalCents: 0 }, ['billNumber', 'totalCents']],
])('P-52 a money field that changed after the approval is reported: %s', (_, fields, observed) => {
  expect(fieldsIn(fields)).toEqual(observed);
});

test.each<[string, Partial<Bill>]>([
  ['nothing', {}],
  ['a payment', { status: 'partially_paid', amountDueCents: 400 }],
  [
    'the status, and a field of approving',
    { status: 'overdue', others: { approved_at: '2026-11-20' } },
  ],
  ['dates and memo', { dueDate: '2027-01-01', memo: 'approved', date: null }],
  ['a vendor with another name', { vendor: { ...vendor, name: 'Northwind Ltd.' } }],
  ['a shorter vendor', { vendor: { id: 'v1', name: null } }],
  ['only the vendor’s name', { vendor: { id: null, name: 'Northwind' } }],
  ['vendor and number left out', { vendor: null, billNumber: null }],
  ['a bill that is paid', { status: 'paid', totalCents: 1 }],
  ['a bill with an unknown status', { status: 'approved', totalCents: 1 }],
])('P-52 fields that approving itself may change are no change: %s', (_, fields) => {
  expect(fieldsIn(fields)).toEqual([]);
});

test('P-52 a number added by approving and the values in the answer are no changes; a vendor added later is one', () => {
  const bare = sampleBill({ billNumber: null, vendor: null });
  const found = snapshotOf(sampleBill({ totalCents: 1_200, vendor }));
  const answered = { ...confirmed, found };
  expect([
    fieldsIn({}, { ...confirmed, snapshot: snapshotOf(bare) }),
    fieldsIn({ totalCents: 1_200 }, answered),
    fieldsIn({}, answered),
    fieldsIn({ totalCents: 1_300 }, answered),
  ]).toEqual([['vendorName'], [], [], ['totalCents']]);
});

test('P-52 only confirmed approvals are compared; one of an older version is compared by the fields it has', () => {
  const states = ['held', 'queued', 'sending', 'changed', 'unknown', 'rejected'] as const;
  const old = { ...confirmed, snapshot: { ...confirmed.snapshot, rest: null } };
  expect({
    waiting: states.map((state) => fieldsIn({ totalCents: 2 }, { ...confirmed, state })),
    old: [{}, { vendor: { id: null, name: 'Southwind' } }].map((fields) => fieldsIn(fields, old)),
  }).toEqual({ waiting: states.map(() => []), old: [[], ['vendorName']] });
});

test('P-52 a bill is covered while one of its approvals covers its present version', () => {
  const dearer = { totalCents: 2 };
  const covering = { ...confirmed, snapshot: snapshotOf({ ...approved, ...dearer }) };
  const isCoveredBy = (rows: readonly Approval[], fields: Partial<Bill> = {}): boolean => {
    const ofBill = (of: { organizationId: string; billId: string }) =>
      of.organizationId === 'acme' && of.billId === approved.id ? rows : [];
    const bill = { ...approved, ...fields };
    return isCovered({ ofBill }, { organizationId: 'acme', bill });
  };
  expect([
    isCoveredBy([]),
    isCoveredBy([confirmed]),
    isCoveredBy([confirmed], dearer),
    isCoveredBy([confirmed, covering], dearer),
  ]).toEqual([false, true, false, true]);
});

const sent = sampleBill({ vendor, others: { iban: 'DE01' } });
const unseen = sampleApproval({
  ...{ state: 'confirmed', billId: sent.id, snapshot: snapshotOf(sent) },
  outcome: { kind: 'confirmed', bill: null },
});

/** Changes to approvals after a reading shows the bill paid. */
function afterPayment(rows: readonly Approval[], fields: Partial<Bill>) {
  const { organizationId } = unseen;
  const bill = { ...sent, status: 'paid', amountDueCents: 0, ...fields };
  const upserts = [{ bill, status: bill.status }];
  const ofBill: Approvals['ofBill'] = (of) =>
    of.organizationId === organizationId && of.billId === sent.id ? rows : [];
  const change = { organizationId, upserts, deletes: [] } as never;
  return paidOtherwise({ ofBill }, change, 7);
}
const dearer = { totalCents: 99_999 };

test.each<[string, Partial<Bill>, boolean]>([
  ['as approved', {}, false],
  ['with another memo', { memo: 'Paid' }, false],
  ['with another total', dearer, true],
  ['to another vendor', { vendor: { id: 'v2', name: 'Southwind' } }, true],
  ['to another account', { others: { iban: 'DE02' } }, true],
  ['with another total, but not yet', { status: 'open', ...dearer }, false],
])('P-52 an approval confirmed without its bill, which is paid %s', (_, fields, isFound) => {
  expect(afterPayment([unseen], fields)).toHaveLength(isFound ? 1 : 0);
});

test.each<[string, Partial<Approval>]>([
  ['is compared already', { found: snapshotOf(sent) }],
  ['was checked by the user', { isAcknowledged: true }],
  ['is not confirmed', { state: 'unknown', outcome: { kind: 'unknown', error: null } }],
  ['was confirmed by the user', { outcome: null }],
  ['was confirmed with its bill', { outcome: { kind: 'confirmed', bill: sent } }],
  ['waits with an earlier answer', { state: 'queued' }],
])('P-52 an approval that %s is not compared with the paid bill', (_, fields) => {
  expect(afterPayment([{ ...unseen, ...fields }], dearer)).toEqual([]);
});

test('P-52 a bill paid as in one of its approvals contradicts none; otherwise the event has the bill as it was paid', () => {
  const later = { ...unseen, snapshot: snapshotOf({ ...sent, ...dearer }) };
  const found = snapshotOf({ ...sent, status: 'paid', amountDueCents: 0, ...dearer });
  const event = { name: 'paidOtherwise', nowMs: 7, found };
  expect([
    afterPayment([unseen, later], dearer),
    afterPayment([], dearer),
    afterPayment([unseen], dearer),
  ]).toEqual([[], [], [{ approvalId: unseen.id, event }]]);
});
