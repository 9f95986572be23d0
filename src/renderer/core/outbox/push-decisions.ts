import { assertNever } from '../../../base/assert-never.ts';
import { MOST_SENT_AGAIN } from '../../../bridge/approval.ts';
import {
  differences,
  fingerprint,
  snapshotOf,
  type FieldChange,
  type ReviewedSnapshot,
} from '../../../bridge/snapshot.ts';
import { ownFieldOf } from '../../../bridge/own-fields.ts';
import { isPayable } from '../../../contract/assumptions.ts';
import type { Bill } from '../../../contract/bill.ts';
import { billKey, type CachedBill, type PageRef } from '../mirror/cache-database.ts';
import type { RowChange } from './outbox.ts';
import type { Approval } from './approval.ts';
import type { ApprovalTransition } from './approval-transitions.ts';
import type { UndoLeft } from './undo-periods.ts';
import { readAfter, readingOfUnknown, recheckOf } from './recheck.ts';
import type { ReadingFacts, RecheckWanted } from '../mirror/rechecks.ts';

/** What the next step of the push is decided on. */
export interface PushFacts extends ReadingFacts {
  /** Wall time, epoch milliseconds. */
  readonly nowMs: number;
  /** Online, signed in, awake, not closing. */
  readonly maySend: boolean;
  /** How many sends may be under way at a time. */
  readonly mostUnderWay: number;
  /** The sign-in that sends; null when there is none. */
  readonly signInId: string | null;
  /** See `Approval.profileEpoch`. */
  readonly profileEpoch: string;
  readonly undoLeftMs: UndoLeft;
  /** The organizations this sign-in sees; null as long as that is not known. */
  readonly organizationIds: ReadonlySet<string> | null;
  /** Approvals with a call to main under way. */
  readonly underWay: ReadonlySet<string>;
  /** The one of them whose bill was read by an old cursor; null for none. */
  readonly onOldCursor: string | null;
  /** Bills of the mirror by `billKey`. */
  readonly cached: ReadonlyMap<string, CachedBill>;
  /** Since when what failed for lack of a way may be tried again: back online, or the user asked. */
  readonly tryAgainSinceMs: number | null;
  readonly sendAgainByItself: boolean;
  /** Fields that the user has said not to check for changes. */
  readonly uncheckedFields: readonly string[];
}

export interface PushPlan {
  /** What is to be applied now, in this order. */
  readonly events: readonly RowChange[];
  /** `sending` rows nobody is sending: the journal has to be asked. */
  readonly recall: readonly Approval[];
  /** Bills that have to be read again before anything is sent or said of them. */
  readonly rechecks: readonly RecheckWanted[];
  /** Organizations with a bill reported as not found, and since when (ordered time): history may know it. */
  readonly notFound: ReadonlyMap<string, number>;
  /** As in the facts, with what is sent now: such approvals go one at a time, since their page may be of the past. */
  readonly onOldCursor: string | null;
  /** When to decide again although nothing happens, epoch milliseconds. */
  readonly wakeAtMs: number | null;
}

/**
 * Approvals whose bills were read by an old cursor go one at a time (`decidePush`). With more of them a crawl reads all,
 * unless it would read more than twice their pages.
 */
const MOST_BY_OLD_CURSOR = 8;
/** A bill listed longer ago than this is read again by its cursor: main keeps a reading for two minutes. */
const LISTED_LATELY_MS = 90_000;

/** Longer waits than this do not exist (windows of the quota last an hour): the clock was set back. */
const LONGEST_RETRY_MS = 2 * 3_600_000;

type Verdict =
  | {
      readonly kind: 'apply';
      readonly event: ApprovalTransition;
      /** It is sent on a page read by an old cursor. */
      readonly isByOldCursor?: boolean;
    }
  | { readonly kind: 'recall' }
  | { readonly kind: 'wait'; readonly untilMs: number | null }
  | { readonly kind: 'want'; readonly wanted: RecheckWanted };

