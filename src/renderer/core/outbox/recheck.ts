import type { ReadingFacts, RecheckRequest } from '../mirror/rechecks.ts';
import type { CachedBill, Reading } from '../mirror/cache-database.ts';
import type { Approval } from '../model/approval.ts';
import type { ApprovalEvent } from './approval-transitions.ts';

export interface CrawlFacts extends ReadingFacts {
  /** Wall time, epoch milliseconds. */
  readonly nowMs: number;
  /**
   * When an approval last left, by organization (ordered time). It changes the lists, so a crawl that runs meanwhile may
   * miss a bill.
   */
  readonly sentMs: ReadonlyMap<string, number>;
}

export type CrawlStep =
  /** A list has shown the bill since the approval. */
  | { readonly kind: 'read'; readonly isListedBeforeApproval: boolean }
  | { readonly kind: 'request'; readonly request: RecheckRequest }
  | { readonly kind: 'apply'; readonly event: ApprovalEvent };

/** Next step towards a crawl that reads a queued approval's bill, when main cannot recheck it on its page. */
export function crawlStepOf(
  row: Approval,
  cached: CachedBill | undefined,
  facts: CrawlFacts,
): CrawlStep {
  const { needsRecheckAfterMs: afterMs, organizationId } = row;
  const crawl = facts.crawls.get(organizationId);
  const apply = (name: 'recheckNeeded' | 'recheckMissed' | 'notFound'): CrawlStep => ({
    kind: 'apply',
    event: { name, nowMs: facts.nowMs, afterMs: facts.orderedNowMs },
  });
  if (afterMs === null) return apply('recheckNeeded');
  const read = readAfter(cached, afterMs, facts);
  if (read !== null) return { kind: 'read', isListedBeforeApproval: read.listedMs <= afterMs };
  const request = { ...requestFor(row, cached, afterMs), lastReading: null };
  if (!isLater(crawl?.orderedMs, afterMs)) return { kind: 'request', request };
  if (wasReadBeforeRestart(cached, afterMs, facts)) return apply('recheckNeeded');
  if (row.missedRechecks === 0 || isLater(facts.sentMs.get(organizationId), afterMs))
    return apply('recheckMissed');
  if (crawl?.isCutShort || !isLater(facts.newestHistoryMs.get(organizationId), afterMs))
    return { kind: 'request', request };
  return apply('notFound');
}

/**
 * Reading that an approval with a lost answer still needs: its bill, or the newest paid and void bills if no crawl
 * found it. Null when no further reading can help.
 */
export function readingOfUnknown(
  row: Approval,
  cached: CachedBill | undefined,
  facts: ReadingFacts,
): RecheckRequest | null {
  const { needsRecheckAfterMs: afterMs, organizationId } = row;
  if (afterMs === null || readAfter(cached, afterMs, facts) !== null) return null;
  if (!isLater(facts.crawls.get(organizationId)?.orderedMs, afterMs))
    return requestFor(row, cached, afterMs);
  if (isLater(facts.newestHistoryMs.get(organizationId), afterMs)) return null;
  return { ...requestFor(row, cached, afterMs), isMissing: true };
}

/**
 * Whether the crawl read the bill after `afterMs`, but before a restart: the bill exists, but needs another reading.
 */
function wasReadBeforeRestart(
  cached: CachedBill | undefined,
  afterMs: number,
  { orderedNowMs }: ReadingFacts,
): boolean {
  const askedMs = cached?.read?.askedMs ?? afterMs;
  return askedMs > afterMs && askedMs <= orderedNowMs;
}

/** Last reading of the bill; null unless this launch of the window read it and it shows the bill after `afterMs`. */
export function readAfter(
  cached: CachedBill | undefined,
  afterMs: number,
  { launchId, readMs }: Pick<ReadingFacts, 'launchId' | 'readMs'>,
): Reading | null {
  const read = cached?.read;
  return read && read.run === launchId && readMs(read) > afterMs ? read : null;
}

function requestFor(
  row: Approval,
  cached: CachedBill | undefined,
  afterMs: number,
): RecheckRequest {
  const { organizationId, billId } = row;
  const lastReading = cached?.read ?? null;
  const chain = lastReading === null || lastReading.after === null ? null : lastReading.status;
  return { organizationId, billId, afterMs, lastReading, chain, isMissing: row.missedRechecks > 0 };
}

function isLater(ms: number | undefined, afterMs: number): boolean {
  return (ms ?? -Infinity) > afterMs;
}
