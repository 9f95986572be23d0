import { useEffect, useMemo, useState } from 'react';
import { useData } from '../../../kit/services/data.ts';
import { useShell } from '../../../kit/services/shell.ts';
import { useToday } from '../../../kit/hooks/use-now.ts';
import {
  asksForApprovals,
  asksForFlags,
  searchedList,
  searchedOrder,
  type FilterFacts,
  type SearchFacts,
} from '../../../core/bills/lists/condition-tests.ts';
import type { SearchReading } from '../../../core/bills/search/search-reading.ts';
import { searchTerms, type SearchTerm } from '../../../core/bills/search/search-terms.ts';
import { messages } from '../../../kit/text/messages.ts';
import { lazyFile } from '../../../kit/ui/lazy.tsx';
import { useForeignWords } from '../../../kit/hooks/use-foreign-words.ts';
import { useCurrentApprovals } from '../../../kit/hooks/use-organizations.ts';
import { atVersion, useObservable } from '../../../kit/hooks/use-observable.ts';
import { dayOrder, fiscalYearStart, weekStart } from '../../../kit/ui/dates.ts';
import { canonicalJson } from '../../../../base/canonical-json.ts';
import { type PlainDate, readPlainDate } from '../../../../base/days.ts';
import type { Approval } from '../../../core/model/approval.ts';
import { queryFor } from '../../../core/bills/lists/bill-list.ts';
import { chooseSort, groupingShown } from './list-order.ts';
import { grouperFor } from '../../../core/bills/lists/list-groups.ts';
import { firstLayout } from './first-layout.ts';
import { isFirstChoice } from '../../../core/local/saved-view.ts';
import { layOut, type ListLayout } from './list-layout.ts';
import { createListLayouts, nothingGathered } from './list-layouts.ts';
import type { ReviewView } from '../../../core/bills/lists/review-view.ts';
import { firstListChoice, type ListChoice, noFilter } from '../../../core/model/list-choice.ts';
import {
  filterBills,
  type OutOfInboxOf,
  listBills,
  type ListedBills,
} from '../../../core/bills/lists/bill-filter.ts';
import { outOfInboxOn } from '../../../core/local/out-of-inbox.ts';

/** The list on screen. The same object until a part of it changes. */
export interface ShownBills {
  readonly layout: ListLayout;
  /** The user's choice for this list. */
  readonly choice: ListChoice;
  readonly approved: ReadonlyMap<string, Approval>;
  readonly today: PlainDate;
  readonly reading: SearchReading;
  readonly terms: readonly SearchTerm[];
  /** Whether the list still belongs to an earlier choice, because the bills or the search aren't ready. */
  readonly isBehind: boolean;
  /** Whether a search waits for them. */
  readonly isSearching: boolean;
  /** Whether the saved bills are loaded, and the first crawl of payable bills is complete or not running. */
  readonly settled: boolean;
}

/**
 * The list for the user's choice, drawn synchronously with each letter, because React's deferred render takes longer
 * than the search itself.
 */
export function useBillList(view: ReviewView): ShownBills {
  const { workspace } = useData();
  const pull = useObservable(workspace.pull);
  const loading = useObservable(workspace.bills.loading);
  const isFirst = useObservable(workspace.bills.firstScreen) !== null;
  const today = useToday();
  const chosen = useListChoice(view);
  const { ofBills: approved, billIds, days } = useCurrentApprovals();
  const read = useSearch(chosen.search, today);
  const reading = read ?? nothingSearched;
  const choice = useMemo(() => {
    const list = searchedList(reading.parts, chosen.list);
    const order = searchedOrder(reading.parts);
    return { ...chosen, list, ...(order && { ...chooseSort(chosen, order.sort), ...order }) };
  }, [chosen, reading]);
  // Only these lists depend on approvals; the layout removes approved bills from the inbox.
  const asksForApproved =
    ['approved', 'snoozed', 'hidden'].includes(choice.list) ||
    choice.filter.flag === 'asked' ||
    asksForApprovals(reading.parts);
  const listed = useListedBills(choice, reading, asksForApproved ? days : noApprovals, today);
  const terms = useMemo(() => termsOf(reading), [reading]);
  const leftInbox = useLeftInbox(billIds, today);
  const excluded = choice.list === 'inbox' ? leftInbox : noIds;
  const layout = useLayout(listed, choice, { leftInbox, excluded }, today);
  const isBehind = read === null || (isFirst && !isFirstChoice(choice));
  const isSearching = isBehind && choice.search.trim() !== '';
  const settled =
    (!loading || isFirst) && (pull.payableSyncedAtMs !== null || pull.kind !== 'crawling');
  return useMemo(
    () => ({
      layout,
      choice,
      approved,
      today,
      reading,
      terms,
      isBehind,
      isSearching,
      settled,
    }),
    [layout, choice, approved, today, reading, terms, isBehind, isSearching, settled],
  );
}

