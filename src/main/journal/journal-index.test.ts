import { expect, test } from 'vitest';
import type { BillClaim, SendOutcome } from '../../bridge/approval.ts';
import type { LineProof } from './journal-authentication.ts';
import {
  createJournalIndex,
  indexContentSchema,
  type JournalIndex,
  type KnownOfBill,
} from './journal-index.ts';
import type { Agreement, NewRecord } from './journal-record.ts';
import { attemptOf, confirmed } from './testing/attempts.ts';

const UUID = '0d6f1c7e-4b1c-4f0e-9a51-7d2f6c1b8a3e';
const notSent: SendOutcome = { kind: 'notSent', reason: 'quota', retryAtMs: null, error: null };
const unknown: SendOutcome = { kind: 'unknown', error: null };

const rejected: SendOutcome = { kind: 'rejected', error: { kind: 'notFound', technical: '' } };

const restartOf = (index: JournalIndex): JournalIndex => {
  const again = createJournalIndex();
  again.restore(indexContentSchema.parse(JSON.parse(JSON.stringify(index.content()))));
  return again;
};

/** An index of these lines, and the index that a later start restores from its content. */
function bothOf(records: readonly NewRecord[]): readonly [JournalIndex, JournalIndex] {
  const index = createJournalIndex();
  for (const record of records) index.add(record);
  return [index, restartOf(index)];
}

/** Consecutive attempts, each with its outcome; null: no outcome. */
const attemptsOf = (
  approvalId: string,
  ...outcomes: readonly (SendOutcome | null)[]
): NewRecord[] =>
  outcomes.flatMap((outcome, at) => {
    const attempt: NewRecord = { kind: 'attempt', ...attemptOf(approvalId, at + 1) };
    return outcome === null ? [attempt] : [attempt, outcomeOf(approvalId, at + 1, outcome)];
  });

const outcomeOf = (approvalId: string, attempt: number, outcome: SendOutcome): NewRecord => ({
  ...{ kind: 'outcome', approvalId, attempt, outcome },
});

const ended = (approvalId: string): NewRecord => ({ kind: 'ended', approvalId, how: 'withdrawn' });

/** The line with another bill, by default the bill of *a*. */
function of(record: NewRecord, change: Partial<BillClaim> = {}, billId = 'bill-a'): NewRecord {
  if (record.kind !== 'attempt') return record;
  return { ...record, ...change, snapshot: { ...record.snapshot, billId } };
}
const ofSameBill = (records: readonly NewRecord[]) => records.map((record) => of(record));

const yes: Agreement = {
  ...{ approvalId: 'a', snapshot: '0'.repeat(64), overLimit: true, inBulk: true },
  twice: { attempt: 1, others: ['b'] },
};
const agreedA = (proof: LineProof): [NewRecord, LineProof] => [{ kind: 'agreed', ...yes }, proof];
const nothing: KnownOfBill = {
  ...{ isKnown: false, isOfOtherBill: false, lastApplied: 0, timesApplied: 0 },
  wasRejected: false,
  ...{ others: [], mayLackOthers: false, agreement: null },
};
const known = { ...nothing, isKnown: true };
const [first = ended('a')] = attemptsOf('a', null);

