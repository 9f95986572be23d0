import { createHash } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';
import type { Result } from '../../base/result.ts';
import type { PageToRecheck, SendApproval, SendRequest } from '../../bridge/approval.ts';
import { fingerprint, snapshotOf, type ReviewedSnapshot } from '../../bridge/snapshot.ts';
import { isPayable } from '../../contract/assumptions.ts';
import { BILLS_PAGE_LIMIT, type Bill } from '../../contract/bill.ts';
import { billKey } from '../../contract/item-id.ts';
import type { Page } from '../../contract/lists/page.ts';
import { isCursorRefused, type ServiceError } from '../../contract/service-error.ts';
import { createReadAhead, type PageAhead, type ReadAhead } from '../api/read-ahead.ts';
import type { BillsPageRequest, ServiceClient } from '../api/service-client.ts';
import type { SessionFacts } from '../auth/session.ts';

interface BillReadingsDeps {
  readonly client: Pick<ServiceClient, 'billsPage'>;
  readonly session: () => SessionFacts;
  readonly clock: Pick<Clock, 'nowMs' | 'elapsedMs' | 'sleep'>;
  /**
   * User's setting, minutes: a reading no older than this replaces a recheck, even if it began before the approval. 0 for
   * none.
   */
  readonly recheckSkipMinutes: () => number;
  /** User's setting for this connection: fields that the check for changes ignores. */
  readonly uncheckedFields: () => readonly string[];
}

/** Main's own readings of each bill with their times. Main therefore need not trust the window. */
export interface BillReadings extends ReadAhead {
  /** Every bill that main reads comes from this function. The window gets bills from `pages`. */
  billsPage(request: BillsPageRequest): Promise<Result<Page<Bill>, ServiceError>>;
  /**
   * Records the time at which main learned of an approval, since only later readings count for it. Call it again when
   * the user approves the changed bill.
   * @param isOlder true if the approval was made before this start: every reading of this run is later
   */
  learnOf(approval: ApprovalOfBill, isOlder?: boolean): void;
  /** Whether main has learned of the approval in this run. */
  knows(approvalId: string): boolean;
  /** Compares the snapshot with the bill as main last read it. */
  compare(claim: Pick<SendApproval, 'organizationId' | 'snapshot'>): ReadByMain;
  /**
   * Whether main recently read the bill as it was approved, in a request that began after main learned of the approval,
   * and the approval has not waited too long since its recheck.
   */
  isRechecked(approval: SendApproval): boolean;
  /** Records how long the service took to answer an approval, milliseconds. */
  setAnswerTime(ms: number): void;
  /**
   * Reads the page again and compares. An approval joins a request for its page that has not left yet. An approval of a
   * batch also joins a request that left after main learned of the approval. If the service refuses the page's cursor,
   * the last recheck counts while it is valid.
   */
  recheck(request: SendRequest): Promise<Recheck>;
  /** Invalidates all readings so far, because the computer slept or an answer proved nothing. */
  expire(): void;
}

/** Result of the check before an approval is sent, with the page read for it. */
export interface Recheck {
  readonly finding:
    | { readonly kind: 'same' }
    | { readonly kind: 'changed'; readonly found: ReviewedSnapshot }
    | { readonly kind: 'notOnPage' }
    | { readonly kind: 'failed'; readonly error: ServiceError };
  /** Null when no page was read. */
  readonly read: PageAhead | 'cursorRefused' | null;
}

type ApprovalOfBill = Pick<SendApproval, 'approvalId' | 'organizationId' | 'snapshot'>;

/** `never`: main has not read the bill since it started or since the sign-in. */
type ReadByMain = 'same' | 'other' | 'never';

/** Start of a request. `sequence` orders requests and approvals, even if the clock is changed. */
interface Begun {
  readonly sequence: number;
  readonly elapsedMs: number;
  readonly nowMs: number;
  readonly session: string;
}

interface Reading {
  /** SHA-256 of the fingerprint, one byte per character: main keeps one for each of up to 100,000 bills. */
  readonly digest: string;
  readonly begun: Begun;
  /** The bill itself if main knows an approval of it; else null. */
  readonly shown: ReviewedSnapshot | null;
}

const MINUTE_MS = 60_000;
/** Maximum age of a recheck: an older reading does not prove the bill's present state. */
const RECHECK_VALID_MS = 2 * MINUTE_MS;
/**
 * Approvals of a batch share a reading, because the quota does not suffice for one each. Maximum age of that reading
 * when the service answers the approval, milliseconds.
 */
const REUSED_MS = 5_000;
/**
 * Maximum time from an approval's recheck to its request, milliseconds. It doubles with each attempt, so that the
 * approval eventually reaches a slow service, or one with few calls left.
 */
