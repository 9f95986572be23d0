import { createHash } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';
import type { Result } from '../../base/result.ts';
import type { PageToRecheck, SendApproval, SendRequest } from '../../bridge/approval.ts';
import { fingerprint, snapshotOf, type ReviewedSnapshot } from '../../bridge/snapshot.ts';
import { isPayable } from '../../contract/assumptions.ts';
import { BILLS_PAGE_LIMIT, type Bill } from '../../contract/bill.ts';
import type { Page } from '../../contract/page.ts';
import { isCursorRefused, type ServiceError } from '../../contract/service-error.ts';
import { createReadAhead, type PageAhead, type ReadAhead } from '../api/read-ahead.ts';
import type { BillsPageRequest, ServiceClient } from '../api/service-client.ts';
import type { SessionFacts } from '../auth/session.ts';

export interface BillReadingsDeps {
  readonly client: Pick<ServiceClient, 'billsPage'>;
  readonly session: () => SessionFacts;
  readonly clock: Pick<Clock, 'nowMs' | 'elapsedMs' | 'sleep'>;
  /** The user's choice: how young a reading of before the approval may be to do, minutes; 0 for never. */
  readonly recheckSkipMinutes: () => number;
  /** The user's choice for the present connection: fields that no approval is held back for. */
  readonly uncheckedFields: () => readonly string[];
}

/** What main has itself read of each bill, and when; so that the window's word is not all there is. */
export interface BillReadings extends ReadAhead {
  /** The one way by which bills come to main; to the window they come by `pages`. */
  billsPage(request: BillsPageRequest): Promise<Result<Page<Bill>, ServiceError>>;
  /** Main has heard of an approval, or of its bill being approved as changed: what is read from now on counts. */
  observe(approval: ApprovalOfBill): void;
  /** @param isOlder it was approved before this start, so that whatever has been read since counts */
  observeFirst(approval: ApprovalOfBill, isOlder: boolean): void;
  /** Whether the bill, as main last read it, is what the snapshot says. */
  compare(claim: Pick<SendApproval, 'organizationId' | 'snapshot'>): ReadByMain;
  /**
   * Whether main has read the bill as it was approved, lately, in a request that began after it heard of the approval.
   */
  isRechecked(approval: SendApproval): boolean;
  /** Reads the page again, unless the bill is rechecked, and compares. Approvals on one page share the request. */
  recheck(request: SendRequest): Promise<Recheck>;
  /** Readings so far are too old for any approval: the computer slept, or an answer proved nothing. */
  expire(): void;
}

/** A finding before an approval is sent, with the page read for it. */
export interface Recheck {
  readonly finding:
    | { readonly kind: 'same' }
    | { readonly kind: 'changed'; readonly found: ReviewedSnapshot }
    | { readonly kind: 'notOnPage' }
    | { readonly kind: 'failed'; readonly error: ServiceError };
  /** Null: no page was read. */
  readonly read: PageAhead | 'cursorRefused' | null;
}

type ApprovalOfBill = Pick<SendApproval, 'approvalId' | 'organizationId' | 'snapshot'>;

/** `never`: not in this run, or not in this session. */
export type ReadByMain = 'same' | 'other' | 'never';

/** When a request began: `sequence` orders it among what was heard, whatever the clocks do. */
interface Begun {
  readonly sequence: number;
  readonly elapsedMs: number;
  readonly nowMs: number;
  readonly session: string;
}

interface Reading {
  /** SHA-256 of the fingerprint, a byte a character: of 100,000 bills all are kept. */
  readonly digest: string;
  readonly begun: Begun;
  /** The bill itself, where main has heard of an approval of it; else null. */
  readonly shown: ReviewedSnapshot | null;
}

const MINUTE_MS = 60_000;
/** An older reading does not say how the bill is now. */
const RECHECK_VALID_MS = 2 * MINUTE_MS;

/** A page that is being read again. */
interface Rereading {
  readonly page: PageToRecheck;
  readonly answer: Promise<Result<Page<Bill>, ServiceError>>;
  /** Sequence of its request; null before it has left. */
  begun: number | null;
}

