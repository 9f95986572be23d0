import { expect, test } from 'vitest';
import type { SendOutcome } from '../../../bridge/approval.ts';
import { settle } from '../../../base/testing/virtual-clock.ts';
import {
  approvalOf,
  harnessOfEachTest,
  HOUR_MS,
  MINUTE_MS,
  SECOND_MS,
  states,
} from '../testing/workspace-harness.ts';
import type { RendererProcess } from '../testing/renderer-process.ts';

const harness = harnessOfEachTest();

test('P-1 an approval is sent once, after its undo period and a recheck, even when online', async () => {
  const { workspace } = await harness.start();
  const timeline = harness.timeline();
  await workspace.commands.approveBills(['b1']);
  await harness.advance(4 * SECOND_MS);
  const held = states(workspace);
  await harness.advance(2 * SECOND_MS);
  expect({ held, sent: states(workspace), timeline: timeline.since() }).toEqual({
    held: ['b1 held #0'],
    sent: ['b1 confirmed #1'],
    timeline: ['+5s page acme/open start recheck', '+5s send b1 #1'],
  });
});

test('an approval undone in time is never sent', async () => {
  const { workspace } = await harness.start();
  const timeline = harness.timeline();
  const { approved } = await workspace.commands.approveBills(['b1', 'b2']);
  await harness.advance(4_999);
  const undone = await workspace.commands.withdraw(approved.map((row) => row.id));
  await harness.advance(9 * MINUTE_MS);
  expect({ undone, states: states(workspace), timeline: timeline.since() }).toEqual({
    undone: 2,
    states: ['b1 withdrawn #0', 'b2 withdrawn #0'],
    timeline: [],
  });
});

test('P-4 an approval is held back, with the difference, if the bill changed since', async () => {
  const { workspace } = await harness.start();
  await harness.goOffline({ workspace });
  await workspace.commands.approveBills(['b1', 'b2', 'b3']);
  harness.edit('b1', { amountDueCents: 90_00 });
  harness.edit('b2', { status: 'void' });
  harness.main.isDown = false;
  await harness.advance(MINUTE_MS);
  const first = {
    states: states(workspace),
    amount: approvalOf(workspace, 'b1').found?.amountDueCents,
  };
  await harness.advance(7 * HOUR_MS);
  expect({
    first,
    later: approvalOf(workspace, 'b2').found?.status,
    applied: harness.main.applied,
  }).toEqual({
    first: {
      states: ['b1 changed #1', 'b2 changed #1', 'b3 confirmed #1'],
      amount: 90_00,
    },
    // The bill first leaves the payable lists; the next history crawl finds it.
    later: 'void',
    applied: ['b3'],
  });
});

test('an unsent approval waits with its reason, and for the quota until its reset', async () => {
  const { workspace } = await harness.start();
  const retryAtMs = harness.clock.nowMs() + 3 * MINUTE_MS;
  harness.main.sendFault = () => ({ kind: 'notSent', reason: 'quota', retryAtMs, error: null });
  const timeline = harness.timeline();
  await workspace.commands.approveBills(['b1']);
  await harness.advance(10 * SECOND_MS);
  const { state, waitingFor } = approvalOf(workspace, 'b1');
  harness.main.sendFault = null;
  workspace.commands.refresh();
  await harness.advance(3 * MINUTE_MS);
  expect({
    waits: { state, waitingFor },
    states: states(workspace),
    sends: timeline.since().filter((line) => line.includes('send')),
  }).toEqual({
    waits: { state: 'queued', waitingFor: 'quota' },
    states: ['b1 confirmed #2'],
    sends: ['+5s send b1 #1', '+180s send b1 #2'],
  });
});

test('P-8 one rejected approval blocks no other, and at most four are sent at a time', async () => {
  const ids = ['b1', 'b2', 'b3', 'b4', 'b5', 'b6'];
  const [first] = harness.main.service.get('acme') ?? [];
  if (!first) throw new Error('no bill to copy');
  harness.main.service.set(
    'acme',
    ids.map((id) => ({ ...first, id })),
  );
  const { workspace } = await harness.start();
  harness.main.sendFault = ({ snapshot }) =>
    snapshot.billId === 'b1'
      ? { kind: 'rejected', error: { kind: 'validationFailed', details: [], technical: '422' } }
      : null;
  const answers = harness.main.hold('approvals.send');
  await workspace.commands.approveBills(ids);
  await harness.advance(6 * SECOND_MS);
  const held = answers.held();
  answers.release();
  await settle();
  expect({ held, states: states(workspace) }).toEqual({
    held: 4,
    states: ['b1 rejected #1', ...ids.slice(1).map((id) => `${id} confirmed #1`)],
  });
});

