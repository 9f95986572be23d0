import { expect, test } from 'vitest';
import {
  MAX_AT_ONCE,
  MAX_IN_PART,
  type AgreementReply,
  type AgreementRequest,
  type SendOutcome,
} from '../../../bridge/approval.ts';
import { snapshotOf } from '../../../bridge/snapshot.ts';
import type { ServiceError } from '../../../contract/service-error.ts';
import { aBill } from '../testing/fake-bridge.ts';
import type { Approval } from '../model/approval.ts';
import { applyEvents, applyWithinLimits, type EventFor } from './apply-events.ts';
import { createApprovals } from '../outbox/approval-slices.ts';
import { transition, type ApprovalEvent } from '../outbox/approval-transitions.ts';
import { askMainToAgree } from './ask-main.ts';
import type { ApproveOptions } from './limits.ts';
import type { RowChange } from '../outbox/outbox.ts';
import { factsForMain } from '../outbox/journaled-approval.ts';
import { anApproval } from '../outbox/testing/an-approval.ts';

/** Rows in memory. The disk refuses the first `failures` writes. */
function outboxOf(rows: readonly Approval[], failures = 0) {
  const approvals = createApprovals((problem) => {
    throw problem;
  });
  approvals.reset(rows);
  let failed = 0;
  const applyAll = async (changes: readonly RowChange[]) => {
    failed += 1;
    if (failed <= failures) throw new DOMException('busy', 'UnknownError');
    const results = changes.map(({ approvalId, event }) => {
      const row = approvals.find(approvalId);
      return row ? transition(row, event) : ({ ok: false, why: 'noSuchRow' } as const);
    });
    approvals.put(results.flatMap((result) => (result.ok ? result.row : [])));
    return results;
  };
  const states = () => approvals.get().map(({ id, state }) => `${id} ${state}`);
  return { approvals, applyAll, states };
}

const withdraw: ApprovalEvent = { name: 'withdraw', nowMs: 9 };
const given = { nowMs: 9, recheckAfterMs: 8, profileEpoch: '', signInId: 'sign-in-1' } as const;
const sendAgain: ApprovalEvent = { name: 'sendAgain', ...given };
const adopt: ApprovalEvent = { name: 'adopt', ...given };
const asChanged = (totalCents: number): ApprovalEvent => ({
  ...{ name: 'approveAsChanged', nowMs: 9, recheckAfterMs: 8, profileEpoch: '' },
  ...{ batchId: 'batch-2', undoMs: 5_000 },
  snapshot: snapshotOf(aBill('b1', { totalCents })),
});

test('W-30 a command changes the rows it fits, and says how many', async () => {
  const rows = ['a1', 'a2', 'a3'].map((id) => anApproval({ id }));
  const outbox = outboxOf([...rows, anApproval({ id: 'a4', state: 'confirmed' })]);
  const eventFor: EventFor = ({ id }) => (id === 'a2' ? null : withdraw);
  const count = await applyEvents(outbox, ['a1', 'a2', 'a4', 'a5'], eventFor);
  expect([count, outbox.states()]).toEqual([
    1,
    ['a1 withdrawn', 'a2 queued', 'a3 queued', 'a4 confirmed'],
  ]);
});

test('a command is tried once more if the disk refuses it', async () => {
  const [once, twice] = [1, 2].map((failures) => outboxOf([anApproval()], failures));
  const count = once && (await applyEvents(once, ['a1'], () => withdraw));
  const failed = twice && applyEvents(twice, ['a1'], () => withdraw);
  await expect(failed).rejects.toThrow('busy');
  expect([count, twice?.states()]).toEqual([1, ['a1 queued']]);
});

test('W-30 many approvals take several questions to main, each sent in parts, until it says no', async () => {
  const claim = { ...factsForMain(anApproval()), mayBeApplied: false };
  const claims = Array.from({ length: MAX_AT_ONCE * 2 + 1 }, () => claim);
  const ask = async (count: number, ...replies: readonly AgreementReply[]) => {
    const asked: number[] = [];
    let [gathered, parts] = [0, 0];
    const { reply, agreed } = await askMainToAgree(
      async ({ approvals, part }) => {
        gathered += approvals.length;
        parts += 1;
        if (part?.isLast === false) return 'more';
        const all = gathered;
        gathered = 0;
        return replies[asked.push(all) - 1] ?? 'yes';
      },
      'send',
      claims.slice(0, count),
    );
    return `${reply} to ${agreed}: ${asked.join(' ')} in ${parts}`;
  };
  const [most, parts] = [MAX_AT_ONCE, MAX_AT_ONCE / MAX_IN_PART];
  expect([
    await ask(0),
    await ask(MAX_IN_PART),
    await ask(MAX_IN_PART + 1),
    await ask(2 * most + 1),
    await ask(2 * most, 'no'),
    await ask(2 * most, 'yes', 'notSaved'),
  ]).toEqual([
    'yes to 0:  in 0',
    `yes to ${MAX_IN_PART}: ${MAX_IN_PART} in 1`,
    `yes to ${MAX_IN_PART + 1}: ${MAX_IN_PART + 1} in 2`,
    `yes to ${2 * most + 1}: ${most} ${most} 1 in ${2 * parts + 1}`,
    `no to 0: ${most} in ${parts}`,
    `notSaved to ${most}: ${most} ${most} in ${2 * parts}`,
  ]);
});