/** Facts about an approval that the other approvals tell. */
interface Around {
  /** Ids of approvals for which a crawl is cheaper than the pages of their bills, one at a time. */
  readonly toCrawl: ReadonlySet<string>;
  /** Pages that could not be read lately, by organization. */
  readonly outages: ReadonlyMap<string, Outage>;
}

/** A failure concerns the other approvals of its page, and those of the organization once it has met two pages. */
interface Outage {
  readonly pages: Set<string>;
  /** When the last of its approvals is tried again, epoch milliseconds. */
  untilMs: number;
}

/** What to do next. Pure: same rows and facts, same plan. */
export function decidePush(rows: readonly Approval[], facts: PushFacts): PushPlan {
  const events: RowChange[] = [];
  const recall: Approval[] = [];
  const rechecks: RecheckWanted[] = [];
  let wakeAtMs: number | null = null;
  let free = facts.mostUnderWay - facts.underWay.size;
  // An earlier window sent it: how its bill was read is not known.
  const recalled = rows.find(({ id, state }) => state === 'sending' && !facts.underWay.has(id));
  let onOldCursor = facts.onOldCursor ?? recalled?.id ?? null;
  const busyBills = new Set<string>();
  const around = { toCrawl: leftToCrawl(rows, facts), outages: outagesIn(rows, facts) };
  for (const row of rows.toSorted(oldestFirst)) {
    const bill = billKey(row);
    const verdict = busyBills.has(bill) ? waitFor(null) : decideRow(row, facts, free > 0, around);
    if (goesBefore.has(row.state)) busyBills.add(bill);
    if (verdict.kind === 'recall') recall.push(row);
    if (verdict.kind === 'want') rechecks.push(verdict.wanted);
    if (verdict.kind === 'wait') wakeAtMs = earlier(wakeAtMs, verdict.untilMs);
    if (verdict.kind !== 'apply') continue;
    if (verdict.isByOldCursor) {
      if (onOldCursor !== null) continue;
      onOldCursor = row.id;
    }
    events.push({ approvalId: row.id, event: verdict.event });
    if (verdict.event.name === 'send') free -= 1;
  }
  return { events, recall, rechecks, notFound: notFoundIn(rows, facts), onOldCursor, wakeAtMs };
}

/** A bill paid a moment ago may stand anywhere in a long list: reading all of history settles it. */
function notFoundIn(rows: readonly Approval[], facts: PushFacts): ReadonlyMap<string, number> {
  const since = new Map<string, number>();
  for (const row of rows) {
    const { state, found, needsRecheckAfterMs: sinceMs, organizationId } = row;
    if (state !== 'changed' || found !== null || sinceMs === null) continue;
    if (readAfter(facts.cached.get(billKey(row)), sinceMs, facts) !== null) continue;
    since.set(organizationId, Math.max(sinceMs, since.get(organizationId) ?? sinceMs));
  }
  return since;
}

/** While an approval is in one of these, a later one of the same bill waits for it. */
const goesBefore: ReadonlySet<Approval['state']> = new Set([
  'held',
  'queued',
  'sending',
  'unknown',
]);

