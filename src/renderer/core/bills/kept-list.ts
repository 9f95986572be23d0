import * as z from '../../../base/zod.ts';
import { isPayable } from '../../../contract/assumptions.ts';
import type { Bill } from '../../../contract/bill.ts';
import { readPlainDate } from '../time/days.ts';
import type { BillRow } from './bill-row.ts';
import type { DueSum } from './first-screen.ts';
import type { SearchTerm } from './search-terms.ts';
import { searchTextOf } from './search-text.ts';
import { createSlotSet, type SlotSet } from './slot-set.ts';
import { markHits, textAt, type TextBlock } from './text-block.ts';

/**
 * The bills that can be approved, as a search needs them before they are in memory: in the order of the first list, in
 * parts that are opened one after the other.
 */
export class KeptList {
  readonly #parts: readonly OpenPart[];

  private constructor(parts: readonly OpenPart[]) {
    this.#parts = parts;
  }

  /**
   * @param read a part as it was kept, from 0; anything else where there is none
   * @returns null for what is no whole list of this version, of these organizations
   */
  static async open(
    organizationIds: readonly string[],
    read: (part: number) => Promise<unknown>,
  ): Promise<KeptList | null> {
    const first = openPart(await read(0), organizationIds);
    if (first === null) return null;
    const others = Array.from({ length: first.parts - 1 }, async (_none, at) =>
      openPart(await read(at + 1), organizationIds),
    );
    const parts = [first, ...(await Promise.all(others))];
    return parts.every((part) => part !== null) ? new KeptList(parts) : null;
  }

  /** Whether there is one for these organizations: its first part is written last. @param read as above */
  static async isKept(
    organizationIds: readonly string[],
    read: (part: number) => Promise<unknown>,
  ): Promise<boolean> {
    return openPart(await read(0), organizationIds) !== null;
  }

  /**
   * The bills that hold every term.
   * @param excluded ids of bills that are not in the list, such as those approved
   * @param breathe asked between two parts
   */
  async find(
    terms: readonly SearchTerm[],
    excluded: ReadonlySet<string>,
    breathe: () => Promise<void>,
  ): Promise<KeptFinds> {
    const sums = new Map<string, DueSum>();
    const first: KeptBill[] = [];
    for (const [at, part] of this.#parts.entries()) {
      if (at > 0) await breathe();
      const found = slotsIn(part, terms);
      const cells = part.sums.map(() => ({ bills: 0, amountCents: 0 }));
      for (let slot = 0; slot < part.cents.length; slot++) {
        if (!found.has(slot) || excluded.has(part.ids[slot] ?? '')) continue;
        const cell = cells[part.sumOf[slot] ?? -1];
        if (cell === undefined) continue;
        cell.bills += 1;
        cell.amountCents += part.cents[slot] ?? 0;
        if (first.length < FIRST_FINDS) first.push(billAt(part, slot));
      }
      for (const [place, cell] of cells.entries())
        if (cell.bills > 0) add(sums, part.sums[place], cell);
    }
    return { dues: [...sums.values()], first };
  }
}

/** What a search finds. */
export interface KeptFinds {
  /** Of all finds, by due date and currency. */
  readonly dues: readonly DueSum[];
  /** The first of them, in the order of the list. */
  readonly first: readonly KeptBill[];
}

/** What is known of a bill. */
export interface KeptBill {
  readonly billId: string;
  readonly text: string;
  readonly dueDate: string | null;
  readonly currency: string;
  readonly amountCents: number;
}

/** Whether a bill is what was kept of it. */
export function isAsKept(bill: Bill, kept: KeptBill): boolean {
  return (
    bill.id === kept.billId &&
    isPayable(bill.status) &&
    (bill.due_date ?? null) === kept.dueDate &&
    bill.currency === kept.currency &&
    bill.amount_due_cents === kept.amountCents &&
    searchTextOf(bill) === kept.text
  );
}

/**
 * What is to be kept, part by part.
 * @param rows all that can be approved, by due date
 * @param breathe asked before each few of them
 */
export async function* keptParts(
  rows: readonly BillRow[],
  organizationIds: readonly string[],
  breathe: () => Promise<void>,
): AsyncGenerator<KeptPart> {
  const parts = Math.max(1, Math.ceil(rows.length / PART));
  const bills = inListOrder(rows);
  for (let at = 0; at < parts; at++) {
    const columns = emptyColumns();
    for (let slot = 0; slot < PART; slot++) {
      if (slot % BILLS_AT_ONCE === 0) await breathe();
      const next = bills.next();
      if (next.done === true) break;
      columns.add(next.value);
    }
    yield { parts, organizationIds: organizationIds.toSorted(), ...columns.made() };
  }
}

