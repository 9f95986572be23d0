import { useEffect, useState } from 'react';
import type { ListChoice } from '../../core/bills/review-view.ts';
import type { SearchReading } from '../../core/bills/search-query.ts';
import type { SearchTerm } from '../../core/bills/search-terms.ts';
import type { EarlyFinds, EarlySearch } from '../../core/connection/early-search.ts';
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
  const { workspace } = useServices();
  const early = useObservable(workspace.earlySearch);
  const isAsked = early?.answers(choice, reading) === true;
  const [found, setFound] = useState<{ by: EarlySearch; finds: EarlyFinds | null } | null>(null);
  // What it was found in is large, and the next search is another.
  if (!isAsked && found !== null) setFound(null);
  useEffect(() => {
    if (!isAsked) return undefined;
    const over = new AbortController();
    void early
      .find(terms, excluded, over.signal)
      .then((finds) => over.signal.aborted || setFound({ by: early, finds }));
    return () => over.abort();
  }, [early, isAsked, terms, excluded]);
  return isAsked && found?.by === early ? found.finds : null;
}
