import { expect, test } from 'vitest';
import { snapshotOf } from '../../../bridge/snapshot.ts';
import { sampleApproval, sampleBill } from '../../kit/testing/samples.ts';
import type { Bill } from '../../../contract/bill.ts';
import type { Hold } from '../model/annotation.ts';
import type { Approval, ApprovalState } from '../model/approval.ts';
import { approvalTable } from './approval-table.ts';
import {
  actionsFor,
  actionsForAll,
  type ApprovalAction,
  approvalActions,
  asksAboutSeveral,
  onHoldAmong,
  onlyMainAsks,
  showsCost,
  stillAsShown,
} from '../approve/approval-actions.ts';
import { bySection, isOfOtherSignIn, isOnItsWay, isOpen, sectionOf } from './approval-sections.ts';
import { mayHaveArrived, approvalStatus, wasRejectedForNow } from './approval-status.ts';

const states = Object.keys(approvalTable) as ApprovalState[];
const HERE = 'sign-in-1';
const foundAs = (fields: Partial<Bill>) => snapshotOf(sampleBill(fields));
const differing = { found: foundAs({ totalCents: 2 }) };
const uncompared = { outcome: { kind: 'confirmed', bill: null, unread: true } } as const;
const restored = { waitingFor: 'restored' } as const;
const earlier = { signInId: 'sign-in-0' };

const withdrawnFrom = (from: ApprovalState): Partial<Approval> => ({
  state: 'withdrawn',
  history: [{ atMs: 1, event: 'withdraw', from, to: 'withdrawn', detail: null }],
});

function lineOf(event: Approval['history'][number]['event'], detail: string | null = null) {
  return { atMs: 1, event, from: 'sending', to: 'queued', detail } as const;
}

test.each<[Partial<Approval>, string | null, string | null, string]>([
  [{ state: 'held' }, HERE, 'waiting', 'withdraw'],
  [{ state: 'queued' }, HERE, 'waiting', 'withdraw'],
  [{ state: 'sending' }, HERE, 'waiting', 'withdraw'],
  [{ state: 'changed', ...differing }, HERE, 'attention', 'approveAsChanged withdraw'],
  [{ state: 'changed', found: null }, HERE, 'attention', 'withdraw'],
  [{ state: 'changed', found: foundAs({ status: 'paid' }) }, HERE, 'attention', 'withdraw'],
  [{ state: 'changed', found: foundAs({ status: 'void' }) }, HERE, 'attention', 'withdraw'],
  [{ state: 'unknown' }, HERE, 'attention', 'markConfirmed sendAgain withdraw'],
  [{ state: 'rejected' }, HERE, 'attention', 'sendAgain withdraw'],
  [{ state: 'withdrawn' }, HERE, 'withdrawn', ''],
  [withdrawnFrom('held'), HERE, 'withdrawn', ''],
  [withdrawnFrom('queued'), HERE, 'withdrawn', ''],
  // The user has to acknowledge that the confirmed bill had changed.
  [{ state: 'confirmed' }, HERE, 'sent', ''],
  [{ state: 'confirmed', ...differing }, HERE, 'attention', 'acknowledge'],
  [{ state: 'confirmed', ...differing, isAcknowledged: true }, HERE, 'sent', ''],
  [{ state: 'confirmed', ...uncompared }, HERE, 'attention', 'acknowledge'],
  [{ state: 'confirmed', outcome: { kind: 'confirmed', bill: null } }, HERE, 'sent', ''],
  // An approval that is held back needs the user; while signed out it waits.
  [restored, HERE, 'attention', 'sendRestored withdraw'],
  [restored, 'sign-in-2', 'attention', 'adopt withdraw'],
  [{ waitingFor: 'dataRestored' }, HERE, 'attention', 'sendRestored withdraw'],
  [{ waitingFor: 'noOrganization' }, HERE, 'attention', 'withdraw'],
  [{ waitingFor: 'overLimit' }, HERE, 'attention', 'confirmAndSend withdraw'],
  [{ waitingFor: 'twice' }, HERE, 'attention', 'confirmAndSend withdraw'],
  [{ waitingFor: 'changedBack' }, HERE, 'attention', 'confirmAndSend withdraw'],
  [{ waitingFor: 'recheck' }, HERE, 'waiting', 'withdraw'],
  [{ waitingFor: 'quota' }, HERE, 'waiting', 'withdraw'],
  [earlier, HERE, 'attention', 'adopt withdraw'],
  [earlier, null, 'waiting', 'withdraw'],
])(
  'an approval %o under the sign-in %s is in section %s with %s',
  (fields, signInId, section, actions) => {
    const approval = sampleApproval(fields);
    expect([sectionOf(approval, signInId), actionsFor(approval, signInId).join(' ')]).toEqual([
      section,
      actions,
    ]);
  },
);