test.each<[string, readonly NewRecord[], KnownOfBill, string?]>([
  ['nothing', [], nothing],
  ['an attempt that did not arrive', attemptsOf('a', notSent), known],
  ['an attempt without an outcome', [first], { ...known, lastApplied: 1, timesApplied: 1 }],
  [
    'the second of two is confirmed',
    attemptsOf('a', notSent, confirmed),
    { ...known, lastApplied: 2, timesApplied: 1 },
  ],
  [
    'each attempt once, by its outcome',
    attemptsOf('a', confirmed, unknown, rejected, null, notSent),
    { ...known, lastApplied: 4, timesApplied: 3, wasRejected: true },
  ],
  [
    'other approvals that are open, or may be applied',
    [
      ...ofSameBill([
        ...attemptsOf('open', notSent),
        ...attemptsOf('withdrawn', notSent),
        ended('withdrawn'),
        ...attemptsOf('lost', unknown),
        ended('lost'),
        ...attemptsOf('paid', confirmed),
      ]),
      ...attemptsOf('another bill', confirmed),
      ...attemptsOf('another connection', null).map((each) => of(each, { connectionId: 'x' })),
      ...attemptsOf('another organization', null).map((each) => of(each, { organizationId: 'x' })),
    ],
    {
      ...nothing,
      others: [
        // The same service, with another client.
        { approvalId: 'another connection', mayBeApplied: true },
        { approvalId: 'lost', mayBeApplied: true },
        { approvalId: 'open', mayBeApplied: false },
        { approvalId: 'paid', mayBeApplied: true },
      ],
    },
  ],
  [
    'an approval of the same UUID in another organization, in another case',
    attemptsOf('paid', confirmed).map((each) => of(each, { organizationId: 'x' }, UUID)),
    { ...nothing, others: [{ approvalId: 'paid', mayBeApplied: true, isElsewhere: true }] },
    UUID.toUpperCase(),
  ],
  [
    'another approval, with the ids in another case',
    attemptsOf('paid', confirmed).map((each) =>
      of(each, { organizationId: attemptOf('a').organizationId.toUpperCase() }, 'BILL-A'),
    ),
    { ...nothing, others: [{ approvalId: 'paid', mayBeApplied: true }] },
  ],
  [
    'first for another bill',
    [of(first, {}, 'bill-b'), first],
    { ...known, isOfOtherBill: true, lastApplied: 1, timesApplied: 1 },
  ],
  [
    'for another connection',
    [of(first, { connectionId: 'x' })],
    { ...known, isOfOtherBill: true, lastApplied: 1, timesApplied: 1 },
  ],
  [
    'first for the same UUID in another organization',
    [of(first, { organizationId: 'x' }, UUID)],
    { ...known, isOfOtherBill: true, lastApplied: 1, timesApplied: 1 },
    UUID,
  ],
  [
    'consent, given again',
    [
      { kind: 'agreed', ...yes, overLimit: false },
      { kind: 'agreed', ...yes },
    ],
    { ...nothing, agreement: yes },
  ],
  ['consent to an approval that has ended', [{ kind: 'agreed', ...yes }, ended('a')], nothing],
  [
    'a retired approval',
    [
      ...attemptsOf('a', notSent),
      {
        ...{ kind: 'retired', upTo: { seq: 1, lastHash: '' }, files: [] },
        approvals: [{ connectionId: 'connection-1', ids: ['a'] }],
      },
    ],
    { ...known, isOfOtherBill: true },
  ],
])(
  'W-32 the index knows an approval and its bill, also after a restart: %s',
  (_, records, expected, billId) => {
    const { approvalId, connectionId, organizationId, ...attempt } = attemptOf('a');
    const snapshot = { ...attempt.snapshot, billId: billId ?? attempt.snapshot.billId };
    const claim = { approvalId, connectionId, organizationId, snapshot };
    const found = bothOf(records).map((index) => {
      const { others, ...rest } = index.describeBill(claim);
      return {
        ...rest,
        others: others.toSorted((left, right) => (left.approvalId < right.approvalId ? -1 : 1)),
      };
    });
    expect(found).toEqual([expected, expected]);
  },
);

test.each<[string, readonly (SendOutcome | null)[], boolean]>([
  ['no attempt was sent', [notSent, notSent], false],
  ['the last is without an answer', [notSent, null], true],
  ['an earlier one is without an answer', [null, notSent], true],
  ['the answer to an earlier one was lost', [unknown, notSent], true],
  ['the answer to an earlier one was lost, and a later one confirmed', [unknown, confirmed], true],
])('a later attempt does not hide one whose answer was lost: %s', (_name, outcomes, isLost) => {
  const asked = bothOf(attemptsOf('a', ...outcomes)).map((index) =>
    ['a', 'nobody'].map((id) => index.isAnswerLost(id, outcomes.length)),
  );
  expect(asked).toEqual([
    [isLost, false],
    [isLost, false],
  ]);
});

/** One approval of each kind, and one of another organization. */
const ofEachKind: readonly NewRecord[] = [
  ...attemptsOf('plain', confirmed),
  ...attemptsOf('elsewhere', confirmed).map((each) => of(each, { organizationId: 'org-2' })),
  ...attemptsOf('second', notSent, confirmed),
  ...attemptsOf('withdrawn', unknown),
  ended('withdrawn'),
  ...attemptsOf('open', null),
  // The line of its first attempt cannot be read.
  ...attemptsOf('later', null, confirmed).slice(1),
  ...attemptsOf('gone', confirmed),
  ...attemptsOf('gone in doubt', unknown),
  ended('unknown'),
  {
    ...{ kind: 'retired', upTo: { seq: 1, lastHash: '' }, files: [] },
    approvals: [{ connectionId: 'connection-1', ids: ['gone', 'gone in doubt'] }],
  },
  { kind: 'agreed', ...yes },
  outcomeOf('unread', 1, confirmed),
  // The index ignores these: outcomes and ends are final.
  outcomeOf('second', 1, confirmed),
  ...attemptsOf('withdrawn', null),
];

const wordOf = (index: JournalIndex, id: string, attempt: number): string => {
  const found = index.find(id, attempt);
  return found.kind === 'outcome' ? found.outcome.kind : found.kind;
};

