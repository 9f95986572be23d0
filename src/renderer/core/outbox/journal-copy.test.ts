import { afterEach, beforeEach, expect, test } from 'vitest';
import { OUTBOX_DATABASE_NAME } from './outbox-database.ts';
import {
  approvalOf,
  createWorkspaceWorld,
  HOUR_MS,
  SECOND_MS,
  states,
  type WorkspaceWorld,
} from '../testing/workspace-world.ts';

let world: WorkspaceWorld;
beforeEach(() => {
  world = createWorkspaceWorld();
});
afterEach(async () => {
  expect(await world.end()).toBe(0);
});

const told = (): string[] =>
  world.main.notes.map((note) => (note.kind === 'ended' ? note.how : note.snapshot.billId));

/** As the browser does with what it finds damaged. */
async function dropOutbox(): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const request = world.disk.deleteDatabase(OUTBOX_DATABASE_NAME);
    request.addEventListener('success', () => resolve());
    request.addEventListener('error', () => reject(new Error('not dropped')));
  });
}

test('O-21 the journal hears of what is approved and what is taken back, and of nothing twice', async () => {
  const { workspace } = await world.start();
  await workspace.commands.approve(['b1', 'b2']);
  await workspace.commands.withdraw([approvalOf(workspace, 'b2').id]);
  await world.advance(HOUR_MS);
  // The service's yes to b1 is an outcome, which the journal has by itself.
  expect([told(), world.main.applied]).toEqual([['b1', 'b2', 'withdrawn'], ['b1']]);
});

test('O-21 what the journal could not be told is told at the next start', async () => {
  const first = await world.start();
  world.main.isDown = true;
  const notes = world.main.hold('approvals.note');
  await first.workspace.commands.approve(['b1', 'b2']);
  await first.workspace.commands.withdraw([approvalOf(first.workspace, 'b2').id]);
  first.kill();
  notes.release();
  (world.main.notes as unknown[]).length = 0;
  await world.start();
  await world.advance(SECOND_MS);
  expect(told().toSorted()).toEqual(['b1', 'b2', 'withdrawn']);
});

test('O-22, P-37 an outbox that was dropped is put back, and what was not sent waits for the user', async () => {
  const first = await world.start();
  world.main.isDown = true;
  await first.workspace.commands.approve(['b1', 'b2']);
  await first.workspace.commands.withdraw([approvalOf(first.workspace, 'b2').id]);
  await world.advance(SECOND_MS);
  first.kill();
  await dropOutbox();
  world.main.isDown = false;
  const { workspace } = await world.start();
  await world.advance(HOUR_MS);
  const waiting = states(workspace);
  const again = await workspace.commands.approve(['b1']);
  expect([waiting, world.main.applied, again.leftOut]).toEqual([
    ['b1 queued #0', 'b2 withdrawn #0'],
    [],
    [{ billId: 'b1', why: 'alreadyApproved' }],
  ]);
  await workspace.commands.sendRestored([approvalOf(workspace, 'b1').id]);
  await world.advance(HOUR_MS);
  expect([states(workspace), world.main.applied]).toEqual([
    ['b1 confirmed #1', 'b2 withdrawn #0'],
    ['b1'],
  ]);
});

test('O-22 while the journal does not give the rows that are missing, nothing can be approved', async () => {
  const first = await world.start();
  world.main.isDown = true;
  await first.workspace.commands.approve(['b1']);
  await world.advance(SECOND_MS);
  first.kill();
  await dropOutbox();
  world.main.isJournalMute = true;
  const { workspace } = await world.start();
  const refused = await workspace.commands.approve(['b1']);
  world.main.isJournalMute = false;
  await world.advance(10 * SECOND_MS);
  const again = await workspace.commands.approve(['b1']);
  expect([refused.approved, states(workspace), again.leftOut]).toEqual([
    [],
    ['b1 queued #0'],
    [{ billId: 'b1', why: 'alreadyApproved' }],
  ]);
});

test('Y-10 an approval carries main’s epoch also while the journal cannot be read', async () => {
  const { main } = world;
  main.profileEpoch = 'after the copy';
  const { call } = main.bridge;
  const unreadable: typeof call = async (name, ...request) => {
    const reply = await call(name, ...request);
    if (name === 'approvals.noted') Object.assign(reply as object, { known: null });
    return reply;
  };
  Object.assign(main.bridge, { call: unreadable });
  const { workspace } = await world.start();
  await workspace.commands.approve(['b1']);
  expect(approvalOf(workspace, 'b1').profileEpoch).toBe('after the copy');
});
