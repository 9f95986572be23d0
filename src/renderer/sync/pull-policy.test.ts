import { expect, test } from 'vitest';
import { nextPullStep, type CrawlFacts, type PullFacts } from './pull-policy.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const nowMs = 100 * HOUR_MS;

const fresh: CrawlFacts = { running: false, beganAtMs: nowMs, lookMs: nowMs, retryAtMs: null };
const never: CrawlFacts = { running: false, beganAtMs: null, lookMs: null, retryAtMs: null };
const aged = (ageMs: number): CrawlFacts => ({
  ...fresh,
  beganAtMs: nowMs - ageMs,
  lookMs: nowMs - ageMs,
});

function facts(
  change: Partial<PullFacts> & { payable?: CrawlFacts; history?: CrawlFacts } = {},
): PullFacts {
  const { payable = fresh, history = fresh, ...rest } = change;
  return {
    nowMs,
    visible: true,
    onBattery: false,
    shownAtMs: null,
    refreshAtMs: null,
    organizationsReadAtMs: nowMs,
    organizationsRetryAtMs: null,
    organizations: [
      { organizationId: 'own', lookWantedAfterMs: null, payable, history },
      { organizationId: 'other', lookWantedAfterMs: null, payable: fresh, history: fresh },
    ],
    quotaUntilMs: { waiting: null, background: null },
    historyOff: false,
    ...rest,
  };
}

/** The step in a few words. */
function told(change: Parameters<typeof facts>[0]): string {
  const step = nextPullStep(facts(change));
  if (step.kind === 'organizations') return `organizations ${step.priority}`;
  if (step.kind === 'page') return `${step.organizationId} ${step.group} ${step.priority}`;
  if (step.untilMs === null) return 'wait';
  return `wait ${(step.untilMs - nowMs) / MINUTE_MS} min${step.quota ? ' for quota' : ''}`;
}

const look = { organizationId: 'other', lookWantedAfterMs: nowMs, payable: fresh, history: fresh };
const [own] = facts().organizations;

test.each([
  [
    'nothing known yet',
    { organizations: [], organizationsReadAtMs: null },
    'organizations waiting',
  ],
  ['first pull', { payable: never, history: never }, 'own payable waiting'],
  ['payable read, history never', { history: never }, 'own history background'],
  ['all fresh', {}, 'wait 10 min'],
  ['payable 9 minutes old', { payable: aged(9 * MINUTE_MS) }, 'wait 1 min'],
  ['payable 10 minutes old', { payable: aged(10 * MINUTE_MS) }, 'own payable background'],
  ['the same, hidden', { payable: aged(10 * MINUTE_MS), visible: false }, 'wait 20 min'],
  ['the same, on battery', { payable: aged(10 * MINUTE_MS), onBattery: true }, 'wait 10 min'],
  [
    'shown again, 3 minutes old',
    { payable: aged(3 * MINUTE_MS), shownAtMs: nowMs },
    'own payable background',
  ],
  ['shown again, 1 minute old', { payable: aged(MINUTE_MS), shownAtMs: nowMs }, 'wait 9 min'],
  ['history 6 hours old', { history: aged(6 * HOUR_MS) }, 'own history background'],
  ['the user asks', { refreshAtMs: nowMs }, 'own payable waiting'],
  ['asked before the last crawl', { refreshAtMs: nowMs - 1 }, 'wait 10 min'],
  [
    'an approval elsewhere wants a look',
    { organizations: own ? [own, look] : [], history: never },
    'other payable waiting',
  ],
  [
    'history under way, payable due',
    { history: { ...fresh, running: true }, payable: aged(11 * MINUTE_MS) },
    'own payable background',
  ],
  [
    'background share spent, history due',
    { history: never, quotaUntilMs: { waiting: null, background: nowMs + 5 * MINUTE_MS } },
    'wait 5 min for quota',
  ],
  [
    'background share spent, the user asks',
    { refreshAtMs: nowMs, quotaUntilMs: { waiting: null, background: nowMs + 5 * MINUTE_MS } },
    'own payable waiting',
  ],
  ['a page failed', { payable: { ...never, retryAtMs: nowMs + MINUTE_MS } }, 'wait 1 min'],
  ['read in the future: clock set back', { payable: aged(-HOUR_MS) }, 'own payable background'],
  [
    'a wait made absurd by a clock set back',
    { history: never, quotaUntilMs: { waiting: null, background: nowMs + 9 * HOUR_MS } },
    'own history background',
  ],
  ['no room for history', { history: never, historyOff: true }, 'wait 10 min'],
] as const)('C-11 what the pull does next: %s', (_, change, expected) => {
  expect(told(change)).toBe(expected);
});
