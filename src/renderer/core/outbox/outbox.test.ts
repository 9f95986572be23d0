import { IDBDatabase, IDBFactory, IDBKeyRange, IDBObjectStore } from 'fake-indexeddb';
import { expect, test, vi } from 'vitest';
import { createVirtualClock } from '../../../base/testing/virtual-clock.ts';
import { snapshotOf } from '../../../bridge/snapshot.ts';
import { failDatabaseCalls } from '../testing/failing-database.ts';
import { aBill } from '../testing/fake-bridge.ts';
import { anApproval } from './testing/an-approval.ts';
import { isStorageFull } from '../indexed-db.ts';
import { createOutboxDatabase } from './outbox-database.ts';
import { createOutbox } from './outbox.ts';
import { createDisk } from './testing/outbox-disk.ts';

test('O-10 a row is durable with its transaction: it is there after a restart', async () => {
  const disk = createDisk();
  const first = await disk.open();
  await first.add([anApproval(), anApproval({ id: 'a2', billId: 'b2', approvedAtMs: 5 })]);
  await first.apply('a1', { name: 'send', nowMs: 9, page: null });
  const before = first.approvals.get();
  first.close();
  const second = await disk.open();
  expect([second.approvals.get(), before.map((row) => row.state)]).toEqual([
    before,
    ['queued', 'sending'],
  ]);
  second.close();
});

test('O-10 many approvals are written in parts, and are all durable or none', async () => {
  const disk = createDisk();
  const outbox = await disk.open();
  const rows = Array.from({ length: 250 }, (_, at) =>
    anApproval({ id: `a${at}`, billId: `b${at}` }),
  );
  const later = rows.map((row) => ({ ...row, id: `later ${row.id}` }));
  const fault = failDatabaseCalls((nth, method) => (method === 'add' && nth > 200 ? 'full' : null));
  const isRefused = await outbox.add(rows).then(
    () => false,
    () => true,
  );
  fault.stop();
  const kept = [outbox.approvals.get().length];
  await outbox.add(later);
  const withdrawn = await outbox.applyAll(
    later.map(({ id: approvalId }) => ({ approvalId, event: { name: 'withdraw', nowMs: 1 } })),
  );
  outbox.close();
  const again = await disk.open();
  kept.push(again.approvals.get().length);
  const left = again.approvals.get().filter(({ state }) => state !== 'withdrawn');
  again.close();
  expect({ isRefused, kept, withdrawn: withdrawn.filter(({ ok }) => ok).length, left }).toEqual({
    isRefused: true,
    kept: [0, 250],
    withdrawn: 250,
    left: [],
  });
});

test('the second of two concurrent events sees the row written by the first', async () => {
  const outbox = await createDisk().open();
  await outbox.add([anApproval()]);
  const results = await Promise.all([
    outbox.apply('a1', { name: 'send', nowMs: 1, page: null }),
    outbox.apply('a1', { name: 'withdraw', nowMs: 1 }),
  ]);
  expect([results.map((result) => result.ok), outbox.approvals.get()[0]?.state]).toEqual([
    [true, false],
    'sending',
  ]);
  outbox.close();
});

/** A row of the previous version, whose bills have the service's field names. Never edit this. */
const ofEarlierVersion = {
  id: 'a1',
  connectionId: 'connection',
  signInId: 'sign-in-1',
  profileEpoch: '',
  organizationId: 'acme',
  billId: 'b1',
  snapshot: {
    billId: 'b1',
    billNumber: 'No. b1',
    vendorName: 'Acme',
    currency: 'EUR',
    totalCents: 10_000,
    amountDueCents: 10_000,
    dueDate: '2026-02-01',
    status: 'open',
    rest: { date: '2026-01-01', vendor: { name: 'Acme', iban: 'XX01' }, po_number: 'PO-7' },
  },
  state: 'confirmed',
  approvedAtMs: 100,
  batchId: 'batch',
  heldUntilMs: 100,
  attempt: 1,
  needsRecheckAfterMs: null,
  missedRechecks: 0,
  retryAtMs: null,
  waitingFor: null,
  outcome: {
    kind: 'confirmed',
    bill: {
      id: 'b1',
      object: 'bill',
      bill_number: 'No. b1',
      status: 'paid',
      date: '2026-01-01',
      due_date: '2026-02-01',
      currency: 'EUR',
      total_cents: 10_000,
      amount_due_cents: 0,
      vendor: { name: 'Acme', iban: 'XX01' },
    },
  },
  found: null,
  isAcknowledged: false,
  confirmedBy: 'service',
  history: [{ atMs: 1, event: 'confirmed', from: 'sending', to: 'confirmed', detail: null }],
};

