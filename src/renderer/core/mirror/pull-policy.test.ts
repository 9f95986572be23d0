import { expect, test } from 'vitest';
import { nextPullStep, type PullFacts } from './pull-policy.ts';
import type { CrawlFacts } from './crawl-place.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const nowMs = 100 * HOUR_MS;

const fresh: CrawlFacts = {
  running: false,
  beganAtMs: nowMs,
  orderedMs: nowMs,
  retryAtMs: null,
  pages: 20,
  taken: 0,
};
const never: CrawlFacts = { ...fresh, beganAtMs: null, orderedMs: null, pages: null };
const aged = (ageMs: number): CrawlFacts => ({
  ...fresh,
  beganAtMs: nowMs - ageMs,
  orderedMs: nowMs - ageMs,
});

function facts(
  change: Partial<PullFacts> & {
    payable?: CrawlFacts;
    history?: CrawlFacts;
    invoices?: CrawlFacts;
  } = {},
): PullFacts {
  const { payable = fresh, history = fresh, invoices = null, ...rest } = change;
  const others = {
    crawlWantedAfterMs: null,
    historyWantedAfterMs: null,
    payable: fresh,
    history: fresh,
    invoices: null,
  };
  return {
    nowMs,
    visible: true,
    onBattery: false,
    shownAtMs: null,
    refreshAtMs: null,
    organizationsReadAtMs: nowMs,
    organizationsRetryAtMs: null,
    organizations: [
      {
        organizationId: 'own',
        crawlWantedAfterMs: null,
        historyWantedAfterMs: null,
        payable,
        history,
        invoices,
      },
      { organizationId: 'other', ...others },
    ],
    quotaUntilMs: { recheck: null, waiting: null, background: null },
    quota: null,
    historyOff: false,
    rereads: [],
    invoicesShown: false,
    allShown: false,
    ...rest,
  };
}

/** A quota of which so much is left to background work, for half an hour to come. */
function left(backgroundLeft: number, shared = false): Pick<PullFacts, 'quota'> {
  const used = { approval: 0, recheck: 0, waiting: 0, background: 300 - backgroundLeft };
  return { quota: { backgroundLeft, used, resetAtMs: nowMs + 30 * MINUTE_MS, shared } };
}

/** The step in a few words. */
function told(change: Parameters<typeof facts>[0]): string {
  const step = nextPullStep(facts(change));
  if (step.kind === 'organizations') return `organizations ${step.priority}`;
  if (step.kind === 'reread') return `${step.page.organizationId} ${step.page.after} recheck`;
  if (step.kind === 'page') return `${step.organizationId} ${step.group} ${step.priority}`;
  if (step.untilMs === null) return 'wait';
  return `wait ${(step.untilMs - nowMs) / MINUTE_MS} min${step.quota ? ' for quota' : ''}`;
}

const other = { organizationId: 'other', payable: fresh, history: fresh };
const elsewhere = {
  ...other,
  crawlWantedAfterMs: nowMs,
  historyWantedAfterMs: null,
  invoices: null,
};
const [own] = facts().organizations;
const aPage = (organizationId: string) => ({ organizationId, status: 'open', after: 'c1' });

