import { expect, test } from 'vitest';
import { createSeededRandom } from '../../../../base/testing/seeded-random.ts';
import type { Bill } from '../../../../contract/bill.ts';
import { sampleBill } from '../../../kit/testing/samples.ts';
import type { Flag } from '../../model/flag.ts';
import { createFlagIndex, type FlagIndex } from './flag-index.ts';
import { unusualAmount } from './unusual-amount.ts';
import { isSameNumber as isSameOrSecond, numberForms, numberKey, vendorForm } from './bill-keys.ts';
import { compareBills } from './compare-bills.ts';

const paid = { status: 'paid', amountDueCents: 0 } as const;

function indexOf(bills: readonly Bill[]): FlagIndex {
  const index = createFlagIndex();
  for (const bill of bills) index.put(bill.id, bill);
  return index;
}

/** Flags by bill, of bills that have any. */
function flagsOf(bills: readonly Bill[], isHistoryRead = false): Record<string, readonly Flag[]> {
  const index = indexOf(bills);
  return Object.fromEntries(
    bills
      .map(({ id }) => [id, index.flagsOf(id, isHistoryRead)] as const)
      .filter(([, flags]) => flags.length > 0),
  );
}

const first = { id: 'first', date: '2026-11-02', billNumber: 'INV-0042' };

test('a bill that shares vendor, number, date and total with another is an exact duplicate', () => {
  const bills = [
    sampleBill({ ...first, ...paid }),
    sampleBill({
      ...first,
      id: 'copy',
      billNumber: 'inv 42',
      vendor: { id: null, name: 'NORTHWIND Ltd.' },
    }),
  ];
  expect(flagsOf(bills)).toEqual({
    copy: [
      {
        kind: 'duplicate',
        strength: 'exact',
        same: ['vendor', 'number', 'date', 'total'],
        copyIds: ['first'],
        otherIds: ['first'],
      },
    ],
  });
});

test.each<[Partial<Bill>, readonly string[]]>([
  [{ vendor: { id: null, name: 'Somebody' } }, ['near', 'number', 'date', 'total']],
  [{ billNumber: '7' }, ['near', 'vendor', 'date', 'total']],
  [{ date: '2026-11-03' }, ['near', 'vendor', 'number', 'total']],
  [{ totalCents: 1_001, amountDueCents: 1_001 }, ['near', 'vendor', 'number', 'date']],
  [{ currency: 'USD' }, ['near', 'vendor', 'number', 'date']],
  [{ billNumber: 'INV-0043', date: '2026-12-02' }, []],
  // A missing field never agrees.
  [{ billNumber: null }, ['near', 'vendor', 'date', 'total']],
  [{ billNumber: null, date: null }, []],
])('three of the four are a near duplicate, two are none: %j', (fields, expected) => {
  const [flag] =
    flagsOf([sampleBill(first), sampleBill({ ...first, ...fields, id: 'b' })])['b'] ?? [];
  expect(flag?.kind === 'duplicate' ? [flag.strength, ...flag.same] : []).toEqual(expected);
});

test.each<[Partial<Bill>, readonly string[]]>([
  [{ date: '2026-11-20' }, ['first']],
  [{ date: null }, ['first']],
  [{ vendor: { id: null, name: 'Another' } }, []],
  [{ billNumber: '7' }, []],
  [{ totalCents: 1_001 }, []],
  [{ currency: 'USD' }, []],
])(
  'P-72 a bill with the vendor, number and total of another is its copy, whatever its date: %j',
  (fields, expected) => {
    const [flag] =
      flagsOf([sampleBill(first), sampleBill({ ...first, ...fields, id: 'b' })])['b'] ?? [];
    expect(flag?.kind === 'duplicate' ? flag.copyIds : null).toEqual(expected);
  },
);

test('the likeliest copy comes first: the one with more equal fields, then a paid one, then the latest', () => {
  const bills = [
    sampleBill({ ...first, id: 'other-date', date: '2026-10-02' }),
    sampleBill({ ...first, id: 'open' }),
    sampleBill({ ...first, id: 'paid', ...paid }),
    sampleBill({ ...first, id: 'newer-date', date: '2026-11-09' }),
    sampleBill({ ...first, id: 'copy' }),
  ];
  const [flag] = flagsOf(bills)['copy'] ?? [];
  expect(flag).toMatchObject({
    copyIds: ['paid', 'open', 'newer-date', 'other-date'],
    otherIds: ['paid', 'open', 'newer-date', 'other-date'],
  });
});

