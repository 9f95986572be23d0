import { type BillColumns, grown } from '../../../core/bills/index/bill-columns.ts';
import { totalOf } from '../../../core/bills/figures/figures.ts';
import type { Grouper, ListGroup } from '../../../core/bills/lists/list-groups.ts';
import { firstBit, type SlotList } from '../../../core/bills/index/slot-list.ts';
import type { ListSum, Sums } from './list-layout.ts';

export interface SummedUp {
  readonly slots: SlotList;
  /** Groups in the order of their first bills, without empty ones. */
  readonly groups: readonly SummedGroup[];
  /** Whether the bills of each group are contiguous. */
  readonly isInTurn: boolean;
}

interface SummedGroup {
  readonly group: ListGroup | null;
  readonly code: number;
  readonly bills: number;
  readonly sums: Sums;
}

/**
 * Counts and sums the bills of each group in one pass, because with a million bills each further access is noticeable.
 */
export function sumUp(columns: BillColumns, list: SlotList, grouper: Grouper | null): SummedUp {
  const groupSums = createGroupSums(columns);
  const turns = list.bits && turnsIn(columns, grouper);
  if (list.bits === null || turns === null) addEach(list.walk(), columns, grouper, groupSums);
  else addRuns(list.bits, turns, columns, grouper, groupSums);
  const groups = groupSums.groups.map(({ code, start, slot }): SummedGroup => {
    const row = columns.rows[slot];
    const sums = groupSums.sumsFrom(start);
    const group = (row && grouper?.groupOf(row)) ?? null;
    return { group, code, sums, bills: totalOf(sums.values()).bills };
  });
  return { slots: list, groups, isInTurn: groupSums.turns === groups.length };
}

/** Returns the group code of a bill by its slot; always 0 without groups. */
export function codesIn(columns: BillColumns, grouper: Grouper | null): (slot: number) => number {
  return grouper?.codesIn(columns) ?? (() => 0);
}

/**
 * Cache of group boundaries, by the boundaries of the column that determines the group. A changed bill makes a new
 * array.
 */
const groupTurns = new WeakMap<
  readonly number[],
  { readonly grouper: Grouper; readonly turns: readonly number[] }
>();

/** The slots at which another group begins, ascending; null when unknown. */
function turnsIn(columns: BillColumns, grouper: Grouper | null): readonly number[] | null {
  if (grouper === null) return [];
  const ofColumn = grouper.columnIn(columns)?.turns() ?? null;
  if (ofColumn === null) return null;
  const last = groupTurns.get(ofColumn);
  if (last?.grouper === grouper) return last.turns;
  const codeOf = grouper.codesIn(columns);
  const turns = ofColumn.filter((slot) => codeOf(slot) !== codeOf(slot - 1));
  groupTurns.set(ofColumn, { grouper, turns });
  return turns;
}

interface GroupSums {
  /** Number of bills, by group in order of appearance, then by currency code, then 0 for settled, 1 for payable ones. */
  bills: Uint32Array;
  /** Their amounts, cents, at the same indices. */
  cents: Float64Array;
  /** Groups in order of appearance, with the index of their sums and the slot of one of their bills. */
  readonly groups: { readonly code: number; readonly start: number; readonly slot: number }[];
  /** Number of changes from one group to another. */
  turns: number;
  /** Begins a group, and returns the index of its sums. May replace the arrays. */
  turnTo(code: number, slot: number): number;
  sumsFrom(start: number): Sums;
}

/** Initial number of groups, enough for groups by due date. */
const FIRST_GROUPS = 8;

function createGroupSums({ currency: { texts: names } }: BillColumns): GroupSums {
  const size = 2 * names.length;
  /** Index of a group's sums by its code. */
  const startOf: number[] = [];
  let last = -1;
  const groupSums: GroupSums = {
    bills: new Uint32Array(FIRST_GROUPS * size),
    cents: new Float64Array(FIRST_GROUPS * size),
    groups: [],
    turns: 0,
    turnTo: (code, slot) => {
      if (code !== last) groupSums.turns += 1;
      last = code;
      const known = startOf[code];
      if (known !== undefined) return known;
      const start = groupSums.groups.length * size;
      startOf[code] = start;
      groupSums.groups.push({ code, start, slot });
      if (start === groupSums.bills.length) {
        groupSums.bills = grown(groupSums.bills, new Uint32Array(2 * start));
        groupSums.cents = grown(groupSums.cents, new Float64Array(2 * start));
      }
      return start;
    },
    sumsFrom: (start) => {
      const sums = new Map<string, ListSum>();
      const sumAt = (at: number) => ({
        bills: groupSums.bills[at] ?? 0,
        amountCents: groupSums.cents[at] ?? 0,
      });
      for (const [currency, name] of names.entries()) {
        const [settled, due] = [sumAt(start + 2 * currency), sumAt(start + 2 * currency + 1)];
        const bills = settled.bills + due.bills;
        if (bills > 0) sums.set(name ?? '', { ...due, bills, settled });
      }
      return sums;
    },
  };
  return groupSums;
}