test.each([
  [
    'nothing known yet',
    { organizations: [], organizationsReadAtMs: null },
    'organizations waiting',
  ],
  [
    'nothing known yet, and the background’s share spent by the sign-in before',
    { organizations: [], organizationsReadAtMs: null, ...left(0) },
    'organizations waiting',
  ],
  [
    'the first bills, with the background’s share spent',
    { payable: never, ...left(0) },
    'own payable waiting',
  ],
  ['first pull', { payable: never, history: never }, 'own payable waiting'],
  ['payable read, history never', { history: never }, 'own history background'],
  ['all fresh', {}, 'wait 10 min'],
  ['payable 9 minutes old', { payable: aged(9 * MINUTE_MS) }, 'wait 1 min'],
  ['payable 10 minutes old', { payable: aged(10 * MINUTE_MS) }, 'own payable background'],
  ['the same, hidden', { payable: aged(10 * MINUTE_MS), visible: false }, 'wait 20 min'],
  ['the same, on battery', { payable: aged(10 * MINUTE_MS), onBattery: true }, 'wait 4 min'],
  [
    'the same, hidden, on battery',
    { payable: aged(10 * MINUTE_MS), visible: false, onBattery: true },
    'wait 50 min',
  ],
  [
    'the same, quota shared with somebody else',
    { payable: aged(10 * MINUTE_MS), ...left(300, true) },
    'wait 4 min',
  ],
  [
    'history 8 hours old, on battery',
    { history: aged(8 * HOUR_MS), onBattery: true },
    'wait 14 min',
  ],
  [
    'history never read, more left than the payable crawls of this window need',
    { history: never, ...left(101) },
    'own history background',
  ],
  [
    'history never read, just what they need left',
    { history: never, ...left(60) },
    'wait 10 min for quota',
  ],
  [
    'they do not want for it themselves',
    { payable: aged(10 * MINUTE_MS), history: never, ...left(60) },
    'own payable background',
  ],
  [
    'payable due, and has had four fifths of the window: history takes its turn',
    { payable: { ...aged(10 * MINUTE_MS), taken: 240 }, history: never, ...left(60) },
    'own history background',
  ],
  [
    'the same, with a request less',
    { payable: { ...aged(10 * MINUTE_MS), taken: 239 }, history: never, ...left(60) },
    'own payable background',
  ],
  [
    'payable due, has had four fifths, nobody waits behind it',
    { payable: { ...aged(10 * MINUTE_MS), taken: 240 }, ...left(60) },
    'own payable background',
  ],
  [
    'payable due, has had four fifths, history has just failed',
    {
      payable: { ...aged(10 * MINUTE_MS), taken: 240 },
      history: { ...never, retryAtMs: nowMs + MINUTE_MS },
      ...left(60),
    },
    'own payable background',
  ],
  [
    'payable has had four fifths, and the user asks for it',
    { refreshAtMs: nowMs, payable: { ...fresh, taken: 240 }, history: never, ...left(60) },
    'own payable waiting',
  ],
  [
    'shown again, 3 minutes old',
    { payable: aged(3 * MINUTE_MS), shownAtMs: nowMs },
    'own payable background',
  ],
  [
    'shown again, 15 minutes old, background share spent',
    {
      payable: aged(15 * MINUTE_MS),
      shownAtMs: nowMs,
      quotaUntilMs: { recheck: null, waiting: null, background: nowMs + 5 * MINUTE_MS },
    },
    'own payable waiting',
  ],
  ['shown again, 1 minute old', { payable: aged(MINUTE_MS), shownAtMs: nowMs }, 'wait 9 min'],
  ['history 6 hours old', { history: aged(6 * HOUR_MS) }, 'own history background'],
  ['the user asks', { refreshAtMs: nowMs }, 'own payable waiting'],
  ['asked before the last crawl', { refreshAtMs: nowMs - 1 }, 'wait 10 min'],
  [
    'an approval elsewhere wants a crawl',
    { organizations: own ? [own, elsewhere] : [], history: never },
    'other payable recheck',
  ],
  [
    'approvals want a page and a crawl, and the user asks',
    { refreshAtMs: nowMs, rereads: [aPage('own')], organizations: own ? [own, elsewhere] : [] },
    'own c1 recheck',
  ],
  [
    'the same, and the quota has no more for rechecks',
    {
      refreshAtMs: nowMs,
      rereads: [aPage('own')],
      organizations: own ? [own, elsewhere] : [],
      quotaUntilMs: { recheck: nowMs + 5 * MINUTE_MS, waiting: null, background: null },
    },
    'own payable waiting',
  ],
  [
    'a page that approvals want has just failed',
    { rereads: [aPage('own')], payable: { ...fresh, retryAtMs: nowMs + MINUTE_MS } },
    'wait 1 min',
  ],
  [
    'approvals want a page of an organization nobody sees',
    { rereads: [aPage('gone'), aPage('other')] },
    'other c1 recheck',
  ],
  [
    'they want nothing else, and the organizations are due',
    { rereads: [aPage('gone')], organizationsReadAtMs: nowMs - HOUR_MS },
    'organizations background',
  ],
  [
    'history under way, payable due',
    { history: { ...fresh, running: true }, payable: aged(11 * MINUTE_MS) },
    'own payable background',
  ],
  [
    'background share spent, history due',
    {
      history: never,
      quotaUntilMs: { recheck: null, waiting: null, background: nowMs + 5 * MINUTE_MS },
    },
    'wait 5 min for quota',
  ],
  [
    'background share spent, the user asks',
    {
      refreshAtMs: nowMs,
      quotaUntilMs: { recheck: null, waiting: null, background: nowMs + 5 * MINUTE_MS },
    },
    'own payable waiting',
  ],
  ['a page failed', { payable: { ...never, retryAtMs: nowMs + MINUTE_MS } }, 'wait 1 min'],
  ['read in the future: clock set back', { payable: aged(-HOUR_MS) }, 'own payable background'],
  [
    'a wait made absurd by a clock set back',
    {
      history: never,
      quotaUntilMs: { recheck: null, waiting: null, background: nowMs + 9 * HOUR_MS },
    },
    'own history background',
  ],
  ['no room for history', { history: never, historyOff: true }, 'wait 10 min'],
  ['invoices just opened', { invoices: never, invoicesShown: true }, 'own invoices waiting'],
  [
    'invoices just opened, bills never read',
    { invoices: never, payable: never, history: never },
    'own payable waiting',
  ],
  [
    'invoices just opened, payable due',
    { invoices: never, payable: aged(11 * MINUTE_MS) },
    'own invoices waiting',
  ],
  [
    'invoices viewed, 30 minutes old',
    { invoices: aged(30 * MINUTE_MS), invoicesShown: true },
    'own invoices background',
  ],
  ['invoices nobody views, 30 minutes old', { invoices: aged(30 * MINUTE_MS) }, 'wait 10 min'],
  [
    'invoices 6 hours old, history as well',
    { invoices: aged(6 * HOUR_MS), history: aged(6 * HOUR_MS) },
    'own history background',
  ],
  ['invoices 6 hours old', { invoices: aged(6 * HOUR_MS) }, 'own invoices background'],
  [
    'the user asks on the Invoices screen',
    { refreshAtMs: nowMs, payable: aged(-1), invoices: fresh, invoicesShown: true },
    'own invoices waiting',
  ],
] as const)('C-11 what the pull does next: %s', (_, change, expected) => {
  expect(told(change)).toBe(expected);
});

