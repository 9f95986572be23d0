import { expect, test } from 'vitest';
import { snapshotOf } from '../../../bridge/snapshot.ts';
import type { Bill } from '../../../contract/bill.ts';
import { billKey } from '../mirror/cache-database.ts';
import type { Approval } from '../model/approval.ts';
import { approveChange } from './approve.ts';
import { decidePush, differingAnswer, type PushFacts } from './push-decisions.ts';
import { anApproval } from './testing/an-approval.ts';
import { aBill, cachedBill } from '../testing/fake-bridge.ts';

const MINUTE_MS = 60_000;

/** Bills in the mirror, read by a request at this time in this run. */
function cachedAt(askedMs: number, ...bills: Bill[]): PushFacts['cached'] {
  const keyed = bills.map((bill) => {
    const read = { run: 'run', askedMs, listedMs: askedMs, status: bill.status, after: 'c1' };
    const key = billKey({ organizationId: 'acme', billId: bill.id });
    return [key, { ...cachedBill(bill), read }] as const;
  });
  return new Map(keyed);
}

function crawl(orderedMs: number, cutShort = false): PushFacts['crawls'] {
  return new Map([['acme', { orderedMs, cutShort }]]);
}

const facts: PushFacts = {
  nowMs: MINUTE_MS,
  orderedNowMs: MINUTE_MS,
  maySend: true,
  signInId: 'sign-in-1',
  underWay: new Set(),
  onOldCursor: null,
  crawls: new Map(),
  cached: cachedAt(MINUTE_MS - 1, aBill('b1'), aBill('b2')),
  tryAgainSinceMs: null,
  sendAgainByItself: false,
  uncheckedFields: [],
  mostUnderWay: 4,
  profileEpoch: '',
  undoLeftMs: () => 0,
  organizationIds: new Set(['acme']),
  run: 'run',
  heads: new Map(),
  readMs: ({ askedMs }) => askedMs,
  pageOf: (_, { status, after }) => ({ status, after }),
  pagesOf: () => 18,
};
/** Main did not find the bill on its page. */
const lookedFor: Partial<Approval> = {
  outcome: { kind: 'notSent', reason: 'notOnPage', retryAtMs: null, error: null },
};
const noPage: Partial<PushFacts> = { pageOf: () => null };

const before = { cached: cachedAt(5, aBill('b1')) };
/** The mirror's bill has these fields now. */
const now = (fields: Partial<Bill>) => ({ cached: cachedAt(MINUTE_MS - 1, aBill('b1', fields)) });
const gone: Partial<PushFacts> = { cached: new Map(), crawls: crawl(6) };
/** The newest paid and void bills have been read. */
const headsRead = { heads: new Map([['acme', 6]]) };
const restored = { profileEpoch: 'second' };
const found = (fields: Partial<Bill>) => snapshotOf(aBill('b1', fields));
const usd = { currency: 'USD' };
const everywhere = 'read b1 after 5, paid and void too';

function sentAgain(times: number): Partial<Approval> {
  const line = { atMs: 1, event: 'sendAgainByItself', from: 'unknown', to: 'queued' } as const;
  return {
    state: 'unknown',
    history: Array.from({ length: times }, () => ({ ...line, detail: null })),
  };
}

/** Summary of the plan. */
function told(rows: readonly Approval[], change: Partial<PushFacts> = {}): string {
  const plan = decidePush(rows, { ...facts, ...change });
  return [
    ...plan.events.map(({ approvalId, event }) => {
      const page = event.name === 'send' ? event.page : null;
      return `${approvalId} ${event.name}${page ? ` at ${page.after}` : ''}`;
    }),
    ...plan.recall.map((row) => `${row.id} recall`),
    ...plan.rechecks.map(
      ({ billId, afterMs, page, isMissing }) =>
        `read ${billId} after ${afterMs}${page ? ` at ${page.after}` : ''}${isMissing ? ', paid and void too' : ''}`,
    ),
    ...(plan.wakeAtMs === null ? [] : [`wake at ${plan.wakeAtMs}`]),
  ].join(', ');
}

