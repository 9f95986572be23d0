import { expect, test } from 'vitest';
import { createVirtualClock, settle } from '../../../base/testing/virtual-clock.ts';
import {
  digestOfIds,
  MAX_FROM_JOURNAL,
  MAX_NOTES,
  type ApprovalNote,
  type JournaledApproval,
  type JournaledIds,
} from '../../../bridge/approval.ts';
import { createBridge } from '../../../bridge/client.ts';
import { createOrderedTime } from '../time/ordered-time.ts';
import type { Approval } from '../model/approval.ts';
import { createApprovals } from './approval-slices.ts';
import { createJournalSync } from './journal-sync.ts';
import { anApproval } from './testing/an-approval.ts';

const journaledOf = (approvalId: string): JournaledApproval => {
  const { connectionId, signInId, profileEpoch, organizationId, snapshot } = anApproval();
  return {
    ...{ approvalId, attempt: 0, connectionId, signInId, profileEpoch, organizationId },
    ...{ approvedAtMs: 0, snapshot, finding: { kind: 'noAttempt' } },
    ...{ answerLost: false, ended: null },
  };
};

/** The window's copy of the journal with these rows, beside a main that knows these approvals. */
function start(rows: readonly Approval[], known: JournaledIds['known'] = null) {
  const clock = createVirtualClock(42);
  const approvals = createApprovals(() => undefined);
  approvals.reset(rows);
  const reported: (readonly ApprovalNote[])[] = [];
  const requested: unknown[] = [];
  const faults: string[] = [];
  const main = { isDown: false, lost: new Set<string>() };
  const calls = {
    'approvals.note': (notes: readonly ApprovalNote[]) => {
      if (main.isDown) throw new Error('down');
      return reported.push(notes) > 0;
    },
    'approvals.idsInJournal': (request: unknown) => {
      requested.push(request);
      return { profileEpoch: 'epoch', known };
    },
    'approvals.findAttempts': (asked: readonly { approvalId: string; attempt: number }[]) =>
      asked.map((each) => ({ ...each, finding: { kind: 'noAttempt' } })),
    'approvals.fromJournal': (ids: readonly string[]) => {
      requested.push(ids.length);
      return ids.filter((id) => !main.lost.has(id)).map(journaledOf);
    },
  };
  const copy = createJournalSync({
    clock,
    orderedTime: createOrderedTime(clock),
    bridge: createBridge({
      call: async (name, request) => ({ ok: true, reply: Reflect.get(calls, name)(request) }),
      on: () => () => undefined,
    }),
    outbox: {
      ...{ approvals, correct: async (wrong) => approvals.put(wrong) },
      add: async (added) => approvals.put(added),
    },
    onFault: (problem) => faults.push(String(problem)),
  });
  const notes = () =>
    reported.flat().map((note) => {
      return `${note.approvalId} ${note.kind === 'ended' ? note.how : note.kind}`;
    });
  return Object.assign(main, { clock, copy, approvals, reported, requested, faults, notes });
}

const lastly = (event: Approval['history'][number]['event']): Pick<Approval, 'history'> => ({
  history: [{ atMs: 1, event, from: 'held', to: 'queued', detail: null }],
});
const confirmed = { state: 'confirmed' } as const;
const withdrawn = { state: 'withdrawn' } as const;

test.each<[string, Partial<Approval>, readonly string[]]>([
  ['an approval', lastly('approve'), []],
  ['an approval of the changed bill', lastly('approveAsChanged'), []],
  ['a withdrawal', { ...withdrawn, ...lastly('withdraw') }, ['a1 withdrawn']],
  [
    'a bill seen paid',
    { ...confirmed, confirmedBy: 'seen', ...lastly('observedPaid') },
    ['a1 seenPaid'],
  ],
  [
    'a mark',
    { ...confirmed, confirmedBy: 'user', ...lastly('markConfirmed') },
    ['a1 markedConfirmed'],
  ],
  [
    'the service’s confirmation',
    { ...confirmed, confirmedBy: 'service', ...lastly('confirmed') },
    [],
  ],
  ['a row that was rebuilt', { ...withdrawn, ...lastly('restored') }, []],
  ['a send', { state: 'sending', ...lastly('send') }, []],
  ['a row without history', withdrawn, ['a1 withdrawn']],
])('a written row is reported if main does not journal it itself: %s', async (_, fields, notes) => {
  const window = start([]);
  window.copy.written([anApproval(fields)]);
  await settle();
  expect([window.notes(), window.reported.length]).toEqual([notes, notes.length]);
});

test('the note of an approval that the journal lacks has all facts needed to restore it', async () => {
  const row = anApproval({ approvedAtMs: 7, profileEpoch: 'epoch', ...lastly('approve') });
  const window = start([row], { open: [], ended: [], retired: [] });
  await window.copy.reconcile('connection');
  await settle();
  expect(window.reported).toEqual([
    [
      {
        ...{ kind: 'approved', approvalId: 'a1', connectionId: 'connection' },
        ...{ signInId: 'sign-in-1', profileEpoch: 'epoch', organizationId: 'acme' },
        ...{ approvedAtMs: 7, snapshot: row.snapshot },
      },
    ],
  ]);
});

