import { IDBFactory, IDBKeyRange, IDBObjectStore } from 'fake-indexeddb';
import { expect, test, vi } from 'vitest';
import { createSeededRandom } from '../../../base/testing/seeded-random.ts';
import type { Bill } from '../../../contract/bill.ts';
import { historyStatuses, payableStatuses } from '../../../contract/assumptions.ts';
import { createBillIndex } from '../bills/index/bill-index.ts';
import { makeFirstScreen } from '../bills/index/make-first-screen.ts';
import { payableByDueDate } from '../model/bill-row.ts';
import { createOutboxDatabase } from '../outbox/outbox-database.ts';
import { loadInSlices } from './organization-view.ts';
import type { Workspace } from './workspace.ts';
import { aBill, cachedBill } from '../testing/fake-bridge.ts';
import { openTestCache } from '../testing/test-cache.ts';
import type { BillCache } from '../mirror/bill-cache.ts';
import { harnessOfEachTest, MINUTE_MS, SECOND_MS, states } from '../testing/workspace-harness.ts';

const harness = harnessOfEachTest();

const BILLS = 700;
const DAYS = 60;
const statuses = [...payableStatuses, ...historyStatuses];

/** Many bills, with copies among them, so that some are flagged. */
function manyBills(): Bill[] {
  const random = createSeededRandom(7);
  const below = (most: number): number => Math.floor(random.next() * most);
  return Array.from({ length: BILLS }, (_none, at) => {
    const day = new Date(Date.UTC(2026, 0, 1 + below(DAYS))).toISOString().slice(0, 10);
    return aBill(`b${at}`, {
      status: statuses[below(statuses.length)] ?? '',
      dueDate: at % 50 === 0 ? null : day,
      currency: at % 3 === 0 ? 'USD' : 'EUR',
      billNumber: `N${below(BILLS)}`,
      amountDueCents: at,
      vendor: { id: null, name: `Vendor ${below(9)}` },
    });
  });
}

/** All data that the list shows now. */
function shownIn(workspace: Workspace) {
  const { bills, flags, approvals, annotations, malformed } = workspace;
  return makeFirstScreen(bills, flags.flagsOf, malformed.get(), {
    organizationIds: ['acme'],
    approvals: approvals.get(),
    hiddenIds: [...annotations.outOfInboxOn('acme', '').keys()],
  });
}

/** The last bill of the list, far from the first rows. */
function lastOf({ bills }: Workspace): string {
  const query = { status: 'payable', search: '', sort: 'dueDate', descending: false } as const;
  return bills.query(query).at(-1)?.bill.id ?? '';
}

test('a start shows correct counts, sums and first bills before it has read the others, without approved ones', async () => {
  harness.main.service.set('acme', manyBills());
  const before = await harness.start();
  await harness.advance(MINUTE_MS);
  const approvedId = lastOf(before.workspace);
  await before.workspace.commands.approveBills([approvedId]);
  await harness.goOffline(before);
  await harness.advance(MINUTE_MS);
  const known = shownIn(before.workspace);
  await before.workspace.close();

  const loading = harness.holdLoading();
  const { workspace } = await harness.start();
  const { firstScreen, counts } = workspace.bills;
  const first = firstScreen.get();
  const early = {
    counts: Object.fromEntries(counts()),
    isApprovedHere: workspace.bills.get(approvedId) !== null,
    standing: workspace.approvals.ofBill({ organizationId: 'acme', billId: approvedId }).length > 0,
    flagged: first?.flags.map(([billId]) => workspace.flags.flagsOf(billId).length > 0),
  };
  loading.release();
  await harness.advance(SECOND_MS);
  expect({ first, ...early }).toEqual({
    first: known,
    counts: Object.fromEntries(counts()),
    isApprovedHere: true,
    standing: true,
    flagged: known?.flags.map(() => true),
  });
  expect([known?.rows.length, (known?.flags.length ?? 0) > 0]).toEqual([120, true]);
  expect({ isOver: firstScreen.get(), all: shownIn(workspace)?.dues }).toEqual({
    isOver: null,
    all: known?.dues,
  });
});

