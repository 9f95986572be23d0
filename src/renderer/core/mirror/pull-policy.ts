import type {
  CrawlFacts,
  CrawlPlace,
  OrganizationFacts,
  PullPriority,
  PlacedPage,
} from './crawl-place.ts';
import type { CrawlGroup } from './cache-database.ts';
import { MAX_PAGES_AHEAD } from '../../../bridge/methods.ts';
import {
  affordableAtMs,
  affordablePages,
  areClaimsUsedUp,
  pagesLeftForClaims,
  type Claim,
  type PullQuota,
} from './pull-budget.ts';

/** Next step of the pull: one request, or a wait. */
export type PullStep =
  | { readonly kind: 'organizations'; readonly priority: Exclude<PullPriority, 'recheck'> }
  | PageStep
  /** Reads a page out of turn, for approvals that wait for it. */
  | { readonly kind: 'reread'; readonly priority: 'recheck'; readonly page: PlacedPage }
  /** Nothing to do until `untilMs` (epoch milliseconds; null: until an event). */
  | { readonly kind: 'wait'; readonly untilMs: number | null; readonly isForQuota: boolean };

/** The next page of a crawl, and the number of pages to read before asking the policy again. */
type PageStep = CrawlPlace & {
  readonly kind: 'page';
  readonly priority: PullPriority;
  readonly most: number;
};

