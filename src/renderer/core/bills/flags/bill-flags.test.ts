import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test, vi } from 'vitest';
import { createObservable } from '../../../../base/observable.ts';
import { createVirtualClock, settle } from '../../../../base/testing/virtual-clock.ts';
import { settingsSchema } from '../../../../bridge/settings.ts';
import type { Bill } from '../../../../contract/bill.ts';
import { createBillIndex } from '../index/bill-index.ts';
import type { ReturnedBill } from './returned-bills.ts';
import type { CachedBill } from '../../mirror/cache-database.ts';
import { sampleBill } from '../../../kit/testing/samples.ts';
import { createBillFlags } from './bill-flags.ts';
import { sealedConnection } from '../../testing/node-cipher.ts';
import { createLastViewed } from '../../local/last-viewed.ts';

const organizationId = 'acme';
const returned = createObservable<ReadonlyMap<string, ReturnedBill>>(new Map());
const settings = createObservable(settingsSchema.parse({}));
const clock = createVirtualClock(Date.UTC(2026, 10, 20, 12));
const decisions = {
  version: createObservable(0),
  notDuplicateOf: () => [],
  holdOf: () => null,
  isTrusted: () => false,
};

function cached(bill: Bill): CachedBill {
  return { organizationId, id: bill.id, status: bill.status, generation: 1, seenAtMs: 0, bill };
}

/** The flags of an organization with these bills, its paid ones not read yet. */
function world(...present: readonly Bill[]) {
  const bills = createBillIndex();
  const historyReadOf = createObservable<ReadonlySet<string>>(new Set());
  const idb = { indexedDB: new IDBFactory(), IDBKeyRange };
  const onFault = (problem: unknown): never => {
    throw problem;
  };
  const lastViewed = createLastViewed({ idb, clock: createVirtualClock(9), onFault });
  lastViewed.switchConnection(sealedConnection());
  const flags = createBillFlags({
    bills,
    historyReadOf,
    lastViewed,
    decisions,
    returned,
    settings,
    clock,
  });
  bills.reset(organizationId);
  bills.load(present.map(cached));
  return {
    bills,
    historyReadOf,
    lastViewed,
    flags,
    page: (...upserts: readonly Bill[]) =>
      bills.change({ organizationId, upserts: upserts.map(cached), deletes: [] }),
    kinds: (id = 'bill-1') => flags.flagsOf(id).map(({ kind }) => kind),
  };
}

test('no vendor counts as new before the paid bills have been read', () => {
  const { bills, historyReadOf, kinds } = world(sampleBill());
  const observed = [kinds()];
  historyReadOf.set(new Set([organizationId]));
  observed.push(kinds());
  bills.loaded('all');
  observed.push(kinds());
  expect(observed).toEqual([[], [], ['firstOfVendor']]);
});

test('viewing a bill repeats no comparison, but changing one does', () => {
  const { flags, page, kinds, lastViewed } = world(sampleBill(), sampleBill({ id: 'bill-2' }));
  const compared = vi.spyOn(decisions, 'notDuplicateOf');
  const counts = ['bill-1', 'bill-2'].map((id) => kinds(id) && compared.mock.calls.length);
  flags.viewed('bill-1');
  counts.push(kinds('bill-1') && kinds('bill-2') && compared.mock.calls.length);
  page(sampleBill({ memo: 'other' }));
  counts.push(kinds('bill-1') && kinds('bill-2') && compared.mock.calls.length);
  expect(counts).toEqual([1, 2, 2, 4]);
  lastViewed.close();
});

test('a bill that changed after the user viewed it is flagged until the user views it again', async () => {
  const { flags, page, kinds, lastViewed } = world(sampleBill());
  const observed = [kinds()];
  flags.viewed('bill-1');
  observed.push(kinds());
  page(sampleBill({ status: 'overdue' }));
  observed.push(kinds());
  page(sampleBill({ memo: 'new bank account' }));
  observed.push(kinds());
  flags.viewed('bill-1');
  observed.push(kinds());
  // A bill that can no longer be approved needs no flag.
  page(sampleBill({ status: 'paid', amountDueCents: 0 }));
  observed.push(kinds());
  expect(observed).toEqual([[], [], [], ['changed'], [], []]);
  await settle();
  lastViewed.close();
});