test.each([
  [MAX_NOTES, [MAX_NOTES]],
  [2 * MAX_NOTES + 1, [MAX_NOTES, MAX_NOTES, 1]],
])('%i notes go in as few messages as possible', async (count, sizes) => {
  const window = start([]);
  const ids = Array.from({ length: count }, (_none, at) => `a${at}`);
  window.copy.written(ids.map((id) => anApproval({ id, ...withdrawn, ...lastly('withdraw') })));
  await window.clock.advance(0);
  await settle();
  expect(window.reported.map((notes) => notes.length)).toEqual(sizes);
  expect(new Set(window.reported.flat().map(({ approvalId }) => approvalId)).size).toBe(count);
});

test('an undo during a long report is reported after the approval', async () => {
  const rows = Array.from({ length: 3 * MAX_NOTES }, (_none, at) =>
    anApproval({ id: `a${at}`, ...lastly('approve') }),
  );
  const window = start(rows, { open: [], ended: [], retired: [] });
  await window.copy.reconcile('connection');
  window.copy.written(rows.map((row) => ({ ...row, ...withdrawn, ...lastly('withdraw') })));
  await window.clock.advance(0);
  await settle();
  const [approved, undone] = [
    rows.map(({ id }) => `${id} approved`),
    rows.map(({ id }) => `${id} withdrawn`),
  ];
  const reported = window.notes();
  expect([new Set(reported.slice(0, rows.length)), reported.slice(rows.length)]).toEqual([
    new Set(approved),
    undone,
  ]);
});

test('a failed report is a fault, and later writes are still reported', async () => {
  const window = start([anApproval({ id: 'new' })], { open: [], ended: [], retired: [] });
  window.isDown = true;
  window.copy.notStored(['a1']);
  await window.copy.reconcile('connection');
  await settle();
  expect(window.faults).toEqual(['Error: down', 'Error: down']);
});

const rows = [
  anApproval({ id: 'open' }),
  anApproval({ id: 'new' }),
  anApproval({ id: 'ended', ...withdrawn }),
  anApproval({ id: 'ended here', ...withdrawn }),
  anApproval({ id: 'confirmed here', ...confirmed }),
  anApproval({ id: 'retired', ...withdrawn }),
];

test('at the start, the window reports what the journal lacks, and nothing twice', async () => {
  const window = start(rows, {
    open: ['open', 'ended here'],
    ended: ['ended'],
    retired: ['retired'],
  });
  const before = window.copy.profileEpoch();
  await window.copy.reconcile('connection');
  await settle();
  const ended = digestOfIds(['ended', 'ended here', 'confirmed here', 'retired']);
  expect({
    epochs: [before, window.copy.profileEpoch()],
    requested: window.requested,
    notes: window.notes(),
  }).toEqual({
    epochs: ['', 'epoch'],
    requested: [{ connectionId: 'connection', ended }],
    notes: [
      'confirmed here approved',
      'new approved',
      'confirmed here confirmedByService',
      'ended here withdrawn',
    ],
  });
});

test('a journal with the same ended approvals gets only the new ones', async () => {
  const window = start(rows, { open: ['open'], ended: 'same', retired: [] });
  await window.copy.reconcile('connection');
  await settle();
  expect(window.notes()).toEqual(['new approved']);
});

test('Y-10 an unreadable journal restores and reports nothing', async () => {
  const window = start(rows);
  await window.copy.reconcile('connection');
  await settle();
  expect([window.requested.length, window.notes(), window.copy.profileEpoch()]).toEqual([
    1,
    [],
    'epoch',
  ]);
});

test.each([
  [MAX_FROM_JOURNAL, [MAX_FROM_JOURNAL]],
  [MAX_FROM_JOURNAL + 1, [MAX_FROM_JOURNAL, 1]],
])('O-22 %i missing approvals are read in as few messages as possible', async (count, sizes) => {
  const ids = Array.from({ length: count }, (_none, at) => `a${at}`);
  const window = start([anApproval({ id: 'a0' })], {
    ...{ open: ['a0', ...ids.slice(2)], ended: ['a1', 'extra'], retired: [] },
  });
  await window.copy.reconcile('connection');
  expect([window.requested.slice(1), window.approvals.get().length]).toEqual([sizes, count + 1]);
});

test('O-22 if main cannot read all of the missing approvals, the window does not continue without them', async () => {
  const window = start([], { open: ['a1', 'a2'], ended: [], retired: [] });
  window.lost.add('a2');
  await expect(window.copy.reconcile('connection')).rejects.toThrow('the journal lacks approvals');
  expect(window.approvals.get()).toEqual([]);
});
