import { assertNever } from '../../../../base/assert-never.ts';
import { compareValues } from '../../../../base/compare-values.ts';
import { partitionPoint } from '../../../../base/partition-point.ts';
import type { BillColumns, TextColumn } from './bill-columns.ts';
import type { BillQuery } from '../../model/bill-row.ts';

export type BillSort = Pick<BillQuery, 'sort' | 'descending'>;
/** Compares two slots. */
export type Comparison = (left: number, right: number) => number;

/** Default order. It breaks the ties of all other orders. */
export const byDueDateFirst: BillSort = { sort: 'dueDate', descending: false };

/**
 * A total order: ties are broken by due date, vendor and then id, so that the same bills always have the same
 * order. `age` ascending begins with the newest bill date. Amounts of different currencies are never compared: bills
 * are grouped by currency in both directions, the one of most bills first. `rankFor` must give the same order.
 */
export function comparisonOf(columns: BillColumns, { sort, descending }: BillSort): Comparison {
  const sign = descending ? -1 : 1;
  const byText = (column: TextColumn, direction: number): Comparison => {
    return (left, right) =>
      compare(textAt(column, left), textAt(column, right)) * direction ||
      Number(textAt(column, left) === null) - Number(textAt(column, right) === null);
  };
  const byId: Comparison = (left, right) => (idAt(columns, left) < idAt(columns, right) ? -1 : 1);
  const byVendor = byText(columns.vendorKey, 1);
  const byDueDate = byText(columns.dueDate, 1);
  const inTurn = (...comparisons: readonly Comparison[]): Comparison => {
    return (left, right) => {
      for (const comparison of comparisons) {
        const order = comparison(left, right);
        if (order !== 0) return order;
      }
      return byId(left, right);
    };
  };
  switch (sort) {
    case 'dueDate':
      return inTurn(byText(columns.dueDate, sign), byVendor);
    case 'vendor':
      return inTurn(byText(columns.vendorKey, sign), byDueDate);
    case 'amount': {
      const ranks = currencyRanks(columns);
      const rankAt = (slot: number): number => ranks[codeAt(columns.currency, slot)] ?? 0;
      return inTurn(
        (left, right) => rankAt(left) - rankAt(right),
        (left, right) =>
          sign * ((columns.amountCents[left] ?? 0) - (columns.amountCents[right] ?? 0)),
        byDueDate,
        byVendor,
      );
    }
    case 'age':
      return inTurn(byText(columns.dateOrCreated, -sign), byDueDate, byVendor);
    default:
      return assertNever(sort);
  }
}

/** Codes of the currencies, in the order of `compareCurrencies`: first the one of most bills, then by name. */
export function orderedCurrencies({ rows, currency }: BillColumns): readonly number[] {
  const { codes, texts } = currency;
  const bills = new Uint32Array(texts.length);
  for (let slot = 0; slot < rows.length; slot++) {
    const code = codes[slot] ?? 0;
    if (rows[slot]) bills[code] = (bills[code] ?? 0) + 1;
  }
  const byName = [...texts.keys()].toSorted((left, right) =>
    compareValues(texts[left] ?? '', texts[right] ?? ''),
  );
  const usual = byName.reduce(
    (most, code) => ((bills[code] ?? 0) > (bills[most] ?? 0) ? code : most),
    byName[0] ?? 0,
  );
  return byName.toSorted((left, right) => Number(right === usual) - Number(left === usual));
}

/** Ranks of the currencies by code. */
function currencyRanks(columns: BillColumns): Uint32Array {
  const ranks = new Uint32Array(columns.currency.texts.length);
  for (const [rank, code] of orderedCurrencies(columns).entries()) ranks[code] = rank;
  return ranks;
}

/** Upper limit of positions. A sort key is a rank times this, plus a position. */
const PLACES = 2 ** 21;

/**
 * All bills by due date, sorted as numbers, because comparing 100,000 texts would block the window. Only bills
 * of one day and one vendor are compared, by id.
 */
export function orderedByDue(columns: BillColumns): Uint32Array {
  const steps = orderingByDue(columns);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Bills compared per step. */
const STEP = 10_000;

/** Like `orderedByDue`, in steps of a few milliseconds for 100,000 bills. */
export function* orderingByDue(columns: BillColumns): Generator<undefined, Uint32Array> {
  const { rows, dueDate, vendorKey } = columns;
  const slots = new Uint32Array(rows.length);
  let length = 0;
  for (let slot = 0; slot < rows.length; slot++) if (rows[slot]) slots[length++] = slot;
  const due = ranksOf(dueDate, false);
  const vendors = ranksOf(vendorKey, false);
  const most = vendorKey.texts.length + 1;
  const present = slots.subarray(0, length);
  yield;
  const keys = keysByRank(present, (slot) => {
    return (due[codeAt(dueDate, slot)] ?? 0) * most + (vendors[codeAt(vendorKey, slot)] ?? 0);
  });
  yield;
  keys.sort();
  yield;
  const order = inOrderOf(keys, present);
  yield;
  for (let from = 0, to = 0, step = STEP; from < length; from = to) {
    const rank = rankIn(keys[from] ?? 0);
    while (to < length && rankIn(keys[to] ?? 0) === rank) to += 1;
    if (to - from > 1)
      order
        .subarray(from, to)
        .sort((left, right) => (idAt(columns, left) < idAt(columns, right) ? -1 : 1));
    if (to < step) continue;
    step += STEP;
    yield;
  }
  return order;
}

/** The slots in another order. @param byDue result of `orderedByDue` */
export function reordered(
  columns: BillColumns,
  byDue: Uint32Array,
  { sort, descending }: BillSort,
): Uint32Array {
  const keys = keysByRank(byDue, rankFor(columns, byDue, sort, descending));
  return inOrderOf(keys.toSorted(), byDue);
}

/** Numbers to sort the slots by: by rank, and within a rank in the order given. */
function keysByRank(slots: Uint32Array, rankAt: (slot: number) => number): Float64Array {
  const keys = new Float64Array(slots.length);
  for (let at = 0; at < slots.length; at++) keys[at] = rankAt(slots[at] ?? 0) * PLACES + at;
  return keys;
}

/** @param keys sorted keys of these slots */
function inOrderOf(keys: Float64Array, slots: Uint32Array): Uint32Array {
  const order = new Uint32Array(slots.length);
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] ?? 0;
    order[at] = slots[key - rankIn(key) * PLACES] ?? 0;
  }
  return order;
}

