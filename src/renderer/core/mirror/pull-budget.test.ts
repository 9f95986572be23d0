import { expect, test } from 'vitest';
import { affordableAtMs, type Claim, type PullQuota } from './pull-budget.ts';
import type { CrawlFacts } from './crawl-place.ts';
import { createSeededRandom } from '../../../base/testing/seeded-random.ts';
import { createVirtualClock } from '../../../base/testing/virtual-clock.ts';
import { createPullLedger } from './pull-ledger.ts';

const MINUTE_MS = 60_000;
const nowMs = 1_000 * MINUTE_MS;
const resetAtMs = nowMs + 60 * MINUTE_MS;

const crawl: CrawlFacts = {
  isRunning: false,
  beganAtMs: 0,
  orderedMs: 0,
  retryAtMs: null,
  isShifted: false,
  lacksPaid: false,
  pages: 10,
  taken: 0,
};
function claim(pages: number | null, dueInMs = 0, taken = 0): Claim {
  const payable = { ...crawl, pages, taken };
  return {
    organization: {
      organizationId: 'a',
      crawlRequestedAfterMs: null,
      historyRequestedAfterMs: null,
      billsLeftAtMs: null,
      payable,
      history: crawl,
      invoices: null,
    },
    pace: { nowMs, dueAtMs: () => nowMs + dueInMs, intervalMs: 10 * MINUTE_MS },
  };
}
function quota(backgroundLeft: number, background = 0): PullQuota {
  const used = { approval: 0, recheck: 0, waiting: 0, background };
  return { backgroundLeft, used, resetAtMs, shared: false };
}

test.each([
  ['the quota is unknown', null, [claim(10)], 0],
  ['no crawl goes before', quota(1), [], 0],
  ['more is left than seven crawls of ten pages need', quota(71, 229), [claim(10)], 0],
  ['exactly as much is left as they need', quota(70, 230), [claim(10)], resetAtMs],
  ['the next crawl is due in the next window', quota(1, 299), [claim(10, 61 * MINUTE_MS)], 0],
  ['the number of its pages is unknown', quota(1, 299), [claim(null)], 0],
  ['they would need everything: a fifth is left for others', quota(300), [claim(500)], 0],
  ['that fifth is used up', quota(240, 60), [claim(500)], resetAtMs],
  ['they have used their part, a fifth is left', quota(60, 240), [claim(500, 0, 240)], 0],
  [
    'they have used half of it: the other half is reserved',
    quota(180, 120),
    [claim(500, 0, 60)],
    resetAtMs,
  ],
  ['a small quota: eight of fourteen were theirs', quota(6, 8), [claim(8, 0, 8)], 0],
  ['the part for others is used up', quota(3, 11), [claim(8, 0, 8)], resetAtMs],
  ['use by others does not count', quota(6, 8), [claim(8)], resetAtMs],
  ['one request in all: theirs', quota(1), [claim(8)], resetAtMs],
] as const)('a crawl with lower priority waits for the next window: %s', (_, left, claims, at) => {
  expect(affordableAtMs(left, claims)).toBe(at);
});

const payable = { organizationId: 'a', group: 'payable' } as const;
const history = { organizationId: 'a', group: 'history' } as const;

test.each([
  ['more of the same window', 10, [8, 2]],
  ['a new window', 0, [0, 0]],
  ['a new window, in which one request is under way', 1, [0.8, 0.2]],
  ['half of them older than the sliding count', 5, [4, 1]],
])('requests that each crawl has used of the window: %s', (_, usedNow, expected) => {
  const ledger = createPullLedger(
    { clock: createVirtualClock(0), random: createSeededRandom(1) },
    [],
  );
  for (let request = 0; request < 8; request += 1) ledger.noteTaken(payable, 'background');
  for (let request = 0; request < 2; request += 1) ledger.noteTaken(history, 'background');
  ledger.noteTaken(payable, 'waiting');
  ledger.noteUsed(10);
  ledger.noteUsed(usedNow);
  const taken = [payable, history].map((place) => ledger.factsOf(place).taken);
  expect(taken.map((count) => Number(count.toFixed(6)))).toEqual(expected);
});

test.each([
  ['background', 'billfold', [null, null, 9]],
  ['waiting', 'billfold', [null, 9, 9]],
  ['recheck', 'billfold', [9, null, null]],
  ['recheck', 'service', [9, 9, 9]],
  ['background', 'service', [9, 9, 9]],
] as const)('a quota stops %s according to %s', (priority, by, expected) => {
  const ledger = createPullLedger(
    { clock: createVirtualClock(0), random: createSeededRandom(1) },
    [],
  );
  ledger.noteError(payable, priority, { kind: 'rateLimited', by, retryAtMs: 9, technical: '' });
  const { recheck, waiting, background } = ledger.quotaUntilMs;
  expect([recheck, waiting, background]).toEqual(expected);
});
