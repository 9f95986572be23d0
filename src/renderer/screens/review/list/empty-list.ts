import { billStatuses } from '../../../../contract/wire-names.ts';
import type { PullStatus } from '../../../core/mirror/idle-pull.ts';
import type { BillList, OutOfInbox } from '../../../core/model/list-choice.ts';

export interface EmptyListFacts {
  readonly list: BillList;
  /** Whether filters other than the list are in use. */
  readonly isFiltered: boolean;
  readonly isSearched: boolean;
  /** Number of bills on this computer by status, whatever the choice. */
  readonly counts: ReadonlyMap<string, number>;
  /** Number of bills that could not be read. */
  readonly malformed: number;
  /** Whether the bills on this computer could be opened. */
  readonly isOpen: boolean;
  /** Whether bills are still being read from disk. */
  readonly isLoading: boolean;
  /** Crawl state of all organizations on screen. */
  readonly pull: Pick<PullStatus, 'kind' | 'payableSyncedAtMs' | 'historySyncedAtMs' | 'cuts'>;
}

export type EmptyList =
  | {
      readonly why:
        | 'notOpened'
        | 'loading'
        | 'notSynced'
        | 'cutShort'
        | 'inbox'
        /** Like `inbox`, but bills could not be read, or have a status that the service page does not name. */
        | 'unread'
        | 'noneOfKind'
        | 'noBills'
        | 'malformed';
    }
  | { readonly why: OutOfInbox }
  /** `isWhole`: all bills of the list are here, so the filters or the search exclude them. */
  | { readonly why: 'filters' | 'search'; readonly isWhole: boolean };

/**
 * Why the list is empty. "No bills" needs a complete crawl of every organization on screen, without a list
 * that the service ended too early.
 */
export function whyEmpty(facts: EmptyListFacts): EmptyList {
  const { list, isFiltered, isSearched, counts, malformed, isOpen, isLoading, pull } = facts;
  const there = [...counts].filter(([, count]) => count > 0);
  const bills = there.length;
  const hasUnknown = there.some(([status]) => !known.includes(status));
  const isWhole = isListWhole(list, pull);
  if (bills === 0 && !isOpen) return { why: 'notOpened' };
  if (bills > 0 && isFiltered) return { why: 'filters', isWhole };
  if (isSearched) return { why: 'search', isWhole };
  if (isLoading) return { why: 'loading' };
  if (!isRead(list, pull)) return { why: pull.kind === 'crawling' ? 'loading' : 'notSynced' };
  if (!isWhole) return { why: 'cutShort' };
  if (bills === 0 && malformed > 0) return { why: 'malformed' };
  if (bills === 0 && pull.historySyncedAtMs !== null) return { why: 'noBills' };
  if (list === 'inbox' && (malformed > 0 || hasUnknown)) return { why: 'unread' };
  if (list === 'inbox' || list === 'snoozed' || list === 'hidden') return { why: list };
  return { why: 'noneOfKind' };
}

const known: readonly string[] = billStatuses;

/** Whether all bills of the list have been read, and the service ended no list too early. */
export function isListWhole(list: BillList, pull: Omit<EmptyListFacts['pull'], 'kind'>): boolean {
  return isRead(list, pull) && pull.cuts.length === 0;
}

function isRead(list: BillList, pull: Parameters<typeof isListWhole>[1]): boolean {
  return groupsOf(list).every((group) => pull[group] !== null);
}

/** Groups that must have been read for the list to be complete. */
function groupsOf(list: BillList): readonly ('payableSyncedAtMs' | 'historySyncedAtMs')[] {
  if (list === 'paid' || list === 'void') return ['historySyncedAtMs'];
  if (list === 'all' || list === 'approved') return ['payableSyncedAtMs', 'historySyncedAtMs'];
  return ['payableSyncedAtMs'];
}
