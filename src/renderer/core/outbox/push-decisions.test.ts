import { expect, test } from 'vitest';
import { snapshotOf } from '../../../bridge/snapshot.ts';
import type { Bill } from '../../../contract/bill.ts';
import { cacheKeyOf } from '../mirror/cache-database.ts';
import type { Approval } from '../model/approval.ts';
import { approveChange } from '../approve/plan-approval.ts';
import { decidePush, type PushFacts } from './push-decisions.ts';
import { anApproval } from './testing/an-approval.ts';
import {
  cachedAt,
  facts,
  lookedFor,
  MINUTE_MS,
  observed,
  unreachable,
} from './testing/push-facts.ts';
import { aBill, cachedBill } from '../testing/fake-bridge.ts';

function crawl(orderedMs: number, isCutShort = false): PushFacts['crawls'] {
  return new Map([['acme', { orderedMs, isCutShort, leftMs: null }]]);
}

const noPage: Partial<PushFacts> = { pageOf: () => null };

const before = { cached: cachedAt(5, aBill('b1')) };
/** The mirror's bill has these fields now. */
const now = (fields: Partial<Bill>) => ({ cached: cachedAt(MINUTE_MS - 1, aBill('b1', fields)) });
const unread = { cached: new Map([[cacheKeyOf(anApproval()), cachedBill(aBill('b1'))]]) };
const gone: Partial<PushFacts> = { cached: new Map(), crawls: crawl(6) };
/** The newest paid and void bills have been read. */
const historyRead = { newestHistoryMs: new Map([['acme', 6]]) };
const restored = { profileEpoch: 'second' };
const marked = (row: Partial<Approval>): Partial<Approval> => ({
  ...row,
  history: [{ ...aLine, event: 'dataRestored' }],
});
const found = (fields: Partial<Bill>) => snapshotOf(aBill('b1', fields));
const usd = { currency: 'USD' };
const chf = { currency: 'CHF' };
const everywhere = 'read b1 after 5, paid and void too';

const aLine = { atMs: 1, event: 'send', from: 'queued', to: 'sending', detail: null } as const;