/** Rows that are shown of what is found: more than a tall window has. */
const FIRST_FINDS = 60;
/** Bills in one part: opening it, or going through it, takes a few milliseconds. */
const PART = 4_096;
const BILLS_AT_ONCE = 250;

/** A check for each number by itself takes ten times as long. */
const numbersSchema = z.custom<readonly number[]>(
  (value) => Array.isArray(value) && value.every(Number.isSafeInteger),
);

/** Written by the version that reads it: one of another shape is none. */
const partSchema = z.object({
  /** How many there are in all. */
  parts: z.int().check(z.gte(1)),
  /** Whose bills, sorted. */
  organizationIds: z.array(z.string()),
  /** One in a line. */
  ids: z.string(),
  /** What is searched of each bill, with a line break in between, and how long each is. */
  texts: z.string(),
  lengths: numbersSchema,
  /** Due date and currency of each bill, as a place among all there are. */
  sums: z.array(z.tuple([z.nullable(z.string()), z.string()])),
  sumOf: numbersSchema,
  /** Amounts due, hundredths. */
  cents: numbersSchema,
});
type KeptPart = z.infer<typeof partSchema>;

/** A part, ready to be searched. */
interface OpenPart extends TextBlock {
  readonly parts: number;
  readonly ids: readonly string[];
  readonly sums: KeptPart['sums'];
  readonly sumOf: readonly number[];
  readonly cents: readonly number[];
}

function openPart(stored: unknown, organizationIds: readonly string[]): OpenPart | null {
  const part = partSchema.safeParse(stored).data;
  if (!part || part.organizationIds.join('\n') !== organizationIds.toSorted().join('\n'))
    return null;
  const { lengths, sums, sumOf, cents } = part;
  const ids = part.ids === '' ? [] : part.ids.split('\n');
  const starts = new Uint32Array(lengths.length + 1);
  for (const [at, length] of lengths.entries()) starts[at + 1] = (starts[at] ?? 0) + length + 1;
  const isWhole =
    [ids, sumOf, lengths].every(({ length }) => length === cents.length) &&
    starts.at(-1) === (cents.length === 0 ? 0 : part.texts.length + 1) &&
    sumOf.every((place) => place >= 0 && place < sums.length);
  return isWhole ? { parts: part.parts, text: part.texts, starts, ids, sums, sumOf, cents } : null;
}

function slotsIn(part: OpenPart, terms: readonly SearchTerm[]): SlotSet {
  const found = createSlotSet(part.cents.length).fill();
  for (const term of terms) {
    const into = createSlotSet(part.cents.length);
    for (const spelling of term) markHits(part, spelling, { into, from: 0 });
    found.keep(into);
  }
  return found;
}

function billAt(part: OpenPart, slot: number): KeptBill {
  const [dueDate = null, currency = ''] = part.sums[part.sumOf[slot] ?? -1] ?? [];
  const amountCents = part.cents[slot] ?? 0;
  return { billId: part.ids[slot] ?? '', text: textAt(part, slot), dueDate, currency, amountCents };
}

function add(
  sums: Map<string, DueSum>,
  of: KeptPart['sums'][number] | undefined,
  more: Pick<DueSum, 'bills' | 'amountCents'>,
): void {
  const [dueDate = null, currency = ''] = of ?? [];
  const key = JSON.stringify(of);
  const { bills, amountCents } = sums.get(key) ?? { bills: 0, amountCents: 0 };
  sums.set(key, {
    ...{ dueDate, currency },
    bills: bills + more.bills,
    amountCents: amountCents + more.amountCents,
  });
}

/** As the list begins: what is no day stands behind all days. */
function* inListOrder(rows: readonly BillRow[]): Generator<Bill, void> {
  const undated: Bill[] = [];
  for (const { bill } of rows)
    if (readPlainDate(bill.due_date) === null) undated.push(bill);
    else yield bill;
  yield* undated;
}

function emptyColumns() {
  const ids: string[] = [];
  const texts: string[] = [];
  const sums = new Map<string, { at: number; of: KeptPart['sums'][number] }>();
  const sumOf: number[] = [];
  const cents: number[] = [];
  return {
    add: (bill: Bill): void => {
      const { id, currency, due_date: dueDate = null, amount_due_cents: due } = bill;
      const key = JSON.stringify([dueDate, currency]);
      const sum = sums.get(key) ?? { at: sums.size, of: [dueDate, currency] };
      sums.set(key, sum);
      ids.push(id);
      texts.push(searchTextOf(bill));
      sumOf.push(sum.at);
      cents.push(due);
    },
    made: () => ({
      ids: ids.join('\n'),
      texts: texts.join('\n'),
      lengths: texts.map(({ length }) => length),
      sums: [...sums.values()].map(({ of }) => of),
      ...{ sumOf, cents },
    }),
  };
}
