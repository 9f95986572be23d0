import { expect, test } from 'vitest';
import { sampleApproval, sampleRow } from '../../kit/testing/samples.ts';
import type { Approval } from '../../core/model/approval.ts';
import { countBills, unapprovedTest } from '../../core/bills/figures/unapproved-bills.ts';
import type { Hold } from '../../core/model/annotation.ts';
import {
  ATTENTION_APART_MS,
  ATTENTION_GATHER_MAX_MS,
  ATTENTION_GATHER_MS,
  type AttentionMemory,
  firstAttentionMemory,
  noteAttention,
  FRESH_BILLS_GRACE_MS,
  isTimeForDue,
  firstSentMemory,
  type SentMemory,
  noteSent,
  SENT_LULL_MS,
} from './notification-rules.ts';

const rows = (ids: string, fields: Partial<Approval> = {}): readonly Approval[] =>
  Array.from(ids, (id) => sampleApproval({ id, ...fields }));

interface SentCheck {
  readonly atMs: number;
  readonly offline?: boolean;
  /** Ids of one letter each. */
  readonly waiting?: string;
  readonly confirmed?: string;
  readonly by?: Approval['confirmedBy'];
}

/** Result of a check, and the time of the next one. */
const noticesAt = (
  nowMs: number,
  { count, wakeAtMs }: { count: number; wakeAtMs: number | null },
) => `${nowMs}: ${count}${wakeAtMs === null ? '' : ` until ${wakeAtMs}`}`;

/** Runs the checks in order. */
function sentHistory(...checks: readonly SentCheck[]): string[] {
  const facts = checks.map(({ atMs, offline = false, waiting = '', confirmed = '', by }) => ({
    nowMs: atMs,
    wasOffline: offline,
    waiting: rows(waiting),
    confirmed: rows(confirmed, { confirmedBy: by ?? 'service' }),
  }));
  let memory = facts[0] && firstSentMemory(facts[0]);
  return facts.map((each) => {
    const result = noteSent(memory as SentMemory, each);
    memory = result.memory;
    return noticesAt(each.nowMs, result);
  });
}

test('one notification reports that all waiting approvals have been sent', () => {
  expect(
    sentHistory(
      { atMs: 1, offline: true },
      { atMs: 2, offline: true, waiting: 'abc' },
      { atMs: 3, waiting: 'abc' },
      { atMs: 4, waiting: 'bc', confirmed: 'a' },
      { atMs: 5, confirmed: 'abc' },
      { atMs: 6, confirmed: 'abc' },
    ),
  ).toEqual(['1: 0', '2: 0', '3: 0', `4: 0 until ${4 + SENT_LULL_MS}`, '5: 3', '6: 0']);
});

test('an approval that keeps waiting, such as for the quota, delays the notification only for a while', () => {
  expect(
    sentHistory(
      { atMs: 1, offline: true, waiting: 'ab' },
      { atMs: 2, waiting: 'b', confirmed: 'a' },
      { atMs: 2 + SENT_LULL_MS, waiting: 'b', confirmed: 'a' },
      { atMs: 3 + SENT_LULL_MS, confirmed: 'ab' },
    ),
  ).toEqual([
    '1: 0',
    `2: 0 until ${2 + SENT_LULL_MS}`,
    `${2 + SENT_LULL_MS}: 1`,
    `${3 + SENT_LULL_MS}: 1`,
  ]);
});

test('the notification counts approvals that waited since Billfold was closed, but none sent at once, withdrawn or confirmed by hand', () => {
  expect([
    sentHistory({ atMs: 1, waiting: 'ab' }, { atMs: 2, confirmed: 'ab' }),
    sentHistory({ atMs: 1 }, { atMs: 2, waiting: 'a' }, { atMs: 3, confirmed: 'a' }),
    sentHistory(
      { atMs: 1, offline: true, waiting: 'ab' },
      { atMs: 2, waiting: 'a' },
      { atMs: 3, confirmed: 'a' },
    ),
    sentHistory({ atMs: 1, offline: true, waiting: 'a' }, { atMs: 2, confirmed: 'a', by: 'user' }),
  ]).toEqual([
    ['1: 0', '2: 2'],
    ['1: 0', '2: 0', '3: 0'],
    ['1: 0', '2: 0', '3: 1'],
    ['1: 0', '2: 0'],
  ]);
});

/** Runs the checks in order. Each has a time, the ids that need attention, and whether Billfold has the focus. */
function attentionHistory(...checks: readonly (readonly [number, string, 'focused'?])[]): string[] {
  const facts = checks.map(([nowMs, ids, focused]) => ({
    nowMs,
    isFocused: focused !== undefined,
    attention: rows(ids, { state: 'rejected' }),
  }));
  let memory = facts[0] && firstAttentionMemory(facts[0]);
  return facts.map((each) => {
    const result = noteAttention(memory as AttentionMemory, each);
    memory = result.memory;
    return noticesAt(each.nowMs, result);
  });
}

