import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { createSeededRandom } from '../../../base/testing/seeded-random.ts';
import type { MalformedItem } from '../../../contract/body/read-item.ts';
import { aBill } from '../testing/fake-bridge.ts';
import { asked, crawl, openTestCache, readAllBills, storedBills } from '../testing/test-cache.ts';
import type { BillCache } from './bill-cache.ts';
import { createCacheDatabase } from './cache-database.ts';

const organizationId = 'acme';
async function storedInvoices(cache: BillCache): Promise<string[]> {
  const rows = [];
  for await (const chunk of cache.readInvoices(organizationId)) rows.push(...chunk);
  return rows.map(({ id }) => id).toSorted();
}

const broken = (id: string | null): MalformedItem => ({
  id,
  problems: ['total_cents: expected int'],
  raw: { id, total_cents: '1' },
});

test('C-1 an unfinished crawl sweeps nothing; a finished one sweeps the bills it did not list', async () => {
  const cache = await openTestCache();
  await crawl(cache, 'payable', [{ items: [aBill('1'), aBill('2')] }, {}, {}]);
  await crawl(cache, 'payable', [{ items: [aBill('1')] }, {}]);
  const unfinished = await storedBills(cache);
  await crawl(cache, 'payable', [{}]);
  expect([unfinished, await storedBills(cache)]).toEqual([['1 open', '2 open'], ['1 open']]);
});

test('C-2 a bill that changes status or is listed twice in a crawl has one row, from the last listing', async () => {
  const cache = await openTestCache();
  await crawl(cache, 'payable', [
    { items: [aBill('1'), aBill('2')], next: 'c' },
    { items: [aBill('2'), aBill('3')] },
    { items: [aBill('1', { status: 'overdue' })] },
    { items: [aBill('3', { status: 'partially_paid' })] },
  ]);
  expect(await storedBills(cache)).toEqual(['1 overdue', '2 open', '3 partially_paid']);
});

test('a sweep of one group leaves the other’s bills, also those just moved into it', async () => {
  const cache = await openTestCache();
  await crawl(cache, 'history', [{ items: [aBill('old', { status: 'paid' })] }, {}]);
  await crawl(cache, 'payable', [{ items: [aBill('1')] }, {}, {}]);
  await crawl(cache, 'history', [{ items: [aBill('1', { status: 'paid' })] }, {}]);
  await crawl(cache, 'payable', [{}, {}, {}]);
  expect(await storedBills(cache)).toEqual(['1 paid']);
});

test('the sweep spares a bill that an approval’s answer moves into a chain already read', async () => {
  const cache = await openTestCache();
  await crawl(cache, 'payable', [{ items: [aBill('1'), aBill('2')] }, {}, {}]);
  await crawl(cache, 'history', [{}]);
  await cache.keepBill(organizationId, aBill('1', { status: 'paid' }), 6);
  await crawl(cache, 'history', [{}]);
  const afterwards = await storedBills(cache);
  await crawl(cache, 'history', [{}, {}]);
  expect([afterwards, await storedBills(cache)]).toEqual([['1 paid', '2 open'], ['2 open']]);
});

test('C-2 a page that arrives late replaces no bill that was read after it, except one of an earlier launch', async () => {
  const cache = await openTestCache();
  await crawl(cache, 'payable', [{ items: [aBill('1'), aBill('2')] }, {}, {}]);
  const place = { organizationId, status: 'open', after: null, seenAtMs: 1, listedMs: 0 } as const;
  const paid = [aBill('1', { status: 'paid' })];
  await cache.commitReread({ ...place, run: 'first', askedMs: 20, items: paid });
  const earlier = { ...place, run: 'first', askedMs: 10 };
  const late = [
    await cache.commitReread({ ...earlier, items: [aBill('1'), aBill('2')] }),
    await cache.commitReread({ ...earlier, items: [aBill('1')] }),
  ];
  const afterwards = await storedBills(cache);
  await cache.commitReread({ ...place, run: 'next', askedMs: 1, items: [aBill('1')] });
  expect([
    late.map(({ upserts }) => upserts.map(({ id }) => id)),
    afterwards,
    await storedBills(cache),
  ]).toEqual([
    [['2'], []],
    ['1 paid', '2 open'],
    ['1 open', '2 open'],
  ]);
});

