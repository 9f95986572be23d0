import fc from 'fast-check';
import { expect, test } from 'vitest';
import { snapshotOf, type ReviewedSnapshot } from '../../../bridge/snapshot.ts';
import type { SendAnswer, SendOutcome } from '../../../bridge/approval.ts';
import { approvalSchema } from './outbox.ts';
import type { Approval, ApprovalEventName, ApprovalState } from '../model/approval.ts';
import { approvalTable } from './approval-table.ts';
import { eventNameOf, transition, type ApprovalEvent } from './approval-transitions.ts';
import { anApproval } from './testing/an-approval.ts';
import { aBill } from '../testing/fake-bridge.ts';

const outcomeOf = (outcome: SendAnswer, found: ReviewedSnapshot | null = null): ApprovalEvent => ({
  name: 'outcome',
  nowMs: 7,
  attempt: 1,
  result: { outcome, recheckAfterMs: 8, retryAtMs: 9, found },
});
const usd = snapshotOf(aBill('b1', { currency: 'USD', memo: 'new' }));
const decision = { nowMs: 7, recheckAfterMs: 8, profileEpoch: 'second' };

const samples: Record<ApprovalEventName, ApprovalEvent> = {
  windowPassed: { name: 'windowPassed', nowMs: 7 },
  withdraw: { name: 'withdraw', nowMs: 7 },
  recheckNeeded: { name: 'recheckNeeded', nowMs: 7, afterMs: 8 },
  recheckMissed: { name: 'recheckMissed', nowMs: 7, afterMs: 8 },
  foundChanged: { name: 'foundChanged', nowMs: 7, found: usd },
  foundSame: { name: 'foundSame', nowMs: 7, isChangedBack: false },
  notFound: { name: 'notFound', nowMs: 7, afterMs: 8 },
  otherSignIn: { name: 'otherSignIn', nowMs: 7 },
  noOrganization: { name: 'noOrganization', nowMs: 7 },
  dataRestored: { name: 'dataRestored', nowMs: 7 },
  send: { name: 'send', nowMs: 7, page: null },
  confirmed: outcomeOf({ kind: 'confirmed', bill: aBill('b1') }),
  rejected: outcomeOf({
    kind: 'rejected',
    error: { kind: 'forbidden', scope: null, message: 'No.', technical: '403' },
  }),
  answerLost: outcomeOf({
    kind: 'unknown',
    error: { kind: 'answerLost', technical: 'ECONNRESET' },
  }),
  notSent: outcomeOf({ kind: 'notSent', reason: 'quota', retryAtMs: 9, error: null }),
  rejectedForNow: outcomeOf({
    ...{ kind: 'notSent', reason: 'quota', retryAtMs: 9, error: null, isRefused: true },
  }),
  neverLeft: { name: 'neverLeft', nowMs: 7, attempt: 1 },
  sendAgain: { name: 'sendAgain', signInId: null, ...decision },
  sendAgainByItself: { name: 'sendAgainByItself', nowMs: 7 },
  approveAsChanged: {
    name: 'approveAsChanged',
    ...decision,
    ...{ batchId: 'batch-2', undoMs: 5_000 },
    snapshot: usd,
    override: { flags: ['dueAboveTotal'], reason: '' },
  },
  markConfirmed: { name: 'markConfirmed', nowMs: 7 },
  observedPaid: { name: 'observedPaid', nowMs: 7, status: 'paid' },
  paidOtherwise: { name: 'paidOtherwise', nowMs: 7, found: usd },
  listedApproved: { name: 'listedApproved', nowMs: 7, approvedBy: ['state'] },
  acknowledge: { name: 'acknowledge', nowMs: 7 },
  adopt: { name: 'adopt', signInId: 'sign-in-2', ...decision },
};
const states = Object.keys(approvalTable) as ApprovalState[];
const names = Object.keys(samples) as ApprovalEventName[];

/** The allowed transitions, written independently of the table: state event next. */
const allowed = `
  held windowPassed queued
  held withdraw withdrawn
  held adopt held
  queued withdraw withdrawn
  queued recheckNeeded queued
  queued recheckMissed queued
  queued foundChanged changed
  queued notFound changed
  queued otherSignIn queued
  queued noOrganization queued
  queued dataRestored queued
  queued send sending
  queued adopt queued
  sending confirmed confirmed
  sending rejected rejected
  sending answerLost unknown
  sending foundChanged changed
  sending notSent queued
  sending rejectedForNow queued
  sending neverLeft queued
  changed withdraw withdrawn
  changed foundChanged changed
  changed foundSame queued
  changed approveAsChanged held
  changed adopt changed
  changed dataRestored changed
  unknown withdraw withdrawn
  unknown sendAgain queued
  unknown sendAgainByItself queued
  unknown markConfirmed confirmed
  unknown observedPaid confirmed
  unknown adopt unknown
  rejected withdraw withdrawn
  rejected sendAgain queued
  rejected adopt rejected
  rejected dataRestored rejected
  confirmed paidOtherwise confirmed
  confirmed listedApproved confirmed
  confirmed acknowledge confirmed
`;