test('P-9 the user decides about an approval with a lost answer, until a reading shows the bill paid', async () => {
  const { workspace } = await harness.start();
  harness.main.sendFault = () => ({ kind: 'unknown', error: null });
  await workspace.commands.approveBills(['b1', 'b2', 'b3']);
  await harness.advance(10 * SECOND_MS);
  const lost = states(workspace);
  harness.main.sendFault = null;
  harness.edit('b1', { status: 'paid' });
  await workspace.commands.markConfirmed([approvalOf(workspace, 'b2').id]);
  await workspace.commands.sendAgain([approvalOf(workspace, 'b3').id]);
  await harness.advance(7 * HOUR_MS);
  expect({
    lost,
    states: states(workspace),
    by: ['b1', 'b2', 'b3'].map((id) => approvalOf(workspace, id).confirmedBy),
  }).toEqual({
    lost: ['b1 unknown #1', 'b2 unknown #1', 'b3 unknown #1'],
    states: ['b1 confirmed #1', 'b2 confirmed #1', 'b3 confirmed #2'],
    by: ['seen', 'user', 'service'],
  });
});

test('P-10 automatic resending, once turned on, needs a new reading each time, and ends after three times', async () => {
  const { workspace } = await harness.start();
  await workspace.commands.changeSettings({ sendAgainByItself: true });
  harness.main.sendFault = () => ({ kind: 'unknown', error: null });
  const timeline = harness.timeline();
  await workspace.commands.approveBills(['b1']);
  await harness.advance(2 * HOUR_MS);
  const recheck = 'page acme/open start recheck';
  const observed = timeline.since().map(withoutTime);
  const ours = observed.filter((line) => line === recheck || line.startsWith('send'));
  expect({ observed: ours.slice(0, 8), states: states(workspace) }).toEqual({
    observed: [1, 2, 3, 4].flatMap((attempt) => [recheck, `send b1 #${attempt}`]),
    states: ['b1 unknown #4'],
  });
});

test('P-11 an approval of an earlier sign-in waits until the user adopts it', async () => {
  const { workspace } = await harness.start();
  await workspace.commands.approveBills(['b1']);
  harness.main.signIn('sign-in-2');
  await harness.advance(10 * MINUTE_MS);
  const waits = [states(workspace), approvalOf(workspace, 'b1').waitingFor];
  await workspace.commands.adopt([approvalOf(workspace, 'b1').id]);
  await harness.advance(SECOND_MS);
  expect({ waits, states: states(workspace) }).toEqual({
    waits: [['b1 queued #0'], 'otherSignIn'],
    states: ['b1 confirmed #1'],
  });
});

test('P-12 signing out deletes the bills, keeps or discards waiting approvals, and never deletes the outbox', async () => {
  const { workspace } = await harness.start();
  await workspace.commands.approveBills(['b1']);
  await workspace.commands.signOut('keep');
  await settle();
  const kept = { states: states(workspace), count: workspace.bills.counts().size };
  harness.main.signIn('sign-in-2');
  await harness.advance(SECOND_MS);
  await workspace.commands.approveBills(['b2']);
  await workspace.commands.signOut('discard');
  await settle();
  expect({ kept, discarded: states(workspace), applied: harness.main.applied }).toEqual({
    kept: { states: ['b1 held #0'], count: 0 },
    discarded: ['b1 withdrawn #0', 'b2 withdrawn #0'],
    applied: [],
  });
});

test('P-12 nothing is sent while the user decides to discard, and sending resumes if they do not', async () => {
  const { workspace } = await harness.start();
  await workspace.commands.approveBills(['b1']);
  workspace.commands.pauseSending(true);
  await harness.advance(10 * MINUTE_MS);
  const held = states(workspace);
  workspace.commands.pauseSending(false);
  await harness.advance(SECOND_MS);
  expect([held, states(workspace)]).toEqual([['b1 queued #0'], ['b1 confirmed #1']]);
});

