import type {
  CrawlFacts,
  CrawlPlace,
  OrganizationFacts,
  PullPriority,
  PlacedPage,
} from './crawl-place.ts';
import type { CrawlGroup } from './cache-database.ts';
import { MOST_PAGES_AHEAD } from '../../../bridge/methods.ts';
import {
  affordableAtMs,
  affordablePages,
  hadTheirPart,
  pagesOfTheirPart,
  type Claim,
  type PullQuota,
} from './pull-budget.ts';

/** What the pull should do next: one request, or wait. */
export type PullStep =
  | { readonly kind: 'organizations'; readonly priority: PullPriority }
  | PageStep
  /** A page out of turn, for approvals that wait for it. */
  | { readonly kind: 'reread'; readonly priority: 'recheck'; readonly page: PlacedPage }
  /** Nothing to do until `untilMs` (epoch milliseconds; null: until something happens). */
  | { readonly kind: 'wait'; readonly untilMs: number | null; readonly quota: boolean };

/** The next page of a crawl, and as many behind it as may be asked for before the policy is asked again. */
type PageStep = CrawlPlace & {
  readonly kind: 'page';
  readonly priority: PullPriority;
  readonly most: number;
};

/** What the policy decides on. Times are epoch milliseconds. */
export interface PullFacts {
  readonly nowMs: number;
  readonly visible: boolean;
  readonly onBattery: boolean;
  /** When the window, or another organization in it, last came on screen. */
  readonly shownAtMs: number | null;
  /** When the user last asked for a refresh, in ordered time. */
  readonly refreshAtMs: number | null;
  readonly organizationsReadAtMs: number | null;
  readonly organizationsRetryAtMs: number | null;
  /** Pages approvals wait for, the longest waited for first. */
  readonly rereads: readonly PlacedPage[];
  /** The one on screen first. */
  readonly organizations: readonly OrganizationFacts[];
  /** The bills of all of them are on screen. */
  readonly allShown: boolean;
  /** Until when the quota stops requests of a priority. */
  readonly quotaUntilMs: Readonly<Record<PullPriority, number | null>>;
  /** Null: nothing is known of it yet. */
  readonly quota: PullQuota | null;
  /** The Invoices screen is open. */
  readonly invoicesShown: boolean;
  /** History takes room this computer does not have. */
  readonly historyOff: boolean;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How old data may get before it is read again, while somebody views it on mains. */
export const pullIntervals = {
  payableMs: 10 * MINUTE_MS,
  /** However slow the rest: bills somebody views are never older. */
  payableOnScreenMostMs: 14 * MINUTE_MS,
  /** After the window is shown again: older than this is read at once. */
  shownAgainMs: 2 * MINUTE_MS,
  historyMs: 6 * HOUR_MS,
  otherPayableMs: 30 * MINUTE_MS,
  otherHistoryMs: 24 * HOUR_MS,
  /** Invoices somebody views, those of the organization on screen otherwise, and the others'. */
  shownInvoicesMs: 30 * MINUTE_MS,
  invoicesMs: 6 * HOUR_MS,
  otherInvoicesMs: 24 * HOUR_MS,
  organizationsMs: HOUR_MS,
} as const;

/** Nobody views them, the battery pays, or somebody else needs the quota: this many times slower. */
const HIDDEN_FACTOR = 3;
const BATTERY_FACTOR = 2;
const SHARED_FACTOR = 2;

interface Candidate {
  readonly step: Exclude<PullStep, { kind: 'wait' } | PageStep> | Omit<PageStep, 'most'>;
  readonly dueAtMs: number;
}

/**
 * The next request of the pull. Candidates in order of importance; the first that is due goes. A crawl
 * under way is due at once, so a crawl of more importance passes it between two pages, and it goes on
 * afterwards at its cursor.
 */
export function nextPullStep(facts: PullFacts): PullStep {
  const all = candidates(facts);
  const at = (candidate: Candidate): number =>
    Math.max(
      candidate.dueAtMs,
      quotaEnd(facts, candidate.step.priority),
      sane(facts, affordableAt(facts, candidate.step)),
    );
  const [first, ...behind] = all.filter((candidate) => at(candidate) <= facts.nowMs);
  if (first) return granted(facts, behind.find((other) => takesTurn(facts, other, first)) ?? first);
  const untilMs = Math.min(...all.map(at));
  const quota = all.some((candidate) => candidate.dueAtMs <= facts.nowMs);
  return { kind: 'wait', untilMs: Number.isFinite(untilMs) ? untilMs : null, quota };
}

/** A page with what it may be read together with. A crawl for rechecks ends where it has met its bills. */
function granted(facts: PullFacts, { step }: Candidate): PullStep {
  if (step.kind !== 'page') return step;
  const most = {
    recheck: () => 1,
    waiting: () => MOST_PAGES_AHEAD,
    background: () => Math.min(MOST_PAGES_AHEAD, backgroundPages(facts, step)),
  }[step.priority]();
  return { ...step, most };
}

function backgroundPages(facts: PullFacts, step: Candidate['step']): number {
  const affordable = affordablePages(facts.quota, claimsBefore(facts, step));
  if (step.kind !== 'page' || step.group !== 'payable') return affordable;
  return Math.min(affordable, pagesOfTheirPart(facts.quota, facts.organizations));
}

/** A wait that a clock set back has made absurd is over. Windows of the quota last an hour. */
const LONGEST_WAIT_MS = 2 * HOUR_MS;

function quotaEnd(facts: PullFacts, priority: PullPriority): number {
  return sane(facts, facts.quotaUntilMs[priority]);
}

function sane(facts: PullFacts, atMs: number | null): number {
  return atMs === null || atMs - facts.nowMs > LONGEST_WAIT_MS ? 0 : atMs;
}

/** The background's share is no matter of what the user waits for: nothing else would ever ask again. */
function affordableAt(facts: PullFacts, step: Candidate['step']): number {
  if (step.priority !== 'background') return 0;
  return affordableAtMs(facts.quota, claimsBefore(facts, step));
}

/** Whether payable bills have had their part of this window, and what waits behind them goes now. */
function takesTurn(facts: PullFacts, behind: Candidate, { step }: Candidate): boolean {
  if (step.kind !== 'page' || step.group !== 'payable' || step.priority !== 'background')
    return false;
  const claims = claimsBefore(facts, behind.step);
  const isBefore = claims.some(
    ({ organization }) => organization.organizationId === step.organizationId,
  );
  return isBefore && hadTheirPart(facts.quota, claims);
}

/** The payable crawls that must not want for requests because of this step. */
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
  const rereads = facts.rereads.flatMap((placed) => reread(facts, placed));
  const rechecks = facts.organizations
    .filter(({ payable, crawlWantedAfterMs }) => isOlder(payable, crawlWantedAfterMs))
    .map((organization) => page(facts, organization, 'payable', 'recheck', 0));
  const own = current ? currentCandidates(facts, current) : [];
  const { otherPayableMs, otherHistoryMs } = pullIntervals;
  const theirs = (group: CrawlGroup, everyMs: number): Candidate[] =>
    others.flatMap((other) => {
      const crawl = other[group];
      if (crawl === null) return [];
      const dueAtMs =
        group === 'history' ? historyDueAt(facts, other, everyMs) : dueAt(facts, crawl, everyMs);
      return page(facts, other, group, 'background', dueAtMs);
    });
  const history = facts.historyOff ? [] : theirs('history', otherHistoryMs);
  const invoices = theirs('invoices', pullIntervals.otherInvoicesMs);
  const payable = theirs('payable', otherPayableMs);
  const asked = othersAskedFor(facts, others);
  const ownFirst =
    own.findIndex(({ step }) => step.kind === 'page' && step.group === 'payable') + 1;
  const wanted = own.toSpliced(ownFirst, 0, ...asked);
  return [
    ...rereads,
    ...rechecks,
    organizations(facts),
    ...wanted,
    ...payable,
    ...history,
    ...invoices,
  ];
}

