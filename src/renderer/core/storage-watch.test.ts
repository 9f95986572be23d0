import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { createVirtualClock } from '../../base/testing/virtual-clock.ts';
import { watchStorage } from './storage-watch.ts';

/** A browser's database whose transactions end on command. */
async function aDisk() {
  const clock = createVirtualClock();
  const database: EventTarget & { transaction(): EventTarget } = Object.assign(new EventTarget(), {
    transaction: () => Object.assign(new EventTarget(), { db: database }),
  });
  const request = Object.assign(new EventTarget(), { result: database });
  const { indexedDB, isStalled } = watchStorage({ open: () => request } as never, clock);
  indexedDB.open('any');
  request.dispatchEvent(new Event('success'));
  const observed: boolean[] = [];
  isStalled.subscribe(() => observed.push(isStalled.get()));
  const begin = () => database.transaction();
  const close = () => database.dispatchEvent(new Event('close'));
  return { clock, isStalled, observed, begin, close };
}

const end = (transaction: EventTarget, how: 'complete' | 'abort'): boolean =>
  transaction.dispatchEvent(new Event(how));

test('P-70 a transaction that does not end within five seconds is reported until it ends', async () => {
  const { clock, isStalled, observed, begin } = await aDisk();
  const stuck = begin();
  await clock.advance(4_999);
  const before = isStalled.get();
  await clock.advance(60_000);
  end(stuck, 'complete');
  expect({ before, observed, sleepers: clock.sleepers() }).toEqual({
    ...{ before: false, observed: [true, false], sleepers: 0 },
  });
});

test('P-70 the report stays until the last slow transaction has ended or was aborted', async () => {
  const { clock, isStalled, begin } = await aDisk();
  const [one, other] = [begin(), begin()];
  await clock.advance(5_000);
  end(one, 'complete');
  const between = isStalled.get();
  end(other, 'abort');
  expect([between, isStalled.get(), clock.sleepers()]).toEqual([true, false, 0]);
});

test('P-70 a transaction is no longer reported once the browser has closed its database', async () => {
  const { clock, observed, begin, close } = await aDisk();
  begin();
  await clock.advance(5_000);
  close();
  expect([observed, clock.sleepers()]).toEqual([[true, false], 0]);
});

test('P-70 many short transactions in a row do not count as a slow one', async () => {
  const { clock, observed, begin } = await aDisk();
  let before = begin();
  for (let second = 0; second < 20; second += 1) {
    await clock.advance(1_000);
    const next = begin();
    end(before, 'complete');
    before = next;
  }
  end(before, 'complete');
  expect([observed, clock.sleepers()]).toEqual([[], 0]);
});

test('P-70 sleep of the computer does not count as waiting for the disk', async () => {
  const { clock, observed, begin } = await aDisk();
  const slept = begin();
  clock.jump(3_600_000);
  await clock.advance(1_000);
  end(slept, 'complete');
  expect(observed).toEqual([]);
});

test('P-70 every database opened through it is watched, and works as before', async () => {
  const clock = createVirtualClock();
  const { indexedDB, isStalled } = watchStorage(new IDBFactory(), clock);
  const database = new Dexie('any', { indexedDB, IDBKeyRange });
  database.version(1).stores({ rows: 'id' });
  await database.open();
  const ran: number[] = [];
  await database.transaction('rw', 'rows', async () => {
    await database.table('rows').put({ id: 'a' });
    ran.push(clock.sleepers());
  });
  const names = await indexedDB.databases();
  await database.delete();
  expect([ran, isStalled.get(), names.map(({ name }) => name), clock.sleepers()]).toEqual([
    [1],
    false,
    ['any'],
    0,
  ]);
});
