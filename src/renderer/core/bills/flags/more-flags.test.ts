import { expect, test } from 'vitest';
import { addDays, type PlainDate } from '../../../../base/days.ts';
import type { CurrencyLimit } from '../../../../bridge/settings.ts';
import type { Bill } from '../../../../contract/bill.ts';
import { sampleBill } from '../../../kit/testing/samples.ts';
import { searchTextOf } from '../search/search-text.ts';
import type { Flag } from '../../model/flag.ts';
import { createFlagIndex, type FlagSurroundings } from './flag-index.ts';
import { unusualAmount, usualAmount } from './unusual-amount.ts';

const today: PlainDate = '2026-11-25';
const paid = { status: 'paid', amountDueCents: 0 } as const;
const named = (name: string, id: string | null = null) => ({ vendor: { id, name } });

/** Paid bills of one vendor, 30 days apart, the last one 30 days before today. */
function past(count: number, fields: Partial<Bill> = {}): readonly Bill[] {
  return Array.from({ length: count }, (_none, at) => {
    const date = addDays(today, -30 * (count - at));
    const number = { id: `${fields.vendor?.name} ${at}`, billNumber: `P-${at}` };
    return sampleBill({ ...number, date, dueDate: addDays(date, 30), ...paid, ...fields });
  });
}

const now = (fields: Partial<Bill> = {}): Bill =>
  sampleBill({ id: 'now', billNumber: 'N-1', date: today, dueDate: addDays(today, 30), ...fields });

function flagsOf(
  bills: readonly Bill[],
  id = 'now',
  surroundings: Partial<FlagSurroundings> = {},
): readonly Flag[] {
  const index = createFlagIndex({
    ...{ today: () => today, limits: () => [], others: () => [] },
    ...surroundings,
  });
  for (const bill of bills) index.put(bill.id, bill);
  return index.flagsOf(id, true);
}

const kindsOf = (...asked: Parameters<typeof flagsOf>): readonly string[] =>
  flagsOf(...asked).map(({ kind }) => kind);

test.each([
  ['a Cyrillic letter', 'Lumеn Energy', 'alphabet', 'U+0435'],
  ['Cyrillic capitals', 'АСЕ Lumen Energy', null, null],
  ['rn for m', 'Lurnen Energy', 'spelling', null],
  ['a zero-width space', 'Lu\u200Bmen Energy', 'invisible', 'U+200B'],
  ['a soft hyphen', 'Lumen Ener\u00ADgy', 'invisible', 'U+00AD'],
  ['an added legal form', 'Lumen Energy Ltd', 'legalForm', null],
  ['a digit for a letter', 'Lumen Energ1y', null, null],
  ['l for I', 'Lumen Energy', null, null],
  ['two letters swapped', 'Lumne Energy', 'spelling', null],
  ['a number that differs', 'Lumen Energy 21', null, null],
  ['other case and accents', 'LÚMEN énergy', null, null],
])('F-22 a vendor that looks like another is flagged: %s', (_name, name, how, codePoint) => {
  const bills = [...past(9, named('Lumen Energy')), now(named(name))];
  const flag = flagsOf(bills).find(({ kind }) => kind === 'lookAlike');
  expect(flag ?? null).toEqual(
    how && { kind: 'lookAlike', how, codePoint, otherName: 'Lumen Energy', bills: 9 },
  );
});

test('F-22 each bill of the look-alike is flagged, no bill of the genuine vendor is, and no bill if both names have one id', () => {
  const fakes = [1, 2, 3].map((at) => now({ id: `fake ${at}`, ...named('Lurnen Energy') }));
  const genuine = now({ id: 'genuine', ...named('Lumen Energy') });
  const bills = [...past(9, named('Lumen Energy')), ...fakes, genuine];
  const isFlagged = (id: string, of: readonly Bill[] = bills): boolean =>
    kindsOf(of, id).includes('lookAlike');
  const renamed = [...past(9, named('Lumen Energy', 'v1')), now(named('Lumen Energy Ltd', 'v1'))];
  expect([...fakes, genuine].map(({ id }) => isFlagged(id))).toEqual([true, true, true, false]);
  expect(isFlagged('now', renamed)).toBe(false);
});

