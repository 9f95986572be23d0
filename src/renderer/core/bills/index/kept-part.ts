import { parseJson } from '../../../../base/parse-json.ts';
import * as z from '../../../../base/zod.ts';
import type { Bill } from '../../../../contract/bill.ts';
import type { PageOf } from '../../mirror/cache-database.ts';
import { readPlainDate } from '../../../../base/days.ts';
import type { BillRow } from '../../model/bill-row.ts';
import { searchTextOf } from '../search/search-text.ts';
import type { TextBlock } from './text-block.ts';

/** Some bills of the kept list, ready to be searched; what is by slot is in the order of the list. */
export interface KeptPart extends TextBlock {
  /** How many parts there are in all. */
  readonly parts: number;
  readonly ids: readonly string[];
  /** By slot: the number of the bill's page in the cache. */
  readonly pages: readonly number[];
  /** Due dates and currencies there are. */
  readonly sums: readonly (readonly [dueDate: string | null, currency: string])[];
  /** By slot: which of these. */
  readonly sumOf: readonly number[];
  /** By slot: amounts due, hundredths. */
  readonly cents: readonly number[];
}

/**
 * What is to be kept, part by part: a line of JSON, then the ids, then what is searched of each bill. As JSON these
 * long texts would take most of the time that opening them takes.
 * @param rows all that can be approved, by due date
 * @param breathe asked before each few of them
 */
export async function* keptParts(
  rows: readonly BillRow[],
  organizationIds: readonly string[],
  pageOf: PageOf,
  breathe: () => Promise<void>,
): AsyncGenerator<string> {
  const parts = Math.max(1, Math.ceil(rows.length / PART));
  const common = { parts, organizationIds: organizationIds.toSorted() };
  const bills = inListOrder(rows);
  for (let at = 0; at < parts; at++) {
    const writing = startPart();
    for (let slot = 0; slot < PART; slot++) {
      if (slot % BILLS_AT_ONCE === 0) await breathe();
      const next = bills.next();
      if (next.done === true) break;
      const { bill, organizationId } = next.value;
      writing.add(bill, pageOf({ organizationId, billId: bill.id }));
    }
    yield writing.textWith(common);
  }
}

/** @returns null for what is no part of this version, or of other organizations' list */
export function openPart(
  stored: string | null,
  organizationIds: readonly string[],
): KeptPart | null {
  if (stored === null) return null;
  const end = stored.indexOf('\n');
  const head = headSchema.safeParse(parseJson(stored.slice(0, end))).data;
  if (!head || head.organizationIds.join('\n') !== organizationIds.toSorted().join('\n'))
    return null;
  const { parts, idsLength, lengths, pages, sums, sumOf, cents } = head;
  const idsEnd = end + 1 + idsLength;
  const ids = idsLength === 0 ? [] : stored.slice(end + 1, idsEnd).split('\n');
  const text = stored.slice(idsEnd + 1);
  const starts = new Uint32Array(lengths.length + 1);
  for (const [at, length] of lengths.entries()) starts[at + 1] = (starts[at] ?? 0) + length + 1;
  const isWhole =
    [ids, pages, sumOf, lengths].every(({ length }) => length === cents.length) &&
    starts.at(-1) === (cents.length === 0 ? 0 : text.length + 1) &&
    sumOf.every((place) => place >= 0 && place < sums.length);
  return isWhole ? { parts, text, starts, ids, pages, sums, sumOf, cents } : null;
}

/** Bills in one part: opening it, or going through it, takes a few milliseconds. */
const PART = 4_096;
const BILLS_AT_ONCE = 250;

/** A check for each number by itself takes ten times as long. */
const numbersSchema = z.custom<readonly number[]>(
  (value) => Array.isArray(value) && value.every(Number.isSafeInteger),
);

/** Written by the version that reads it: one of another shape is none. */
const headSchema = z.object({
  parts: z.int().check(z.gte(1)),
  /** Whose bills, sorted. */
  organizationIds: z.array(z.string()),
  /** Of all ids together, in UTF-16 units, with a line break in between. */
  idsLength: z.int(),
  /** Of each bill's text, in UTF-16 units. */
  lengths: numbersSchema,
  pages: numbersSchema,
  sums: z.array(z.tuple([z.nullable(z.string()), z.string()])),
  sumOf: numbersSchema,
  cents: numbersSchema,
});

/** As the list begins: what is no day stands behind all days. */
function* inListOrder(rows: readonly BillRow[]): Generator<BillRow, void> {
  const undated: BillRow[] = [];
  // Many bills share a day: each is read once.
  const days = new Map<string | null | undefined, boolean>();
  for (const row of rows) {
    const { dueDate: due } = row.bill;
    const isDay = days.get(due) ?? readPlainDate(due) !== null;
    days.set(due, isDay);
    if (isDay) yield row;
    else undated.push(row);
  }
  yield* undated;
}

function startPart() {
  const ids: string[] = [];
  const texts: string[] = [];
  const sums: KeptPart['sums'][number][] = [];
  /** By currency, then by due date: the place in `sums`. */
  const places = new Map<string, Map<string | null, number>>();
  const pages: number[] = [];
  const sumOf: number[] = [];
  const cents: number[] = [];
  const placeOf = (dueDate: string | null, currency: string): number => {
    const byDate = places.get(currency) ?? new Map<string | null, number>();
    places.set(currency, byDate);
    const known = byDate.get(dueDate);
    if (known !== undefined) return known;
    byDate.set(dueDate, sums.length);
    return sums.push([dueDate, currency]) - 1;
  };
  return {
    add: (bill: Bill, page: number): void => {
      ids.push(bill.id);
      pages.push(page);
      texts.push(searchTextOf(bill));
      sumOf.push(placeOf(bill.dueDate, bill.currency));
      cents.push(bill.amountDueCents);
    },
    textWith: (common: object): string => {
      const lengths = texts.map(({ length }) => length);
      const lines = ids.join('\n');
      const head = { ...common, idsLength: lines.length, lengths, pages, sums, sumOf, cents };
      return [JSON.stringify(head), lines, ...texts].join('\n');
    },
  };
}
