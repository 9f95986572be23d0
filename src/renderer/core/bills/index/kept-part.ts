import { parseJson } from '../../../../base/parse-json.ts';
import * as z from '../../../../base/zod.ts';
import type { Bill } from '../../../../contract/bill.ts';
import type { PageOf } from '../../mirror/cache-database.ts';
import { readPlainDate } from '../../../../base/days.ts';
import type { BillRow } from '../../model/bill-row.ts';
import { searchTextOf } from '../search/search-text.ts';
import type { TextBlock } from './text-block.ts';

/** A part of the saved list, ready to be searched. Slots are in the order of the list. */
export interface KeptPart extends TextBlock {
  /** Number of parts in all. */
  readonly parts: number;
  readonly ids: readonly string[];
  /** Number of the bill's page in the cache, by slot. */
  readonly pages: readonly number[];
  /** Distinct pairs of due date and currency. */
  readonly sums: readonly (readonly [dueDate: string | null, currency: string])[];
  /** Index in `sums`, by slot. */
  readonly sumOf: readonly number[];
  /** Amount due in cents, by slot. */
  readonly cents: readonly number[];
}

/**
 * Builds the parts to save: a line of JSON, then the ids, then the search text of each bill. As JSON, these
 * long texts would take most of the time of opening a part.
 * @param rows all payable bills, by due date
 * @param breathe called before each few of them
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

/** @returns null for anything but a part of this version and of these organizations */
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

/** Bills in one part: opening or searching it takes a few milliseconds. */
const PART = 4_096;
const BILLS_AT_ONCE = 250;

/** Checking each number with a schema would take ten times as long. */
const numbersSchema = z.custom<readonly number[]>(
  (value) => Array.isArray(value) && value.every(Number.isSafeInteger),
);

/** The same version writes and reads it. Any other shape is ignored. */
const headSchema = z.object({
  parts: z.int().check(z.gte(1)),
  /** Organizations of the bills, sorted. */
  organizationIds: z.array(z.string()),
  /** Length of all ids together, with a line break between them, in UTF-16 units. */
  idsLength: z.int(),
  /** Length of each bill's text, in UTF-16 units. */
  lengths: numbersSchema,
  pages: numbersSchema,
  sums: z.array(z.tuple([z.nullable(z.string()), z.string()])),
  sumOf: numbersSchema,
  cents: numbersSchema,
});

/** Default order of the list: invalid dates come after all days. */
function* inListOrder(rows: readonly BillRow[]): Generator<BillRow, void> {
  const undated: BillRow[] = [];
  // Many bills share a day, so parse each day once.
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
  /** Index in `sums`, by currency and due date. */
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