const MAX_WAIT_MS = 5_000;
/** How long main remembers that a service refuses old cursors. */
const REFUSAL_LASTS_MS = 60 * MINUTE_MS;

/** The last refusal of a cursor. Times are elapsed milliseconds. */
interface Refusal {
  readonly elapsedMs: number;
  /** Age of the youngest cursor refused. */
  readonly ageMs: number;
  /** The service refused a cursor issued after an earlier refusal, so no single event can have caused both. */
  readonly isProven: boolean;
}

/** A page that is being read again. */
interface Rereading {
  readonly page: PageToRecheck;
  readonly answer: Promise<Result<Page<Bill>, ServiceError>>;
  /** Sequence of the request; null before the request has left. */
  begun: number | null;
}

/** Readings of one connection and sign-in, and the approvals that main has learned of. */
interface ReadingsState {
  readonly deps: BillReadingsDeps;
  readonly organizations: Map<string, Map<string, Reading>>;
  readonly learnedAt: Map<string, number>;
  /** Bills with an approval, by `billKey`. */
  readonly approvedBills: Set<string>;
  readonly rereadings: Map<string, Rereading>;
  /** Batches of approvals that a page was read for. */
  readonly batches: Set<string>;
  /** Last refusal in each organization. */
  readonly refusals: Map<string, Refusal>;
  /**
   * Last recheck of each approval that found the bill unchanged. `elapsedMs`: start of its request; without a request,
   * end of the recheck. `sequence`: of the reading that it used.
   */
  readonly rechecks: Map<string, Pick<Begun, 'elapsedMs' | 'sequence'>>;
  /** How long the service took for the last approval, milliseconds. */
  answerMs: number;
  sequence: number;
  /** Sequence up to which readings are too old for any approval. */
  expired: number;
  session: string;
}

export function createBillReadings(deps: BillReadingsDeps): BillReadings {
  const state: ReadingsState = {
    deps,
    organizations: new Map(),
    learnedAt: new Map(),
    rereadings: new Map(),
    refusals: new Map(),
    batches: new Set(),
    approvedBills: new Set(),
    sequence: 0,
    expired: 0,
    session: '',
    rechecks: new Map(),
    answerMs: 0,
  };
  const { learnedAt, approvedBills } = state;
  const read: BillReadings['billsPage'] = (request) => billsPage(state, request);
  return {
    billsPage: read,
    ...createReadAhead({ read, session: () => sessionNow(state), clock: deps.clock }),
    learnOf: ({ approvalId, organizationId, snapshot }, isOlder = false) => {
      state.sequence += 1;
      learnedAt.set(approvalId, isOlder ? 0 : state.sequence);
      approvedBills.add(billKey(organizationId, snapshot.billId));
    },
    knows: (approvalId) => learnedAt.has(approvalId),
    compare: (claim) => compare(state, claim),
    isRechecked: (approval) => isRechecked(state, approval),
    setAnswerTime: (ms) => {
      state.answerMs = ms;
    },
    recheck: async (request) => {
      const found = await recheck(state, request);
      const { organizationId, snapshot } = request;
      if (found.finding.kind !== 'same') return found;
      const begun = readingsOf(state, organizationId).get(snapshot.billId)?.begun;
      const isOwn = begun !== undefined && typeof found.read === 'object' && found.read !== null;
      // A page that took long to arrive shows an earlier state of the bill.
      const elapsedMs = isOwn ? begun.elapsedMs : deps.clock.elapsedMs();
      state.rechecks.set(request.approvalId, { elapsedMs, sequence: begun?.sequence ?? 0 });
      return found;
    },
    expire: () => {
      state.expired = state.sequence;
    },
  };
}

function isRechecked(state: ReadingsState, approval: SendApproval): boolean {
  const { approvalId, attempt } = approval;
  const sinceMs = state.deps.clock.elapsedMs() - (state.rechecks.get(approvalId)?.elapsedMs ?? 0);
  if (sinceMs > MAX_WAIT_MS * 2 ** (attempt - 1)) return false;
  return validFinding(state, approval, RECHECK_VALID_MS)?.kind === 'same';
}

/**
 * Compares the bill as main last read it; null if that reading does not count for the approval.
 * @param validMs maximum age of a reading that began after main learned of the approval
 */
function validFinding(
  state: ReadingsState,
  approval: SendApproval,
  validMs: number,
): Recheck['finding'] | null {
  const { organizationId, snapshot, approvalId } = approval;
  const reading = readingsOf(state, organizationId).get(snapshot.billId);
  if (reading === undefined || reading.begun.sequence <= state.expired) return null;
  const { begun, digest, shown } = reading;
  const { clock, recheckSkipMinutes } = state.deps;
  const isSince = begun.sequence > (state.learnedAt.get(approvalId) ?? Infinity);
  const limitMs = recheckSkipMinutes() * MINUTE_MS;
  if (!isYounger(begun, isSince ? Math.max(limitMs, validMs) : limitMs, clock)) return null;
  if (digest === readingDigest(state, snapshot) && isPayable(snapshot.status))
    return { kind: 'same' };
  return shown && { kind: 'changed', found: shown };
}

