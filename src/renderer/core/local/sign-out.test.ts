import { Dexie } from 'dexie';
import { IDBKeyRange } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { settle } from '../../../base/testing/virtual-clock.ts';
import { failDatabaseCalls } from '../testing/failing-database.ts';
import {
  bills,
  createWorkspaceHarness,
  MINUTE_MS,
  states,
  type WorkspaceHarness,
} from '../testing/workspace-harness.ts';

/** Number of rows on disk, by table of the annotations. */
async function rowsOnDisk({ disk }: WorkspaceHarness): Promise<Readonly<Record<string, number>>> {
  const databases = await disk.databases();
  const name = databases.find((each) => each.name?.startsWith('billfold-marks-'))?.name ?? '';
  const database = await new Dexie(name, { indexedDB: disk, IDBKeyRange }).open();
  const counts: Record<string, number> = {};
  for (const table of database.tables) counts[table.name] = await table.count();
  database.close();
  return counts;
}

/** A harness whose first renderer viewed b1, wrote a note, hid b2, and was killed. */
async function afterSomeWork(): Promise<WorkspaceHarness> {
  const harness = createWorkspaceHarness();
  const { workspace, kill } = await harness.start();
  await harness.advance(MINUTE_MS);
  workspace.flags.viewed('b1');
  const b2 = workspace.bills.get('b2');
  if (b2) await workspace.annotations.hide([b2]);
  void workspace.annotations.setNote('acme', 'b1', 'ask Ada');
  await workspace.annotations.flush();
  await settle();
  kill();
  return harness;
}

test('viewed versions outlive the renderer, and signing out deletes them like the bills', async () => {
  const harness = await afterSomeWork();
  const { workspace } = await harness.start();
  await harness.advance(MINUTE_MS);
  workspace.flags.isSeen('b1');
  await settle();
  const observed = [await rowsOnDisk(harness), workspace.flags.isSeen('b1')];
  await workspace.commands.signOut('keep');
  await settle();
  observed.push(await rowsOnDisk(harness), workspace.flags.isSeen('b1'));
  expect([observed, await harness.end()]).toEqual([
    [
      { seen: 2, kept: 2, views: 0, choices: 0 },
      true,
      { seen: 0, kept: 2, views: 0, choices: 0 },
      false,
    ],
    0,
  ]);
});

test('notes and hidden bills are there again after the next sign-in, or deleted if the user chose so', async () => {
  const hidden = (harness: Awaited<ReturnType<WorkspaceHarness['start']>>) => [
    harness.workspace.annotations.annotationOf('acme', 'b1')?.note,
    ...harness.workspace.annotations.outOfInboxOn('acme', '2026-01-01'),
  ];
  const kept = await afterSomeWork();
  const first = await kept.start();
  await first.workspace.commands.signOut('keep');
  await settle();
  const removed = await afterSomeWork();
  const second = await removed.start();
  await second.workspace.commands.signOut('keep', 'remove');
  await settle();
  expect({
    kept: hidden(first),
    removed: hidden(second),
    onDisk: await rowsOnDisk(removed),
    sleepers: [await kept.end(), await removed.end()],
  }).toEqual({
    kept: ['ask Ada', ['b2', 'hidden']],
    removed: [undefined],
    onDisk: { seen: 0, kept: 0, views: 0, choices: 0 },
    sleepers: [0, 0],
  });
});

test('M-13 a hidden bill can still be approved, and the service learns nothing else about it', async () => {
  const harness = await afterSomeWork();
  const { workspace } = await harness.start();
  await harness.advance(MINUTE_MS);
  const timeline = harness.timeline();
  const { approved } = await workspace.commands.approveBills(['b2']);
  const b1 = workspace.bills.get('b1');
  if (b1) await workspace.annotations.snooze([b1], '2026-02-01');
  await harness.advance(MINUTE_MS);
  const calls = timeline.since().filter((line) => !line.includes(' page '));
  expect([approved.map(({ billId }) => billId), calls]).toEqual([['b2'], ['+125s send b2 #1']]);
  await harness.end();
});

test('C-90 a sign-out killed right after its key is destroyed leaves no readable bill, but keeps the approvals', async () => {
  const harness = await afterSomeWork();
  const first = await harness.start();
  await harness.advance(MINUTE_MS);
  await harness.goOffline(first);
  await first.workspace.commands.approveBills(['b1']);
  await harness.advance(MINUTE_MS);
  const held = harness.main.hold('keys.destroy');
  void first.workspace.commands.signOut('keep');
  await harness.advance(MINUTE_MS);
  first.kill();
  const wasHeld = held.held();
  held.release();
  const { workspace } = await harness.start();
  await harness.advance(MINUTE_MS);
  const observed = {
    wasHeld,
    bills: bills(workspace),
    isSeen: workspace.flags.isSeen('b1'),
    note: workspace.annotations.annotationOf('acme', 'b1')?.note,
    states: states(workspace),
  };
  expect([observed, await harness.end()]).toEqual([
    { wasHeld: 1, bills: [], isSeen: false, note: 'ask Ada', states: ['b1 queued #0'] },
    0,
  ]);
});

test.each(['keep', 'remove'] as const)(
  'T-16 signing out works with a disk that opens no database (own work: %s), and the fault is reported',
  async (ownWork) => {
    const harness = await afterSomeWork();
    const { workspace } = await harness.start();
    await harness.advance(MINUTE_MS);
    const disk = failDatabaseCalls((_nth, method) => (method === 'open' ? 'VersionError' : null));
    const observed = workspace.commands.signOut('keep', ownWork).then(
      () => 'nothing',
      (problem: unknown) => String(Reflect.get(Object(problem), 'name')),
    );
    await harness.advance(MINUTE_MS);
    disk.stop();
    const session = workspace.session.get().kind;
    expect([await observed, session, bills(workspace), await harness.end()]).toEqual([
      // Deleting a whole database does not open it.
      ownWork === 'keep' ? 'VersionError' : 'nothing',
      'signedOut',
      [],
      0,
    ]);
  },
);
