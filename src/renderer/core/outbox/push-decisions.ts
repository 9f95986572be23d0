import { compareValues } from '../../../base/compare-values.ts';
import { assertNever } from '../../../base/assert-never.ts';
import { MAX_SENT_AGAIN, type NotSentReason } from '../../../bridge/approval.ts';
import { fingerprint, snapshotOf, type ReviewedSnapshot } from '../../../bridge/snapshot.ts';
import { isPayable } from '../../../contract/assumptions.ts';
import { cacheKeyOf, type CachedBill, type PageRef } from '../mirror/cache-database.ts';
import { approvalTable } from './approval-table.ts';
import type { RowChange } from './outbox.ts';
import type { Approval } from '../model/approval.ts';
import type { ApprovalEvent } from './approval-transitions.ts';
import type { UndoLeft } from './undo-periods.ts';
import { differingAnswer } from './unexpected-change.ts';
import { type CrawlFacts, readAfter, readingOfUnknown, crawlStepOf } from './recheck.ts';
import type { RecheckRequest } from '../mirror/rechecks.ts';

/** Facts from which the push decides its next step. */
export interface PushFacts extends CrawlFacts {
  /** Whether the app is online, signed in, awake and not closing. */
  readonly maySend: boolean;
  /** Maximum sends under way at a time. */
  readonly maxUnderWay: number;
  /** The sign-in that sends; null when there is none. */
  readonly signInId: string | null;
  /** See `Approval.profileEpoch`. */
  readonly profileEpoch: string;
  readonly undoLeftMs: UndoLeft;
  /** Organizations this sign-in can see; null until they are known. */
  readonly organizationIds: ReadonlySet<string> | null;
  /** Ids of approvals with a call to main under way. */
  readonly underWay: ReadonlySet<string>;
  /** Id of the approval under way whose bill is read by an old cursor; null for none. */
  readonly onOldCursor: string | null;
  /** Bills in the mirror, by `cacheKeyOf`. */
  readonly cached: ReadonlyMap<string, CachedBill>;
  /**
   * When the app came back online, or the user last asked to retry, epoch milliseconds: attempts that failed before
   * then may be retried at once. Null for never.
   */
  readonly tryAgainSinceMs: number | null;
  readonly sendAgainByItself: boolean;
  /** Fields that the user has excluded from the check for changes. */
  readonly uncheckedFields: readonly string[];
}

export interface PushPlan {
  /** Changes to apply now, in this order. */
  readonly changes: readonly RowChange[];
  /** `sending` rows without a call under way: ask the journal about their outcome. */
  readonly inDoubt: readonly Approval[];
  /** Bills to read again before Billfold sends their approvals or draws conclusions about them. */
  readonly rechecks: readonly RecheckRequest[];
  /** Organizations with a bill that was not found, and since when (ordered time): reading their history may find it. */
  readonly notFound: ReadonlyMap<string, number>;
  /**
   * Id of the approval whose page is read by an old cursor, under way or sent by this plan. Only one at a time, because
   * an old cursor may return an outdated page. Null for none.
   */
  readonly onOldCursor: string | null;
  /** When to decide again if nothing happens before, epoch milliseconds; null for never. */
  readonly wakeAtMs: number | null;
}

/**
 * Billfold sends approvals whose bills are read by an old cursor one at a time (see `PushPlan.onOldCursor`). If more than
 * this many wait, a crawl reads their bills instead, provided that it reads at most twice as many pages.
 */
const MAX_BY_OLD_CURSOR = 8;
/** A cursor from a page read longer ago than this may show the past. */
const LISTED_LATELY_MS = 90_000;

/** Longer waits than this mean that the clock was set back: quota windows last an hour. */
const LONGEST_RETRY_MS = 2 * 3_600_000;
/** Pause before retrying an approval that was not sent: 2 s to 5 minutes, unless main names a future time. */
export const NOT_SENT_BACKOFF = { firstMs: 2_000, maxMs: 5 * 60_000 } as const;

type Verdict =
  | {
      readonly kind: 'apply';
      readonly event: ApprovalEvent;
      /** Whether main reads the page by an old cursor. */
      readonly isByOldCursor?: boolean;
    }
  | { readonly kind: 'findAttempt' }
  | { readonly kind: 'wait'; readonly untilMs: number | null }
  | { readonly kind: 'request'; readonly request: RecheckRequest };

