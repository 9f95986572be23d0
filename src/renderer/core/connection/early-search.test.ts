import { expect, test } from 'vitest';
import { createObservable } from '../../../base/observable.ts';
import { createSeededRandom } from '../../../base/testing/seeded-random.ts';
import { createVirtualClock, settle } from '../../../base/testing/virtual-clock.ts';
import { isPayable } from '../../../contract/assumptions.ts';
import type { Bill } from '../../../contract/bill.ts';
import { payableByDueDate, type BillRow } from '../model/bill-row.ts';
import { createBillIndex } from '../bills/index/bill-index.ts';
import type { FirstScreen } from '../bills/index/first-screen.ts';
import { keptParts } from '../bills/index/kept-part.ts';
import { searchTerms } from '../bills/search/search-terms.ts';
import { aBill, cachedBill } from '../testing/fake-bridge.ts';
import { harnessOfEachTest, MINUTE_MS, SECOND_MS } from '../testing/workspace-harness.ts';
import { followFirstScreen, type EarlyFinds, type EarlySearch } from './early-search.ts';
import { Turnstile } from './turnstile.ts';
import type { Workspace } from './workspace.ts';

const harness = harnessOfEachTest();

const BILLS = 700;
const vendors = ['Quillmark Studio', 'Brødre', 'Oak & Timber'];

function manyBills(): Bill[] {
  const random = createSeededRandom(5);
  const below = (most: number): number => Math.floor(random.next() * most);
  return Array.from({ length: BILLS }, (_none, at) =>
    aBill(`b${at}`, {
      status: ['open', 'overdue', 'paid'][below(3)] ?? '',
      dueDate: at % 50 === 0 ? null : `2026-0${1 + below(6)}-${10 + below(19)}`,
      billNumber: `N${below(BILLS)}`,
      currency: at % 3 === 0 ? 'USD' : 'EUR',
      amountDueCents: at,
      vendor: { id: null, name: vendors[below(3)] ?? '' },
    }),
  );
}

const still = new AbortController().signal;

async function searched(
  early: EarlySearch | null,
  search: string,
  excluded: ReadonlySet<string> = new Set(),
): Promise<EarlyFinds | null> {
  return early ? early.find(searchTerms(search), excluded, still) : null;
}

/** Summary of a search: count, sums, and the first rows. */
function told(finds: EarlyFinds | null) {
  const sums = new Map<string, number>();
  for (const { bills, amountCents, currency } of finds?.dues ?? [])
    for (const [key, more] of [
      ['bills', bills],
      [currency, amountCents],
    ] as const)
      sums.set(key, (sums.get(key) ?? 0) + more);
  return { sums: Object.fromEntries(sums), rows: finds?.rows.map(({ bill }) => bill) };
}

/** Same summary of the list's own search, once the bills are in memory. */
function toldBy({ bills }: Workspace, search: string, excluded: ReadonlySet<string> = new Set()) {
  const rows = bills
    .query({ ...payableByDueDate, search })
    .filter(({ bill }) => !excluded.has(bill.id));
  const dues = rows.map(({ bill: { dueDate, ...bill } }) => ({
    ...{ dueDate, currency: bill.currency, bills: 1, amountCents: bill.amountDueCents },
  }));
  return told({ dues, rows: rows.slice(0, 60) });
}

/** Keeps a window open until it has saved its list. */
async function keepList(): Promise<void> {
  harness.main.service.set('acme', manyBills());
  const before = await harness.start();
  await harness.advance(2 * MINUTE_MS);
  await harness.goOffline(before);
  await harness.advance(SECOND_MS);
  await before.workspace.close();
}

const words = ['timber', 'n1', 'quill eur', 'brodre', '1.00', 'oak n2'];

