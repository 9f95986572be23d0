import { expect, test } from 'vitest';
import { canonicalJson } from '../../src/base/canonical-json.ts';
import { createSeededRandom } from '../../src/base/testing/seeded-random.ts';
import type { Bill } from '../../src/contract/bill.ts';
import { createFlagIndex } from '../../src/renderer/core/bills/flags/flag-index.ts';
import { sampleBill } from '../../src/renderer/kit/testing/samples.ts';

// More than one: the thread's clock is coarse.
const PAGES = 50;

test('F-12 100,000 bills are taken in within three times a plain pass over them, and a page of 50 within 20 ms', () => {
  const random = createSeededRandom(7);
  const draw = (most: number): number => Math.floor(random.next() * most);
  const billAt = (at: number): Bill =>
    sampleBill({
      id: `bill-${(at * 7919) % 100_003}`,
      bill_number: `INV-2026-${String(at).padStart(6, '0')}`,
      vendor: { name: `Vendor ${draw(800)} Ltd` },
      date: `20${20 + draw(7)}-${10 + draw(3)}-${10 + draw(19)}`,
      due_date: '2026-12-24',
      total_cents: 10_000 + draw(500_000),
      status: at % 20 === 0 ? 'open' : 'paid',
    });
  const bills = Array.from({ length: 100_000 }, (_none, at) => billAt(at));
  const pages = Array.from({ length: PAGES }, (_none, at) =>
    bills.slice(at * 2_000, at * 2_000 + 50).map((bill) => ({ ...bill, total_cents: 5_000 + at })),
  );
  const index = createFlagIndex();
  const ask = (of: readonly Bill[]): void => {
    for (const { id } of of) index.flagsOf(id, true);
  };
  // What this machine takes for the least there is to do: machines differ, and so do their moments.
  const floor = measured(() => {
    const texts = new Map<string, string>();
    for (const bill of bills) texts.set(bill.id, canonicalJson(bill));
  });
  const build = measured(() => {
    for (const bill of bills) index.put(bill.id, bill);
  });
  const visible = bills.filter(({ status }) => status === 'open').slice(0, 50);
  const firstAsk = measured(() => ask(visible));
  const ofPages = measured(() => {
    for (const page of pages) {
      for (const bill of page) index.put(bill.id, bill);
      ask(page);
      ask(visible);
    }
  });
  const update = ofPages / PAGES;
  const all = measured(() => ask(bills));
  console.log(
    `100,000 bills taken in: ${build.toFixed(0)} ms, ${(build / floor).toFixed(2)} times the floor of ${floor.toFixed(0)} ms; 50 rows asked first: ${firstAsk.toFixed(1)} ms; ` +
      `a page of 50 taken in and 100 rows asked: ${update.toFixed(1)} ms; all 5,000 to approve asked: ${all.toFixed(0)} ms`,
  );
  expect({ build: build < 3 * floor, update: update < 20 }).toEqual({ build: true, update: true });
});

/** This thread's own time, milliseconds, so that whatever else the machine does is not measured. */
function measured(work: () => void): number {
  const spentMs = (): number => process.threadCpuUsage().user / 1_000;
  const beganMs = spentMs();
  work();
  return spentMs() - beganMs;
}
