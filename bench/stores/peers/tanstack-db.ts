/**
 * TanStack DB persisted by SQLite in the origin's private files, as its package recommends; live queries for
 * the rows shown. https://tanstack.com/db/latest/docs/overview
 */
import {
  createBrowserWASQLitePersistence,
  openBrowserWASQLiteOPFSDatabase,
  persistedCollectionOptions,
} from '@tanstack/browser-db-sqlite-persistence';
import { BTreeIndex, createCollection, createLiveQueryCollection, like } from '@tanstack/db';
import type { Bill } from '../../../src/contract/bill.ts';
import { searchedText, serve } from './store.ts';

interface Row {
  readonly id: string;
  readonly dueDate: string;
  readonly searched: string;
  readonly bill: Bill;
}

/** The part of a live query in use. */
interface Live {
  readonly toArray: readonly { readonly bill: unknown }[];
  subscribeChanges(changed: () => void): { unsubscribe(): void };
}

/** Adds rows of the service. A commit is complete when they are on disk. */
interface Writes {
  begin(): void;
  write(change: { readonly type: 'insert' | 'update'; readonly value: Row }): void;
  commit(): true | Promise<void>;
}
let service: Writes | null = null;

const collection = (async () => {
  const database = await openBrowserWASQLiteOPFSDatabase({ databaseName: 'bench.sqlite' });
  return createCollection(
    persistedCollectionOptions<Row, string>({
      id: 'bills',
      getKey: ({ id }) => id,
      persistence: createBrowserWASQLitePersistence({ database }),
      schemaVersion: 1,
      sync: {
        sync: (writes: Writes & { markReady(): void }) => {
          service = writes;
          writes.markReady();
        },
      },
    }),
  );
})();

async function put(type: 'insert' | 'update', bills: readonly Bill[]): Promise<void> {
  if (service === null) throw new Error('TanStack DB did not begin its sync.');
  service.begin();
  for (const bill of bills) service.write({ type, value: rowOf(bill) });
  await service.commit();
}

const rowOf = (bill: Bill): Row => ({
  id: bill.id,
  dueDate: bill.dueDate ?? '',
  searched: searchedText(bill),
  bill,
});
const billsOf = (rows: readonly { readonly bill: unknown }[]): readonly Bill[] =>
  rows.map(({ bill }) => bill as Bill);

async function firstOf(count: number): Promise<Live> {
  const rows = await collection;
  const first = createLiveQueryCollection((query) =>
    query
      .from({ row: rows })
      .orderBy(({ row }) => row.dueDate)
      .limit(count),
  );
  await first.preload();
  return first;
}
let shown: Live | null = null;

serve({
  fill: async (pages) => {
    const rows = await collection;
    await rows.preload();
    for await (const page of pages) await put('insert', page);
  },
  open: async (count) => {
    const rows = await collection;
    rows.createIndex((row) => row.dueDate, { indexType: BTreeIndex });
    shown = await firstOf(count);
    return billsOf(shown.toArray);
  },
  search: async (text, count) => {
    const rows = await collection;
    const found = createLiveQueryCollection((query) =>
      query
        .from({ row: rows })
        .where(({ row }) => like(row.searched, `%${text}%`))
        .orderBy(({ row }) => row.dueDate),
    );
    await found.preload();
    const all = found.toArray;
    await found.cleanup();
    return { found: all.length, first: billsOf(all.slice(0, count)) };
  },
  change: async (bill, count) => {
    shown ??= await firstOf(count);
    const live = shown;
    const changed = new Promise<void>((resolve) => {
      const subscription = live.subscribeChanges(() => {
        subscription.unsubscribe();
        resolve();
      });
    });
    await Promise.all([changed, put('update', [bill])]);
    return billsOf(live.toArray);
  },
});