test('closing waits 2.5 s for a send, and the journal is asked about one that did not finish', async () => {
  const first = await harness.start();
  const answers = harness.main.hold('approvals.send');
  await first.workspace.commands.approveBills(['b1']);
  await harness.advance(5 * SECOND_MS);
  harness.main.tell('quit.requested', undefined);
  await harness.advance(2_400);
  const before = harness.main.timeline.at(-1);
  await harness.advance(200);
  const after = harness.main.timeline.at(-1);
  first.kill();
  answers.release();
  const second = await harness.start();
  await harness.advance(SECOND_MS);
  expect({
    before,
    after,
    states: states(second.workspace),
    applied: harness.main.applied,
  }).toEqual({
    before: '+5s send b1 #1',
    after: '+8s ready to quit',
    states: ['b1 confirmed #1'],
    applied: ['b1'],
  });
});

test('P-14 a second renderer neither pulls nor pushes while the first one runs', async () => {
  const first = await harness.start();
  const timeline = harness.timeline();
  const second = await harness.start();
  await second.workspace.commands.approveBills(['b1']);
  await harness.advance(9 * MINUTE_MS);
  const waiting = timeline.since();
  first.kill();
  await harness.advance(SECOND_MS);
  expect({ waiting, states: states(second.workspace) }).toEqual({
    waiting: [],
    states: ['b1 confirmed #1'],
  });
});

test('P-36 a change approved offline and a rejected approval resent offline wait for a new reading', async () => {
  const { workspace } = await harness.start();
  harness.main.sendFault = ({ snapshot }) => (snapshot.billId === 'b2' ? refused : null);
  await workspace.commands.approveBills(['b1', 'b2']);
  harness.edit('b1', { amountDueCents: 90_00 });
  workspace.commands.refresh();
  await harness.advance(10 * SECOND_MS);
  const before = states(workspace);
  harness.main.sendFault = null;
  await harness.goOffline({ workspace });
  await workspace.commands.approveAsChanged([approvalOf(workspace, 'b1').id]);
  await workspace.commands.sendAgain([approvalOf(workspace, 'b2').id]);
  harness.edit('b1', { amountDueCents: 80_00 });
  harness.edit('b2', { amountDueCents: 80_00 });
  harness.main.isDown = false;
  await harness.advance(MINUTE_MS);
  expect({ before, after: states(workspace), applied: harness.main.applied }).toEqual({
    before: ['b1 changed #1', 'b2 rejected #1'],
    after: ['b1 changed #2', 'b2 changed #2'],
    applied: [],
  });
});

/** Ways to approve b1, and to edit b1 after it was last read. */
const delays: readonly (readonly [string, (renderer: RendererProcess) => Promise<void>])[] = [
  [
    'a clock set back while offline',
    async (renderer) => {
      await harness.goOffline(renderer);
      harness.clock.jump(-4 * HOUR_MS);
      await renderer.workspace.commands.approveBills(['b1']);
      harness.edit('b1', { amountDueCents: 90_00 });
      await harness.advance(5 * HOUR_MS);
      harness.main.isDown = false;
    },
  ],
  [
    'a machine that slept',
    async ({ workspace }) => {
      await workspace.commands.approveBills(['b1']);
      harness.main.tell('power.changed', 'suspended');
      await harness.advance(SECOND_MS);
      harness.edit('b1', { amountDueCents: 90_00 });
      harness.main.tell('power.changed', 'resumed');
    },
  ],
  [
    'a restart, and a clock set back meanwhile',
    async ({ workspace, kill }) => {
      await workspace.commands.approveBills(['b1']);
      kill();
      await harness.advance(10 * MINUTE_MS);
      harness.clock.jump(-10 * MINUTE_MS);
      harness.edit('b1', { amountDueCents: 90_00 });
      await harness.start();
    },
  ],
];

test.each(delays)('an old reading never counts as a new one: %s', async (_, delay) => {
  await delay(await harness.start());
  await harness.advance(MINUTE_MS);
  // This window sends nothing itself, and shows the state on disk.
  const { workspace } = await harness.start();
  expect([states(workspace), harness.main.applied]).toEqual([['b1 changed #1'], []]);
});

