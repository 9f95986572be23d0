import { compareCurrencies } from '../../../core/model/currency-order.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSeededRandom } from '../../../../base/testing/seeded-random.ts';
import {
  type BillColumns,
  createBillColumns,
  foundBills,
  type FoundBills,
} from '../../../core/bills/index/bill-columns.ts';
import { grouperFor } from '../../../core/bills/lists/list-groups.ts';
import { slotList, slotsIn } from '../../../core/bills/index/slot-list.ts';
import { createSlotSet } from '../../../core/bills/index/slot-set.ts';
import { sampleFound, sampleRow } from '../../../kit/testing/samples.ts';
import type { ListLayout } from './list-layout.ts';
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
    dueDate: `2026-1${upTo(3)}-1${upTo(9)}`,
    currency: ['EUR', 'EUR', 'USD', 'CHF'][upTo(4)] ?? 'EUR',
    vendor: { id: null, name: `Vendor ${upTo(5)}` },
    amountDueCents: upTo(9_000_00) - 1_000_00,
    totalCents: at * 3_700,
    status: ['open', 'open', 'paid', 'void'][at % 4] ?? 'open',
  }),
);

const found = sampleFound(rows);
const foundFrom = (from: number, to?: number) =>
  foundBills(found.columns, slotList(found.slots.walk().slice(from, to)));

/** All answers of a layout, at each index and one beyond. */
const whole = (layout: ListLayout) => {
  const places = Array.from({ length: layout.entryCount + 1 }, (_none, at) => at);
  const { exact, billCount, entryCount, amountKind, totals } = layout;
  return {
    ...{ exact, billCount, entryCount, amountKind, totals },
    entries: places.map(layout.entryAt),
    above: places.map(layout.headingAbove),
    before: places.map(layout.headingsBefore),
    entryOfBill: places.map(layout.entryOfBill),
    rows: places.map((at) => layout.rows.at(at)),
    parts: places.map((at) => layout.rows.slice(at, at + 3).map(({ bill }) => bill.id)),
    positions: rows.map((row) => layout.rows.indexOf(row)),
    length: layout.rows.length,
  };
};

test('in whatever order bills leave the list and return, its layout equals a new one', () => {
  const aStep = fc.record({
    leave: fc.array(fc.integer({ min: 0, max: 69 }), { maxLength: 3 }),
    comeBack: fc.oneof(
      { weight: 9, arbitrary: fc.constant([]) },
      fc.array(fc.integer({ min: 0, max: 69 }), { maxLength: 30 }),
    ),
    grouper: fc.option(fc.constantFrom(...groupers), { nil: undefined, freq: 15 }),
  });
  const nearOnes = fc.constantFrom(null, foundFrom(40));
  fc.assert(
    fc.property(nearOnes, fc.array(aStep, { minLength: 1, maxLength: 40 }), (similar, steps) => {
      const exact = similar === null ? found : foundFrom(0, 40);
      const layouts = createListLayouts();
      let [grouper = null] = groupers;
      let excluded = noneExcluded;
      for (const step of steps) {
        if (step.grouper !== undefined) grouper = step.grouper;
        const next = new Set([...excluded, ...step.leave.map(String)]);
        for (const id of step.comeBack) next.delete(String(id));
        excluded = next;
        const list = { excluded, grouper, lastFirst: false };
        const laidOut = layouts.layOut({ ...list, found: exact, similar });
        const left = ({ columns, slots }: FoundBills) =>
          foundBills(
            columns,
            slotList(slots.walk().filter((slot) => !next.has(rows[slot]?.bill.id ?? ''))),
          );
        const anew = createListLayouts().layOut({
          ...{ ...list, excluded: noneExcluded, found: left(exact) },
          similar: similar && left(similar),
        });
        expect(whole(laidOut)).toEqual(whole(anew));
      }
    }),
    { numRuns: 25, seed: 7 },
  );
});

test('matches as a bit set have the same layout as the same bills one by one', () => {
  const some = fc.uniqueArray(fc.integer({ min: 0, max: rows.length - 1 }));
  fc.assert(
    fc.property(some, some, fc.constantFrom(...groupers), (slots, gone, grouper) => {
      const set = createSlotSet(rows.length);
      for (const slot of slots) set.add(slot);
      const asArray = slotList(Uint32Array.from(slots.toSorted((left, right) => left - right)));
      const [asBits, oneByOne] = [slotsIn(set), asArray].map((list) =>
        createListLayouts().layOut({
          ...{ found: foundBills(found.columns, list), similar: null, lastFirst: false },
          ...{ grouper, excluded: new Set(gone.map(String)) },
        }),
      );
      expect(asBits && whole(asBits)).toEqual(oneByOne && whole(oneByOne));
      const left = rows.filter((_row, at) => slots.includes(at) && !gone.includes(at));
      const sums = new Map<string, number>();
      const isTotal = !left.some(({ bill }) => bill.status === 'open');
      for (const { bill } of left)
        if (isTotal || bill.status === 'open')
          sums.set(
            bill.currency,
            (sums.get(bill.currency) ?? 0) + (isTotal ? bill.totalCents : bill.amountDueCents),
          );
      expect([asBits?.billCount, asBits?.totals]).toEqual([
        left.length,
        [...sums]
          .map(([currency, amountCents]) => ({ currency, amountCents }))
          .toSorted((one, other) => compareCurrencies(one.currency, other.currency)),
      ]);
    }),
    { numRuns: 40, seed: 7 },
  );
});

