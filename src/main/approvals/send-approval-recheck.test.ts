import { expect, test } from 'vitest';
import { settle } from '../../base/testing/virtual-clock.ts';
import { jsonAnswer } from '../api/testing/doubles.ts';
import { loadJournalFiles } from '../journal/testing/journal-fixture.ts';
import { readJournal } from '../journal/testing/read-journal.ts';
import { createMemoryFiles } from '../files/testing/memory-files.ts';
import {
  approvalOf,
  seenBill,
  sentBill,
  startGate,
  type GateHarness,
} from './testing/gate-harness.ts';

const dearer = { ...sentBill, amount_due_cents: 99_999_900 };
const refusal = { error: { code: 'invalid_request', message: 'Unknown cursor.' } };
const gone = 'confirmed, 1 sent';
const kept = 'notSent notOnPage, 0 sent';
const changed = 'changed, 0 sent';
const late = 'notSent recheck, 0 sent';

/** Events before an approval is sent, one word each. */
const page = { status: 'open', after: null, askedMs: 7, run: 'run', batch: 'bulk' };

const steps = {
  approve: ({ note }: GateHarness) => note(),
  approveElsewhere: ({ note }: GateHarness) =>
    note(approvalOf({ ...seenBill, id: 'bill-b' }, { approvalId: 'b' })),
  approveAnother: ({ note }: GateHarness) => note(approvalOf(seenBill, { approvalId: 'b' })),
  read: ({ read }: GateHarness) => read(),
  readForList: ({ read }: GateHarness) => read('waiting'),
  readElsewhere: ({ read }: GateHarness) => read('recheck', 'org-2'),
  hold: ({ hold }: GateHarness) => hold(),
  ask: ({ begin }: GateHarness) => begin(),
  askForList: ({ begin }: GateHarness) => begin('waiting'),
  answerFirst: ({ release }: GateHarness) => release(0),
  answerSecond: ({ release }: GateHarness) => release(1),
  change: (gate: GateHarness) => (gate.bill = dearer),
  changeBack: (gate: GateHarness) => (gate.bill = sentBill),
  fallDue: (gate: GateHarness) =>
    (gate.bill = { ...sentBill, status: 'overdue', updated_at: '2026-03-02T09:00:00Z' }),
  pay: (gate: GateHarness) => (gate.bill = { ...sentBill, status: 'paid' }),
  vanish: (gate: GateHarness) => (gate.bill = { ...sentBill, id: 'bill-b' }),
  double: (gate: GateHarness) =>
    gate.readAnswers.push(jsonAnswer(200, { data: [sentBill, dearer] })),
  wallSeconds: ({ clock }: GateHarness) => clock.jump(5_000),
  backASecond: ({ clock }: GateHarness) => clock.jump(-1_000),
  expire: ({ readings }: GateHarness) => readings.expire(),
  spoil: (gate: GateHarness) => (gate.bill = { ...sentBill, amount_due_cents: 'a lot' }),
  sessionBefore: (gate: GateHarness) => (gate.signInId = 'sign-in-0'),
  session: (gate: GateHarness) => (gate.signInId = 'sign-in-1'),
  seconds: ({ clock }: GateHarness) => clock.advance(5_000),
  minute: ({ clock }: GateHarness) => clock.advance(60_000),
  sleep: ({ clock }: GateHarness) => clock.jump(28_800_000),
  readForBulk: (gate: GateHarness) => readForBatch(gate, 'bulk'),
  readForAnother: (gate: GateHarness) => readForBatch(gate, 'another'),
  setClockBack: ({ clock }: GateHarness) => clock.jump(-28_800_000),
};

/** Reads the page for the approval of another bill, made just before. */
async function readForBatch({ readings }: GateHarness, batch: string): Promise<void> {
  const other = approvalOf({ ...seenBill, id: 'bill-b' }, { approvalId: 'b' });
  readings.learnOf(other);
  await readings.recheck({ ...other, page: { ...page, batch } });
}

type Step = keyof typeof steps;

async function take(gate: GateHarness, course: readonly Step[]): Promise<void> {
  for (const step of course) await steps[step](gate);
}

