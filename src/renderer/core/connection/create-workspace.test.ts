import { defaultColumns } from '../../../bridge/settings.ts';
import { MANY_UNDO_MS } from '../approve/plan-approval.ts';
import { IDBObjectStore } from 'fake-indexeddb';
import { isDeepStrictEqual } from 'node:util';
import { expect, test, vi } from 'vitest';
import { failDatabaseCalls } from '../testing/failing-database.ts';
import { firstReviewView } from '../bills/lists/review-view.ts';
import { aBill } from '../testing/fake-bridge.ts';
import {
  bills,
  createWorkspaceHarness,
  harnessOfEachTest,
  HOUR_MS,
  MINUTE_MS,
  SECOND_MS,
  states,
  type WorkspaceHarness,
} from '../testing/workspace-harness.ts';

const harness = harnessOfEachTest();

test('a connection that could not open on a full disk opens once there is room', async () => {
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const { workspace } = await harness.start();
  await harness.advance(12 * SECOND_MS);
  const whileFull = bills(workspace);
  full.mockRestore();
  await harness.advance(6 * SECOND_MS);
  const approved = await workspace.commands.approveBills(['b1']);
  await harness.advance(6 * SECOND_MS);
  expect({
    whileFull,
    after: bills(workspace),
    left: approved.skipped,
    states: states(workspace),
  }).toEqual({
    whileFull: [],
    after: ['b1 open', 'b2 open', 'b3 overdue'],
    left: [],
    states: ['b1 confirmed #1'],
  });
});

/** Runs an earlier launch: reads bills, of which b4 is paid, snoozes b3, which counts as viewed, and saves a view. */
async function runEarlierLaunch(alone: WorkspaceHarness): Promise<void> {
  const paid = aBill('b4', { status: 'paid' });
  alone.main.service.set('acme', [...(alone.main.service.get('acme') ?? []), paid]);
  const { workspace, kill } = await alone.start();
  await alone.advance(MINUTE_MS);
  const row = workspace.bills.get('b3');
  await workspace.annotations.snooze(row ? [row] : [], '2026-02-01');
  await workspace.views.save('mine', firstReviewView);
  await alone.advance(SECOND_MS);
  kill();
}

/** Starts, approves b1 and waits ten minutes, with the given call of a database failing; null for none. */
async function withOneFault(nthFails: number | null) {
  const alone = createWorkspaceHarness();
  await runEarlierLaunch(alone);
  const faults = failDatabaseCalls((nth) => (nth === nthFails ? 'UnknownError' : null));
  const { workspace } = await alone.start();
  await alone.advance(6 * SECOND_MS);
  // The first question loads the viewed versions.
  workspace.flags.isSeen('b3');
  const { approved } = await workspace.commands.approveBills(['b1']);
  await alone.advance(20 * SECOND_MS);
  alone.edit('b2', { status: 'paid' });
  await alone.advance(10 * MINUTE_MS);
  const observed = {
    approved: approved.map(({ billId }) => billId),
    states: states(workspace),
    applied: alone.main.applied,
    bills: bills(workspace),
    isLoading: workspace.bills.loading.get(),
    hidden: [...workspace.annotations.outOfInboxOn('acme', '2026-01-01').keys()],
    views: workspace.views.all.get().map(({ name }) => name),
    seen: workspace.flags.isSeen('b3'),
    fault: workspace.connectionFault.get(),
  };
  const sleepers = await alone.end();
  faults.stop();
  return { calls: faults.calls(), observed: { ...observed, sleepers } };
}

test('P-39 after a single failure of any database call, no data is lost and all work continues', async () => {
  const { calls, observed } = await withOneFault(null);
  const others = [];
  for (let nth = 1; nth <= calls; nth++) {
    const after = await withOneFault(nth);
    if (!isDeepStrictEqual(after.observed, observed)) others.push({ nth, ...after.observed });
  }
  expect({ observed, others }).toEqual({
    observed: {
      approved: ['b1'],
      states: ['b1 confirmed #1'],
      applied: ['b1'],
      bills: ['b1 open', 'b2 paid', 'b3 overdue', 'b4 paid'],
      isLoading: false,
      hidden: ['b3'],
      views: ['mine'],
      seen: true,
      fault: null,
      sleepers: 0,
    },
    others: [],
  });
});

/** Starts with an empty disk, as a first sign-in does. Returns the state a minute later. */
async function firstStart(nthFails: number | null) {
  const alone = createWorkspaceHarness();
  const faults = failDatabaseCalls((nth) => (nth === nthFails ? 'UnknownError' : null));
  const { workspace } = await alone.start();
  await alone.advance(MINUTE_MS);
  const shown = { bills: bills(workspace), isLoading: workspace.bills.loading.get() };
  await alone.end();
  faults.stop();
  return { calls: faults.calls(), shown };
}

