import { expect, test } from 'vitest';
import { sampleApproval } from '../../kit/testing/samples.ts';
import { billLists, earlierApprovals, queryFor, standingApprovals } from './bill-list.ts';

test('R-18 the newest approval that was not withdrawn stands, in its own organization only', () => {
  const standing = standingApprovals(
    [
      sampleApproval({ id: 'newest', state: 'withdrawn' }),
      sampleApproval({ id: 'standing', state: 'rejected' }),
      sampleApproval({ id: 'oldest', state: 'confirmed' }),
      sampleApproval({ id: 'elsewhere', billId: 'bill-2', organizationId: 'org-2' }),
    ],
    'org-1',
  );
  expect([...standing].map(([billId, { id }]) => [billId, id])).toEqual([['bill-1', 'standing']]);
});

test('R-73 a bill shows what became of each of its approvals, the withdrawn ones too', () => {
  const withdrawn = sampleApproval({ id: 'withdrawn', state: 'withdrawn' });
  const standing = sampleApproval({ id: 'standing', state: 'queued' });
  const others = [
    sampleApproval({ id: 'other bill', billId: 'bill-2' }),
    sampleApproval({ id: 'elsewhere', organizationId: 'org-2' }),
  ];
  const of = { organizationId: 'org-1', billId: 'bill-1' };
  expect([
    earlierApprovals([standing, withdrawn, ...others], of, standing),
    earlierApprovals([withdrawn, ...others], of, null),
  ]).toEqual([[withdrawn], [withdrawn]]);
});

test('R-19 every list asks the index for its status, with the words and the order chosen', () => {
  const asked = { search: 'acme', sort: 'vendor', descending: true } as const;
  expect(billLists.map((list) => [list, queryFor({ ...asked, list })])).toEqual(
    Object.entries({
      inbox: 'payable',
      snoozed: 'payable',
      dismissed: 'payable',
      approved: null,
      payable: 'payable',
      all: null,
      open: 'open',
      overdue: 'overdue',
      partially_paid: 'partially_paid',
      paid: 'paid',
      void: 'void',
    }).map(([list, status]) => [list, { status, ...asked }]),
  );
});
