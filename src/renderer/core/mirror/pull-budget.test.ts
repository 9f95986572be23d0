import { expect, test } from 'vitest';
import { affordableAtMs, type Claim, type PullQuota } from './pull-budget.ts';
import type { CrawlFacts } from './crawl-place.ts';

const MINUTE_MS = 60_000;
const nowMs = 1_000 * MINUTE_MS;
const resetAtMs = nowMs + 60 * MINUTE_MS;

const crawl: CrawlFacts = {
  running: false,
  beganAtMs: 0,
  orderedMs: 0,
  retryAtMs: null,
  pages: 10,
  taken: 0,
};
function claim(pages: number | null, dueInMs = 0, taken = 0): Claim {
  const payable = { ...crawl, pages, taken };
  return {
    organization: {
      organizationId: 'a',
      crawlWantedAfterMs: null,
      historyWantedAfterMs: null,
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
  ['nothing is known of the quota', null, [claim(10)], 0],
  ['nobody goes before', quota(1), [], 0],
  ['more is left than seven crawls of ten pages take', quota(71, 229), [claim(10)], 0],
  ['just what they take is left', quota(70, 230), [claim(10)], resetAtMs],
  ['the next crawl is due in the next window', quota(1, 299), [claim(10, 61 * MINUTE_MS)], 0],
  ['nobody has counted its pages yet', quota(1, 299), [claim(null)], 0],
  ['they would take everything: a fifth is left for others', quota(300), [claim(500)], 0],
  ['and that fifth is spent', quota(240, 60), [claim(500)], resetAtMs],
  ['they have had their part, a fifth is left', quota(60, 240), [claim(500, 0, 240)], 0],
  [
    'they have had half of it: the other half is kept',
    quota(180, 120),
    [claim(500, 0, 60)],
    resetAtMs,
  ],
  ['a small quota: eight of fourteen were theirs', quota(6, 8), [claim(8, 0, 8)], 0],
  ['and what others may have is spent', quota(3, 11), [claim(8, 0, 8)], resetAtMs],
  ['what others used is not theirs', quota(6, 8), [claim(8)], resetAtMs],
  ['one request in all: theirs', quota(1), [claim(8)], resetAtMs],
] as const)('C-61 a crawl behind others waits for the next window: %s', (_, left, claims, at) => {
  expect(affordableAtMs(left, claims)).toBe(at);
});