test('C-4 the cursor is saved with its page, and a restart continues after it', async () => {
  const disk = new IDBFactory();
  const first = await openTestCache(disk);
  await crawl(first, 'payable', [{ items: [aBill('1')], next: 'page-2' }]);
  first.close();
  const second = await openTestCache(disk);
  const { running } = await second.beginCrawl({ organizationId, group: 'payable' }, 99, 99);
  expect([await storedBills(second), running]).toEqual([
    ['1 open'],
    {
      generation: 2,
      beganAtMs: 1,
      orderedMs: 1,
      status: 'open',
      after: 'page-2',
      pages: 3,
      bills: 1,
      restarts: 0,
      inChain: 1,
      again: 0,
      overlaps: false,
      cuts: [],
      front: { isOver: true, pages: 2, again: 0 },
    },
  ]);
});

test('a page that the crawl does not expect changes nothing', async () => {
  const cache = await openTestCache();
  await crawl(cache, 'payable', [{ items: [aBill('1')], next: 'page-2' }]);
  const late = {
    items: [aBill('2')],
    malformed: [],
    nextCursor: null,
    cutShort: null,
    isCached: false,
  };
  const place = { organizationId, group: 'payable', ...asked, page: late } as const;
  const answers = await Promise.all([
    cache.commitPages([{ ...place, generation: 2, status: 'open', after: null }]),
    cache.commitPages([{ ...place, generation: 9, status: 'open', after: 'page-2' }]),
    cache.commitPages([{ ...place, generation: 2, status: 'overdue', after: 'page-2' }]),
  ]);
  expect([answers, await storedBills(cache)]).toEqual([[null, null, null], ['1 open']]);
});

test('C-6 a malformed item is kept beside the page’s other items, until it is readable or no longer listed', async () => {
  const cache = await openTestCache();
  const ids = async (): Promise<string[]> =>
    (await cache.malformed(organizationId)).map((item) => item.id ?? 'none').toSorted();
  await crawl(cache, 'payable', [
    { items: [aBill('1')], malformed: [broken('2'), broken('3'), broken(null)] },
    {},
    {},
  ]);
  const first = [await storedBills(cache), await ids()];
  await crawl(cache, 'payable', [{ items: [aBill('1'), aBill('2')], malformed: [broken(null)] }]);
  const second = await ids();
  await crawl(cache, 'payable', [{}, {}]);
  expect([first, second, await ids(), await storedBills(cache)]).toEqual([
    [['1 open'], ['2', '3', 'none']],
    ['3', 'none'],
    ['none'],
    ['1 open', '2 open'],
  ]);
});

test('a bill with an unknown status is removed once complete crawls of both groups did not list it', async () => {
  const cache = await openTestCache();
  await crawl(cache, 'payable', [{ items: [aBill('x', { status: 'disputed' })] }, {}, {}]);
  await crawl(cache, 'payable', [{}, {}, {}]);
  const afterPayable = await storedBills(cache);
  await crawl(cache, 'history', [{}, {}]);
  expect([afterPayable, await storedBills(cache)]).toEqual([['x disputed'], []]);
});

test('C-8 a refused cursor restarts its chain, three times per crawl, and then the crawl is given up', async () => {
  const cache = await openTestCache();
  const key = { organizationId, group: 'payable' } as const;
  await crawl(cache, 'payable', [{}, { items: [aBill('1')], next: 'stale' }]);
  const tries = [];
  for (let refused = 0; refused < 4; refused++) {
    const restarted = await cache.restartChain(key, 2);
    const running = restarted?.crawl.running;
    tries.push([restarted?.gaveUp, running?.status ?? null, running?.after ?? null]);
  }
  const next = await cache.beginCrawl(key, 2, 2);
  expect([tries, next.running?.front?.isOver, await storedBills(cache)]).toEqual([
    [
      [false, 'overdue', null],
      [false, 'overdue', null],
      [false, 'overdue', null],
      [true, null, null],
    ],
    false,
    ['1 open'],
  ]);
});

test('dropping history makes room and leaves the payable bills', async () => {
  const cache = await openTestCache();
  await crawl(cache, 'payable', [{ items: [aBill('1')] }, {}, {}]);
  await crawl(cache, 'history', [
    { items: [aBill('2', { status: 'paid' })] },
    { items: [aBill('3', { status: 'void' })] },
  ]);
  const changes = await cache.dropHistory();
  const crawls = (await cache.readCrawls()).map((row) => row.group);
  expect([changes.flatMap((change) => change.deletes), await storedBills(cache), crawls]).toEqual([
    ['2', '3'],
    ['1 open'],
    ['payable'],
  ]);
});

