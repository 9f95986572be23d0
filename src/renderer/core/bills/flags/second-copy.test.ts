import { expect, test } from 'vitest';
import { snapshotOf } from '../../../../bridge/snapshot.ts';
import type { Bill } from '../../../../contract/bill.ts';
import { approvalStates, type ApprovalState } from '../../model/approval.ts';
import type { Flag } from '../../model/flag.ts';
import type { ApprovalAction } from '../../approve/approval-actions.ts';
import { aBill } from '../../testing/fake-bridge.ts';
import { approvalOf, harnessOfEachTest, SECOND_MS } from '../../testing/workspace-harness.ts';
import { sampleApproval, sampleBill, sampleRow } from '../../../kit/testing/samples.ts';
import { copiesAmong, secondCopyOf } from './second-copy.ts';

const harness = harnessOfEachTest();

const copies = ['one', 'near', 'two', 'three'].map((id) => sampleRow({ id }));
const flagOf = (billId: string): Flag => {
  const copyIds = ['one', 'two', 'three'].filter((id) => id !== billId);
  const same = ['vendor', 'number', 'date', 'total'] as const;
  return { kind: 'duplicate', strength: 'exact', same, copyIds, otherIds: [...copyIds, 'near'] };
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
      annotations: { decisions: { notDuplicateOf: () => [] } },
      approvals: {
        ofTotal: () => [],
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

test('P-72 a copy of a bill that was paid or approved on this computer is approved only after a question', () => {
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

/** Bills b1 to b3, copies of one another, and b4. The service refuses every approval but those of b2. */
async function rejected() {
  const alike = { billNumber: 'QS-7', vendor: { id: null, name: 'Quartz' } };
  const { main } = harness;
  main.service.set('acme', [...['b1', 'b2', 'b3'].map((id) => aBill(id, alike)), aBill('b4')]);
  main.service.set('other', []);
  main.organizations = ['acme', 'other'].map((id) => ({ id, name: id }));
  const error = { kind: 'notFound', technical: '404' } as const;
  main.sendFault = ({ snapshot }) =>
    snapshot.billId === 'b2' ? null : { kind: 'rejected', error };
  const { workspace } = await harness.start();
  const approve = async (...billIds: readonly string[]) => {
    await harness.advance(10 * SECOND_MS);
    await workspace.commands.approveBills(billIds);
    await harness.advance(20 * SECOND_MS);
  };
  const asked = (action: ApprovalAction, ...billIds: readonly string[]) => {
    const fitting = billIds.map((billId) => approvalOf(workspace, billId));
    const found = copiesAmong(workspace, { action, fitting });
    return found === 'unknown'
      ? found
      : found.map(({ bill, other, approvedAtMs }) => {
          const how = approvedAtMs === null ? 'paid' : 'approved';
          return `${bill.billId} like ${other.id}, ${how}`;
        });
  };
  await approve('b1', 'b3', 'b4');
  return { workspace, approve, asked };
}

test('P-72 sending an approval again asks about a copy that was approved meanwhile or is sent together with it', async () => {
  const { workspace, approve, asked } = await rejected();
  const before = [asked('sendAgain', 'b1'), asked('sendAgain', 'b1', 'b3', 'b4')];
  await approve('b2');
  expect(before).toEqual([[], ['b3 like b1, approved']]);
  expect(asked('sendAgain', 'b1', 'b4')).toEqual(['b1 like b2, approved']);
  expect([asked('adopt', 'b1').length, asked('withdraw', 'b1').length]).toEqual([1, 0]);
  harness.edit('b2', { status: 'paid', amountDueCents: 0 });
  workspace.commands.refresh();
  await harness.advance(10 * SECOND_MS);
  expect(secondCopyOf(workspace, 'b3')).toMatchObject({ other: { id: 'b2' } });
  expect(asked('sendAgain', 'b1')).toEqual(['b1 like b2, paid']);
});

test('P-72 the question about a copy needs no bill on screen, and is not asked once the user has marked it as no copy', async () => {
  const { workspace, approve, asked } = await rejected();
  await approve('b2');
  const shown = (id: string) => ({ organizationId: 'acme', bill: aBill(id), seen: { atMs: 0 } });
  await workspace.commands.selectOrganization('other');
  await harness.advance(10 * SECOND_MS);
  const elsewhere = [
    workspace.bills.get('b1'),
    asked('confirmAndSend', 'b1'),
    asked('sendAgain', 'b1', 'b4'),
  ];
  await workspace.annotations.setDuplicate([shown('b1'), shown('b2')], false);
  expect([...elsewhere, asked('sendAgain', 'b1')]).toEqual([
    null,
    ['b1 like b2, approved'],
    ['b1 like b2, approved'],
    [],
  ]);
});

test.each<[string, Bill['vendor'], Bill['vendor']]>([
  ['approved', { id: 'v-77', name: null }, { id: 'v-77', name: 'Paper' }],
  ['open', { id: 'v-77', name: 'Paper' }, { id: null, name: 'v-77' }],
])('P-72 the %s bill may give the vendor’s id alone', (_which, approved, open) => {
  const of = (id: string, vendor: Bill['vendor']) => sampleBill({ id, vendor, date: '2026-11-01' });
  const [copy, bill] = [of('copy', approved), of('bill', open)];
  const organizationId = 'acme';
  const found = secondCopyOf(
    {
      bills: {
        get: (id) => (id === 'bill' ? { organizationId, bill, seen: { atMs: 0 } } : null),
        loading: { get: () => false },
      },
      flags: { flagsOf: () => [] },
      commands: { approvingSinceMs: () => null },
      annotations: { decisions: { notDuplicateOf: () => [] } },
      approvals: {
        ofBill: () => [],
        ofTotal: () => [
          sampleApproval({
            ...{ organizationId, billId: 'copy', state: 'confirmed' },
            snapshot: snapshotOf(copy),
          }),
        ],
      },
    },
    'bill',
  );
  expect(found).toMatchObject({ bill: { billId: 'bill' }, other: { id: 'copy' } });
});