test('O-1 only these events change a state, and all others are refused', () => {
  const walked = states.flatMap((state) =>
    names.flatMap((name) => {
      const result = transition(anApproval({ state, attempt: 1 }), samples[name]);
      return result.ok ? [`${state} ${name} ${result.row.state}`] : [];
    }),
  );
  const expected = allowed.split('\n').flatMap((line) => line.trim() || []);
  expect(walked.toSorted()).toEqual(expected.toSorted());
});

const fresh = { needsRecheckAfterMs: null, missedRechecks: 0, retryAtMs: null, waitingFor: null };
const inWord = { needsRecheckAfterMs: 8, waitingFor: 'recheck', profileEpoch: 'second' } as const;
const invalid = (message: string | undefined): SendOutcome => ({
  kind: 'rejected',
  error: {
    kind: 'validationFailed',
    details: ['a', 'b'],
    technical: '422',
    ...(message && { message }),
  },
});
const limited = (by: 'service' | 'billfold'): SendOutcome => ({
  ...{ kind: 'notSent', reason: 'quota', retryAtMs: 9 },
  error: { kind: 'rateLimited', by, retryAtMs: 9, technical: '429' },
});
const resultOf = (event: ApprovalEvent) =>
  event.name === 'outcome' && event.result.outcome.kind !== 'changed' ? event.result.outcome : null;

test.each<[ApprovalState, ApprovalEvent, Partial<Approval>, string | null]>([
  ['held', samples.windowPassed, {}, null],
  ['held', samples.withdraw, {}, null],
  ['queued', samples.recheckNeeded, { needsRecheckAfterMs: 8, waitingFor: 'recheck' }, null],
  [
    'queued',
    samples.recheckMissed,
    { needsRecheckAfterMs: 8, missedRechecks: 3, waitingFor: 'recheck' },
    null,
  ],
  ['queued', samples.foundChanged, { ...fresh, found: usd }, 'currency, memo'],
  ['queued', samples.notFound, { ...fresh, found: null, needsRecheckAfterMs: 8 }, null],
  ['changed', samples.foundSame, { ...fresh, found: null }, null],
  [
    'changed',
    { name: 'foundSame', nowMs: 7, isChangedBack: true },
    { ...fresh, found: null, waitingFor: 'changedBack' },
    null,
  ],
  ['queued', samples.otherSignIn, { waitingFor: 'otherSignIn' }, null],
  ['queued', samples.noOrganization, { waitingFor: 'noOrganization' }, null],
  ['queued', samples.dataRestored, { waitingFor: 'dataRestored' }, null],
  ['queued', samples.send, { ...fresh, attempt: 2, outcome: null }, null],
  ['sending', samples.confirmed, { ...fresh, found: null, confirmedBy: 'service' }, null],
  [
    'sending',
    outcomeOf({ kind: 'confirmed', bill: null }, usd),
    { ...fresh, found: usd, confirmedBy: 'service' },
    'currency, memo',
  ],
  ['sending', samples.rejected, fresh, 'No.'],
  ['sending', outcomeOf(invalid('No.')), fresh, 'No.; a; b'],
  ['sending', outcomeOf(invalid(undefined)), fresh, '422; a; b'],
  ['sending', samples.answerLost, { ...fresh, needsRecheckAfterMs: 8 }, 'ECONNRESET'],
  ['sending', samples.notSent, { ...fresh, retryAtMs: 9, waitingFor: 'quota' }, 'quota'],
  [
    'sending',
    outcomeOf(limited('service')),
    { ...fresh, retryAtMs: 9, waitingFor: 'quota' },
    '429',
  ],
  [
    'sending',
    outcomeOf(limited('billfold')),
    { ...fresh, retryAtMs: 9, waitingFor: 'quota' },
    null,
  ],
  [
    'sending',
    outcomeOf({ kind: 'changed', found: usd }),
    { ...fresh, found: usd, needsRecheckAfterMs: 8 },
    'currency, memo',
  ],
  ['sending', samples.neverLeft, fresh, null],
  ['unknown', samples.sendAgain, { ...fresh, ...inWord }, null],
  [
    'unknown',
    { name: 'sendAgain', signInId: 'sign-in-2', ...decision },
    { ...fresh, ...inWord, signInId: 'sign-in-2' },
    null,
  ],
  ['unknown', samples.sendAgainByItself, { ...fresh, needsRecheckAfterMs: 3 }, null],
  [
    'changed',
    samples.approveAsChanged,
    {
      ...{ ...fresh, ...inWord, snapshot: usd, approvedAtMs: 7, found: null },
      ...{ batchId: 'batch-2', heldUntilMs: 5_007 },
    },
    'currency, memo',
  ],
  ['unknown', samples.markConfirmed, { ...fresh, confirmedBy: 'user' }, null],
  ['unknown', samples.observedPaid, { ...fresh, confirmedBy: 'seen' }, 'paid'],
  ['confirmed', samples.listedApproved, { approvedBy: ['state'] }, null],
  ['confirmed', samples.acknowledge, { isAcknowledged: true }, null],
  ['rejected', samples.adopt, { ...inWord, signInId: 'sign-in-2', retryAtMs: null }, 'sign-in-2'],
])(
  'O-2 a change sets its own fields and no other, and adds its line: %s, row %#',
  (state, event, fields, detail) => {
    const row = anApproval({
      ...{ state, attempt: 1, needsRecheckAfterMs: 3, missedRechecks: 2, retryAtMs: 4 },
      ...{ waitingFor: 'closing', found: snapshotOf(aBill('b1', { memo: 'before' })) },
      history: [{ atMs: 1, event: 'approve', from: null, to: 'held', detail: null }],
    });
    const name = eventNameOf(event);
    const to = approvalTable[state][name] ?? state;
    const outcome = resultOf(event) ?? row.outcome;
    const line = { atMs: 7, event: name, from: state, to, detail };
    expect(transition(row, event)).toMatchObject({
      row: { ...row, outcome, ...fields, state: to, history: [...row.history, line] },
    });
  },
);