test('P-39 no single failure of a database call on a first start leaves the list loading forever', async () => {
  const { calls, shown } = await firstStart(null);
  const others = [];
  for (let nth = 1; nth <= calls; nth++) {
    const after = await firstStart(nth);
    if (!isDeepStrictEqual(after.shown, shown)) others.push({ nth, ...after.shown });
  }
  expect({ isLoading: shown.isLoading, others }).toEqual({ isLoading: false, others: [] });
});

test('no single failure of a database call during an undo lets the approval be sent', async () => {
  const ends = new Set<string>();
  let calls = 1;
  for (let nthFails = 1; nthFails <= calls; nthFails++) {
    const alone = createWorkspaceHarness();
    const { workspace } = await alone.start();
    await alone.advance(MINUTE_MS);
    const { approved } = await workspace.commands.approveBills(['b1']);
    const faults = failDatabaseCalls((nth) => (nth === nthFails ? 'UnknownError' : null));
    const count = await workspace.commands.withdraw(approved.map(({ id }) => id));
    calls = faults.calls();
    faults.stop();
    await alone.advance(MINUTE_MS);
    ends.add(`${count} undone, ${states(workspace).join()}, sent ${alone.main.applied.length}`);
    await alone.end();
  }
  expect([[...ends], calls > 1]).toEqual([['1 undone, b1 withdrawn #0, sent 0'], true]);
});

/** Number of times the disk refuses a new row, and the result for the approval. */
const refusals = [
  [1, [], ['b1 confirmed #1']],
  [2, [{ billId: 'b1', why: 'notSaved' }], []],
] as const;

test.each(refusals)(
  'C-38 if a disk with room refuses new rows %i times, the mirror stays whole',
  async (times, skipped, ends) => {
    harness.main.service.set('acme', [aBill('b1'), aBill('old', { status: 'paid' })]);
    const { workspace } = await harness.start();
    await harness.advance(MINUTE_MS);
    let refused = 0;
    const faults = failDatabaseCalls((_nth, method) =>
      method === 'add' && refused++ < times ? 'UnknownError' : null,
    );
    const result = await workspace.commands.approveBills(['b1']);
    await harness.advance(MINUTE_MS);
    faults.stop();
    expect({ skipped: result.skipped, states: states(workspace), bills: bills(workspace) }).toEqual(
      {
        skipped,
        states: ends,
        bills: ['b1 open', 'old paid'],
      },
    );
  },
);

test('a bulk approval can be undone for at least fifteen seconds, unless undo is off', async () => {
  const { workspace } = await harness.start();
  const windows: number[] = [];
  for (const undoWindowMs of [5_000, 30_000, 0]) {
    await workspace.commands.changeSettings({ undoWindowMs });
    const { approved } = await workspace.commands.approveBills(['b1', 'b2'], {
      minUndoMs: MANY_UNDO_MS,
    });
    windows.push(...approved.map((row) => row.heldUntilMs - row.approvedAtMs));
    await workspace.commands.withdraw(approved.map(({ id }) => id));
  }
  expect(windows).toEqual([15_000, 15_000, 30_000, 30_000, 0, 0]);
});

test('two changes of a setting at once are both kept', async () => {
  const { workspace } = await harness.start();
  const hide = (column: 'memo' | 'dueIn') =>
    workspace.commands.changeSettings(({ columns }) => {
      return { columns: { ...columns, hidden: [...columns.hidden, column] } };
    });
  await Promise.all([hide('memo'), hide('dueIn')]);
  const { hidden } = defaultColumns;
  expect(workspace.settings.get().columns.hidden).toEqual([...hidden, 'memo', 'dueIn']);
});

test('organizations that were missing for a moment return when the user refreshes', async () => {
  const { workspace } = await harness.start();
  await harness.advance(SECOND_MS);
  const { organizations } = harness.main;
  harness.main.organizations = [];
  await harness.advance(HOUR_MS);
  const without = bills(workspace);
  harness.main.organizations = organizations;
  workspace.commands.refresh();
  await harness.advance(SECOND_MS);
  expect({ without, after: bills(workspace) }).toEqual({
    without: [],
    after: ['b1 open', 'b2 open', 'b3 overdue'],
  });
});

test('after another sign-in, the organizations are read at once, since another user may see others', async () => {
  const { workspace } = await harness.start();
  await harness.advance(SECOND_MS);
  harness.main.endSession('refused');
  await harness.advance(SECOND_MS);
  const [first, ...others] = harness.main.organizations;
  harness.main.organizations = [...others, { ...first, id: 'gamma', name: 'Gamma' }];
  harness.main.signIn('sign-in-2');
  await harness.advance(SECOND_MS);
  expect(workspace.organizations.get().map(({ id }) => id)).toEqual(
    harness.main.organizations.map(({ id }) => id),
  );
});