test('a later start knows the end of each approval; of a retired one, only that it existed', () => {
  const ids = [
    'plain',
    'second',
    'withdrawn',
    'open',
    'later',
    'unread',
    'gone',
    'gone in doubt',
    'x',
  ];
  const [before, after] = bothOf(ofEachKind).map((index) => {
    // An unreadable line about an attempt that has an outcome changes nothing.
    index.doubt({ approvalId: 'second', attempt: 1 });
    return ids.map((id) => [
      ...[id, wordOf(index, id, 1), wordOf(index, id, 2)],
      ...[index.connectionOfEnded(id), index.isConfirmed(id)],
    ]);
  });
  const here = 'connection-1';
  const kept = [
    ['plain', 'confirmed', 'noAttempt', here, true],
    ['second', 'notSent', 'confirmed', here, true],
    ['withdrawn', 'unknown', 'noAttempt', here, false],
    ['open', 'attemptOnly', 'noAttempt', null, false],
    ['later', 'noAttempt', 'confirmed', here, true],
    ['unread', 'confirmed', 'noAttempt', null, true],
  ];
  const unknownOne = ['x', 'noAttempt', 'noAttempt', null, false];
  expect([before, after]).toEqual([
    [
      ...kept,
      ['gone', 'confirmed', 'attemptOnly', here, true],
      ['gone in doubt', 'unknown', 'attemptOnly', here, false],
      unknownOne,
    ],
    [
      ...kept,
      ['gone', 'attemptOnly', 'attemptOnly', here, false],
      ['gone in doubt', 'attemptOnly', 'attemptOnly', here, false],
      unknownOne,
    ],
  ]);
});

test('O-22 an approval that was never stored is neither restored nor sent, nor counts for its bill, unless it was attempted', () => {
  const { attempt: _, ...facts } = attemptOf('a');
  const approved = { kind: 'approved', ...facts } as const;
  const notStored = { kind: 'ended', approvalId: 'a', how: 'notStored' } as const;
  const agreed = { kind: 'agreed', ...yes } as const;
  const other = { ...facts, approvalId: 'other' };
  const { connectionId } = facts;
  const found = (index: JournalIndex) => [
    index.approvalsOf(connectionId),
    index.find('a', 1).kind,
    index.describeBill(facts).agreement,
    index.describeBill(other).others,
  ];
  const never = { open: [], ended: [], retired: ['a'] };
  for (const index of bothOf([agreed, approved, notStored]))
    expect(found(index)).toEqual([never, 'attemptOnly', null, []]);
  const isOther = [{ approvalId: 'a', mayBeApplied: true }];
  for (const index of bothOf([agreed, approved, first, notStored]))
    expect(found(index)).toEqual([
      { open: [], ended: ['a'], retired: [] },
      ...['attemptOnly', null, isOther],
    ]);
});

test.each<[string, readonly [NewRecord, LineProof][], boolean]>([
  ['made and agreed to with a key', [agreedA('full'), [first, 'full']], true],
  ['made with a key', [[first, 'full']], true],
  ['agreed to with a key', [agreedA('full'), [first, 'keyless']], true],
  ['made and agreed to without a key', [agreedA('keyless'), [first, 'keyless']], false],
])(
  'keyless lines after an approval that was %s: ignored, also after a restart',
  (_, lines, isIgnored) => {
    const { connectionId } = attemptOf('a');
    const approvals = [{ connectionId, ids: ['a', 'x'] }];
    const upTo = { seq: 0, lastHash: '' };
    const retired: NewRecord = { kind: 'retired', approvals, upTo, files: [] };
    const index = createJournalIndex();
    for (const [record, proof] of lines) index.add(record, proof);
    const again = createJournalIndex();
    again.restore(index.content());
    for (const each of [index, again]) {
      each.add(retired, 'keyless');
      each.add(outcomeOf('x', 1, confirmed), 'keyless');
      // A checkpoint has a key, so what it restores has one too.
      const isKept = isIgnored || each === again;
      expect(each.approvalsOf(connectionId)).toEqual({ open: ['a'], ended: [], retired: ['x'] });
      expect(each.isConfirmed('x')).toBe(false);
      each.add(outcomeOf('a', 1, confirmed), 'keyless');
      expect([each.isConfirmed('a'), each.find('a', 1).kind]).toEqual(
        isKept ? [false, 'attemptOnly'] : [true, 'outcome'],
      );
    }
  },
);