test('approvals that need attention at about the same time share a notification; those at the start cause none', () => {
  const gathered = 2 + ATTENTION_GATHER_MS;
  expect(
    attentionHistory(
      [0, 'a'],
      [1, 'ab'],
      [2, 'abc'],
      [3, 'abc'],
      [gathered, 'abc'],
      [gathered + 1, 'abc'],
    ),
  ).toEqual([
    '0: 0',
    `1: 0 until ${1 + ATTENTION_GATHER_MS}`,
    `2: 0 until ${gathered}`,
    `3: 0 until ${gathered}`,
    `${gathered}: 2`,
    `${gathered + 1}: 0`,
  ]);
});

test('notifications about a steady trickle wait at most a minute, and come at most every five minutes', () => {
  const minute = ATTENTION_GATHER_MAX_MS;
  const later = minute + ATTENTION_APART_MS;
  expect(
    attentionHistory(
      [0, ''],
      [0, 'a'],
      [minute - 1, 'ab'],
      [minute, 'abc'],
      [minute + 1, 'abcd'],
      [later, 'abcd'],
    ),
  ).toEqual([
    '0: 0',
    `0: 0 until ${ATTENTION_GATHER_MS}`,
    `${minute - 1}: 0 until ${minute}`,
    `${minute}: 3`,
    `${minute + 1}: 0 until ${later}`,
    `${later}: 1`,
  ]);
});

test('no notification appears while Billfold has the focus, nor for approvals decided meanwhile', () => {
  const gathered = ATTENTION_GATHER_MS;
  expect([
    attentionHistory([0, ''], [1, 'a', 'focused'], [gathered + 1, 'a']),
    attentionHistory([0, ''], [1, 'a'], [2, 'a', 'focused'], [gathered + 2, 'a']),
    attentionHistory([0, ''], [1, 'ab'], [2, 'b'], [gathered + 1, 'b']),
    attentionHistory([0, 'a'], [1, ''], [2, 'a'], [gathered + 2, 'a']),
  ]).toEqual([
    ['0: 0', '1: 0', `${gathered + 1}: 0`],
    ['0: 0', `1: 0 until ${1 + gathered}`, '2: 0', `${gathered + 2}: 0`],
    ['0: 0', `1: 0 until ${1 + gathered}`, `2: 0 until ${1 + gathered}`, `${gathered + 1}: 1`],
    ['0: 0', '1: 0', `2: 0 until ${2 + gathered}`, `${gathered + 2}: 1`],
  ]);
});

const noon = new Date(2026, 10, 20, 12).getTime();
const evening = new Date(2026, 10, 19, 22).getTime();

test.each<[string, boolean, number | null, Partial<Parameters<typeof isTimeForDue>[0]>]>([
  ['read today', true, noon - 1, {}],
  ['notified yesterday', true, noon, { notifiedOn: '2026-11-19' }],
  ['notified today', false, noon, { notifiedOn: '2026-11-20' }],
  ['still loading', false, noon, { isLoading: true }],
  ['never read', false, null, { startedMs: 0 }],
  ['old bills at first', false, evening, {}],
  ['old bills after a while', true, evening, { startedMs: noon - FRESH_BILLS_GRACE_MS }],
])('bills due tomorrow are notified once a day: %s', (_, isTime, payableSyncedAtMs, facts) => {
  const usual = { nowMs: noon, startedMs: noon, notifiedOn: null, isLoading: false };
  expect(isTimeForDue({ ...usual, pull: { payableSyncedAtMs }, ...facts })).toBe(isTime);
});

test('the daily notification counts bills due the next day, overdue bills and overdue answers, unless approved or snoozed', () => {
  const due = (id: string, dueDate: string | null = '2026-12-01', fields = {}) =>
    sampleRow({ id, dueDate, ...fields });
  const bills = [
    ...['plain', 'takenBack', 'elsewhere', 'approved', 'snoozed'].map((id) => due(id)),
    due('withATime', '2026-12-01T09:00:00Z'),
    due('paid', '2026-12-01', { status: 'paid' }),
    due('today', '2026-11-30'),
    due('late', '2026-11-29'),
    due('undated', null),
  ];
  const approvals = [
    sampleApproval({ billId: 'takenBack', state: 'withdrawn' }),
    sampleApproval({ billId: 'elsewhere', organizationId: 'org-2' }),
    sampleApproval({ billId: 'approved' }),
  ];
  const hidden = new Map([['snoozed', 'snoozed' as const]]);
  const isUnapproved = unapprovedTest(approvals, () => hidden, '2026-11-30');
  const late = { reason: '', whom: 'Ada', answerBy: '2026-11-29', atMs: 0 };
  const holds: Readonly<Record<string, Hold>> = {
    today: late,
    approved: late,
    undated: { ...late, whom: '' },
    plain: { ...late, answerBy: null },
  };
  expect(
    countBills(bills, isUnapproved, ({ bill }) => holds[bill.id] ?? null, '2026-11-30'),
  ).toEqual({ dueTomorrow: 4, overdue: 1, answersOverdue: 1 });
});
