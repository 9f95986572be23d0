import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import {
  forgetAnnotations,
  LOCAL_SCHEMA_VERSION,
  localDatabaseName,
  openRow,
} from './local-database.ts';
import { sealedConnection } from '../testing/node-cipher.ts';
import { outOfInboxOf, shown, startAnnotations, tomorrow } from './testing/annotation-harness.ts';

/** Opens the database in the shape of a version, to write and read its rows directly. */
function openRaw(disk: IDBFactory, version: number) {
  const raw = new Dexie(localDatabaseName('connection'), { indexedDB: disk, IDBKeyRange });
  raw.version(version).stores({
    seen: '[organizationId+billId]',
    kept: '[organizationId+billId]',
    views: 'id',
  });
  return raw;
}

test('rows of version 2 are read unchanged, and unreadable rows stay on disk', async () => {
  const disk = new IDBFactory();
  const old = openRaw(disk, 2);
  const readable = {
    organizationId: 'acme',
    billId: 'bill-1',
    note: 'ask Ada',
    snoozedUntil: tomorrow,
    hiddenAtMs: null,
    hiddenAs: {
      vendorName: 'Northwind',
      billNumber: 'INV-1',
      currency: 'EUR',
      totalCents: 1_000,
      amountDueCents: 1_000,
      date: null,
      dueDate: '2026-11-20',
      memo: null,
    },
    addedLater: 'by a newer version',
  };
  const unreadable = { organizationId: 'acme', billId: 'bill-2', note: ['rich', 'text'] };
  await old.table('kept').bulkPut([readable, unreadable]);
  old.close();
  const started = await startAnnotations(disk);
  const read = [outOfInboxOf(started), started.annotations.annotationOf('acme', 'bill-2')];
  void started.annotations.setNote('acme', 'bill-2', 'plain');
  await started.annotations.returnToInbox([shown()]);
  await started.close();
  const raw = openRaw(disk, LOCAL_SCHEMA_VERSION);
  await raw.open();
  const onDisk = await raw.table('kept').toArray();
  raw.close();
  const { cipher } = sealedConnection();
  const rows = await Promise.all(onDisk.map((row) => openRow(cipher, 'kept', row)));
  expect({
    read,
    shown: onDisk.map((row) => Object.keys(row).toString()),
    rows,
    faults: started.faults,
  }).toEqual({
    read: [[['bill-1', 'snoozed']], null],
    shown: [
      'organizationId,billId,sealed',
      'organizationId,billId,sealed',
      'organizationId,billId,row',
    ],
    rows: [
      { ...readable, snoozedUntil: null, hiddenAs: null },
      {
        organizationId: 'acme',
        billId: 'bill-2',
        note: 'plain',
        snoozedUntil: null,
        hiddenAtMs: null,
        hiddenAs: null,
      },
      { organizationId: 'unreadable acme', billId: 'bill-2', row: unreadable },
    ],
    faults: [],
  });
});

test('while the database cannot be opened nothing is quarantined, and notes are merged once it can', async () => {
  const disk = new IDBFactory();
  const writer = await startAnnotations(disk);
  void writer.annotations.setNote('acme', 'bill-1', 'from before');
  await writer.close();
  const open = disk.open.bind(disk);
  disk.open = () => {
    throw new DOMException('no access', 'SecurityError');
  };
  const started = await startAnnotations(disk);
  void started.annotations.setNote('acme', 'bill-1', 'typed blindly');
  const observed = [await started.annotations.flush(), await started.annotations.hide([shown()])];
  disk.open = open;
  const later = await started.annotations.flush();
  expect({
    observed,
    later,
    hidden: outOfInboxOf(started),
    note: started.annotations.annotationOf('acme', 'bill-1')?.note,
  }).toEqual({
    observed: ['notSaved', 'notSaved'],
    hidden: [],
    later: 'saved',
    note: 'from before\ntyped blindly',
  });
  await started.close();
});