async function recheck(state: ReadingsState, { page, ...approval }: SendRequest): Promise<Recheck> {
  const isShared = page !== null && state.batches.has(page.batch);
  const validMs = page === null ? RECHECK_VALID_MS : isShared ? REUSED_MS - state.answerMs : 0;
  const last = unusedFinding(state, approval, validMs);
  if (last !== null) return { finding: last, read: null };
  if (page === null) return { finding: { kind: 'notOnPage' }, read: null };
  const lastValid = (): Recheck['finding'] =>
    unusedFinding(state, approval, RECHECK_VALID_MS) ?? { kind: 'notOnPage' };
  if (isRefusalKnown(state, approval, page)) return { finding: lastValid(), read: null };
  const reading = rereadingFor(state, approval, page);
  const answer = await reading.answer;
  if (!answer.ok) {
    const { error } = answer;
    if (page.after === null || !isCursorRefused(error))
      return { finding: { kind: 'failed', error }, read: null };
    return { finding: lastValid(), read: 'cursorRefused' };
  }
  const { after, askedMs } = reading.page;
  return {
    finding: findIn(state, approval, answer.value.items),
    read: { ...answer.value, after, askedMs },
  };
}

/**
 * Like `validFinding`, but null if an earlier attempt used the reading: the bill may have changed since that attempt.
 */
function unusedFinding(
  state: ReadingsState,
  approval: SendApproval,
  validMs: number,
): Recheck['finding'] | null {
  const reading = readingsOf(state, approval.organizationId).get(approval.snapshot.billId);
  const used = state.rechecks.get(approval.approvalId)?.sequence ?? 0;
  const isUsed = reading !== undefined && reading.begun.sequence <= used;
  return isUsed ? null : validFinding(state, approval, validMs);
}

/**
 * The reading of the same page that is under way, if the approval may share it (see `recheck`); else a new one.
 */
function rereadingFor(
  state: ReadingsState,
  approval: SendApproval,
  page: PageToRecheck,
): Rereading {
  const { organizationId, approvalId } = approval;
  const { status, after, run, batch } = page;
  const key = JSON.stringify([organizationId, status, after, run]);
  const underWay = state.rereadings.get(key);
  const least = Math.max(state.learnedAt.get(approvalId) ?? Infinity, state.expired);
  const isShared = underWay?.begun === null || state.batches.has(batch);
  state.batches.add(batch);
  if (isShared && underWay && (underWay.begun ?? Infinity) > least) return underWay;
  const asked = { organizationId, status, after, limit: BILLS_PAGE_LIMIT.most } as const;
  const onBegin = (): void => {
    reading.begun = state.sequence;
  };
  const issuedMs = cursorIssuedMs(state, approval, page);
  const read = async (): Rereading['answer'] => {
    const answer = await billsPage(state, { ...asked, priority: 'recheck', onBegin });
    updateRefusal(state, organizationId, issuedMs, answer);
    return answer;
  };
  const reading: Rereading = { page, answer: read(), begun: null };
  state.rereadings.set(key, reading);
  const forget = (): void => {
    if (state.rereadings.get(key) === reading) state.rereadings.delete(key);
  };
  reading.answer.then(forget, forget);
  return reading;
}

/**
 * When main received the page's cursor, elapsed milliseconds: the start of the last reading of the bill. Null for a
 * first page, and for a cursor from before this session.
 */
function cursorIssuedMs(
  state: ReadingsState,
  { organizationId, snapshot }: SendApproval,
  { after }: PageToRecheck,
): number | null {
  const reading = readingsOf(state, organizationId).get(snapshot.billId);
  return after === null || reading === undefined ? null : reading.begun.elapsedMs;
}

function lastRefusal({ refusals, deps }: ReadingsState, organizationId: string): Refusal | null {
  const last = refusals.get(organizationId);
  const isRecent = last && deps.clock.elapsedMs() - last.elapsedMs < REFUSAL_LASTS_MS;
  return isRecent ? last : null;
}

/** Whether the service is known to refuse cursors of this age, so that main can save the request. */
function isRefusalKnown(
  state: ReadingsState,
  approval: SendApproval,
  page: PageToRecheck,
): boolean {
  const issuedMs = cursorIssuedMs(state, approval, page);
  const last = lastRefusal(state, approval.organizationId);
  if (issuedMs === null || last?.isProven !== true) return false;
  return state.deps.clock.elapsedMs() - issuedMs >= last.ageMs;
}