test('O-10 a row of an earlier version, whose bills have the service’s field names, is read completely', async () => {
  const disk = createDisk();
  await disk.raw((database) => database.approvals.add(ofEarlierVersion));
  const outbox = await disk.open();
  const [row] = outbox.approvals.get();
  const bill = aBill('b1', { vendor: { id: null, name: 'Acme', others: { iban: 'XX01' } } });
  expect([row?.snapshot, row?.outcome, outbox.quarantined.get()]).toEqual([
    snapshotOf({ ...bill, others: { po_number: 'PO-7' } }),
    { kind: 'confirmed', bill: { ...bill, status: 'paid', amountDueCents: 0 } },
    [],
  ]);
  outbox.close();
});

test('O-10 a row from before epochs and acknowledgments is read with their first values', async () => {
  const disk = createDisk();
  const { profileEpoch: _, isAcknowledged: _no, found: _none, ...row } = anApproval();
  await disk.raw((database) => database.approvals.add(row));
  const outbox = await disk.open();
  expect(outbox.approvals.get()).toEqual([anApproval()]);
  outbox.close();
});

test('O-26 the undo period of a held approval begins with its row, any other period when it is first read', async () => {
  const { idb } = createDisk();
  const clock = createVirtualClock(42);
  const outbox = createOutbox({ idb, clock, onFault: () => undefined });
  await outbox.switchConnection('connection');
  const held = anApproval({ state: 'held' });
  const queued = anApproval({ id: 'a2', billId: 'b2' });
  await outbox.add([held, queued]);
  await clock.advance(3_000);
  expect([held, queued].map(outbox.undoLeftMs)).toEqual([2_000, 5_000]);
  outbox.close();
});

test('rows are hidden as soon as another connection is used, and stay while their own is read again', async () => {
  const outbox = await createDisk().open();
  await outbox.add([anApproval()]);
  const shown: number[] = [];
  outbox.approvals.subscribe(() => shown.push(outbox.approvals.get().length));
  await outbox.switchConnection('connection');
  await outbox.switchConnection('another');
  // The switch notifies twice: when it hides the old rows, and when it shows the other connection's none.
  expect(shown).toEqual([1, 0, 0]);
  outbox.close();
});

test('rows are reported once they are written, except those of another connection', async () => {
  const { idb } = createDisk();
  const written: string[][] = [];
  const outbox = createOutbox({
    ...{ idb, clock: createVirtualClock(42), onFault: () => undefined },
    onWritten: (rows) => void written.push(rows.map(({ id }) => id)),
  });
  const closed = await outbox.add([anApproval()]).then(
    () => 'added',
    () => 'refused',
  );
  const quarantined = outbox.quarantined.get();
  await outbox.switchConnection('connection');
  await outbox.add([anApproval()]);
  await outbox.add([anApproval({ id: 'a2', connectionId: 'another' })]);
  await outbox.apply('nobody', { name: 'withdraw', nowMs: 1 });
  outbox.close();
  const again = await outbox.add([anApproval({ id: 'a3' })]).then(
    () => 'added',
    () => 'refused',
  );
  expect([closed, quarantined, written, again]).toEqual(['refused', [], [['a1']], 'refused']);
});

test('O-12 a row that the journal rebuilds leaves the quarantine, and the others stay', async () => {
  const disk = createDisk();
  await disk.raw((database) => database.approvals.bulkAdd([{ id: 'a1' }, { id: 'a2' }]));
  const outbox = await disk.open();
  const shown: (readonly (string | null)[])[] = [];
  outbox.quarantined.subscribe(() => shown.push(outbox.quarantined.get().map(({ id }) => id)));
  await outbox.add([anApproval()]);
  await outbox.add([anApproval({ id: 'a3', billId: 'b3' })]);
  expect(shown).toEqual([['a2']]);
  outbox.close();
});

test('O-12 an unreadable row is quarantined unchanged, shown, and never deleted', async () => {
  const disk = createDisk();
  const damaged = { ...anApproval({ id: 'bad' }), state: 'lost', history: [7] };
  await disk.raw((database) => database.approvals.bulkAdd([damaged, anApproval()]));
  const outbox = await disk.open();
  const shown = outbox.quarantined.get();
  const readable = outbox.approvals.get().map((row) => row.id);
  outbox.close();
  const again = await disk.open();
  again.close();
  const kept = await disk.raw((database) => database.unreadable.toArray());
  expect({ shown, readable, kept }).toMatchObject({
    shown: [
      {
        id: 'bad',
        problems: [expect.stringMatching(/^state: /), expect.stringMatching(/^history\.0: /)],
      },
    ],
    readable: ['a1'],
    kept: [{ id: 'bad', quarantinedAtMs: 42, raw: damaged }],
  });
});