function sentAgain(times: number): Partial<Approval> {
  const line = { atMs: 1, event: 'sendAgainByItself', from: 'unknown', to: 'queued' } as const;
  return {
    state: 'unknown',
    history: Array.from({ length: times }, () => ({ ...line, detail: null })),
  };
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
  ['in restored data, already reported', marked({ waitingFor: 'dataRestored' }), restored, ''],
  ['in restored data, signed out', {}, { ...restored, signInId: null }, ''],
  ['in restored data, of another sign-in', { signInId: 'old' }, restored, 'a1 dataRestored'],
  ['the same, already reported', marked({ signInId: 'old' }), restored, 'a1 otherSignIn'],
  ['changed, in restored data', { state: 'changed' }, restored, 'a1 dataRestored'],
  ['changed, already reported', marked({ state: 'changed' }), restored, 'a1 foundSame'],
  ['rejected, in restored data', { state: 'rejected' }, restored, 'a1 dataRestored'],
  ['rejected, already reported', marked({ state: 'rejected' }), restored, ''],
  ['its undo period goes on', { state: 'held' }, { undoLeftMs: () => 1_000 }, 'wake at 61000'],
  ['its undo period is over', { state: 'held', heldUntilMs: 9e12 }, {}, 'a1 windowPassed'],
  ['no reading requested yet', { needsRecheckAfterMs: null }, {}, 'a1 send at c1'],
  ['read before the click', {}, before, 'a1 send at c1'],
  ['read in an earlier launch', {}, { launchId: 'next' }, 'a1 send at c1'],
  ['changed by now, which main compares', {}, now(usd), 'a1 send at c1'],
  ['not sent for another reason', unreachable, before, 'a1 send at c1'],
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
    { ...gone, crawls: crawl(6, true), ...historyRead },
    everywhere,
  ],
  ['missing twice', { missedRechecks: 1 }, gone, everywhere],
  [
    'read by a crawl, before a restart during it',
    { ...lookedFor, missedRechecks: 1 },
    { launchId: 'next', crawls: crawl(6), ...historyRead },
    'a1 recheckNeeded',
  ],
  [
    'met by a crawl at this very moment, before a restart',
    lookedFor,
    { launchId: 'next', crawls: crawl(6), cached: cachedAt(MINUTE_MS, aBill('b1')) },
    'a1 recheckNeeded',
  ],
  [
    'met later than now, which is the time of another run',
    lookedFor,
    { launchId: 'next', crawls: crawl(6), cached: cachedAt(MINUTE_MS + 1, aBill('b1')) },
    'a1 recheckMissed',
  ],
  ['kept without a reading, and not met', {}, { ...unread, crawls: crawl(6) }, 'a1 recheckMissed'],
  [
    'not met twice, paid and void ones read at the click',
    { missedRechecks: 1 },
    { ...gone, newestHistoryMs: new Map([['acme', 5]]) },
    everywhere,
  ],
  [
    'not among paid and void bills',
    { missedRechecks: 1 },
    { ...gone, ...historyRead },
    'a1 notFound',
  ],
  [
    'not among them, and another approval was sent during the crawl',
    { missedRechecks: 1 },
    { ...gone, ...historyRead, sentMs: new Map([['acme', MINUTE_MS]]) },
    'a1 recheckMissed',
  ],
  [
    'not among them, and another approval was sent before the crawl',
    { missedRechecks: 1 },
    { ...gone, ...historyRead, sentMs: new Map([['acme', 1]]) },
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
  ['waits for two hours', { retryAtMs: MINUTE_MS + 7_200_000 }, {}, 'wake at 7260000'],
  ['waits too long: clock set back', { retryAtMs: 9e9 }, {}, 'a1 send at c1'],
  [
    'waits five minutes for the connection',
    { retryAtMs: MINUTE_MS + 300_000, waitingFor: 'unreachable' },
    {},
    'wake at 360000',
  ],
  [
    'waits an hour for the connection: clock set back',
    { retryAtMs: MINUTE_MS + 3_600_000, waitingFor: 'unreachable' },
    {},
    'a1 send at c1',
  ],
  ['sending', { state: 'sending' }, { underWay: new Set(['a1']) }, ''],
  ['sending, without a call under way', { state: 'sending' }, {}, 'a1 find'],
  ['unknown', { state: 'unknown' }, before, 'read b1 after 5 at c1'],
  ['unknown, still payable', { state: 'unknown' }, {}, ''],
  ['unknown, not in a crawl', { state: 'unknown' }, gone, everywhere],
  ['unknown, in no list', { state: 'unknown' }, { ...gone, ...historyRead }, ''],
  ['unknown, signed out', { state: 'unknown' }, { ...before, signInId: null }, ''],
  [
    'unknown, and no reading helps',
    { state: 'unknown', needsRecheckAfterMs: null },
    { sendAgainByItself: true },
    '',
  ],
  ['unknown, paid since', { state: 'unknown' }, now({ status: 'paid' }), 'a1 observedPaid'],
  [
    'unknown, settled since',
    { state: 'unknown' },
    now({ status: 'paid', amountDueCents: 0 }),
    'a1 observedPaid',
  ],
  [
    'unknown, paid since at another amount',
    { state: 'unknown' },
    now({ status: 'paid', totalCents: 77_777 }),
    '',
  ],
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
  [
    'unknown, with other lines',
    { state: 'unknown', history: [1, 2, 3].map((atMs) => ({ ...aLine, atMs })) },
    { sendAgainByItself: true },
    'a1 sendAgainByItself',
  ],
  ['rebuilt from the journal', { waitingFor: 'restored' }, {}, ''],
  ['changed back', { waitingFor: 'changedBack' }, {}, ''],
  ['changed back, of a copied profile', { waitingFor: 'changedBack' }, restored, 'a1 dataRestored'],
  ['changed back, and once more', { waitingFor: 'changedBack' }, now(usd), 'a1 foundChanged'],
  ['changed back, not in the mirror', { waitingFor: 'changedBack' }, { cached: new Map() }, ''],
  ['waited until now', { retryAtMs: MINUTE_MS }, {}, 'a1 send at c1'],
  ['unknown in restored data', { state: 'unknown' }, { ...restored, sendAgainByItself: true }, ''],
  ['unknown, changed since', { state: 'unknown' }, { sendAgainByItself: true, ...now(usd) }, ''],
  ['changed and changed back', { state: 'changed', found: found(usd) }, {}, 'a1 foundSame'],
  ['changed again', { state: 'changed', found: found(usd) }, now(chf), 'a1 foundChanged'],
  ['changed as before', { state: 'changed', found: found(usd) }, now(usd), ''],
  [
    'changed once more, read by a run of before',
    { state: 'changed', found: found(usd), needsRecheckAfterMs: null },
    { ...now(chf), launchId: 'next' },
    'a1 foundChanged',
  ],
  [
    'changed, and no longer in the mirror',
    { state: 'changed', found: found(usd), needsRecheckAfterMs: null },
    { cached: new Map() },
    '',
  ],
  ['not found, and not read since', { state: 'changed', needsRecheckAfterMs: MINUTE_MS }, {}, ''],
  ['not found, and found again', { state: 'changed' }, {}, 'a1 foundSame'],
  ...(['rejected', 'confirmed', 'withdrawn'] as const).map(
    (state): [string, Partial<Approval>, object, string] => [state, { state }, {}, ''],
  ),
])('the push decides about an approval: %s', (_, row, change, expected) => {
  expect(observed([anApproval({ needsRecheckAfterMs: 5, ...row })], change)).toBe(expected);
});