function updateRefusal(
  state: ReadingsState,
  organizationId: string,
  issuedMs: number | null,
  answer: Result<Page<Bill>, ServiceError>,
): void {
  if (issuedMs === null) return;
  const elapsedMs = state.deps.clock.elapsedMs();
  const ageMs = elapsedMs - issuedMs;
  const last = lastRefusal(state, organizationId);
  if (answer.ok && last !== null && ageMs >= last.ageMs) state.refusals.delete(organizationId);
  if (answer.ok || !isCursorRefused(answer.error)) return;
  state.refusals.set(organizationId, {
    elapsedMs,
    ageMs: Math.min(ageMs, last?.ageMs ?? ageMs),
    isProven: last !== null && (last.isProven || issuedMs >= last.elapsedMs),
  });
}

function findIn(
  state: ReadingsState,
  { snapshot }: SendApproval,
  items: readonly Bill[],
): Recheck['finding'] {
  const bill = items.find(({ id }) => id === snapshot.billId);
  if (bill === undefined) return { kind: 'notOnPage' };
  const found = snapshotOf(bill);
  const isSame = readingDigest(state, found) === readingDigest(state, snapshot);
  return isSame && isPayable(found.status) ? { kind: 'same' } : { kind: 'changed', found };
}

async function billsPage(
  state: ReadingsState,
  request: BillsPageRequest,
): ReturnType<BillReadings['billsPage']> {
  let begun: Begun | null = null;
  const { organizationId } = request;
  const onBegin = (): void => {
    begun = begin(state, organizationId);
    request.onBegin?.();
  };
  const page = await state.deps.client.billsPage({ ...request, onBegin });
  // Only the caller that began a request saves its bills; callers that joined it do not. A cached page is not a
  // reading.
  if (page.ok && begun !== null && !page.value.isCached)
    saveReadings(state, organizationId, page.value, begun);
  return page;
}

function sessionNow({ deps }: ReadingsState): string {
  const { connectionId, signInId } = deps.session();
  return JSON.stringify([connectionId, signInId]);
}

/** Readings of the organization. The first call under another connection or sign-in discards all earlier readings. */
function readingsOf(state: ReadingsState, organizationId: string): Map<string, Reading> {
  const { organizations, refusals } = state;
  const now = sessionNow(state);
  if (now !== state.session) for (const each of [organizations, refusals]) each.clear();
  state.session = now;
  const readings = organizations.get(organizationId) ?? new Map<string, Reading>();
  organizations.set(organizationId, readings);
  return readings;
}

function begin(state: ReadingsState, organizationId: string): Begun {
  readingsOf(state, organizationId);
  state.sequence += 1;
  const { sequence, session } = state;
  const { clock } = state.deps;
  return { sequence, elapsedMs: clock.elapsedMs(), nowMs: clock.nowMs(), session };
}

/** The reading that began last counts. If an earlier one shows another content of the bill, main must read it again. */
function saveReadings(
  state: ReadingsState,
  organizationId: string,
  page: Page<Bill>,
  begun: Begun,
): void {
  const readings = readingsOf(state, organizationId);
  if (begun.session !== state.session) return;
  for (const bill of page.items) {
    const digest = readingDigest(state, snapshotOf(bill));
    const last = readings.get(bill.id);
    const isApproved = state.approvedBills.has(billKey(organizationId, bill.id));
    const shown = isApproved ? snapshotOf(bill) : null;
    if (last === undefined || last.begun.sequence < begun.sequence)
      readings.set(bill.id, { digest, begun, shown });
    else if (last.digest !== digest) readings.delete(bill.id);
  }
  for (const { id } of page.malformed) if (id !== null) readings.delete(id);
}

function compare(
  state: ReadingsState,
  { organizationId, snapshot }: Parameters<BillReadings['compare']>[0],
): ReadByMain {
  const reading = readingsOf(state, organizationId).get(snapshot.billId);
  if (reading === undefined) return 'never';
  return reading.digest === readingDigest(state, snapshot) ? 'same' : 'other';
}

/** Checks both clocks: the wall clock can be set, and the other stands still while the machine sleeps. */
function isYounger(begun: Begun, limitMs: number, clock: BillReadingsDeps['clock']): boolean {
  const wallMs = clock.nowMs() - begun.nowMs;
  return clock.elapsedMs() - begun.elapsedMs < limitMs && wallMs >= 0 && wallMs < limitMs;
}

function readingDigest({ deps }: ReadingsState, snapshot: ReviewedSnapshot): string {
  const text = fingerprint(snapshot, deps.uncheckedFields());
  return createHash('sha256').update(text).digest('binary');
}