test('a void bill causes no flags on other bills, and a bill that cannot be approved has none', () => {
  const wrong = { dueDate: '2026-01-01', amountDueCents: 5_000 };
  expect(
    flagsOf([
      sampleBill({ ...first, id: 'void', status: 'void', ...wrong }),
      sampleBill({
        ...first,
        id: 'paid',
        billNumber: '1',
        date: '2026-10-01',
        status: 'paid',
        ...wrong,
      }),
      sampleBill({ ...first, id: 'open' }),
    ]),
  ).toEqual({});
});

test('an amount is compared only with the vendor’s earlier bills in its currency, once all are read', () => {
  const past = (count: number, fields: Partial<Bill>): Bill[] =>
    Array.from({ length: count }, (_none, at) =>
      sampleBill({
        ...paid,
        id: `${fields.date}-${fields.currency}-${at}`,
        billNumber: `${fields.date} ${at}`,
        totalCents: 10_000 + at,
        ...fields,
      }),
    );
  const bill = sampleBill({ ...first, totalCents: 90_000, amountDueCents: 90_000 });
  const unusual = (others: readonly Bill[], isHistoryRead = true): readonly Flag[] =>
    (flagsOf([...others, bill], isHistoryRead)['first'] ?? []).filter(
      ({ kind }) => kind === 'unusualAmount',
    );
  expect({
    earlier: unusual(past(7, { date: '2026-10-01', currency: 'EUR' })),
    notReadYet: unusual(past(7, { date: '2026-10-01', currency: 'EUR' }), false),
    later: unusual(past(7, { date: '2026-11-03', currency: 'EUR' })),
    otherCurrency: unusual(past(7, { date: '2026-10-01', currency: 'USD' })),
    otherVendor: unusual(past(7, { date: '2026-10-01', vendor: { id: null, name: 'Somebody' } })),
  }).toEqual({
    earlier: [{ kind: 'unusualAmount', direction: 'high', medianCents: 10_003, bills: 7 }],
    notReadYet: [],
    later: [],
    otherCurrency: [],
    otherVendor: [],
  });
});

test('once paid bills have been read, a vendor without any is new', () => {
  const one = sampleBill({ id: 'one', date: '2026-11-02' });
  const two = sampleBill({ id: 'two', date: '2026-11-12', billNumber: '2' });
  const old = sampleBill({ id: 'old', date: '2026-11-15', billNumber: '3', ...paid });
  const nameless = sampleBill({ id: 'nameless', vendor: null, billNumber: '4' });
  const news = (bills: readonly Bill[], isHistoryRead: boolean): readonly string[] =>
    Object.entries(flagsOf(bills, isHistoryRead))
      .filter(([, flags]) => flags.some(({ kind }) => kind === 'firstOfVendor'))
      .map(([id]) => id);
  expect({
    alone: news([two, one, nameless], true),
    historyNotRead: news([one], false),
    paidBefore: news([one, old], true),
  }).toEqual({ alone: ['two', 'one'], historyNotRead: [], paidBefore: [] });
});

test('a due date before the bill date is flagged, the same day is not', () => {
  const due = (dueDate: string | null) =>
    flagsOf([sampleBill({ date: '2026-11-20T09:00:00Z', dueDate })])['bill-1'];
  expect([due('2026-11-19'), due('2026-11-20'), due(null), due('soon')]).toEqual([
    [{ kind: 'dueBeforeDate' }],
    undefined,
    undefined,
    undefined,
  ]);
});

test.each([
  [1_080, 'JPY', true],
  [-1_080, 'jpy', true],
  [55_000, 'JPY', false],
  [1_080, 'EUR', false],
  [1_234_567, 'KWD', false],
  [1_080, 'HUF', false],
])(
  'a fraction of a unit that the currency does not have is flagged: %s %s',
  (cents, currency, isOdd) => {
    const [flags] = Object.values(
      flagsOf([sampleBill({ totalCents: cents, amountDueCents: cents, currency })]),
    );
    expect(flags).toEqual(isOdd ? [{ kind: 'fraction' }] : undefined);
  },
);

test('an amount due above the total is flagged; the rest of a credit is not, because absolute amounts are compared', () => {
  const amounts = (totalCents: number, amountDueCents: number) =>
    flagsOf([sampleBill({ totalCents, amountDueCents })])['bill-1'];
  expect([amounts(100, 101), amounts(100, 100), amounts(-100, -50), amounts(-100, -101)]).toEqual([
    [{ kind: 'dueAboveTotal' }],
    undefined,
    undefined,
    [{ kind: 'dueAboveTotal' }],
  ]);
});

