/**
 * PouchDB over IndexedDB: `bulkDocs` per page, an index of `pouchdb-find` on the due date, and the changes feed
 * for the rows shown. https://pouchdb.com/guides/mango-queries.html, https://pouchdb.com/api.html#changes
 */
import PouchDB from 'pouchdb-browser';
import find from 'pouchdb-find';
import type { Bill } from '../../../src/contract/bill.ts';
import { searchedText, serve } from './store.ts';

interface Row {
  readonly bill: Bill;
}

PouchDB.plugin(find);
const database = new PouchDB('bench');

const rowOf = (bill: Bill): object => ({
  _id: bill.id,
  dueDate: bill.dueDate ?? '',
  searched: searchedText(bill),
  bill,
});
const first = async (count: number): Promise<readonly Bill[]> => {
  const selector = { dueDate: { $gte: '' } };
  const { docs } = await database.find({ selector, sort: ['dueDate'], limit: count });
  return docs.map(({ bill }: Row) => bill);
};

serve({
  fill: async (pages) => {
    for await (const page of pages) await database.bulkDocs(page.map(rowOf));
    await database.createIndex({ index: { fields: ['dueDate'] } });
    // The first query fills the index.
    await first(1);
  },
  open: first,
  search: async (text, count) => {
    const escaped = text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');
    const selector = { dueDate: { $gte: '' }, searched: { $regex: escaped } };
    const { docs } = await database.find({ selector, sort: ['dueDate'], limit: 1_000_000 });
    return { found: docs.length, first: docs.slice(0, count).map(({ bill }: Row) => bill) };
  },
  change: async (bill, count) => {
    const feed = database.changes({ since: 'now', live: true });
    const heard = new Promise((resolve) => feed.once('change', resolve));
    const before = await database.get(bill.id);
    await database.put({ ...rowOf(bill), _rev: before._rev });
    await heard;
    feed.cancel();
    return first(count);
  },
});
