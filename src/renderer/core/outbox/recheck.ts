import type { ReadingFacts, RecheckWanted } from '../mirror/rechecks.ts';
import type { CachedBill } from '../mirror/cache-database.ts';
import type { Approval } from './approval.ts';
import type { ApprovalTransition } from './approval-transitions.ts';

/** A recheck had longer ago than this no longer says what the bill is now. */
export const RECHECK_VALID_MS = 2 * 60_000;

export type Recheck =
  /** The bill in the mirror is what the service has now, as far as anybody can know. */
  | { readonly kind: 'had'; readonly isByOldCursor: boolean }
  | { readonly kind: 'want'; readonly wanted: RecheckWanted }
  /** It was had, and too long ago: worth another one when the approval can go. */
  | { readonly kind: 'stale' }
  | { readonly kind: 'apply'; readonly event: ApprovalTransition };

/** Whether a queued approval has had the recheck that began after the user's word; if not, what it takes. */
export function recheckOf(
  row: Approval,
  cached: CachedBill | undefined,
  facts: ReadingFacts & { readonly nowMs: number },
): Recheck {
  const { nowMs, orderedNowMs } = facts;
  const { needsRecheckAfterMs: afterMs } = row;
  if (maySkip(row, cached, facts)) return { kind: 'had', isByOldCursor: false };
  const askNow = { name: 'recheckNeeded', nowMs, afterMs: orderedNowMs } as const;
  if (afterMs === null || afterMs < facts.floorMs) return { kind: 'apply', event: askNow };
  const readMs = readAfter(cached, afterMs, facts);
  if (readMs !== null) {
    if (orderedNowMs - readMs > RECHECK_VALID_MS) return { kind: 'stale' };
    return { kind: 'had', isByOldCursor: (cached?.read?.listedMs ?? 0) <= afterMs };
  }
  if (!hasCrawled(row, afterMs, facts)) return wants(row, cached, afterMs);
  if (wasMetBefore(cached, afterMs, facts)) return { kind: 'apply', event: askNow };
  if (row.missedRechecks === 0) {
    return { kind: 'apply', event: { name: 'recheckMissed', nowMs, afterMs: orderedNowMs } };
  }
  const isCutShort = facts.crawls.get(row.organizationId)?.cutShort === true;
  if (isCutShort || !hasReadHeads(row, afterMs, facts)) return wants(row, cached, afterMs);
  return { kind: 'apply', event: { name: 'notFound', nowMs, afterMs: orderedNowMs } };
}

/**
 * What an approval without an answer still has to read: its bill, and where no crawl meets it, the newest
 * paid and void ones. Null when there is nothing more to learn.
 */
export function readingOfUnknown(
  row: Approval,
  cached: CachedBill | undefined,
  facts: ReadingFacts,
): RecheckWanted | null {
  const { needsRecheckAfterMs: afterMs } = row;
  if (afterMs === null || readAfter(cached, afterMs, facts) !== null) return null;
  if (!hasCrawled(row, afterMs, facts)) return wants(row, cached, afterMs).wanted;
  if (hasReadHeads(row, afterMs, facts)) return null;
  return { ...wants(row, cached, afterMs).wanted, isMissing: true };
}

/** The crawl went on over a restart, and had met the bill before: it is there, and has to be read again. */
function wasMetBefore(
  cached: CachedBill | undefined,
  afterMs: number,
  { orderedNowMs }: ReadingFacts,
): boolean {
  const askedMs = cached?.read?.askedMs ?? afterMs;
  return askedMs > afterMs && askedMs <= orderedNowMs;
}

/** When the bill was last asked for, if that was in this run and shows it as it was after that time; else null. */
export function readAfter(
  cached: CachedBill | undefined,
  afterMs: number,
  { run, readMs }: Pick<ReadingFacts, 'run' | 'readMs'>,
): number | null {
  const read = cached?.read;
  return read && read.run === run && readMs(read) > afterMs ? read.askedMs : null;
}

function wants(row: Approval, cached: CachedBill | undefined, afterMs: number) {
  const { organizationId, billId } = row;
  const page = cached?.read ?? null;
  const isMissing = row.missedRechecks > 0;
  return { kind: 'want', wanted: { organizationId, billId, afterMs, page, isMissing } } as const;
}

/** Main has had its say: where it wants a recheck, the setting no longer counts. */
function maySkip(row: Approval, cached: CachedBill | undefined, facts: ReadingFacts): boolean {
  const { outcome } = row;
  if (facts.skipMs === 0 || (outcome?.kind === 'notSent' && outcome.reason === 'recheck'))
    return false;
  const oldestMs = Math.max(facts.floorMs, facts.orderedNowMs - facts.skipMs);
  return readAfter(cached, oldestMs, facts) !== null;
}

function hasCrawled(
  { organizationId }: Approval,
  afterMs: number,
  { crawls }: ReadingFacts,
): boolean {
  const crawl = crawls.get(organizationId);
  return crawl !== undefined && crawl.orderedMs > afterMs;
}

function hasReadHeads(
  { organizationId }: Approval,
  afterMs: number,
  { heads }: ReadingFacts,
): boolean {
  return (heads.get(organizationId) ?? Number.NEGATIVE_INFINITY) > afterMs;
}
