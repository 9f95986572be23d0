import type { RequestPriority } from '../../bridge/quota.ts';
import type { CrawlGroup } from '../cache/cache-database.ts';

/** Priorities a pull can have: approvals have their own, above both. */
export type PullPriority = Exclude<RequestPriority, 'approval'>;

/** What the pull should do next: one request, or wait. */
export type PullStep =
  | { readonly kind: 'organizations'; readonly priority: PullPriority }
  | ({ readonly kind: 'page'; readonly priority: PullPriority } & CrawlPlace)
  /** Nothing to do until `untilMs` (epoch milliseconds; null: until something happens). */
  | { readonly kind: 'wait'; readonly untilMs: number | null; readonly quota: boolean };

export interface CrawlPlace {
  readonly organizationId: string;
  readonly group: CrawlGroup;
}

/** What the policy decides on. Times are epoch milliseconds. */
export interface PullFacts {
  readonly nowMs: number;
  readonly visible: boolean;
  readonly onBattery: boolean;
  /** When the window was last shown again after being hidden. */
  readonly shownAtMs: number | null;
  /** When the user last asked for a refresh, in ordered time. */
  readonly refreshAtMs: number | null;
  readonly organizationsReadAtMs: number | null;
  readonly organizationsRetryAtMs: number | null;
  /** The one on screen first. */
  readonly organizations: readonly OrganizationFacts[];
  /** Until when the quota stops requests of a priority. */
  readonly quotaUntilMs: Readonly<Record<PullPriority, number | null>>;
  /** History takes room this computer does not have. */
  readonly historyOff: boolean;
}

export interface OrganizationFacts {
  readonly organizationId: string;
  /** Approvals wait for a look at its bills that began after this (ordered time), or null. */
  readonly lookWantedAfterMs: number | null;
  readonly payable: CrawlFacts;
  readonly history: CrawlFacts;
}

export interface CrawlFacts {
  readonly running: boolean;
  /** Beginning of the last complete crawl; null before the first. */
  readonly beganAtMs: number | null;
  /** The same beginning in ordered time. */
  readonly lookMs: number | null;
  /** Not before this, after a failure. */
  readonly retryAtMs: number | null;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How old data may get before it is read again, while somebody looks at it on mains. */
export const pullIntervals = {
  payableMs: 10 * MINUTE_MS,
  /** After the window is shown again: older than this is read at once. */
  shownAgainMs: 2 * MINUTE_MS,
  historyMs: 6 * HOUR_MS,
  otherPayableMs: 30 * MINUTE_MS,
  otherHistoryMs: 24 * HOUR_MS,
  organizationsMs: HOUR_MS,
} as const;

/** Nobody looks, or the battery pays: this many times slower. */
const HIDDEN_FACTOR = 3;
const BATTERY_FACTOR = 2;

interface Candidate {
  readonly step: Exclude<PullStep, { kind: 'wait' }>;
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
    Math.max(candidate.dueAtMs, quotaEnd(facts, candidate.step.priority));
  const due = all.find((candidate) => at(candidate) <= facts.nowMs);
  if (due) return due.step;
  const untilMs = Math.min(...all.map(at));
  const quota = all.some((candidate) => candidate.dueAtMs <= facts.nowMs);
  return { kind: 'wait', untilMs: Number.isFinite(untilMs) ? untilMs : null, quota };
}

/** A wait that a clock set back has made absurd is over. Windows of the quota last an hour. */
const LONGEST_WAIT_MS = 2 * HOUR_MS;

function quotaEnd(facts: PullFacts, priority: PullPriority): number {
  return sane(facts, facts.quotaUntilMs[priority]);
}

function sane(facts: PullFacts, atMs: number | null): number {
  return atMs === null || atMs - facts.nowMs > LONGEST_WAIT_MS ? 0 : atMs;
}

function candidates(facts: PullFacts): Candidate[] {
  const [current, ...others] = facts.organizations;
  const looks = facts.organizations
    .filter(({ payable, lookWantedAfterMs }) => isOlder(payable, lookWantedAfterMs))
    .map((organization) => page(facts, organization, 'payable', 'waiting', 0));
  const own = current ? currentCandidates(facts, current) : [];
  const { otherPayableMs, otherHistoryMs } = pullIntervals;
  const theirs = (group: CrawlGroup, everyMs: number): Candidate[] =>
    others.map((other) =>
      page(facts, other, group, 'background', dueAt(facts, other[group], everyMs)),
    );
  const history = facts.historyOff ? [] : theirs('history', otherHistoryMs);
  return [organizations(facts), ...looks, ...own, ...theirs('payable', otherPayableMs), ...history];
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
  const { payable, history } = current;
  const asked = isOlder(payable, facts.refreshAtMs);
  const shownAgain =
    facts.visible &&
    facts.shownAtMs !== null &&
    payable.beganAtMs !== null &&
    payable.beganAtMs < facts.shownAtMs &&
    facts.nowMs - payable.beganAtMs > pullIntervals.shownAgainMs;
  const dueAtMs = asked || shownAgain ? 0 : dueAt(facts, payable, pullIntervals.payableMs);
  const priority = asked || payable.beganAtMs === null ? 'waiting' : 'background';
  const first = page(facts, current, 'payable', priority, dueAtMs);
  if (facts.historyOff) return [first];
  const historyDueMs = dueAt(facts, history, pullIntervals.historyMs);
  return [first, page(facts, current, 'history', 'background', historyDueMs)];
}

/** Whether the last complete crawl began before the moment asked for. */
function isOlder({ lookMs }: CrawlFacts, askedMs: number | null): boolean {
  return askedMs !== null && (lookMs === null || lookMs <= askedMs);
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
    dueAtMs: Math.max(dueAtMs, sane(facts, groups[group].retryAtMs)),
  };
}

function dueAt(facts: PullFacts, crawl: CrawlFacts, everyMs: number): number {
  if (crawl.running || crawl.beganAtMs === null) return 0;
  return freshUntil(facts, crawl.beganAtMs, everyMs);
}

function freshUntil(facts: PullFacts, readAtMs: number, everyMs: number): number {
  // Read in the future: the clock was set back, and nobody knows how old it is.
  if (readAtMs > facts.nowMs) return 0;
  const slower = (facts.visible ? 1 : HIDDEN_FACTOR) * (facts.onBattery ? BATTERY_FACTOR : 1);
  return readAtMs + everyMs * slower;
}