/** The part of the view that determines the list. Moving between bills doesn't change it. */
export function useListChoice(view: ReviewView): ListChoice {
  const { list, search, sort, descending, grouping, filter } = view;
  return useMemo(
    () => ({ list, search, sort, descending, grouping, filter }),
    [list, search, sort, descending, grouping, filter],
  );
}

const useReader = lazyFile(() => import('../../../core/bills/search/search-languages.ts'));

const nothingSearched: SearchReading = { text: '', parts: [], problems: [] };

/** The search, parsed in the current language; null until the parser is loaded. */
function useSearch(search: string, today: PlainDate): SearchReading | null {
  const { workspace } = useData();
  const { locale, idle } = useShell();
  const { bills } = workspace;
  const version = useObservable(bills.version);
  const words = messages.review.searchWords;
  const text = search.trim();
  const calendar = useMemo(() => ({ today, weekStartsOn: weekStart(locale) }), [today, locale]);
  const reader = useReader(text !== '');
  const foreign = useForeignWords(text !== '');
  useEffect(() => {
    for (const each of [words, foreign])
      void idle().then(() => {
        if (each !== null) reader?.prepareReader(each, calendar);
      });
  }, [words, foreign, reader, calendar, idle]);
  const reading = useMemo(() => {
    if (text === '') return nothingSearched;
    const region = { dayOrder: dayOrder(locale), fiscalYearStart: fiscalYearStart(locale) };
    const context = { calendar, ...region, known: bills.known };
    const all = { ...firstListChoice, list: 'all' } as const;
    const finds = (some: string): boolean =>
      bills.find(queryFor({ ...all, search: some })).slots.length > 0;
    return atVersion(
      version,
      () => reader?.readInEither(text, words, foreign, context, finds) ?? null,
    );
  }, [text, words, reader, foreign, calendar, locale, bills, version]);
  const [last, setLast] = useState(reading);
  if (last === reading) return reading;
  // Each page of bills parses the search again, usually with the same result, which must not change the list.
  if (canonicalJson(last) === canonicalJson(reading)) return last;
  setLast(reading);
  return reading;
}

/** Words and phrases to highlight. */
function termsOf({ text, parts }: SearchReading): readonly SearchTerm[] {
  const phrases = parts.flatMap(({ any }) =>
    any.flatMap((each) => (each.kind === 'text' ? [each.term, ...(each.also ?? [])] : [])),
  );
  return [...searchTerms(text), ...phrases];
}

/**
 * The bills of the list. For the inbox it includes approved, snoozed and hidden ones, which the layout removes. Null
 * until the bills are in memory.
 */
function useListedBills(
  choice: ListChoice,
  reading: SearchReading,
  approved: FilterFacts['approved'],
  today: PlainDate,
): ListedBills | null {
  const { bills, flags } = useData().workspace;
  useObservable(bills.version);
  const flagsVersion = useObservable(flags.version);
  const outOfInboxOf = useOutOfInbox(today);
  const { filter, list, sort, descending } = choice;
  const query = useMemo(
    () => queryFor({ list, search: reading.text, sort, descending }),
    [list, reading, sort, descending],
  );
  const isFirst = useObservable(bills.firstScreen) !== null;
  // The index returns the same object until it changes.
  const found = isFirst ? null : bills.find(query);
  const whenFlagsChange = filter.flag !== null || asksForFlags(reading.parts) ? flagsVersion : null;
  const facts = useSearchFacts(approved, outOfInboxOf, today);
  return useMemo(() => {
    if (found === null) return null;
    const listed = { list: list === 'inbox' ? ('payable' as const) : list, filter, reading, facts };
    return atVersion(whenFlagsChange, () => listBills(bills, query, found, listed));
  }, [bills, query, found, list, filter, reading, facts, whenFlagsChange]);
}

/** Facts besides the bills that filters and searches need. */
function useSearchFacts(
  approved: FilterFacts['approved'],
  outOfInboxOf: OutOfInboxOf,
  today: PlainDate,
): SearchFacts {
  const { bills, flags, annotations } = useData().workspace;
  return useMemo(
    () => ({
      approved,
      outOfInboxOf,
      today,
      flagsOf: (billId) => flags.flagsOf(billId),
      isRoutine: (billId) => flags.isRoutine(billId),
      snoozedUntil: ({ organizationId, bill }) =>
        readPlainDate(annotations.annotationOf(organizationId, bill.id)?.snoozedUntil ?? null),
      leftUnapproved: ({ organizationId, bill }) =>
        annotations.annotationOf(organizationId, bill.id)?.paidUnapprovedAtMs !== undefined,
      noteOf: ({ organizationId, bill }) =>
        annotations.annotationOf(organizationId, bill.id)?.note ?? '',
      holding: bills.holding,
    }),
    [approved, outOfInboxOf, today, bills, flags, annotations],
  );
}

