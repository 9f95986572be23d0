import { expect, test } from 'vitest';
import { sampleApproval, sampleRow } from '../../kit/testing/samples.ts';
import { othersApprovals } from './others-approvals.ts';

test('W-3 an approval of the bill left out does not count as the one’s on screen', () => {
  const approvals = [
    sampleApproval({ id: 'own', billId: 'bill-1', organizationId: 'org-1' }),
    sampleApproval({ id: 'others', billId: 'bill-1', organizationId: 'org-2' }),
    sampleApproval({ id: 'gone', billId: 'bill-2', organizationId: 'org-2' }),
  ];
  const get = (billId: string) => (billId === 'bill-1' ? sampleRow({ id: billId }) : null);
  expect(othersApprovals(approvals, { get })).toEqual(['others']);
});
