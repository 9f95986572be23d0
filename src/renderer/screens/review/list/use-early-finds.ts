import { useEffect, useMemo, useState } from 'react';
import type { BillRow } from '../../../core/model/bill-row.ts';
import type { ListChoice } from '../../../core/bills/lists/review-view.ts';
import { isWordsOnly } from '../../../core/bills/search/search-query.ts';
import type { SearchReading } from '../../../core/bills/search/search-reading.ts';
import { holdsTerm, type SearchTerm } from '../../../core/bills/search/search-terms.ts';
import { searchTextOf } from '../../../core/bills/search/search-text.ts';
import type { EarlyFinds, EarlySearch } from '../../../core/connection/early-search.ts';
import { isFirstChoice } from '../../../core/local/saved-view.ts';
import { useObservable } from '../../../kit/hooks/use-observable.ts';
import { useData } from '../../../kit/services/data.ts';

export interface ShownFinds extends EarlyFinds {
  /** Whether these are all matches; otherwise they come from the first rows, while the search goes on. */
  readonly areAll: boolean;
}

/**
 * Search matches in the first list before the bills are in memory: first those in the first rows, or else the
 * first ones found, then all. Until there are any, the matches of the previous letter stay. Null if the list
 * must wait for the bills.
 * @param excluded ids of bills that are not in the list
 */
export function useEarlyFinds(
  choice: ListChoice,
  reading: SearchReading,
  terms: readonly SearchTerm[],
  excluded: ReadonlySet<string>,
): ShownFinds | null {
  const { workspace } = useData();
  const screen = useObservable(workspace.bills.firstScreen);
  const early = useObservable(workspace.earlySearch);
  const isAsked = screen !== null && isOfFirstList(choice, reading);
  const first = useMemo(
    () => (isAsked ? findsAmong(screen.rows, terms, excluded) : null),
    [isAsked, screen, terms, excluded],
  );
  const isWaited = first === null;
  const [found, setFound] = useState<Found | null>(null);
  // Frees the matches of an ended search, which are large.
  if (!isAsked && found !== null) setFound(null);
  useEffect(() => {
    if (!isAsked || early === null) return undefined;
    const over = new AbortController();
    const show = (finds: ShownFinds | null): void => {
      if (!over.signal.aborted) setFound({ by: early, terms, finds });
    };
    const showFirst = (rows: readonly BillRow[]): void => show(firstFinds(rows));
    void early
      .find(terms, excluded, over.signal, isWaited ? showFirst : undefined)
      .then((finds) => show(finds && { ...finds, areAll: true }));
    return () => over.abort();
  }, [early, isAsked, terms, excluded, isWaited]);
  const known = isAsked && found?.by === early ? found : null;
  return useMemo(() => {
    const isOfThese = known?.terms === terms;
    const last = known?.finds ?? null;
    if (isOfThese) return last ?? first;
    return first ?? (last && { ...last, areAll: false });
  }, [known, terms, first]);
}

interface Found {
  readonly by: EarlySearch;
  readonly terms: readonly SearchTerm[];
  readonly finds: ShownFinds | null;
}

/** Only words, in the default list or in a list of bills that left it. */
function isOfFirstList(choice: ListChoice, reading: SearchReading): boolean {
  const isOfFirst = choice.list === 'inbox' || choice.list === 'payable';
  return (
    isOfFirst &&
    reading.text !== '' &&
    isWordsOnly(reading) &&
    isFirstChoice({ ...choice, list: 'inbox', search: '' })
  );
}

function findsAmong(
  rows: readonly BillRow[],
  terms: readonly SearchTerm[],
  excluded: ReadonlySet<string>,
): ShownFinds | null {
  const finds = rows.filter(({ bill }) => {
    const text = searchTextOf(bill);
    return !excluded.has(bill.id) && terms.every((term) => holdsTerm(text, term));
  });
  return finds.length === 0 ? null : firstFinds(finds);
}

function firstFinds(rows: readonly BillRow[]): ShownFinds {
  const dues = rows.map(({ bill }) => ({
    ...{ dueDate: bill.dueDate, currency: bill.currency },
    ...{ bills: 1, amountCents: bill.amountDueCents },
  }));
  return { dues, rows, areAll: false };
}
