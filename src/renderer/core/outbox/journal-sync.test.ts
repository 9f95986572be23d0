import { IDBKeyRange } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { createOutboxDatabase, OUTBOX_DATABASE_NAME } from './outbox-database.ts';
import {
  approvalOf,
  harnessOfEachTest,
  HOUR_MS,
  MINUTE_MS,
  SECOND_MS,
  states,
} from '../testing/workspace-harness.ts';
import type { JournaledApproval, SendOutcome } from '../../../bridge/approval.ts';
import { snapshotOf } from '../../../bridge/snapshot.ts';
import { approvalSchema } from './outbox.ts';
import { restoredApproval } from './journaled-approval.ts';
import { failDatabaseCalls } from '../testing/failing-database.ts';
import { aBill } from '../testing/fake-bridge.ts';

const harness = harnessOfEachTest();

const observed = (): string[] =>
  harness.main.notes.map((note) => (note.kind === 'ended' ? note.how : note.snapshot.billId));

/** Offline, the user approves b1 and b2 and withdraws b2; then the browser drops the outbox as damaged. */
async function approveAndDrop(): Promise<void> {
  const { workspace, kill } = await harness.start();
  harness.main.isDown = true;
  await workspace.commands.approveBills(['b1', 'b2']);
  await workspace.commands.withdraw([approvalOf(workspace, 'b2').id]);
  await harness.advance(SECOND_MS);
  kill();
  await new Promise<void>((resolve, reject) => {
    const request = harness.disk.deleteDatabase(OUTBOX_DATABASE_NAME);
    request.addEventListener('success', () => resolve());
    request.addEventListener('error', () => reject(new Error('not dropped')));
  });
}

test('the window reports each approval and withdrawal to the journal once', async () => {
  const { workspace } = await harness.start();
  await workspace.commands.approveBills(['b1', 'b2']);
  await workspace.commands.withdraw([approvalOf(workspace, 'b2').id]);
  await harness.advance(HOUR_MS);
  // Main itself journals the service's confirmation of b1, because it is an outcome.
  expect([observed(), harness.main.applied]).toEqual([['b1', 'b2', 'withdrawn'], ['b1']]);
});

test('notes that could not be reported are reported at the next start', async () => {
  const first = await harness.start();
  harness.main.isDown = true;
  const notes = harness.main.hold('approvals.note');
  await first.workspace.commands.approveBills(['b1', 'b2']);
  await first.workspace.commands.withdraw([approvalOf(first.workspace, 'b2').id]);
  first.kill();
  notes.release();
  (harness.main.notes as unknown[]).length = 0;
  await harness.start();
  await harness.advance(SECOND_MS);
  expect(observed().toSorted()).toEqual(['b1', 'b2', 'withdrawn']);
});

test('O-22 an approval that main has journaled and the disk refuses does not exist, also at the next start', async () => {
  const { workspace, kill } = await harness.start();
  harness.main.isDown = true;
  const fault = failDatabaseCalls((_nth, method) => (method === 'add' ? 'full' : null));
  const { skipped } = await workspace.commands.approveBills(['b1', 'b2']);
  fault.stop();
  await harness.advance(SECOND_MS);
  kill();
  const again = await harness.start();
  await harness.advance(HOUR_MS);
  expect([skipped.map(({ why }) => why), observed(), states(again.workspace)]).toEqual([
    ['notSaved', 'notSaved'],
    ['b1', 'b2', 'notStored', 'notStored'],
    [],
  ]);
});

test('O-22 after a kill between main’s agreement and the window’s write, the approval waits for the user', async () => {
  const first = await harness.start();
  harness.main.isDown = true;
  const agreement = harness.main.hold('approvals.agree');
  void first.workspace.commands.approveBills(['b1']);
  await harness.advance(SECOND_MS);
  first.kill();
  agreement.release();
  harness.main.isDown = false;
  const { workspace } = await harness.start();
  await harness.advance(HOUR_MS);
  const [row] = workspace.approvals.get();
  expect([states(workspace), row?.waitingFor, harness.main.applied]).toEqual([
    ['b1 queued #0'],
    'restored',
    [],
  ]);
});

