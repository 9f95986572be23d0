import { expect, test } from 'vitest';
import { settle } from '../../../base/testing/virtual-clock.ts';
import type { SendAnswer } from '../../../bridge/approval.ts';
import { snapshotOf } from '../../../bridge/snapshot.ts';
import type { ServiceError } from '../../../contract/service-error.ts';
import { aBill } from '../testing/fake-bridge.ts';
import type { PushConditions } from './push.ts';
import { cachedAt, facts, MINUTE_MS } from './testing/push-facts.ts';
import { rowsOf, startPushAlone as start } from './testing/push-harness.ts';

const lost: SendAnswer = { kind: 'unknown', error: null };
const refusedAs = (error: ServiceError): SendAnswer => ({ kind: 'rejected', error });
const forbidden = refusedAs({ kind: 'forbidden', scope: 'money_out', technical: '403' });
const stayed = (reason: 'recheck' | 'notOnPage' | 'quota', retryAtMs: number | null = null) =>
  ({ kind: 'notSent', reason, retryAtMs, error: null }) as const;

const HOUR_MS = 60 * MINUTE_MS;
const unreachable: ServiceError = { kind: 'unreachable', technical: '' };
const bill = aBill('b1', { status: 'paid', amountDueCents: 0 });
const dearer = aBill('b1', { totalCents: 999_00 });
const shown = ['keep acme b1 at 60000', 'shown'];

test.each<[string, SendAnswer, readonly string[], string]>([
  ['confirmed', { kind: 'confirmed', bill: null }, ['answer fine'], 'confirmed'],
  ['with the bill', { kind: 'confirmed', bill }, ['answer fine', ...shown], 'confirmed'],
  ['with another bill', { kind: 'confirmed', bill: aBill('b2') }, ['answer fine'], 'confirmed'],
  ['changed', { kind: 'changed', found: snapshotOf(dearer) }, ['answer fine'], 'changed'],
  ['refused', refusedAs({ kind: 'notFound', technical: '' }), ['answer notFound'], 'rejected'],
  ['lost', lost, [], 'unknown'],
  ['lost by an error', { ...lost, error: unreachable }, ['answer unreachable'], 'unknown'],
  ['not sent', stayed('quota'), [], 'queued'],
  [
    'not sent for an error',
    { ...stayed('quota'), error: unreachable },
    ['answer unreachable'],
    'queued',
  ],
])('P-1 an answer is reported, and its bill stored: %s', async (_, answer, reported, state) => {
  const push = start(rowsOf(1));
  push.answer = () => answer;
  await settle();
  expect([push.log, push.approvals.get().map((row) => row.state)]).toEqual([
    ['send b1 #1 at c1 in run', ...reported],
    [state],
  ]);
});

const reread = {
  items: [],
  malformed: [],
  nextCursor: null,
  cutShort: null,
  after: 'c1',
  askedMs: 1,
  isCached: false,
};

test('P-1 the page that main read is stored before the bill of the answer, which is newer', async () => {
  const push = start(rowsOf(1));
  push.read = reread;
  push.answer = () => ({ kind: 'confirmed', bill });
  await settle();
  expect(push.log.slice(1)).toEqual(['page acme c1', 'answer fine', ...shown]);
});

test('P-1 a page that cannot be stored is a fault, but the outcome counts', async () => {
  const takeReread = () => Promise.reject(new Error('disk'));
  const readings = { ...facts, request: () => undefined, endOldCursors: async () => undefined };
  const push = start(rowsOf(1), {
    readings: {
      ...readings,
      crawls: () => new Map(),
      newestHistoryMs: () => new Map(),
      takeReread,
    },
  });
  push.read = 'cursorRefused';
  await settle();
  expect([push.log.slice(1), push.states()]).toEqual([
    ['Error: disk', 'answer fine'],
    ['b1 confirmed #1'],
  ]);
});

test('after three lost answers one approval goes at a time, after growing pauses, until the service answers', async () => {
  const push = start(rowsOf(6));
  push.answer = () => lost;
  await settle();
  const atFirst = push.isDistrusting;
  await push.clock.advance(29_999);
  const early = push.sends.length;
  push.answer = ({ approvalId }) => (approvalId === 'b6' ? forbidden : lost);
  await push.clock.advance(1);
  const [more] = rowsOf(1, { id: 'b7', billId: 'b7' });
  if (more) push.approvals.put([more]);
  push.cached = cachedAt(MINUTE_MS - 1, aBill('b7'));
  await settle();
  expect({ atFirst, early, sends: push.sends, isDistrusting: push.isDistrusting }).toEqual({
    atFirst: true,
    early: 5,
    sends: ['b1 +0', 'b2 +0', 'b3 +0', 'b4 +0', 'b5 +10000', 'b6 +30000', 'b7 +30000'],
    isDistrusting: false,
  });
});

test('after the pause, a push with nothing to send sets no timer, and requests the bills of lost answers', async () => {
  const push = start(rowsOf(4));
  push.answer = () => lost;
  await push.clock.advance(HOUR_MS);
  expect([push.clock.sleepers(), push.requested]).toEqual([0, ['b1', 'b2', 'b3', 'b4']]);
});