test.each<[string, Partial<Approval>, Partial<PushFacts>, string]>([
  ['read since the click', {}, {}, 'a1 send at c1'],
  ['read since the click, offline again', {}, { maySend: false }, ''],
  ['signed out', {}, { signInId: null }, ''],
  ['of another sign-in', { signInId: 'old' }, {}, 'a1 otherSignIn'],
  ['of another sign-in, already reported', { signInId: 'old', waitingFor: 'otherSignIn' }, {}, ''],
  ['of an invisible organization', {}, { organizationIds: new Set() }, 'a1 noOrganization'],
  ['of an organization not known to be visible', {}, { organizationIds: null }, 'a1 send at c1'],
  [
    'of an organization that is visible again',
    { waitingFor: 'noOrganization' },
    {},
    'a1 recheckNeeded',
  ],
  [
    'of a waiting one, visibility unknown',
    { waitingFor: 'noOrganization' },
    { organizationIds: null },
    '',
  ],
  ['in restored data', {}, restored, 'a1 dataRestored'],
  ['in restored data, already reported', { waitingFor: 'dataRestored' }, restored, ''],
  ['its undo period goes on', { state: 'held' }, { undoLeftMs: () => 1_000 }, 'wake at 61000'],
  ['its undo period is over', { state: 'held', heldUntilMs: 9e12 }, {}, 'a1 windowPassed'],
  ['no reading requested yet', { needsRecheckAfterMs: null }, {}, 'a1 send at c1'],
  ['read before the click', {}, before, 'a1 send at c1'],
  ['read in an earlier launch', {}, { run: 'next' }, 'a1 send at c1'],
  ['changed by now, which main compares', {}, now(usd), 'a1 send at c1'],
  ['no page helps', {}, { ...before, ...noPage }, 'read b1 after 5'],
  ['no page helps, read by a crawl since', {}, noPage, 'a1 send'],
  ['not on its page', lookedFor, before, 'read b1 after 5'],
  [
    'not on its page, no crawl requested',
    { ...lookedFor, needsRecheckAfterMs: null },
    {},
    'a1 recheckNeeded',
  ],
  ['not on its page, read by a crawl since', lookedFor, {}, 'a1 send at c1'],
  ['an earlier crawl proves nothing', {}, { ...gone, crawls: crawl(5) }, 'read b1 after 5'],
  ['not in a crawl', {}, gone, 'a1 recheckMissed'],
  [
    'missing from a list that was cut short',
    lookedFor,
    { ...before, crawls: crawl(6, true) },
    'a1 recheckMissed',
  ],
  [
    'missing twice, the second time from a list that was cut short',
    { missedRechecks: 1 },
    { ...gone, crawls: crawl(6, true), ...headsRead },
    everywhere,
  ],
  ['missing twice', { missedRechecks: 1 }, gone, everywhere],
  [
    'read by a crawl, before a restart during it',
    { ...lookedFor, missedRechecks: 1 },
    { run: 'next', crawls: crawl(6), ...headsRead },
    'a1 recheckNeeded',
  ],
  [
    'not among paid and void bills',
    { missedRechecks: 1 },
    { ...gone, ...headsRead },
    'a1 notFound',
  ],
  ['waits', { retryAtMs: 61_000 }, {}, 'wake at 61000'],
  [
    'waits for the connection, which is back',
    { retryAtMs: 61_000, waitingFor: 'unreachable' },
    { tryAgainSinceMs: 1 },
    'a1 send at c1',
  ],
  [
    'waits for quota, online again',
    { retryAtMs: 61_000, waitingFor: 'quota' },
    { tryAgainSinceMs: 1 },
    'wake at 61000',
  ],
  ['waits too long: clock set back', { retryAtMs: 9e9 }, {}, 'a1 send at c1'],
  ['sending', { state: 'sending' }, { underWay: new Set(['a1']) }, ''],
  ['sending, without a call under way', { state: 'sending' }, {}, 'a1 recall'],
  ['unknown', { state: 'unknown' }, before, 'read b1 after 5 at c1'],
  ['unknown, still payable', { state: 'unknown' }, {}, ''],
  ['unknown, not in a crawl', { state: 'unknown' }, gone, everywhere],
  ['unknown, in no list', { state: 'unknown' }, { ...gone, ...headsRead }, ''],
  ['unknown, paid since', { state: 'unknown' }, now({ status: 'paid' }), 'a1 observedPaid'],
  ['unknown, void since', { state: 'unknown' }, now({ status: 'void' }), ''],
  [
    'unknown, sent again',
    { state: 'unknown' },
    { sendAgainByItself: true },
    'a1 sendAgainByItself',
  ],
  [
    'unknown, rebuilt from the journal',
    {
      state: 'unknown',
      history: [{ atMs: 1, event: 'restored', from: null, to: 'unknown', detail: null }],
    },
    { sendAgainByItself: true },
    '',
  ],
  [
    'unknown of another sign-in',
    { state: 'unknown', signInId: 'old' },
    { sendAgainByItself: true },
    '',
  ],
  [
    'unknown of an invisible organization',
    { state: 'unknown' },
    { ...before, organizationIds: new Set() },
    '',
  ],
  ['unknown, sent again twice', sentAgain(2), { sendAgainByItself: true }, 'a1 sendAgainByItself'],
  ['unknown, sent again three times', sentAgain(3), { sendAgainByItself: true }, ''],
  ['rebuilt from the journal', { waitingFor: 'restored' }, {}, ''],
  ['waited until now', { retryAtMs: MINUTE_MS }, {}, 'a1 send at c1'],
  ['unknown in restored data', { state: 'unknown' }, { ...restored, sendAgainByItself: true }, ''],
  ['unknown, changed since', { state: 'unknown' }, { sendAgainByItself: true, ...now(usd) }, ''],
  ['changed and changed back', { state: 'changed', found: found(usd) }, {}, 'a1 foundSame'],
  [
    'changed again',
    { state: 'changed', found: found(usd) },
    now({ currency: 'CHF' }),
    'a1 foundChanged',
  ],
  ['not found, and not read since', { state: 'changed', needsRecheckAfterMs: MINUTE_MS }, {}, ''],
  ['not found, and found again', { state: 'changed' }, {}, 'a1 foundSame'],
  ...(['rejected', 'confirmed', 'withdrawn'] as const).map(
    (state): [string, Partial<Approval>, object, string] => [state, { state }, {}, ''],
  ),
])('P-30 the push decides about an approval: %s', (_, row, change, expected) => {
  expect(told([anApproval({ needsRecheckAfterMs: 5, ...row })], change)).toBe(expected);
});

