import { expect, test } from 'vitest';
import { type PullStatus, idlePullStatus } from './pull-status.ts';
import { pullStatusOfAll } from './pull-status-of-all.ts';

function status(fields: Partial<PullStatus>): PullStatus {
  return { ...idlePullStatus, payableAsOfMs: 500, historyAsOfMs: 400, ...fields };
}

const refused = { kind: 'forbidden', scope: null, technical: '403' } as const;

test('W-7 several organizations are as old as the oldest, and unread while one of them is', () => {
  expect([
    pullStatusOfAll([status({ payableAsOfMs: 900 }), status({ payableAsOfMs: 300 })]),
    pullStatusOfAll([status({}), status({ payableAsOfMs: null, historyAsOfMs: null })]),
    pullStatusOfAll([status({}), status({ cutShort: true })]),
  ]).toEqual([
    status({ payableAsOfMs: 300 }),
    status({ payableAsOfMs: null, historyAsOfMs: null }),
    status({ cutShort: true }),
  ]);
});

test('W-7 the one that is read is told of, with the pages of all; one that failed is told when none is', () => {
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
