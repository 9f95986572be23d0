import { expect, test } from 'vitest';
import { snapshotOf } from '../../bridge/snapshot.ts';
import type { Bill } from '../../contract/bill.ts';
import { billKey } from '../cache/bill-cache.ts';
import type { Approval } from '../workspace.ts';
import { approveChange } from './approve.ts';
import { decidePush, type PushFacts } from './push-decisions.ts';
import { anApproval } from './testing/an-approval.ts';
import { aBill } from './testing/fake-bridge.ts';

const MINUTE_MS = 60_000;

function cachedBills(...bills: Bill[]): PushFacts['cached'] {
  return new Map(
    bills.map((bill) => [
      billKey({ organizationId: 'acme', billId: bill.id }),
      {
        organizationId: 'acme',
        id: bill.id,
        status: bill.status,
        generation: 1,
        seenAtMs: 0,
        bill,
      },
    ]),
  );
}

const facts: PushFacts = {
  nowMs: MINUTE_MS,
  orderedNowMs: MINUTE_MS,
  maySend: true,
  signInId: 'sign-in-1',
  underWay: new Set(),
  looks: new Map(),
  cached: cachedBills(aBill('b1'), aBill('b2')),
  tryAgainSinceMs: null,
  sendAgainByItself: false,
  ageless: new Set(),
};

const late = { nowMs: 10 * MINUTE_MS, orderedNowMs: 10 * MINUTE_MS };
const look = (lookMs: number, endedAtMs = lookMs) => new Map([['acme', { lookMs, endedAtMs }]]);

/** The plan in a few words. */
function told(rows: readonly Approval[], change: Partial<PushFacts> = {}): string {
  const plan = decidePush(rows, { ...facts, ...change });
  return [
    ...plan.events.map(({ approvalId, event }) => `${approvalId} ${event.name}`),
    ...plan.recall.map((row) => `${row.id} recall`),
    ...[...plan.looksWanted].map(([id, afterMs]) => `look at ${id} after ${afterMs}`),
    ...(plan.wakeAtMs === null ? [] : [`wake at ${plan.wakeAtMs}`]),
  ].join(', ');
}

