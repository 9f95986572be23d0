import { expect, test } from 'vitest';
import { createSeededRandom } from '../../../base/testing/seeded-random.ts';
import { sampleRow } from '../../kit/testing/samples.ts';
import { grouperFor } from '../../core/bills/list-groups.ts';
import { layOut, type ListLayout } from './list-layout.ts';
import { createListLayouts } from './list-layouts.ts';

const calendar = { today: '2026-11-20', weekStartsOn: 1 } as const;
const groupers = (['dueDate', 'vendor', 'amount', 'none'] as const).map((grouping) =>
  grouperFor(grouping, calendar),
);
const noneExcluded: ReadonlySet<string> = new Set();

const random = createSeededRandom(7);
const upTo = (most: number): number => Math.floor(random.next() * most);
const rows = Array.from({ length: 60 }, (_none, at) =>
  sampleRow({
    id: String(at),
    due_date: `2026-1${upTo(3)}-1${upTo(9)}`,
    currency: ['EUR', 'EUR', 'USD', 'CHF'][upTo(4)] ?? 'EUR',
    vendor: { name: `Vendor ${upTo(5)}` },
    amount_due_cents: upTo(9_000_00) - 1_000_00,
  }),
);

const whole = (layout: ListLayout) => ({
  entries: Array.from({ length: layout.entryCount }, (_none, at) => layout.entryAt(at)),
  totals: layout.totals,
  places: layout.rows.map((_row, at) => layout.entryOfBill(at)),
});

test('V-17 however bills leave the list and come back, it is laid out as if anew', () => {
  const layouts = createListLayouts();
  let excluded = noneExcluded;
  let [grouper = null] = groupers;
  const differing: number[] = [];
  for (let step = 0; step < 400; step++) {
    const next = new Set(excluded);
    if (upTo(9) === 0) for (const id of excluded) if (upTo(2)) next.delete(id);
    for (let more = upTo(3); more > 0; more--) next.add(String(upTo(70)));
    if (upTo(40) === 0) grouper = groupers[upTo(groupers.length)] ?? null;
    excluded = next.size > 58 ? noneExcluded : next;
    const left = rows.filter(({ bill }) => !excluded.has(bill.id));
    const laidOut = layouts.layOut({ rows, excluded, grouper, lastFirst: false });
    const anew = layOut(left, grouper);
    if (JSON.stringify(whole(laidOut)) !== JSON.stringify(whole(anew))) differing.push(step);
  }
  expect(differing).toEqual([]);
});

test('V-17 the layout is the same while nothing is another', () => {
  const layouts = createListLayouts();
  const [grouper = null] = groupers;
  const list = { rows, excluded: new Set(['1']), grouper, lastFirst: false };
  const first = layouts.layOut(list);
  const again = layouts.layOut({ ...list, excluded: new Set(['1']) });
  const fewer = layouts.layOut({ ...list, excluded: new Set(['1', '2']) });
  expect([again === first, fewer === first, fewer.rows.length]).toEqual([true, false, 58]);
});
