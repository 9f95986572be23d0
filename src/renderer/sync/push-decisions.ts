import { assertNever } from '../../base/assert-never.ts';
import { fingerprint, snapshotOf, type ReviewedSnapshot } from '../../bridge/snapshot.ts';
import { isPayable } from '../../contract/assumptions.ts';
import { billKey } from '../cache/bill-cache.ts';
import type { RowChange } from '../cache/outbox.ts';
import type { CachedBill } from '../cache/cache-database.ts';
import type { Approval } from '../workspace.ts';
import type { ApprovalTransition } from './approval-transitions.ts';

/** What the next step of the push is decided on. */
export interface PushFacts {
  /** Wall time, epoch milliseconds. */
  readonly nowMs: number;
  /** Ordered time (see ordered-time.ts), for looks. */
  readonly orderedNowMs: number;
  /** Online, signed in, awake, not closing. */
  readonly maySend: boolean;
  /** The sign-in that sends; null when there is none. */
  readonly signInId: string | null;
  /** Approvals with a call to main under way. */
  readonly underWay: ReadonlySet<string>;
  /** The last complete payable crawl by organization. */
  readonly looks: ReadonlyMap<string, Look>;
  /** Bills of the mirror by `billKey`. */
  readonly cached: ReadonlyMap<string, CachedBill>;
  /** Since when what failed for lack of a way may be tried again: back online, or the user asked. */
  readonly tryAgainSinceMs: number | null;
  readonly sendAgainByItself: boolean;
  /** Approvals from before a sleep of the machine or a start of Billfold: no clock tells their age. */
  readonly ageless: ReadonlySet<string>;
}

export interface Look {
  /** Ordered time of its beginning. */
  readonly lookMs: number;
  /** Wall time of its end. */
  readonly endedAtMs: number;
}

export interface PushPlan {
  /** What is to be applied now, in this order. */
  readonly events: readonly RowChange[];
  /** `sending` rows nobody is sending: the journal has to be asked. */
  readonly recall: readonly Approval[];
  /** Organizations whose bills have to be looked at, and after which moment (ordered time). */
  readonly looksWanted: ReadonlyMap<string, number>;
  /** When to decide again although nothing happens, epoch milliseconds. */
  readonly wakeAtMs: number | null;
}

/** An approval older than this when its turn comes wants a look at the bill first. */
export const FRESH_APPROVAL_MS = 5 * 60_000;
/** Sends under way at a time. */
export const MOST_UNDER_WAY = 4;
/** How often an approval is sent again by itself. */
export const MOST_SENT_AGAIN = 3;
/** Longer undo windows than this do not exist: the clock was set back, and the window is over. */
const LONGEST_WINDOW_MS = 60_000;
/** Longer waits than this do not exist either (windows of the quota last an hour). */
const LONGEST_RETRY_MS = 2 * 3_600_000;

type Verdict =
  | { readonly kind: 'apply'; readonly event: ApprovalTransition }
  | { readonly kind: 'recall' }
  | { readonly kind: 'wait'; readonly untilMs: number | null }
  /** Waits for a look; `event` when the row does not say so yet. */
  | {
      readonly kind: 'look';
      readonly afterMs: number;
      readonly event: ApprovalTransition | null;
    };

/** What to do next. Pure: same rows and facts, same plan. */
export function decidePush(rows: readonly Approval[], facts: PushFacts): PushPlan {
  const events: RowChange[] = [];
  const recall: Approval[] = [];
  const looksWanted = new Map<string, number>();
  let wakeAtMs: number | null = null;
  let free = MOST_UNDER_WAY - facts.underWay.size;
  const busyBills = new Set<string>();
  for (const row of rows.toSorted(oldestFirst)) {
    const bill = billKey(row);
    const verdict = busyBills.has(bill) ? waitFor(null) : decideRow(row, facts, free > 0);
    if (goesBefore.has(row.state)) busyBills.add(bill);
    if (verdict.kind === 'recall') recall.push(row);
    if (verdict.kind === 'look') {
      const wantedMs = looksWanted.get(row.organizationId) ?? verdict.afterMs;
      looksWanted.set(row.organizationId, Math.max(wantedMs, verdict.afterMs));
    }
    if (verdict.kind === 'wait') wakeAtMs = earlier(wakeAtMs, verdict.untilMs);
    if ((verdict.kind !== 'apply' && verdict.kind !== 'look') || !verdict.event) continue;
    events.push({ approvalId: row.id, event: verdict.event });
    if (verdict.event.name === 'send') free -= 1;
  }
  return { events, recall, looksWanted, wakeAtMs };
}

