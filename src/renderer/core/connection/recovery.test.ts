import { IDBKeyRange } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import type { SendOutcome } from '../../../bridge/approval.ts';
import { createOutboxDatabase } from '../outbox/outbox-database.ts';
import {
  approvalOf,
  bills,
  createWorkspaceHarness,
  harnessOfEachTest,
  HOUR_MS,
  MINUTE_MS,
  SECOND_MS,
  states,
} from '../testing/workspace-harness.ts';

const harness = harnessOfEachTest();

test('P-21 after a crash while main sends, the journal gives the outcome and nothing is sent twice', async () => {
  const first = await harness.start();
  const answers = harness.main.hold('approvals.send');
  await first.workspace.commands.approveBills(['b1']);
  await harness.advance(6 * SECOND_MS);
  const sending = states(first.workspace);
  first.kill();
  answers.release();
  const second = await harness.start();
  await harness.advance(HOUR_MS);
  expect([sending, states(second.workspace), harness.main.applied]).toEqual([
    ['b1 sending #1'],
    ['b1 confirmed #1'],
    ['b1'],
  ]);
});

test('after a crash before main received the approval, it is queued, rechecked and sent', async () => {
  const first = await harness.start();
  await first.workspace.commands.approveBills(['b1']);
  first.kill();
  // Write the row as a crash between the durable `sending` and the call would leave it.
  const database = createOutboxDatabase({ indexedDB: harness.disk, IDBKeyRange });
  await database.open();
  await database.approvals
    .toCollection()
    .modify((row) => Object.assign(Object(row), { state: 'sending', attempt: 1 }));
  database.close();
  const second = await harness.start();
  await harness.advance(SECOND_MS);
  const { state, attempt, history } = approvalOf(second.workspace, 'b1');
  expect([state, attempt, history.map((line) => line.event)]).toEqual([
    'confirmed',
    2,
    ['approve', 'neverLeft', 'send', 'confirmed'],
  ]);
});

test('after a crash of main with an attempt and no outcome, the approval is unknown and not sent again', async () => {
  const first = await harness.start();
  harness.main.sendFault = (): SendOutcome => {
    throw new Error('main died');
  };
  await first.workspace.commands.approveBills(['b1']);
  await harness.advance(5 * SECOND_MS);
  const sending = states(first.workspace);
  await harness.advance(20 * MINUTE_MS);
  expect([sending, states(first.workspace), harness.main.applied]).toEqual([
    ['b1 sending #1'],
    ['b1 unknown #1'],
    [],
  ]);
});

test('a start offline reads, approves and keeps bills, and sends the approvals once online', async () => {
  const first = await harness.start();
  await harness.advance(SECOND_MS);
  first.kill();
  harness.main.isDown = true;
  const second = await harness.start();
  const shown = bills(second.workspace);
  const { approved } = await second.workspace.commands.approveBills(['b1', 'b2', 'b3']);
  await harness.advance(HOUR_MS);
  const offline = [states(second.workspace), second.workspace.connectivity.get().state];
  second.kill();
  const third = await harness.start();
  harness.main.isDown = false;
  third.onLine.set(false);
  third.onLine.set(true);
  await harness.advance(SECOND_MS);
  expect({ shown, approved: approved.length, offline, sent: states(third.workspace) }).toEqual({
    shown: ['b1 open', 'b2 open', 'b3 overdue'],
    approved: 3,
    offline: [['b1 queued #0', 'b2 queued #0', 'b3 queued #0'], 'offline'],
    sent: ['b1 confirmed #1', 'b2 confirmed #1', 'b3 confirmed #1'],
  });
});

test('while offline, the service is probed every 2 s to 30 s, and at once on a hint', async () => {
  const { workspace, onLine } = await harness.start();
  await harness.goOffline({ workspace });
  const from = harness.main.timeline.length;
  await harness.advance(30 * MINUTE_MS);
  const asked = harness.main.timeline.slice(from);
  const times = asked.map((line) => Number(/\+(\d+)s/.exec(line)?.[1]));
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  harness.main.isDown = false;
  onLine.set(false);
  await harness.advance(0);
  expect({
    onlyProbes: asked.every((line) => line.includes('organizations waiting')),
    longest: Math.max(...gaps) <= 30,
    // Full jitter between 0 and 30 s: about 15 s each once the ceiling is reached.
    bounded: asked.length > 60 && asked.length < 250,
    state: workspace.connectivity.get().state,
  }).toEqual({ onlyProbes: true, longest: true, bounded: true, state: 'online' });
});

test('nothing is sent during a system sleep, and sending continues after it', async () => {
  const { workspace } = await harness.start();
  await workspace.commands.approveBills(['b1']);
  harness.main.tell('power.changed', 'suspended');
  await harness.advance(4 * MINUTE_MS);
  const asleep = [states(workspace), workspace.pull.get().paused];
  harness.main.tell('power.changed', 'resumed');
  await harness.advance(SECOND_MS);
  expect([asleep, states(workspace)]).toEqual([[['b1 queued #0'], 'asleep'], ['b1 confirmed #1']]);
});