test("today's total counts approvals that are sent or will be without the user", () => {
  const rows: readonly [Partial<Approval>, boolean][] = [
    [{ state: 'held' }, true],
    [{ state: 'queued' }, true],
    [{ state: 'sending' }, true],
    [{ state: 'confirmed', ...differing }, true],
    [{ state: 'queued', ...earlier }, false],
    [{ state: 'queued', ...restored }, false],
    [{ state: 'unknown' }, false],
    [{ state: 'withdrawn' }, false],
  ];
  for (const [fields, counts] of rows)
    expect(isOnItsWay(sampleApproval({ signInId: HERE, ...fields }), HERE)).toBe(counts);
});

test('the sections list approvals in the order given; open ones wait or need the user', () => {
  const of = (id: string, fields: Partial<Approval>) => sampleApproval({ id, ...fields });
  const approvals = [
    of('a', { state: 'unknown' }),
    of('b', { state: 'sending' }),
    of('c', { state: 'confirmed' }),
    of('d', earlier),
    of('e', withdrawnFrom('held')),
    of('f', withdrawnFrom('changed')),
    of('g', { state: 'held' }),
  ];
  const idsOf = (rows: readonly Approval[]) => rows.map(({ id }) => id).join(' ');
  const { waiting, attention, sent, withdrawn } = bySection(approvals, HERE);
  expect([waiting, attention, sent, withdrawn, approvals.filter(isOpen)].map(idsOf)).toEqual([
    'b g',
    'a d',
    'c',
    'e f',
    'a b d g',
  ]);
});

test('an answer applies only to approvals whose state, attempt and found version are still as shown', () => {
  const was = sampleApproval({ state: 'changed', attempt: 1, ...differing });
  const stands = (now: Partial<Approval> | null, shown = was) =>
    stillAsShown('approveAsChanged', [shown], (id) =>
      id === shown.id && now ? { ...shown, ...now } : null,
    );
  const same = snapshotOf(sampleBill({ totalCents: 2 }));
  const kept = [stands({}), stands({ found: same }), stands({}, { ...was, found: null })];
  const gone = [null, { state: 'queued' }, { attempt: 2 }, { found: null }] as const;
  expect([kept, gone.map((now) => stands(now))]).toEqual([
    kept.map(() => [was.id]),
    gone.map(() => []),
  ]);
  expect(stands({ found: foundAs({ totalCents: 3 }) })).toEqual([]);
});

test('an approval that waits can be canceled at any step, but not once it needs the user', () => {
  const was = sampleApproval({ state: 'queued' });
  const canceled = states.filter(
    (state) => stillAsShown('withdraw', [was], () => ({ ...was, state, attempt: 1 })).length > 0,
  );
  expect(canceled).toEqual(['held', 'queued', 'sending']);
  const sending = () => ({ ...was, state: 'sending', attempt: 1 }) as const;
  expect([
    stillAsShown('adopt', [was], sending),
    stillAsShown('withdraw', [{ ...was, state: 'unknown' }], sending),
  ]).toEqual([[], []]);
});

