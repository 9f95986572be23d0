import { expect, test } from 'vitest';
import { nextPullStep, type PullFacts } from './pull-policy.ts';
import type { CrawlFacts, OrganizationFacts } from './crawl-place.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const nowMs = 100 * HOUR_MS;

const fresh: CrawlFacts = {
  isRunning: false,
  beganAtMs: nowMs,
  orderedMs: nowMs,
  retryAtMs: null,
  pages: 20,
  isShifted: false,
  lacksPaid: false,
  taken: 0,
};
const never: CrawlFacts = { ...fresh, beganAtMs: null, orderedMs: null, pages: null };
const aged = (ageMs: number): CrawlFacts => ({
  ...fresh,
  beganAtMs: nowMs - ageMs,
  orderedMs: nowMs - ageMs,
});

interface World extends Partial<PullFacts> {
  readonly payable?: CrawlFacts;
  readonly history?: CrawlFacts;
  readonly invoices?: CrawlFacts;
  /** Payable bills of the other organization. */
  readonly other?: CrawlFacts;
}

function facts(world: World = {}): PullFacts {
  const { payable = fresh, history = fresh, invoices = null, other = fresh, ...rest } = world;
  const wanted = {
    crawlRequestedAfterMs: null,
    historyRequestedAfterMs: null,
    billsLeftAtMs: null,
  };
  return {
    nowMs,
    isVisible: true,
    isOnBattery: false,
    shownAtMs: null,
    refreshAtMs: null,
    organizationsReadAtMs: nowMs,
    organizationsRetryAtMs: null,
    organizations: [
      { organizationId: 'own', ...wanted, payable, history, invoices },
      { organizationId: 'other', ...wanted, payable: other, history: fresh, invoices: null },
    ],
    quotaUntilMs: { recheck: null, waiting: null, background: null },
    quota: null,
    isHistoryOff: false,
    rereads: [],
    areInvoicesShown: false,
    areAllShown: false,
    ...rest,
  };
}

/** A quota for half an hour with this many requests left for the background, and this many used by the user. */
function left(backgroundLeft: number, { shared = false, waiting = 0 } = {}): World {
  const used = { approval: 0, recheck: 0, waiting, background: 300 - backgroundLeft };
  return { quota: { backgroundLeft, used, resetAtMs: nowMs + 30 * MINUTE_MS, shared } };
}

function observed(world: World): string {
  const step = nextPullStep(facts(world));
  if (step.kind === 'organizations') return `organizations ${step.priority}`;
  if (step.kind === 'reread') return `${step.page.organizationId} ${step.page.after} recheck`;
  if (step.kind === 'page') return `${step.organizationId} ${step.group} ${step.priority}`;
  if (step.untilMs === null) return 'wait';
  return `wait ${(step.untilMs - nowMs) / MINUTE_MS} min${step.isForQuota ? ' for quota' : ''}`;
}

const [own, other] = facts().organizations as [OrganizationFacts, OrganizationFacts];
const look = { organizations: [own, { ...other, crawlRequestedAfterMs: nowMs }] };
const aPage = (organizationId: string) => ({ organizationId, status: 'open', after: 'c1' });

const due = { payable: aged(10 * MINUTE_MS) };
const unread = { history: never };
const asks = { refreshAtMs: nowMs };
const start = { organizations: [], organizationsReadAtMs: null };
/** The payable crawl has read this many pages of the window. */
const payableHad = (taken: number, crawl = due.payable) => ({ payable: { ...crawl, taken } });
/** Bills have left the payable lists since this history of 20 pages was read, so it is due after five minutes. */
const billsLeft = (historyAgeMs: number) => {
  const history = aged(historyAgeMs);
  return { history, organizations: [{ ...own, history, billsLeftAtMs: nowMs - 1 }] };
};
const spent = (minutes: number, what: 'background' | 'recheck' = 'background') => ({
  quotaUntilMs: { ...facts().quotaUntilMs, [what]: nowMs + minutes * MINUTE_MS },
});
const lacking = (refreshAtMs: number): World => {
  const began = { beganAtMs: nowMs - 1, orderedMs: nowMs - 1 };
  return {
    refreshAtMs,
    payable: { ...fresh, orderedMs: nowMs + 1 },
    history: { ...fresh, ...began, lacksPaid: true },
  };
};
const failed = (crawl: CrawlFacts) => ({ ...crawl, retryAtMs: nowMs + MINUTE_MS });