test('F-22 a look-alike is flagged even if it sends more bills than the genuine vendor', () => {
  const flood = Array.from({ length: 9 }, (_none, at) =>
    now({ id: at === 0 ? 'now' : `fake ${at}`, billNumber: `${at}`, ...named('Lurnen Energy') }),
  );
  expect(kindsOf([...past(3, named('Lumen Energy')), ...flood])).toContain('lookAlike');
});

test.each([
  ['a dot below', 'Luṃen Energy', 'v2', 'spelling', null],
  ['a dot below, without ids', 'Luṃen Energy', null, 'spelling', null],
  ['a wide letter', 'Ｌumen Energy', 'v2', 'spelling', null],
  ['a space that does not break', 'Lumen\u00A0Energy', 'v2', 'spelling', null],
  ['a variation selector', 'Lumen\uFE0F Energy', 'v2', 'invisible', 'U+FE0F'],
  ['a joiner', 'Lu\u034Fmen Energy', 'v2', 'invisible', 'U+034F'],
  ['an accent of another record', 'Lumén Energy', 'v2', 'spelling', null],
  ['a dot below in one record', 'Luṃen Energy', 'v1', null, null],
])(
  'F-22 a name that differs only in marks which the comparison ignores may be a look-alike: %s',
  (_, name, id, how, codePoint) => {
    const genuine = named('Lumen Energy', id === null ? null : 'v1');
    const bills = [...past(9, genuine), now(named(name, id)), now({ id: 'genuine', ...genuine })];
    const flag = flagsOf(bills).find(({ kind }) => kind === 'lookAlike');
    expect(flag ?? null).toEqual(
      how && { kind: 'lookAlike', how, codePoint, otherName: 'Lumen Energy', bills: 10 },
    );
    expect(kindsOf(bills, 'genuine')).not.toContain('lookAlike');
  },
);

test('F-22 the younger name is the look-alike, even if it was paid more often', () => {
  const history = past(12, named('Hillcrest'));
  const posed = history.map((bill, at) => (at < 5 ? bill : { ...bill, ...named('Hi1lcrest') }));
  const bills = [...posed, now(named('Hi1lcrest')), now({ id: 'genuine', ...named('Hillcrest') })];
  const typo = history.map((bill, at) => (at > 0 ? bill : { ...bill, ...named('Hi1lcrest') }));
  expect([
    kindsOf(bills).includes('lookAlike'),
    kindsOf(bills, 'genuine').includes('lookAlike'),
    kindsOf([...typo, now(named('Hillcrest'))]).includes('lookAlike'),
  ]).toEqual([true, false, false]);
});

test('bills for two sites with one price and day are no duplicates once three paid days had two such bills', () => {
  const sites = (months: number): readonly Bill[] =>
    past(months, named('Lumen Energy')).flatMap((bill, at) => [
      { ...bill, billNumber: `S-${100 + at * 2}` },
      { ...bill, id: `${bill.id} south`, billNumber: `S-${101 + at * 2}` },
    ]);
  const open = (id: string, billNumber: string): Bill =>
    now({ id, billNumber, ...named('Lumen Energy') });
  const [north, south] = [open('now', 'S-201'), open('south', 'S-202')];
  const isDuplicate = (bills: readonly Bill[]): boolean => kindsOf(bills).includes('duplicate');
  expect({
    two: isDuplicate([...sites(2), north, south]),
    three: isDuplicate([...sites(3), north, south]),
    thirdSite: isDuplicate([...sites(3), north, south, open('third', 'S-203')]),
    sameNumber: isDuplicate([...sites(3), north, south, open('copy', 'S201')]),
  }).toEqual({ two: true, three: false, thirdSite: true, sameNumber: true });
});

