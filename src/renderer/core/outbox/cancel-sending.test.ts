import { expect, test } from 'vitest';
import type { Approval } from '../model/approval.ts';
import { createApprovals } from './approval-slices.ts';
import { transition } from './approval-transitions.ts';
import { cancelSending, discardUnsent } from './cancel-sending.ts';
import type { RowChange } from './outbox.ts';
import { anApproval } from './testing/an-approval.ts';

/** Rows in memory, and the changes made to them. */
function outboxOf(rows: readonly Approval[]) {
  const approvals = createApprovals((problem) => {
    throw problem;
  });
  approvals.reset(rows);
  const changes: string[] = [];
  const applyAll = async (all: readonly RowChange[]) =>
    all.map(({ approvalId, event }) => {
      changes.push(`${approvalId} ${event.name}`);
      const row = approvals.find(approvalId);
      const result = row ? transition(row, event) : ({ ok: false, why: 'noSuchRow' } as const);
      if (result.ok) approvals.put([result.row]);
      return result;
    });
  return { approvals, applyAll, changes };
}

const clock = { nowMs: () => 9 };

test('a discard ends undo periods first, and leaves approvals that are sending or done', async () => {
  const states = ['held', 'queued', 'sending', 'confirmed', 'withdrawn'] as const;
  const outbox = outboxOf(states.map((state) => anApproval({ id: state, state })));
  await discardUnsent(outbox, 9);
  expect(outbox.changes.toSorted()).toEqual([
    'held windowPassed',
    'held withdraw',
    'queued withdraw',
  ]);
});

test('only attempts under way are canceled, and those count that main canceled', async () => {
  const rows = (['queued', 'sending', 'sending'] as const).map((state, at) =>
    anApproval({ id: `a${at}`, state, attempt: at }),
  );
  const outbox = outboxOf(rows);
  const asked: unknown[] = [];
  const cancelAttempts = async (list: unknown) => {
    asked.push(list);
    return ['a1'];
  };
  const cancel = (...ids: string[]) => cancelSending({ outbox, clock, cancelAttempts }, ids);
  const counts = [await cancel('a0', 'unknown'), await cancel('a0', 'a1', 'a2')];
  const attempts = [1, 2].map((attempt) => ({ approvalId: `a${attempt}`, attempt }));
  expect({ counts, asked, changes: outbox.changes }).toEqual({
    counts: [0, 1],
    asked: [attempts],
    changes: ['a1 neverLeft', 'a1 withdraw'],
  });
});