test('C-93 a search before the bills are in memory finds the bills that the list finds later', async () => {
  await keepList();
  const takingIn = harness.holdTakingIn();
  const { workspace } = await harness.start();
  const early = workspace.earlySearch.get();
  const finds = await Promise.all(words.map((word) => searched(early, word)));
  const isBehind = workspace.bills.firstScreen.get() !== null;
  takingIn.release();
  await harness.advance(SECOND_MS);
  expect({ isBehind, finds: finds.map(told) }).toEqual({
    isBehind: true,
    finds: words.map((word) => toldBy(workspace, word)),
  });
  expect({ isOver: workspace.earlySearch.get(), none: await searched(early, 'zzz') }).toEqual({
    isOver: null,
    none: null,
  });
});

test('C-93 an early search finds and counts no bill that was approved or has left the inbox', async () => {
  await keepList();
  const takingIn = harness.holdTakingIn();
  const { workspace } = await harness.start();
  const [first, second] = workspace.bills.firstScreen.get()?.rows ?? [];
  const left = new Set([first?.bill.id ?? '', second?.bill.id ?? '']);
  await workspace.commands.approve([...left]);
  const approved = new Set(workspace.approvals.get().map(({ billId }) => billId));
  const early = await Promise.all(
    words.map((word) => searched(workspace.earlySearch.get(), word, approved)),
  );
  takingIn.release();
  await harness.advance(SECOND_MS);
  expect(approved).toEqual(left);
  expect(early.map(told)).toEqual(words.map((word) => toldBy(workspace, word, left)));
});

test('C-93 a found bill that is not in memory cannot be approved', async () => {
  await keepList();
  const takingIn = harness.holdTakingIn();
  const { workspace } = await harness.start();
  const finds = await searched(workspace.earlySearch.get(), 'timber');
  const unknown = (finds?.rows ?? []).filter(({ bill }) => workspace.bills.get(bill.id) === null);
  const ids = unknown.map(({ bill }) => bill.id);
  const seen = new Map(unknown.map((row) => [row.bill.id, row]));
  const { approved } = await workspace.commands.approve(ids, {}, seen);
  takingIn.release();
  await harness.advance(SECOND_MS);
  expect({ unknown: ids.length > 0, approved }).toEqual({ unknown: true, approved: [] });
});

test('C-93 a saved list is not searched once a later page was written', async () => {
  await keepList();
  const online = await harness.start();
  harness.main.isDown = false;
  harness.edit('b1', { status: 'open', amountDueCents: 5 });
  online.workspace.commands.refresh();
  await harness.advance(10 * SECOND_MS);
  online.kill();
  const takingIn = harness.holdTakingIn();
  const { workspace } = await harness.start();
  const isBehind = workspace.bills.firstScreen.get() !== null;
  expect({ isBehind, early: workspace.earlySearch.get() }).toEqual({ isBehind: true, early: null });
  takingIn.release();
});

const breathe = async (): Promise<void> => undefined;

test('C-93 if early search cannot be loaded, the bills still are, and the fault is reported', async () => {
  await keepList();
  const { since } = harness.timeline();
  const readSearch = async (): Promise<never> => {
    throw new Error('The file is gone.');
  };
  const { workspace } = await harness.start(undefined, { readSearch });
  await harness.advance(SECOND_MS);
  const { firstScreen } = workspace.bills;
  expect([firstScreen.get(), workspace.earlySearch.get()]).toEqual([null, null]);
  expect(since().join()).toContain('The file is gone.');
});