test('C-10 each organization has its own mirror, even with equal ids', async () => {
  const cache = await openTestCache();
  await crawl(cache, 'payable', [{ items: [aBill('1')] }, {}, {}]);
  const theirs = { items: [aBill('1', { memo: 'theirs' })] };
  await crawl(cache, 'payable', [theirs, {}, {}], 'other');
  const keys = [organizationId, 'other'].map((id) => ({ organizationId: id, billId: '1' }));
  const memos = [...(await cache.readBills(keys)).values()].map((row) => row.bill.memo);
  expect(memos).toEqual([null, 'theirs']);
});

test('invoices are crawled like bills: the cursor with its page, the sweep only at the end', async () => {
  const disk = new IDBFactory();
  const first = await openTestCache(disk);
  await crawl(first, 'invoices', [{ items: [{ id: '1' }, { id: '2' }] }]);
  await crawl(first, 'invoices', [{ items: [{ id: '2' }], next: 'page-2' }]);
  const unfinished = await storedInvoices(first);
  first.close();
  const second = await openTestCache(disk);
  const { running } = await second.beginCrawl({ organizationId, group: 'invoices' }, 9, 9);
  await crawl(second, 'invoices', [{ items: [{ id: '3', total_cents: 5 }] }]);
  expect([unfinished, running?.after, await storedInvoices(second)]).toEqual([
    ['1', '2'],
    'page-2',
    ['2', '3'],
  ]);
});

test('bills and invoices with equal ids coexist, and neither sweeps the other', async () => {
  const cache = await openTestCache();
  const observed = async () => [
    await storedBills(cache),
    await storedInvoices(cache),
    (await cache.malformed(organizationId)).length,
    (await cache.malformedInvoices(organizationId)).length,
  ];
  await crawl(cache, 'payable', [{ items: [aBill('1')] }, {}, {}]);
  await crawl(cache, 'invoices', [{ items: [{ id: '1' }], malformed: [broken(null)] }]);
  await crawl(cache, 'payable', [{ items: [aBill('1')] }, {}, {}]);
  const both = await observed();
  await crawl(cache, 'invoices', [{}]);
  expect([both, await observed()]).toEqual([
    [['1 open'], ['1'], 0, 1],
    [['1 open'], [], 0, 0],
  ]);
});

/** Content of the cache's files, as text. */
async function textOnDisk(indexedDB: IDBFactory): Promise<string> {
  const raw = createCacheDatabase('connection', { indexedDB, IDBKeyRange });
  await raw.open();
  const rows = await Promise.all(raw.tables.map((table) => table.toArray()));
  raw.close();
  const asText = (_key: string, value: unknown): unknown =>
    value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value;
  return JSON.stringify(rows, asText);
}

test('C-90 the disk shows only ids, statuses and times of bills and invoices; with another key the cache starts over', async () => {
  const disk = new IDBFactory();
  const cache = await openTestCache(disk);
  await cache.putOrganizations([{ id: 'acme', name: 'Alder & Finch' }]);
  await crawl(cache, 'payable', [
    { items: [aBill('b-1', { memo: 'oak boards' })], malformed: [broken('b-2'), broken(null)] },
    {},
    {},
  ]);
  await crawl(cache, 'invoices', [{ items: [{ id: 'i-1', memo: 'a wardrobe' }] }]);
  await cache.keepBill(organizationId, aBill('b-1', { status: 'paid', memo: 'pine boards' }), 6);
  cache.close();
  const text = await textOnDisk(disk);
  const words = ['boards', 'wardrobe', 'Finch', 'Acme', 'EUR', '10000', 'No. b-1', 'expected int'];
  const other = await openTestCache(disk, undefined, 'x');
  expect({
    inClear: words.filter((word) => text.includes(word)),
    named: ['b-1', 'b-2', 'i-1', 'paid'].filter((word) => text.includes(word)),
    afterwards: [
      await storedBills(other),
      await other.readCrawls(),
      (await other.organizations()).listed,
    ],
  }).toEqual({ inClear: [], named: ['b-1', 'b-2', 'i-1', 'paid'], afterwards: [[], [], []] });
});

