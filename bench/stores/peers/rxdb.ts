/**
 * RxDB over its Dexie storage: an index on the due date, `bulkUpsert` per page, and a live query for the rows
 * shown. https://rxdb.info/rx-storage-dexie.html, https://rxdb.info/rx-query.html
 */
import { createRxDatabase } from 'rxdb/plugins/core';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import { filter, firstValueFrom, map } from 'rxjs';
import type { Bill } from '../../../src/contract/bill.ts';
import { searchedText, serve } from './store.ts';

const schema = {
  version: 0,
  primaryKey: 'id',
  type: 'object',
  properties: {
    id: { type: 'string', maxLength: 64 },
    dueDate: { type: 'string', maxLength: 10 },
    searched: { type: 'string' },
    bill: { type: 'object', additionalProperties: true },
  },
  required: ['id', 'dueDate', 'searched', 'bill'],
  indexes: ['dueDate'],
} as const;

interface Row {
  readonly bill: Bill;
}

const collection = (async () => {
  const database = await createRxDatabase({
    name: 'bench',
    storage: getRxStorageDexie(),
    multiInstance: false,
  });
  const { bills } = await database.addCollections({ bills: { schema } });
  if (bills === undefined) throw new Error('RxDB did not make the collection.');
  return bills;
})();

const rowOf = (bill: Bill): object => ({
  id: bill.id,
  dueDate: bill.dueDate ?? '',
  searched: searchedText(bill),
  bill,
});
const billsOf = (rows: readonly { toJSON(): unknown }[]): readonly Bill[] =>
  rows.map((row) => (row.toJSON() as Row).bill);

serve({
  fill: async (pages) => {
    const bills = await collection;
    for await (const page of pages) await bills.bulkInsert(page.map(rowOf));
  },
  open: async (count) =>
    billsOf(await (await collection).find({ sort: [{ dueDate: 'asc' }], limit: count }).exec()),
  search: async (text, count) => {
    const escaped = text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');
    const found = await (
      await collection
    )
      .find({ selector: { searched: { $regex: escaped } }, sort: [{ dueDate: 'asc' }] })
      .exec();
    return { found: found.length, first: billsOf(found.slice(0, count)) };
  },
  change: async (bill, count) => {
    const bills = await collection;
    const shown = firstValueFrom(
      bills.find({ sort: [{ dueDate: 'asc' }], limit: count }).$.pipe(
        map(billsOf),
        filter(([first]) => first?.memo === bill.memo),
      ),
    );
    await bills.upsert(rowOf(bill));
    return shown;
  },
});