function decideRow(row: Approval, facts: PushFacts, hasRoom: boolean, around: Around): Verdict {
  switch (row.state) {
    case 'held':
      return decideHeld(row, facts);
    case 'queued':
      return decideQueued(row, facts, hasRoom, around);
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

function decideHeld(row: Approval, { nowMs, undoLeftMs }: PushFacts): Verdict {
  const leftMs = undoLeftMs(row);
  if (leftMs > 0) return waitFor(nowMs + leftMs);
  return { kind: 'apply', event: { name: 'windowPassed', nowMs } };
}

function decideQueued(
  row: Approval,
  facts: PushFacts,
  hasRoom: boolean,
  { toCrawl, outages }: Around,
): Verdict {
  if (facts.signInId === null) return waitFor(null);
  const heldBack = holdBack(row, facts);
  if (heldBack) return heldBack;
  if (!isRetryDue(row, facts)) return waitFor(row.retryAtMs);
  const outage = outages.get(row.organizationId);
  if (outage && (outage.pages.size > 1 || outage.pages.has(pageKeyOf(row, facts))))
    return waitFor(outage.untilMs);
  const page = pageToRecheck(row, facts);
  if (page !== null && !isLookedFor(row) && !toCrawl.has(row.id))
    return sendNow(facts, hasRoom, page, isByOldCursor(row, facts));
  const recheck = recheckOf(row, facts.cached.get(billKey(row)), facts);
  if (recheck.kind !== 'had') return recheck;
  return sendNow(facts, hasRoom, page, recheck.isByOldCursor);
}

/** The page that main reads again for the approval; null when none is known, or none helps. */
function pageToRecheck(row: Approval, { cached, pageOf }: PushFacts): PageRef | null {
  const read = cached.get(billKey(row))?.read;
  return read ? pageOf(row.organizationId, read) : null;
}

function pageKeyOf(row: Approval, facts: PushFacts): string {
  return JSON.stringify(pageToRecheck(row, facts));
}

/** Main has not found the bill on its page: a crawl looks for it. */
function isLookedFor({ outcome }: Approval): boolean {
  return outcome?.kind === 'notSent' && outcome.reason === 'notOnPage';
}

/** Main may read its page by a cursor of before the approval. */
function isByOldCursor(row: Approval, facts: PushFacts): boolean {
  const { needsRecheckAfterMs: afterMs } = row;
  const read = facts.cached.get(billKey(row))?.read;
  if (!read || read.after === null) return false;
  const isListedSince = afterMs !== null && read.run === facts.run && read.listedMs > afterMs;
  return !isListedSince || facts.orderedNowMs - read.askedMs > LISTED_LATELY_MS;
}

function outagesIn(rows: readonly Approval[], facts: PushFacts): Around['outages'] {
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

function leftToCrawl(rows: readonly Approval[], facts: PushFacts): Around['toCrawl'] {
  const byOldCursor = rows.filter(
    (row) => row.state === 'queued' && pageToRecheck(row, facts) && isByOldCursor(row, facts),
  );
  const left = new Set<string>();
  for (const [organizationId, many] of Map.groupBy(byOldCursor, (row) => row.organizationId)) {
    const pages = new Set(many.map((row) => pageKeyOf(row, facts)));
    if (many.length <= MOST_BY_OLD_CURSOR || pages.size * 2 < facts.pagesOf(organizationId))
      continue;
    for (const { id } of many) left.add(id);
  }
  return left;
}

/** What only the user, or another sign-in, can move on; null when nothing of the kind is in the way. */
function holdBack(row: Approval, facts: PushFacts): Verdict | null {
  const { nowMs, organizationIds } = facts;
  const wait = (name: 'otherSignIn' | 'dataRestored' | 'noOrganization'): Verdict =>
    row.waitingFor === name ? waitFor(null) : { kind: 'apply', event: { name, nowMs } };
  if (row.signInId !== facts.signInId) return wait('otherSignIn');
  if (waitsForUser.has(row.waitingFor)) return waitFor(null);
  if (row.profileEpoch !== facts.profileEpoch) return wait('dataRestored');
  if (organizationIds && !organizationIds.has(row.organizationId)) return wait('noOrganization');
  if (row.waitingFor !== 'noOrganization') return null;
  // Until the organizations are read it is as it was; then it can be seen again.
  return organizationIds ? askAnew(facts) : waitFor(null);
}

/** Why nothing but the user's word moves an approval on. */
const waitsForUser: ReadonlySet<Approval['waitingFor']> = new Set([
  'restored',
  'overLimit',
  'twice',
]);

function askAnew({ nowMs, orderedNowMs }: PushFacts): Verdict {
  return { kind: 'apply', event: { name: 'recheckNeeded', nowMs, afterMs: orderedNowMs } };
}

function sendNow(
  { nowMs, maySend }: PushFacts,
  hasRoom: boolean,
  page: PageRef | null,
  isReadByOldCursor: boolean,
): Verdict {
  if (!maySend || !hasRoom) return waitFor(null);
  return { kind: 'apply', event: { name: 'send', nowMs, page }, isByOldCursor: isReadByOldCursor };
}

function isRetryDue(row: Approval, { nowMs, tryAgainSinceMs }: PushFacts): boolean {
  if (row.retryAtMs === null || row.retryAtMs <= nowMs) return true;
  if (row.retryAtMs - nowMs > LONGEST_RETRY_MS) return true;
  // The quota's reset is the service's word; nothing makes it come sooner.
  if (row.waitingFor === 'quota' || tryAgainSinceMs === null) return false;
  const triedAtMs = row.history.at(-1)?.atMs ?? 0;
  // A time in the future is of before the clock was set back, and says nothing of what was tried since:
  // or it would be tried again and again, without a pause, until the clock has caught up.
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
 * Keeps the difference shown what it is, and lets the approval go on when the bill is again what was
 * approved. One that was not found is only found by a reading of since.
 */
function decideChanged(row: Approval, facts: PushFacts): Verdict {
  const { nowMs } = facts;
  const cached = facts.cached.get(billKey(row));
  if (!cached) return waitFor(null);
  const { needsRecheckAfterMs: goneMs } = row;
  if (goneMs !== null && readAfter(cached, goneMs, facts) === null) return waitFor(null);
  const found = snapshotOf(cached.bill);
  if (isSame(row.snapshot, found, facts) && isPayable(found.status)) {
    return { kind: 'apply', event: { name: 'foundSame', nowMs } };
  }
  if (row.found && isSame(row.found, found, facts)) return waitFor(null);
  return { kind: 'apply', event: { name: 'foundChanged', nowMs, found } };
}

/**
 * An approval whose answer was lost. A reading that began afterwards may show the bill paid: then it was
 * applied. A void bill proves nothing and stays with the user, and so does a bill that is not found.
 */
function decideUnknown(row: Approval, facts: PushFacts): Verdict {
  const { nowMs } = facts;
  const { organizationIds } = facts;
  if (facts.signInId === null || row.needsRecheckAfterMs === null) return waitFor(null);
  const cached = facts.cached.get(billKey(row));
  // It was payable in the mirror right before sending, so a paid one has been read since.
  if (cached?.status === 'paid') {
    return { kind: 'apply', event: { name: 'observedPaid', nowMs, status: cached.status } };
  }
  if (organizationIds && !organizationIds.has(row.organizationId)) return waitFor(null);
  const wanted = readingOfUnknown(row, cached, facts);
  if (wanted) return { kind: 'want', wanted };
  const isOurs = row.signInId === facts.signInId && row.profileEpoch === facts.profileEpoch;
  const isAllowed = facts.sendAgainByItself && facts.maySend && isOurs;
  if (!isAllowed || !hasTriesLeft(row) || !cached) return waitFor(null);
  if (!isSame(row.snapshot, snapshotOf(cached.bill), facts)) return waitFor(null);
  return { kind: 'apply', event: { name: 'sendAgainByItself', nowMs } };
}

/** The journal does not say how often it had been sent again: what was rebuilt from it has none left. */
function hasTriesLeft({ history }: Approval): boolean {
  const sentAgain = history.filter(({ event }) => event === 'sendAgainByItself').length;
  return sentAgain < MOST_SENT_AGAIN && !history.some(({ event }) => event === 'restored');
}

/**
 * The bill of an answer when it shows that something else was approved than what the user had seen; else
 * null. Approving may itself change the status, settle the amount due, and set fields the page does not name.
 */
export function differingAnswer(approved: ReviewedSnapshot, bill: Bill): ReviewedSnapshot | null {
  const found = snapshotOf(bill);
  return differences(approved, found).some(isNotOfApproving) ? found : null;
}

function isNotOfApproving({ field, after }: FieldChange): boolean {
  if (field === 'status') return after === 'void';
  if (field === 'amountDueCents') return after !== 0;
  return ownFieldOf(field)?.of !== 'bill';
}

function waitFor(untilMs: number | null): Verdict {
  return { kind: 'wait', untilMs };
}

export function earlier(left: number | null, right: number | null): number | null {
  if (left === null || right === null) return left ?? right;
  return Math.min(left, right);
}

function oldestFirst(left: Approval, right: Approval): number {
  return left.approvedAtMs - right.approvedAtMs || (left.id < right.id ? -1 : 1);
}
