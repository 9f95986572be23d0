import { vendorName } from '../../../../contract/bill.ts';
import type { AskedFlag, Flag } from '../../model/flag.ts';
import { readPlainDate } from '../../../../base/days.ts';
import { foundBills, type FoundBills } from '../index/bill-columns.ts';
import type { BillIndex } from '../index/bill-index.ts';
import { queryFor } from './bill-list.ts';
import type { BillQuery, BillRow } from '../../model/bill-row.ts';
import { amountOf } from '../../model/currency-totals.ts';
import type { BillList, BillFilter, OutOfInbox } from '../../model/list-choice.ts';
import {
  partTests,
  type FilterFacts,
  type SearchFacts,
  isApprovedByUser,
  isPaidUnapproved,
} from './condition-tests.ts';
import { FEW_FINDS, type SearchCondition } from '../search/search-conditions.ts';
import type { SearchPart, SearchReading } from '../search/search-reading.ts';
import { slotList } from '../index/slot-list.ts';

export type OutOfInboxOf = (row: BillRow) => OutOfInbox | null;

type Test = (row: BillRow) => boolean;

/**
 * Bills of a list, in the order given. Approved, snoozed and hidden bills are in their own lists, not in the inbox.
 * The same object when nothing is left out.
 * @param search conditions beyond the words that the index has already matched; null for none
 */
export function filterBills(
  found: FoundBills,
  list: BillList,
  filter: BillFilter,
  facts: FilterFacts,
  search: SearchToApply | null = null,
): FoundBills {
  // Looking up the id of each of 100,000 bills takes longer than a frame.
  if (list === 'approved' && facts.approved.size < found.slots.length)
    return filterBills(withIds(found, facts.approved), list, filter, facts, search);
  const slotTests = search === null ? [] : partTests(search.parts, found.columns, search.facts);
  // Test flags last, because they take longest to compute.
  const tests = [...listTests(list, facts), ...filterTests(filter, facts)];
  if (tests.length + slotTests.length === 0) return found;
  const { rows } = found.columns;
  const left = found.slots.walk().filter((slot) => {
    if (!slotTests.every((test) => test(slot))) return false;
    const row = rows[slot];
    return row !== undefined && tests.every((test) => test(row));
  });
  return left.length === found.slots.length ? found : foundBills(found.columns, slotList(left));
}

function withIds(found: FoundBills, ids: Pick<ReadonlyMap<string, unknown>, 'keys'>): FoundBills {
  const { columns, slots } = found;
  const isWithId = new Uint8Array(columns.rows.length);
  for (const id of ids.keys()) {
    const slot = columns.slotOf(id);
    if (slot !== undefined) isWithId[slot] = 1;
  }
  return foundBills(columns, slotList(slots.walk().filter((slot) => isWithId[slot] === 1)));
}

/** Bills that are neither approved, snoozed nor hidden. */
export function inInbox({ columns, slots }: FoundBills, facts: ListFacts): FoundBills {
  const tests = listTests('inbox', facts);
  const left = slots.walk().filter((slot) => {
    const row = columns.rows[slot];
    return row !== undefined && tests.every((test) => test(row));
  });
  return foundBills(columns, slotList(left));
}

type ListFacts = Pick<FilterFacts, 'approved' | 'outOfInboxOf'>;

function listTests(list: BillList, { approved, outOfInboxOf }: ListFacts): readonly Test[] {
  const isApproved: Test = ({ bill }) => approved.has(bill.id);
  if (list === 'inbox') return [(row) => !isApproved(row) && outOfInboxOf(row) === null];
  if (list === 'approved') return [({ bill }) => isApprovedByUser(approved, bill.id)];
  if (list !== 'snoozed' && list !== 'hidden') return [];
  return [(row) => outOfInboxOf(row) === list && !isApproved(row)];
}

function filterTests(filter: BillFilter, facts: FilterFacts): readonly Test[] {
  const { vendor, currency, amountFromCents, amountToCents, dueFrom, dueTo, flag } = filter;
  const tests: Test[] = [];
  if (currency !== null) tests.push(({ bill }) => bill.currency === currency);
  if (vendor !== null) tests.push(({ bill }) => (vendorName(bill) ?? '') === vendor);
  if (amountFromCents !== null) {
    tests.push(({ bill }) => amountOf(bill).amountCents >= amountFromCents);
  }
  if (amountToCents !== null) {
    tests.push(({ bill }) => amountOf(bill).amountCents <= amountToCents);
  }
  if (dueFrom !== null || dueTo !== null) {
    tests.push(({ bill }) => {
      const due = readPlainDate(bill.dueDate);
      return due !== null && (dueFrom ?? due) <= due && due <= (dueTo ?? due);
    });
  }
  if (flag !== null) tests.push(flagTest(flag, facts));
  return tests;
}

