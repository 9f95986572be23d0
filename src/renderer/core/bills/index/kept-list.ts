import { isPayable } from '../../../../contract/assumptions.ts';
import type { Bill } from '../../../../contract/bill.ts';
import type { DueSum } from './first-screen.ts';
import { openPart, type KeptPart } from './kept-part.ts';
import type { SearchTerm } from '../search/search-terms.ts';
import { searchTextOf } from '../search/search-text.ts';
import { createSlotSet, type SlotSet } from './slot-set.ts';
import { markHits, textAt } from './text-block.ts';

/**
 * The payable bills as saved for searching before they are in memory: in the default order, in parts that open
 * one after another. It can be searched once the first part is open.
 */
export class KeptList {
  readonly #parts: readonly Promise<KeptPart | null>[];
  readonly #breathe: () => Promise<void>;

  private constructor(parts: readonly Promise<KeptPart | null>[], breathe: () => Promise<void>) {
    this.#parts = parts;
    this.#breathe = breathe;
  }

  /**
   * Resolves when the first part is open. The others open in the background.
   * @param read returns a saved part, from 0; null for none
   * @param breathe called between two parts
   * @returns null unless it is a list of this version and of these organizations
   */
  static async open(
    organizationIds: readonly string[],
    read: ReadPart,
    breathe: () => Promise<void>,
  ): Promise<KeptList | null> {
    const first = openPart(await read(0), organizationIds);
    if (first === null) return null;
    const parts: Promise<KeptPart | null>[] = [Promise.resolve(first)];
    const openBehind = async (at: number): Promise<KeptPart | null> => {
      if ((await parts[Math.max(0, at - AHEAD)]) === null) return null;
      const stored = await read(at);
      await breathe();
      return openPart(stored, organizationIds);
    };
    for (let at = 1; at < first.parts; at++) parts.push(openBehind(at));
    return new KeptList(parts, breathe);
  }

  /** Resolves when all parts are open, or one is missing. @throws the disk's error */
  async opened(): Promise<void> {
    await Promise.all(this.#parts);
  }

  /** Whether there is one for these organizations: its first part is written last. @param read as in `open` */
  static async isKept(organizationIds: readonly string[], read: ReadPart): Promise<boolean> {
    return openPart(await read(0), organizationIds) !== null;
  }

  /**
   * Bills that contain every term.
   * @param excluded ids of bills that are not in the list, such as approved ones
   * @param signal aborted when the answer is no longer needed
   * @param onFirst called once with some of the first results, before the other parts are searched
   * @returns null when a part is missing, or after an abort
   */
  async find(
    terms: readonly SearchTerm[],
    excluded: ReadonlySet<string>,
    signal: AbortSignal,
    onFirst?: (first: readonly KeptBill[]) => Promise<void>,
  ): Promise<KeptFinds | null> {
    const sums = new Map<string, DueSum>();
    const first: KeptBill[] = [];
    let isTold = onFirst === undefined;
    for (const [at, opening] of this.#parts.entries()) {
      if (at > 0) await this.#breathe();
      const part = await opening;
      if (part === null || signal.aborted) return null;
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
      if (!isTold && first.length > 0) {
        isTold = true;
        await onFirst?.(first.slice(0, FIRST_TOLD));
      }
    }
    return { dues: [...sums.values()], first };
  }
}

type ReadPart = (part: number) => Promise<string | null>;

/** Result of a search. */
export interface KeptFinds {
  /** Sums of all results, by due date and currency. */
  readonly dues: readonly DueSum[];
  /** The first results, in the order of the list. */
  readonly first: readonly KeptBill[];
}

/** Saved data of a bill. */
export interface KeptBill {
  readonly billId: string;
  /** Number of its page in the cache. */
  readonly page: number;
  readonly text: string;
  readonly dueDate: string | null;
  readonly currency: string;
  readonly amountCents: number;
}

/** Whether a bill equals its saved data. */
export function isAsKept(bill: Bill, kept: KeptBill): boolean {
  return (
    bill.id === kept.billId &&
    isPayable(bill.status) &&
    bill.dueDate === kept.dueDate &&
    bill.currency === kept.currency &&
    bill.amountDueCents === kept.amountCents &&
    searchTextOf(bill) === kept.text
  );
}

/** Parts to read at a time. */
const AHEAD = 3;
/** Most results to show as rows: more than a tall window has. */
const FIRST_FINDS = 60;
/** Results to show before all are found. Each is on another page, which has to be opened. */
const FIRST_TOLD = 20;

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
  const [billId, page, text] = [part.ids[slot] ?? '', part.pages[slot] ?? 0, textAt(part, slot)];
  return { billId, page, text, dueDate, currency, amountCents };
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
