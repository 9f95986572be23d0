import { expect, test } from 'vitest';
import { settle } from '../../base/testing/virtual-clock.ts';
import { jsonAnswer } from '../api/testing/doubles.ts';
import { loadJournalFiles } from '../journal/journal-files.ts';
import { readJournal } from '../journal/testing/read-journal.ts';
import { createMemoryFiles } from '../journal/testing/memory-files.ts';
import { approvalOf, seenBill, startGate, type GateHarness } from './testing/gate-harness.ts';

const dearer = { ...seenBill, amount_due_cents: 99_999_900 };
const gone = 'confirmed, 1 sent';
const kept = 'notSent recheck, 0 sent';

test.each<[string, (gate: GateHarness) => Promise<unknown>, string]>([
  ['never read', async ({ note }) => note(), kept],
  ['read before only', async ({ read, note }) => [await read(), await note()], kept],
  ['read afterwards', async ({ note, read }) => [await note(), await read()], gone],
  [
    'changed before the reading',
    async (gate) => {
      await gate.note();
      gate.bill = dearer;
      await gate.read();
    },
    kept,
  ],
  [
    'changed between two readings',
    async (gate) => {
      await gate.note();
      await gate.read();
      gate.bill = dearer;
      await gate.read('waiting');
    },
    kept,
  ],
  [
    'changed and changed back',
    async (gate) => {
      await gate.note();
      gate.bill = dearer;
      await gate.read();
      gate.bill = seenBill;
      await gate.read();
    },
    gone,
  ],
  [
    'overdue since',
    async (gate) => {
      await gate.note();
      gate.bill = { ...seenBill, status: 'overdue', updated_at: 'just now' };
      await gate.read();
    },
    gone,
  ],
  [
    'unreadable by now',
    async (gate) => {
      await gate.note();
      await gate.read();
      gate.bill = { ...seenBill, amount_due_cents: 'a lot' };
      await gate.read();
    },
    kept,
  ],
  [
    'read in another organization',
    async ({ note, read }) => [await note(), await read('recheck', 'org-2')],
    kept,
  ],
  [
    'approved as changed after the reading',
    async ({ note, read }) => [await note(), await read(), await note()],
    kept,
  ],
  [
    'read in the session before',
    async (gate) => {
      await gate.note();
      await gate.read();
      gate.signInId = 'sign-in-0';
      await gate.note(approvalOf(seenBill, { approvalId: 'b' }));
      gate.signInId = 'sign-in-1';
    },
    kept,
  ],
  [
    'asked before, answered afterwards',
    async ({ hold, read, note, release }) => {
      hold();
      const reading = read();
      await settle();
      await note();
      release(0);
      await reading;
    },
    kept,
  ],
  [
    'asked afterwards, together with a read under way',
    async ({ hold, read, note, release }) => {
      hold();
      const first = read('waiting');
      await settle();
      await note();
      const second = read('waiting');
      await settle();
      release(0);
      await Promise.all([first, second]);
    },
    kept,
  ],
  [
    'asked afterwards, beside a read under way that answers last',
    async ({ hold, read, note, release }) => {
      hold();
      const first = read('waiting');
      await settle();
      await note();
      const second = read('recheck');
      await settle();
      release(1);
      await second;
      release(0);
      await first;
    },
    kept,
  ],
  [
    'asked in one session, answered in the next',
    async (gate) => {
      await gate.note();
      gate.hold();
      gate.signInId = 'sign-in-0';
      const reading = gate.read();
      await settle();
      gate.signInId = 'sign-in-1';
      gate.release(0);
      await reading;
    },
    kept,
  ],
])(
  'J-36 only what main itself has read as approved, asked after it heard of the approval, leaves: %s',
  async (_name, course, expected) => {
    const gate = startGate();
    // Whatever is shared with a window needs a first answer before anything goes side by side.
    await gate.read('waiting', 'org-9');
    await course(gate);
    expect(await gate.send()).toBe(expected);
  },
);