test('the layout is the same object while nothing changes', () => {
  const layouts = createListLayouts();
  const [grouper = null] = groupers;
  const list = { found, similar: null, excluded: new Set(['1']), grouper, lastFirst: false };
  const first = layouts.layOut(list);
  const again = layouts.layOut({ ...list, excluded: new Set(['1']) });
  const fewer = layouts.layOut({ ...list, excluded: new Set(['1', '2']) });
  expect([again === first, fewer === first, fewer.rows.length]).toEqual([true, false, 58]);
});

test('matches with a typo come last in a group of their own, and count in no total', () => {
  const [exact, near] = [foundFrom(0, 3), foundFrom(3, 5)];
  const list = {
    found: exact,
    similar: near,
    excluded: noneExcluded,
    lastFirst: false,
  };
  const lists = [null, groupers[0] ?? null].map((grouper) => {
    const layout = createListLayouts().layOut({ ...list, grouper });
    const alone = createListLayouts().layOut({ ...list, similar: null, grouper });
    const heading = layout.headingAbove(layout.entryOfBill(3)) ?? -1;
    const entry = layout.entryAt(heading);
    return {
      last: layout.rows.slice(3).map(({ bill }) => bill.id),
      exact: layout.exact,
      heading: entry?.kind === 'group' && [entry.group.by, entry.bills],
      first: layout.entryAt(grouper === null ? 0 : 1)?.kind,
      sameTotals: layout.totals.length === alone.totals.length,
    };
  });
  const expected = {
    last: near.rows.map(({ bill }) => bill.id),
    exact: 3,
    heading: ['similar', 2],
    first: 'bill',
    sameTotals: true,
  };
  expect(lists).toEqual([expected, expected]);
});

test('one lookup per due date, or per run of neighbors if groups are not contiguous, finds the groups; leaving bills need none', () => {
  const [real = null] = groupers;
  let asked = 0;
  const grouper = real && {
    ...real,
    codesIn: (columns: BillColumns) => {
      const codeOf = real.codesIn(columns);
      return (slot: number) => {
        asked += 1;
        return codeOf(slot);
      };
    },
  };
  const stepsOf = (bills: FoundBills) => {
    const layouts = createListLayouts();
    asked = 0;
    return ['', '1', '2'].map((last) => {
      const excluded = new Set(['', '1', '2'].filter((id) => id <= last));
      const { rows: left } = layouts.layOut({
        ...{ found: bills, similar: null, excluded, grouper, lastFirst: false },
      });
      return [left.length, asked];
    });
  };
  const dueOf = (slot: number): string => rows[slot]?.bill.dueDate ?? '';
  const byDue = foundBills(
    found.columns,
    slotList(found.slots.walk().toSorted((left, right) => dueOf(left).localeCompare(dueOf(right)))),
  );
  expect([stepsOf(byDue), stepsOf(found)]).toEqual([
    [
      [60, 22],
      [59, 22],
      [58, 22],
    ],
    [
      [60, 118],
      [59, 118],
      [58, 118],
    ],
  ]);
});

test('a layout keeps its bills, even if they change later', () => {
  const columns = createBillColumns();
  const three = [0, 1, 2].map((at) => sampleRow({ id: `${at}` }));
  const slots = slotList(Uint32Array.from(three, (row) => columns.put(row, undefined)));
  const layout = createListLayouts().layOut({
    ...{ found: foundBills(columns, slots), similar: null, excluded: noneExcluded },
    ...{ grouper: groupers[0] ?? null, lastFirst: false },
  });
  columns.put(sampleRow({ id: '0', amountDueCents: 7 }), columns.slotOf('0'));
  columns.drop('1');
  columns.put(sampleRow({ id: 'another' }), undefined);
  expect([layout.rows.slice(), three.map((row) => layout.rows.indexOf(row))]).toEqual([
    three,
    [0, 1, 2],
  ]);
});

test('only the bill that leaves the list is read, wherever it is', () => {
  let looked = 0;
  const many = Array.from({ length: 3_000 }, (_none, at) => {
    const { bill, ...row } = sampleRow({
      ...{
        id: String(at),
        dueDate: `2026-11-${10 + (at % 20)}`,
        currency: at % 3 ? 'EUR' : 'USD',
      },
    });
    return {
      ...row,
      get bill() {
        return ((looked += 1), bill);
      },
    };
  });
  const list = {
    found: sampleFound(many),
    similar: null,
    grouper: groupers[0] ?? null,
    lastFirst: false,
  };
  const layouts = createListLayouts();
  let before = layouts.layOut({ ...list, excluded: noneExcluded });
  const excluded = new Set<string>();
  const each = [0, 1_500, 2_900].map((position) => {
    const row = before.rows.at(position);
    if (row) excluded.add(row.bill.id);
    looked = 0;
    const layout = layouts.layOut({ ...list, excluded: new Set(excluded) });
    const next = layout.rows.at(position);
    const place = next === undefined ? -1 : layout.rows.indexOf(next);
    layout.entryAt(layout.entryOfBill(position));
    layout.headingAbove(layout.entryOfBill(position));
    before = layout;
    return { isFew: looked <= 4, place, left: layout.rows.length };
  });
  expect(each).toEqual([
    { isFew: true, place: 0, left: 2_999 },
    { isFew: true, place: 1_500, left: 2_998 },
    { isFew: true, place: 2_900, left: 2_997 },
  ]);
});