test('the outcome of another attempt is stale and changes nothing', () => {
  const row = anApproval({ state: 'sending', attempt: 2 });
  const events = [samples.send, samples.confirmed, samples.neverLeft];
  expect(events.map((event) => transition(row, event))).toEqual([
    { ok: false, why: 'notAllowed' },
    { ok: false, why: 'staleAttempt' },
    { ok: false, why: 'staleAttempt' },
  ]);
});

test('O-4 only sending raises the attempt, and only the user changes snapshot or sign-in', () => {
  const changed = (field: keyof Approval): string[] =>
    states.flatMap((state) =>
      names.filter((name) => {
        const row = anApproval({ state, attempt: 1 });
        const result = transition(row, samples[name]);
        return result.ok && result.row[field] !== row[field];
      }),
    );
  const once = (field: keyof Approval): string[] => [...new Set(changed(field))];
  expect({
    attempt: once('attempt'),
    snapshot: once('snapshot'),
    signInId: once('signInId'),
    override: once('override'),
    approvedAtMs: once('approvedAtMs'),
    batchId: once('batchId'),
    identity: (['id', 'connectionId', 'organizationId', 'billId'] as const).flatMap(changed),
  }).toEqual({
    attempt: ['send'],
    snapshot: ['approveAsChanged'],
    signInId: ['adopt'],
    override: ['approveAsChanged'],
    approvedAtMs: ['approveAsChanged'],
    batchId: ['approveAsChanged'],
    identity: [],
  });
});

test('sending hands the row to main, a confirmed bill goes to the cache, and no other event has an effect', () => {
  const effects = states.flatMap((state) =>
    names.flatMap((name) => {
      const result = transition(anApproval({ state, attempt: 1 }), samples[name]);
      return result.ok ? result.effects.map((effect) => `${state} ${name} ${effect.kind}`) : [];
    }),
  );
  const row = anApproval({ state: 'sending', attempt: 1 });
  const without = transition(row, outcomeOf({ kind: 'confirmed', bill: null }));
  expect([effects, without.ok && without.effects]).toEqual([
    ['queued send handToMain', 'sending confirmed keepBill'],
    [],
  ]);
});

test('after any events in any order, rows stay readable, histories only grow, and final states stay final', () => {
  const walk = fc.array(fc.constantFrom(...names), { maxLength: 40 });
  const property = fc.property(walk, (steps) => {
    let row = anApproval({ state: 'held' });
    for (const name of steps) {
      const event = withAttempt(samples[name], row.attempt);
      const result = transition(row, event);
      const isEnd = row.state === 'confirmed' || row.state === 'withdrawn';
      if (result.ok === (approvalTable[row.state][eventNameOf(event)] === null)) return false;
      if (isEnd && result.ok) return false;
      if (!result.ok) continue;
      if (result.row.history.length !== row.history.length + 1) return false;
      if (!approvalSchema.safeParse(result.row).success) return false;
      row = result.row;
    }
    return true;
  });
  expect(fc.check(property, { seed: 5, numRuns: 500 }).failed).toBe(false);
});

function withAttempt(event: ApprovalEvent, attempt: number): ApprovalEvent {
  return event.name === 'outcome' || event.name === 'neverLeft' ? { ...event, attempt } : event;
}
