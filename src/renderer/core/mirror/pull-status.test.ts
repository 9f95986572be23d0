import { expect, test } from 'vitest';
import type { CrawlRow } from './cache-database.ts';
import { placeKey } from './crawl-place.ts';
import { idlePullStatus, type PullStatus } from './idle-pull.ts';
import { pullStatusOf, pullStatusOfAll } from './pull-status.ts';

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
        : {
            ...times,
            status: 'open',
            after: 'x',
            restarts: 0,
            inChain: 50,
            again: 0,
            overlaps: false,
            cuts: cutsOf(running),
            front: null,
          },
    completed:
      completed === undefined
        ? null
        : { ...times, endedAtMs: 2, cuts: cutsOf(completed), leftMs: null, overlap: 'none' },
  };
  return row;
}

const cut = { status: 'open', listed: 50, why: 'silent' } as const;
const cutsOf = (isCut: boolean): [typeof cut] | [] => (isCut ? [cut] : []);

test('a list that the service cut short is reported until a crawl has read all of it', () => {
  const isCutShort = (...rows: readonly CrawlRow[]): boolean =>
    pullStatusOf({
      organizationId,
      crawls: new Map(rows.map((row) => [placeKey(row), row])),
      failures: new Map(),
      reasons: new Set(),
      current: null,
      waitsUntilMs: null,
    }).cuts.length > 0;
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

function status(fields: Partial<PullStatus>): PullStatus {
  return { ...idlePullStatus, payableSyncedAtMs: 500, historySyncedAtMs: 400, ...fields };
}

const refused = { kind: 'forbidden', scope: null, technical: '403' } as const;

test('several organizations are as old as the oldest, and count as unread while one of them is', () => {
  expect([
    pullStatusOfAll([status({ payableSyncedAtMs: 900 }), status({ payableSyncedAtMs: 300 })]),
    pullStatusOfAll([status({}), status({ payableSyncedAtMs: null, historySyncedAtMs: null })]),
    pullStatusOfAll([status({}), status({ cuts: [cut] })]),
  ]).toEqual([
    status({ payableSyncedAtMs: 300 }),
    status({ payableSyncedAtMs: null, historySyncedAtMs: null }),
    status({ cuts: [cut] }),
  ]);
});

test('the organization being read is shown, with the pages of all; a failed one only while none is being read', () => {
  const reading = status({
    kind: 'crawling',
    group: 'payable',
    pages: 2,
    bills: 90,
    expectedBills: 200,
  });
  const failed = status({ kind: 'failed', error: refused, retryAtMs: 9, expectedBills: 10 });
  expect([
    pullStatusOfAll([failed, reading]),
    pullStatusOfAll([status({}), failed]),
    pullStatusOfAll([reading]),
  ]).toEqual([
    { ...reading, expectedBills: 210, error: refused, retryAtMs: 9 },
    { ...failed, expectedBills: null },
    reading,
  ]);
});