/** An early search over these bills, and its requests to the disk. */
async function searchOver(bills: readonly Bill[], onDisk: readonly Bill[] | Error = bills) {
  const index = createBillIndex();
  index.reset('acme');
  index.load(bills.map((bill) => cachedBill(bill)));
  index.loaded('all');
  const parts: string[] = [];
  const { rows } = index.find(payableByDueDate);
  // Each bill is on its own page.
  const pages = new Map(bills.map(({ id }, at) => [id, at + 1]));
  const pageOf = ({ billId }: { readonly billId: string }): number => pages.get(billId) ?? 0;
  for await (const part of keptParts(rows, ['acme'], pageOf, breathe)) parts.push(part);
  const asked: number[] = [];
  const faults: unknown[] = [];
  const earlySearch = createObservable<EarlySearch | null>(null);
  const known = new Map<string, BillRow>();
  const stop = followFirstScreen({
    cache: {
      listPart: async (part) => parts[part] ?? null,
      readPages: async (wanted) => {
        asked.push(...wanted);
        if (onDisk instanceof Error) throw onDisk;
        const found = onDisk.filter(({ id }) => wanted.includes(pages.get(id) ?? 0));
        return found.map((bill) => cachedBill(bill));
      },
    },
    platform: { breathe },
    turnstile: new Turnstile(createVirtualClock()),
    bills: {
      firstScreen: createObservable<FirstScreen | null>({} as FirstScreen),
      get: (billId) => known.get(billId) ?? null,
    },
    shown: () => ['acme'],
    earlySearch,
    onFault: (problem) => faults.push(problem),
  });
  await expect.poll(() => earlySearch.get()).not.toBeNull();
  return {
    find: (search: string) => searched(earlySearch.get(), search),
    early: earlySearch,
    asked,
    known,
    faults,
    stop,
  };
}

test('C-93 a search reads at most 60 bills from disk, and none that is in memory', async () => {
  const bills = manyBills();
  const { find, asked, known } = await searchOver(bills);
  const finds = await find('n');
  const payable = bills.filter(({ status }) => isPayable(status)).length;
  expect([told(finds).sums['bills'], asked.length]).toEqual([payable, 60]);
  for (const row of finds?.rows ?? []) known.set(row.bill.id, row);
  expect([(await find('n'))?.rows, asked.length]).toEqual([finds?.rows, 60]);
});

test('C-93 the first results are reported before all are found, and none is read twice', async () => {
  const { early, asked } = await searchOver(manyBills());
  const firsts: { readonly rows: readonly BillRow[]; readonly read: number }[] = [];
  const finds = await early
    .get()
    ?.find(searchTerms('n'), new Set(), still, (rows) => firsts.push({ rows, read: asked.length }));
  const rows = finds?.rows.slice(0, 20);
  expect({ firsts, all: finds?.rows.length, read: asked.length }).toEqual({
    ...{ firsts: [{ rows, read: 20 }], all: 60, read: 60 },
  });
});

test('C-93 if the disk fails, or a bill differs from the saved list, the search waits for the list', async () => {
  const bills = manyBills();
  const changed = bills.map((bill) => ({ ...bill, amountDueCents: 1_000_000 }));
  const gone = await searchOver(bills, []);
  const other = await searchOver(bills, changed);
  const failed = await searchOver(bills, new Error('The disk is gone.'));
  const finds = [gone, other, failed].map(({ find }) => find('timber'));
  expect(await Promise.all(finds)).toEqual([null, null, null]);
  expect([gone, other, failed].map(({ faults }) => faults.length)).toEqual([0, 0, 1]);
});

test('C-94 loading waits during a search, and continues after the search has failed', async () => {
  const turnstile = new Turnstile(createVirtualClock());
  const { promise, reject } = Promise.withResolvers<void>();
  let hasPassed = false;
  turnstile.hold(promise);
  const passing = turnstile.pass().then(() => (hasPassed = true));
  await settle();
  const before = hasPassed;
  reject(new Error('The disk is gone.'));
  await passing;
  expect([before, hasPassed]).toEqual([false, true]);
});

test('C-93 a saved list that cannot be read to its end delays the bills by five seconds', async () => {
  const clock = createVirtualClock();
  const turnstile = new Turnstile(clock);
  turnstile.hold(new Promise(() => undefined));
  let hasPassed = false;
  void turnstile.pass().then(() => (hasPassed = true));
  await clock.advance(4_999);
  const before = hasPassed;
  await clock.advance(1);
  await settle();
  expect([before, hasPassed]).toEqual([false, true]);
});
