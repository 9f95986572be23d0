import { isPayable } from '../../../contract/assumptions.ts';
import type { Bill } from '../../../contract/bill.ts';
import type { DueSum } from './first-screen.ts';
import { openPart, type KeptPart } from './kept-part.ts';
import type { SearchTerm } from './search-terms.ts';
import { searchTextOf } from './search-text.ts';
import { createSlotSet, type SlotSet } from './slot-set.ts';
import { markHits, textAt } from './text-block.ts';

/**
 * The bills that can be approved, as a search needs them before they are in memory: in the order of the first list, in
 * parts that are opened one after the other.
 */
export class KeptList {
  readonly #parts: readonly KeptPart[];

  private constructor(parts: readonly KeptPart[]) {
    this.#parts = parts;
  }

  /**
   * @param read a part as it was kept, from 0; null where there is none
   * @returns null for what is no whole list of this version, of these organizations
   */
  static async open(organizationIds: readonly string[], read: ReadPart): Promise<KeptList | null> {
    const first = openPart(await read(0), organizationIds);
    if (first === null) return null;
    const others = Array.from({ length: first.parts - 1 }, async (_none, at) =>
      openPart(await read(at + 1), organizationIds),
    );
    const parts = [first, ...(await Promise.all(others))];
    return parts.every((part) => part !== null) ? new KeptList(parts) : null;
  }

  /** Whether there is one for these organizations: its first part is written last. @param read as above */
  static async isKept(organizationIds: readonly string[], read: ReadPart): Promise<boolean> {
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

type ReadPart = (part: number) => Promise<string | null>;

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

/** Rows that are shown of what is found: more than a tall window has. */
const FIRST_FINDS = 60;

function slotsIn(part: KeptPart, terms: readonly SearchTerm[]): SlotSet {
  const found = createSlotSet(part.cents.length).fill();
  for (const term of terms) {
    const into = createSlotSet(part.cents.length);
    for (const spelling of term) markHits(part, spelling, { into, from: 0 });
    found.keep(into);
  }
  return found;
}

function billAt(part: KeptPart, slot: number): KeptBill {
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