function flagTest(
  wanted: NonNullable<BillFilter['flag']>,
  { flagsOf, isRoutine, leftUnapproved, approved }: FilterFacts,
): Test {
  if (wanted === 'paidUnapproved')
    return (row) =>
      isPaidUnapproved(row.bill.status) && !approved.has(row.bill.id) && leftUnapproved(row);
  // An approved bill no longer waits for an answer.
  if (wanted === 'asked')
    return ({ bill }) => askedIn(flagsOf(bill.id)) !== null && !approved.has(bill.id);
  if (wanted === 'routine') return ({ bill }) => isRoutine(bill.id);
  return ({ bill }) => flagsOf(bill.id).some(({ kind }) => wanted === 'any' || kind === wanted);
}

function askedIn(flags: readonly Flag[]): AskedFlag | null {
  return flags.find((flag) => flag.kind === 'asked') ?? null;
}

/** Bills by the day on which the user expects an answer; bills without a day come last. */
function byAnswer({ columns, slots }: FoundBills, flagsOf: FilterFacts['flagsOf']): FoundBills {
  const dayOf = (slot: number): string =>
    askedIn(flagsOf(columns.rows[slot]?.bill.id ?? ''))?.hold.answerBy ?? '9999';
  const days = new Map(Array.from(slots.walk(), (slot) => [slot, dayOf(slot)]));
  const inOrder = [...days].toSorted(([, left], [, right]) =>
    left < right ? -1 : +(left > right),
  );
  return foundBills(columns, slotList(Uint32Array.from(inOrder, ([slot]) => slot)));
}

/** Parsed conditions of a search, and the facts they need. */
export interface SearchToApply {
  readonly parts: readonly SearchPart[];
  readonly facts: SearchFacts;
}

export interface ListedBills {
  readonly found: FoundBills;
  /**
   * Bills that match the search only with a typo, or only its bill number; null if enough match exactly, or the search has
   * neither.
   */
  readonly similar: FoundBills | null;
}

/** Bills of a list that match the search and the filters. @param found result of the index for the query */
export function listBills(
  bills: Pick<BillIndex, 'find' | 'findSimilar'>,
  query: BillQuery,
  found: FoundBills,
  { list, filter, reading, facts }: ListToFilter,
): ListedBills {
  const search = { parts: reading.parts, facts };
  const left = (all: FoundBills): FoundBills => filterBills(all, list, filter, facts, search);
  const all = left(found);
  const isByAnswer = filter.flag === 'asked' && query.sort === 'dueDate' && !query.descending;
  const exact = isByAnswer ? byAnswer(all, facts.flagsOf) : all;
  const wider = withSimilar(reading.parts, exact, facts);
  if (wider !== null) {
    const near = filterBills(found, list, filter, facts, { parts: wider, facts });
    const similar = notMeeting(near, search);
    if (similar.slots.length > 0) return { found: exact, similar };
  }
  if (exact.slots.length >= FEW_FINDS) return { found: exact, similar: null };
  // If “-corp” excludes all bills of Acme, don't show bills with similar names.
  const isExcluded = found.slots.length > 0 && reading.parts.some(isExclusion);
  const similar = query.search === '' || isExcluded ? null : left(bills.findSimilar(query));
  if (similar !== null && similar.slots.length > 0) return { found: exact, similar };
  // A pasted line such as “Reminder: overdue invoice RE-1” names a bill, but has words that the bill lacks.
  const numbers = reading.parts.filter(({ any }) =>
    any.some((condition) => condition.kind === 'field' && condition.field === 'number'),
  );
  if (exact.slots.length > 0 || numbers.length === 0) return { found: exact, similar: null };
  const { sort, descending } = query;
  const ofAll = bills.find(queryFor({ list: 'all', search: '', sort, descending }));
  const named = filterBills(ofAll, 'all', filter, facts, { parts: numbers, facts });
  return { found: exact, similar: named.slots.length === 0 ? null : named };
}

function isExclusion({ any }: SearchPart): boolean {
  return any.some(({ kind }) => kind === 'not');
}

/** The parts extended by similar words for each word that few bills have; null if there is no such word. */
function withSimilar(
  parts: readonly SearchPart[],
  { slots }: FoundBills,
  { holding }: SearchFacts,
): readonly SearchPart[] | null {
  const similarTo = (each: SearchCondition): readonly SearchCondition[] => {
    if (each.kind !== 'text' || each.match !== 'alone' || each.also) return [];
    const held = holding(each.term, 'alone');
    const isRare = slots.walk().filter((slot) => held.has(slot)).length < FEW_FINDS;
    return isRare ? [{ ...each, match: 'similar' }] : [];
  };
  const more = parts.map(({ any }) => any.flatMap(similarTo));
  if (more.every(({ length }) => length === 0)) return null;
  return parts.map((part, at) => ({ ...part, any: [...part.any, ...(more[at] ?? [])] }));
}

function notMeeting({ columns, slots }: FoundBills, { parts, facts }: SearchToApply): FoundBills {
  const tests = partTests(parts, columns, facts);
  const left = slots.walk().filter((slot) => !tests.every((test) => test(slot)));
  return foundBills(columns, slotList(left));
}

export interface ListToFilter {
  readonly list: BillList;
  readonly filter: BillFilter;
  readonly reading: SearchReading;
  readonly facts: SearchFacts;
}
