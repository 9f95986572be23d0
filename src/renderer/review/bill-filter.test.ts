import { expect, test } from 'vitest';
import { sampleApproval, sampleRow } from '../ui/testing/samples.ts';
import {
  billFilters,
  earlierApprovals,
  queryFor,
  siftApproved,
  standingApprovals,
} from './bill-filter.ts';

test('R-18 an approved bill leaves the inbox and is found under Approved here', () => {
  const rows = [sampleRow({ id: 'bill-1' }), sampleRow({ id: 'bill-2' })];
  const approved = standingApprovals([sampleApproval({ billId: 'bill-2' })], 'org-1');
  const idsUnder = (filter: 'inbox' | 'approved' | 'all' | 'open'): readonly string[] =>
    siftApproved(rows, filter, approved).map(({ bill }) => bill.id);
  expect({
    inbox: idsUnder('inbox'),
    approved: idsUnder('approved'),
    all: idsUnder('all'),
    open: idsUnder('open'),
  }).toEqual({
    inbox: ['bill-1'],
    approved: ['bill-2'],
    all: ['bill-1', 'bill-2'],
    open: ['bill-1', 'bill-2'],
  });
});

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

test('R-18 a withdrawn approval brings the bill back to the inbox', () => {
  const approved = standingApprovals([sampleApproval({ state: 'withdrawn' })], 'org-1');
  expect(siftApproved([sampleRow()], 'inbox', approved)).toHaveLength(1);
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

test('R-19 every filter asks the index by due date, with the words of the search', () => {
  expect(billFilters.map((filter) => queryFor(filter, 'acme'))).toEqual(
    ['payable', null, null, 'open', 'overdue', 'partially_paid', 'paid', 'void'].map((status) => ({
      status,
      search: 'acme',
      sort: 'dueDate',
      descending: false,
    })),
  );
});