/** What has been read, of one connection and sign-in, and which approvals main has heard of. */
interface Known {
  readonly deps: BillReadingsDeps;
  readonly organizations: Map<string, Map<string, Reading>>;
  readonly observed: Map<string, number>;
  /** Bills with an approval, by `billKey`. */
  readonly approvedBills: Set<string>;
  readonly rereadings: Map<string, Rereading>;
  sequence: number;
  /** Sequence up to which readings are too old for any approval. */
  expired: number;
  session: string;
}

export function createBillReadings(deps: BillReadingsDeps): BillReadings {
  const organizations = new Map<string, Map<string, Reading>>();
  const known: Known = {
    ...{ deps, organizations, observed: new Map(), rereadings: new Map() },
    ...{ approvedBills: new Set(), sequence: 0, expired: 0, session: '' },
  };
  const { observed, approvedBills } = known;
  const read: BillReadings['billsPage'] = (request) => billsPage(known, request);
  return {
    billsPage: read,
    ...createReadAhead({ read, session: () => sessionNow(known), clock: deps.clock }),
    observe: ({ approvalId, organizationId, snapshot }) => {
      observed.set(approvalId, (known.sequence += 1));
      approvedBills.add(billKey(organizationId, snapshot.billId));
    },
    observeFirst: ({ approvalId, organizationId, snapshot }, isOlder) => {
      if (observed.has(approvalId)) return;
      known.sequence += 1;
      observed.set(approvalId, isOlder ? 0 : known.sequence);
      approvedBills.add(billKey(organizationId, snapshot.billId));
    },
    compare: (claim) => compare(known, claim),
    isRechecked: (approval) => isRechecked(known, approval),
    recheck: (request) => recheck(known, request),
    expire: () => {
      known.expired = known.sequence;
    },
  };
}

function isRechecked(known: Known, approval: SendApproval): boolean {
  return lastFinding(known, approval)?.kind === 'same';
}

/** The last reading of the bill, compared, if it counts for the approval; else null. */
function lastFinding(known: Known, approval: SendApproval): Recheck['finding'] | null {
  const { organizationId, snapshot, approvalId } = approval;
  const reading = readingsOf(known, organizationId).get(snapshot.billId);
  if (reading === undefined || reading.begun.sequence <= known.expired) return null;
  const { begun, digest, shown } = reading;
  const { clock, recheckSkipMinutes } = known.deps;
  const isSince = begun.sequence > (known.observed.get(approvalId) ?? Infinity);
  const limitMs = recheckSkipMinutes() * MINUTE_MS;
  if (!isYounger(begun, isSince ? Math.max(limitMs, RECHECK_VALID_MS) : limitMs, clock))
    return null;
  if (digest === digestOf(known, snapshot) && isPayable(snapshot.status)) return { kind: 'same' };
  return shown && { kind: 'changed', found: shown };
}

async function recheck(known: Known, { page, ...approval }: SendRequest): Promise<Recheck> {
  const last = lastFinding(known, approval);
  if (last !== null) return { finding: last, read: null };
  if (page === null) return { finding: { kind: 'notOnPage' }, read: null };
  const reading = rereadingFor(known, approval, page);
  const answer = await reading.answer;
  if (!answer.ok) {
    const { error } = answer;
    return page.after !== null && isCursorRefused(error)
      ? { finding: { kind: 'notOnPage' }, read: 'cursorRefused' }
      : { finding: { kind: 'failed', error }, read: null };
  }
  const { after, askedMs } = reading.page;
  return {
    finding: findIn(known, approval, answer.value.items),
    read: { ...answer.value, after, askedMs },
  };
}

/** The reading under way of the same page, if it serves this approval; else another one. */
function rereadingFor(known: Known, approval: SendApproval, page: PageToRecheck): Rereading {
  const { organizationId, approvalId } = approval;
  const { status, after, run } = page;
  const key = JSON.stringify([organizationId, status, after, run]);
  const underWay = known.rereadings.get(key);
  const least = Math.max(known.observed.get(approvalId) ?? Infinity, known.expired);
  if (underWay && (underWay.begun ?? Infinity) > least) return underWay;
  const asked = { organizationId, status, after, limit: BILLS_PAGE_LIMIT.most } as const;
  const onBegin = (): void => {
    reading.begun = known.sequence;
  };
  const answer = billsPage(known, { ...asked, priority: 'recheck', onBegin });
  const reading: Rereading = { page, answer, begun: null };
  known.rereadings.set(key, reading);
  const forget = (): void => {
    if (known.rereadings.get(key) === reading) known.rereadings.delete(key);
  };
  answer.then(forget, forget);
  return reading;
}

