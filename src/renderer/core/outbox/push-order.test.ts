import { expect, test } from 'vitest';
import { cacheKeyOf } from '../mirror/cache-database.ts';
import { aBill, cachedBill } from '../testing/fake-bridge.ts';
import type { Approval } from '../model/approval.ts';
import { decidePush } from './push-decisions.ts';
import { anApproval } from './testing/an-approval.ts';
import {
  cachedAt,
  facts,
  lookedFor,
  MINUTE_MS,
  observed,
  unreachable,
} from './testing/push-facts.ts';

test('P-66 approvals by old cursors are sent one at a time, and none while one with an unknown cursor is under way', () => {
  const [one, other] = ['b1', 'b2'].map((billId) =>
    anApproval({ id: billId, billId, needsRecheckAfterMs: 5 }),
  );
  const old = new Map(
    [...facts.cached].map(([key, row]) => {
      const read = row.read && { ...row.read, listedMs: 5 };
      return [key, { ...row, ...(read && { read }) }];
    }),
  );
  const rows = [one, other].flatMap((row) => row ?? []);
  const firstPage = new Map(
    [...old].map(([key, { read, ...row }]) => [
      key,
      { ...row, ...(read && { read: { ...read, after: null } }) },
    ]),
  );
  const sentEarlier = anApproval({ id: 'a3', billId: 'b3', state: 'sending' });
  const unasked = rows.map((row) => ({ ...row, needsRecheckAfterMs: null }));
  const looked = rows.map((row) => ({ ...row, ...lookedFor }));
  const both = 'b1 send at c1, b2 send at c1';
  // Main reuses a reading for less than two minutes.
  const later = (ms: number) => ({ orderedNowMs: MINUTE_MS - 1 + ms });
  expect([
    observed(rows, later(90_000)),
    observed(rows, later(90_001)),
    observed(unasked),
    observed(rows, { launchId: 'next' }),
    observed(looked),
    observed(looked, { cached: old }),
    observed(rows, { cached: firstPage }),
  ]).toEqual([
    both,
    'b1 send at c1',
    'b1 send at c1',
    'b1 send at c1',
    both,
    'b1 send at c1',
    'b1 send at null, b2 send at null',
  ]);
  expect([
    observed(rows, { cached: old }),
    observed(rows, { cached: old, onOldCursor: 'a0', underWay: new Set(['a0']) }),
    observed([...rows, sentEarlier], { cached: old }),
    observed(rows),
  ]).toEqual(['b1 send at c1', '', 'a3 find', 'b1 send at c1, b2 send at c1']);
});

test('P-66 if an approval’s page could not be read, the next approval by an old cursor is sent first', () => {
  const rows = [unreachable, {}, {}].map((fields, at) =>
    anApproval({ id: `b${at + 1}`, billId: `b${at + 1}`, needsRecheckAfterMs: null, ...fields }),
  );
  const bills = ['b1', 'b2', 'b3'].map((id) => aBill(id));
  const cached = new Map(
    [...cachedAt(MINUTE_MS - 1, ...bills)].map(([key, row]) => {
      const after = row.bill.id === 'b3' ? 'c2' : 'c1';
      return [key, { ...row, ...(row.read && { read: { ...row.read, after } }) }];
    }),
  );
  expect([observed(rows, { cached }), observed(rows.slice(0, 2), { cached })]).toEqual([
    'b3 send at c2',
    'b1 send at c1',
  ]);
  // An approval without an old cursor does not take the only place.
  const ready = anApproval({ id: 'b0', billId: 'b4', needsRecheckAfterMs: 5, approvedAtMs: 9e12 });
  const all = new Map([...cached, ...cachedAt(MINUTE_MS - 1, aBill('b4'))]);
  const alone = { cached: all, maxUnderWay: 1 };
  expect([observed([...rows, ready], alone), observed([ready], alone)]).toEqual([
    'b3 send at c2',
    'b0 send at c1',
  ]);
  // Once all have failed, the one that failed longest ago goes.
  const failedAt = (atMs: number): Partial<Approval> => ({
    ...unreachable,
    history: [{ atMs, event: 'notSent', from: 'sending', to: 'queued', detail: null }],
  });
  const failed = rows.map((row, at) => ({ ...row, ...failedAt(at === 2 ? 1 : 5) }));
  const other = rows
    .slice(0, 1)
    .map((row) => ({ ...row, ...failedAt(5), organizationId: 'other' }));
  expect([
    observed(failed, { cached }),
    observed([...other, ...rows.slice(1, 2)], {
      cached: new Map(
        [...cached].flatMap(([key, row]) => [
          [key, row],
          [cacheKeyOf({ organizationId: 'other', billId: row.bill.id }), row],
        ]),
      ),
      organizationIds: null,
    }),
  ]).toEqual(['b3 send at c2', 'b2 send at c1']);
});

test('P-66 a crawl reads many bills behind old cursors, unless their pages are less than half of it', () => {
  /** @param last differs from the other approvals */
  const spread = (
    bills: number,
    pages: number,
    { last = {}, of = 18 }: { last?: Partial<Approval>; of?: number } = {},
  ): string => {
    const ids = Array.from({ length: bills }, (_, at) => `b${at}`);
    const rows = ids.map((billId, at) =>
      anApproval({ id: billId, billId, needsRecheckAfterMs: 5, ...(at === bills - 1 && last) }),
    );
    const cached = new Map(
      rows.map((row, at) => {
        const bill = cachedBill(aBill(row.billId), row.organizationId);
        const read = {
          run: 'run',
          askedMs: 5,
          listedMs: 5,
          status: 'open',
          after: `c${at % pages}`,
        };
        return [cacheKeyOf(row), { ...bill, read }] as const;
      }),
    );
    const around = { cached, pagesOf: () => of, organizationIds: null };
    const plan = decidePush(rows, { ...facts, ...around });
    return `${plan.changes.length} sent, ${plan.rechecks.length} left to a crawl`;
  };
  const oneByOne = '1 sent, 0 left to a crawl';
  expect([
    spread(9, 9),
    spread(8, 8, { of: 10 }),
    spread(9, 8),
    spread(9, 9, { last: { state: 'rejected' } }),
    spread(9, 9, { last: { organizationId: 'other' }, of: 10 }),
  ]).toEqual(['0 sent, 9 left to a crawl', oneByOne, oneByOne, oneByOne, oneByOne]);
});

