import { expect, test } from 'vitest';
import { snapshotOf } from '../../../bridge/snapshot.ts';
import { sampleApproval, sampleBill } from '../../kit/testing/samples.ts';
import type { Bill } from '../../../contract/bill.ts';
import type { Approval, ApprovalState } from '../model/approval.ts';
import { approvalTable } from './approval-table.ts';
import {
  actionsFor,
  actionsForAll,
  approvalActions,
  asksFirst,
  saysCost,
} from './approval-actions.ts';
import { isOfOtherSignIn, sectionOf } from './approval-sections.ts';
import { standingOf } from './standing.ts';

const states = Object.keys(approvalTable) as ApprovalState[];
const HERE = 'sign-in-1';
const foundAs = (fields: Partial<Bill>) => snapshotOf(sampleBill(fields));
const differing = { found: foundAs({ totalCents: 2 }) };
const restored = { waitingFor: 'restored' } as const;
const earlier = { signInId: 'sign-in-0' };

const withdrawnFrom = (from: ApprovalState): Partial<Approval> => ({
  state: 'withdrawn',
  history: [{ atMs: 1, event: 'withdraw', from, to: 'withdrawn', detail: null }],
});

test.each<[Partial<Approval>, string | null, string | null, string]>([
  [{ state: 'held' }, HERE, 'waiting', 'withdraw'],
  [{ state: 'queued' }, HERE, 'waiting', 'withdraw'],
  [{ state: 'sending' }, HERE, 'waiting', ''],
  [{ state: 'changed', ...differing }, HERE, 'attention', 'approveAsChanged withdraw'],
  [{ state: 'changed', found: null }, HERE, 'attention', 'withdraw'],
  [{ state: 'changed', found: foundAs({ status: 'paid' }) }, HERE, 'attention', 'withdraw'],
  [{ state: 'changed', found: foundAs({ status: 'void' }) }, HERE, 'attention', 'withdraw'],
  [{ state: 'unknown' }, HERE, 'attention', 'sendAgain markConfirmed withdraw'],
  [{ state: 'rejected' }, HERE, 'attention', 'sendAgain withdraw'],
  [{ state: 'withdrawn' }, HERE, 'withdrawn', ''],
  // An approval undone in the undo period is not listed; one withdrawn later is.
  [withdrawnFrom('held'), HERE, null, ''],
  [withdrawnFrom('queued'), HERE, 'withdrawn', ''],
  // The user has to acknowledge that the confirmed bill had changed.
  [{ state: 'confirmed' }, HERE, 'sent', ''],
  [{ state: 'confirmed', ...differing }, HERE, 'attention', 'acknowledge'],
  [{ state: 'confirmed', ...differing, isAcknowledged: true }, HERE, 'sent', ''],
  // An approval that is held back needs the user; while signed out it waits.
  [restored, HERE, 'attention', 'sendRestored withdraw'],
  [restored, 'sign-in-2', 'attention', 'adopt withdraw'],
  [{ waitingFor: 'dataRestored' }, HERE, 'attention', 'sendRestored withdraw'],
  [{ waitingFor: 'noOrganization' }, HERE, 'attention', 'withdraw'],
  [{ waitingFor: 'recheck' }, HERE, 'waiting', 'withdraw'],
  [{ waitingFor: 'quota' }, HERE, 'waiting', 'withdraw'],
  [earlier, HERE, 'attention', 'adopt withdraw'],
  [earlier, null, 'waiting', 'withdraw'],
])(
  'R-22 an approval %o under the sign-in %s is in section %s with %s',
  (fields, signInId, section, actions) => {
    const approval = sampleApproval(fields);
    expect([sectionOf(approval, signInId), actionsFor(approval, signInId).join(' ')]).toEqual([
      section,
      actions,
    ]);
  },
);

test('R-40 a confirmed approval of a changed bill says so until the user acknowledges it', () => {
  const standings = [{}, differing, { ...differing, isAcknowledged: true }].map((fields) =>
    standingOf(sampleApproval({ state: 'confirmed', ...fields }), { signInId: HERE }),
  );
  expect(standings).toEqual(['confirmed', 'differs', 'confirmed']);
});

test('R-41 the status distinguishes a changed, paid, void or missing bill', () => {
  const statuses = ['open', 'partially_paid', 'paid', 'void', 'disputed'];
  const observed = [...statuses.map((status) => foundAs({ status })), null];
  const standing = (found: Approval['found']) =>
    standingOf(sampleApproval({ state: 'changed', found }), { signInId: HERE });
  expect(observed.map(standing)).toEqual([
    'changed',
    'changed',
    'paid',
    'void',
    'notPayable',
    'notFound',
  ]);
});

test('R-42 an approval is shown as checking only while its bill is being checked for changes', () => {
  const online = { signInId: HERE, isOnline: true };
  const observed = [
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
  expect(observed).toEqual([['checking', 'queued'], queued, queued, queued, queued]);
});

test('R-24 a decision for all is offered if it fits at least two approvals, and applies only to those', () => {
  const approvals = [
    sampleApproval({ id: 'a', state: 'unknown' }),
    sampleApproval({ id: 'b', state: 'rejected' }),
    sampleApproval({ id: 'c', state: 'changed', found: null }),
  ];
  const [unknown, rejected] = approvals;
  expect(actionsForAll(approvals, HERE)).toEqual([
    { action: 'sendAgain', fitting: [unknown, rejected] },
    { action: 'withdraw', fitting: approvals },
  ]);
});

test('R-25 a decision on many takes one question, from main if a bill may be approved twice', () => {
  const fitting = (change: Partial<Approval>) => [sampleApproval(change), sampleApproval({})];
  expect([
    asksFirst({ action: 'sendAgain', fitting: fitting({ state: 'rejected' }) }),
    asksFirst({ action: 'askAnew', fitting: fitting({ waitingFor: 'twice' }) }),
    asksFirst({ action: 'withdraw', fitting: fitting({ state: 'unknown' }) }),
    asksFirst({ action: 'sendRestored', fitting: fitting({ waitingFor: 'restored' }) }),
    asksFirst({ action: 'sendRestored', fitting: fitting({ waitingFor: 'dataRestored' }) }),
  ]).toEqual([false, false, true, true, false]);
});

test('R-38 the question covers unsent approvals of earlier sign-ins, only while signed in', () => {
  const approvals = states.flatMap((state) => [
    sampleApproval({ id: `mine ${state}`, state }),
    sampleApproval({ id: `earlier ${state}`, state, ...earlier }),
  ]);
  expect([
    approvals.filter((row) => isOfOtherSignIn(row, HERE)).map(({ id }) => id),
    approvals.filter((row) => isOfOtherSignIn(row, null)),
  ]).toEqual([['earlier held', 'earlier queued'], []]);
});

test('R-85 the cost of a decision is shown if it sends ten approvals or more', () => {
  const saidFor = (count: number) => approvalActions.filter((action) => saysCost(action, count));
  expect({ nine: saidFor(9), ten: saidFor(10) }).toEqual({
    nine: [],
    ten: ['sendAgain', 'approveAsChanged', 'adopt', 'sendRestored', 'askAnew'],
  });
});