test.each([
  ['fresh and online', {}, {}, 'a1 send'],
  ['offline', {}, { maySend: false }, ''],
  ['signed out', {}, { signInId: null }, ''],
  ['of another sign-in', { signInId: 'old' }, {}, 'a1 otherSignIn'],
  ['of another sign-in, told', { signInId: 'old', waitingFor: 'otherSignIn' }, {}, ''],
  ['its window goes on', { state: 'held', heldUntilMs: 61_000 }, {}, 'wake at 61000'],
  ['its window is over', { state: 'held' }, {}, 'a1 windowPassed'],
  ['its window, clock set back', { state: 'held', heldUntilMs: 9e9 }, {}, 'a1 windowPassed'],
  ['older than five minutes', {}, late, 'a1 lookNeeded, look at acme after 600000'],
  [
    'older, a look since just ended, by a clock that may have been set',
    {},
    { ...late, looks: look(1, 9 * MINUTE_MS) },
    'a1 lookNeeded, look at acme after 600000',
  ],
  [
    'older, a look since long ago',
    {},
    { ...late, looks: look(1, 2 * MINUTE_MS) },
    'a1 lookNeeded, look at acme after 600000',
  ],
  [
    'from the future: clock set back',
    { approvedAtMs: 9e9 },
    {},
    'a1 lookNeeded, look at acme after 60000',
  ],
  [
    'fresh by the clock, and the machine has slept since, or Billfold was closed',
    {},
    { ageless: new Set(['a1']) },
    'a1 lookNeeded, look at acme after 60000',
  ],
  [
    'the same, and it had its look',
    { needsLookAfterMs: 5 },
    { ageless: new Set(['a1']), looks: look(6) },
    'a1 send',
  ],
  ['needs a look', { needsLookAfterMs: 5 }, {}, 'look at acme after 5'],
  [
    'needs a look, an older one is there',
    { needsLookAfterMs: 5 },
    { looks: look(5) },
    'look at acme after 5',
  ],
  ['needs a look and had it', { needsLookAfterMs: 5 }, { looks: look(6) }, 'a1 send'],
  ['not found', {}, { cached: new Map() }, 'a1 lookMissed, look at acme after 60000'],
  [
    'not found twice',
    { missedLooks: 1, needsLookAfterMs: 5 },
    { cached: new Map(), looks: look(6) },
    'a1 foundGone',
  ],
  ['changed', {}, { cached: cachedBills(aBill('b1', { currency: 'USD' })) }, 'a1 foundChanged'],
  [
    'not payable any more',
    {},
    { cached: cachedBills(aBill('b1', { status: 'paid' })) },
    'a1 foundChanged',
  ],
  [
    'not payable, and so approved',
    { snapshot: snapshotOf(aBill('b1', { status: 'paid' })) },
    { cached: cachedBills(aBill('b1', { status: 'paid' })) },
    'a1 foundChanged',
  ],
  ['waits', { retryAtMs: 61_000 }, {}, 'wake at 61000'],
  [
    'waits for the way back, which came',
    { retryAtMs: 61_000, waitingFor: 'unreachable' },
    { tryAgainSinceMs: 1 },
    'a1 send',
  ],
  [
    'waits for quota, online again',
    { retryAtMs: 61_000, waitingFor: 'quota' },
    { tryAgainSinceMs: 1 },
    'wake at 61000',
  ],
  ['waits absurdly: clock set back', { retryAtMs: 9e9 }, {}, 'a1 send'],
  ['sending', { state: 'sending' }, { underWay: new Set(['a1']) }, ''],
  ['sending, and nobody does', { state: 'sending' }, {}, 'a1 recall'],
  ['unknown', { state: 'unknown', needsLookAfterMs: 5 }, {}, 'look at acme after 5'],
  ['unknown, still payable', { state: 'unknown', needsLookAfterMs: 5 }, { looks: look(6) }, ''],
  [
    'unknown, paid since',
    { state: 'unknown', needsLookAfterMs: 5 },
    { cached: cachedBills(aBill('b1', { status: 'paid' })) },
    'a1 seenNotPayable',
  ],
  [
    'unknown, void since',
    { state: 'unknown', needsLookAfterMs: 5 },
    { cached: cachedBills(aBill('b1', { status: 'void' })), looks: look(6) },
    '',
  ],
  [
    'unknown, sent again by itself',
    { state: 'unknown', needsLookAfterMs: 5 },
    { looks: look(6), sendAgainByItself: true },
    'a1 sendAgainByItself',
  ],
  [
    'unknown, to be sent again, changed since',
    { state: 'unknown', needsLookAfterMs: 5 },
    {
      looks: look(6),
      sendAgainByItself: true,
      cached: cachedBills(aBill('b1', { currency: 'USD' })),
    },
    '',
  ],
  ['rejected', { state: 'rejected' }, {}, ''],
  ['confirmed', { state: 'confirmed' }, {}, ''],
  ['withdrawn', { state: 'withdrawn' }, {}, ''],
] as const)('P-30 what is done with an approval: %s', (_, row, change, expected) => {
  expect(told([anApproval(row)], change)).toBe(expected);
});

test('P-38 after the clock was set back, what the user asked for before is tried once, not over and over', () => {
  const line = { event: 'notSent', from: 'sending', to: 'queued', detail: null } as const;
  const doneWith = (triedAtMs: number): string[] => {
    const row = anApproval({
      waitingFor: 'journalUnwritable',
      retryAtMs: 2 * MINUTE_MS,
      history: [{ ...line, atMs: triedAtMs }],
    });
    const { events } = decidePush([row], { ...facts, tryAgainSinceMs: 90_000 });
    return events.map(({ event }) => event.name);
  };
  // Now is one minute: tried by the old clock, before the user asked; and by the new one, since.
  expect([doneWith(80_000), doneWith(MINUTE_MS - 1)]).toEqual([['send'], []]);
});

test('P-31 approvals of one bill keep their order; those of others do not wait', () => {
  const rows = [
    anApproval({ id: 'later', approvedAtMs: 2 }),
    anApproval({ id: 'first', approvedAtMs: 1, retryAtMs: 90_000 }),
    anApproval({ id: 'other', approvedAtMs: 3, billId: 'b2' }),
  ];
  expect(told(rows)).toBe('other send, wake at 90000');
});

test('P-32 approving a changed bill that has changed once more shows that and approves nothing', () => {
  const row = anApproval({
    state: 'changed',
    found: snapshotOf(aBill('b1', { amount_due_cents: 90_00 })),
  });
  const at = (amount_due_cents: number, status = 'open') =>
    approveChange(row, snapshotOf(aBill('b1', { amount_due_cents, status })), {
      nowMs: 7,
      lookAfterMs: null,
    });
  expect([
    at(90_00)?.name,
    at(80_00),
    at(90_00, 'void')?.name,
    approveChange(row, null, { nowMs: 7, lookAfterMs: null }),
  ]).toEqual([
    'approveAsChanged',
    {
      name: 'foundChanged',
      nowMs: 7,
      found: snapshotOf(aBill('b1', { amount_due_cents: 80_00 })),
    },
    'foundChanged',
    null,
  ]);
});