function addEach(
  slots: Uint32Array,
  columns: BillColumns,
  grouper: Grouper | null,
  groupSums: GroupSums,
): void {
  const { amountCents, payable } = columns;
  const { codes: currencies } = columns.currency;
  const codeOf = codesIn(columns, grouper);
  const keys = grouper?.columnIn(columns)?.codes;
  let { bills, cents } = groupSums;
  let [lastKey, last, start] = [-1, -1, 0];
  for (let at = 0; at < slots.length; at++) {
    const slot = slots[at] ?? 0;
    const key = keys?.[slot];
    // Adjacent bills usually belong to one group.
    const code = key === lastKey ? last : codeOf(slot);
    lastKey = key ?? -1;
    if (code !== last) {
      last = code;
      start = groupSums.turnTo(code, slot);
      ({ bills, cents } = groupSums);
    }
    const index = start + 2 * (currencies[slot] ?? 0) + (payable[slot] ?? 0);
    bills[index] = (bills[index] ?? 0) + 1;
    cents[index] = (cents[index] ?? 0) + (amountCents[slot] ?? 0);
  }
}

/** Like `addEach`, if the slots of each group are adjacent. No bill needs a group lookup. */
function addRuns(
  bits: Int32Array,
  turns: readonly number[],
  columns: BillColumns,
  grouper: Grouper | null,
  groupSums: GroupSums,
): void {
  const codeOf = codesIn(columns, grouper);
  const size = bits.length * 32;
  for (let at = 0; at <= turns.length; at++) {
    const [from, to] = [turns[at - 1] ?? 0, Math.min(turns[at] ?? size, size)];
    const first = firstFrom(bits, from);
    if (first < to)
      addRun(
        { bits, first, to, start: groupSums.turnTo(codeOf(first), first) },
        columns,
        groupSums,
      );
  }
}

/** A run of adjacent slots of one group, from the first match to before `to`. */
interface Run {
  readonly bits: Int32Array;
  readonly first: number;
  readonly to: number;
  /** Index of the group's sums. */
  readonly start: number;
}

function addRun(
  { bits, first, to, start }: Run,
  { amountCents, payable, currency }: BillColumns,
  { bills, cents }: GroupSums,
): void {
  const { codes: currencies } = currency;
  const isOfOne = currency.texts.length === 1;
  // Separate declarations: destructuring an array, as elsewhere, makes the loop half as fast.
  let count = 0;
  let sum = 0;
  let payableCount = 0;
  let dueSum = 0;
  for (let at = first >>> 5; at * 32 < to; at++) {
    let rest = bits[at] ?? 0;
    if (at * 32 < first) rest &= -1 << (first & 31);
    if (at * 32 + 32 > to) rest &= ~(-1 << (to & 31));
    // If there is one currency, its column is not read.
    for (; isOfOne && rest !== 0; rest &= rest - 1) {
      const slot = at * 32 + firstBit(rest);
      const isDue = payable[slot] ?? 0;
      const amount = amountCents[slot] ?? 0;
      count += 1;
      sum += amount;
      payableCount += isDue;
      dueSum += isDue * amount;
    }
    for (; rest !== 0; rest &= rest - 1) {
      const slot = at * 32 + firstBit(rest);
      const index = start + 2 * (currencies[slot] ?? 0) + (payable[slot] ?? 0);
      bills[index] = (bills[index] ?? 0) + 1;
      cents[index] = (cents[index] ?? 0) + (amountCents[slot] ?? 0);
    }
  }
  bills[start] = (bills[start] ?? 0) + count - payableCount;
  cents[start] = (cents[start] ?? 0) + sum - dueSum;
  bills[start + 1] = (bills[start + 1] ?? 0) + payableCount;
  cents[start + 1] = (cents[start + 1] ?? 0) + dueSum;
}

/** The first slot of the set at or after this one; past the last slot if there is none. */
function firstFrom(bits: Int32Array, slot: number): number {
  let at = slot >>> 5;
  let rest = (bits[at] ?? 0) & (-1 << (slot & 31));
  while (rest === 0 && ++at < bits.length) rest = bits[at] ?? 0;
  return rest === 0 ? at * 32 : at * 32 + firstBit(rest);
}
