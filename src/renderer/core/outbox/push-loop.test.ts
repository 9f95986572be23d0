import { expect, test } from 'vitest';
import { settle } from '../../../base/testing/virtual-clock.ts';
import type { AttemptFinding, SendAnswer } from '../../../bridge/approval.ts';
import { aBill } from '../testing/fake-bridge.ts';
import { createApprovals } from './approval-slices.ts';
import { anApproval } from './testing/an-approval.ts';
import { rowsOf, startPushAlone as start } from './testing/push-harness.ts';

const bill = aBill('b1', { status: 'paid', amountDueCents: 0 });
const dearer = aBill('b1', { totalCents: 999_00 });
const shown = ['keep acme b1 at 60000', 'shown'];
const short = { id: 'b1', status: 'paid', currency: 'EUR', totalCents: 100_00, amountDueCents: 0 };
const found = (finding: AttemptFinding['finding'], approvalId = 'b1', attempt = 1) => ({
  ...{ approvalId, attempt, finding },
});
const confirmedWith = (totalCents: number): AttemptFinding['finding'] => ({
  kind: 'outcome',
  outcome: { kind: 'confirmed', bill: { ...short, totalCents } },
});
const silent = 'Error: the journal did not answer about b1, attempt 1';

test.each<[string, AttemptFinding | null, string, readonly string[]]>([
  [
    'nothing left this computer',
    found({ kind: 'noAttempt' }),
    'b1 sending #2',
    ['send b1 #2 at c1 in run'],
  ],
  ['no outcome', found({ kind: 'attemptOnly' }), 'b1 unknown #1', []],
  ['confirmed', found(confirmedWith(100_00)), 'b1 confirmed #1', shown],
  [
    'confirmed with another total',
    found(confirmedWith(5)),
    'b1 confirmed #1',
    ['old cursors end', ...shown],
  ],
  ['another approval', found(confirmedWith(100_00), 'b2'), 'b1 sending #1', [silent]],
  ['another attempt', found(confirmedWith(100_00), 'b1', 2), 'b1 sending #1', [silent]],
  ['no answer', null, 'b1 sending #1', [silent]],
])(
  'the journal decides about an approval being sent when the window died: %s',
  async (_, finding, state, events) => {
    const push = start(rowsOf(1, { state: 'sending', attempt: 1 }));
    push.finding = () => finding;
    push.answer = () => new Promise(() => undefined);
    await settle();
    expect([push.log, push.states()]).toEqual([['find b1 #1', ...events], [state]]);
  },
);

test('P-51 without an attempt in a journal of other data, the approval may have left', async () => {
  const push = start(rowsOf(1, { state: 'sending', attempt: 1 }));
  push.profileEpoch = 'restored';
  push.finding = () => found({ kind: 'noAttempt' });
  await settle();
  expect(push.states()).toEqual(['b1 unknown #1']);
});

test('P-66 one of several answers from the journal that contradicts its recheck ends old cursors', async () => {
  const push = start(rowsOf(2, { state: 'sending', attempt: 1 }));
  push.finding = ({ approvalId }) =>
    found(approvalId === 'b1' ? confirmedWith(5) : { kind: 'attemptOnly' }, approvalId);
  await settle();
  expect(push.log).toContain('old cursors end');
});

test.each<[string, number | null, typeof bill, boolean]>([
  ['read by an old cursor, and another bill approved', null, dearer, true],
  ['read by an old cursor', null, bill, false],
  ['listed since the approval, and another bill approved', 5, dearer, false],
])(
  'P-66 an answer ends old cursors only if it contradicts one: %s',
  async (_, needsRecheckAfterMs, answered, ends) => {
    const push = start(rowsOf(1, { needsRecheckAfterMs }));
    push.answer = () => ({ kind: 'confirmed', bill: answered });
    await settle();
    expect(push.log.includes('old cursors end')).toBe(ends);
  },
);

test('P-66 the next approval by an old cursor is sent once the previous one is answered', async () => {
  const push = start(rowsOf(2, { needsRecheckAfterMs: null }));
  const answer = Promise.withResolvers<SendAnswer>();
  push.answer = () => answer.promise;
  await settle();
  const first = [...push.sends];
  answer.resolve({ kind: 'confirmed', bill: null });
  await settle();
  expect([first, push.sends]).toEqual([['b1 +0'], ['b1 +0', 'b2 +0']]);
});