/** Numbers of matches among all bills, whatever list and filters are chosen; 0 for an empty search. */
export interface FoundInAll {
  readonly bills: number;
  /** Matches that the user approved today. */
  readonly approvedToday: number;
  /** Words of a search without matches that no bill contains; empty for a search of one word. */
  readonly missing: readonly string[];
}

export function useFoundInAll(search: string, today: PlainDate): FoundInAll {
  const { bills, flags } = useData().workspace;
  const version = `${useObservable(bills.version)} ${useObservable(flags.version)}`;
  const reading = useSearch(search, today);
  const approved = useCurrentApprovals().days;
  const facts = useSearchFacts(approved, useOutOfInbox(today), today);
  const isBlank = search.trim() === '';
  return useMemo(() => {
    if (isBlank || reading === null) return { bills: 0, approvedToday: 0, missing: [] };
    const query = queryFor({ ...firstListChoice, list: 'all', search: reading.text });
    const found = atVersion(version, () => bills.find(query));
    const { columns, slots } = filterBills(found, 'all', noFilter, facts, {
      parts: reading.parts,
      facts,
    });
    const isFound = (billId: string): boolean =>
      slots.placeOf(columns.slotOf(billId) ?? -1) !== null;
    const approvedToday = [...approved].filter(([id, day]) => day === today && isFound(id)).length;
    const words = slots.length > 0 ? [] : [...new Set(reading.text.split(/\s+/u))];
    const isOneWord = words.length + reading.parts.length < 2;
    const missing = isOneWord ? [] : bills.lacking(words.filter((word) => word !== ''));
    return { bills: slots.length, approvedToday, missing };
  }, [isBlank, bills, version, reading, facts, approved, today]);
}

const noIds: ReadonlySet<string> = new Set();
const noApprovals: FilterFacts['approved'] = new Map();

/** Ids of payable bills that are approved or out of the inbox. */
function useLeftInbox(approved: ReadonlySet<string>, today: PlainDate): ReadonlySet<string> {
  const { bills, annotations, organizations, organizationId, allOrganizations } =
    useData().workspace;
  const known = useObservable(organizations);
  const selected = useObservable(organizationId);
  const isAll = useObservable(allOrganizations);
  const versions = `${useObservable(bills.version)} ${useObservable(annotations.outOfInboxVersion)}`;
  return useMemo(() => {
    const shown = isAll ? known.map(({ id }) => id) : [selected].filter((id) => id !== null);
    const outOfInbox = atVersion(versions, () =>
      shown.flatMap((id) =>
        [...annotations.outOfInboxOn(id, today).keys()].filter(
          (billId) => bills.get(billId)?.organizationId === id,
        ),
      ),
    );
    return outOfInbox.length === 0 ? approved : new Set([...approved, ...outOfInbox]);
  }, [bills, annotations, known, selected, isAll, today, approved, versions]);
}

function useLayout(
  listed: ListedBills | null,
  choice: ListChoice,
  { leftInbox, excluded }: Readonly<Record<'leftInbox' | 'excluded', ReadonlySet<string>>>,
  today: PlainDate,
): ListLayout {
  const { workspace } = useData();
  const { locale } = useShell();
  const hasSeveral = useObservable(workspace.allOrganizations);
  const [layouts] = useState(createListLayouts);
  const { sort, descending } = choice;
  const grouping = groupingShown(choice.grouping, hasSeveral);
  const lastFirst = descending && grouping === sort;
  const calendar = useMemo(() => ({ today, weekStartsOn: weekStart(locale) }), [today, locale]);
  const grouper = useMemo(() => grouperFor(grouping, calendar), [grouping, calendar]);
  const { bills } = workspace;
  const screen = useObservable(bills.firstScreen);
  return useMemo(() => {
    if (listed !== null) return layouts.layOut({ ...listed, excluded, grouper, lastFirst });
    if (screen === null) return layOut(nothingGathered);
    return firstLayout(screen, bills, leftInbox, calendar);
  }, [layouts, listed, excluded, grouper, lastFirst, screen, bills, leftInbox, calendar]);
}

/** Returns how a bill is out of the inbox. A new function only when that may have changed. */
export function useOutOfInbox(today: PlainDate): OutOfInboxOf {
  const { annotations } = useData().workspace;
  const version = useObservable(annotations.outOfInboxVersion);
  return useMemo(
    () => atVersion(version, () => outOfInboxOn(annotations, today)),
    [annotations, version, today],
  );
}