test.each([
  ['one digit of the account', { iban: 'GB29 1111' }, [{ kind: 'newBankDetails', paid: 0 }]],
  ['spaces and case', { iban: 'gb29 0000' }, []],
  ['an e-mail address', { iban: 'GB290000', email: 'new@example.com' }, []],
])('F-28 bank details that differ from those of paid bills are flagged: %s', (_, others, flags) => {
  const vendor = { id: null, name: 'Lumen Energy' };
  const paidBills = past(4, { vendor: { ...vendor, others: { iban: 'GB290000' } } });
  expect(flagsOf([...paidBills, now({ vendor: { ...vendor, others } })])).toEqual(flags);
});

const of = (others: object): Partial<Bill> => ({
  vendor: { id: null, name: 'Lumen Energy', others: { ...others } },
});
const [first, second] = [{ iban: 'DE89370400440532013000' }, { iban: 'GB29NWBK60161331926819' }];

test.each([
  [
    'accounts in another order',
    { bank_accounts: [first, second] },
    { bank_accounts: [second, first] },
  ],
  [
    'a number',
    { payment_details: { number: 12345678 } },
    { payment_details: { number: 98765432 } },
  ],
  ['a wallet', { wallet: `0x${'1'.repeat(40)}` }, { wallet: `0x${'9'.repeat(40)}` }],
  ['an address of a payment service', { paypal: 'good@pay.test' }, { paypal: 'thief@pay.test' }],
  ['the key of an account', { chave: 'good@pay.test' }, { chave: 'thief@pay.test' }],
])('F-28 a change of where the money goes is flagged: %s', (_, before, after) => {
  const known = past(5, of(before));
  expect([kindsOf([...known, now(of(before))]), kindsOf([...known, now(of(after))])]).toEqual([
    [],
    ['newBankDetails'],
  ]);
});

/** Bills of a vendor with these values in a field of the bill; the last one is open. */
const withField = (name: string, field: string, ...values: readonly string[]): readonly Bill[] =>
  withFields(name, (value) => ({ [field]: value }), ...values);

function withFields(
  name: string,
  others: (value: string) => Bill['others'],
  ...values: readonly string[]
): readonly Bill[] {
  return values.map((value, at) => {
    const bill = past(values.length, named(name))[at] ?? now();
    const isOpen = at === values.length - 1;
    const state = isOpen ? { id: `${name} now`, status: 'open' as const, amountDueCents: 1 } : {};
    return { ...bill, ...state, others: others(value) };
  });
}

test.each<[string, string, flagged: boolean, ...values: readonly string[]]>([
  ['one paid bill', 'BELNR', false, '5100000901', '5100000902'],
  ['two paid bills', 'BELNR', false, '5100000901', '5100000902', '5100000903'],
  ['a bank field', 'bank_account', true, '5100000901', '5100000902'],
  ['a first bank field', 'bank_account', true, '', '5100000902'],
  ['an account', 'konto', true, '5100000901', '5100000902'],
  ['paid bills with one number', 'BELNR', true, '5100000901', '5100000901', '5100000902'],
  ['a sentence', 'note', true, 'Bill of May', 'Please pay to account 5100000902'],
  ['an IBAN', 'BELNR', true, 'DE89370400440532013000', 'GB29NWBK60161331926819'],
])(
  'F-28 a number that differs on each bill of other vendors is no account: %s',
  (_, field, isFlagged, ...values) => {
    const others = ['Alder', 'Birch', 'Cedar'].flatMap((name, at) =>
      withField(`${name} Works`, field, ...[1, 2, 3].map((each) => `510000${at}${each}00`)),
    );
    const own = withField('Lumen Energy', field, ...values);
    const isFlaggedAmong = (bills: readonly Bill[]): boolean =>
      kindsOf([...bills, ...own], 'Lumen Energy now').includes('newBankDetails');
    const same = others.map((bill) => ({ ...bill, others: { [field]: '5100000000' } }));
    expect([isFlaggedAmong(others), isFlaggedAmong(same)]).toEqual([isFlagged, true]);
  },
);

