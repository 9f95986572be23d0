import { expect, test } from 'vitest';
import { addDays, type PlainDate } from '../../../../base/days.ts';
import { createSeededRandom } from '../../../../base/testing/seeded-random.ts';
import type { Bill } from '../../../../contract/bill.ts';
import { sampleBill } from '../../../kit/testing/samples.ts';
import { createFlagIndex, type FlagIndex } from './flag-index.ts';

const today: PlainDate = '2026-11-25';
const paid = { status: 'paid', amountDueCents: 0 } as const;
const corp = { id: 'v13', name: 'Acme Corp' };
const corporation = { id: 'v14', name: 'ACME Corporation' };

function indexOf(...bills: readonly Bill[]): FlagIndex {
  const index = createFlagIndex();
  for (const bill of bills) index.put(bill.id, bill);
  return index;
}

/** Bills of one vendor, 30 days apart, the last one `daysAgo`. */
function monthly(
  vendor: Bill['vendor'],
  count: number,
  daysAgo: number,
  fields: Partial<Bill> = {},
): readonly Bill[] {
  return Array.from({ length: count }, (_none, at) => {
    const date = addDays(today, -30 * (count - 1 - at) - daysAgo);
    const id = `${vendor?.name} ${at}`;
    const billNumber = `${vendor?.name === corp.name ? 'C' : 'T'}-${100 + at}`;
    const totals = { totalCents: 1_000 * count + at, amountDueCents: 1_000 * count + at };
    return sampleBill({
      ...{ id, billNumber, vendor, date, dueDate: addDays(date, 30), ...totals, ...fields },
    });
  });
}

const kindsOf = (index: FlagIndex, id: string): readonly string[] =>
  index.flagsOf(id, true).map(({ kind }) => kind);
const lastOf = (index: FlagIndex, id: string): string | undefined =>
  index.regularityOf(id, true, false)?.against?.lastId;

test('two vendor records that differ only in the legal form have separate pasts', () => {
  const bills = [...monthly(corp, 6, 15, paid), ...monthly(corporation, 3, 0)];
  const index = indexOf(...bills);
  const onTime = { date: today, dueDate: addDays(today, 30) };
  const [id, genuine] = ['ACME Corporation 2', sampleBill({ ...bills[5], ...{ id: 'now' } })];
  index.put('now', { ...genuine, status: 'open', billNumber: 'C-106', ...onTime });
  expect({
    last: [lastOf(index, id), lastOf(index, 'now')],
    usual: index.usualOf('now'),
    flags: [kindsOf(index, id), kindsOf(index, 'now')],
  }).toEqual({
    last: ['ACME Corporation 1', 'Acme Corp 5'],
    usual: { medianCents: 6_003, bills: 6 },
    flags: [['lookAlike', 'firstOfVendor'], []],
  });
});

test('F-22 if no vendor record was paid, one of them still counts as the genuine one', () => {
  const flagged = (...bills: readonly Bill[]): readonly string[] => {
    const index = indexOf(...bills);
    return bills.map(({ id }) => id).filter((id) => kindsOf(index, id).includes('lookAlike'));
  };
  const third = { id: 'v15', name: 'ACME CORP. CORPORATION' };
  expect([
    flagged(...monthly(corp, 3, 5), ...monthly(corporation, 2, 0)),
    flagged(...monthly(corp, 3, 5), ...monthly(corporation, 2, 0), ...monthly(third, 2, 0)).filter(
      (id) => id.startsWith(corp.name),
    ),
    flagged(...monthly(corp, 2, 5), ...monthly(corporation, 2, 0)),
    flagged(...monthly(corp, 2, 5), ...monthly({ ...corporation, id: 'v13' }, 2, 0)),
  ]).toEqual([
    ['ACME Corporation 0', 'ACME Corporation 1'],
    [],
    ['ACME Corporation 0', 'ACME Corporation 1'],
    [],
  ]);
});

test('bills that each have a new vendor id stay one vendor in any spelling', () => {
  const bills = [...monthly(corp, 6, 15, paid), ...monthly(corporation, 3, 0)];
  const fresh = bills.map((bill) => ({
    ...bill,
    vendor: { ...bill.vendor, id: bill.id, name: bill.vendor?.name ?? null },
  }));
  const index = indexOf(...fresh);
  expect([lastOf(index, 'ACME Corporation 1'), kindsOf(index, 'ACME Corporation 1')]).toEqual([
    'Acme Corp 4',
    [],
  ]);
});

test('a copy under another vendor record is a duplicate, in any order and with any date', () => {
  const bills = [...monthly(corp, 6, 15, paid), ...monthly(corporation, 3, 0)];
  const copy = sampleBill({ ...bills[5], id: 'copy', vendor: corporation, status: 'open' });
  const later = { ...copy, id: 'later', date: today };
  expect([
    kindsOf(indexOf(...bills, copy), 'copy'),
    kindsOf(indexOf(copy, ...bills), 'copy'),
    kindsOf(indexOf(...bills, later), 'later'),
    kindsOf(indexOf(...bills.slice(0, 6), copy), 'copy'),
  ]).toEqual(Array.from({ length: 4 }, () => ['duplicate', 'lookAlike', 'firstOfVendor']));
});

test('after bills are added, changed and removed, vendor records equal those of a new index', () => {
  const names = ['Acme Corp', 'ACME Corporation', 'Acme Inc', 'Acme'];
  for (let seed = 1; seed <= 10; seed++) {
    const random = createSeededRandom(seed);
    const draw = (most: number): number => Math.floor(random.next() * most);
    const index = createFlagIndex();
    const there = new Map<string, Bill>();
    for (let step = 0; step < 120; step++) {
      const at = draw(names.length);
      const vendor = { id: `v${draw(12) === 0 ? draw(4) : at % 3}`, name: names[at] ?? '' };
      const bill = sampleBill({
        ...{ id: `bill-${draw(30)}`, billNumber: `A-${draw(12)}`, vendor },
        ...{ date: `2026-11-${10 + draw(9)}`, totalCents: 1_000 + draw(9) },
        status: draw(3) === 0 ? 'paid' : 'open',
      });
      const isGone = draw(5) === 0;
      index.put(bill.id, isGone ? null : bill);
      if (isGone) there.delete(bill.id);
      else there.set(bill.id, bill);
      if (step % 3 > 0) continue;
      const scratch = indexOf(...[...there.values()].toReversed());
      const found = (of: FlagIndex) =>
        [...there.keys()].map((id) => [id, of.flagsOf(id, true), of.regularityOf(id, true, false)]);
      expect([seed, step, found(index)]).toEqual([seed, step, found(scratch)]);
    }
  }
});
