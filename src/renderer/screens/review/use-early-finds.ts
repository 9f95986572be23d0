import { useEffect, useMemo, useState } from 'react';
import type { BillRow } from '../../core/bills/bill-row.ts';
import type { ListChoice } from '../../core/bills/review-view.ts';
import { isWordsOnly } from '../../core/bills/search-query.ts';
import type { SearchReading } from '../../core/bills/search-reading.ts';
import { holdsTerm, type SearchTerm } from '../../core/bills/search-terms.ts';
import { searchTextOf } from '../../core/bills/search-text.ts';
import type { EarlyFinds, EarlySearch } from '../../core/connection/early-search.ts';
import { isFirstChoice } from '../../core/local/saved-view.ts';
import { useObservable } from '../../kit/hooks/use-observable.ts';
import { useServices } from '../../kit/services.ts';

export interface ShownFinds extends EarlyFinds {
  /** They are all there are; otherwise those among the first rows of the list, while the others are looked for. */
  readonly areAll: boolean;
}

/**
 * What a search of the first list finds before the bills are in memory: at once what the first rows hold, or else the
 * first there are, then all. Null where the list has to be waited for. Until something is found, what was found with
 * the letter before stays.
 * @param excluded ids of bills that are not in the list
 */
export function useEarlyFinds(
  choice: ListChoice,
  reading: SearchReading,
  terms: readonly SearchTerm[],
  excluded: ReadonlySet<string>,
): ShownFinds | null {
  const { workspace } = useServices();
  const screen = useObservable(workspace.bills.firstScreen);
  const early = useObservable(workspace.earlySearch);
  const isAsked = screen !== null && isOfFirstList(choice, reading);
  const first = useMemo(
    () => (isAsked ? findsAmong(screen.rows, terms, excluded) : null),
    [isAsked, screen, terms, excluded],
  );
  const isWaited = first === null;
  const [found, setFound] = useState<Found | null>(null);
  // What it was found in is large, and the next search is another.
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

/** Words alone, in the list everybody starts with, or with what has left that. */
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