test('an undo period ends even if the clock was set back a day', async () => {
  const { workspace } = await harness.start();
  await workspace.commands.approveBills(['b1']);
  harness.clock.jump(-24 * HOUR_MS);
  await harness.advance(2 * MINUTE_MS);
  expect(states(workspace)).toEqual(['b1 confirmed #1']);
});

const refused: SendOutcome = {
  kind: 'rejected',
  error: { kind: 'validationFailed', details: [], technical: '422' },
};

function withoutTime(line: string): string {
  return line.replace(/^\S+ /, '');
}

test('an approval made offline waits for a reading that began after it, then is sent', async () => {
  const { workspace } = await harness.start();
  harness.main.isDown = true;
  workspace.commands.refresh();
  await harness.advance(SECOND_MS);
  const timeline = harness.timeline();
  await workspace.commands.approveBills(['b1']);
  await harness.advance(3 * MINUTE_MS);
  const offline = { states: states(workspace), timeline: timeline.since() };
  harness.main.isDown = false;
  await harness.advance(31 * SECOND_MS);
  expect({
    offline,
    states: states(workspace),
    timeline: timeline.since().map(withoutTime),
  }).toEqual({
    offline: { states: ['b1 queued #0'], timeline: [] },
    states: ['b1 confirmed #1'],
    timeline: [
      'page acme/open start recheck',
      'send b1 #1',
      'page acme/open start waiting',
      'page acme/overdue start waiting',
      'page acme/partially_paid start waiting',
    ],
  });
});

test('a delayed approval is checked once more right before it is sent', async () => {
  const { workspace } = await harness.start();
  harness.main.sendFault = () => ({
    kind: 'notSent',
    reason: 'quota',
    retryAtMs: harness.clock.nowMs() + 6 * MINUTE_MS,
    error: null,
  });
  await workspace.commands.approveBills(['b1']);
  await harness.advance(6 * SECOND_MS);
  harness.main.sendFault = null;
  const timeline = harness.timeline();
  await harness.advance(7 * MINUTE_MS);
  expect({ timeline: timeline.since(), states: states(workspace) }).toEqual({
    timeline: ['+365s page acme/open start recheck', '+365s send b1 #2'],
    states: ['b1 confirmed #2'],
  });
});

test('a changed bill shows its newest difference, and approving it approves exactly that version', async () => {
  const { workspace } = await harness.start();
  harness.main.isDown = true;
  workspace.commands.refresh();
  await harness.advance(SECOND_MS);
  await workspace.commands.approveBills(['b1']);
  harness.edit('b1', { amountDueCents: 90_00 });
  harness.main.isDown = false;
  await harness.advance(MINUTE_MS);
  harness.edit('b1', { amountDueCents: 80_00 });
  workspace.commands.refresh();
  await harness.advance(SECOND_MS);
  const { id, state, ...row } = approvalOf(workspace, 'b1');
  await workspace.commands.approveAsChanged([id]);
  await harness.advance(10 * SECOND_MS);
  const after = approvalOf(workspace, 'b1');
  expect([
    [state, row.found?.amountDueCents],
    [after.state, after.snapshot.amountDueCents],
  ]).toEqual([
    ['changed', 80_00],
    ['confirmed', 80_00],
  ]);
});

test('an approval from before a system sleep waits for a new reading, whatever the clock says', async () => {
  const { workspace } = await harness.start();
  await workspace.commands.approveBills(['b1']);
  harness.main.tell('power.changed', 'suspended');
  await harness.advance(SECOND_MS);
  harness.edit('b1', { amountDueCents: 90_00 });
  harness.main.tell('power.changed', 'resumed');
  await harness.advance(MINUTE_MS);
  expect({ states: states(workspace), applied: harness.main.applied }).toEqual({
    states: ['b1 changed #1'],
    applied: [],
  });
});

test('after a restart an approval waits for a new reading, even if the clock was changed meanwhile', async () => {
  const first = await harness.start();
  await first.workspace.commands.approveBills(['b1']);
  first.kill();
  await harness.advance(10 * MINUTE_MS);
  harness.clock.jump(-10 * MINUTE_MS);
  harness.edit('b1', { amountDueCents: 90_00 });
  const { workspace } = await harness.start();
  await harness.advance(MINUTE_MS);
  expect({ states: states(workspace), applied: harness.main.applied }).toEqual({
    states: ['b1 changed #1'],
    applied: [],
  });
});
