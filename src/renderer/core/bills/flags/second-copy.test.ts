import { expect, test } from 'vitest';
import { approvalStates, type ApprovalState } from '../../model/approval.ts';
import type { Flag } from '../../model/flag.ts';
import { sampleApproval, sampleRow } from '../../../kit/testing/samples.ts';
import { secondCopyOf } from './second-copy.ts';

const copies = ['one', 'near', 'two', 'three'].map((id) => sampleRow({ id }));
const flagOf = (billId: string): Flag => {
  const exactIds = ['one', 'two', 'three'].filter((id) => id !== billId);
  const same = ['vendor', 'number', 'date', 'total'] as const;
  return { kind: 'duplicate', strength: 'exact', same, exactIds, otherIds: [...exactIds, 'near'] };
};
const secondCopy = (approved: Readonly<Record<string, ApprovalState>>, paid = '') =>
  secondCopyOf(
    {
      bills: {
        get: (billId) => {
          const row = copies.find(({ bill }) => bill.id === billId) ?? null;
          return row && billId === paid ? sampleRow({ id: billId, status: 'paid' }) : row;
        },
        loading: { get: () => false },
      },
      flags: { flagsOf: (billId) => [flagOf(billId)] },
      commands: { approvingSinceMs: () => null },
      approvals: {
        ofBill: ({ billId }) => {
          const state = approved[billId];
          return state === undefined
            ? []
            : [sampleApproval({ billId, state, approvedAtMs: 1_000 })];
        },
      },
    },
    'one',
  );

test('P-72 a copy of a bill that was paid, or approved on this computer, is approved only after a question', () => {
  const asked = approvalStates.filter((state) => secondCopy({ three: state }) !== null);
  expect(asked).toEqual(['held', 'queued', 'sending', 'changed', 'unknown', 'confirmed']);
  expect(secondCopy({ three: 'queued' })).toMatchObject({
    other: { id: 'three' },
    approvedAtMs: 1_000,
  });
  expect(secondCopy({ three: 'queued' }, 'two')).toMatchObject({
    other: { id: 'two' },
    approvedAtMs: null,
  });
  expect([secondCopy({}), secondCopy({ near: 'confirmed' })]).toEqual([null, null]);
});
