import { expect, test } from 'vitest';
import { createSeededRandom } from '../../../../base/testing/seeded-random.ts';
import { vendorName } from '../../../../contract/bill.ts';
import { createBillIndex } from '../../../core/bills/index/bill-index.ts';
import { payableByDueDate } from '../../../core/model/bill-row.ts';
import { grouperFor } from '../../../core/bills/lists/list-groups.ts';
import { makeFirstScreen } from '../../../core/bills/index/make-first-screen.ts';
import { aBill, cachedBill } from '../../../core/testing/fake-bridge.ts';
import { firstLayout } from './first-layout.ts';
import { createListLayouts } from './list-layouts.ts';
import type { ListLayout } from './list-layout.ts';

const dues = [
  '2026-03-01',
  '2026-03-02T00:00:00Z',
  '2026-03-04',
  '2026-03-09',
  'soon',
  '1 May',
  null,
];

/** The layout as on screen: every heading, every total, and the available bills. */
function drawn({ entryCount, billCount, entryAt, totals, ...layout }: ListLayout, bills: number) {
  const entries = Array.from({ length: entryCount }, (_none, index) => entryAt(index));
  const headings = entries.flatMap((entry, at) => (entry?.kind === 'group' ? [[at, entry]] : []));
  const rows = layout.rows
    .slice(0, bills)
    .map(({ bill }, at) => [bill.id, vendorName(bill), layout.entryOfBill(at)]);
  return { entryCount, billCount, totals, headings, rows };
}

test.each([1, 2, 3, 4, 5, 6])(
  'the list from the saved first screen has the layout of the list of all bills, on any day, whatever has left it (seed %i)',
  (seed) => {
    const random = createSeededRandom(seed);
    const below = (most: number): number => Math.floor(random.next() * most);
    const index = createBillIndex();
    index.reset('acme');
    const size = seed * 60;
    const bills = Array.from({ length: size }, (_none, at) =>
      aBill(`b${at}`, {
        status: below(5) === 0 ? 'paid' : 'open',
        dueDate: dues[below(dues.length)] ?? null,
        currency: ['EUR', 'USD', 'JPY'][below(3)] ?? '',
        amountDueCents: below(9_000) - 1_000,
        // Only one bill of each vendor has the name.
        vendor: { id: `v${at % 5}`, name: at < size - 5 ? null : `V${at % 5}` },
      }),
    );
    index.load(bills.map((bill) => cachedBill(bill)));
    index.loaded('all');
    const hiddenIds = bills.filter(() => below(9) === 0).map(({ id }) => id);
    const facts = { organizationIds: ['acme'], approvals: [], hiddenIds };
    const screen = makeFirstScreen(index, () => [], [], facts);
    if (screen === null) throw new Error('too large to be kept');
    const calendar = { today: below(2) ? '2026-03-02' : '2026-03-04', weekStartsOn: 1 } as const;
    const excluded = new Set(hiddenIds);
    const all = createListLayouts().layOut({
      found: index.find(payableByDueDate),
      similar: null,
      excluded,
      grouper: grouperFor('dueDate', calendar),
      lastFirst: false,
    });
    const again = createBillIndex();
    again.reset('acme');
    again.begin(structuredClone(screen));
    const first = firstLayout(screen, again, excluded, calendar);
    expect(drawn(first, first.rows.length)).toEqual(drawn(all, first.rows.length));
    expect(first.rows.length).toBeGreaterThan(Math.min(size / 2, 80));
    // Rows must be the index's own objects, because the list finds a bill by its row.
    expect(first.rows.slice().every((row) => again.get(row.bill.id) === row)).toBe(true);
  },
);