test.each<[string, SendAnswer, boolean]>([
  ['confirmed', { kind: 'confirmed', bill: null }, false],
  ['refused', forbidden, false],
  ['changed', { kind: 'changed', found: snapshotOf(dearer) }, true],
  ['not sent', stayed('quota'), true],
  ['lost', lost, true],
])(
  'only an answer of the service itself ends a series of lost answers: %s',
  async (_, third, isOn) => {
    const push = start(rowsOf(4));
    push.answer = ({ approvalId }) => (approvalId === 'b3' ? third : lost);
    await settle();
    expect([push.isDistrusting, push.sends.length]).toEqual([isOn, 4]);
  },
);

test('a pause longer than the longest began before the clock was set back', async () => {
  const push = start(rowsOf(5));
  push.answer = () => lost;
  await settle();
  push.clock.jump(-290_000);
  await push.wake();
  const during = push.sends.length;
  push.clock.jump(-1);
  await push.wake();
  expect([during, push.sends.length]).toEqual([4, 5]);
});

/** Sends approvals one after the other, with these answers. */
async function answerInTurn(...answers: readonly SendAnswer[]) {
  const push = start([]);
  for (const [at, answer] of answers.entries()) {
    push.answer = () => answer;
    push.approvals.put(rowsOf(at + 1).slice(-1));
    await settle();
  }
  return push;
}

test.each<[string, readonly SendAnswer[], string | null]>([
  ['one', [forbidden], null],
  ['two', [forbidden, forbidden], 'money_out'],
  ['two, with a lost answer between', [forbidden, lost, forbidden], 'money_out'],
  ['two, with a yes between', [forbidden, { kind: 'confirmed', bill: null }, forbidden], null],
  ['two, with another refusal between', [forbidden, refusedAs(unreachable), forbidden], null],
  [
    'two without a scope',
    [0, 1].map(() => refusedAs({ kind: 'forbidden', scope: null, technical: '' })),
    null,
  ],
])('P-40 refusals for a missing permission hold back the others: %s', async (_, answers, scope) => {
  const push = await answerInTurn(...answers);
  const { lacking, sends } = push;
  const sent = sends.length;
  push.answer = () => new Promise(() => undefined);
  push.approvals.put(rowsOf(6).slice(5));
  await settle();
  expect([lacking, sends.length > sent]).toEqual([scope, scope === null]);
});

test('P-40 after a refusal for a missing permission, approvals go one at a time', async () => {
  const push = await answerInTurn(forbidden);
  push.answer = () => new Promise(() => undefined);
  push.approvals.put(rowsOf(3).slice(1));
  await settle();
  expect(push.sends).toEqual(['b1 +0', 'b2 +0']);
});

test('P-40 a retry after the last refusal, or another sign-in, ends the wait for a permission', async () => {
  const push = await answerInTurn(forbidden, forbidden);
  push.approvals.put(rowsOf(4, { signInId: 'sign-in-2' }).slice(3));
  push.approvals.put(rowsOf(3).slice(2));
  const sendsUnder = async (
    change: Partial<PushConditions>,
  ): Promise<readonly (string | null)[]> => {
    push.conditions = { ...push.conditions, ...change };
    await push.clock.advance(MINUTE_MS);
    await push.wake();
    return [...push.sends.slice(2).map((line) => line.slice(0, 2)), push.lacking];
  };
  const refusedMs = push.clock.nowMs();
  const observed = [
    await sendsUnder({ tryAgainSinceMs: refusedMs }),
    await sendsUnder({ tryAgainSinceMs: refusedMs + 1 }),
  ];
  push.answer = () => new Promise(() => undefined);
  observed.push(await sendsUnder({ tryAgainSinceMs: null, signInId: 'sign-in-2' }));
  expect(observed).toEqual([['money_out'], ['b3', 'money_out'], ['b3', 'b4', null]]);
});

test.each<[number, SendAnswer, string]>([
  [1, stayed('recheck'), 'sending #2'],
  [2, stayed('recheck'), 'queued #2 for 2000'],
  [1, stayed('notOnPage'), 'queued #1 for 0'],
  [2, stayed('notOnPage'), 'queued #2 for 2000'],
  [1, stayed('quota'), 'queued #1 for 1000'],
  [1, stayed('quota', MINUTE_MS), 'queued #1 for 1000'],
  [1, stayed('quota', MINUTE_MS + 1), 'queued #1 for 1'],
  [3, stayed('quota', MINUTE_MS - 1), 'queued #3 for 4000'],
  [1, stayed('quota', MINUTE_MS + 2 * HOUR_MS), `queued #1 for ${HOUR_MS}`],
])('attempt %i, %j: the approval is %s', async (attempt, answer, expected) => {
  const push = start(rowsOf(1, { attempt: attempt - 1 }));
  let count = 0;
  push.answer = () => ((count += 1) === 1 ? answer : new Promise(() => undefined));
  await settle();
  const observed = push.approvals.get().map((row) => {
    const waitsMs = row.retryAtMs === null ? '' : ` for ${row.retryAtMs - MINUTE_MS}`;
    return `${row.state} #${row.attempt}${waitsMs}`;
  });
  expect(observed).toEqual([expected]);
});
