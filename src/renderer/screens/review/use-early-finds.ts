import { useEffect, useState } from 'react';
import type { ListChoice } from '../../core/bills/review-view.ts';
import type { SearchReading } from '../../core/bills/search-query.ts';
import type { SearchTerm } from '../../core/bills/search-terms.ts';
import type { EarlyFinds, EarlySearch } from '../../core/connection/early-search.ts';
import { isFirstChoice } from '../../core/local/saved-view.ts';
import { useObservable } from '../../kit/hooks/use-observable.ts';
import { useServices } from '../../kit/services.ts';

/**
 * What a search of the first list finds before the bills are in memory. While the next letter is looked for, what was
 * found with the one before stays; null where the list has to be waited for.
 * @param excluded ids of bills that are not in the list
 */
export function useEarlyFinds(
  choice: ListChoice,
  reading: SearchReading,
  terms: readonly SearchTerm[],
  excluded: ReadonlySet<string>,
): EarlyFinds | null {
  const { workspace, report } = useServices();
  const early = useObservable(workspace.earlySearch);
  const isAsked = early !== null && isPlainSearch(choice, reading);
  const [found, setFound] = useState<{ by: EarlySearch; finds: EarlyFinds | null } | null>(null);
  useEffect(() => {
    if (!isAsked) return undefined;
    const over = new AbortController();
    early
      .find(terms, excluded, over.signal)
      .then((finds) => over.signal.aborted || setFound({ by: early, finds }), report);
    return () => over.abort();
  }, [early, isAsked, terms, excluded, report]);
  return isAsked && found?.by === early ? found.finds : null;
}

/** Words alone, in the list everybody starts with, or with what has left it. */
function isPlainSearch(choice: ListChoice, { text, conditions }: SearchReading): boolean {
  const isOfFirst = choice.list === 'inbox' || choice.list === 'payable';
  return (
    isOfFirst &&
    text !== '' &&
    conditions.length === 0 &&
    isFirstChoice({ ...choice, list: 'inbox', search: '' })
  );
}