/** Facts that depend on all approvals together. */
interface SharedFacts {
  /** Ids of approvals for which a crawl is cheaper than reading their pages one at a time. */
  readonly cheaperByCrawl: ReadonlySet<string>;
  /** Pages that recently could not be read, by organization. */
  readonly outages: ReadonlyMap<string, Outage>;
}

/**
 * Pages of one organization that could not be read. One page stops the approvals on it; two stop all approvals of the
 * organization.
 */
interface Outage {
  readonly pages: Set<string>;
  /** Time of the next attempt, epoch milliseconds: the latest of the approvals that failed. */
  untilMs: number;
}

/** Decides the next step. Pure: the same rows and facts give the same plan. */
export function decidePush(rows: readonly Approval[], facts: PushFacts): PushPlan {
  const changes: RowChange[] = [];
  const inDoubt: Approval[] = [];
  const rechecks: RecheckRequest[] = [];
  let wakeAtMs: number | null = null;
  let free = facts.maxUnderWay - facts.underWay.size;
  // This approval was sent before the window restarted. Assume that it used an old cursor.
  const sentEarlier = rows.find(({ id, state }) => state === 'sending' && !facts.underWay.has(id));
  let onOldCursor = facts.onOldCursor ?? sentEarlier?.id ?? null;
  /** Approvals that would use an old cursor. At most one of them is sent, and the first reserves its place. */
  const byOldCursor: { readonly row: Approval; readonly event: ApprovalEvent }[] = [];
  const busyBills = new Set<string>();
  const shared = {
    cheaperByCrawl: approvalsCheaperByCrawl(rows, facts),
    outages: outagesIn(rows, facts),
  };
  for (const row of rows.toSorted(oldestFirst)) {
    const bill = cacheKeyOf(row);
    const decide = (): Verdict =>
      busyBills.has(bill) ? waitFor(null) : decideRow(row, facts, free > 0, shared);
    const verdict = isOfCopy(row, facts) ? dataRestored(facts) : decide();
    if (blockingStates.has(row.state)) busyBills.add(bill);
    if (verdict.kind === 'findAttempt') inDoubt.push(row);
    if (verdict.kind === 'request') rechecks.push(verdict.request);
    if (verdict.kind === 'wait') wakeAtMs = earlier(wakeAtMs, verdict.untilMs);
    if (verdict.kind !== 'apply') continue;
    if (verdict.isByOldCursor) {
      if (onOldCursor !== null) continue;
      byOldCursor.push({ row, event: verdict.event });
      continue;
    }
    if (verdict.event.name === 'send') {
      // One place stays free for an approval by an old cursor.
      if (free <= Math.min(1, byOldCursor.length)) continue;
      free -= 1;
    }
    changes.push({ approvalId: row.id, event: verdict.event });
  }
  const next = leastFailed(byOldCursor, rows, facts);
  if (next) {
    onOldCursor = next.row.id;
    changes.push({ approvalId: next.row.id, event: next.event });
  }
  return { changes, inDoubt, rechecks, notFound: notFoundIn(rows, facts), onOldCursor, wakeAtMs };
}

/** Organizations for `PushPlan.notFound`. A recently paid bill may be anywhere in history, so all of it is read. */
function notFoundIn(rows: readonly Approval[], facts: PushFacts): ReadonlyMap<string, number> {
  const since = new Map<string, number>();
  for (const row of rows) {
    const { state, found, needsRecheckAfterMs: sinceMs, organizationId } = row;
    if (state !== 'changed' || found !== null || sinceMs === null) continue;
    if (readAfter(facts.cached.get(cacheKeyOf(row)), sinceMs, facts) !== null) continue;
    since.set(organizationId, Math.max(sinceMs, since.get(organizationId) ?? sinceMs));
  }
  return since;
}

/** States in which an approval makes later approvals of the same bill wait. */
const blockingStates: ReadonlySet<Approval['state']> = new Set([
  'held',
  'queued',
  'sending',
  'unknown',
]);