test('O-12 rows with odd keys are quarantined once, not again at each start', async () => {
  const disk = createDisk();
  const keys = [7, new Date(5), ['a', 1], new Uint8Array([1, 2]).buffer];
  await disk.raw((database) => database.approvals.bulkAdd(keys.map((id) => ({ id }))));
  const kept = [];
  const shown: unknown[] = [];
  for (let start = 0; start < 3; start++) {
    const outbox = await disk.open();
    shown.push(...outbox.quarantined.get().map(({ id }) => id));
    outbox.close();
    kept.push(await disk.raw((database) => database.unreadable.toArray()));
  }
  const left = await disk.raw((database) => database.approvals.count());
  const rawKeys = kept.map((rows) => Array.from(Object(rows), rawKeyOf));
  expect({ kept: rawKeys, left, shown: new Set(shown) }).toEqual({
    // In the order of keys: numbers, dates, bytes, lists.
    kept: [0, 1, 2].map(() => [keys[0], keys[1], keys[3], keys[2]]),
    left: 0,
    shown: new Set([null]),
  });
});

function rawKeyOf(row: unknown): unknown {
  return Reflect.get(Object(Reflect.get(Object(row), 'raw')), 'id');
}

test('rows of another connection are kept but not shown', async () => {
  const disk = createDisk();
  const outbox = await disk.open();
  await outbox.add([anApproval(), anApproval({ id: 'a2', connectionId: 'another' })]);
  const mine = outbox.approvals.get().map((row) => row.id);
  await outbox.switchConnection('another');
  expect([mine, outbox.approvals.get().map((row) => row.id)]).toEqual([['a1'], ['a2']]);
  outbox.close();
});

test('an event for an unknown row does nothing', async () => {
  const outbox = await createDisk().open();
  expect(await outbox.apply('nobody', { name: 'send', nowMs: 1, page: null })).toEqual({
    ok: false,
    why: 'noSuchRow',
  });
  outbox.close();
});

test('the outbox asks for strict durability: done means on disk', async () => {
  const indexedDB = new IDBFactory();
  const begun = vi.spyOn(IDBDatabase.prototype, 'transaction');
  const database = createOutboxDatabase({ indexedDB, IDBKeyRange });
  await database.open();
  begun.mockClear();
  await database.approvals.add(anApproval());
  const asked = begun.mock.calls.map(([, mode, options]) => [mode, options]);
  database.close();
  expect(asked).toEqual([['readwrite', { durability: 'strict' }]]);
});

test('many changes at once are all durable, or none', async () => {
  const disk = createDisk();
  const outbox = await disk.open();
  await outbox.add([anApproval(), anApproval({ id: 'a2', billId: 'b2' })]);
  const put = IDBObjectStore.prototype.put;
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function fail(
    this: IDBObjectStore,
    value,
    key,
  ) {
    if (Object(value).id === 'a2') throw new DOMException('full', 'QuotaExceededError');
    return put.call(this, value, key);
  });
  const event = { name: 'send', nowMs: 1, page: null } as const;
  const both = ['a1', 'a2'].map((approvalId) => ({ approvalId, event }));
  const refused = await outbox.applyAll(both).catch((problem: unknown) => isStorageFull(problem));
  full.mockRestore();
  const states = () => outbox.approvals.get().map((row) => row.state);
  const inMemory = states();
  await outbox.switchConnection('connection');
  expect({ refused, inMemory, onDisk: states() }).toEqual({
    refused: true,
    inMemory: ['queued', 'queued'],
    onDisk: ['queued', 'queued'],
  });
  outbox.close();
});

test('a durable write is reported as successful even if an observer throws', async () => {
  const disk = createDisk();
  const outbox = await disk.open();
  outbox.approvals.subscribe(() => {
    throw new Error('a screen broke');
  });
  const added = await outbox.add([anApproval()]).then(() => 'saved', String);
  const applied = await outbox
    .apply('a1', { name: 'send', nowMs: 1, page: null })
    .then((it) => it.ok, String);
  const states = outbox.approvals.get().map((row) => row.state);
  outbox.close();
  expect({ added, applied, states, faults: disk.faults.map(String) }).toEqual({
    added: 'saved',
    applied: true,
    states: ['sending'],
    faults: ['Error: a screen broke', 'Error: a screen broke'],
  });
});