test('a send that fails is a fault; the journal is asked about it after five seconds', async () => {
  const push = start(rowsOf(1));
  push.answer = () => Promise.reject(new Error('bridge'));
  await settle();
  await push.clock.advance(4_999);
  const before = [...push.log];
  await push.clock.advance(1);
  expect([before, push.log.slice(2), push.states()]).toEqual([
    ['send b1 #1 at c1 in run', 'Error: bridge'],
    ['find b1 #1'],
    ['b1 unknown #1'],
  ]);
});

test('P-39 a decision that fails is a fault, and is retried after five seconds unless the window closes', async () => {
  let count = 0;
  const decide = (): never => {
    count += 1;
    throw new Error('disk');
  };
  const push = start([], { decide });
  await push.clock.advance(5_000);
  const { promise, reject } = Promise.withResolvers<never>();
  const closing = start([], { exclusive: () => promise });
  closing.push.close();
  reject(new Error('closed'));
  await settle();
  push.push.close();
  await push.clock.advance(60_000);
  expect([push.log, count, closing.log]).toEqual([['Error: disk', 'Error: disk'], 2, []]);
});

test('a closed push begins nothing, and keeps the outcome but no bill of a call under way', async () => {
  const push = start(rowsOf(1));
  const answer = Promise.withResolvers<SendAnswer>();
  push.answer = () => answer.promise;
  await settle();
  push.push.close();
  push.approvals.put(rowsOf(2).slice(1));
  await settle();
  let isSettled = false;
  void push.push.settled().then(() => (isSettled = true));
  await settle();
  const before = isSettled;
  answer.resolve({ kind: 'confirmed', bill });
  await settle();
  expect([push.log, push.states(), before, isSettled]).toEqual([
    ['send b1 #1 at c1 in run', 'answer fine'],
    ['b2 queued #0', 'b1 confirmed #1'],
    false,
    true,
  ]);
});

test('a push that closes while it waits or decides leaves no timer and sends nothing', async () => {
  const waiting = start(rowsOf(1, { retryAtMs: 90_000 }));
  const bills = Promise.withResolvers<ReadonlyMap<string, never>>();
  const deciding = start(rowsOf(1), {
    decide: (rows) => ({
      changes: rows.map(({ id }) => ({
        approvalId: id,
        event: { name: 'send', nowMs: 1, page: null },
      })),
      ...{ inDoubt: [], rechecks: [], notFound: new Map(), onOldCursor: null, wakeAtMs: null },
    }),
    cache: { readBills: () => bills.promise, keepBill: () => Promise.reject(new Error('none')) },
  });
  await settle();
  for (const { push } of [waiting, deciding]) push.close();
  bills.resolve(new Map<string, never>());
  await settle();
  expect([waiting.clock.sleepers(), deciding.states()]).toEqual([0, ['b1 queued #0']]);
});

test('P-39 an event that the outbox refuses is not repeated at once', async () => {
  let count = 0;
  const rows = rowsOf(1);
  const approvals = createApprovals(() => undefined);
  approvals.reset(rows);
  const applyAll = async () => {
    count += 1;
    return [{ ok: false, why: 'noSuchRow' } as const];
  };
  const outbox = { approvals, applyAll, undoLeftMs: () => 0 };
  const { log } = start(rows, { outbox });
  start([], { outbox: { ...outbox, approvals: createApprovals(() => undefined) } });
  await settle();
  expect([count, log]).toEqual([1, []]);
});

test('P-1 the push compares the bills of all approvals that it may send or decide about', async () => {
  const asked: string[][] = [];
  const waiting = ['held', 'queued', 'sending', 'changed', 'unknown'] as const;
  const all = [...waiting, 'rejected', 'confirmed', 'withdrawn'] as const;
  const rows = all.map((state) => anApproval({ id: state, billId: state, state, attempt: 1 }));
  start(rows, {
    decide: () => ({
      ...{ changes: [], inDoubt: [], rechecks: [], notFound: new Map() },
      ...{ onOldCursor: null, wakeAtMs: null },
    }),
    cache: {
      readBills: async (keys) => {
        asked.push(keys.map(({ billId }) => billId));
        return new Map();
      },
      keepBill: async (organizationId) => ({ organizationId, upserts: [], deletes: [] }),
    },
  });
  await settle();
  expect(asked.map((each) => each.toSorted())).toEqual([['changed', 'queued', 'unknown']]);
});