test.each<[string, number, number, readonly string[]]>([
  // Now is one minute.
  ['made by the old clock, before the user asked', 80_000, 90_000, ['send']],
  ['made since the clock was set back', MINUTE_MS - 1, 90_000, []],
  ['made at this moment, after that', MINUTE_MS, 90_000, []],
  ['made before the user asks now', MINUTE_MS - 1, MINUTE_MS, ['send']],
  ['made when the user asked', MINUTE_MS - 1, MINUTE_MS - 1, []],
  ['made after the user asked', MINUTE_MS - 1, 30_000, []],
])(
  'a request of the user causes one retry, also after the clock was set back: an attempt %s',
  (_, triedAtMs, tryAgainSinceMs, events) => {
    const row = anApproval({
      waitingFor: 'journalUnwritable',
      needsRecheckAfterMs: 5,
      retryAtMs: 2 * MINUTE_MS,
      history: [{ ...aLine, event: 'notSent', from: 'sending', to: 'queued', atMs: triedAtMs }],
    });
    const plan = decidePush([row], { ...facts, tryAgainSinceMs });
    expect(plan.changes.map(({ event }) => event.name)).toEqual(events);
  },
);

test('P-46 all history is read for bills that were not found, since the last of them was missed', () => {
  const missed = (needsRecheckAfterMs: number | null, fields: Partial<Approval> = {}) =>
    anApproval({ state: 'changed', needsRecheckAfterMs, ...fields });
  const wanted = (rows: readonly Approval[], change: Partial<PushFacts> = gone) => [
    ...decidePush(rows, { ...facts, ...change }).notFound,
  ];
  const other = missed(7, { organizationId: 'other' });
  expect([
    wanted([missed(5), missed(9), missed(6), other]),
    wanted([missed(5)], before),
    wanted([missed(5)], {}),
    wanted([missed(null)]),
    wanted([missed(5, { found: found(usd) })]),
    wanted([missed(5, { state: 'queued' })]),
  ]).toEqual([
    [
      ['acme', 9],
      ['other', 7],
    ],
    [['acme', 5]],
    [],
    [],
    [],
    [],
  ]);
});

test('approving a changed bill that has changed again shows the new change and approves nothing', () => {
  const row = anApproval({ state: 'changed', found: found({ amountDueCents: 90_00 }) });
  const at = (fields: Partial<Bill> | null) =>
    approveChange(row, fields && found(fields), {
      ...{ nowMs: 7, recheckAfterMs: 8, profileEpoch: '' },
      ...{ batchId: 'batch-2', undoMs: 5_000 },
    });
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
