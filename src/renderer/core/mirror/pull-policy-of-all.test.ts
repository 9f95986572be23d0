import { expect, test } from 'vitest';
import { nextPullStep, type PullFacts } from './pull-policy.ts';
import type { CrawlFacts } from './crawl-place.ts';

const MINUTE_MS = 60_000;
const nowMs = 1_000 * MINUTE_MS;

/** Read that long ago, in 20 pages. */
function aged(minutes: number): CrawlFacts {
  const atMs = nowMs - minutes * MINUTE_MS;
  const crawl = { running: false, retryAtMs: null, pages: 20, taken: 0 };
  return { ...crawl, beganAtMs: atMs, orderedMs: atMs };
}

/** Read after the user asked. */
const since: CrawlFacts = { ...aged(0), orderedMs: nowMs + 1 };
const never: CrawlFacts = { ...aged(0), beganAtMs: null, orderedMs: null, pages: null };

interface World extends Partial<PullFacts> {
  readonly own?: CrawlFacts;
  readonly other?: CrawlFacts;
  readonly ownHistory?: CrawlFacts;
}

/** The next step while the bills of both organizations are on screen. */
function told({ own = aged(1), other = aged(1), ownHistory = aged(1), ...change }: World): string {
  const rest = { crawlWantedAfterMs: null, historyWantedAfterMs: null, invoices: null };
  const step = nextPullStep({
    nowMs,
    visible: true,
    onBattery: false,
    shownAtMs: null,
    refreshAtMs: null,
    organizationsReadAtMs: nowMs,
    organizationsRetryAtMs: null,
    organizations: [
      { organizationId: 'own', payable: own, history: ownHistory, ...rest },
      { organizationId: 'other', payable: other, history: aged(1), ...rest },
    ],
    allShown: true,
    quotaUntilMs: { recheck: null, waiting: null, background: null },
    quota: null,
    historyOff: false,
    rereads: [],
    invoicesShown: false,
    ...change,
  });
  if (step.kind !== 'page') return step.kind;
  return `${step.organizationId} ${step.group} ${step.priority}`;
}

/** A window of which this much is left to background work, and this much was used by who waited. */
function left(backgroundLeft: number, waiting = 0, shared = false): Pick<PullFacts, 'quota'> {
  const used = { approval: 0, recheck: 0, waiting, background: 300 - backgroundLeft };
  return { quota: { backgroundLeft, used, resetAtMs: nowMs + 30 * MINUTE_MS, shared } };
}

const asked = { refreshAtMs: nowMs, own: since };

test.each([
  ['the user asks: the current one first', { refreshAtMs: nowMs }, 'own payable waiting'],
  ['then the others', asked, 'other payable waiting'],
  ['before paid bills that are due', { ...asked, ownHistory: never }, 'other payable waiting'],
  ['all read since', { ...asked, other: since }, 'wait'],
  ['what was never read is waited for', { other: never }, 'other payable waiting'],
  ['nobody asks, half an hour is not over', { other: aged(29) }, 'wait'],
  ['nobody asks, half an hour is over', { other: aged(30) }, 'other payable background'],
  ['one organization is shown', { ...asked, allShown: false }, 'wait'],
  ['as much is left as they take', { ...asked, ...left(20) }, 'other payable waiting'],
  ['less is left, and they go as background', { ...asked, ...left(19) }, 'wait'],
  ['who waited has used it up', { ...asked, ...left(300, 281) }, 'other payable background'],
  ['the quota is shared', { ...asked, ...left(300, 0, true) }, 'other payable background'],
  [
    'scarce, and the current one is waited for',
    { refreshAtMs: nowMs, ...left(0) },
    'own payable waiting',
  ],
] as const)('W-5 with all organizations on screen: %s', (_, change, expected) => {
  expect(told(change)).toBe(expected);
});