/** Who had how much of a window's share while a payable crawl of so many pages, and history, were due. */
function shareOut(share: number, pages: number): { payable: number; history: number } {
  const had = { payable: 0, history: 0 };
  for (;;) {
    const used = { approval: 0, recheck: 0, waiting: 0, background: had.payable + had.history };
    const backgroundLeft = share - used.background;
    const isDone = had.payable >= pages;
    const payable = { ...(isDone ? fresh : aged(10 * MINUTE_MS)), pages, taken: had.payable };
    const quota = { backgroundLeft, used, resetAtMs: nowMs + 10 * MINUTE_MS, shared: false };
    const step = nextPullStep(facts({ payable, history: never, quota }));
    if (step.kind !== 'page' || backgroundLeft === 0) return had;
    had[step.group === 'payable' ? 'payable' : 'history'] += 1;
  }
}

test('C-61 of every window payable bills get what they need, up to four fifths, and history its fifth', () => {
  const short: string[] = [];
  for (let share = 1; share <= 60; share += 1) {
    for (const pages of [1, 4, 8, 12, 30, 500]) {
      const { payable, history } = shareOut(share, pages);
      const part = Math.max(1, Math.floor(share * 0.8));
      const isShort = payable < Math.min(pages, part) || history < share - part;
      if (isShort) short.push(`${share} a window, ${pages} pages: ${payable} and ${history}`);
    }
  }
  expect(short).toEqual([]);
});
