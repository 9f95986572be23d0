import { expect, test } from 'vitest';
import { createSeededRandom } from '../../../../base/testing/seeded-random.ts';
import { type Bill, vendorName } from '../../../../contract/bill.ts';
import { readPlainDate } from '../../../../base/days.ts';
import { aBill, cachedBill } from '../../testing/fake-bridge.ts';
import { createBillIndex, type BillIndex } from './bill-index.ts';
import { type BillRow, payableByDueDate } from '../../model/bill-row.ts';
import type { DueSum } from './first-screen.ts';
import { isAsKept, type KeptBill, type KeptFinds, KeptList } from './kept-list.ts';
import { keptParts } from './kept-part.ts';
import { searchTerms } from '../search/search-terms.ts';

/** Enough for more than two parts. */
const BILLS = 9_000;
const vendors = ['Quillmark Studio', 'Émile Brødre', 'Müller & Söhne', 'ACME', '株式会社'];
const memos = [null, 'Roof repair, 2nd FLOOR', 'a,b\nc', 'EUR 250.00', 'timber and hinges'];
const statuses = ['open', 'overdue', 'partially_paid', 'paid'];
const dues = ['2026-02-30', 'soon', null];

function anyBill(at: number, below: (most: number) => number): Bill {
  const due = `2026-0${1 + below(9)}-${10 + below(19)}`;
  const total = below(3_000_000) - 100_000;
  return aBill(`b${at}`, {
    billNumber: at % 11 === 0 ? null : `INV-2026-${below(BILLS)}`,
    status: statuses[below(statuses.length)] ?? '',
    vendor: at % 13 === 0 ? null : { id: null, name: vendors[below(vendors.length)] ?? '' },
    memo: memos[below(memos.length)] ?? null,
    currency: ['EUR', 'USD', 'JPY'][below(3)] ?? '',
    dueDate: at % 40 === 0 ? (dues[below(dues.length)] ?? null) : due,
    totalCents: total,
    amountDueCents: at % 3 === 0 ? below(5_000) : total,
  });
}

function manyBills() {
  const random = createSeededRandom(11);
  const below = (most: number): number => Math.floor(random.next() * most);
  const index = createBillIndex();
  index.reset('acme');
  const bills = Array.from({ length: BILLS }, (_none, at) => anyBill(at, below));
  index.load(bills.map((bill) => cachedBill(bill)));
  index.loaded('all');
  return { index, below };
}

const breathe = async (): Promise<void> => undefined;
const pageOf = ({ billId }: { readonly billId: string }): number => Number(billId.slice(1));

async function partsOf(index: BillIndex, of = ['acme']): Promise<string[]> {
  const { rows } = index.find(payableByDueDate);
  const parts: string[] = [];
  for await (const part of keptParts(rows, of, pageOf, breathe)) parts.push(part);
  return parts;
}

function opened(parts: readonly string[], of = ['acme']): Promise<KeptList | null> {
  return KeptList.open(of, async (part) => parts[part] ?? null, breathe);
}

const still = new AbortController().signal;

/** Results of a search; null when the saved list proves invalid. */
async function foundIn(
  list: KeptList | null,
  search: string,
  excluded: ReadonlySet<string> = new Set(),
): Promise<KeptFinds | null> {
  return list && list.find(searchTerms(search), excluded, still);
}

async function keptOf(index: BillIndex): Promise<KeptList> {
  const list = await opened(await partsOf(index));
  if (list === null) throw new Error('The list does not open.');
  return list;
}

/** Results of the list's own search. */
function shownBy(index: BillIndex, search: string, excluded: ReadonlySet<string>) {
  const found = index
    .query({ ...payableByDueDate, search })
    .filter(({ bill }) => !excluded.has(bill.id));
  const isDated = ({ bill }: BillRow): boolean => readPlainDate(bill.dueDate) !== null;
  const inOrder = [...found.filter(isDated), ...found.filter((row) => !isDated(row))];
  return { sums: sumsOf(found.map(sumOf)), ids: inOrder.slice(0, 60).map(({ bill }) => bill.id) };
}

function sumOf({ bill }: BillRow): DueSum {
  const { dueDate, currency, amountDueCents: amountCents } = bill;
  return { dueDate, currency, bills: 1, amountCents };
}

function sumsOf(sums: readonly DueSum[]): Readonly<Record<string, readonly [number, number]>> {
  const all: Record<string, [number, number]> = {};
  for (const { dueDate, currency, bills, amountCents } of sums) {
    const cell = (all[`${dueDate} ${currency}`] ??= [0, 0]);
    cell[0] += bills;
    cell[1] += amountCents;
  }
  return all;
}

/** Pieces of the bills' texts, as a user might type them. */
function searches(index: BillIndex, below: (most: number) => number): string[] {
  const rows = index.query(payableByDueDate);
  const pieces = Array.from({ length: 150 }, () => {
    const bill = rows[below(rows.length)]?.bill;
    const whole = [
      bill?.billNumber,
      vendorName(bill ?? aBill('none')),
      bill?.memo,
      String(bill?.totalCents),
    ];
    const text: string = whole[below(whole.length)] ?? 'none';
    const from = below(text.length);
    return text.slice(from, from + 1 + below(6));
  });
  const typed = ['e', 'in', 'INV2026', '$', '€250', 'eur 250', '2.624,00', '-1', 'roof 2nd', 'zzz'];
  return [...pieces, ...typed, 'muller', 'mueller', 'timber eur', 'quillmark hinges 12', 'brodre'];
}

