import { createHash } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';
import type { Result } from '../../base/result.ts';
import type { SendApproval } from '../../bridge/approval.ts';
import { fingerprint, snapshotOf, type ReviewedSnapshot } from '../../bridge/snapshot.ts';
import type { Bill } from '../../contract/bill.ts';
import type { Page } from '../../contract/page.ts';
import type { ServiceError } from '../../contract/service-error.ts';
import { createReadAhead, type ReadAhead } from '../api/read-ahead.ts';
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
  observe(approvalId: string): void;
  /** @param isOlder it was approved before this start, so that whatever has been read since counts */
  observeFirst(approvalId: string, isOlder: boolean): void;
  /** Whether the bill, as main last read it, is what the snapshot says. */
  compare(claim: Pick<SendApproval, 'organizationId' | 'snapshot'>): ReadByMain;
  /** Whether main has read the bill as it was approved, in a request that began after it heard of the approval. */
  isRechecked(request: SendApproval): boolean;
}

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
}

const MINUTE_MS = 60_000;

/** What has been read, of one connection and sign-in, and which approvals main has heard of. */
interface Known {
  readonly deps: BillReadingsDeps;
  readonly organizations: Map<string, Map<string, Reading>>;
  readonly observed: Map<string, number>;
  sequence: number;
  session: string;
}

export function createBillReadings(deps: BillReadingsDeps): BillReadings {
  const organizations = new Map<string, Map<string, Reading>>();
  const known: Known = { deps, organizations, observed: new Map(), sequence: 0, session: '' };
  const { observed } = known;
  const read: BillReadings['billsPage'] = (request) => billsPage(known, request);
  return {
    billsPage: read,
    ...createReadAhead({ read, session: () => sessionNow(known), clock: deps.clock }),
    observe: (approvalId) => {
      observed.set(approvalId, (known.sequence += 1));
    },
    observeFirst: (approvalId, isOlder) => {
      if (observed.has(approvalId)) return;
      known.sequence += 1;
      observed.set(approvalId, isOlder ? 0 : known.sequence);
    },
    compare: (claim) => compare(known, claim),
    isRechecked: (request) => {
      if (compare(known, request) !== 'same') return false;
      const { organizationId, snapshot, approvalId } = request;
      const begun = readingsOf(known, organizationId).get(snapshot.billId)?.begun;
      if (begun === undefined) return false;
      return begun.sequence > (observed.get(approvalId) ?? Infinity) || isYoung(begun, deps);
    },
  };
}

async function billsPage(
  known: Known,
  request: BillsPageRequest,
): ReturnType<BillReadings['billsPage']> {
  let begun: Begun | null = null;
  const { organizationId } = request;
  const onBegin = (): void => {
    begun = begin(known, organizationId);
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

/** What comes last counts, in whatever order it was asked: an older one only makes main check again. */
function keep(known: Known, organizationId: string, page: Page<Bill>, begun: Begun): void {
  const readings = readingsOf(known, organizationId);
  if (begun.session !== known.session) return;
  for (const bill of page.items) {
    readings.set(bill.id, { digest: digestOf(known, snapshotOf(bill)), begun });
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

/** By both clocks: one can be set, the other stands still while the machine sleeps. */
function isYoung(begun: Begun, { clock, recheckSkipMinutes }: BillReadingsDeps): boolean {
  const limitMs = recheckSkipMinutes() * MINUTE_MS;
  const wallMs = clock.nowMs() - begun.nowMs;
  return clock.elapsedMs() - begun.elapsedMs < limitMs && wallMs >= 0 && wallMs < limitMs;
}

function digestOf({ deps }: Known, snapshot: ReviewedSnapshot): string {
  const text = fingerprint(snapshot, deps.uncheckedFields());
  return createHash('sha256').update(text).digest('binary');
}
