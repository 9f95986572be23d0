import type { PullStatus } from '../../core/mirror/pull-status.ts';
import type { BillFilter } from '../../core/bills/bill-filter.ts';

export interface EmptyListFacts {
  readonly filter: BillFilter;
  /** Filters beside the kind of bill are in use. */
  readonly isSifted: boolean;
  readonly isSearched: boolean;
  /** How many bills there are on this computer, whatever is chosen. */
  readonly bills: number;
  /** They are still being read from disk. */
  readonly isLoading: boolean;
  /** Of all that is on screen. */
  readonly pull: Pick<PullStatus, 'kind' | 'payableAsOfMs' | 'historyAsOfMs' | 'cutShort'>;
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
  const { filter, isSifted, isSearched, bills, isLoading, pull } = facts;
  const isRead = groupsOf(filter).every((group) => pull[group] !== null);
  const isWhole = isRead && !pull.cutShort;
  if (bills > 0 && isSifted) return { why: 'filters', isWhole };
  if (isSearched) return { why: 'search', isWhole };
  if (isLoading) return { why: 'loading' };
  if (!isRead) return { why: pull.kind === 'crawling' ? 'loading' : 'notSynced' };
  if (!isWhole) return { why: 'cutShort' };
  if (bills === 0 && pull.historyAsOfMs !== null) return { why: 'noBills' };
  if (filter === 'inbox' || filter === 'snoozed' || filter === 'dismissed') return { why: filter };
  return { why: 'noneOfKind' };
}

/** What has to have been read for a list to be whole. */
function groupsOf(filter: BillFilter): readonly ('payableAsOfMs' | 'historyAsOfMs')[] {
  if (filter === 'paid' || filter === 'void') return ['historyAsOfMs'];
  if (filter === 'all' || filter === 'approved') return ['payableAsOfMs', 'historyAsOfMs'];
  return ['payableAsOfMs'];
}
