import { expect, test } from 'vitest';
import { canonicalJson } from '../../src/base/canonical-json.ts';
import { createSeededRandom } from '../../src/base/testing/seeded-random.ts';
import type { Bill } from '../../src/contract/bill.ts';
import { createFlagIndex } from '../../src/renderer/core/bills/flags/flag-index.ts';
import { sampleBill } from '../../src/renderer/kit/testing/samples.ts';

// Several pages, because the thread's clock is coarse.
const PAGES = 50;
const BILLS = 30_000;

test('adding bills takes at most three times a plain pass over them, and a page of 50 a tenth', () => {
  const random = createSeededRandom(7);
  const draw = (most: number): number => Math.floor(random.next() * most);
  const billAt = (at: number): Bill =>
    sampleBill({
      id: `bill-${(at * 7919) % 100_003}`,
      billNumber: `INV-2026-${String(at).padStart(6, '0')}`,
      vendor: { id: null, name: `Vendor ${draw(800)} Ltd` },
      date: `20${20 + draw(7)}-${10 + draw(3)}-${10 + draw(19)}`,
      dueDate: '2026-12-24',
      totalCents: 10_000 + draw(500_000),
      status: at % 20 === 0 ? 'open' : 'paid',
    });
  const bills = Array.from({ length: BILLS }, (_none, at) => billAt(at));
  const pages = Array.from({ length: PAGES }, (_none, at) =>
    bills.slice(at * 500, at * 500 + 50).map((bill) => ({ ...bill, totalCents: 5_000 + at })),
  );
  const index = createFlagIndex();
  const ask = (of: readonly Bill[]): void => {
    for (const { id } of of) index.flagsOf(id, true);
  };
  // Time of the least possible work on this machine at this moment, because both vary.
  const floor = measured(() => {
    const texts = new Map<string, string>();
    for (const bill of bills) texts.set(bill.id, canonicalJson(bill));
  });
  const build = measured(() => {
    for (const bill of bills) index.put(bill.id, bill);
  });
  const visible = bills.filter(({ status }) => status === 'open').slice(0, 50);
  ask(visible);
  const ofPages = measured(() => {
    for (const page of pages) {
      for (const bill of page) index.put(bill.id, bill);
      ask(page);
      ask(visible);
    }
  });
  const page = ofPages / PAGES;
  expect({ build: build < 3 * floor, page: page < floor / 10 }).toEqual({
    build: true,
    page: true,
  });
});

/** CPU time of this thread, milliseconds, so that other load on the machine does not count. */
function measured(work: () => void): number {
  const spentMs = (): number => process.threadCpuUsage().user / 1_000;
  const beganMs = spentMs();
  work();
  return spentMs() - beganMs;
}