test('P-38 after the clock was set back, an earlier request of the user causes one retry, not endless ones', () => {
  const line = { event: 'notSent', from: 'sending', to: 'queued', detail: null } as const;
  const doneWith = (triedAtMs: number): string[] => {
    const row = anApproval({
      waitingFor: 'journalUnwritable',
      needsRecheckAfterMs: 5,
      retryAtMs: 2 * MINUTE_MS,
      history: [{ ...line, atMs: triedAtMs }],
    });
    const { events } = decidePush([row], { ...facts, tryAgainSinceMs: 90_000 });
    return events.map(({ event }) => event.name);
  };
  // Now is one minute. The first attempt was made by the old clock, before the user asked; the second by the new clock,
  // after that.
  expect([doneWith(80_000), doneWith(MINUTE_MS - 1)]).toEqual([['send'], []]);
});

test('P-66 approvals with old cursors are sent one at a time, and none while a recalled one may have used one', () => {
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
  const recalled = anApproval({ id: 'a3', billId: 'b3', state: 'sending' });
  expect([
    told(rows, { cached: old }),
    told(rows, { cached: old, onOldCursor: 'a0', underWay: new Set(['a0']) }),
    told([...rows, recalled], { cached: old }),
    told(rows),
  ]).toEqual(['b1 send at c1', '', 'a3 recall', 'b1 send at c1, b2 send at c1']);
});

test('P-66 a crawl reads many bills behind old cursors, unless their pages are less than half of it', () => {
  const spread = (bills: number, pages: number): string => {
    const ids = Array.from({ length: bills }, (_, at) => `b${at}`);
    const rows = ids.map((billId) => anApproval({ id: billId, billId, needsRecheckAfterMs: 5 }));
    const cached = new Map(
      ids.flatMap((id, at) =>
        [...cachedAt(5, aBill(id))].map(([key, row]) => {
          const read = row.read && { ...row.read, after: `c${at % pages}` };
          return [key, { ...row, ...(read && { read }) }] as const;
        }),
      ),
    );
    const plan = decidePush(rows, { ...facts, cached });
    return `${plan.events.length} sent, ${plan.rechecks.length} left to a crawl`;
  };
  expect([spread(9, 9), spread(8, 8), spread(9, 8)]).toEqual([
    '0 sent, 9 left to a crawl',
    '1 sent, 0 left to a crawl',
    '1 sent, 0 left to a crawl',
  ]);
});