test('C-91 a page moved to another page’s place does not open, and its bills return with the next crawl', async () => {
  const disk = new IDBFactory();
  const first = await openTestCache(disk);
  const pages = [{ items: [aBill('1')], next: 'c' }, { items: [aBill('2')] }, {}, {}];
  await crawl(first, 'payable', pages);
  first.close();
  const raw = createCacheDatabase('connection', { indexedDB: disk, IDBKeyRange });
  await raw.open();
  const other = await raw.pages.get(2);
  if (other) await raw.pages.put({ ...other, seq: 1 });
  raw.close();
  const cache = await openTestCache(disk);
  const swapped = await storedBills(cache);
  await crawl(cache, 'payable', pages);
  expect([swapped, await storedBills(cache)]).toEqual([['2 open'], ['1 open', '2 open']]);
});

test('C-91 an older version of a page does not open in the place of a newer one with the same bills', async () => {
  const disk = new IDBFactory();
  const pagesOf = (memo: string) => [{ items: [aBill('1', { memo })] }, {}, {}];
  const rowsOf = async (change: (rows: { seq: number; sealed: Uint8Array }[]) => unknown) => {
    const raw = createCacheDatabase('connection', { indexedDB: disk, IDBKeyRange });
    await raw.open();
    const rows = await raw.pages.toArray();
    change(rows);
    await raw.pages.bulkPut(rows);
    raw.close();
  };
  const first = await openTestCache(disk);
  await crawl(first, 'payable', pagesOf('old'));
  let old: Uint8Array | undefined;
  await rowsOf(([row]) => (old = row?.sealed));
  await crawl(first, 'payable', pagesOf('new'));
  first.close();
  await rowsOf((rows) => {
    for (const row of rows) row.sealed = old ?? row.sealed;
  });
  const cache = await openTestCache(disk);
  const replaced = await storedBills(cache);
  await crawl(cache, 'payable', pagesOf('new'));
  const rows = await readAllBills(cache, organizationId);
  expect([old?.length === 0, replaced, rows.map(({ bill }) => bill.memo)]).toEqual([
    false,
    [],
    ['new'],
  ]);
});

test('reading pages out of turn leaves at most twice as many pages as needed, plus a few', async () => {
  const disk = new IDBFactory();
  const cache = await openTestCache(disk);
  const random = createSeededRandom(5);
  const list = Array.from({ length: 1_000 }, (_, at) => aBill(`b${at}`));
  for (let from = 0; from < 1_000; from += 50) {
    await crawl(cache, 'payable', [{ items: list.slice(from, from + 50), next: `${from}` }]);
  }
  const counted = createCacheDatabase('connection', { indexedDB: disk, IDBKeyRange });
  await counted.open();
  let most = 0;
  // Reads a page every two minutes for eight hours while bills move. Answers to approvals bring single bills.
  for (let reread = 0; reread < 240; reread++) {
    const moved = list.splice(Math.floor(random.next() * 1_000), 1);
    list.splice(Math.floor(random.next() * 1_000), 0, ...moved);
    const from = Math.floor(random.next() * 100);
    const place = { organizationId, status: 'open', after: `${from}`, ...asked };
    if (reread % 2 === 0) await cache.keepBill(organizationId, moved[0] ?? aBill('b0'), 6);
    else await cache.commitReread({ ...place, items: list.slice(from, from + 50) });
    if (reread % 20 === 0) most = Math.max(most, await counted.pages.count());
  }
  counted.close();
  const isBounded = most <= 2 * 20 + 33;
  expect({ bills: (await storedBills(cache)).length, isBounded }).toEqual({
    bills: 1_000,
    isBounded: true,
  });
});

test('P-14 a window reads and continues another window’s crawl without losing a bill', async () => {
  const disk = new IDBFactory();
  const mine = await openTestCache(disk);
  const theirs = await openTestCache(disk);
  await crawl(mine, 'payable', [{ items: [aBill('1'), aBill('2')], next: 'c' }]);
  const first = await storedBills(theirs);
  await crawl(theirs, 'payable', [{ items: [aBill('2'), aBill('3')], next: 'd' }]);
  const second = await storedBills(mine);
  await crawl(mine, 'payable', [{ items: [aBill('3', { status: 'overdue' }), aBill('4')] }]);
  expect([first, second, await storedBills(theirs), await storedBills(mine)]).toEqual([
    ['1 open', '2 open'],
    ['1 open', '2 open', '3 open'],
    ['1 open', '2 open', '3 overdue', '4 open'],
    ['1 open', '2 open', '3 overdue', '4 open'],
  ]);
});