/** While an approval is in one of these, a later one of the same bill waits for it. */
const goesBefore: ReadonlySet<Approval['state']> = new Set([
  'held',
  'queued',
  'sending',
  'unknown',
]);

function decideRow(row: Approval, facts: PushFacts, hasRoom: boolean): Verdict {
  switch (row.state) {
    case 'held':
      return decideHeld(row, facts);
    case 'queued':
      return decideQueued(row, facts, hasRoom);
    case 'sending':
      return facts.underWay.has(row.id) ? waitFor(null) : { kind: 'recall' };
    case 'unknown':
      return decideUnknown(row, facts);
    case 'changed':
      return decideChanged(row, facts);
    case 'rejected':
    case 'confirmed':
    case 'withdrawn':
      return waitFor(null);
    default:
      return assertNever(row.state);
  }
}

function decideHeld(row: Approval, { nowMs }: PushFacts): Verdict {
  const leftMs = row.heldUntilMs - nowMs;
  if (leftMs > 0 && leftMs <= LONGEST_WINDOW_MS) return waitFor(row.heldUntilMs);
  return { kind: 'apply', event: { name: 'windowPassed', nowMs } };
}

function decideQueued(row: Approval, facts: PushFacts, hasRoom: boolean): Verdict {
  const { nowMs } = facts;
  if (facts.signInId === null) return waitFor(null);
  if (row.signInId !== facts.signInId) {
    if (row.waitingFor === 'otherSignIn') return waitFor(null);
    return { kind: 'apply', event: { name: 'otherSignIn', nowMs } };
  }
  if (row.waitingFor === 'restored') return waitFor(null);
  if (!isRetryDue(row, facts)) return waitFor(row.retryAtMs);
  const look = lookFor(row, facts);
  if (look !== 'had') return look;
  return compareWithBill(row, facts) ?? sendNow(facts, hasRoom);
}

function sendNow({ nowMs, maySend }: PushFacts, hasRoom: boolean): Verdict {
  if (!maySend || !hasRoom) return waitFor(null);
  return { kind: 'apply', event: { name: 'send', nowMs } };
}

function isRetryDue(row: Approval, { nowMs, tryAgainSinceMs }: PushFacts): boolean {
  if (row.retryAtMs === null || row.retryAtMs <= nowMs) return true;
  if (row.retryAtMs - nowMs > LONGEST_RETRY_MS) return true;
  // The quota's moment is the service's word; nothing makes it come sooner.
  if (row.waitingFor === 'quota' || tryAgainSinceMs === null) return false;
  const triedAtMs = row.history.at(-1)?.atMs ?? 0;
  // A moment in the future is of before the clock was set back, and says nothing of what was tried since:
  // or it would be tried again and again, without a pause, until the clock has caught up.
  if (tryAgainSinceMs > nowMs && triedAtMs <= nowMs) return false;
  return triedAtMs < tryAgainSinceMs;
}

/** Whether the look this approval needs has been had; if not, how it waits for it. */
function lookFor(row: Approval, facts: PushFacts): 'had' | Verdict {
  const look = facts.looks.get(row.organizationId);
  if (row.needsLookAfterMs !== null) {
    if (look && look.lookMs > row.needsLookAfterMs) return 'had';
    return { kind: 'look', afterMs: row.needsLookAfterMs, event: null };
  }
  if (isFresh(row.approvedAtMs, facts) && !facts.ageless.has(row.id)) return 'had';
  // Its turn came late. No look of before will do: it is dated in ordered time and the approval by the
  // wall clock, so after the clock was set back an older look would pass for a newer one.
  const { nowMs, orderedNowMs } = facts;
  const afterMs = orderedNowMs;
  return { kind: 'look', afterMs, event: { name: 'lookNeeded', nowMs, afterMs } };
}