test.each<[string, (name: string, value: string) => Bill['others']]>([
  ['a list', (name, value) => ({ custom_fields: [{ name, value }] })],
  ['an object', (label, value) => ({ custom: { label, value } })],
])('F-28 an account is flagged beside its name where others have a document: %s', (_, fields) => {
  const others = ['Alder', 'Birch', 'Cedar', 'Elder', 'Fir'].flatMap((name, at) =>
    withFields(
      `${name} Works`,
      (value) => fields('Document no.', value),
      ...[1, 2, 3].map((each) => `510000${at}${each}00`),
    ),
  );
  const own = withFields(
    'Lumen Energy',
    (value) => fields('Bank account', value),
    ...['5100000901', '5100000902'],
  );
  expect(kindsOf([...others, ...own], 'Lumen Energy now')).toContain('newBankDetails');
});

test('F-22 a copy under a look-alike name is a duplicate, and the genuine name finds it', () => {
  const original = now({ id: 'original', ...named('Burnham Motors'), ...paid });
  const copy = now({ ...named('Burnharn Mоtors'), date: addDays(today, 3) });
  expect(kindsOf([original, copy])).toContain('duplicate');
  const found = (name: string, word: string): boolean =>
    searchTextOf({ ...now(), ...named(name) }).includes(word);
  expect([
    found('Burnharn Motors', 'burnham'),
    found('Burnham Mоtors', 'motors'),
    found('Burn\u200Bham Motors', 'burnham'),
    found('АСЕ', 'ace'),
    found('Ромашка', 'ромашка'),
  ]).toEqual([true, true, true, true, true]);
});

test('the same bill in another organization is flagged', () => {
  const other = createFlagIndex();
  other.put('theirs', now({ id: 'theirs' }));
  const others = () => [['lumen', other]] as const;
  const flag = { kind: 'otherOrganization', organizationId: 'lumen', otherId: 'theirs' };
  expect(flagsOf([...past(3), now()], 'now', { others })).toEqual([flag]);
  expect(kindsOf([...past(3), now({ billNumber: 'N-2' })], 'now', { others })).toEqual([]);
  expect(kindsOf([...past(3), now({ totalCents: 2_000 })], 'now', { others })).toEqual([]);
});

const limit: CurrencyLimit = {
  ...{ currency: 'EUR', askAboveCents: 100_00, bulkMostCents: null, batchMostCents: null },
};

/** Bills with these totals, a day apart, the last one today. */
function days(...totals: readonly number[]): readonly Bill[] {
  return totals.map((totalCents, at) =>
    now({
      ...{ id: at === totals.length - 1 ? 'now' : `day ${at}`, billNumber: `D-${at}` },
      ...{ date: addDays(today, at + 1 - totals.length), totalCents, amountDueCents: totalCents },
    }),
  );
}

test.each<[string, readonly number[], readonly CurrencyLimit[], number | null]>([
  ['within an own limit', [60_00, 50_00], [limit], 2],
  ['together within the limit', [50_00, 50_00], [limit], null],
  ['one of them above it', [60_00, 101_00], [limit], null],
  ['no limit set, far below common ones', [2_600_00, 2_700_00], [], null],
  ['close below a common limit', [4_800_00, 4_900_00, 4_700_00], [], 3],
])(
  'bills of a week below a limit and together above it are flagged: %s',
  (_, totals, limits, bills) => {
    const flag = flagsOf([...past(9, { totalCents: 9_000_00 }), ...days(...totals)], 'now', {
      limits: () => limits,
    }).find(({ kind }) => kind === 'splitBills');
    expect(flag && 'bills' in flag ? flag.bills : null).toBe(bills);
  },
);

