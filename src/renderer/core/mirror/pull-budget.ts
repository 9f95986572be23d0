import type { QuotaView } from '../../../bridge/quota.ts';
import type { CrawlFacts, OrganizationFacts } from './crawl-place.ts';

/** Quota as the pull knows it. */
export type PullQuota = Pick<QuotaView, 'backgroundLeft' | 'used' | 'resetAtMs' | 'shared'>;

/** How often the policy makes a crawl due. Times are epoch milliseconds. */
interface Pace {
  readonly nowMs: number;
  dueAtMs(crawl: CrawlFacts): number;
  readonly intervalMs: number;
}

/** A payable crawl that goes before others, with its pace. */
export interface Claim {
  readonly organization: OrganizationFacts;
  readonly pace: Pace;
}

// Largest part of the share for payable bills. The rest goes to history, which would otherwise never be read.
const MAX_RESERVED_PART = 0.8;

/**
 * Earliest time of a crawl that must leave requests for `claims`: now if the background's share has more left than they
 * need until the window ends, else the start of the next window. Without this, a first reading of history would use up
 * the share in a minute, and the bills on screen would be an hour old. The claims' reserve shrinks by the requests that
 * they have used in this window: otherwise a small quota would never suffice for history.
 */
export function affordableAtMs(quota: PullQuota | null, claims: readonly Claim[]): number {
  if (quota === null || quota.resetAtMs === null) return 0;
  return quota.backgroundLeft > reservedFor(claims, quota, quota.resetAtMs) ? 0 : quota.resetAtMs;
}

/**
 * Number of pages that a crawl may read at a time and still leave enough for these claims. At least one; exactly one
 * while the window is unknown.
 */
export function affordablePages(quota: PullQuota | null, claims: readonly Claim[]): number {
  if (quota === null || quota.resetAtMs === null) return 1;
  return Math.max(1, quota.backgroundLeft - reservedFor(claims, quota, quota.resetAtMs));
}

function reservedFor(claims: readonly Claim[], quota: PullQuota, resetAtMs: number): number {
  const needed = claims.reduce((sum, claim) => sum + pagesUntil(resetAtMs, claim), 0);
  return Math.min(needed, Math.max(0, reservableOf(quota) - takenBy(claims)));
}

/** Whether the claims have used their part of this window: other crawls may take a turn. */
export function areClaimsUsedUp(quota: PullQuota | null, claims: readonly Claim[]): boolean {
  return quota !== null && claims.length > 0 && takenBy(claims) >= reservableOf(quota);
}

/** Number of pages that payable crawls may read before their part is used up; at least one. */
export function pagesLeftForClaims(
  quota: PullQuota | null,
  organizations: readonly OrganizationFacts[],
): number {
  const taken = organizations.reduce((sum, { payable }) => sum + payable.taken, 0);
  return quota === null ? 1 : Math.max(1, reservableOf(quota) - taken);
}

/** Maximum requests to reserve for claims; at least one. */
function reservableOf({ backgroundLeft, used }: PullQuota): number {
  return Math.max(1, Math.floor((backgroundLeft + used.background) * MAX_RESERVED_PART));
}

function takenBy(claims: readonly Claim[]): number {
  return claims.reduce((sum, { organization }) => sum + organization.payable.taken, 0);
}

/** Pages that the claim's crawls read until `endMs` (epoch milliseconds), if each is as long as the last one. */
function pagesUntil(endMs: number, { organization, pace }: Claim): number {
  const { payable } = organization;
  const firstMs = Math.max(pace.nowMs, pace.dueAtMs(payable));
  if (payable.pages === null || firstMs >= endMs) return 0;
  return payable.pages * (1 + Math.floor((endMs - firstMs) / pace.intervalMs));
}