test('P-71 an outage holds back the approvals of one page, and all of them once two pages failed', () => {
  const failed: Partial<Approval> = {
    retryAtMs: 90_000,
    waitingFor: 'unreachable',
    outcome: {
      ...{ kind: 'notSent', reason: 'unreachable', retryAtMs: null },
      error: { kind: 'serverFailed', status: 503, retryAtMs: null, technical: '' },
    },
  };
  const ids = ['b1', 'b2', 'b3', 'b4'];
  const cached = new Map(
    ids.flatMap((id, at) =>
      [...cachedAt(5, aBill(id))].map(([key, row]) => {
        const read = row.read && { ...row.read, after: ['c1', 'c1', 'c2', 'c3'][at] ?? null };
        return [key, { ...row, ...(read && { read }) }] as const;
      }),
    ),
  );
  const sentWhen = (...failing: readonly string[]): string => {
    const rows = ids.map((billId) => {
      const row = { id: billId, billId, needsRecheckAfterMs: 5 };
      return anApproval(failing.includes(billId) ? { ...row, ...failed } : row);
    });
    return observed(rows, { cached, underWay: new Set() });
  };
  const beside = (fields: Partial<Approval>): string => {
    const row = { id: 'b1', billId: 'b1', needsRecheckAfterMs: 5, ...failed, ...fields };
    return observed([
      anApproval(row),
      anApproval({ id: 'b2', billId: 'b2', needsRecheckAfterMs: 5 }),
    ]);
  };
  const [alone, both] = ['b2 send at c1', 'b1 send at c1, b2 send at c1'];
  expect([
    beside({ state: 'rejected' }),
    beside({ retryAtMs: null }),
    beside({ retryAtMs: MINUTE_MS }),
    beside(unreachable),
  ]).toEqual([alone, both, both, `${alone}, wake at 90000`]);
  const other = { ...failed, organizationId: 'other' };
  const elsewhere = [anApproval({ id: 'a9', ...other }), anApproval({ id: 'b1', billId: 'b1' })];
  expect([
    sentWhen('b1'),
    sentWhen('b1', 'b3'),
    observed(elsewhere, { organizationIds: null }),
  ]).toEqual(['b3 send at c2, wake at 90000', 'wake at 90000', 'b1 send at c1, wake at 90000']);
});

test('P-31 at most the allowed number is sent at a time, oldest first, equally old ones by id', () => {
  const rows = ['b2', 'b1', 'b3'].map((billId) =>
    anApproval({ id: billId, billId, needsRecheckAfterMs: 5 }),
  );
  const cached = cachedAt(MINUTE_MS - 1, aBill('b1'), aBill('b2'), aBill('b3'));
  const sent = [3, 2, 1].map((maxUnderWay) =>
    observed(rows, { cached, maxUnderWay, underWay: new Set(['a9']) }),
  );
  expect(sent).toEqual(['b1 send at c1, b2 send at c1', 'b1 send at c1', '']);
});

test.each<[Approval['state'], string]>([
  ['held', 'wake at 61000'],
  ['queued', 'wake at 90000'],
  ['sending', 'first find'],
  ['unknown', ''],
  ['changed', 'first foundSame, later send at c1'],
  ['rejected', 'later send at c1'],
  ['confirmed', 'later send at c1'],
  ['withdrawn', 'later send at c1'],
])(
  'P-31 an approval that may still be sent blocks a later one of the same bill: %s',
  (state, expected) => {
    const first = anApproval({ id: 'first', state, needsRecheckAfterMs: 5, retryAtMs: 90_000 });
    const later = anApproval({ id: 'later', approvedAtMs: 2, needsRecheckAfterMs: 5 });
    expect(observed([first, later], { undoLeftMs: () => 1_000 })).toBe(expected);
  },
);

test('P-31 only a send takes a place; the push wakes at the earliest of all times', () => {
  const rows = ['b1', 'b2'].map((billId, at) =>
    anApproval({ id: billId, billId, needsRecheckAfterMs: 5, state: at === 0 ? 'held' : 'queued' }),
  );
  const waiting = [90_000, 70_000, 80_000].map((retryAtMs, at) =>
    anApproval({ id: `b${at}`, billId: `b${at}`, retryAtMs }),
  );
  expect([observed(rows, { maxUnderWay: 1 }), observed(waiting)]).toEqual([
    'b1 windowPassed, b2 send at c1',
    'wake at 70000',
  ]);
});

test('P-31 approvals of one bill keep their order; approvals of other bills do not wait', () => {
  const rows = [
    anApproval({ id: 'later', approvedAtMs: 2, needsRecheckAfterMs: 5 }),
    anApproval({ id: 'first', approvedAtMs: 1, needsRecheckAfterMs: 5, retryAtMs: 90_000 }),
    anApproval({ id: 'other', approvedAtMs: 3, needsRecheckAfterMs: 5, billId: 'b2' }),
  ];
  expect(observed(rows)).toBe('other send at c1, wake at 90000');
});