test.each<[string, World, string]>([
  ['nothing known yet', start, 'organizations waiting'],
  ['nothing known yet, with the share used up', { ...start, ...left(0) }, 'organizations waiting'],
  [
    'the first bills, with the share used up',
    { payable: never, ...left(0) },
    'own payable waiting',
  ],
  ['first pull', { payable: never, ...unread }, 'own payable waiting'],
  ['payable read, history never', unread, 'own history background'],
  ['all fresh', {}, 'wait 10 min'],
  ['a refresh without the paid bills', lacking(nowMs), 'own history background'],
  ['no refresh since the paid bills were refused', lacking(nowMs - 2), 'wait 10 min'],
  ['payable 9 minutes old', { payable: aged(9 * MINUTE_MS) }, 'wait 1 min'],
  ['payable 10 minutes old', due, 'own payable background'],
  ['the same, hidden', { ...due, isVisible: false }, 'wait 20 min'],
  ['the same, on battery', { ...due, isOnBattery: true }, 'wait 4 min'],
  ['the same, hidden, on battery', { ...due, isVisible: false, isOnBattery: true }, 'wait 50 min'],
  ['the same, quota shared', { ...due, ...left(300, { shared: true }) }, 'wait 4 min'],
  ['history 8 h old, on battery', { history: aged(8 * HOUR_MS), isOnBattery: true }, 'wait 14 min'],
  [
    'history unread, payable needs less than is left',
    { ...unread, ...left(101) },
    'own history background',
  ],
  [
    'history unread, payable needs all that is left',
    { ...unread, ...left(60) },
    'wait 10 min for quota',
  ],
  ['payable bills are due meanwhile', { ...due, ...unread, ...left(60) }, 'own payable background'],
  [
    'payable has used four fifths',
    { ...payableHad(240), ...unread, ...left(60) },
    'own history background',
  ],
  [
    'the same, one request less',
    { ...payableHad(239), ...unread, ...left(60) },
    'own payable background',
  ],
  [
    'the same, with nothing behind it',
    { ...payableHad(240), ...left(60) },
    'own payable background',
  ],
  [
    'the same, history has just failed',
    { ...payableHad(240), history: failed(never), ...left(60) },
    'own payable background',
  ],
  [
    'the same, and the user asks for it',
    { ...asks, ...payableHad(240, fresh), ...unread, ...left(60) },
    'own payable waiting',
  ],
  [
    'shown again, 3 min old',
    { payable: aged(3 * MINUTE_MS), shownAtMs: nowMs },
    'own payable background',
  ],
  [
    'shown again, 15 min old, share used up',
    { payable: aged(15 * MINUTE_MS), shownAtMs: nowMs, ...spent(5) },
    'own payable waiting',
  ],
  ['shown again, 1 min old', { payable: aged(MINUTE_MS), shownAtMs: nowMs }, 'wait 9 min'],
  ['history 6 h old', { history: aged(6 * HOUR_MS) }, 'own history background'],
  [
    'history 5 min old, and bills have left since',
    billsLeft(5 * MINUTE_MS),
    'own history background',
  ],
  ['history 4 min old, and bills have left since', billsLeft(4 * MINUTE_MS), 'wait 1 min'],
  ['bills had left before history was read', billsLeft(0), 'wait 10 min'],
  ['the user refreshes', asks, 'own payable waiting'],
  ['refreshed before the last crawl', { refreshAtMs: nowMs - 1 }, 'wait 10 min'],
  ['an approval elsewhere needs a recheck', { ...look, ...unread }, 'other payable recheck'],
  [
    'one needs a page, and the user refreshes',
    { ...asks, rereads: [aPage('own')], ...look },
    'own c1 recheck',
  ],
  [
    'the same, no quota for rechecks',
    { ...asks, rereads: [aPage('own')], ...look, ...spent(5, 'recheck') },
    'own payable waiting',
  ],
  [
    'a page for approvals has just failed',
    { rereads: [aPage('own')], payable: failed(fresh) },
    'wait 1 min',
  ],
  [
    'a page for approvals of an organization not on screen',
    { rereads: [aPage('gone'), aPage('other')] },
    'other c1 recheck',
  ],
  [
    'nothing else, and the organizations are due',
    { rereads: [aPage('gone')], organizationsReadAtMs: nowMs - HOUR_MS },
    'organizations background',
  ],
  [
    'history under way, payable due',
    { history: { ...fresh, isRunning: true }, ...due },
    'own payable background',
  ],
  ['share used up, history due', { ...unread, ...spent(5) }, 'wait 5 min for quota'],
  ['share used up, the user refreshes', { ...asks, ...spent(5) }, 'own payable waiting'],
  ['a page failed', { payable: failed(never) }, 'wait 1 min'],
  ['read in the future: clock set back', { payable: aged(-HOUR_MS) }, 'own payable background'],
  ['absurd wait: clock set back', { ...unread, ...spent(9 * 60) }, 'own history background'],
  ['no room for history', { ...unread, isHistoryOff: true }, 'wait 10 min'],
  ['invoices just opened', { invoices: never, areInvoicesShown: true }, 'own invoices waiting'],
  [
    'invoices just opened, bills never read',
    { invoices: never, payable: never, ...unread },
    'own payable waiting',
  ],
  ['invoices just opened, payable due', { invoices: never, ...due }, 'own invoices waiting'],
  [
    'invoices on screen, 30 min old',
    { invoices: aged(30 * MINUTE_MS), areInvoicesShown: true },
    'own invoices background',
  ],
  ['invoices not on screen, 30 min old', { invoices: aged(30 * MINUTE_MS) }, 'wait 10 min'],
  [
    'invoices 6 h old, history as well',
    { invoices: aged(6 * HOUR_MS), history: aged(6 * HOUR_MS) },
    'own history background',
  ],
  ['invoices 6 h old', { invoices: aged(6 * HOUR_MS) }, 'own invoices background'],
  [
    'the user refreshes on the Invoices screen',
    { ...asks, payable: aged(-1), invoices: fresh, areInvoicesShown: true },
    'own invoices waiting',
  ],
])('the next step of the pull: %s', (_, world, expected) => {
  expect(observed(world)).toBe(expected);
});