/** Input of the policy. Times are epoch milliseconds unless they say ordered time. */
export interface PullFacts {
  readonly nowMs: number;
  readonly isVisible: boolean;
  readonly isOnBattery: boolean;
  /** When the window, or another organization in it, last appeared on screen. */
  readonly shownAtMs: number | null;
  /** When the user last asked for a refresh, in ordered time. */
  readonly refreshAtMs: number | null;
  readonly organizationsReadAtMs: number | null;
  readonly organizationsRetryAtMs: number | null;
  /** Pages that approvals wait for, the longest wait first. */
  readonly rereads: readonly PlacedPage[];
  /** The organization on screen first. */
  readonly organizations: readonly OrganizationFacts[];
  /** Whether the bills of all organizations are on screen. */
  readonly areAllShown: boolean;
  /** End of the quota pause by priority; null for none. */
  readonly quotaUntilMs: Readonly<Record<PullPriority, number | null>>;
  /** Null while unknown. */
  readonly quota: PullQuota | null;
  /** Whether the Invoices screen is open. */
  readonly areInvoicesShown: boolean;
  /** Whether the disk has no room for history. */
  readonly isHistoryOff: boolean;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Age at which data is read again while the window is visible and the computer has mains power. */
export const pullIntervals = {
  payableMs: 10 * MINUTE_MS,
  /** Upper limit for bills on screen while the window is visible, on battery too. */
  payableOnScreenMostMs: 14 * MINUTE_MS,
  /** When the window is shown again, older data is read at once. */
  shownAgainMs: 2 * MINUTE_MS,
  historyMs: 6 * HOUR_MS,
  /** Per page of history, when bills that left the payable lists may be there. */
  historyPageMs: 15_000,
  otherPayableMs: 30 * MINUTE_MS,
  otherHistoryMs: 24 * HOUR_MS,
  /** While the Invoices screen is open. The next two: while it is closed, and for other organizations. */
  shownInvoicesMs: 30 * MINUTE_MS,
  invoicesMs: 6 * HOUR_MS,
  otherInvoicesMs: 24 * HOUR_MS,
  organizationsMs: HOUR_MS,
} as const;

/**
 * Factor by which sync slows down while the window is hidden, on battery, or while other programs share the
 * quota.
 */
const HIDDEN_FACTOR = 3;
const BATTERY_FACTOR = 2;
const SHARED_FACTOR = 2;

interface Candidate {
  readonly step: Exclude<PullStep, { kind: 'wait' } | PageStep> | Omit<PageStep, 'most'>;
  readonly dueAtMs: number;
}

/**
 * Next request of the pull: the first due candidate in order of importance. A crawl under way is always due, so
 * a more important crawl passes it between two pages, and it continues at its cursor later.
 */
export function nextPullStep(facts: PullFacts): PullStep {
  const all = candidates(facts);
  const at = (candidate: Candidate): number =>
    Math.max(
      candidate.dueAtMs,
      plausibleMs(facts, facts.quotaUntilMs[candidate.step.priority]),
      plausibleMs(facts, affordableAt(facts, candidate.step)),
    );
  const [first, ...others] = all.filter((candidate) => at(candidate) <= facts.nowMs);
  if (first) return granted(facts, others.find((other) => takesTurn(facts, other, first)) ?? first);
  const untilMs = Math.min(...all.map(at));
  const isForQuota = all.some((candidate) => candidate.dueAtMs <= facts.nowMs);
  return { kind: 'wait', untilMs: Number.isFinite(untilMs) ? untilMs : null, isForQuota };
}

/**
 * The page with the number of pages to read along with it. A crawl for rechecks ends once it has listed their
 * bills.
 */
function granted(facts: PullFacts, { step }: Candidate): PullStep {
  if (step.kind !== 'page') return step;
  const most = {
    recheck: () => 1,
    waiting: () => MAX_PAGES_AHEAD,
    background: () => Math.min(MAX_PAGES_AHEAD, backgroundPages(facts, step)),
  }[step.priority]();
  return { ...step, most };
}

/** Rounded down, because the requests that are left in a sliding window need not be a whole number. */
function backgroundPages(facts: PullFacts, step: Candidate['step']): number {
  const affordable = Math.floor(affordablePages(facts.quota, claimsBefore(facts, step)));
  if (step.kind !== 'page' || step.group !== 'payable') return affordable;
  return Math.min(affordable, Math.floor(pagesLeftForClaims(facts.quota, facts.organizations)));
}

/** A longer wait means that the clock was set back: quota windows last an hour. */
const LONGEST_WAIT_MS = 2 * HOUR_MS;

/** The time; 0 for none, or for one that is implausible because the clock was set back. */
function plausibleMs(facts: PullFacts, atMs: number | null): number {
  return atMs === null || atMs - facts.nowMs > LONGEST_WAIT_MS ? 0 : atMs;
}

/** The background's share limits only background requests. */
function affordableAt(facts: PullFacts, step: Candidate['step']): number {
  if (step.priority !== 'background') return 0;
  return affordableAtMs(facts.quota, claimsBefore(facts, step));
}

/** Whether the other crawl, though less important, goes first: payable bills have used their part of this window. */
function takesTurn(facts: PullFacts, other: Candidate, { step }: Candidate): boolean {
  if (step.kind !== 'page' || step.group !== 'payable' || step.priority !== 'background')
    return false;
  const claims = claimsBefore(facts, other.step);
  const isBefore = claims.some(
    ({ organization }) => organization.organizationId === step.organizationId,
  );
  return isBefore && areClaimsUsedUp(facts.quota, claims);
}

/** Payable crawls for which this step must leave enough requests. */
function claimsBefore(facts: PullFacts, step: Candidate['step']): readonly Claim[] {
  const [current, ...others] = facts.organizations;
  if (step.kind !== 'page' || !current) return [];
  const isPayable = step.group === 'payable';
  if (isPayable && step.organizationId === current.organizationId) return [];
  const pace = (intervalMs: number): Claim['pace'] => ({
    nowMs: facts.nowMs,
    intervalMs,
    dueAtMs: (crawl) => dueAfter(facts, crawl, intervalMs),
  });
  const onScreen = { organization: current, pace: pace(onScreenMs(facts)) };
  if (isPayable) return [onScreen];
  const elsewhere = pace(pullIntervals.otherPayableMs * slowness(facts));
  return [onScreen, ...others.map((organization) => ({ organization, pace: elsewhere }))];
}

function candidates(facts: PullFacts): Candidate[] {
  const [current, ...others] = facts.organizations;
  const rereads = facts.rereads.flatMap((placed) => rereadCandidate(facts, placed));
  const rechecks = facts.organizations
    .filter(({ payable, crawlRequestedAfterMs }) => isOlder(payable, crawlRequestedAfterMs))
    .map((organization) => pageCandidate(facts, organization, 'payable', 'recheck', 0));
  const own = current ? candidatesOfCurrent(facts, current) : [];
  const { otherPayableMs, otherHistoryMs } = pullIntervals;
  const theirs = (group: CrawlGroup, everyMs: number): Candidate[] =>
    others.flatMap((other) => {
      const crawl = other[group];
      if (crawl === null) return [];
      const dueAtMs =
        group === 'history' ? historyDueAt(facts, other, everyMs) : dueAt(facts, crawl, everyMs);
      return pageCandidate(facts, other, group, 'background', dueAtMs);
    });
  const history = facts.isHistoryOff ? [] : theirs('history', otherHistoryMs);
  const invoices = theirs('invoices', pullIntervals.otherInvoicesMs);
  const payable = theirs('payable', otherPayableMs);
  const asked = othersAskedFor(facts, others);
  const ownFirst =
    own.findIndex(({ step }) => step.kind === 'page' && step.group === 'payable') + 1;
  const wanted = own.toSpliced(ownFirst, 0, ...asked);
  return [
    ...rereads,
    ...rechecks,
    organizationsCandidate(facts),
    ...wanted,
    ...payable,
    ...history,
    ...invoices,
  ];
}

/**
 * If all organizations are on screen, a refresh by the user and a first reading concern all of them. The others get
 * the user's priority only if the rest of the background's share covers them. Otherwise they have background priority,
 * so that the current organization never waits for them.
 */
function othersAskedFor(facts: PullFacts, others: readonly OrganizationFacts[]): Candidate[] {
  if (!facts.areAllShown) return [];
  const asked = others.filter(
    ({ payable }) => payable.beganAtMs === null || isOlder(payable, facts.refreshAtMs),
  );
  const pages = asked.reduce((sum, { payable }) => sum + (payable.pages ?? 0), 0);
  const isScarce =
    facts.quota !== null &&
    (facts.quota.shared || pages + facts.quota.used.waiting > facts.quota.backgroundLeft);
  const priority = isScarce ? 'background' : 'waiting';
  return asked.map((organization) => pageCandidate(facts, organization, 'payable', priority, 0));
}

function organizationsCandidate(facts: PullFacts): Candidate {
  const readAtMs = facts.organizationsReadAtMs;
  const isWaitedFor = facts.organizations.length === 0;
  const usualMs =
    readAtMs === null
      ? 0
      : nextAtMs(facts, readAtMs, pullIntervals.organizationsMs * slowness(facts));
  const retryAtMs = facts.organizationsRetryAtMs;
  return {
    step: { kind: 'organizations', priority: isWaitedFor ? 'waiting' : 'background' },
    dueAtMs: retryAtMs === null ? usualMs : plausibleMs(facts, retryAtMs),
  };
}

function candidatesOfCurrent(facts: PullFacts, current: OrganizationFacts): Candidate[] {
  const { payable } = current;
  const asked = isOlder(payable, facts.refreshAtMs);
  const shownAgain =
    facts.isVisible &&
    facts.shownAtMs !== null &&
    payable.beganAtMs !== null &&
    payable.beganAtMs < facts.shownAtMs &&
    facts.nowMs - payable.beganAtMs > pullIntervals.shownAgainMs;
  const dueAtMs = asked || shownAgain ? 0 : dueAfter(facts, payable, onScreenMs(facts));
  const ageMs = payable.beganAtMs === null ? null : facts.nowMs - payable.beganAtMs;
  // The user has just come back to this organization, so the background's share does not limit it.
  const isTooOld = ageMs === null || (shownAgain && ageMs > pullIntervals.payableOnScreenMostMs);
  const priority = asked || isTooOld ? 'waiting' : 'background';
  const first = pageCandidate(facts, current, 'payable', priority, dueAtMs);
  const historyDueMs = historyDueAt(facts, current, pullIntervals.historyMs);
  const history = facts.isHistoryOff
    ? []
    : [pageCandidate(facts, current, 'history', 'background', historyDueMs)];
  const invoices = invoicesOnScreen(facts, current);
  if (invoices === null) return [first, ...history];
  if (invoices.step.priority === 'background') return [first, ...history, invoices];
  // The user waits for invoices on the open screen, but bills that the user waits for go first.
  return priority === 'waiting' ? [first, invoices, ...history] : [invoices, first, ...history];
}

/**
 * Invoices have the user's priority for a first reading, and for a refresh while their screen is open. Otherwise they
 * are read rarely.
 */
function invoicesOnScreen(facts: PullFacts, current: OrganizationFacts): Candidate | null {
  const { invoices } = current;
  if (invoices === null) return null;
  const { shownInvoicesMs, invoicesMs } = pullIntervals;
  const asked = facts.areInvoicesShown && isOlder(invoices, facts.refreshAtMs);
  const priority = asked || invoices.beganAtMs === null ? 'waiting' : 'background';
  const everyMs = facts.areInvoicesShown ? shownInvoicesMs : invoicesMs;
  return pageCandidate(
    facts,
    current,
    'invoices',
    priority,
    asked ? 0 : dueAt(facts, invoices, everyMs),
  );
}

/** Empty for an organization that this sign-in cannot see: the ledger could not delay it after a refusal. */
function rereadCandidate(facts: PullFacts, placed: PlacedPage): Candidate | [] {
  const place = facts.organizations.find((each) => each.organizationId === placed.organizationId);
  if (!place) return [];
  const dueAtMs = plausibleMs(facts, place.payable.retryAtMs);
  return { step: { kind: 'reread', priority: 'recheck', page: placed }, dueAtMs };
}

/** Whether the last complete crawl began before the time asked for. */
function isOlder({ orderedMs }: CrawlFacts, askedMs: number | null): boolean {
  return askedMs !== null && (orderedMs === null || orderedMs <= askedMs);
}

function pageCandidate(
  facts: PullFacts,
  { organizationId, ...groups }: OrganizationFacts,
  group: CrawlGroup,
  priority: PullPriority,
  dueAtMs: number,
): Candidate {
  return {
    step: { kind: 'page', organizationId, group, priority },
    dueAtMs: Math.max(dueAtMs, plausibleMs(facts, groups[group]?.retryAtMs ?? null)),
  };
}

function dueAt(facts: PullFacts, crawl: CrawlFacts, everyMs: number): number {
  return dueAfter(facts, crawl, everyMs * slowness(facts));
}

/**
 * Due at once when history may have a bill that was not found, or when the user refreshes and it lacks the paid bills.
 * Due early when bills have left the payable lists: the shorter history is, the earlier.
 */
function historyDueAt(facts: PullFacts, organization: OrganizationFacts, everyMs: number): number {
  const { history, historyRequestedAfterMs, billsLeftAtMs } = organization;
  if (isOlder(history, historyRequestedAfterMs)) return 0;
  if (history.lacksPaid && isOlder(history, facts.refreshAtMs)) return 0;
  const usualMs = dueAt(facts, history, everyMs);
  if (!isOlder(history, billsLeftAtMs)) return usualMs;
  return Math.min(
    usualMs,
    dueAt(facts, history, (history.pages ?? 0) * pullIntervals.historyPageMs),
  );
}

function dueAfter(facts: PullFacts, crawl: CrawlFacts, intervalMs: number): number {
  if (crawl.isRunning || crawl.beganAtMs === null || crawl.isShifted) return 0;
  return nextAtMs(facts, crawl.beganAtMs, intervalMs);
}

function nextAtMs(facts: PullFacts, readAtMs: number, intervalMs: number): number {
  // A time in the future means that the clock was set back and the age is unknown.
  return readAtMs > facts.nowMs ? 0 : readAtMs + intervalMs;
}

function onScreenMs(facts: PullFacts): number {
  const slowMs = pullIntervals.payableMs * slowness(facts);
  return facts.isVisible ? Math.min(slowMs, pullIntervals.payableOnScreenMostMs) : slowMs;
}

function slowness({ isVisible, isOnBattery, quota }: PullFacts): number {
  const hidden = isVisible ? 1 : HIDDEN_FACTOR;
  const shared = quota?.shared === true ? SHARED_FACTOR : 1;
  return hidden * shared * (isOnBattery ? BATTERY_FACTOR : 1);
}