function rankFor(
  columns: BillColumns,
  slots: Uint32Array,
  sort: BillSort['sort'],
  descending: boolean,
): (slot: number) => number {
  const byText = (column: TextColumn, isTurned: boolean) => {
    const ranks = ranksOf(column, isTurned);
    return (slot: number): number => ranks[codeAt(column, slot)] ?? 0;
  };
  switch (sort) {
    case 'dueDate':
      return byText(columns.dueDate, descending);
    case 'vendor':
      return byText(columns.vendorKey, descending);
    case 'age':
      return byText(columns.dateOrCreated, !descending);
    case 'amount': {
      const { amountCents } = columns;
      const amounts = new Float64Array(slots.length);
      for (let at = 0; at < slots.length; at++) amounts[at] = amountCents[slots[at] ?? 0] ?? 0;
      const currencies = currencyRanks(columns);
      const currencyAt = (slot: number): number => currencies[codeAt(columns.currency, slot)] ?? 0;
      const [least, most] = boundsOf(amounts);
      const span = most - least + 1;
      const fits = span * (columns.currency.texts.length + 1) * PLACES < Number.MAX_SAFE_INTEGER;
      // Use the amount itself as its rank, unless the sort key would be too large.
      if (fits)
        return (slot) => {
          const cents = amountCents[slot] ?? 0;
          return currencyAt(slot) * span + (descending ? most - cents : cents - least);
        };
      amounts.sort();
      // The rank of an amount is its first position among all.
      return (slot) => {
        const cents = amountCents[slot] ?? 0;
        const rank = partitionPoint(amounts.length, (at) => (amounts[at] ?? 0) < cents);
        return currencyAt(slot) * amounts.length + (descending ? amounts.length - 1 - rank : rank);
      };
    }
    default:
      return assertNever(sort);
  }
}

function boundsOf(amounts: Float64Array): readonly [least: number, most: number] {
  let [least, most] = [Infinity, -Infinity];
  for (const cents of amounts) {
    if (cents < least) least = cents;
    if (cents > most) most = cents;
  }
  return [least, most];
}

/**
 * Ranks by code: the position of each text among the distinct ones, from 0. Null comes last in both directions.
 */
function ranksOf({ texts }: TextColumn, descending: boolean): Uint32Array {
  const given = [...texts.keys()].filter((code) => texts[code] !== null);
  const sign = descending ? -1 : 1;
  given.sort((left, right) => sign * compare(texts[left] ?? null, texts[right] ?? null));
  const ranks = new Uint32Array(texts.length).fill(texts.length);
  for (const [rank, code] of given.entries()) ranks[code] = rank;
  return ranks;
}

function rankIn(key: number): number {
  return Math.floor(key / PLACES);
}

/**
 * Updates a sorted list: removes changed bills, and inserts those that still exist at their place. Sorting
 * 100,000 bills again for each page of 50 would be noticeable.
 */
export function mergeSorted(
  sorted: Uint32Array,
  changed: ReadonlySet<number>,
  columns: BillColumns,
  comparison: Comparison,
): Uint32Array {
  const isChanged = new Uint8Array(columns.rows.length);
  for (const slot of changed) isChanged[slot] = 1;
  const room = new Uint32Array(sorted.length);
  let length = 0;
  // A loop, because it takes a tenth of the time of `filter`.
  for (let place = 0; place < sorted.length; place++) {
    const slot = sorted[place] ?? 0;
    if (isChanged[slot] === 0) room[length++] = slot;
  }
  const kept = room.subarray(0, length);
  const fresh = [...changed].filter((slot) => columns.rows[slot] !== undefined);
  const merged = new Uint32Array(kept.length + fresh.length);
  let [from, at] = [0, 0];
  for (const slot of fresh.toSorted(comparison)) {
    const place = partitionPoint(kept.length, (index) => comparison(kept[index] ?? 0, slot) < 0);
    merged.set(kept.subarray(from, place), at);
    at += place - from;
    merged[at++] = slot;
    from = place;
  }
  merged.set(kept.subarray(from), at);
  return merged;
}

function codeAt({ codes }: TextColumn, slot: number): number {
  return codes[slot] ?? 0;
}

function textAt(column: TextColumn, slot: number): string | null {
  return column.texts[codeAt(column, slot)] ?? null;
}

function idAt({ rows }: BillColumns, slot: number): string {
  return rows[slot]?.bill.id ?? '';
}

/** Compares two texts. Null equals every text, because callers put nulls last in both directions. */
function compare(left: string | null, right: string | null): number {
  if (left === right || left === null || right === null) return 0;
  return left < right ? -1 : 1;
}