const old = aged(MINUTE_MS);
/** Read after the user's request. */
const since = { ...fresh, orderedMs: nowMs + 1 };
const onlyOther = { ...asks, payable: since };

test.each<[string, World, string]>([
  ['the user refreshes: the current one first', asks, 'own payable waiting'],
  ['then the others', onlyOther, 'other payable waiting'],
  ['before paid bills that are due', { ...onlyOther, ...unread }, 'other payable waiting'],
  ['all read since', { ...onlyOther, other: since }, 'wait'],
  ['the user waits for a first reading', { other: never }, 'other payable waiting'],
  ['no refresh, before half an hour is over', { other: aged(29 * MINUTE_MS) }, 'wait'],
  ['no refresh, after half an hour', { other: aged(30 * MINUTE_MS) }, 'other payable background'],
  ['one organization is shown', { ...onlyOther, areAllShown: false }, 'wait'],
  ['as much is left as they need', { ...onlyOther, ...left(20) }, 'other payable waiting'],
  ['less is left, so they are background', { ...onlyOther, ...left(19) }, 'wait'],
  [
    'requests of the user have used it up',
    { ...onlyOther, ...left(300, { waiting: 281 }) },
    'other payable background',
  ],
  [
    'the quota is shared',
    { ...onlyOther, ...left(300, { shared: true }) },
    'other payable background',
  ],
  [
    'scarce, and the user waits for the current one',
    { ...asks, ...left(0) },
    'own payable waiting',
  ],
])('all organizations are on screen: %s', (_, world, expected) => {
  const step = observed({ payable: old, history: old, other: old, areAllShown: true, ...world });
  expect(step.replace(/^wait .*/, 'wait')).toBe(expected);
});

/** Shares of a window that a payable crawl of `pages` pages and history use while both are due. */
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

test('payable bills get the requests they need of every window, up to four fifths, and history at least a fifth', () => {
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

test.each<[string, World, number]>([
  ['pages the user waits for', { payable: never }, 10],
  ['pages approvals wait for, up to the last of their bills', look, 1],
  ['nothing is known of the quota', { payable: aged(11 * MINUTE_MS) }, 1],
  ['plenty is left', { payable: aged(11 * MINUTE_MS), ...left(250) }, 10],
  ['four of their pages are left', { payable: { ...aged(HOUR_MS), taken: 236 }, ...left(60) }, 4],
  // In a sliding window, the number of pages read may be a fraction. Main rejects a request for part of a page.
  [
    'three and a half of their pages are left',
    { payable: { ...aged(HOUR_MS), taken: 236.5 }, ...left(60) },
    3,
  ],
  [
    'three and a half more are left than others need',
    { history: aged(7 * HOUR_MS), payable: { ...fresh, taken: 183.5 }, ...left(60) },
    3,
  ],
  // Three crawls of twenty pages go before history until the window ends.
  ['three more are left than others need', { history: aged(7 * HOUR_MS), ...left(63) }, 3],
])('C-95 number of pages granted at once: %s', (_, world, most) => {
  expect(nextPullStep(facts(world))).toMatchObject({ kind: 'page', most });
});