test('O-22 a dropped outbox is rebuilt, and its unsent approvals wait for the user', async () => {
  await approveAndDrop();
  harness.main.isDown = false;
  const { workspace } = await harness.start();
  await harness.advance(HOUR_MS);
  const waiting = states(workspace);
  const again = await workspace.commands.approveBills(['b1']);
  expect([waiting, harness.main.applied, again.skipped]).toEqual([
    ['b1 queued #0', 'b2 withdrawn #0'],
    [],
    [{ billId: 'b1', why: 'alreadyApproved' }],
  ]);
  await workspace.commands.sendRestored([approvalOf(workspace, 'b1').id]);
  await harness.advance(HOUR_MS);
  expect([states(workspace), harness.main.applied]).toEqual([
    ['b1 confirmed #1', 'b2 withdrawn #0'],
    ['b1'],
  ]);
});

test('O-12 an unreadable approval is rebuilt from the journal, so that its bill is not approved again', async () => {
  const { workspace, kill } = await harness.start();
  harness.main.isDown = true;
  await workspace.commands.approveBills(['b1']);
  const { id } = approvalOf(workspace, 'b1');
  await harness.advance(SECOND_MS);
  kill();
  const database = createOutboxDatabase({ indexedDB: harness.disk, IDBKeyRange });
  await database.open();
  await database.approvals.put({ id, state: 'of a later version' });
  database.close();
  const restarts = [];
  for (let start = 0; start < 2; start++) {
    const again = await harness.start();
    const { approvals, commands, quarantined } = again.workspace;
    const { skipped } = await commands.approveBills(['b1']);
    restarts.push([
      approvals.get().map(({ waitingFor }) => waitingFor),
      quarantined.get(),
      skipped,
    ]);
    again.kill();
  }
  const once = [['restored'], [], [{ billId: 'b1', why: 'alreadyApproved' }]];
  expect(restarts).toEqual([once, once]);
});

const refusal: SendOutcome = {
  kind: 'rejected',
  error: { kind: 'validationFailed', details: [], status: 422, technical: '' },
};

const heldBack: SendOutcome = { kind: 'notSent', reason: 'quota', retryAtMs: 8e15, error: null };

test.each<[string, SendOutcome, 'confirmed' | 'withdrawn', string]>([
  ['a refused approval as confirmed', refusal, 'confirmed', 'rejected'],
  ['an unconfirmed one as confirmed', { kind: 'unknown', error: null }, 'confirmed', 'unknown'],
  ['one that was held back as confirmed', heldBack, 'confirmed', 'queued'],
  ['a confirmed one as canceled', { kind: 'confirmed', bill: null }, 'withdrawn', 'confirmed'],
])(
  'O-27 an edit of the window’s database shows %s only until the next start, and sends nothing',
  async (_, outcome, edited, expected) => {
    const { workspace, kill } = await harness.start();
    harness.main.sendFault = () => outcome;
    await workspace.commands.approveBills(['b1']);
    await harness.advance(HOUR_MS);
    const { id } = approvalOf(workspace, 'b1');
    const sends = () => harness.main.timeline.filter((line) => line.includes(' send ')).length;
    const sent = sends();
    kill();
    const database = createOutboxDatabase({ indexedDB: harness.disk, IDBKeyRange });
    await database.open();
    const row = approvalSchema.parse(await database.approvals.get(id));
    const confirmedBy = edited === 'confirmed' ? 'service' : null;
    await database.approvals.put({ ...row, state: edited, confirmedBy, isAcknowledged: true });
    database.close();
    const again = await harness.start();
    const shown = states(again.workspace);
    await harness.advance(HOUR_MS);
    expect([shown, sends()]).toEqual([[`b1 ${expected} #1`], sent]);
  },
);

test('O-22 no bill can be approved while the journal does not return the missing rows', async () => {
  await approveAndDrop();
  harness.main.isJournalMute = true;
  const { workspace } = await harness.start();
  const refused = await workspace.commands.approveBills(['b1']);
  harness.main.isJournalMute = false;
  await harness.advance(10 * SECOND_MS);
  const again = await workspace.commands.approveBills(['b1']);
  expect([refused.approved, states(workspace), again.skipped]).toEqual([
    [],
    ['b1 queued #0', 'b2 withdrawn #0'],
    [{ billId: 'b1', why: 'alreadyApproved' }],
  ]);
});

