import { expect, test } from 'vitest';
import { createVirtualClock } from '../../../base/testing/virtual-clock.ts';
import { createBillIndex } from '../bills/index/bill-index.ts';
import { KeptList } from '../bills/index/kept-list.ts';
import { aBill, cachedBill } from '../testing/fake-bridge.ts';
import { MINUTE_MS, SECOND_MS } from '../testing/workspace-harness.ts';
import { ListKeeper } from './list-keeper.ts';

/** A keeper for a list of one bill, and the lists it saved. */
function keeper(breathe: () => Promise<void> = async () => undefined) {
  const clock = createVirtualClock();
  const bills = createBillIndex();
  bills.reset('acme');
  bills.load([cachedBill(aBill('b1'))]);
  bills.loaded('all');
  const ids = ['acme'];
  const kept: string[] = [];
  const faults: unknown[] = [];
  let times = 0;
  const lists = new ListKeeper({
    clock,
    bills,
    cache: {
      listPart: async (part) => kept[part] ?? null,
      keepList: async (_of, make) => {
        times += 1;
        for await (const part of make(() => 1) ?? []) kept.push(part);
      },
    },
    platform: { breathe },
    shown: () => ids,
    onFault: (problem) => faults.push(problem),
  });
  /** Writes a page. */
  const write = (): void => {
    kept.length = 0;
    lists.changed();
  };
  return { clock, bills, lists, kept, faults, write, times: () => times };
}

test('C-93 the list is saved once nothing was written for 30 s, at most every half hour, and not if it is saved already', async () => {
  const { clock, lists, kept, write, times } = keeper();
  const after: number[] = [];
  const then = async (ms: number): Promise<void> => {
    await clock.advance(ms);
    after.push(times());
  };
  write();
  await then(20 * SECOND_MS);
  write();
  await then(20 * SECOND_MS);
  await then(40 * SECOND_MS);
  lists.changed();
  await then(2 * MINUTE_MS);
  write();
  await then(20 * MINUTE_MS);
  await then(20 * MINUTE_MS);
  expect(after).toEqual([0, 0, 1, 1, 1, 2]);
  expect(await KeptList.isKept(['acme'], async (part) => kept[part] ?? null)).toBe(true);
  await lists.close();
});

test('C-93 a closing window saves its list at once, but none while bills are still being loaded', async () => {
  const { lists, write, times, kept } = keeper();
  write();
  await lists.close();
  const reading = keeper();
  reading.bills.reset('acme');
  await reading.lists.close();
  expect([times(), kept.length, reading.times()]).toEqual([1, 1, 0]);
});

test('C-93 closing a window waits at most a second for its list, and cutting it short is no fault', async () => {
  const { promise, reject } = Promise.withResolvers<void>();
  const { clock, lists, kept, faults } = keeper(() => promise);
  let isClosed = false;
  const closing = lists.close().then(() => (isClosed = true));
  await clock.advance(SECOND_MS - 1);
  const before = isClosed;
  await clock.advance(1);
  await closing;
  reject(new Error('The cache is closed.'));
  await clock.advance(MINUTE_MS);
  expect({ before, kept, faults }).toEqual({ before: false, kept: [], faults: [] });
});