test('C-93 a search of the saved list finds the same bills, counts and sums as the list itself', async () => {
  const { index, below } = manyBills();
  const list = await keptOf(index);
  const left = new Set(
    index.query(payableByDueDate).flatMap(({ bill }, at) => (at % 5 ? [] : bill.id)),
  );
  const early: unknown[] = [];
  const late: unknown[] = [];
  for (const search of searches(index, below))
    for (const excluded of [new Set<string>(), left]) {
      const found = await foundIn(list, search, excluded);
      const ids = found?.first.map(({ billId }) => billId);
      early.push({ search, sums: sumsOf(found?.dues ?? []), ids });
      late.push({ search, ...shownBy(index, search, excluded) });
    }
  expect(early).toEqual(late);
  expect(late.length).toBeGreaterThan(300);
});

test('C-93 the first part is searched before the others are read, and an aborted search reads no more', async () => {
  const { index } = manyBills();
  const parts = await partsOf(index);
  const { promise: others, resolve } = Promise.withResolvers<void>();
  const read = async (part: number): Promise<string | null> => {
    if (part > 0) await others;
    return parts[part] ?? null;
  };
  const list = await KeptList.open(['acme'], read, breathe);
  const waiting = new AbortController();
  const { promise: told, resolve: tell } = Promise.withResolvers<readonly KeptBill[]>();
  const finding = list?.find(searchTerms('e'), new Set(), waiting.signal, async (first) =>
    tell(first),
  );
  const first = (await told).map(({ billId, page }) => ({ billId, page }));
  waiting.abort();
  resolve();
  expect(await finding).toBeNull();
  const ids = shownBy(index, 'e', new Set()).ids.slice(0, 20);
  expect(first).toEqual(ids.map((billId) => ({ billId, page: Number(billId.slice(1)) })));
});

test('C-93 a row of the saved list differs from any bill that has changed', async () => {
  const { index } = manyBills();
  const { first = [] } = (await foundIn(await keptOf(index), 'inv')) ?? {};
  const changes: readonly Partial<Bill>[] = [
    { id: 'another' },
    { status: 'paid' },
    { dueDate: '2027-01-01' },
    { currency: 'CHF' },
    { amountDueCents: 1 },
    { totalCents: 2 },
    { billNumber: 'INV' },
    { vendor: { id: null, name: 'Somebody else' } },
  ];
  const told = first.map((kept) => {
    const bill = index.get(kept.billId)?.bill ?? aBill('none');
    return [{}, ...changes].map((change) => isAsKept({ ...bill, ...change }, kept));
  });
  expect(told).toEqual(first.map(() => [true, ...changes.map(() => false)]));
});

test('C-93 a saved list of other organizations, of another shape or with a part missing is ignored', async () => {
  const { index } = manyBills();
  const parts = await partsOf(index);
  const [first = '', ...others] = parts;
  /** Replaces fields of a part's head. */
  const withHead = (part: string, change: object): string => {
    const end = part.indexOf('\n');
    return JSON.stringify({ ...JSON.parse(part.slice(0, end)), ...change }) + part.slice(end);
  };
  const damaged = [
    [],
    ['', ...others],
    ['{}', ...others],
    [withHead(first, { lengths: [] }), ...others],
    [first.slice(0, -1), ...others],
    [withHead(first, { idsLength: 5 }), ...others],
    [withHead(first, { pages: [1] }), ...others],
    [withHead(first, { sumOf: Array(4_096).fill(-1) }), ...others],
    [withHead(first, { cents: Array(4_096).fill(0.5) }), ...others],
    [withHead(first, { parts: 0 }), ...others],
    [first, ...others.slice(1)],
    [first, ...others.slice(0, -1), `${others.at(-1)}.`],
  ];
  const opens = async (each: readonly string[], of?: string[]): Promise<boolean> =>
    (await foundIn(await opened(each, of), 'e')) !== null;
  expect(await Promise.all(damaged.map((each) => opens(each)))).toEqual(damaged.map(() => false));
  expect([await opens(parts), await opens(parts, ['acme', 'other'])]).toEqual([true, false]);
});

test('C-94 saving a list handles at most 250 bills before it lets the window respond', async () => {
  const { index } = manyBills();
  const { rows } = index.find(payableByDueDate);
  let read = 0;
  const counted = new Proxy(rows, {
    get: (target, property) => {
      read += Number(typeof property === 'string' && /^\d+$/.test(property));
      return Reflect.get(target, property) as unknown;
    },
  });
  const slices: number[] = [];
  const count = async (): Promise<void> => {
    slices.push(read);
    read = 0;
  };
  for await (const _part of keptParts(counted, ['acme'], pageOf, count));
  const undated = rows.filter(({ bill }) => readPlainDate(bill.dueDate) === null).length;
  const most = Math.max(...slices);
  expect({ isBroken: slices.length >= rows.length / 250, most: most <= 250 + undated }).toEqual({
    isBroken: true,
    most: true,
  });
  expect(undated).toBeLessThan(250);
});
