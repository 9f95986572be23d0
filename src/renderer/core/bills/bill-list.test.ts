import { expect, test } from 'vitest';
import { sampleApproval, sampleRow } from '../../kit/testing/samples.ts';
import {
  billLists,
  isOfBill,
  mayStand,
  othersApprovals,
  queryFor,
  standingApprovals,
} from './bill-list.ts';

test('R-18 the newest approval that was not withdrawn stands, in its own organization only', () => {
  const approvals = [
    sampleApproval({ id: 'newest', state: 'withdrawn' }),
    sampleApproval({ id: 'standing', state: 'rejected' }),
    sampleApproval({ id: 'oldest', state: 'confirmed' }),
    sampleApproval({ id: 'elsewhere', billId: 'bill-2', organizationId: 'org-2' }),
  ];
  const standing = (isAll: boolean) => {
    const shown = { organizationId: 'org-1', isAll };
    return [...standingApprovals(approvals.filter((row) => mayStand(row, shown))).values()];
  };
  expect([false, true].map((isAll) => standing(isAll).map(({ id }) => id))).toEqual([
    ['standing'],
    ['standing', 'elsewhere'],
  ]);
});

test('R-73 a bill shows what became of each of its approvals, the withdrawn ones too', () => {
  const approvals = [
    sampleApproval({ id: 'standing', state: 'queued' }),
    sampleApproval({ id: 'withdrawn', state: 'withdrawn' }),
    sampleApproval({ id: 'other bill', billId: 'bill-2' }),
    sampleApproval({ id: 'elsewhere', organizationId: 'org-2' }),
  ];
  const bill = { organizationId: 'org-1', billId: 'bill-1' };
  const shown = approvals.filter((row) => isOfBill(row, bill));
  expect(shown.map(({ id }) => id)).toEqual(['standing', 'withdrawn']);
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

test('W-3 an approval of the bill left out does not count as the one’s on screen', () => {
  const approvals = [
    sampleApproval({ id: 'own', billId: 'bill-1', organizationId: 'org-1' }),
    sampleApproval({ id: 'others', billId: 'bill-1', organizationId: 'org-2' }),
    sampleApproval({ id: 'gone', billId: 'bill-2', organizationId: 'org-2' }),
  ];
  const get = (billId: string) => (billId === 'bill-1' ? sampleRow({ id: billId }) : null);
  expect(othersApprovals(approvals, { get })).toEqual(['others']);
});
