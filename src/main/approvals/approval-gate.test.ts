import { expect, test } from 'vitest';
import { settle } from '../../base/testing/virtual-clock.ts';
import { jsonAnswer } from '../api/testing/doubles.ts';
import { readJournal, loadJournalFiles } from '../journal/journal-files.ts';
import { createMemoryFiles } from '../journal/memory-files.ts';
import { approvalOf, seenBill, startGate, type GateWorld } from './testing/gate-world.ts';

const dearer = { ...seenBill, amount_due_cents: 99_999_900 };
const gone = 'confirmed, 1 sent';
const kept = 'notSent recheck, 0 sent';

test.each<[string, (world: GateWorld) => Promise<unknown>, string]>([
  ['never read', async ({ note }) => note(), kept],
  ['read before only', async ({ read, note }) => [await read(), await note()], kept],
  ['read afterwards', async ({ note, read }) => [await note(), await read()], gone],
  [
    'changed before the reading',
    async (world) => {
      await world.note();
      world.bill = dearer;
      await world.read();
    },
    kept,
  ],
  [
    'changed between two readings',
    async (world) => {
      await world.note();
      await world.read();
      world.bill = dearer;
      await world.read('waiting');
    },
    kept,
  ],
  [
    'changed and changed back',
    async (world) => {
      await world.note();
      world.bill = dearer;
      await world.read();
      world.bill = seenBill;
      await world.read();
    },
    gone,
  ],
  [
    'overdue since',
    async (world) => {
      await world.note();
      world.bill = { ...seenBill, status: 'overdue', updated_at: 'just now' };
      await world.read();
    },
    gone,
  ],
  [
    'unreadable by now',
    async (world) => {
      await world.note();
      await world.read();
      world.bill = { ...seenBill, amount_due_cents: 'a lot' };
      await world.read();
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
    async (world) => {
      await world.note();
      await world.read();
      world.signInId = 'sign-in-0';
      await world.note(approvalOf(seenBill, { approvalId: 'b' }));
      world.signInId = 'sign-in-1';
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
    async (world) => {
      await world.note();
      world.hold();
      world.signInId = 'sign-in-0';
      const reading = world.read();
      await settle();
      world.signInId = 'sign-in-1';
      world.release(0);
      await reading;
    },
    kept,
  ],
])(
  'J-36 only what main itself has read as approved, asked after it heard of the approval, leaves: %s',
  async (_name, course, expected) => {
    const world = startGate();
    // Whatever is shared with a window needs a first answer before anything goes side by side.
    await world.read('waiting', 'org-9');
    await course(world);
    expect(await world.send()).toBe(expected);
  },
);

test('J-36 a snapshot nobody ever saw is not sent, and its line says so', async () => {
  const world = startGate();
  await world.read();
  const invented = approvalOf({
    ...seenBill,
    total_cents: 1,
    amount_due_cents: 1,
    vendor: { name: 'Invented Ltd' },
  });
  await world.note(invented);
  await world.note(approvalOf({ ...seenBill, id: 'bill-x' }, { approvalId: 'x' }));
  await world.read();
  const sent = [await world.send(invented), await world.send(invented)];
  await world.note(approvalOf(seenBill, { approvalId: 'honest' }));
  expect({ sent, lines: await linesOf(world) }).toEqual({
    sent: [kept, kept],
    lines: ['a other', 'x never', 'honest same'],
  });
});

test('J-36 an approval main first hears of when it is sent waits for a reading from then on', async () => {
  const world = startGate();
  await world.read();
  const first = await world.send();
  await world.read();
  expect([first, await world.send(), await linesOf(world)]).toEqual([
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
  const world = startGate(files);
  const unread = await world.send();
  await world.read('waiting');
  expect([unread, await world.send()]).toEqual([kept, gone]);
});

test('J-37 a change that comes while the approval waits for a token still holds it back', async () => {
  const world = startGate();
  await world.note();
  await world.read();
  const { current } = world.tokens;
  const asked = Promise.withResolvers<void>();
  Object.assign(world.tokens, { current: () => asked.promise.then(current) });
  const sending = world.send();
  await settle();
  Object.assign(world.tokens, { current });
  world.bill = dearer;
  await world.read();
  asked.resolve();
  expect([await sending, await linesOf(world)]).toEqual([kept, ['a never']]);
});

test('J-37 one that comes while the attempt is written too; the journal then says what became of it', async () => {
  const world = startGate();
  await world.note();
  await world.read();
  const { writeAttempt } = world.journal;
  Object.assign(world.journal, {
    writeAttempt: async (...given: Parameters<typeof writeAttempt>) => {
      const written = await writeAttempt(...given);
      world.bill = dearer;
      await world.read();
      return written;
    },
  });
  expect([await world.send(), await linesOf(world)]).toEqual([
    kept,
    ['a never', 'attempt a', 'outcome notSent'],
  ]);
});

test('J-37 one that comes between a 401 and the new token too', async () => {
  const world = startGate();
  await world.note();
  await world.read();
  world.answers.push(jsonAnswer(401, {}));
  const { renew } = world.tokens;
  Object.assign(world.tokens, {
    renew: async (generation: number) => {
      world.bill = dearer;
      await world.read();
      return renew(generation);
    },
  });
  expect(await world.send()).toBe('notSent recheck, 1 sent');
});

test.each<[string, (world: GateWorld) => Promise<unknown>, string]>([
  ['by default', async ({ read, note }) => [await read(), await note()], kept],
  [
    'a minute old',
    async (world) => {
      world.skipMinutes = 2;
      await world.read();
      await world.clock.advance(60_000);
      await world.note();
    },
    gone,
  ],
  [
    'two minutes old',
    async (world) => {
      world.skipMinutes = 2;
      await world.read();
      await world.clock.advance(120_000);
      await world.note();
    },
    kept,
  ],
  [
    'a minute old, and another one than was approved',
    async (world) => {
      world.skipMinutes = 2;
      world.bill = dearer;
      await world.read();
      await world.note();
    },
    kept,
  ],
  [
    'of before a sleep',
    async (world) => {
      world.skipMinutes = 2;
      await world.read();
      world.clock.jump(28_800_000);
      await world.note();
    },
    kept,
  ],
  [
    'of before the clock was set back',
    async (world) => {
      world.skipMinutes = 2;
      await world.read();
      world.clock.jump(-28_800_000);
      await world.note();
    },
    kept,
  ],
])(
  'J-38 without a recheck only what was read so many minutes ago goes, where the user chose so: %s',
  async (_name, course, expected) => {
    const world = startGate();
    await course(world);
    expect(await world.send()).toBe(expected);
  },
);

test('J-39 what was approved in another profile waits for the user, whatever has been read', async () => {
  const world = startGate();
  world.profileEpoch = 'after the copy';
  await world.note();
  await world.read();
  const before = await world.send();
  const again = approvalOf(seenBill, { profileEpoch: 'after the copy' });
  expect([before, await world.send(again)]).toEqual(['notSent dataRestored, 0 sent', gone]);
});

/** What the journal says, in short. */
async function linesOf({ files, journal }: GateWorld): Promise<string[]> {
  await journal.open(null);
  const loaded = await loadJournalFiles(files, '/journal');
  if (!loaded.ok) throw new Error(loaded.error.technical);
  return readJournal(loaded.value).records.flatMap((record) => {
    if (record.kind === 'approved') return [`${record.approvalId} ${record.readByMain ?? ''}`];
    if (record.kind === 'attempt') return [`attempt ${record.approvalId}`];
    return record.kind === 'outcome' ? [`outcome ${record.outcome.kind}`] : [];
  });
}
