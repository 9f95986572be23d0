import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBillColumns } from '../../../core/bills/index/bill-columns.ts';
import { nothing, totalOf } from '../../../core/bills/figures/figures.ts';
import { grouperFor } from '../../../core/bills/lists/list-groups.ts';
import { slotList, slotsIn } from '../../../core/bills/index/slot-list.ts';
import { createSlotSet } from '../../../core/bills/index/slot-set.ts';
import { sampleRow } from '../../../kit/testing/samples.ts';
import type { ListSum } from './list-layout.ts';
import { sumUp } from './list-sums.ts';

const calendar = { today: '2026-11-20', weekStartsOn: 1 } as const;
const groupers = (['dueDate', 'age', 'vendor', 'organization', 'amount', 'none'] as const).map(
  (grouping) => grouperFor(grouping, calendar),
);

const aDueDate = fc.constantFrom(null, '2026-11-01', '2026-11-02', '2026-11-20', '2026-12-24');
/** Neighbors share a due date, so that runs of a group are long, and a group may have several. */
const neighbors = fc
  .record({
    dueDate: aDueDate,
    bills: fc.array(
      fc.record({
        currency: fc.constantFrom('EUR', 'USD', 'CHF'),
        status: fc.constantFrom('open', 'void'),
        amountDueCents: fc.oneof(
          fc.integer({ min: -9_000_00, max: 9_000_00 }),
          fc.integer({ min: 0, max: 1e12 }),
        ),
        isFound: fc.integer({ min: 0, max: 3 }).map((drawn) => drawn === 0),
      }),
      { minLength: 1, maxLength: 90 },
    ),
  })
  .map(({ dueDate, bills }) => bills.map((bill) => ({ ...bill, dueDate })));

test('counts and sums by runs equal those bill by bill, in one currency or several, also after a change', () => {
  fc.assert(
    fc.property(
      fc.array(neighbors, { maxLength: 9 }),
      fc.boolean(),
      fc.record({ at: fc.nat(), dueDate: aDueDate, isGone: fc.boolean() }),
      (stretches, isOfOneCurrency, change) => {
        const columns = createBillColumns();
        const set = createSlotSet(1_000);
        const all = stretches.flat().map(({ isFound, currency, ...bill }, at) => {
          const money = isOfOneCurrency ? 'USD' : currency;
          const row = sampleRow({ ...bill, id: String(at), currency: money });
          const slot = columns.put(row, undefined);
          if (isFound) set.add(slot);
          return row;
        });
        expectTheSame();
        const changed = all[change.at % all.length];
        if (changed === undefined) return;
        const slot = columns.slotOf(changed.bill.id);
        const { dueDate } = change;
        if (change.isGone) {
          columns.drop(changed.bill.id);
          set.remove(only(slot ?? 0));
        } else
          columns.put({ ...changed, bill: { ...changed.bill, dueDate, currency: 'JPY' } }, slot);
        expectTheSame();

        function expectTheSame(): void {
          for (const grouper of groupers) {
            const slots = Array.from(columns.rows.keys()).filter((each) => set.has(each));
            const array = slotList(Uint32Array.from(slots));
            const [byBits, byArray] = [slotsIn(set), array].map((list) => {
              const { groups, isInTurn } = sumUp(columns, list, grouper);
              return { isInTurn, groups };
            });
            expect(byBits).toEqual(byArray);
            const plain = new Map<string, ListSum>();
            for (const each of slots) {
              const row = columns.rows[each];
              if (row === undefined) throw new Error('A slot without a bill was found.');
              const { currency, status, amountDueCents, totalCents } = row.bill;
              const isVoid = status === 'void';
              const key = JSON.stringify([grouper?.groupOf(row) ?? null, currency]);
              const before = plain.get(key) ?? { ...nothing, settled: nothing };
              const due = { bills: 1, amountCents: isVoid ? 0 : amountDueCents };
              const settled = { bills: Number(isVoid), amountCents: isVoid ? totalCents : 0 };
              plain.set(key, {
                ...totalOf([before, due]),
                settled: totalOf([before.settled, settled]),
              });
            }
            const summed = (byBits?.groups ?? []).flatMap(({ group, sums }) =>
              [...sums].map(([currency, sum]) => [JSON.stringify([group, currency]), sum] as const),
            );
            expect(new Map(summed)).toEqual(plain);
          }
        }
      },
    ),
    { numRuns: 60, seed: 11 },
  );
});

test('a list that was first empty has one heading per group once it has bills', () => {
  const columns = createBillColumns();
  const grouper = grouperFor('dueDate', calendar);
  const groupsOf = (slots: readonly number[]) => {
    const set = createSlotSet(1_000);
    for (const slot of slots) set.add(slot);
    return sumUp(columns, slotsIn(set), grouper).groups.map(({ group, bills }) => ({
      group,
      bills,
    }));
  };
  const before = groupsOf([]);
  // Looks up a slot without a bill, which must have no effect.
  grouper?.codesIn(columns)(0);
  const slots = ['2026-11-01', '2026-11-02'].map((dueDate, at) =>
    columns.put(sampleRow({ id: String(at), dueDate }), undefined),
  );
  expect([before, groupsOf(slots)]).toEqual([
    [],
    [{ group: { by: 'dueDate', group: 'past' }, bills: 2 }],
  ]);
});

function only(slot: number) {
  const set = createSlotSet(1_000);
  set.add(slot);
  return set;
}
