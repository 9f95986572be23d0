import type { QuotaView } from '../../../bridge/quota.ts';
import type { CrawlFacts, OrganizationFacts } from './crawl-place.ts';

/** What the pull knows of the quota. */
export type PullQuota = Pick<QuotaView, 'backgroundLeft' | 'used' | 'resetAtMs' | 'shared'>;

/** How often a crawl is due, as the policy has it. Times are epoch milliseconds. */
interface Pace {
  readonly nowMs: number;
  dueAtMs(crawl: CrawlFacts): number;
  readonly intervalMs: number;
}

/** The payable crawls that go before others, each with how often it is due. */
export interface Claim {
  readonly organization: OrganizationFacts;
  readonly pace: Pace;
}

// Whatever payable bills need, the rest gets a fifth of the share: history that is never read is no
// history.
const MOST_KEPT_PART = 0.8;

/**
 * When a crawl may go on for which `claims` go first: at once while more is left of the background's
 * share than they need until the window ends, else in the next window. Without this a first reading of
 * history would take the whole share in a minute, and the bills on screen would grow old for an hour.
 * What they have had of this window counts: kept from what is left alone, their part would begin anew
 * with each of their pages, and a small quota would never come to history.
 */
export function affordableAtMs(quota: PullQuota | null, claims: readonly Claim[]): number {
  if (quota === null || quota.resetAtMs === null) return 0;
  return quota.backgroundLeft > keptFor(claims, quota, quota.resetAtMs) ? 0 : quota.resetAtMs;
}

/** How many pages the same crawl may have in one go, one at least; fewer while nothing is known of the window. */
export function affordablePages(quota: PullQuota | null, claims: readonly Claim[]): number {
  if (quota === null || quota.resetAtMs === null) return 1;
  return Math.max(1, quota.backgroundLeft - keptFor(claims, quota, quota.resetAtMs));
}

function keptFor(claims: readonly Claim[], quota: PullQuota, resetAtMs: number): number {
  const needed = claims.reduce((sum, claim) => sum + pagesUntil(resetAtMs, claim), 0);
  return Math.min(needed, Math.max(0, partOf(quota) - takenBy(claims)));
}

/** Whether the claims have had all of this window that is theirs while somebody waits behind them. */
export function hadTheirPart(quota: PullQuota | null, claims: readonly Claim[]): boolean {
  return quota !== null && claims.length > 0 && takenBy(claims) >= partOf(quota);
}

/** How many pages payable crawls may have before they had their part; one at least. */
export function pagesOfTheirPart(
  quota: PullQuota | null,
  organizations: readonly OrganizationFacts[],
): number {
  const taken = organizations.reduce((sum, { payable }) => sum + payable.taken, 0);
  return quota === null ? 1 : Math.max(1, partOf(quota) - taken);
}

/** The most that may be kept for claims; of a window with a single request, that one. */
function partOf({ backgroundLeft, used }: PullQuota): number {
  return Math.max(1, Math.floor((backgroundLeft + used.background) * MOST_KEPT_PART));
}

function takenBy(claims: readonly Claim[]): number {
  return claims.reduce((sum, { organization }) => sum + organization.payable.taken, 0);
}

/** Pages the claim's crawls take until then, as many a crawl as the last one took. */
function pagesUntil(endMs: number, { organization, pace }: Claim): number {
  const { payable } = organization;
  const firstMs = Math.max(pace.nowMs, pace.dueAtMs(payable));
  if (payable.pages === null || firstMs >= endMs) return 0;
  return payable.pages * (1 + Math.floor((endMs - firstMs) / pace.intervalMs));
}
