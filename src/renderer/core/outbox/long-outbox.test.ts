import { IDBDatabase, IDBObjectStore } from 'fake-indexeddb';
import { expect, test, vi } from 'vitest';
import { anApproval } from './testing/an-approval.ts';
import { createDisk } from './testing/outbox-disk.ts';

/** A disk with many rows of a connection. The first five are in different states, the others confirmed. */
async function fill(length = 1_001) {
  const disk = createDisk();
  const outbox = await disk.open();
  const states = ['held', 'changed', 'unknown', 'rejected', 'withdrawn'] as const;
  const rows = Array.from({ length }, (_none, at) =>
    anApproval({ id: `a${at}`, billId: `b${at}`, state: states[at] ?? 'confirmed' }),
  );
  await outbox.add([...rows, anApproval({ id: 'elsewhere', connectionId: 'other' })]);
  outbox.close();
  return { disk, rows };
}

test('O-10 a start reads the rows that wait or need the user, and the others of more than 1,000 afterwards', async () => {
  const { disk, rows } = await fill();
  await disk.raw((database) => database.approvals.put({ ...rows[9], history: 'damaged' }));
  const outbox = await disk.open();
  const read = () => [
    outbox.approvals.get().length,
    outbox.count(),
    outbox.quarantined.get().length,
    outbox.isWhole(),
  ];
  const early = outbox.approvals.get().map(({ state }) => state);
  const steps = [read()];
  await outbox.readThese(['a7', 'a8', 'a9', 'elsewhere', 'unknown']);
  steps.push(read());
  await outbox.readRest();
  steps.push(read());
  outbox.close();
  expect({ early: early.toSorted(), steps }).toEqual({
    early: ['changed', 'held', 'rejected', 'unknown'],
    steps: [
      [4, 1_001, 0, false],
      [6, 1_001, 0, false],
      [1_000, 1_000, 1, true],
    ],
  });
});

test('O-10 rows in memory stay when the others are read and when the database is opened again', async () => {
  const { disk } = await fill();
  const outbox = await disk.open();
  const lengths: number[] = [];
  const reading = outbox.readRest();
  await outbox.apply('a0', { name: 'withdraw', nowMs: 1 });
  await reading;
  outbox.approvals.subscribe(() => lengths.push(outbox.approvals.get().length));
  await outbox.switchConnection('connection');
  outbox.close();
  expect([outbox.approvals.find('a0')?.state, lengths]).toEqual(['withdrawn', [1_001]]);
});

test('O-10 an outbox of 1,000 rows is read whole at the start', async () => {
  const { disk } = await fill(999);
  const outbox = await disk.open();
  const shown = [outbox.isWhole(), outbox.approvals.get().length];
  outbox.close();
  expect(shown).toEqual([true, 999]);
});

test('O-10 rows read for one connection are never shown under the next', async () => {
  const { disk } = await fill(2_500);
  const outbox = await disk.open();
  const lengths: number[] = [];
  outbox.approvals.subscribe(() => lengths.push(outbox.approvals.get().length));
  const reading = outbox.readRest();
  await outbox.switchConnection('other');
  await reading;
  const shown = outbox.approvals.get().map(({ id }) => id);
  outbox.close();
  expect([shown, Math.max(...lengths)]).toEqual([['elsewhere'], 1]);
});

test('O-10 rows already in memory are not shown again when the others are read', async () => {
  const { disk } = await fill(2_500);
  const outbox = await disk.open();
  const before = outbox.approvals.find('a1');
  let changes = 0;
  outbox.approvals.subscribe(() => (changes += 1));
  await outbox.readThese(['a1']);
  const afterNone = changes;
  await outbox.readRest();
  const isSame = outbox.approvals.find('a1') === before;
  const length = outbox.approvals.get().length;
  outbox.close();
  expect({ afterNone, changes, isSame, length }).toEqual({
    // Observers learn of the first 2,000 in a later task, which this clock does not run.
    ...{ afterNone: 0, changes: 1, isSame: true, length: 2_500 },
  });
});

test('a long outbox is read in batches, all in one transaction', async () => {
  const disk = createDisk();
  const ids = Array.from({ length: 1_234 }, (_none, index) => `a${index}`);
  const rows = ids.map((id, index) => anApproval({ id, approvedAtMs: index }));
  const damaged = { ...anApproval(), id: 7, state: 'lost' };
  await disk.raw((database) => database.approvals.bulkAdd([...rows, damaged]));
  const transactions = vi.spyOn(IDBDatabase.prototype, 'transaction');
  const outbox = await disk.open();
  transactions.mockClear();
  const pieces = vi.spyOn(IDBObjectStore.prototype, 'getAll');
  await outbox.readRest();
  const begun = transactions.mock.calls.filter(
    ([stores]) => JSON.stringify(stores) === '["approvals"]',
  );
  const sizes = pieces.mock.calls.flatMap(([options]) => Object(options).count ?? []);
  vi.restoreAllMocks();
  expect({
    isWhole: outbox.approvals.get().length === ids.length,
    newest: outbox.approvals.get()[0]?.id,
    hidden: outbox.quarantined.get().length,
    begun: begun.length,
    sizes,
  }).toEqual({ isWhole: true, newest: 'a1233', hidden: 1, begun: 1, sizes: [500, 500, 500] });
  outbox.close();
});