test('main sends no ended ids to a window that has them all, and all of them to one that lacks some', async () => {
  const { main } = harness;
  const { call } = main.bridge;
  const sent: unknown[] = [];
  const listening: typeof call = async (name, ...request) => {
    const reply = await call(name, ...request);
    if (name === 'approvals.idsInJournal') sent.push(Reflect.get(Object(reply), 'known').ended);
    return reply;
  };
  Object.assign(main.bridge, { call: listening });
  await approveAndDrop();
  (await harness.start()).kill();
  (await harness.start()).kill();
  const [atFirst, dropped, whole] = sent;
  expect([atFirst, (dropped as string[]).length, whole]).toEqual(['same', 1, 'same']);
});

test('Y-10 an approval carries main’s epoch even while the journal cannot be read', async () => {
  const { main } = harness;
  main.profileEpoch = 'after the copy';
  const { call } = main.bridge;
  const unreadable: typeof call = async (name, ...request) => {
    const reply = await call(name, ...request);
    if (name === 'approvals.idsInJournal') Object.assign(reply as object, { known: null });
    return reply;
  };
  Object.assign(main.bridge, { call: unreadable });
  const { workspace } = await harness.start();
  await workspace.commands.approveBills(['b1']);
  expect(approvalOf(workspace, 'b1').profileEpoch).toBe('after the copy');
});

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
  ['undone', { ended: 'withdrawn' }, ['withdrawn', null, null, null]],
  ['seen paid', { ...after(stayed), ended: 'seenPaid' }, ['confirmed', null, 'seen', null]],
  ['marked', { ended: 'markedConfirmed' }, ['confirmed', null, 'user', null]],
  [
    'confirmed by the service',
    { ended: 'confirmedByService' },
    ['confirmed', null, 'service', null],
  ],
] as const)(
  'the journal decides the state of a rebuilt approval: %s',
  (_name, fields, expected) => {
    const row = restoredApproval(journaled(fields), moment);
    expect([row.state, row.waitingFor, row.confirmedBy, row.needsRecheckAfterMs]).toEqual(expected);
    expect(row.isAcknowledged).toBe(false);
    expect(approvalSchema.safeParse(row).success).toBe(true);
  },
);

test('a rebuilt row says so, and whether an answer was lost', () => {
  const lost = restoredApproval(journaled({ answerLost: true }), moment);
  expect(lost.history).toEqual([
    { atMs: 900, event: 'restored', from: null, to: 'queued', detail: 'answerLost' },
  ]);
  expect(restoredApproval(journaled(), moment).history[0]?.detail).toBe(null);
});

test('an approval that waits in main is canceled if main has not sent it', async () => {
  const { workspace } = await harness.start();
  const answers = harness.main.hold('approvals.send');
  const { approved } = await workspace.commands.approveBills(['b1', 'b2']);
  await harness.advance(10 * SECOND_MS);
  const [first] = approved;
  harness.main.cancelable.add(`${first?.id}#1`);
  const canceled = await workspace.commands.withdraw(approved.map(({ id }) => id));
  const before = states(workspace);
  answers.release();
  await harness.advance(MINUTE_MS);
  expect({ canceled, before, after: states(workspace) }).toEqual({
    canceled: 1,
    before: ['b1 withdrawn #1', 'b2 sending #1'],
    after: ['b1 withdrawn #1', 'b2 confirmed #1'],
  });
});

test('an approval canceled in main while the disk is full is never sent, and is shown as canceled', async () => {
  const { workspace } = await harness.start();
  const answers = harness.main.hold('approvals.send');
  harness.main.sendFault = ({ snapshot, attempt }) =>
    snapshot.billId === 'b1' && attempt === 1
      ? { kind: 'notSent', reason: 'closing', retryAtMs: null, error: null }
      : null;
  const { approved } = await workspace.commands.approveBills(['b1', 'b2']);
  await harness.advance(10 * SECOND_MS);
  const ids = approved.map(({ id }) => id);
  harness.main.cancelable.add(`${ids[0]}#1`);
  const fault = failDatabaseCalls((_nth, method) => (method === 'put' ? 'full' : null));
  const withdraw = async () => workspace.commands.withdraw(ids).catch(() => 'refused');
  const canceled = [await withdraw(), await withdraw()];
  fault.stop();
  answers.release();
  await harness.advance(MINUTE_MS);
  const { applied } = harness.main;
  expect({ canceled, applied, after: states(workspace) }).toEqual({
    canceled: ['refused', 'refused'],
    applied: ['b2'],
    after: ['b1 withdrawn #1', 'b2 confirmed #1'],
  });
});