/**
 * With the bills of all organizations on screen the user's word, and a first reading, mean them all. The
 * others are waited for as long as that takes no more than what is left of the background's share, and
 * are background reading beyond: the organization the user was in last never waits for them.
 */
function othersAskedFor(facts: PullFacts, others: readonly OrganizationFacts[]): Candidate[] {
  if (!facts.allShown) return [];
  const asked = others.filter(
    ({ payable }) => payable.beganAtMs === null || isOlder(payable, facts.refreshAtMs),
  );
  const pages = asked.reduce((sum, { payable }) => sum + (payable.pages ?? 0), 0);
  const isScarce =
    facts.quota !== null &&
    (facts.quota.shared || pages + facts.quota.used.waiting > facts.quota.backgroundLeft);
  const priority = isScarce ? 'background' : 'waiting';
  return asked.map((organization) => page(facts, organization, 'payable', priority, 0));
}

function organizations(facts: PullFacts): Candidate {
  const readAtMs = facts.organizationsReadAtMs;
  const isWaitedFor = facts.organizations.length === 0;
  const dueAtMs =
    readAtMs === null ? 0 : freshUntil(facts, readAtMs, pullIntervals.organizationsMs);
  return {
    step: { kind: 'organizations', priority: isWaitedFor ? 'waiting' : 'background' },
    dueAtMs: Math.max(dueAtMs, sane(facts, facts.organizationsRetryAtMs)),
  };
}