/** Applies a command to rows. Returns main's questions, the refused rows, and the states afterwards. */
async function applyCommand(
  rows: readonly Approval[],
  eventFor: EventFor,
  config: { reply?: AgreementReply; options?: ApproveOptions; ids?: readonly string[] } = {},
) {
  const { reply = 'yes', options = {}, ids = rows.map(({ id }) => id) } = config;
  const outbox = outboxOf(rows);
  const asked: string[] = [];
  const agree = async ({ does, approvals }: AgreementRequest) => {
    for (const { approvalId, snapshot, mayBeApplied, wasRejected } of approvals)
      asked.push(
        `${does} ${approvalId} ${snapshot.totalCents}${mayBeApplied ? ' again' : ''}${wasRejected ? ' refused' : ''}`,
      );
    return reply;
  };
  const refused = await applyWithinLimits(
    {
      ...{ outbox, agree, options },
      limits: [
        { currency: 'EUR', askAboveCents: null, bulkMostCents: 500_00, batchMostCents: 200_00 },
      ],
      isFlagged: (billId) => billId === 'b9',
    },
    ids,
    eventFor,
  );
  return {
    asked,
    refused: refused.map(({ billId, why }) => `${billId} ${why}`),
    after: outbox.states(),
  };
}

const dear = snapshotOf(aBill('b3', { amountDueCents: 600_00 }));
const queued = [
  anApproval({ id: 'a1' }),
  anApproval({ id: 'a2', billId: 'b2' }),
  anApproval({ id: 'a3', billId: 'b3', snapshot: dear }),
];

test('W-30 bulk limits count each approval once, and refuse without a question', async () => {
  const command = (ids: readonly string[]) => applyCommand(queued, () => adopt, { ids: [...ids] });
  const both = await command(['a2', 'a3']);
  const twice = await command(['a3', 'a3', 'a4']);
  const one = await command(['a3', 'a3']);
  expect([both, twice, one].map(({ asked, refused }) => [asked, refused])).toEqual([
    [['send a2 10000'], ['b3 notInBulk']],
    [[], ['b3 notInBulk']],
    [['send a3 10000'], []],
  ]);
});

test('W-30 flagged bills are refused in an unflagged batch', async () => {
  const rows = [anApproval({ id: 'a1' }), anApproval({ id: 'a9', billId: 'b9' })];
  const { asked, refused } = await applyCommand(rows, () => adopt, {
    options: { isUnflaggedBatch: true },
  });
  expect([asked, refused]).toEqual([['send a1 10000'], ['b9 notInBatch']]);
});

const rejectedFor = (error: ServiceError): Partial<Approval> => {
  const outcome: SendOutcome = { kind: 'rejected', error };
  return { state: 'rejected', outcome };
};
const lost: Partial<Approval> = {
  history: [{ atMs: 1, event: 'answerLost', from: 'sending', to: 'unknown', detail: null }],
};

test.each<[string, Partial<Approval>, ApprovalEvent, readonly string[], string]>([
  ['adopted', {}, adopt, ['send a1 10000'], 'queued'],
  ['adopted after a lost answer', lost, adopt, ['send a1 10000 again'], 'queued'],
  ['sent again', { state: 'unknown' }, sendAgain, ['send a1 10000 again'], 'queued'],
  [
    'sent again after a refusal',
    rejectedFor({ kind: 'validationFailed', details: [], technical: '' }),
    sendAgain,
    ['send a1 10000 again refused'],
    'queued',
  ],
  [
    'sent again for a permission',
    rejectedFor({ kind: 'forbidden', scope: null, technical: '' }),
    sendAgain,
    ['send a1 10000'],
    'queued',
  ],
  [
    'sent again after an answer of that kind was lost',
    {
      state: 'unknown',
      outcome: { kind: 'unknown', error: { kind: 'forbidden', scope: null, technical: '' } },
    },
    sendAgain,
    ['send a1 10000 again'],
    'queued',
  ],
  ['approved as changed', { state: 'changed' }, asChanged(7), ['approve a1 7'], 'held'],
  ['withdrawn', {}, withdraw, [], 'withdrawn'],
])(
  'W-32 main learns what a command approves, and whether it may arrive twice: %s',
  async (_, fields, event, asked, state) => {
    const result = await applyCommand([anApproval(fields)], () => event);
    expect(result).toEqual({ asked, refused: [], after: [`a1 ${state}`] });
  },
);

test('W-30 main is not asked about rows that a command does not fit', async () => {
  const eventFor: EventFor = ({ id }) => (id === 'a1' ? null : adopt);
  const { asked } = await applyCommand(queued, eventFor, { ids: ['a1', 'a2'] });
  expect(asked).toEqual(['send a2 10000']);
});

const unknown = queued.map((row) => ({ ...row, state: 'unknown' }) as const);

test('W-30 after a refusal, or consent that was not saved, nothing is approved', async () => {
  const no = await applyCommand(unknown, () => sendAgain, { reply: 'no', ids: ['a1', 'a3'] });
  const notSaved = applyCommand(unknown, () => sendAgain, { reply: 'notSaved' });
  await expect(notSaved).rejects.toThrow('the journal cannot be written: nothing was approved');
  expect([no.refused, no.after]).toEqual([
    ['b3 notInBulk'],
    ['a1 unknown', 'a2 unknown', 'a3 unknown'],
  ]);
});

test.each<[string, ApprovalEvent, ApprovalEvent | null, string]>([
  ['the same version', asChanged(7), asChanged(7), 'held'],
  ['another version', asChanged(7), asChanged(8), 'changed'],
  ['no version', asChanged(7), null, 'changed'],
  [
    'a newer difference',
    asChanged(7),
    { name: 'foundSame', nowMs: 9, isChangedBack: false },
    'queued',
  ],
  ['an approval instead of a withdrawal', withdraw, asChanged(7), 'changed'],
])('W-30 only what main was asked about is approved: %s', async (_, before, now, state) => {
  let calls = 0;
  const { after } = await applyCommand([anApproval({ state: 'changed' })], () =>
    (calls += 1) === 1 ? before : now,
  );
  expect(after).toEqual([`a1 ${state}`]);
});