test('J-36 a snapshot nobody ever saw is not sent, and its line says so', async () => {
  const gate = startGate();
  await gate.read();
  const invented = approvalOf({
    ...seenBill,
    total_cents: 1,
    amount_due_cents: 1,
    vendor: { name: 'Invented Ltd' },
  });
  await gate.note(invented);
  await gate.note(approvalOf({ ...seenBill, id: 'bill-x' }, { approvalId: 'x' }));
  await gate.read();
  const sent = [await gate.send(invented), await gate.send(invented)];
  await gate.note(approvalOf(seenBill, { approvalId: 'honest' }));
  expect({ sent, lines: await linesOf(gate) }).toEqual({
    sent: [kept, kept],
    lines: ['a other', 'x never', 'honest same'],
  });
});

test('J-36 an approval main first hears of when it is sent waits for a reading from then on', async () => {
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

test('J-36 of an approval from before this start, whatever has been read since counts', async () => {
  const files = createMemoryFiles();
  const before = startGate(files);
  await before.note();
  files.crash();
  const gate = startGate(files);
  const unread = await gate.send();
  await gate.read('waiting');
  expect([unread, await gate.send()]).toEqual([kept, gone]);
});

test('J-37 a change that comes while the approval waits for a token still holds it back', async () => {
  const gate = startGate();
  await gate.note();
  await gate.read();
  const { current } = gate.tokens;
  const asked = Promise.withResolvers<void>();
  Object.assign(gate.tokens, { current: () => asked.promise.then(current) });
  const sending = gate.send();
  await settle();
  Object.assign(gate.tokens, { current });
  gate.bill = dearer;
  await gate.read();
  asked.resolve();
  expect([await sending, await linesOf(gate)]).toEqual([kept, ['a never']]);
});

test('J-37 one that comes while the attempt is written too; the journal then says what became of it', async () => {
  const gate = startGate();
  await gate.note();
  await gate.read();
  const { writeAttempt } = gate.journal;
  Object.assign(gate.journal, {
    writeAttempt: async (...given: Parameters<typeof writeAttempt>) => {
      const written = await writeAttempt(...given);
      gate.bill = dearer;
      await gate.read();
      return written;
    },
  });
  expect([await gate.send(), await linesOf(gate)]).toEqual([
    kept,
    ['a never', 'attempt a', 'outcome notSent'],
  ]);
});

test('J-37 one that comes between a 401 and the new token too', async () => {
  const gate = startGate();
  await gate.note();
  await gate.read();
  gate.answers.push(jsonAnswer(401, {}));
  const { renew } = gate.tokens;
  Object.assign(gate.tokens, {
    renew: async (generation: number) => {
      gate.bill = dearer;
      await gate.read();
      return renew(generation);
    },
  });
  expect(await gate.send()).toBe('notSent recheck, 1 sent');
});

test.each<[string, (gate: GateHarness) => Promise<unknown>, string]>([
  ['by default', async ({ read, note }) => [await read(), await note()], kept],
  [
    'a minute old',
    async (gate) => {
      gate.skipMinutes = 2;
      await gate.read();
      await gate.clock.advance(60_000);
      await gate.note();
    },
    gone,
  ],
  [
    'two minutes old',
    async (gate) => {
      gate.skipMinutes = 2;
      await gate.read();
      await gate.clock.advance(120_000);
      await gate.note();
    },
    kept,
  ],
  [
    'a minute old, and another one than was approved',
    async (gate) => {
      gate.skipMinutes = 2;
      gate.bill = dearer;
      await gate.read();
      await gate.note();
    },
    kept,
  ],
  [
    'of before a sleep',
    async (gate) => {
      gate.skipMinutes = 2;
      await gate.read();
      gate.clock.jump(28_800_000);
      await gate.note();
    },
    kept,
  ],
  [
    'of before the clock was set back',
    async (gate) => {
      gate.skipMinutes = 2;
      await gate.read();
      gate.clock.jump(-28_800_000);
      await gate.note();
    },
    kept,
  ],
])(
  'J-38 without a recheck only what was read so many minutes ago goes, where the user chose so: %s',
  async (_name, course, expected) => {
    const gate = startGate();
    await course(gate);
    expect(await gate.send()).toBe(expected);
  },
);

test('J-39 what was approved in another profile waits for the user, whatever has been read', async () => {
  const gate = startGate();
  gate.profileEpoch = 'after the copy';
  await gate.note();
  await gate.read();
  const before = await gate.send();
  const again = approvalOf(seenBill, { profileEpoch: 'after the copy' });
  expect([before, await gate.send(again)]).toEqual(['notSent dataRestored, 0 sent', gone]);
});

/** What the journal says, in short. */
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