test('signing out deletes the viewed versions, and the user’s own work only on request', async () => {
  const disk = new IDBFactory();
  const idb = { indexedDB: disk, IDBKeyRange };
  const started = await startAnnotations(disk);
  void started.annotations.setNote('acme', 'bill-1', 'ask Ada');
  await started.annotations.hide([shown()]);
  await started.close();
  const raw = openRaw(disk, LOCAL_SCHEMA_VERSION);
  await raw.open();
  await raw.table('views').put({ id: 'view-1', name: 'Big ones' });
  const counts = async (): Promise<readonly number[]> =>
    Promise.all(['seen', 'kept', 'views'].map((name) => raw.table(name).count()));
  const seen = [await counts()];
  await forgetAnnotations('connection', idb, 'keep');
  seen.push(await counts());
  await forgetAnnotations('connection', idb, 'remove');
  seen.push(await counts());
  raw.close();
  expect(seen).toEqual([
    [1, 1, 1],
    [0, 1, 1],
    [0, 0, 0],
  ]);
});

test('T-30 notes under another key stay on disk unchanged, and are readable again with their key', async () => {
  const disk = new IDBFactory();
  const first = await startAnnotations(disk);
  void first.annotations.setNote('acme', 'bill-1', 'ask Ada');
  await first.close();
  const before = await rowsOf(disk);
  const other = await startAnnotations(disk, sealedConnection(undefined, 'x'));
  const locked = other.annotations.annotationOf('acme', 'bill-1');
  void other.annotations.setNote('acme', 'bill-2', 'meanwhile');
  await other.close();
  const again = await startAnnotations(disk);
  const note = again.annotations.annotationOf('acme', 'bill-1')?.note;
  await again.close();
  expect({ locked, untouched: (await rowsOf(disk))[0], note, faults: other.faults }).toEqual({
    locked: null,
    untouched: before[0],
    note: 'ask Ada',
    faults: [],
  });
});

test('T-2 a key that ends with Billfold seals no earlier note, and the bill stays hidden', async () => {
  const disk = new IDBFactory();
  const raw = openRaw(disk, 4);
  const note = { organizationId: 'acme', billId: 'bill-1', note: 'of an earlier version' };
  const row = { ...note, snoozedUntil: null, hiddenAtMs: 5, hiddenAs: null };
  await raw.table('kept').put(row);
  raw.close();
  const started = await startAnnotations(disk, { ...sealedConnection(), lasts: false });
  const { note: read, hiddenAtMs } = started.annotations.annotationOf('acme', 'bill-1') ?? {};
  await started.close();
  const without = await rowsOf(disk);
  await (await startAnnotations(disk)).close();
  const [sealed] = await rowsOf(disk);
  expect({ read, hiddenAtMs, without, sealed: Object.keys(Object(sealed)) }).toEqual({
    read: 'of an earlier version',
    hiddenAtMs: 5,
    without: [row],
    sealed: ['organizationId', 'billId', 'sealed'],
  });
});

test('annotations that another key sealed are reported, and stay on disk', async () => {
  const disk = new IDBFactory();
  const first = await startAnnotations(disk);
  void first.annotations.setNote('acme', 'bill-1', 'ask Ada');
  await first.close();
  const other = await startAnnotations(disk, sealedConnection('connection', 'd'));
  const found = [other.reportsOfLoss(), other.annotations.annotationOf('acme', 'bill-1')];
  await other.close();
  const again = await startAnnotations(disk);
  const { note } = again.annotations.annotationOf('acme', 'bill-1') ?? {};
  expect([first.reportsOfLoss(), found, again.reportsOfLoss(), note]).toEqual([
    ...[0, [1, null], 0],
    'ask Ada',
  ]);
  await again.close();
});

async function rowsOf(disk: IDBFactory): Promise<unknown[]> {
  const raw = openRaw(disk, LOCAL_SCHEMA_VERSION);
  await raw.open();
  const rows = await raw.table('kept').toArray();
  raw.close();
  return rows;
}
