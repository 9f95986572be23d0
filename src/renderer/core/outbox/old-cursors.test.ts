import { expect, test } from 'vitest';
import { aBill } from '../testing/fake-bridge.ts';
import { harnessOfEachTest, MINUTE_MS, SECOND_MS, states } from '../testing/workspace-harness.ts';

const harness = harnessOfEachTest();
const HUNDRED = 100_00;

/** Open bills b1, b2, …, with cursors that show the list as it was when its first page was read. */
function serveSnapshots(
  count: number,
  pageSize = 1,
  snapshots: typeof harness.main.snapshots = 'ofEachVersion',
): void {
  const bills = Array.from({ length: count }, (_, at) => aBill(`b${at + 1}`));
  harness.main.service.set('acme', bills);
  harness.main.pageSize = pageSize;
  harness.main.snapshots = snapshots;
}

/**
 * Ledger of the service: each approved bill with its total at that time.
 * @param answersWithBill whether the service's answers contain the bill
 */
function keepLedger(answersWithBill = true): string[] {
  const ledger: string[] = [];
  harness.main.sendFault = ({ snapshot }) => {
    const bill = harness.main.service.get('acme')?.find(({ id }) => id === snapshot.billId);
    if (!bill) return null;
    ledger.push(`${bill.id} ${bill.totalCents / HUNDRED}`);
    return { kind: 'confirmed', bill: answersWithBill ? bill : null };
  };
  return ledger;
}

const dearer = { totalCents: 9 * HUNDRED, amountDueCents: 9 * HUNDRED };

test.each(['ofEachList', 'ofEachVersion'] as const)(
  'P-66 no old cursor is used before a later list repeats it, so snapshots %s cause no wrong approval',
  async (snapshots) => {
    serveSnapshots(8, 2, snapshots);
    const { workspace } = await harness.start();
    const ledger = keepLedger(false);
    await harness.advance(SECOND_MS);
    for (const id of ['b5', 'b6', 'b7']) harness.edit(id, dearer);
    await workspace.commands.approveBills(['b5', 'b6', 'b7', 'b8']);
    await harness.advance(MINUTE_MS);
    expect({ ledger, states: states(workspace) }).toEqual({
      ledger: ['b8 1'],
      states: ['b5 changed #1', 'b6 changed #1', 'b7 changed #1', 'b8 confirmed #1'],
    });
  },
);

test('P-66 one more request proves that cursors repeat, and later approvals need none', async () => {
  serveSnapshots(8, 2, 'none');
  const { workspace } = await harness.start();
  await harness.advance(SECOND_MS);
  const timeline = harness.timeline();
  await workspace.commands.approveBills(['b7']);
  await harness.advance(6 * SECOND_MS);
  await workspace.commands.approveBills(['b5']);
  await harness.advance(6 * SECOND_MS);
  const isForApproval = (line: string): boolean => / recheck$| send /.test(line);
  expect(timeline.since().filter(isForApproval)).toEqual([
    '+6s page acme/open start recheck',
    '+6s page acme/open 6 recheck',
    '+6s send b7 #1',
    '+12s page acme/open 4 recheck',
    '+12s send b5 #1',
  ]);
});

test('P-66 the first answer that contradicts an old cursor ends their use, so at most one bill is approved wrongly', async () => {
  serveSnapshots(8, 4);
  const { workspace } = await harness.start();
  await harness.repeatLists({ workspace });
  const ledger = keepLedger();
  for (const id of ['b5', 'b6', 'b7']) harness.edit(id, dearer);
  await workspace.commands.approveBills(['b5', 'b6', 'b7', 'b8']);
  await harness.advance(MINUTE_MS);
  expect({ ledger, states: states(workspace) }).toEqual({
    ledger: ['b5 9', 'b8 1'],
    states: ['b5 confirmed #1', 'b6 changed #1', 'b7 changed #1', 'b8 confirmed #1'],
  });
});

test('P-66 after a restart, old cursors stay unused, and a crawl begun before the approval does not count', async () => {
  serveSnapshots(4);
  const first = await harness.start();
  await harness.repeatLists(first);
  const ledger = keepLedger();
  harness.edit('b2', dearer);
  await first.workspace.commands.approveBills(['b2']);
  await harness.advance(6 * SECOND_MS);
  first.kill();
  await harness.advance(MINUTE_MS);
  const { workspace } = await harness.start();
  // A crawl is under way and has not reached the bills yet.
  harness.main.pageFault = ({ after }) =>
    after === null ? null : { kind: 'unreachable', technical: 'ENETDOWN' };
  workspace.commands.refresh();
  await harness.advance(100);
  harness.edit('b3', dearer);
  await workspace.commands.approveBills(['b3', 'b4']);
  harness.main.pageFault = null;
  await harness.advance(MINUTE_MS);
  expect({ ledger, states: states(workspace) }).toEqual({
    ledger: ['b2 9', 'b4 1'],
    states: ['b2 confirmed #1', 'b3 changed #1', 'b4 confirmed #1'],
  });
});

test('P-66 an answer from the journal after a restart also ends old cursors', async () => {
  serveSnapshots(4);
  const first = await harness.start();
  await harness.repeatLists(first);
  const ledger = keepLedger();
  harness.edit('b2', dearer);
  await first.workspace.commands.approveBills(['b2']);
  const { release } = harness.main.hold('approvals.send');
  await harness.advance(6 * SECOND_MS);
  first.kill();
  release();
  const { workspace } = await harness.start();
  await harness.advance(SECOND_MS);
  harness.edit('b3', dearer);
  await workspace.commands.approveBills(['b3']);
  await harness.advance(MINUTE_MS);
  expect({ ledger, states: states(workspace) }).toEqual({
    ledger: ['b2 9'],
    states: ['b2 confirmed #1', 'b3 changed #1'],
  });
});

test('P-66 if answers contain no bill, the next list ends old cursors: its first page is the same but has another cursor', async () => {
  serveSnapshots(4);
  const { workspace } = await harness.start();
  await harness.repeatLists({ workspace });
  const ledger = keepLedger(false);
  harness.edit('b2', dearer);
  await workspace.commands.approveBills(['b2']);
  await harness.advance(6 * SECOND_MS);
  workspace.commands.refresh();
  await harness.advance(SECOND_MS);
  harness.edit('b3', dearer);
  await workspace.commands.approveBills(['b3']);
  await harness.advance(MINUTE_MS);
  expect({ ledger, states: states(workspace) }).toEqual({
    ledger: ['b2 9'],
    states: ['b2 confirmed #1', 'b3 changed #1'],
  });
});

test('P-66 old cursors stay in use if a second read of the old page shows the change', async () => {
  serveSnapshots(3);
  harness.main.snapshots = 'none';
  const { workspace } = await harness.start();
  await harness.repeatLists({ workspace });
  keepLedger(false);
  await workspace.commands.approveBills(['b2']);
  await harness.advance(6 * SECOND_MS);
  harness.edit('b2', dearer);
  workspace.commands.refresh();
  await harness.advance(SECOND_MS);
  const timeline = harness.timeline();
  await workspace.commands.approveBills(['b3']);
  await harness.advance(6 * SECOND_MS);
  // One proof is enough: the next change costs no request.
  harness.edit('b3', dearer);
  workspace.commands.refresh();
  await harness.advance(SECOND_MS);
  const isForApproval = (line: string): boolean => / recheck$| send /.test(line);
  expect(timeline.since().filter(isForApproval)).toEqual([
    '+14s page acme/open 2 recheck',
    '+14s send b3 #1',
  ]);
});
