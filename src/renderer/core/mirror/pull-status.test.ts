import { expect, test } from 'vitest';
import type { CrawlRow } from './cache-database.ts';
import { placeKey } from './crawl-place.ts';
import { pullStatusOf } from './pull-status.ts';

const organizationId = 'acme';

function crawl(group: 'payable' | 'history', cutShort: { running?: boolean; completed?: boolean }) {
  const times = { generation: 1, beganAtMs: 1, orderedMs: 1, pages: 1, bills: 50 };
  const { running, completed } = cutShort;
  const row: CrawlRow = {
    organizationId,
    group,
    running:
      running === undefined
        ? null
        : { ...times, status: 'open', after: 'x', restarts: 0, cutShort: running },
    completed: completed === undefined ? null : { ...times, endedAtMs: 2, cutShort: completed },
  };
  return row;
}

test('R-47 a list the service ended too early is told of until a crawl has read it whole', () => {
  const isCutShort = (...rows: readonly CrawlRow[]): boolean =>
    pullStatusOf({
      organizationId,
      crawls: new Map(rows.map((row) => [placeKey(row), row])),
      failures: new Map(),
      reasons: new Set(),
      current: null,
      waitsUntilMs: null,
    }).cutShort;
  expect({
    whole: isCutShort(crawl('payable', { completed: false }), crawl('history', { running: false })),
    payable: isCutShort(crawl('payable', { completed: true })),
    nowReadAgain: isCutShort(crawl('payable', { completed: true, running: false })),
    underWay: isCutShort(crawl('payable', { running: true })),
    history: isCutShort(
      crawl('payable', { completed: false }),
      crawl('history', { completed: true }),
    ),
  }).toEqual({ whole: false, payable: true, nowReadAgain: true, underWay: true, history: true });
});