function decideRow(
  row: Approval,
  facts: PushFacts,
  isSlotFree: boolean,
  shared: SharedFacts,
): Verdict {
  switch (row.state) {
    case 'held':
      return decideHeld(row, facts);
    case 'queued':
      return decideQueued(row, facts, isSlotFree, shared);
    case 'sending':
      return facts.underWay.has(row.id) ? waitFor(null) : { kind: 'findAttempt' };
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

/**
 * Whether the data was copied or restored after the approval, and its history does not say so yet. Another copy may have
 * sent it. False for an approval that waits for the user's answer, because main asks about it anyway.
 */
function isOfCopy(
  { state, profileEpoch, history, waitingFor }: Approval,
  facts: PushFacts,
): boolean {
  if (facts.signInId === null || approvalTable[state].dataRestored === null) return false;
  if (profileEpoch === facts.profileEpoch || userReasons.has(waitingFor)) return false;
  return !history.some(({ event }) => event === 'dataRestored');
}

function dataRestored({ nowMs }: PushFacts): Verdict {
  return { kind: 'apply', event: { name: 'dataRestored', nowMs } };
}

function decideHeld(row: Approval, { nowMs, undoLeftMs }: PushFacts): Verdict {
  const leftMs = undoLeftMs(row);
  if (leftMs > 0) return waitFor(nowMs + leftMs);
  return { kind: 'apply', event: { name: 'windowPassed', nowMs } };
}

function decideQueued(
  row: Approval,
  facts: PushFacts,
  isSlotFree: boolean,
  { cheaperByCrawl, outages }: SharedFacts,
): Verdict {
  if (facts.signInId === null) return waitFor(null);
  if (row.waitingFor === 'changedBack') return decideChangedBack(row, facts);
  const heldBack = holdBack(row, facts);
  if (heldBack) return heldBack;
  if (!isRetryDue(row, facts)) return waitFor(row.retryAtMs);
  const outage = outages.get(row.organizationId);
  if (outage && (outage.pages.size > 1 || outage.pages.has(pageKeyOf(row, facts))))
    return waitFor(outage.untilMs);
  const page = pageToRecheck(row, facts);
  if (page !== null && !wasNotOnPage(row) && !cheaperByCrawl.has(row.id))
    return sendVerdict(facts, isSlotFree, page, needsOldCursor(row, facts));
  const step = crawlStepOf(row, facts.cached.get(cacheKeyOf(row)), facts);
  if (step.kind !== 'read') return step;
  return sendVerdict(facts, isSlotFree, page, step.isListedBeforeApproval);
}

/** Page that main reads again for the approval; null when none is known, or its cursor cannot be used. */
function pageToRecheck(row: Approval, { cached, pageOf }: PushFacts): PageRef | null {
  const read = cached.get(cacheKeyOf(row))?.read;
  return read ? pageOf(row.organizationId, read) : null;
}

function pageKeyOf(row: Approval, facts: PushFacts): string {
  return JSON.stringify(pageToRecheck(row, facts));
}

/**
 * The first approval whose page has not failed, else the one whose page failed longest ago: a page that cannot be read
 * must not delay the other approvals.
 */
function leastFailed<Sent extends { readonly row: Approval }>(
  sends: readonly Sent[],
  rows: readonly Approval[],
  facts: PushFacts,
): Sent | null {
  const placeOf = (row: Approval): string => `${row.organizationId} ${pageKeyOf(row, facts)}`;
  const failedMs = new Map<string, number>();
  for (const row of rows) {
    const { state, outcome, history } = row;
    const isFailed =
      state === 'queued' && outcome?.kind === 'notSent' && failures.has(outcome.reason);
    const atMs = history.at(-1)?.atMs ?? 0;
    if (isFailed) failedMs.set(placeOf(row), Math.max(atMs, failedMs.get(placeOf(row)) ?? 0));
  }
  let next: { readonly send: Sent; readonly failedMs: number } | null = null;
  for (const send of sends) {
    const ms = failedMs.get(placeOf(send.row));
    if (ms === undefined) return send;
    if (next === null || ms < next.failedMs) next = { send, failedMs: ms };
  }
  return next?.send ?? null;
}

/** Reasons why a recheck failed. */
const failures: ReadonlySet<NotSentReason> = new Set(['unreachable', 'serviceFailed']);

/** Whether a crawl looks for the bill, because main did not find it on its page. */
function wasNotOnPage({ outcome }: Approval): boolean {
  return outcome?.kind === 'notSent' && outcome.reason === 'notOnPage';
}

/** Whether main would read the page by a cursor that is older than the approval. */
function needsOldCursor(row: Approval, facts: PushFacts): boolean {
  const { needsRecheckAfterMs: afterMs } = row;
  const read = facts.cached.get(cacheKeyOf(row))?.read;
  if (!read || read.after === null) return false;
  const isListedSince = afterMs !== null && read.run === facts.launchId && read.listedMs > afterMs;
  return !isListedSince || facts.orderedNowMs - read.askedMs > LISTED_LATELY_MS;
}

function outagesIn(rows: readonly Approval[], facts: PushFacts): SharedFacts['outages'] {
  const outages = new Map<string, Outage>();
  for (const row of rows) {
    const { state, outcome, organizationId, retryAtMs } = row;
    if (state !== 'queued' || retryAtMs === null || isRetryDue(row, facts)) continue;
    if (outcome?.kind !== 'notSent' || outcome.error === null) continue;
    const outage = outages.get(organizationId) ?? { pages: new Set(), untilMs: 0 };
    outage.pages.add(pageKeyOf(row, facts));
    outage.untilMs = Math.max(outage.untilMs, retryAtMs);
    outages.set(organizationId, outage);
  }
  return outages;
}

function approvalsCheaperByCrawl(
  rows: readonly Approval[],
  facts: PushFacts,
): SharedFacts['cheaperByCrawl'] {
  const byOldCursor = rows.filter(
    (row) => row.state === 'queued' && pageToRecheck(row, facts) && needsOldCursor(row, facts),
  );
  const left = new Set<string>();
  for (const [organizationId, many] of Map.groupBy(byOldCursor, (row) => row.organizationId)) {
    const pages = new Set(many.map((row) => pageKeyOf(row, facts)));
    if (many.length <= MAX_BY_OLD_CURSOR || pages.size * 2 < facts.pagesOf(organizationId))
      continue;
    for (const { id } of many) left.add(id);
  }
  return left;
}

/** Verdict for an approval that only the user or another sign-in can move on; null for any other. */
function holdBack(row: Approval, facts: PushFacts): Verdict | null {
  const { nowMs, organizationIds } = facts;
  const wait = (name: 'otherSignIn' | 'dataRestored' | 'noOrganization'): Verdict =>
    row.waitingFor === name ? waitFor(null) : { kind: 'apply', event: { name, nowMs } };
  if (row.signInId !== facts.signInId) return wait('otherSignIn');
  if (userReasons.has(row.waitingFor)) return waitFor(null);
  if (row.profileEpoch !== facts.profileEpoch) return wait('dataRestored');
  if (organizationIds && !organizationIds.has(row.organizationId)) return wait('noOrganization');
  if (row.waitingFor !== 'noOrganization') return null;
  // Wait until the list is known. If it has the organization, this sign-in can see it again.
  if (organizationIds === null) return waitFor(null);
  return { kind: 'apply', event: { name: 'recheckNeeded', nowMs, afterMs: facts.orderedNowMs } };
}

/** Reasons after which only the user can move an approval on. */
const userReasons: ReadonlySet<Approval['waitingFor']> = new Set([
  'restored',
  'overLimit',
  'twice',
]);

function sendVerdict(
  { nowMs, maySend }: PushFacts,
  isSlotFree: boolean,
  page: PageRef | null,
  isReadByOldCursor: boolean,
): Verdict {
  if (!maySend || !isSlotFree) return waitFor(null);
  return { kind: 'apply', event: { name: 'send', nowMs, page }, isByOldCursor: isReadByOldCursor };
}

function isRetryDue(row: Approval, { nowMs, tryAgainSinceMs }: PushFacts): boolean {
  const waitMs = (row.retryAtMs ?? nowMs) - nowMs;
  // A longer wait means that the clock was set back.
  const longestMs = row.waitingFor === 'unreachable' ? NOT_SENT_BACKOFF.maxMs : LONGEST_RETRY_MS;
  if (waitMs <= 0 || waitMs > longestMs) return true;
  // The service sets the time of the quota's reset; a retry cannot bring it forward.
  if (row.waitingFor === 'quota' || tryAgainSinceMs === null) return false;
  const triedAtMs = row.history.at(-1)?.atMs ?? 0;
  // If `tryAgainSinceMs` is in the future, the clock was set back. Ignore it for attempts made since then: Billfold would
  // retry them without a pause until the clock catches up.
  if (tryAgainSinceMs > nowMs && triedAtMs <= nowMs) return false;
  return triedAtMs < tryAgainSinceMs;
}

function isSame(
  reviewed: ReviewedSnapshot,
  found: ReviewedSnapshot,
  { uncheckedFields }: PushFacts,
): boolean {
  return fingerprint(reviewed, uncheckedFields) === fingerprint(found, uncheckedFields);
}

/**
 * Updates the displayed difference, and queues the approval when the bill matches the approved version again. If the
 * bill had only been missing, the approval is then sent. If it had changed, the user is asked, since the reading may be
 * an old copy. A bill that was not found needs a reading that began later.
 */
function decideChanged(row: Approval, facts: PushFacts): Verdict {
  const { nowMs } = facts;
  const cached = facts.cached.get(cacheKeyOf(row));
  if (!cached) return waitFor(null);
  const { needsRecheckAfterMs: goneMs } = row;
  if (goneMs !== null && readAfter(cached, goneMs, facts) === null) return waitFor(null);
  const found = snapshotOf(cached.bill);
  if (isSame(row.snapshot, found, facts) && isPayable(found.status)) {
    // The user may since have excluded the field that differed.
    const isChangedBack = row.found !== null && !isSame(row.snapshot, row.found, facts);
    return { kind: 'apply', event: { name: 'foundSame', nowMs, isChangedBack } };
  }
  if (row.found && isSame(row.found, found, facts)) return waitFor(null);
  return { kind: 'apply', event: { name: 'foundChanged', nowMs, found } };
}

/** Decides about an approval whose bill changed back: holds it back again if the bill changes once more. */
function decideChangedBack(row: Approval, facts: PushFacts): Verdict {
  const cached = facts.cached.get(cacheKeyOf(row));
  const found = cached ? snapshotOf(cached.bill) : null;
  if (found === null || (isSame(row.snapshot, found, facts) && isPayable(found.status)))
    return holdBack(row, facts) ?? waitFor(null);
  return { kind: 'apply', event: { name: 'foundChanged', nowMs: facts.nowMs, found } };
}

/**
 * Decides about an approval whose answer was lost. If a later reading shows the bill paid as approved, the
 * approval counts as applied. A bill paid with another vendor or amount, a void one, or one that is not found proves
 * nothing: the user decides.
 */
function decideUnknown(row: Approval, facts: PushFacts): Verdict {
  const { nowMs, organizationIds } = facts;
  if (facts.signInId === null || row.needsRecheckAfterMs === null) return waitFor(null);
  const cached = facts.cached.get(cacheKeyOf(row));
  // The bill was payable in the mirror right before sending, so a paid one was read since.
  if (cached?.status === 'paid') {
    if (differingAnswer(row.snapshot, cached.bill) !== null) return waitFor(null);
    return { kind: 'apply', event: { name: 'observedPaid', nowMs, status: cached.status } };
  }
  if (organizationIds && !organizationIds.has(row.organizationId)) return waitFor(null);
  const request = readingOfUnknown(row, cached, facts);
  if (request) return { kind: 'request', request };
  const isOurs = row.signInId === facts.signInId && row.profileEpoch === facts.profileEpoch;
  const isAllowed = facts.sendAgainByItself && facts.maySend && isOurs;
  if (!isAllowed || !hasTriesLeft(row) || !cached) return waitFor(null);
  if (!isSame(row.snapshot, snapshotOf(cached.bill), facts)) return waitFor(null);
  return { kind: 'apply', event: { name: 'sendAgainByItself', nowMs } };
}

/**
 * Whether Billfold may send the approval again without the user. Not for a row rebuilt from the journal, which does not
 * count the retries.
 */
function hasTriesLeft({ history }: Approval): boolean {
  const sentAgain = history.filter(({ event }) => event === 'sendAgainByItself').length;
  return sentAgain < MAX_SENT_AGAIN && !history.some(({ event }) => event === 'restored');
}

function waitFor(untilMs: number | null): Verdict {
  return { kind: 'wait', untilMs };
}

export function earlier(left: number | null, right: number | null): number | null {
  if (left === null || right === null) return left ?? right;
  return Math.min(left, right);
}

function oldestFirst(left: Approval, right: Approval): number {
  return left.approvedAtMs - right.approvedAtMs || compareValues(left.id, right.id);
}
