import { expect, test } from 'vitest';
import { snapshotOf } from '../../../bridge/snapshot.ts';
import { sampleApproval, sampleBill } from '../../kit/testing/samples.ts';
import type { ApprovalState } from './approval.ts';
import { actionsFor, actionsForAll, asksFirst } from './approval-actions.ts';
import { isOfOtherSignIn, sectionOf } from './approval-sections.ts';
import { standingOf } from './standing.ts';

const states: readonly ApprovalState[] = [
  'held',
  'queued',
  'sending',
  'changed',
  'unknown',
  'rejected',
  'confirmed',
  'withdrawn',
];
const HERE = 'sign-in-1';

test('R-22 every state of an approval has its section and its decisions', () => {
  const told = states.map((state) => {
    const found = snapshotOf(sampleBill({ total_cents: 2 }));
    const approval = sampleApproval({ state, found });
    return [state, sectionOf(approval, HERE), actionsFor(approval, HERE).join(' ')];
  });
  expect(told).toEqual([
    ['held', 'waiting', 'withdraw'],
    ['queued', 'waiting', 'withdraw'],
    ['sending', 'waiting', ''],
    ['changed', 'attention', 'approveAsChanged withdraw'],
    ['unknown', 'attention', 'sendAgain markConfirmed withdraw'],
    ['rejected', 'attention', 'sendAgain withdraw'],
    ['confirmed', 'attention', 'acknowledge'],
    ['withdrawn', 'withdrawn', ''],
  ]);
});

test('R-22 what was put back from the journal needs the user, under its own sign-in or another', () => {
  const restored = sampleApproval({ state: 'queued', waitingFor: 'restored' });
  const told = [HERE, 'sign-in-2'].map((signInId) => [
    sectionOf(restored, signInId),
    actionsFor(restored, signInId).join(' '),
  ]);
  expect(told).toEqual([
    ['attention', 'sendRestored withdraw'],
    ['attention', 'adopt withdraw'],
  ]);
});

test('R-39 whatever does not go by itself needs the user, with the decisions that fit it', () => {
  const waiting = ['dataRestored', 'noOrganization', 'recheck', 'quota'] as const;
  const told = waiting.map((waitingFor) => {
    const approval = sampleApproval({ waitingFor });
    return [waitingFor, sectionOf(approval, HERE), actionsFor(approval, HERE).join(' ')];
  });
  expect(told).toEqual([
    ['dataRestored', 'attention', 'sendRestored withdraw'],
    ['noOrganization', 'attention', 'withdraw'],
    ['recheck', 'waiting', 'withdraw'],
    ['quota', 'waiting', 'withdraw'],
  ]);
});

test('R-40 an approval whose bill had changed needs the user until they have seen that', () => {
  const found = snapshotOf(sampleBill({ total_cents: 2 }));
  const told = [
    sampleApproval({ state: 'confirmed' }),
    sampleApproval({ state: 'confirmed', found }),
    sampleApproval({ state: 'confirmed', found, isAcknowledged: true }),
  ].map((row) => [
    sectionOf(row, HERE),
    standingOf(row, { signInId: HERE }),
    actionsFor(row, HERE),
  ]);
  expect(told).toEqual([
    ['sent', 'confirmed', []],
    ['attention', 'differs', ['acknowledge']],
    ['sent', 'confirmed', []],
  ]);
});

test('R-41 a bill that changed, is paid, void or was not found is told apart', () => {
  const now = (status: string) => snapshotOf(sampleBill({ status }));
  const approved = snapshotOf(sampleBill());
  const told = [approved, now('partially_paid'), now('paid'), now('void'), now('disputed'), null];
  expect(
    told.map((found) =>
      standingOf(sampleApproval({ state: 'changed', found }), { signInId: HERE }),
    ),
  ).toEqual(['changed', 'changed', 'paid', 'void', 'notPayable', 'notFound']);
});

test('R-42 what is checked for changes says so while that goes on, and only then', () => {
  const online = { signInId: HERE, isOnline: true };
  const told = [
    online,
    { ...online, isOnline: false },
    { ...online, signInId: null },
    { ...online, isSendingPaused: true },
    { ...online, quotaPausedUntilMs: 9 },
  ].map((around) =>
    (['recheck', null] as const).map((waitingFor) =>
      standingOf(sampleApproval({ waitingFor }), around),
    ),
  );
  const queued = ['queued', 'queued'];
  expect(told).toEqual([['checking', 'queued'], queued, queued, queued, queued]);
});

test('R-22 a bill that was not found, is paid or void cannot be approved as changed', () => {
  const now = (status: string) => snapshotOf(sampleBill({ status }));
  const offered = [null, now('paid'), now('void'), now('partially_paid')].map((found) =>
    actionsFor(sampleApproval({ state: 'changed', found }), HERE).join(' '),
  );
  expect(offered).toEqual(['withdraw', 'withdraw', 'withdraw', 'approveAsChanged withdraw']);
});

test('R-23 an approval of another sign-in needs the user; while signed out it just waits', () => {
  const approval = sampleApproval({ signInId: 'sign-in-0' });
  expect([
    [sectionOf(approval, HERE), actionsFor(approval, HERE)],
    [sectionOf(approval, null), actionsFor(approval, null)],
  ]).toEqual([
    ['attention', ['adopt', 'withdraw']],
    ['waiting', ['withdraw']],
  ]);
});

test('R-24 a decision for all is offered when it fits at least two, and names only those', () => {
  const approvals = [
    sampleApproval({ id: 'a', state: 'unknown' }),
    sampleApproval({ id: 'b', state: 'rejected' }),
    sampleApproval({ id: 'c', state: 'changed', found: null }),
  ];
  expect(actionsForAll(approvals, HERE)).toEqual([
    { action: 'sendAgain', approvalIds: ['a', 'b'] },
    { action: 'withdraw', approvalIds: ['a', 'b', 'c'] },
  ]);
});

test('R-25 sending again asks first where the service may already have the approval', () => {
  expect([
    asksFirst('sendAgain', sampleApproval({ state: 'unknown' })),
    asksFirst('sendAgain', sampleApproval({ state: 'rejected' })),
    asksFirst('withdraw', sampleApproval({ state: 'unknown' })),
    asksFirst('sendRestored', sampleApproval({ waitingFor: 'restored' })),
    asksFirst('sendRestored', sampleApproval({ waitingFor: 'dataRestored' })),
  ]).toEqual([true, false, false, false, true]);
});

test('R-38 asked about are the approvals of earlier sign-ins that would be sent, and only while signed in', () => {
  const approvals = states.flatMap((state) => [
    sampleApproval({ id: `mine ${state}`, state }),
    sampleApproval({ id: `earlier ${state}`, state, signInId: 'sign-in-0' }),
  ]);
  expect([
    approvals.filter((row) => isOfOtherSignIn(row, HERE)).map(({ id }) => id),
    approvals.filter((row) => isOfOtherSignIn(row, null)),
  ]).toEqual([['earlier held', 'earlier queued'], []]);
});
