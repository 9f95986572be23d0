import { expect, test } from 'vitest';
import { createBillIndex } from './bill-index.ts';
import type { CachedBill } from '../mirror/cache-database.ts';

function cached(organizationId: string, id: string, totalCents = 100): CachedBill {
  const bill = {
    id,
    status: 'open',
    currency: 'EUR',
    total_cents: totalCents,
    amount_due_cents: totalCents,
  };
  return { organizationId, id, status: bill.status, generation: 1, seenAtMs: 0, bill };
}

/** An index of two organizations, of which nothing has been handed in yet. */
function indexOfBoth() {
  const index = createBillIndex();
  index.reset(['acme', 'lumen']);
  return {
    index,
    page: (
      organizationId: string,
      upserts: readonly CachedBill[],
      deletes: readonly string[] = [],
    ) => index.change({ organizationId, upserts, deletes }),
    /** What the bill with this id is, and who is left out. */
    told: (billId = 'same') => {
      const row = index.get(billId);
      return {
        shown: row && `${row.organizationId} ${row.bill.total_cents}`,
        conflicting: index.conflictingIds.get().map(({ organizationId }) => organizationId),
      };
    },
  };
}

test('W-13 bills of every organization shown change as pages arrive, those of others do not', () => {
  const { index, page } = indexOfBoth();
  index.load([cached('acme', 'a'), cached('lumen', 'l'), cached('third', 't')]);
  index.loaded();
  page('lumen', [cached('lumen', 'l', 7)]);
  page('third', [cached('third', 't2')]);
  page('acme', [], ['a']);
  const rows = index.query({ status: null, search: '', sort: 'dueDate', descending: false });
  expect(rows.map((row) => `${row.organizationId} ${row.bill.id} ${row.bill.total_cents}`)).toEqual(
    ['lumen l 7'],
  );
});

test('W-3 whether read from disk or from the service, the first bill of an id stays and the second is left out', () => {
  const disk = indexOfBoth();
  disk.index.load([cached('acme', 'same', 1)]);
  disk.index.load([cached('lumen', 'same', 2)]);
  const pages = indexOfBoth();
  pages.page('lumen', [cached('lumen', 'same', 2)]);
  pages.page('acme', [cached('acme', 'same', 1)]);
  const mixed = indexOfBoth();
  mixed.page('lumen', [cached('lumen', 'same', 2)]);
  mixed.index.load([cached('acme', 'same', 1)]);
  expect([disk.told(), pages.told(), mixed.told()]).toEqual([
    { shown: 'acme 1', conflicting: ['lumen'] },
    { shown: 'lumen 2', conflicting: ['acme'] },
    { shown: 'lumen 2', conflicting: ['acme'] },
  ]);
});

test('W-3 what happens to the bill left out never touches the one on screen', () => {
  const { index, page, told } = indexOfBoth();
  page('acme', [cached('acme', 'same', 1)]);
  page('lumen', [cached('lumen', 'same', 2)]);
  page('lumen', [cached('lumen', 'same', 3)]);
  const changed = told();
  page('lumen', [], ['same']);
  const gone = told();
  page('acme', [cached('acme', 'same', 5)]);
  const own = told();
  index.reset('lumen');
  expect({ changed, gone, own, reset: told() }).toEqual({
    changed: { shown: 'acme 1', conflicting: ['lumen'] },
    gone: { shown: 'acme 1', conflicting: [] },
    own: { shown: 'acme 5', conflicting: [] },
    reset: { shown: null, conflicting: [] },
  });
});

test('W-3 when the bill on screen goes, another organization’s never takes its place by itself', () => {
  const { index, page, told } = indexOfBoth();
  page('acme', [cached('acme', 'same', 1)]);
  page('lumen', [cached('lumen', 'same', 2)]);
  page('acme', [], ['same']);
  page('lumen', [cached('lumen', 'same', 3)]);
  const after = told();
  index.reset(['acme', 'lumen']);
  index.load([cached('lumen', 'same', 3)]);
  expect({ after, chosenAnew: told() }).toEqual({
    after: { shown: null, conflicting: ['lumen'] },
    chosenAnew: { shown: 'lumen 3', conflicting: [] },
  });
});

test('W-3 a bill that went while the disk was read leaves out nobody', () => {
  const { index, page, told } = indexOfBoth();
  page('lumen', [cached('lumen', 'same', 2)]);
  page('acme', [], ['same']);
  index.load([cached('acme', 'same', 1)]);
  expect(told()).toEqual({ shown: 'lumen 2', conflicting: [] });
});