test('a bill that the service shows as approved or on hold is flagged', () => {
  const others = (fields: Record<string, unknown>) =>
    flagsOf([sampleBill({ others: fields })])['bill-1'];
  expect([
    others({ approval: { approved_at: '2026-11-27T10:00:00Z' } }),
    others({ approval: { approved_at: null } }),
    others({ payment_hold: true }),
  ]).toEqual([[{ kind: 'approvedElsewhere' }], undefined, [{ kind: 'stoppedElsewhere' }]]);
});

test('F-29 a bill without its vendor’s name and id is flagged', () => {
  const of = (vendor: Bill['vendor']) => flagsOf([sampleBill({ vendor })])['bill-1'];
  expect([
    of(null),
    of({ id: null, name: null, others: { vendors: [] } }),
    of({ id: 'v-1', name: null }),
  ]).toEqual([[{ kind: 'noVendor' }], [{ kind: 'noVendor' }], undefined]);
});

/** Bills with few different vendors, numbers, days and totals, so that many are similar. */
function crowd(seed: number, count: number): readonly Bill[] {
  const random = createSeededRandom(seed);
  const draw = (most: number): number => Math.floor(random.next() * most);
  return Array.from({ length: count }, (_none, at) =>
    sampleBill({
      id: `bill-${at}`,
      billNumber: draw(6) === 0 ? null : `INV-${draw(12)}`,
      vendor: draw(8) === 0 ? null : { id: null, name: `Vendor ${draw(4)}` },
      date: draw(8) === 0 ? null : `2026-11-${10 + draw(5)}`,
      totalCents: (draw(5) + 1) * 1_000 * (draw(20) === 0 ? 50 : 1),
      status: ['open', 'paid', 'void', 'overdue'][draw(4)] ?? 'open',
    }),
  );
}

test('after bills are added, changed and removed, the flags equal those of a new index', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const random = createSeededRandom(seed);
    const index = createFlagIndex();
    const there = new Map<string, Bill>();
    const forms = [...crowd(seed, 60), ...crowd(seed + 1_000, 60), ...crowd(seed + 2_000, 60)];
    for (const bill of forms) {
      const gone = random.next() < 0.2;
      index.put(bill.id, gone ? null : bill);
      if (gone) there.delete(bill.id);
      else there.set(bill.id, bill);
      // Query between the changes too, because the index sorts only when queried.
      index.flagsOf(bill.id, true);
    }
    const scratch = indexOf([...there.values()].toReversed());
    for (const id of there.keys()) {
      expect([seed, id, index.flagsOf(id, true)]).toEqual([seed, id, scratch.flagsOf(id, true)]);
    }
  }
});

const around = (cents: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_none, at) => cents + ((at % 5) - 2) * (cents / 100));
/** Totals from 100.00 to 900.00 at equal ratios. */
const wide = Array.from({ length: 24 }, (_none, at) => Math.round(10_000 * 9 ** (at / 23)));

const high = { kind: 'unusualAmount', direction: 'high' } as const;
const low = { kind: 'unusualAmount', direction: 'low' } as const;
test.each<[string, number, readonly number[], object | null]>([
  [
    'decimal point slipped up',
    1_000_000,
    around(100_000, 14),
    { ...high, medianCents: 100_000, bills: 14 },
  ],
  [
    'decimal point slipped down',
    10_000,
    around(100_000, 7),
    { ...low, medianCents: 99_000, bills: 7 },
  ],
  ['a higher price', 140_000, around(100_000, 14), null],
  ['of a vendor with varied totals', 90_000, wide, null],
  ['beyond varied totals', 200_000, wide, { ...high, medianCents: 30_035, bills: 24 }],
  ['few bills', 1_000_000, around(100_000, 5), null],
  ['no past', 1_000_000, [], null],
  ['a credit', -1_000_000, around(100_000, 14), null],
  ['credits in the past', 1_000_000, [...around(100_000, 5), -5_000, 0], null],
])(
  'a total far from the middle of the vendor’s earlier bills is unusual: %s',
  (_, total, past, flag) => {
    expect(unusualAmount(total, past)).toEqual(flag);
  },
);