test('a bill approved before the others are loaded is approved as shown, whatever arrives meanwhile', async () => {
  harness.main.service.set('acme', manyBills());
  const before = await harness.start();
  await harness.advance(MINUTE_MS);
  await before.workspace.close();

  const loading = harness.holdLoading();
  const { workspace } = await harness.start();
  const row = workspace.bills.firstScreen.get()?.rows[0];
  const billId = row?.bill.id ?? '';
  harness.edit(billId, { amountDueCents: 1 });
  workspace.commands.refresh();
  await harness.advance(SECOND_MS);
  const { approved } = await workspace.commands.approveBills([billId]);
  await harness.advance(10 * SECOND_MS);
  loading.release();
  await harness.advance(SECOND_MS);
  expect({
    snapshot: approved[0]?.snapshot.amountDueCents,
    states: states(workspace),
    now: workspace.bills.get(billId)?.bill.amountDueCents,
  }).toEqual({
    snapshot: row?.bill.amountDueCents,
    states: [`${billId} changed #1`],
    now: 1,
  });
});

test('bills are on screen before a long outbox is read, and an approval waits for the outbox', async () => {
  harness.main.service.set('acme', manyBills());
  const before = await harness.start();
  await harness.advance(MINUTE_MS);
  const firstOf = ({ workspace }: typeof before, at: number): string =>
    workspace.bills.query(payableByDueDate)[at]?.bill.id ?? '';
  const [approvedId, nextId] = [firstOf(before, 0), firstOf(before, 1)];
  await before.workspace.commands.approveBills([approvedId]);
  await harness.advance(MINUTE_MS);
  const [made] = before.workspace.approvals.get();
  await before.workspace.close();
  const database = createOutboxDatabase({ indexedDB: harness.disk, IDBKeyRange });
  await database.open();
  const others = Array.from({ length: 1_000 }, (_none, at) => ({
    ...made,
    id: `old ${at}`,
    billId: `old ${at}`,
  }));
  await database.approvals.bulkAdd(others);
  database.close();
  const saving = await harness.start();
  await harness.advance(MINUTE_MS);
  await saving.workspace.close();

  const journal = harness.main.hold('approvals.idsInJournal');
  const { workspace } = await harness.start();
  const early = {
    isOnScreen: workspace.bills.firstScreen.get() !== null,
    isKnown: workspace.approvals.ofBill({ organizationId: 'acme', billId: approvedId }).length,
  };
  const approving = workspace.commands.approveBills([approvedId, nextId]);
  await harness.advance(SECOND_MS);
  const waiting = states(workspace).filter((state) => state.startsWith(nextId));
  journal.release();
  await harness.advance(SECOND_MS);
  const { approved, skipped } = await approving;
  expect({ early, waiting, approved: approved.map(({ billId }) => billId), skipped }).toEqual({
    early: { isOnScreen: true, isKnown: 1 },
    waiting: [],
    approved: [nextId],
    skipped: [{ billId: approvedId, why: 'alreadyApproved' }],
  });
});

test('typing a letter while bills are being loaded reads none of their texts', () => {
  const noteOf = vi.fn<() => string>(() => '');
  const index = createBillIndex();
  index.setNoteSource(noteOf);
  index.reset('acme');
  index.begin({
    ...{ organizationIds: ['acme'], counts: [], dues: [], rows: [], others: [], flags: [] },
    ...{ malformed: [], approvals: 0, approvalIds: [], hiddenIds: [], usualCurrency: null },
  });
  index.load([cachedBill(aBill('b', { memo: 'Timber' }), 'acme')]);
  const early = [index.known.holds('timber', false), noteOf.mock.calls.length];
  for (const _step of index.settle());
  index.loaded('payable');
  const settled = [index.known.holds('timber', false), noteOf.mock.calls.length];
  index.load([cachedBill(aBill('paid', { memo: 'Timber' }), 'acme')]);
  expect([early, settled, noteOf.mock.calls.length]).toEqual([[false, 0], [true, 1], 2]);
});

/** A bill whose page a refresh reads within a second. */
const payableId = manyBills().find(({ status }) => status === 'open')?.id ?? '';

/** Starts another renderer. Returns whether its screen was empty until the bills were read. */
async function startAgain() {
  const loading = harness.holdLoading();
  let isShown = false;
  const starting = harness.start().finally(() => (isShown = true));
  await harness.advance(SECOND_MS);
  const waited = !isShown;
  loading.release();
  return { ...(await starting), waited };
}