/**
 * A moment in the future is not fresh: the clock was set back since. A clock set back by as much as the
 * machine has slept, or Billfold was closed, shows nothing of either: for that there is `ageless`.
 */
function isFresh(atMs: number, { nowMs, orderedNowMs }: PushFacts): boolean {
  return atMs <= nowMs && orderedNowMs - atMs <= FRESH_APPROVAL_MS;
}

/** Holds the approval back when the bill is not what was on the screen; null when it is. */
function compareWithBill(row: Approval, facts: PushFacts): Verdict | null {
  const { nowMs, orderedNowMs } = facts;
  const cached = facts.cached.get(billKey(row));
  if (!cached) {
    if (row.missedLooks > 0) return { kind: 'apply', event: { name: 'foundGone', nowMs } };
    const afterMs = orderedNowMs;
    return { kind: 'look', afterMs, event: { name: 'lookMissed', nowMs, afterMs } };
  }
  const found = snapshotOf(cached.bill);
  if (isSame(row.snapshot, found) && isPayable(found.status)) return null;
  return { kind: 'apply', event: { name: 'foundChanged', nowMs, found } };
}

function isSame(reviewed: ReviewedSnapshot, found: ReviewedSnapshot): boolean {
  return fingerprint(reviewed) === fingerprint(found);
}

/**
 * Keeps the difference shown what it is: a bill that was gone may turn up void, one that changed may
 * change once more.
 */
function decideChanged(row: Approval, { nowMs, cached }: PushFacts): Verdict {
  const bill = cached.get(billKey(row))?.bill;
  if (!bill) return waitFor(null);
  const found = snapshotOf(bill);
  if (isSame(row.snapshot, found) || (row.found && isSame(row.found, found))) return waitFor(null);
  return { kind: 'apply', event: { name: 'foundChanged', nowMs, found } };
}

/**
 * An approval whose answer was lost. A look that began afterwards may show the bill paid: then it was
 * applied. A void bill proves nothing and stays with the user, and so does a bill that is not found.
 */
function decideUnknown(row: Approval, facts: PushFacts): Verdict {
  const { nowMs } = facts;
  if (facts.signInId === null || row.needsLookAfterMs === null) return waitFor(null);
  const look = facts.looks.get(row.organizationId);
  const cached = facts.cached.get(billKey(row));
  // It was payable in the mirror right before sending, so a paid one has been read since.
  if (cached?.status === 'paid') {
    return { kind: 'apply', event: { name: 'seenNotPayable', nowMs, status: cached.status } };
  }
  if (!look || look.lookMs <= row.needsLookAfterMs) {
    return { kind: 'look', afterMs: row.needsLookAfterMs, event: null };
  }
  const sentAgain = row.history.filter((line) => line.event === 'sendAgainByItself').length;
  const isAllowed = facts.sendAgainByItself && facts.maySend && row.signInId === facts.signInId;
  if (!isAllowed || sentAgain >= MOST_SENT_AGAIN || !cached) return waitFor(null);
  if (!isSame(row.snapshot, snapshotOf(cached.bill))) return waitFor(null);
  return { kind: 'apply', event: { name: 'sendAgainByItself', nowMs } };
}

function waitFor(untilMs: number | null): Verdict {
  return { kind: 'wait', untilMs };
}

function earlier(left: number | null, right: number | null): number | null {
  if (left === null || right === null) return left ?? right;
  return Math.min(left, right);
}

function oldestFirst(left: Approval, right: Approval): number {
  return left.approvedAtMs - right.approvedAtMs || (left.id < right.id ? -1 : 1);
}