test.each<[string, Step[], string]>([
  ['never read', ['approve'], kept],
  ['read before only', ['read', 'approve'], kept],
  ['read afterwards', ['approve', 'read'], gone],
  ['changed before the reading', ['approve', 'change', 'read'], changed],
  ['changed between two readings', ['approve', 'read', 'change', 'readForList'], changed],
  ['changed and changed back', ['approve', 'change', 'read', 'changeBack', 'read'], gone],
  ['overdue since', ['approve', 'fallDue', 'read'], gone],
  ['unreadable by now', ['approve', 'read', 'spoil', 'read'], kept],
  ['read in another organization', ['approve', 'readElsewhere'], kept],
  ['approved as changed after the reading', ['approve', 'read', 'approve'], kept],
  [
    'read in the session before',
    ['approve', 'read', 'sessionBefore', 'approveAnother', 'session'],
    kept,
  ],
  ['requested before, answered afterwards', ['hold', 'ask', 'approve', 'answerFirst'], kept],
  [
    'requested afterwards, during another read',
    ['hold', 'askForList', 'approve', 'askForList', 'answerFirst'],
    kept,
  ],
  [
    'requested afterwards, during another read that ends last',
    ['hold', 'askForList', 'approve', 'ask', 'answerSecond', 'answerFirst'],
    gone,
  ],
  [
    'the same, with different answers',
    ['hold', 'askForList', 'approve', 'change', 'ask', 'answerSecond', 'answerFirst'],
    kept,
  ],
  [
    'requested in one session, answered in the next',
    ['approve', 'hold', 'sessionBefore', 'ask', 'session', 'answerFirst'],
    kept,
  ],
])(
  'J-36 only a bill that main itself read as approved, in a request after it learned of the approval, is sent: %s',
  async (_name, course, expected) => {
    const gate = startGate();
    // At the start of a quota window, reads go one at a time until the first answer.
    await gate.read('waiting', 'org-9');
    await take(gate, course);
    expect(await gate.send()).toBe(expected);
  },
);

test('J-36 an approval whose snapshot never matched a bill is not sent, and its line says so', async () => {
  const gate = startGate();
  await gate.read();
  const invented = approvalOf({
    ...seenBill,
    totalCents: 1,
    amountDueCents: 1,
    vendor: { id: null, name: 'Invented Ltd' },
  });
  await gate.note(invented);
  await gate.note(approvalOf({ ...seenBill, id: 'bill-x' }, { approvalId: 'x' }));
  await gate.read();
  const sent = [await gate.send(invented), await gate.send(invented)];
  await gate.note(approvalOf(seenBill, { approvalId: 'honest' }));
  expect({ sent, lines: await linesOf(gate) }).toEqual({
    sent: [changed, changed],
    lines: ['a other', 'x never', 'honest same'],
  });
});

test('J-36 an approval that main learns of only at sending waits for a later reading', async () => {
  const gate = startGate();
  await gate.read();
  const first = await gate.send();
  await gate.read();
  expect([first, await gate.send(), await linesOf(gate)]).toEqual([
    kept,
    gone,
    ['attempt a', 'outcome confirmed'],
  ]);
});

test('J-36 a bill that changes after main first learned of its approval is shown as it is now', async () => {
  const gate = startGate();
  const first = await gate.send();
  await changeAndRead(gate);
  expect([first, await gate.send()]).toEqual([kept, changed]);
});

test('J-36 for an approval from before this start, any reading since the start counts', async () => {
  const files = createMemoryFiles();
  const before = startGate(files);
  await before.note();
  files.crash();
  const gate = startGate(files);
  const unread = await gate.send();
  await gate.read('waiting');
  expect([unread, await gate.send()]).toEqual([kept, gone]);
});

/** A gate with an approval that may be sent. */
async function startChecked(): Promise<GateHarness> {
  const gate = startGate();
  await take(gate, ['approve', 'read']);
  return gate;
}

/** The bill changes, and main reads it. */
const changeAndRead = (gate: GateHarness) => take(gate, ['change', 'read']);

test('J-37 a change during the wait for a token still holds the approval back', async () => {
  const gate = await startChecked();
  const { current } = gate.tokens;
  const asked = Promise.withResolvers<void>();
  Object.assign(gate.tokens, { current: () => asked.promise.then(current) });
  const sending = gate.send();
  await settle();
  Object.assign(gate.tokens, { current });
  await changeAndRead(gate);
  asked.resolve();
  expect([await sending, await linesOf(gate)]).toEqual([late, ['a never']]);
});

test.each([
  [1, 5_000, gone],
  [1, 5_001, late],
  [2, 10_000, gone],
  [2, 10_001, late],
])(
  'J-37 an approval of attempt %i that waited %i ms after its recheck: %s',
  async (attempt, waitMs, observed) => {
    const gate = await startChecked();
    const { current } = gate.tokens;
    const wait = () => gate.clock.sleep(waitMs).then(current);
    Object.assign(gate.tokens, { current: wait });
    const sending = gate.send(approvalOf(seenBill, { attempt }));
    await gate.clock.advance(waitMs);
    expect(await sending).toBe(observed);
  },
);

