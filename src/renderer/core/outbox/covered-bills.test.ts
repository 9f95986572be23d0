import { expect, test } from 'vitest';
import { snapshotOf } from '../../../bridge/snapshot.ts';
import type { Bill } from '../../../contract/bill.ts';
import { sampleApproval, sampleBill } from '../../kit/testing/samples.ts';
import type { Approval } from '../model/approval.ts';
import { changesSinceConfirmed, isCovered } from './covered-bills.ts';

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

test('P-52 a number set by approving and the answer’s own bill are no changes; a vendor where there was none is', () => {
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