const isSameNumber = (one: string, other: string): boolean =>
  numberForms(one).some((form) => numberForms(other).includes(form));

test('spellings of one bill number are the same number', () => {
  const pairs: readonly (readonly [string, string])[] = [
    ['INV-00123', 'inv 123'],
    ['INV-00123', '123'],
    ['Invoice No. 123', '0123'],
    ['2026-0042', '2026/42'],
    ['2026-0042', '20260042'],
    ['Invoice R/2026/057', 'R 2026 57'],
    ['A０１２', 'a12'],
    ['INV-0120', 'INV-O12O'],
    ['INV-0121', 'INV-0I2l'],
    ['F02300', 'FO23OO'],
    ['INV-0099', 'INV00-99'],
    ['20123', '20-123'],
    ['AC-1234', 'АС-1234'],
  ];
  expect(pairs.filter(([one, other]) => !isSameNumber(one, other))).toEqual([]);
});

test('equal bill numbers have the same key, and few other numbers share it', () => {
  const random = createSeededRandom(3);
  const parts = ['INV', 'O', 'I1', '0', '00', '7', '12', '010', '-', '/', ' ', 'R', '２'];
  const numbers = Array.from({ length: 200 }, () =>
    Array.from({ length: 3 }, () => parts[Math.floor(random.next() * parts.length)]).join(''),
  );
  const equal = numbers.flatMap((one) =>
    numbers.filter((other) => isSameNumber(one, other)).map((other) => [one, other] as const),
  );
  expect(equal.length).toBeGreaterThan(numbers.length);
  expect(equal.filter(([one, other]) => numberKey(one) !== numberKey(other))).toEqual([]);
  const others = new Map<string | null, Set<string>>();
  for (let number = 1; number <= 10_000; number++) {
    const key = numberKey(`INV-${number}`);
    others.set(key, (others.get(key) ?? new Set()).add(String(number)));
  }
  expect(Math.max(...[...others.values()].map(({ size }) => size))).toBeLessThan(20);
});

test('a number with a suffix matches the number without it, but not one with another suffix', () => {
  const suffixed = ['INV-0120A', 'INV-0120/2', 'INV-0120-1', 'INV-0120R', 'INV-0120 COPY'];
  expect(suffixed.filter((number) => !isSameOrSecond('INV-0120', number))).toEqual([]);
  expect(isSameOrSecond('INV-20/1', 'INV-20/2')).toBe(false);
});

test('similar bill numbers are different numbers', () => {
  const pairs: readonly (readonly [string, string])[] = [
    ['1-12', '11-2'],
    ['INV-10', 'INV-100'],
    ['A-12', 'B-12'],
    ['2026-01', '2026-10'],
    ['01/2026', '10/2026'],
    ['NO-12', 'N0-12'],
    ['', ''],
    ['--', '–'],
  ];
  expect(pairs.filter(([one, other]) => isSameNumber(one, other))).toEqual([]);
});

test('a vendor is the same without case, accents, punctuation and legal form', () => {
  expect(
    [
      'Lumen Energy Ltd.',
      'LUMEN ENERGY  Limited',
      'Café Ligne',
      'cafe-ligne SAS',
      'Co.',
      ' ',
      null,
    ].map(vendorForm),
  ).toEqual(['lumen energy', 'lumen energy', 'cafe ligne', 'cafe ligne', 'co', null, null]);
});

test('two bills are compared field by field, and differences are marked', () => {
  const one = sampleBill({ billNumber: 'INV-0042', memo: '', createdAt: '2026-11-02T10:00:00Z' });
  const other = sampleBill({
    id: 'other',
    vendor: { id: null, name: 'NORTHWIND Ltd' },
    billNumber: 'inv 42',
    currency: 'USD',
    status: 'paid',
  });
  expect(
    compareBills(one, other).map(({ field, one: left, other: right, verdict }) => [
      field,
      left,
      right,
      verdict,
    ]),
  ).toEqual([
    ['vendor', 'Northwind', 'NORTHWIND Ltd', 'written'],
    ['number', 'INV-0042', 'inv 42', 'written'],
    ['date', null, null, 'same'],
    ['dueDate', '2026-11-20', '2026-11-20', 'same'],
    ['total', 1_000, 1_000, 'different'],
    ['amountDue', 1_000, 1_000, 'different'],
    ['status', 'open', 'paid', 'different'],
    ['memo', null, null, 'same'],
    ['created', '2026-11-02T10:00:00Z', null, 'different'],
  ]);
});
