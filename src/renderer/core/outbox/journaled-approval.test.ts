import { describe, expect, test } from 'vitest';
import type { AttemptFinding, SendOutcome } from '../../../bridge/approval.ts';
import type { Approval } from '../model/approval.ts';
import { ANSWER_WAS_LOST, correctedApproval } from './journaled-approval.ts';
import { anApproval } from './testing/an-approval.ts';

const time = { nowMs: 7_000, orderedNowMs: 7_001 };
const confirmed: SendOutcome = { kind: 'confirmed', bill: null };
const rejected: SendOutcome = {
  kind: 'rejected',
  error: { kind: 'cancelled', technical: 'a refusal' },
};
const unknown: SendOutcome = { kind: 'unknown', error: null };
const notSent: SendOutcome = { kind: 'notSent', reason: 'quota', retryAtMs: null, error: null };

const found = (finding: AttemptFinding['finding']): AttemptFinding => ({
  approvalId: 'a1',
  attempt: 3,
  finding,
});
const outcomeOf = (outcome: SendOutcome): AttemptFinding => found({ kind: 'outcome', outcome });

type Ended = Pick<Approval, 'state' | 'confirmedBy'>;
const byService: Ended = { state: 'confirmed', confirmedBy: 'service' };
const byUser: Ended = { state: 'confirmed', confirmedBy: 'user' };
const seenPaid: Ended = { state: 'confirmed', confirmedBy: 'seen' };
const withdrawn: Ended = { state: 'withdrawn', confirmedBy: null };

describe('O-27 a row that main’s finding does not contradict stays', () => {
  test.each<[string, Ended, AttemptFinding]>([
    ['confirmed, and so says main', byService, outcomeOf(confirmed)],
    ['confirmed by the user after a lost answer', byUser, outcomeOf(unknown)],
    ['seen as paid after a lost answer', seenPaid, outcomeOf(unknown)],
    ['confirmed by the user after a crash', byUser, found({ kind: 'attemptOnly' })],
    ['confirmed by the user, and never sent', byUser, found({ kind: 'noAttempt' })],
    ['seen as paid, and never sent', seenPaid, found({ kind: 'noAttempt' })],
    ['withdrawn, and never sent', withdrawn, found({ kind: 'noAttempt' })],
    ['withdrawn after a refusal', withdrawn, outcomeOf(rejected)],
    ['withdrawn after a lost answer', withdrawn, outcomeOf(unknown)],
    ['withdrawn after a crash', withdrawn, found({ kind: 'attemptOnly' })],
    ['withdrawn before it was sent', withdrawn, outcomeOf(notSent)],
    ['confirmed by the user, and the last attempt was not sent', byUser, outcomeOf(notSent)],
  ])('%s', (_, row, finding) => {
    expect(correctedApproval(anApproval(row), finding, time)).toBeNull();
  });
});

describe('O-27 a row that main’s finding contradicts gets main’s state, and needs the user again', () => {
  const edited = { attempt: 1, isAcknowledged: true, needsRecheckAfterMs: 5 };
  const earlier = { atMs: 1, event: 'approve', from: null, to: 'held', detail: null } as const;
  const isConfirmed: Partial<Approval> = {
    ...byService,
    outcome: confirmed,
    needsRecheckAfterMs: null,
  };
  const isRejected: Partial<Approval> = {
    ...{ state: 'rejected', confirmedBy: null, outcome: rejected, needsRecheckAfterMs: null },
  };
  const isUnknown: Partial<Approval> = {
    ...{ state: 'unknown', confirmedBy: null, outcome: unknown, needsRecheckAfterMs: 7_001 },
  };
  const isQueued: Partial<Approval> = {
    ...{ state: 'queued', confirmedBy: null, outcome: notSent },
    ...{ needsRecheckAfterMs: 7_001, waitingFor: 'restored' },
  };
  // Versions before `confirmedBy` existed left it out.
  const old = { state: 'confirmed' } as Ended;
  test.each<[string, Ended, AttemptFinding, Partial<Approval>, string | null]>([
    ['withdrawn, but confirmed', withdrawn, outcomeOf(confirmed), isConfirmed, null],
    ['confirmed by the service, but refused', byService, outcomeOf(rejected), isRejected, null],
    ['confirmed by the user, but refused', byUser, outcomeOf(rejected), isRejected, null],
    [
      'confirmed, but the answer was lost',
      byService,
      outcomeOf(unknown),
      isUnknown,
      ANSWER_WAS_LOST,
    ],
    ['confirmed by the service, but held back', byService, outcomeOf(notSent), isQueued, null],
    ['the same in an old row', old, outcomeOf(unknown), isUnknown, ANSWER_WAS_LOST],
    [
      'confirmed by the service, but never sent',
      byService,
      found({ kind: 'noAttempt' }),
      isUnknown,
      ANSWER_WAS_LOST,
    ],
    [
      'confirmed, but main crashed before an answer',
      byService,
      found({ kind: 'attemptOnly' }),
      isUnknown,
      ANSWER_WAS_LOST,
    ],
  ])('%s', (_, row, finding, expected, detail) => {
    const { confirmedBy: _unset, ...made } = anApproval({ ...edited, history: [earlier] });
    const before = { ...made, ...row };
    expect(correctedApproval(before, finding, time)).toEqual({
      ...before,
      ...expected,
      ...{ attempt: 3, isAcknowledged: false },
      history: [
        earlier,
        { atMs: 7_000, event: 'restored', from: row.state, to: expected.state, detail },
      ],
    });
  });
});
