import { expect, test, vi } from 'vitest';
import { createSeededRandom } from '../../../base/testing/seeded-random.ts';
import type { Bill } from '../../../contract/bill.ts';
import { sampleBill, sampleRow } from '../../kit/testing/samples.ts';
import { cachedBill } from '../testing/fake-bridge.ts';
import { type VendorBills, createVendorIndex } from './vendor-index.ts';
import type { BillRow } from './bill-row.ts';
import { createBillIndex } from './bill-index.ts';

function idsLike(vendors: VendorBills, bill: Bill): readonly string[] {
  return vendors
    .billsLike({ organizationId: 'acme', bill })
    .map((row) => row.bill.id)
    .toSorted();
}

test('M-12 whatever comes, changes and goes, a vendor’s bills are as if looked up among all', () => {
  const bills = createBillIndex();
  const vendors = createVendorIndex(bills);
  const random = createSeededRandom(7);
  const one = (most: number): number => Math.floor(random.next() * most);
  const names = ['Northwind', 'Southwind', 'Eastwind', null];
  const model = new Map<string, Bill>();
  bills.reset('acme');
  for (let step = 0; step < 400; step++) {
    const id = `bill-${one(40)}`;
    const name = names[one(names.length)] ?? null;
    if (one(5) === 0) {
      model.delete(id);
      bills.change({ organizationId: 'acme', upserts: [], deletes: [id] });
    } else {
      const bill = sampleBill({ id, vendor: name === null ? null : { name } });
      model.set(id, bill);
      bills.change({ organizationId: 'acme', upserts: [cachedBill(bill)], deletes: [] });
    }
  }
  const expected = (name: string): readonly string[] =>
    [...model.values()]
      .filter(({ vendor }) => vendor?.['name'] === name)
      .map(({ id }) => id)
      .toSorted();
  const found = names.map((name) =>
    idsLike(vendors, sampleBill({ vendor: name === null ? null : { name } })),
  );
  const before = found.map(({ length }) => length > 0);
  bills.reset('other');
  expect({ found, before, afterwards: idsLike(vendors, sampleBill()) }).toEqual({
    found: [...names.slice(0, 3).map((name) => expected(name ?? '')), []],
    before: [true, true, true, false],
    afterwards: [],
  });
});

test('M-12 of many bills only the vendor’s are looked at', () => {
  const byId = new Map<string, BillRow>();
  const watchers: ((billIds: readonly string[]) => void)[] = [];
  const get = vi.fn<(billId: string) => BillRow | null>((billId) => byId.get(billId) ?? null);
  const vendors = createVendorIndex({ get, watch: (watcher) => void watchers.push(watcher) });
  for (let at = 0; at < 10_000; at++) {
    const row = sampleRow({ id: `bill-${at}`, vendor: { name: `Vendor ${at % 500}` } });
    byId.set(row.bill.id, row);
  }
  for (const watcher of watchers) watcher([...byId.keys()]);
  get.mockClear();
  const found = vendors.billsLike(sampleRow({ vendor: { name: 'Vendor 7' } }));
  expect([found.length, get.mock.calls.length]).toEqual([20, 20]);
});