test.each<[string, Partial<Approval>, boolean]>([
  ['never sent', {}, false],
  ['of restored data', { waitingFor: 'dataRestored' }, true],
  ['of data that was restored once', { history: [lineOf('dataRestored')] }, true],
  ['with a lost answer', { history: [lineOf('answerLost'), lineOf('sendAgain')] }, true],
  ['refused', { history: [lineOf('rejected')] }, false],
  ['rebuilt', { history: [lineOf('restored')] }, false],
  ['rebuilt, with a lost answer', { history: [lineOf('restored', 'answerLost')] }, true],
  ['found with such a detail', { history: [lineOf('foundChanged', 'answerLost')] }, false],
])('the service may have an approval whose answer was lost: %s', (_, fields, expected) => {
  expect(mayHaveArrived(sampleApproval(fields))).toBe(expected);
});

test('an approval was rejected for now if one of its attempts was', () => {
  const histories = [[], ['notSent'], ['rejectedForNow', 'notSent']] as const;
  const found = histories.map((events) =>
    wasRejectedForNow(sampleApproval({ history: events.map((event) => lineOf(event)) })),
  );
  expect(found).toEqual([false, false, true]);
});

test('a confirmed approval of a changed bill says so until the user acknowledges it', () => {
  const statuses = [{}, differing, { ...differing, isAcknowledged: true }].map((fields) =>
    approvalStatus(sampleApproval({ state: 'confirmed', ...fields }), { signInId: HERE }),
  );
  expect(statuses).toEqual(['confirmed', 'differs', 'confirmed']);
});

test('the status is the state, or the reason that holds back a queued approval', () => {
  const all = states.map((state) => sampleApproval({ state, ...earlier, ...differing }));
  const observed = all.map((approval) => approvalStatus(approval, { signInId: HERE }));
  const other = {
    queued: 'otherSignIn',
    changed: 'changed',
    confirmed: 'differs',
    withdrawn: 'canceled',
  };
  expect(observed).toEqual(states.map((state) => Reflect.get(other, state) ?? state));
});

test('the status of a withdrawn approval is its end', () => {
  const ends = (['held', 'queued', 'unknown'] as const).map((from) => {
    const line = { ...lineOf('withdraw'), from, to: 'withdrawn' as const };
    const approval = sampleApproval({ state: 'withdrawn', history: [line] });
    return approvalStatus(approval, { signInId: HERE });
  });
  expect(ends).toEqual(['undone', 'canceled', 'discarded']);
});

test('the status distinguishes a changed, paid, void or missing bill', () => {
  const statuses = ['open', 'partially_paid', 'paid', 'void', 'disputed'];
  const observed = [...statuses.map((status) => foundAs({ status })), null];
  const standing = (found: Approval['found']) =>
    approvalStatus(sampleApproval({ state: 'changed', found }), { signInId: HERE });
  expect(observed.map(standing)).toEqual([
    'changed',
    'changed',
    'paid',
    'void',
    'notPayable',
    'notFound',
  ]);
});

test('a missing bill that came malformed counts as unreadable', () => {
  const missing = sampleApproval({ state: 'changed', found: null });
  const standing = (id: string) =>
    approvalStatus(missing, { signInId: HERE, unreadableIds: new Set([id]) });
  expect([missing.snapshot.billId, 'other'].map(standing)).toEqual(['unreadable', 'notFound']);
});

test('an approval is shown as checking only while its bill is being checked for changes', () => {
  const online = { signInId: HERE, isOnline: true };
  const observed = [
    online,
    { ...online, isOnline: false },
    { ...online, signInId: null },
    { ...online, isSendingPaused: true },
    { ...online, quotaPausedUntilMs: 9 },
    { ...online, missingPermission: 'money_out' },
    // As for a file: `isChecking` needs the connection, which a file outlasts.
    { signInId: HERE },
  ].map((around) =>
    (['recheck', 'notOnPage', null] as const).map((waitingFor) =>
      approvalStatus(sampleApproval({ waitingFor }), around),
    ),
  );
  const queued = ['queued', 'queued', 'queued'];
  expect(observed).toEqual([
    ['checking', 'checking', 'queued'],
    ...observed.slice(1).map(() => queued),
  ]);
});