function currentCandidates(facts: PullFacts, current: OrganizationFacts): Candidate[] {
  const { payable } = current;
  const asked = isOlder(payable, facts.refreshAtMs);
  const shownAgain =
    facts.visible &&
    facts.shownAtMs !== null &&
    payable.beganAtMs !== null &&
    payable.beganAtMs < facts.shownAtMs &&
    facts.nowMs - payable.beganAtMs > pullIntervals.shownAgainMs;
  const dueAtMs = asked || shownAgain ? 0 : dueAfter(facts, payable, onScreenMs(facts));
  const ageMs = payable.beganAtMs === null ? null : facts.nowMs - payable.beganAtMs;
  // Somebody has just come to view them: then the background's share is not what they wait for.
  const isTooOld = ageMs === null || (shownAgain && ageMs > pullIntervals.payableOnScreenMostMs);
  const priority = asked || isTooOld ? 'waiting' : 'background';
  const first = page(facts, current, 'payable', priority, dueAtMs);
  const historyDueMs = historyDueAt(facts, current, pullIntervals.historyMs);
  const behind = facts.historyOff
    ? []
    : [page(facts, current, 'history', 'background', historyDueMs)];
  const invoices = invoicesOnScreen(facts, current);
  if (invoices === null) return [first, ...behind];
  if (invoices.step.priority === 'background') return [first, ...behind, invoices];
  // Whoever opens Invoices waits for them, but bills that are waited for as well go first.
  return priority === 'waiting' ? [first, invoices, ...behind] : [invoices, first, ...behind];
}

/** Waited for the first time, and when the user asks on the screen itself; seldom read otherwise. */
function invoicesOnScreen(facts: PullFacts, current: OrganizationFacts): Candidate | null {
  const { invoices } = current;
  if (invoices === null) return null;
  const { shownInvoicesMs, invoicesMs } = pullIntervals;
  const asked = facts.invoicesShown && isOlder(invoices, facts.refreshAtMs);
  const priority = asked || invoices.beganAtMs === null ? 'waiting' : 'background';
  const everyMs = facts.invoicesShown ? shownInvoicesMs : invoicesMs;
  return page(facts, current, 'invoices', priority, asked ? 0 : dueAt(facts, invoices, everyMs));
}

/** None of an organization nobody sees: nothing would keep its refusals apart. */
function reread(facts: PullFacts, placed: PlacedPage): Candidate | [] {
  const place = facts.organizations.find((each) => each.organizationId === placed.organizationId);
  if (!place) return [];
  const dueAtMs = sane(facts, place.payable.retryAtMs);
  return { step: { kind: 'reread', priority: 'recheck', page: placed }, dueAtMs };
}

/** Whether the last complete crawl began before the time asked for. */
function isOlder({ orderedMs }: CrawlFacts, askedMs: number | null): boolean {
  return askedMs !== null && (orderedMs === null || orderedMs <= askedMs);
}

function page(
  facts: PullFacts,
  { organizationId, ...groups }: OrganizationFacts,
  group: CrawlGroup,
  priority: PullPriority,
  dueAtMs: number,
): Candidate {
  return {
    step: { kind: 'page', organizationId, group, priority },
    dueAtMs: Math.max(dueAtMs, sane(facts, groups[group]?.retryAtMs ?? null)),
  };
}

function dueAt(facts: PullFacts, crawl: CrawlFacts, everyMs: number): number {
  return dueAfter(facts, crawl, everyMs * slowness(facts));
}

/** At once when it may hold a bill that was reported as not found. */
function historyDueAt(facts: PullFacts, organization: OrganizationFacts, everyMs: number): number {
  const { history, historyWantedAfterMs } = organization;
  return isOlder(history, historyWantedAfterMs) ? 0 : dueAt(facts, history, everyMs);
}

function dueAfter(facts: PullFacts, crawl: CrawlFacts, intervalMs: number): number {
  if (crawl.running || crawl.beganAtMs === null) return 0;
  return after(facts, crawl.beganAtMs, intervalMs);
}

function freshUntil(facts: PullFacts, readAtMs: number, everyMs: number): number {
  return after(facts, readAtMs, everyMs * slowness(facts));
}

function after(facts: PullFacts, readAtMs: number, intervalMs: number): number {
  // Read in the future: the clock was set back, and nobody knows how old it is.
  return readAtMs > facts.nowMs ? 0 : readAtMs + intervalMs;
}

function onScreenMs(facts: PullFacts): number {
  const slowMs = pullIntervals.payableMs * slowness(facts);
  return facts.visible ? Math.min(slowMs, pullIntervals.payableOnScreenMostMs) : slowMs;
}

function slowness({ visible, onBattery, quota }: PullFacts): number {
  const hidden = visible ? 1 : HIDDEN_FACTOR;
  const shared = quota?.shared === true ? SHARED_FACTOR : 1;
  return hidden * shared * (onBattery ? BATTERY_FACTOR : 1);
}
