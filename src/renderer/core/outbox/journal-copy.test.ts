import { expect, test } from 'vitest';
import { OUTBOX_DATABASE_NAME } from './outbox-database.ts';
import {
  approvalOf,
  harnessOfEachTest,
  HOUR_MS,
  SECOND_MS,
  states,
} from '../testing/workspace-harness.ts';

const harness = harnessOfEachTest();

const told = (): string[] =>
  harness.main.notes.map((note) => (note.kind === 'ended' ? note.how : note.snapshot.billId));

/** As the browser does with what it finds damaged. */
async function dropOutbox(): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const request = harness.disk.deleteDatabase(OUTBOX_DATABASE_NAME);
    request.addEventListener('success', () => resolve());
    request.addEventListener('error', () => reject(new Error('not dropped')));
  });
}

test('O-21 the journal hears of what is approved and what is taken back, and of nothing twice', async () => {
  const { workspace } = await harness.start();
  await workspace.commands.approve(['b1', 'b2']);
  await workspace.commands.withdraw([approvalOf(workspace, 'b2').id]);
  await harness.advance(HOUR_MS);
  // The service's yes to b1 is an outcome, which the journal has by itself.
  expect([told(), harness.main.applied]).toEqual([['b1', 'b2', 'withdrawn'], ['b1']]);
});

test('O-21 what the journal could not be told is told at the next start', async () => {
  const first = await harness.start();
  harness.main.isDown = true;
  const notes = harness.main.hold('approvals.note');
  await first.workspace.commands.approve(['b1', 'b2']);
  await first.workspace.commands.withdraw([approvalOf(first.workspace, 'b2').id]);
  first.kill();
  notes.release();
  (harness.main.notes as unknown[]).length = 0;
  await harness.start();
  await harness.advance(SECOND_MS);
  expect(told().toSorted()).toEqual(['b1', 'b2', 'withdrawn']);
});

test('O-22, P-37 an outbox that was dropped is put back, and what was not sent waits for the user', async () => {
  const first = await harness.start();
  harness.main.isDown = true;
  await first.workspace.commands.approve(['b1', 'b2']);
  await first.workspace.commands.withdraw([approvalOf(first.workspace, 'b2').id]);
  await harness.advance(SECOND_MS);
  first.kill();
  await dropOutbox();
  harness.main.isDown = false;
  const { workspace } = await harness.start();
  await harness.advance(HOUR_MS);
  const waiting = states(workspace);
  const again = await workspace.commands.approve(['b1']);
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

test('O-22 while the journal does not give the rows that are missing, nothing can be approved', async () => {
  const first = await harness.start();
  harness.main.isDown = true;
  await first.workspace.commands.approve(['b1']);
  await harness.advance(SECOND_MS);
  first.kill();
  await dropOutbox();
  harness.main.isJournalMute = true;
  const { workspace } = await harness.start();
  const refused = await workspace.commands.approve(['b1']);
  harness.main.isJournalMute = false;
  await harness.advance(10 * SECOND_MS);
  const again = await workspace.commands.approve(['b1']);
  expect([refused.approved, states(workspace), again.skipped]).toEqual([
    [],
    ['b1 queued #0'],
    [{ billId: 'b1', why: 'alreadyApproved' }],
  ]);
});

test('Y-10 an approval carries main’s epoch also while the journal cannot be read', async () => {
  const { main } = harness;
  main.profileEpoch = 'after the copy';
  const { call } = main.bridge;
  const unreadable: typeof call = async (name, ...request) => {
    const reply = await call(name, ...request);
    if (name === 'approvals.noted') Object.assign(reply as object, { known: null });
    return reply;
  };
  Object.assign(main.bridge, { call: unreadable });
  const { workspace } = await harness.start();
  await workspace.commands.approve(['b1']);
  expect(approvalOf(workspace, 'b1').profileEpoch).toBe('after the copy');
});
