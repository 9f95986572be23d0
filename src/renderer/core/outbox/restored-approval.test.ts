import { expect, test } from 'vitest';
import type { JournaledApproval, SendOutcome } from '../../../bridge/approval.ts';
import { snapshotOf } from '../../../bridge/snapshot.ts';
import { approvalSchema } from './approval-schema.ts';
import { restoredApproval } from './restored-approval.ts';
import { aBill } from '../testing/fake-bridge.ts';

const moment = { nowMs: 900, orderedNowMs: 950 };

function journaled(fields: Partial<JournaledApproval> = {}): JournaledApproval {
  return {
    approvalId: 'a1',
    attempt: 0,
    connectionId: 'connection',
    profileEpoch: '',
    signInId: 'sign-in-1',
    organizationId: 'acme',
    approvedAtMs: 100,
    snapshot: snapshotOf(aBill('b1')),
    finding: { kind: 'noAttempt' },
    answerLost: false,
    ended: null,
    ...fields,
  };
}

const after = (outcome: SendOutcome): Partial<JournaledApproval> => ({
  attempt: 2,
  finding: { kind: 'outcome', outcome },
});
const refused: SendOutcome = {
  kind: 'rejected',
  error: { kind: 'forbidden', scope: null, technical: '403' },
};
const stayed: SendOutcome = { kind: 'notSent', reason: 'quota', retryAtMs: 5_000, error: null };

test.each([
  ['never sent', {}, ['queued', 'restored', null, 950]],
  ['not sent', after(stayed), ['queued', 'restored', null, 950]],
  ['under way', { attempt: 1, finding: { kind: 'attemptOnly' } }, ['sending', null, null, null]],
  ['unsure', after({ kind: 'unknown', error: null }), ['unknown', null, null, 950]],
  ['refused', after(refused), ['rejected', null, null, null]],
  ['sent', after({ kind: 'confirmed', bill: null }), ['confirmed', null, 'service', null]],
  ['taken back', { ended: 'withdrawn' }, ['withdrawn', null, null, null]],
  ['seen paid', { ...after(stayed), ended: 'seenPaid' }, ['confirmed', null, 'seen', null]],
  ['marked', { ended: 'markedConfirmed' }, ['confirmed', null, 'user', null]],
  ['told', { ended: 'confirmedByService' }, ['confirmed', null, 'service', null]],
] as const)(
  'O-20 what the journal knows decides where an approval stands: %s',
  (_name, fields, expected) => {
    const row = restoredApproval(journaled(fields), moment);
    expect([row.state, row.waitingFor, row.confirmedBy, row.needsRecheckAfterMs]).toEqual(expected);
    expect(approvalSchema.safeParse(row).success).toBe(true);
  },
);

test('O-20 a row that was put back says so, and whether an answer was lost', () => {
  const lost = restoredApproval(journaled({ answerLost: true }), moment);
  expect(lost.history).toEqual([
    { atMs: 900, event: 'restored', from: null, to: 'queued', detail: 'answerLost' },
  ]);
  expect(restoredApproval(journaled(), moment).history[0]?.detail).toBe(null);
});
