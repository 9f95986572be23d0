import { useMemo } from 'react';
import { sortKeyOf } from '../../core/bills/search/search-text.ts';
import type { Approval } from '../../core/model/approval.ts';
import { useForeignWords } from '../../kit/hooks/use-foreign-words.ts';
import { useToday } from '../../kit/hooks/use-now.ts';
import { useData } from '../../kit/services/data.ts';
import { useShell } from '../../kit/services/shell.ts';
import { messages } from '../../kit/text/messages.ts';
import { dayOrder, weekStart } from '../../kit/ui/dates.ts';
import { searchApprovals } from './approval-search.ts';

/** The approvals that the search finds; all of them without a search. */
export function useApprovalSearch(
  approvals: readonly Approval[],
  search: string,
): readonly Approval[] {
  const { bills } = useData().workspace;
  const { locale } = useShell();
  const today = useToday();
  const isSearching = search.trim() !== '';
  const foreign = useForeignWords(isSearching);
  const words = messages.review.searchWords;
  return useMemo(() => {
    if (!isSearching) return approvals;
    const calendar = { today, weekStartsOn: weekStart(locale) };
    const names = new Set(approvals.map(({ snapshot }) => sortKeyOf(snapshot.vendorName ?? '')));
    const known = { ...bills.known, vendors: [...names] };
    const context = { calendar, dayOrder: dayOrder(locale), known, words, foreign };
    return searchApprovals(approvals, search, context);
  }, [approvals, search, isSearching, foreign, words, bills, today, locale]);
}