test('flags are updated when a copy arrives, when it goes, and when another organization is shown', () => {
  const { bills, flags, page, kinds } = world(sampleBill({ date: '2026-11-02' }));
  const observed = [kinds()];
  page(sampleBill({ id: 'copy', date: '2026-11-02' }));
  observed.push(kinds());
  const same = flags.flagsOf('bill-1') === flags.flagsOf('bill-1');
  bills.change({ organizationId, upserts: [], deletes: ['copy'] });
  observed.push(kinds());
  page(sampleBill({ id: 'copy', date: '2026-11-02' }));
  bills.reset('other');
  observed.push(kinds());
  expect({ observed, same }).toEqual({ observed: [[], ['duplicate'], [], []], same: true });
});

test('a bill is compared only with bills of its own organization', () => {
  const { bills, historyReadOf, kinds } = world();
  historyReadOf.set(new Set(['acme']));
  const of = (organization: string, id: string): CachedBill => ({
    ...cached(sampleBill({ id, date: '2026-11-02', billNumber: organization })),
    organizationId: organization,
  });
  bills.reset(['acme', 'lumen']);
  bills.load([of('acme', 'a1'), of('lumen', 'l1')]);
  bills.loaded('all');
  const apart = [kinds('a1'), kinds('l1')];
  bills.change({ organizationId: 'lumen', upserts: [of('lumen', 'l2')], deletes: [] });
  const copied = [kinds('a1'), kinds('l1'), kinds('l2')];
  bills.change({ organizationId: 'lumen', upserts: [], deletes: ['l1'] });
  historyReadOf.set(new Set(['acme', 'lumen']));
  expect({ apart, copied, left: [kinds('a1'), kinds('l2')] }).toEqual({
    // Lumen's paid bills have not been read, so no vendor counts as new there yet.
    apart: [['firstOfVendor'], []],
    copied: [['firstOfVendor'], ['duplicate'], ['duplicate']],
    left: [['firstOfVendor'], ['firstOfVendor']],
  });
});

test('F-27 a flag that is switched off marks no bill, but the bill is still not routine', () => {
  const { bills, historyReadOf, flags, kinds } = world(
    sampleBill({ dueDate: '2026-01-01', date: '2026-11-02' }),
  );
  historyReadOf.set(new Set([organizationId]));
  bills.loaded('all');
  const observed = [kinds()];
  settings.set({ ...settings.get(), flagsOff: ['firstOfVendor'] });
  observed.push(kinds());
  const routine = flags.regularityOf('bill-1');
  settings.set({ ...settings.get(), flagsOff: [] });
  expect([observed, routine?.deviations.includes('flagged')]).toEqual([
    [['dueBeforeDate', 'firstOfVendor'], ['dueBeforeDate']],
    true,
  ]);
});

test('a bill is no longer dated in the future once its day has come', async () => {
  const { kinds } = world(sampleBill({ date: '2026-11-21', dueDate: null }));
  const observed = [kinds()];
  await clock.advance(24 * 3_600_000);
  expect([...observed, kinds()]).toEqual([['futureDate'], []]);
});

test.each<[string, Bill['vendor'], Bill['vendor']]>([
  ['open bill', { id: 'v-77', name: null }, { id: 'v-77', name: 'Paper' }],
  ['paid bill', { id: 'v-77', name: 'Paper' }, { id: null, name: 'v-77' }],
])(
  'an id alone on the %s hides neither a duplicate nor the vendor’s history',
  (_of, open, paid) => {
    const bill = sampleBill({ vendor: open });
    const { bills, historyReadOf, kinds } = world(bill, {
      ...{ ...bill, id: 'paid', status: 'paid', vendor: paid },
    });
    historyReadOf.set(new Set([organizationId]));
    bills.loaded('all');
    expect(kinds()).toEqual(['duplicate']);
  },
);