test.each([
  [1, 5_000, gone],
  [1, 5_001, late],
  [2, 5_001, gone],
])(
  'J-37 an approval of attempt %i whose page took %i ms to arrive: %s',
  async (attempt, answerMs, observed) => {
    const gate = startGate();
    await gate.note();
    const slow = gate.clock.sleep(answerMs);
    gate.readAnswers.push(slow.then(() => jsonAnswer(200, { data: [sentBill] })));
    const sending = gate.send(approvalOf(seenBill, { attempt }), page);
    await gate.clock.advance(answerMs);
    expect(await sending).toBe(observed);
  },
);

test('J-37 a sleep during the wait for a token holds the approval back too', async () => {
  const gate = await startChecked();
  const { current } = gate.tokens;
  Object.assign(gate.tokens, {
    current: () => {
      gate.readings.expire();
      return current();
    },
  });
  expect(await gate.send()).toBe(late);
});

test('J-37 a change while the attempt is written holds the approval back too, and the journal has the outcome', async () => {
  const gate = await startChecked();
  const { writeAttempt } = gate.journal;
  Object.assign(gate.journal, {
    writeAttempt: async (...given: Parameters<typeof writeAttempt>) => {
      const written = await writeAttempt(...given);
      await changeAndRead(gate);
      return written;
    },
  });
  expect([await gate.send(), await linesOf(gate)]).toEqual([
    late,
    ['a never', 'attempt a', 'outcome notSent'],
  ]);
});

test('J-37 a change between a 401 and the new token holds it back too', async () => {
  const gate = await startChecked();
  gate.answers.push(jsonAnswer(401, {}));
  const { renew } = gate.tokens;
  Object.assign(gate.tokens, {
    renew: async (generation: number) => {
      const renewed = await renew(generation);
      await changeAndRead(gate);
      return renewed;
    },
  });
  expect(await gate.send()).toBe('notSent recheck, 1 sent');
});

test.each<[string, Step[], string]>([
  ['a minute old', ['read', 'minute', 'approve'], gone],
  ['two minutes old', ['read', 'minute', 'minute', 'approve'], kept],
  ['a version other than the approved one', ['change', 'read', 'approve'], kept],
  [
    'another version, after another bill was approved',
    ['approveElsewhere', 'change', 'read', 'approve'],
    kept,
  ],
  ['read before a sleep', ['read', 'sleep', 'approve'], kept],
  ['read before the clock was set back', ['read', 'setClockBack', 'approve'], kept],
])(
  'without a recheck, only a bill read within the minutes the user chose is sent: %s',
  async (_name, course, expected) => {
    const gate = startGate();
    gate.skipMinutes = 2;
    await take(gate, course);
    expect(await gate.send()).toBe(expected);
  },
);

test('an approval made in another profile waits for the user, whatever main has read', async () => {
  const gate = startGate();
  gate.profileEpoch = 'after the copy';
  await gate.note();
  await gate.read();
  const before = await gate.send();
  const again = approvalOf(seenBill, { profileEpoch: 'after the copy' });
  expect([before, await gate.send(again)]).toEqual(['notSent dataRestored, 0 sent', gone]);
});

const sendWith = (gate: GateHarness, after: string | null = null) =>
  gate.send(approvalOf(seenBill), { ...page, after });

test.each<[string, Step[], string, number]>([
  ['unchanged', ['approve'], gone, 1],
  ['changed', ['approve', 'change'], changed, 1],
  ['paid', ['approve', 'pay'], changed, 1],
  ['unreadable', ['approve', 'spoil'], kept, 1],
  ['gone from the page', ['approve', 'vanish'], kept, 1],
  ['shown twice, and changed in one of them', ['approve', 'double'], kept, 1],
  ['read since, for a list', ['approve', 'read'], gone, 2],
  ['read since, for another approval', ['approve', 'readForAnother'], gone, 2],
  ['read for another, and changed then', ['approve', 'readForAnother', 'change'], changed, 2],
  ['read since, for its bulk', ['approve', 'readForBulk'], gone, 1],
  ['read since for its bulk, and changed before', ['approve', 'change', 'readForBulk'], changed, 1],
  ['read for its bulk, five seconds ago', ['approve', 'readForBulk', 'seconds'], gone, 2],
  [
    'changed five seconds after a reading',
    ['approve', 'readForBulk', 'seconds', 'change'],
    changed,
    2,
  ],
  [
    'read for its bulk, five seconds ago by the wall clock',
    ['approve', 'readForBulk', 'wallSeconds'],
    gone,
    2,
  ],
  [
    'read for its bulk, five seconds ago, and the clock was set back a second',
    ['approve', 'readForBulk', 'seconds', 'backASecond'],
    gone,
    2,
  ],
  ['read for its bulk, before a sleep', ['approve', 'readForBulk', 'expire'], gone, 2],
])(
  'P-1 main reads the page of a bill again before it sends: %s',
  async (_name, course, observed, reads) => {
    const gate = startGate();
    await take(gate, course);
    expect([await sendWith(gate), gate.reads()]).toEqual([observed, reads]);
  },
);