test('P-71 an approval delayed by an outage holds back those of its page, and all once two pages have failed', () => {
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
    return told(rows, { cached, underWay: new Set() });
  };
  const other = { ...failed, organizationId: 'other' };
  const elsewhere = [anApproval({ id: 'a9', ...other }), anApproval({ id: 'b1', billId: 'b1' })];
  expect([
    sentWhen('b1'),
    sentWhen('b1', 'b3'),
    told(elsewhere, { organizationIds: null }),
  ]).toEqual(['b3 send at c2, wake at 90000', 'wake at 90000', 'b1 send at c1, wake at 90000']);
});

test('P-31 the push sends no more than may be under way at once, the oldest first, then by id', () => {
  const rows = ['b2', 'b1', 'b3'].map((billId) =>
    anApproval({ id: billId, billId, needsRecheckAfterMs: 5 }),
  );
  const cached = cachedAt(MINUTE_MS - 1, aBill('b1'), aBill('b2'), aBill('b3'));
  const sent = [3, 2, 1].map((mostUnderWay) =>
    told(rows, { cached, mostUnderWay, underWay: new Set(['a9']) }),
  );
  expect(sent).toEqual(['b1 send at c1, b2 send at c1', 'b1 send at c1', '']);
});

test('P-31 an approval in its undo period blocks a later one of the same bill', () => {
  const held = anApproval({ id: 'held', state: 'held' });
  const later = anApproval({ id: 'later', approvedAtMs: 2, needsRecheckAfterMs: 5 });
  const undoLeftMs = () => 1_000;
  expect([told([held, later], { undoLeftMs }), told([later])]).toEqual([
    'wake at 61000',
    'later send at c1',
  ]);
});

test('P-31 approvals of one bill keep their order; approvals of other bills do not wait', () => {
  const rows = [
    anApproval({ id: 'later', approvedAtMs: 2, needsRecheckAfterMs: 5 }),
    anApproval({ id: 'first', approvedAtMs: 1, needsRecheckAfterMs: 5, retryAtMs: 90_000 }),
    anApproval({ id: 'other', approvedAtMs: 3, needsRecheckAfterMs: 5, billId: 'b2' }),
  ];
  expect(told(rows)).toBe('other send at c1, wake at 90000');
});

test('P-32 approving a changed bill that has changed again shows the new change and approves nothing', () => {
  const row = anApproval({ state: 'changed', found: found({ amountDueCents: 90_00 }) });
  const at = (fields: Partial<Bill> | null) =>
    approveChange(row, fields && found(fields), { nowMs: 7, recheckAfterMs: 8, profileEpoch: '' });
  const again = { amountDueCents: 80_00 };
  expect([
    at({ amountDueCents: 90_00 })?.name,
    at(again),
    at({ amountDueCents: 90_00, status: 'void' })?.name,
    at(null),
  ]).toEqual([
    'approveAsChanged',
    { name: 'foundChanged', nowMs: 7, found: found(again) },
    'foundChanged',
    null,
  ]);
});

test('P-42 the answer’s bill is reported if something else was approved; the effects of approving are no difference', () => {
  const differs = (fields: Partial<Bill>) =>
    differingAnswer(found({}), aBill('b1', fields)) !== null;
  const ofApproving = { status: 'paid', amountDueCents: 0, others: { approved_by: 'someone' } };
  const others = [
    { totalCents: 1, amountDueCents: 1 },
    { amountDueCents: 1 },
    { vendor: { id: null, name: 'Acme', others: { iban: 'XX' } } },
    { memo: 'new' },
    { status: 'void' },
  ];
  expect([[{}, ofApproving].map(differs), others.map(differs)]).toEqual([
    [false, false],
    [true, true, true, true, true],
  ]);
});