test('a decision for all is offered if it fits at least two approvals, and applies only to those', () => {
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

test('a bulk decision asks once; main asks if a bill may be approved twice', () => {
  const asks = (action: ApprovalAction, change: Partial<Approval>) =>
    asksAboutSeveral({ action, fitting: [sampleApproval(change), sampleApproval({})] });
  expect([
    asks('withdraw', { state: 'unknown' }),
    asks('sendRestored', { waitingFor: 'restored' }),
    asks('sendRestored', { waitingFor: 'dataRestored' }),
  ]).toEqual([true, true, false]);
  expect(approvalActions.filter(onlyMainAsks)).toEqual(['sendAgain', 'confirmAndSend']);
});

test('a decision asks about several approvals, even if it leaves out all but one, but not about one or none', () => {
  const one = [sampleApproval({ state: 'changed' })];
  expect([
    asksAboutSeveral({ action: 'adopt', fitting: one, leftOut: [sampleApproval()] }),
    asksAboutSeveral({ action: 'adopt', fitting: one }),
    asksAboutSeveral({ action: 'withdraw', fitting: [] }),
  ]).toEqual([true, false, false]);
});

test('discarding one approval asks first unless it is only pending', () => {
  const asks = (state: Approval['state']): boolean =>
    asksAboutSeveral({ action: 'withdraw', fitting: [sampleApproval({ state })] });
  expect((['unknown', 'rejected', 'changed', 'held', 'queued'] as const).map(asks)).toEqual([
    ...[true, true, true],
    ...[false, false],
  ]);
});

test('M-20 each decision that sends a held bill’s approval asks first, alone or with others', () => {
  const [held, asked, free] = ['held', 'asked', 'free'].map((billId) =>
    sampleApproval({ billId, snapshot: foundAs({ id: billId }) }),
  ) as [Approval, Approval, Approval];
  const hold = { reason: 'Price', whom: '', answerBy: null, atMs: 0 };
  const holds: Readonly<Record<string, Hold>> = { held: hold, asked: { ...hold, whom: 'Anna' } };
  const holdOf = ({ billId }: Approval) => holds[billId] ?? null;
  const asking = (...fitting: readonly Approval[]) =>
    approvalActions.filter((action) => onHoldAmong({ action, fitting }, holdOf).length > 0);
  const sending = ['sendAgain', 'approveAsChanged', 'adopt', 'sendRestored', 'confirmAndSend'];
  expect([asking(free), asking(held), asking(asked), asking(free, held)]).toEqual([
    [],
    sending,
    sending,
    sending,
  ]);
  const among = (action: ApprovalAction) =>
    onHoldAmong({ action, fitting: [free, asked, held] }, holdOf).map(({ bill }) => bill.billId);
  expect([among('sendAgain'), among('markConfirmed'), among('withdraw')]).toEqual([
    ['asked', 'held'],
    [],
    [],
  ]);
});

test('M-20 the question about a hold shows the version that would be sent', () => {
  const hold = { reason: 'Price', whom: '', answerBy: null, atMs: 0 };
  const found = foundAs({ amountDueCents: 999 });
  const fitting = [sampleApproval({ state: 'changed', found })];
  const due = (action: ApprovalAction) =>
    onHoldAmong({ action, fitting }, () => hold).map(({ bill }) => bill.amountDueCents);
  expect([due('approveAsChanged'), due('sendAgain')]).toEqual([[999], [1_000]]);
});

test('the question covers unsent approvals of earlier sign-ins, only while signed in', () => {
  const approvals = states.flatMap((state) => [
    sampleApproval({ id: `mine ${state}`, state }),
    sampleApproval({ id: `earlier ${state}`, state, ...earlier }),
  ]);
  expect([
    approvals.filter((row) => isOfOtherSignIn(row, HERE)).map(({ id }) => id),
    approvals.filter((row) => isOfOtherSignIn(row, null)),
  ]).toEqual([['earlier held', 'earlier queued'], []]);
});

test('the cost of a decision is shown if it sends ten approvals or more', () => {
  const saidFor = (count: number) => approvalActions.filter((action) => showsCost(action, count));
  expect({ nine: saidFor(9), ten: saidFor(10) }).toEqual({
    nine: [],
    ten: ['sendAgain', 'approveAsChanged', 'adopt', 'sendRestored', 'confirmAndSend'],
  });
});