test('small bills together above a limit are not flagged if the vendor sends as many each week, or if they are a week apart', () => {
  const weekly = Array.from({ length: 20 }, (_none, at) =>
    now({
      ...{ id: `w ${at}`, billNumber: `W-${at}`, ...paid, totalCents: 60_00 },
      date: addDays(today, -7 * Math.floor(at / 2) - 7 - (at % 2)),
    }),
  );
  const limits = () => [limit];
  const isSplit = (bills: readonly Bill[]): boolean =>
    kindsOf(bills, 'now', { limits }).includes('splitBills');
  expect(isSplit([...weekly, ...days(60_00, 50_00)])).toBe(false);
  const apart = now({ id: 'before', billNumber: '0', date: addDays(today, -7), totalCents: 60_00 });
  expect(isSplit([...past(9), apart, now({ totalCents: 60_00 })])).toBe(false);
});

test('a bill in another currency, with shorter terms, dated ahead, or after a year is flagged', () => {
  const soon = { date: addDays(today, 9), dueDate: addDays(today, 39) };
  const longAgo = past(9).map((bill) => ({
    ...bill,
    date: addDays(bill.date as PlainDate, -400),
    dueDate: addDays(bill.dueDate as PlainDate, -400),
  }));
  const yearly = [3, 2, 1].map((years) =>
    now({ id: `${years}`, billNumber: `${years}`, ...paid, date: addDays(today, -366 * years) }),
  );
  expect({
    asAlways: kindsOf([...past(9), now()]),
    currency: flagsOf([...past(9), now({ currency: 'USD' })]),
    secondInCurrency: kindsOf([
      ...past(9),
      past(1, { currency: 'USD', id: 'u' })[0] ?? now(),
      now({ currency: 'USD' }),
    ]),
    terms: flagsOf([...past(9), now({ dueDate: addDays(today, 7) })]),
    credit: flagsOf([...past(9), now({ totalCents: -50_00, dueDate: addDays(today, 7) })]).filter(
      ({ kind }) => kind === 'shorterTerms',
    ),
    aDayLess: kindsOf([...past(9), now({ dueDate: addDays(today, 29) })]),
    future: flagsOf([...past(9), now(soon)]),
    back: flagsOf([...longAgo, now()]),
    yearly: kindsOf([...yearly, now({ billNumber: '0' })]),
  }).toEqual({
    asAlways: [],
    currency: [{ kind: 'otherCurrency', usualCurrency: 'EUR', bills: 9 }],
    secondInCurrency: [],
    terms: [{ kind: 'shorterTerms', days: 7, usualDays: 30, bills: 9 }],
    credit: [],
    aDayLess: [],
    future: [{ kind: 'futureDate', days: 9 }],
    back: [{ kind: 'returningVendor', lastDate: '2025-09-21', days: 430 }],
    yearly: [],
  });
});

test('rent that is always dated ahead is not flagged', () => {
  const ahead = (bill: Bill): Bill => ({
    ...bill,
    createdAt: `${addDays(bill.date as PlainDate, -8)}T08:00:00Z`,
  });
  const next = now({ date: addDays(today, 6), dueDate: addDays(today, 36) });
  expect(kindsOf([...past(6).map(ahead), next])).toEqual([]);
});

test('no vendor with six bills or more is called new', () => {
  const open = (count: number) =>
    Array.from({ length: count }, (_none, at) =>
      now({ id: at === 0 ? 'now' : `n ${at}`, billNumber: `N-${at}`, date: addDays(today, at) }),
    );
  expect(
    [1, 2, 5, 6, 2_000].map((count) => kindsOf(open(count)).includes('firstOfVendor')),
  ).toEqual([true, true, true, false, false]);
});

test('the usual amount leaves out extreme amounts and counts them, and an amount billed twice before is usual', () => {
  const steady = [100, 101, 99, 100, 102, 98, 100, 100].map((each) => each * 100);
  expect(usualAmount([...steady, 1_000_000])).toEqual({
    medianCents: 10_000,
    bills: 8,
    leftOut: 1,
  });
  expect(unusualAmount(90_000, [...steady, 1_000_000])).toEqual({
    kind: 'unusualAmount',
    direction: 'high',
    ...{ medianCents: 10_000, bills: 8, leftOut: 1 },
  });
  expect(unusualAmount(90_000, [...steady, 90_000, 91_000])).toBe(null);
});