test.each([
  [2_499, 1],
  [2_500, 2],
  [4_000, 2],
])(
  'P-1 approvals of a bulk share a reading for at most five seconds: answers of %i ms need %i readings',
  async (answerMs, reads) => {
    const gate = startGate();
    await gate.clock.advance(10_000);
    const data = [sentBill, { ...sentBill, id: 'bill-b' }];
    gate.readAnswers.push(jsonAnswer(200, { data }), jsonAnswer(200, { data }));
    const other = approvalOf({ ...seenBill, id: 'bill-b' }, { approvalId: 'b' });
    for (const each of [other, approvalOf(seenBill)]) await gate.note(each);
    gate.answers.push(gate.clock.sleep(answerMs).then(() => jsonAnswer(200, {})));
    const first = gate.send(other, page);
    await gate.clock.advance(answerMs);
    await first;
    expect([await sendWith(gate), gate.reads()]).toEqual(['confirmed, 2 sent', reads]);
  },
);

test.each<[string, Step[], string]>([
  ['a minute ago', ['approve', 'read', 'minute'], gone],
  ['two minutes ago', ['approve', 'read', 'minute', 'minute'], kept],
])(
  'P-1 an approval whose bill main cannot read by its page is sent by an older reading: %s',
  async (_name, course, observed) => {
    const gates = [startGate(), startGate()] as const;
    for (const gate of gates) await take(gate, course);
    gates[1].readAnswers.push(jsonAnswer(400, refusal));
    expect([await gates[0].send(), await sendWith(gates[1], 'c1')]).toEqual([observed, observed]);
  },
);

test('P-1 a bill that is not payable is not approved, even if it is unchanged since it was on screen', async () => {
  const gate = startGate();
  const paid = { ...seenBill, status: 'paid' };
  await take(gate, ['approve', 'pay']);
  await gate.note(approvalOf(paid));
  expect(await gate.send(approvalOf(paid), page)).toBe(changed);
});

test('after an answer that proves nothing main reads again before it sends', async () => {
  const gate = startGate();
  gate.rules = { ...gate.rules, sendAgainByItself: true };
  await gate.note();
  gate.answers.push(jsonAnswer(502, {}));
  const first = await sendWith(gate);
  const again = await gate.send(approvalOf(seenBill, { attempt: 2 }), page);
  expect([first, again, gate.reads()]).toEqual(['unknown, 1 sent', 'confirmed, 2 sent', 2]);
});

test.each([
  ['the bill as approved', {}, gone.replace('1', '2'), 1],
  ['the bill with another memo', { memo: 'Approved' }, gone.replace('1', '2'), 1],
  ['the bill with another total', { total_cents: 99_999_900 }, 'changed, 1 sent', 2],
])(
  'after an answer with %s, others of its bulk are sent as last read',
  async (_, fields, sent, reads) => {
    const gate = startGate();
    const other = { ...sentBill, id: 'bill-b' };
    const approval = approvalOf({ ...seenBill, id: 'bill-b' }, { approvalId: 'b' });
    await gate.note();
    await gate.note(approval);
    gate.readAnswers.push(jsonAnswer(200, { data: [sentBill, other] }));
    gate.answers.push(jsonAnswer(200, { data: { ...other, status: 'paid', ...fields } }));
    const first = await gate.send(approval, page);
    gate.bill = dearer;
    expect([first, await sendWith(gate), gate.reads()]).toEqual([gone, sent, reads]);
  },
);

/** Lines of the journal, in short. */
async function linesOf({ files, journal }: GateHarness): Promise<string[]> {
  await journal.open(null);
  const loaded = await loadJournalFiles(files, '/journal');
  if (!loaded.ok) throw new Error(loaded.error.technical);
  return readJournal(loaded.value).records.flatMap((record) => {
    if (record.kind === 'approved') return [`${record.approvalId} ${record.readByMain ?? ''}`];
    if (record.kind === 'attempt') return [`attempt ${record.approvalId}`];
    return record.kind === 'outcome' ? [`outcome ${record.outcome.kind}`] : [];
  });
}