function findIn(
  known: Known,
  { snapshot }: SendApproval,
  items: readonly Bill[],
): Recheck['finding'] {
  const bill = items.find(({ id }) => id === snapshot.billId);
  if (bill === undefined) return { kind: 'notOnPage' };
  const found = snapshotOf(bill);
  const isSame = digestOf(known, found) === digestOf(known, snapshot);
  return isSame && isPayable(found.status) ? { kind: 'same' } : { kind: 'changed', found };
}

async function billsPage(
  known: Known,
  request: BillsPageRequest,
): ReturnType<BillReadings['billsPage']> {
  let begun: Begun | null = null;
  const { organizationId } = request;
  const onBegin = (): void => {
    begun = begin(known, organizationId);
    request.onBegin?.();
  };
  const page = await known.deps.client.billsPage({ ...request, onBegin });
  // A caller that joined another's request did not begin it: that one keeps the bills. A cached page is no reading.
  if (page.ok && begun !== null && !page.value.isCached)
    keep(known, organizationId, page.value, begun);
  return page;
}

function sessionNow({ deps }: Known): string {
  const { connectionId, signInId } = deps.session();
  return JSON.stringify([connectionId, signInId]);
}

/** Readings are of one connection and sign-in; another one begins without any. */
function readingsOf(known: Known, organizationId: string): Map<string, Reading> {
  const { organizations } = known;
  const now = sessionNow(known);
  if (now !== known.session) organizations.clear();
  known.session = now;
  const readings = organizations.get(organizationId) ?? new Map<string, Reading>();
  organizations.set(organizationId, readings);
  return readings;
}

function begin(known: Known, organizationId: string): Begun {
  readingsOf(known, organizationId);
  known.sequence += 1;
  const { sequence, session } = known;
  const { clock } = known.deps;
  return { sequence, elapsedMs: clock.elapsedMs(), nowMs: clock.nowMs(), session };
}

/** The reading that began last counts. One that began before it and shows another bill makes main check again. */
function keep(known: Known, organizationId: string, page: Page<Bill>, begun: Begun): void {
  const readings = readingsOf(known, organizationId);
  if (begun.session !== known.session) return;
  for (const bill of page.items) {
    const digest = digestOf(known, snapshotOf(bill));
    const last = readings.get(bill.id);
    const isApproved = known.approvedBills.has(billKey(organizationId, bill.id));
    const shown = isApproved ? snapshotOf(bill) : null;
    if (last === undefined || last.begun.sequence < begun.sequence)
      readings.set(bill.id, { digest, begun, shown });
    else if (last.digest !== digest) readings.delete(bill.id);
  }
  for (const { id } of page.malformed) if (id !== null) readings.delete(id);
}

function compare(
  known: Known,
  { organizationId, snapshot }: Parameters<BillReadings['compare']>[0],
): ReadByMain {
  const reading = readingsOf(known, organizationId).get(snapshot.billId);
  if (reading === undefined) return 'never';
  return reading.digest === digestOf(known, snapshot) ? 'same' : 'other';
}

function billKey(organizationId: string, billId: string): string {
  return JSON.stringify([organizationId, billId]);
}

/** By both clocks: one can be set, the other stands still while the machine sleeps. */
function isYounger(begun: Begun, limitMs: number, clock: BillReadingsDeps['clock']): boolean {
  const wallMs = clock.nowMs() - begun.nowMs;
  return clock.elapsedMs() - begun.elapsedMs < limitMs && wallMs >= 0 && wallMs < limitMs;
}

function digestOf({ deps }: Known, snapshot: ReviewedSnapshot): string {
  const text = fingerprint(snapshot, deps.uncheckedFields());
  return createHash('sha256').update(text).digest('binary');
}
