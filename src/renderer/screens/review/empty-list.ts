import type { PullStatus } from '../../core/mirror/idle-pull.ts';
import type { BillList } from '../../core/bills/bill-list.ts';

export interface EmptyListFacts {
  readonly list: BillList;
  /** Filters beside the kind of bill are in use. */
  readonly isFiltered: boolean;
  readonly isSearched: boolean;
  /** How many bills there are on this computer, whatever is chosen. */
  readonly bills: number;
  /** They are still being read from disk. */
  readonly isLoading: boolean;
  /** Of all that is on screen. */
  readonly pull: Pick<PullStatus, 'kind' | 'payableAsOfMs' | 'historyAsOfMs' | 'cuts'>;
}

export type EmptyList =
  | { readonly why: 'loading' | 'notSynced' | 'cutShort' | 'inbox' | 'noneOfKind' | 'noBills' }
  | { readonly why: 'snoozed' | 'dismissed' }
  /** `isWhole`: all bills of the kind are here, so it is the filters, or the words, that find none. */
  | { readonly why: 'filters' | 'search'; readonly isWhole: boolean };

/**
 * Why the list is empty. Only bills that have all been read can be said not to be there: by a complete crawl
 * of every organization on screen that no list of the service ended too early.
 */
export function whyEmpty(facts: EmptyListFacts): EmptyList {
  const { list, isFiltered, isSearched, bills, isLoading, pull } = facts;
  const isRead = groupsOf(list).every((group) => pull[group] !== null);
  const isWhole = isRead && pull.cuts.length === 0;
  if (bills > 0 && isFiltered) return { why: 'filters', isWhole };
  if (isSearched) return { why: 'search', isWhole };
  if (isLoading) return { why: 'loading' };
  if (!isRead) return { why: pull.kind === 'crawling' ? 'loading' : 'notSynced' };
  if (!isWhole) return { why: 'cutShort' };
  if (bills === 0 && pull.historyAsOfMs !== null) return { why: 'noBills' };
  if (list === 'inbox' || list === 'snoozed' || list === 'dismissed') return { why: list };
  return { why: 'noneOfKind' };
}

/** What has to have been read for a list to be whole. */
function groupsOf(list: BillList): readonly ('payableAsOfMs' | 'historyAsOfMs')[] {
  if (list === 'paid' || list === 'void') return ['historyAsOfMs'];
  if (list === 'all' || list === 'approved') return ['payableAsOfMs', 'historyAsOfMs'];
  return ['payableAsOfMs'];
}