test('P-27 whenever the renderer is killed, each approval is sent exactly once after the next start', async () => {
  const endings = new Set<string>();
  const atDeath = new Set<string>();
  for (let steps = 1; steps <= 60; steps++) {
    const each = createWorkspaceHarness();
    const first = await each.start();
    await first.workspace.commands.approveBills(['b1', 'b2', 'b3']);
    first.killIn(steps);
    await each.advance(5 * SECOND_MS);
    first.kill();
    for (const row of first.workspace.approvals.get()) atDeath.add(row.state);
    const second = await each.start();
    await each.advance(MINUTE_MS);
    const rows = second.workspace.approvals.get().map((row) => `${row.billId} ${row.state}`);
    endings.add(`${rows.toSorted().join(', ')}; applied ${each.main.applied.toSorted().join()}`);
    await each.end();
  }
  expect([[...endings], [...atDeath].toSorted()]).toEqual([
    ['b1 confirmed, b2 confirmed, b3 confirmed; applied b1,b2,b3'],
    // The kills happened in every state, so the test covers all of them.
    ['confirmed', 'held', 'queued', 'sending'],
  ]);
});

/** Null: an earlier start has shown the reason, and main does not store it. */
const endings = ['refused', 'notSaved', 'keyringChanged', 'storeUnreadable', null] as const;

test.each(endings)(
  'when a session ends by itself (%s), bills stay even after a restart, and approvals wait for the next sign-in',
  async (why) => {
    const first = await harness.start();
    harness.main.endSession(why);
    await harness.advance(SECOND_MS);
    const ended = first.workspace.connectionWithBills.get();
    first.kill();
    const { workspace } = await harness.start();
    const restarted = [workspace.connectionWithBills.get(), ...bills(workspace)];
    const { approved } = await workspace.commands.approveBills(['b1']);
    await harness.advance(60 * SECOND_MS);
    const waits = states(workspace);
    harness.main.signIn('sign-in-2');
    await harness.advance(MINUTE_MS);
    expect({
      ended,
      restarted,
      boundTo: approved.map(({ signInId }) => signInId),
      waits,
      waitsFor: approvalOf(workspace, 'b1').waitingFor,
      applied: harness.main.applied,
    }).toEqual({
      ended: 'connection',
      restarted: ['connection', 'b1 open', 'b2 open', 'b3 overdue'],
      boundTo: ['sign-in-1'],
      waits: ['b1 queued #0'],
      waitsFor: 'otherSignIn',
      applied: [],
    });
  },
);

test('signing out removes the bills even when the session had already ended', async () => {
  const { workspace } = await harness.start();
  harness.main.endSession('refused');
  await harness.advance(SECOND_MS);
  await workspace.commands.signOut('keep');
  await harness.advance(SECOND_MS);
  expect([workspace.connectionWithBills.get(), bills(workspace)]).toEqual([null, []]);
});

const portal: SendOutcome = {
  kind: 'unknown',
  error: { kind: 'malformedResponse', status: 200, technical: 'text/html' },
};

test('the pause of sending is shown after three answers that prove nothing, until one proves something', async () => {
  const { workspace } = await harness.start();
  const observed: boolean[] = [];
  workspace.sendingPaused.subscribe(() => observed.push(workspace.sendingPaused.get()));
  harness.main.sendFault = ({ snapshot }) => (snapshot.billId === 'b1' ? portal : null);
  await workspace.commands.approveBills(['b1']);
  await harness.advance(10 * SECOND_MS);
  const approval = () => workspace.approvals.get().map(({ id }) => id);
  for (const _ of [2, 3]) {
    await workspace.commands.sendAgain(approval());
    await harness.advance(10 * SECOND_MS);
  }
  const paused = workspace.sendingPaused.get();
  await workspace.commands.approveBills(['b2']);
  await harness.advance(HOUR_MS);
  expect({ paused, observed, applied: harness.main.applied }).toEqual({
    paused: true,
    observed: [true, false],
    applied: ['b2'],
  });
});

test('a service that fails before an approval is sent is shown at once, until a short list can be read', async () => {
  const { workspace } = await harness.start();
  await harness.advance(SECOND_MS);
  const error = { kind: 'serverFailed', retryAtMs: null, technical: 'invalid_client' } as const;
  harness.main.sendFault = () => ({
    kind: 'notSent',
    reason: 'serviceFailed',
    error,
    retryAtMs: null,
  });
  await workspace.commands.approveBills(['b1', 'b2', 'b3']);
  const asked = (): number =>
    harness.main.timeline.filter((line) => line.includes('organizations')).length;
  const before = asked();
  await harness.advance(6 * SECOND_MS);
  const { kind, error: shown } = workspace.pull.get();
  harness.main.sendFault = null;
  await harness.advance(10 * MINUTE_MS);
  expect([kind, shown, workspace.pull.get().kind, asked() - before]).toEqual([
    'failed',
    error,
    'idle',
    1,
  ]);
});
