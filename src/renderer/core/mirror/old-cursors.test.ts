import { expect, test } from 'vitest';
import { sampleBill } from '../../kit/testing/samples.ts';
import { createOldCursors, type ReadPage } from './old-cursors.ts';

const before = sampleBill({ id: 'b1' });
const after = sampleBill({ id: 'b1', totalCents: 2 });
/** The second page of a list, read by an old cursor. */
const old: ReadPage = {
  ...{ organizationId: 'acme', status: 'open', after: 'c1' },
  ...{ askedMs: 10, listedMs: 0 },
};
/** A first page, which shows bills as they are. */
const listedAt = (listedMs: number): ReadPage => ({
  ...{ organizationId: 'acme', status: 'overdue', after: null },
  ...{ askedMs: listedMs, listedMs },
});

function start(isEnded = false) {
  let ends = 0;
  const cursors = createOldCursors(isEnded, async () => void (ends += 1));
  const place = { organizationId: 'acme', status: 'open', after: 'c1' };
  return { cursors, place, ends: () => ends };
}

test('P-66 a page is in doubt if a list begun after it shows one of its bills differently', () => {
  const doubts = [
    [listedAt(11), after],
    [listedAt(11), before],
    [listedAt(10), after],
    [listedAt(11), { ...after, id: 'b2' }],
    [{ ...listedAt(11), organizationId: 'other' }, after],
  ] as const;
  const observed = doubts.map(([page, bill]) => {
    const { cursors } = start();
    cursors.noteBills(old, [before]);
    cursors.noteBills(page, [bill]);
    return cursors.doubted();
  });
  expect(observed).toEqual([start().place, null, null, null, null]);
});

test('P-66 a list that agrees with the page settles it, and a page from a cache says nothing', () => {
  const { cursors } = start();
  cursors.noteBills({ ...old, askedMs: 0 }, [before]);
  cursors.noteBills(listedAt(11), [after]);
  const cached = cursors.doubted();
  cursors.noteBills(old, [before]);
  cursors.noteBills(listedAt(11), [before]);
  cursors.noteBills(listedAt(12), [after]);
  expect([cached, cursors.doubted()]).toEqual([null, null]);
});

/** Cursors after a list has put the old page in doubt. */
function startInDoubt() {
  const started = start();
  started.cursors.noteBills(old, [before]);
  started.cursors.noteBills(listedAt(11), [after]);
  return started;
}

test('P-66 the page in doubt ends old cursors if it shows the bill as before, once and for good', () => {
  const { cursors, ends } = startInDoubt();
  cursors.noteBills(old, [before]);
  const observed = [cursors.haveEnded(), cursors.doubted()];
  void cursors.end();
  expect([...observed, ends()]).toEqual([true, null, 1]);
  expect([start(true).cursors.haveEnded(), start().cursors.haveEnded()]).toEqual([true, false]);
});

test('P-66 the page in doubt keeps old cursors in use for this launch if it shows the change', () => {
  const { cursors } = startInDoubt();
  cursors.noteBills(old, [after]);
  const doubted = cursors.doubted();
  cursors.noteBills(old, [before]);
  expect([doubted, cursors.haveEnded()]).toEqual([null, false]);
});

test('P-66 only the page in doubt itself decides', () => {
  const others = [{ status: 'overdue' }, { after: 'c2' }];
  const observed = others.map((change) => {
    const { cursors } = startInDoubt();
    cursors.noteBills({ ...old, ...change }, [before]);
    return [cursors.haveEnded(), cursors.doubted() !== null];
  });
  expect(observed).toEqual(others.map(() => [false, true]));
});

test('P-66 a doubt ends when its page was read without the bill, and no other page ends it', () => {
  const { cursors, place } = startInDoubt();
  for (const change of [{ organizationId: 'other' }, { status: 'overdue' }, { after: null }])
    cursors.forgetDoubt({ ...place, ...change });
  const kept = cursors.doubted();
  cursors.forgetDoubt(place);
  cursors.forgetDoubt(place);
  expect([kept, cursors.doubted()]).toEqual([place, null]);
});

test('P-66 without old cursors, a page shows its bills as of the beginning of its list', () => {
  const page = { askedMs: 9, listedMs: 7 };
  expect([false, true].map((isEnded) => start(isEnded).cursors.readMs(page))).toEqual([9, 7]);
});