test('crawls that find nothing changed save no copy of the first screen', async () => {
  harness.main.service.set('acme', manyBills());
  const { workspace } = await harness.start();
  await harness.advance(MINUTE_MS);
  const put = vi.spyOn(IDBObjectStore.prototype, 'put');
  const saved = (): number =>
    put.mock.calls.filter(([value]) => Object(value).name === 'firstScreen').length;
  const seenAtMs = workspace.pull.get().payableSyncedAtMs ?? 0;
  await harness.advance(60 * MINUTE_MS);
  const counts = [saved()];
  const isReadAgain = (workspace.pull.get().payableSyncedAtMs ?? 0) > seenAtMs;
  harness.edit(payableId, { amountDueCents: 5 });
  workspace.commands.refresh();
  await harness.advance(MINUTE_MS);
  counts.push(saved());
  put.mockRestore();
  expect({ counts, isReadAgain }).toEqual({ counts: [0, 1], isReadAgain: true });
});

test('the first screen’s copy is not shown after a later page or approval', async () => {
  harness.main.service.set('acme', manyBills());
  const first = await harness.start();
  await harness.advance(MINUTE_MS);
  first.kill();
  const second = await startAgain();
  await harness.advance(MINUTE_MS);
  harness.edit(payableId, { amountDueCents: 5 });
  second.workspace.commands.refresh();
  await harness.advance(SECOND_MS);
  second.kill();
  const third = await startAgain();
  await harness.advance(MINUTE_MS);
  await harness.goOffline(third);
  await harness.advance(MINUTE_MS);
  await third.workspace.commands.approveBills([lastOf(third.workspace)]);
  third.kill();
  const fourth = await startAgain();
  expect([second, third, fourth].map(({ waited }) => waited)).toEqual([false, true, true]);
});

test('bills from disk are loaded at most 250 at a time, and shown once', async () => {
  const slices: number[] = [];
  let yields = 0;
  const rows = Array.from({ length: 2_100 }, (_none, at) => cachedBill(aBill(`b${at}`)));
  const shown: string[] = [];
  const ended = await loadInSlices(
    {
      isShown: () => true,
      platform: { yieldToMain: async () => void (yields += 1) },
      bills: {
        load: (slice) => void slices.push(slice.length),
        *settle() {
          yield;
          yield;
        },
        loaded: (what) => void shown.push(what),
      },
    },
    'payable',
    [
      (async function* chunk() {
        yield rows.slice(0, 2_000);
        yield rows.slice(2_000);
      })(),
    ],
  );
  expect({ ended, most: Math.max(...slices), slices: slices.length, yields, shown }).toEqual({
    ended: true,
    most: 250,
    slices: 9,
    yields: 11,
    shown: ['payable'],
  });
});

test('the next page deletes the first screen’s copy, and a window unaware of another window’s pages saves none', async () => {
  const disk = new IDBFactory();
  const [mine, others] = [await openTestCache(disk), await openTestCache(disk)];
  const commit = async (cache: BillCache, status: string, seenAtMs: number): Promise<void> => {
    const items = [aBill('b1', { status })];
    const times = { seenAtMs, askedMs: seenAtMs, listedMs: seenAtMs };
    const place = { organizationId: 'acme', status, after: null, run: 'run' };
    await cache.commitReread({ ...place, ...times, items });
  };
  const kept: unknown[] = [];
  const keep = async (cache: BillCache, what: string): Promise<void> => {
    await cache.saveFirstScreen(() => what);
    kept.push(await mine.firstScreen());
  };
  await commit(mine, 'open', 1);
  await keep(mine, 'first');
  await commit(mine, 'overdue', 2);
  kept.push(await mine.firstScreen());
  await keep(mine, 'second');
  await commit(others, 'open', 3);
  await keep(mine, 'of what is no more');
  // This window still reads and writes, although its list lacks that page.
  await commit(mine, 'paid', 4);
  await keep(mine, 'still without it');
  await keep(others, 'without that one');
  expect(kept).toEqual(['first', undefined, 'second', undefined, undefined, undefined]);
  mine.close();
  others.close();
});
