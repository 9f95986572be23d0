import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { createVirtualClock, settle } from '../../../base/testing/virtual-clock.ts';
import { sampleBill } from '../../kit/testing/samples.ts';
import { forgetAnnotations, LOCAL_SCHEMA_VERSION, localDatabaseName } from './local-database.ts';
import { sealedConnection } from '../testing/node-cipher.ts';
import { createLastViewed, type LastViewed } from './last-viewed.ts';
import { viewedChanges, viewedFieldsOf } from '../bills/flags/viewed-bill.ts';

interface Started {
  readonly lastViewed: LastViewed;
  readonly faults: unknown[];
}

function start(indexedDB: IDBFactory, connectionId = 'connection'): Started {
  const faults: unknown[] = [];
  const lastViewed = createLastViewed({
    idb: { indexedDB, IDBKeyRange },
    clock: createVirtualClock(1_000),
    onFault: (problem) => faults.push(problem),
  });
  lastViewed.switchConnection(sealedConnection(connectionId));
  return { lastViewed, faults };
}

/** Total of the bill as last viewed, once the record has been read. */
async function seenTotal({ lastViewed }: Started, organizationId = 'acme'): Promise<number | null> {
  lastViewed.of(organizationId, 'bill-1');
  await settle();
  return lastViewed.of(organizationId, 'bill-1')?.fields.totalCents ?? null;
}

test('changes are listed field by field, and passing time is no change', () => {
  const seen = viewedFieldsOf(sampleBill({ memo: null }));
  const changes = (fields: Parameters<typeof sampleBill>[0]) =>
    viewedChanges(seen, viewedFieldsOf(sampleBill(fields))).map(({ field, before, after }) => [
      field,
      before,
      after,
    ]);
  expect({
    overdue: changes({ status: 'overdue', memo: '' }),
    edited: changes({
      amountDueCents: 900,
      dueDate: null,
      vendor: { id: null, name: 'Northwind BV' },
    }),
  }).toEqual({
    overdue: [],
    edited: [
      ['vendorName', 'Northwind', 'Northwind BV'],
      ['amountDueCents', 1_000, 900],
      ['dueDate', '2026-11-20', null],
    ],
  });
});

test('a later view replaces the earlier one, and deleting leaves none', async () => {
  const disk = new IDBFactory();
  const first = start(disk);
  first.lastViewed.saw('acme', sampleBill());
  first.lastViewed.saw('acme', sampleBill({ totalCents: 7 }));
  await settle();
  const inMemory = await seenTotal(first);
  first.lastViewed.switchConnection(null);
  const afterwards = await seenTotal(first);
  const reader = start(disk);
  const onDisk = await seenTotal(reader);
  reader.lastViewed.close();
  await settle();
  await forgetAnnotations('connection', { indexedDB: disk, IDBKeyRange }, 'keep');
  expect([inMemory, afterwards, onDisk, await seenTotal(start(disk))]).toEqual([7, null, 7, null]);
});

test('rows of version 1 are read unchanged, and unreadable rows are skipped', async () => {
  const disk = new IDBFactory();
  // The shape of version 1, written out so that a later version has to read it.
  const raw = new Dexie(localDatabaseName('connection'), { indexedDB: disk, IDBKeyRange });
  raw.version(1).stores({ seen: '[organizationId+billId]' });
  await raw.table('seen').bulkPut([
    {
      organizationId: 'acme',
      billId: 'bill-1',
      seenAtMs: 5,
      fields: {
        vendorName: 'Northwind',
        billNumber: 'INV-1',
        currency: 'EUR',
        totalCents: 1_000,
        amountDueCents: 1_000,
        date: null,
        dueDate: '2026-11-20',
        memo: null,
      },
    },
    { organizationId: 'acme', billId: 'broken', seenAtMs: 5, fields: { totalCents: '1' } },
  ]);
  raw.close();
  const started = start(disk);
  expect({
    total: await seenTotal(started),
    broken: started.lastViewed.of('acme', 'broken'),
    faults: started.faults,
  }).toEqual({ total: 1_000, broken: null, faults: [] });
  started.lastViewed.close();
});

test('fields that a newer version has added survive a write by this one', async () => {
  const disk = new IDBFactory();
  const newer = new Dexie(localDatabaseName('connection'), { indexedDB: disk, IDBKeyRange });
  newer.version(LOCAL_SCHEMA_VERSION + 1).stores({ seen: '[organizationId+billId]', notes: 'id' });
  const unknown = { organizationId: 'acme', billId: 'bill-2', glances: 3 };
  await newer.table('seen').put(unknown);
  await newer.table('notes').put({ id: 1, text: 'ask Ada' });
  newer.close();
  const started = start(disk);
  started.lastViewed.saw('acme', sampleBill());
  await settle();
  started.lastViewed.close();
  await settle();
  await newer.open();
  const kept = await newer.table<{ billId: string }>('seen').toArray();
  const notes = await newer.table<{ text: string }>('notes').toArray();
  newer.close();
  expect({
    kept: kept.map(({ billId }) => billId),
    unknown: kept.find(({ billId }) => billId === 'bill-2'),
    notes,
    faults: started.faults,
  }).toEqual({
    kept: ['bill-1', 'bill-2'],
    unknown,
    notes: [{ id: 1, text: 'ask Ada' }],
    faults: [],
  });
});

test('if the record cannot be opened, views are kept in memory and the fault is reported', async () => {
  const disk = new IDBFactory();
  disk.open = () => {
    throw new DOMException('no access', 'SecurityError');
  };
  const started = start(disk);
  started.lastViewed.saw('acme', sampleBill());
  await settle();
  expect([await seenTotal(started), started.faults.length]).toEqual([1_000, 1]);
  started.lastViewed.close();
});