test('J-51 after a start finds lines missing, bills from before may lack approvals, also after a restart', () => {
  const DAY_MS = 24 * 60 * 60 * 1_000;
  const foundAtMs = Date.parse('2026-11-30T12:00:00Z');
  const index = createJournalIndex();
  const askedAbout = (of_: JournalIndex) =>
    [null, 'unknown', '2026-11-02', '2026-11-30T12:00:00Z', '2026-12-01T12:00:01Z'].map(
      (createdAt) => {
        const { snapshot, ...facts } = attemptOf('x');
        const rest = snapshot.rest && { ...snapshot.rest, createdAt };
        return of_.describeBill({ ...facts, snapshot: { ...snapshot, rest } }).mayLackOthers;
      },
    );
  expect(askedAbout(restartOf(index))).toEqual([false, false, false, false, false]);
  index.markLinesMissing(foundAtMs);
  index.markLinesMissing(foundAtMs - DAY_MS);
  const { snapshot, ...facts } = attemptOf('x');
  const early = { ...facts, snapshot: { ...snapshot, rest: null } };
  for (const each of [index, restartOf(index)]) {
    expect(askedAbout(each)).toEqual([true, true, true, true, false]);
    expect(each.describeBill(early).mayLackOthers).toBe(true);
  }
});

test('a keyless end removes only an approval without a key', () => {
  const endedWith = (proof: LineProof) => {
    const index = createJournalIndex();
    index.add(first, proof);
    index.add(ended('a'), 'keyless');
    return index.connectionOfEnded('a');
  };
  expect([endedWith('full'), endedWith('keyless')]).toEqual([null, 'connection-1']);
});

test('an approval that the service rejected needs the user’s agreement again; one without an answer does not', () => {
  const agreementAfter = (outcome: SendOutcome) => {
    const index = createJournalIndex();
    for (const record of [{ kind: 'agreed', ...yes } as const, ...attemptsOf('a', outcome)])
      index.add(record);
    return index.describeBill(attemptOf('a')).agreement;
  };
  expect([rejected, unknown, notSent].map(agreementAfter)).toEqual([null, yes, yes]);
});

test('a checkpoint lists approvals compactly, by connection and organization', () => {
  const none = { approvals: [], bills: [] };
  const place = { connectionId: 'connection-1', plain: none, ended: none, open: none, retired: [] };
  expect(bothOf(ofEachKind)[0].content()).toEqual({
    agreed: [yes],
    linesMissingAtMs: null,
    confirmed: ['second', 'later', 'unread'],
    attempts: [
      { approvalId: 'second', attempt: 1, outcome: notSent },
      { approvalId: 'second', attempt: 2, outcome: confirmed },
      { approvalId: 'withdrawn', attempt: 1, outcome: unknown },
      { approvalId: 'open', attempt: 1, outcome: null },
      { approvalId: 'later', attempt: 2, outcome: confirmed },
      { approvalId: 'unread', attempt: 1, outcome: confirmed },
    ],
    connections: [
      {
        ...{ ...place, organizationId: 'org-1' },
        plain: { approvals: ['plain'], bills: ['bill-plain'] },
        ended: {
          approvals: ['second', 'withdrawn', 'later'],
          bills: ['bill-second', 'bill-withdrawn', 'bill-later'],
        },
        open: { approvals: ['open'], bills: ['bill-open'] },
      },
      {
        ...{ ...place, organizationId: 'org-2' },
        plain: { approvals: ['elsewhere'], bills: ['bill-a'] },
      },
      { ...{ ...place, organizationId: '' }, retired: ['gone', 'gone in doubt'] },
    ],
  });
});

test.each([
  ['nothing', [], false],
  [
    'an open one beside one that has ended',
    [...attemptsOf('a', confirmed), ...attemptsOf('b', null)],
    true,
  ],
  ['one that has ended', attemptsOf('a', confirmed), false],
])('the index knows whether an approval is open: %s', (_, records, isOpen) => {
  expect(bothOf(records).map((index) => index.hasOpen())).toEqual([isOpen, isOpen]);
});

test('the checkpoint has the bills of the last five hundred outcomes, and every older attempt in doubt', () => {
  const bill = { id: 'bill-a', status: 'paid', currency: 'EUR', totalCents: 1, amountDueCents: 0 };
  const records = Array.from({ length: 502 }, (_, at) =>
    attemptsOf(`${at}`, { kind: 'confirmed', bill } as SendOutcome),
  );
  const doubts = [...attemptsOf('lost', unknown), ...attemptsOf('silent', null)];
  const over = [ended('lost'), ended('silent')];
  const { attempts, connections } = bothOf([...doubts, ...over, ...records.flat()])[0].content();
  expect({
    count: attempts.length,
    first: attempts.slice(0, 3).map(({ approvalId }) => approvalId),
    plain: connections[0]?.plain.approvals,
  }).toEqual({ count: 502, first: ['lost', 'silent', '2'], plain: ['0', '1'] });
});
