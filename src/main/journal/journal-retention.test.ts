import { expect, test } from 'vitest';
import { createVirtualClock } from '../../base/testing/virtual-clock.ts';
import { chainRecord, chainStart } from './journal-chain.ts';
import { journalFileName } from './journal-files.ts';
import type { NewRecord } from './journal-record.ts';
import { findRetirable, type Journal } from './journal.ts';
import { attemptOf, confirmed } from './testing/attempts.ts';
import { aKeyring, FOLDER, journalFilesOf, startJournal } from './testing/journal-fixture.ts';
import { createMemoryFiles } from '../files/testing/memory-files.ts';
import { verifyJournal } from './verify-journal.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** A journal of small files with a retention of thirty days, and a summary of its state after a restart. */
function aKeptJournal() {
  const files = createMemoryFiles();
  const clock = createVirtualClock(1_800_000_000_000);
  const { keys } = aKeyring();
  const start = (retentionDays: number | null = 30): Journal =>
    startJournal(files, { clock, keys, retentionDays, maxFileBytes: 1_200 });
  const restart = async (before: Journal, days: number) => {
    await before.close();
    await clock.advance(days * DAY_MS);
    const journal = start();
    const opened = await journal.open(null);
    const key = await journal.verificationKey();
    const checked = verifyJournal(await journalFilesOf(files), {
      keys: typeof key === 'string' ? [] : [key],
    });
    const known = await journal.approvalsOf('connection-1');
    return {
      journal,
      seen: {
        opened: opened.ok && [opened.value.problems, opened.value.startsInTheMiddle],
        checked: [checked.verdict, checked.startsInTheMiddle, checked.retired > 0],
        known: known.ok && known.value,
      },
    };
  };
  return { files, start, restart };
}

const send = async (journal: Journal, id: string): Promise<void> => {
  await journal.writeAttempt(attemptOf(id));
  await journal.writeOutcome(id, 1, confirmed);
};

test('J-60 while the keyring is away, the retention removes no file of a journal with keys', async () => {
  const files = createMemoryFiles();
  const clock = createVirtualClock(1_800_000_000_000);
  const { keys, secrets } = aKeyring();
  const start = (): Journal =>
    startJournal(files, { clock, keys, retentionDays: 30, maxFileBytes: 1_200 });
  const first = start();
  for (const id of ['a', 'b', 'c']) await send(first, id);
  await first.close();
  await clock.advance(40 * DAY_MS);
  const namesAfterStart = async (strength: 'strong' | 'none'): Promise<unknown> => {
    secrets.strength = { backend: 'keyring', strength };
    const journal = start();
    await journal.open(null);
    await journal.close();
    const all = await journalFilesOf(files);
    return [all[0]?.name, verifyJournal(all).verdict];
  };
  expect([await namesAfterStart('none'), await namesAfterStart('strong')]).toEqual([
    ['approvals-000001.jsonl', 'whole'],
    ['approvals-000004.jsonl', 'whole'],
  ]);
});

test('J-60 old files are removed once all their approvals have ended; the journal stays whole and knows the ids', async () => {
  const { start, restart } = aKeptJournal();
  const first = start();
  await first.open(null);
  for (const id of ['a', 'b']) await send(first, id);
  await first.writeAttempt(attemptOf('open'));
  for (const id of ['c', 'd']) await send(first, id);
  const young = await restart(first, 20);
  const old = await restart(young.journal, 20);
  const again = await restart(old.journal, 1);
  const sent = await again.journal.writeAttempt(attemptOf('a'));
  await again.journal.writeOutcome('open', 1, confirmed);
  const later = await restart(again.journal, 40);
  const whole = [[], false];
  expect([young.seen, old.seen, again.seen, sent.ok, later.seen]).toEqual([
    {
      opened: whole,
      checked: ['whole', false, false],
      known: { open: ['open'], ended: ['a', 'b', 'c', 'd'], retired: [] },
    },
    {
      opened: whole,
      checked: ['whole', false, true],
      known: { open: ['open'], ended: ['c', 'd'], retired: ['a', 'b'] },
    },
    {
      opened: whole,
      checked: ['whole', false, true],
      known: { open: ['open'], ended: ['c', 'd'], retired: ['a', 'b'] },
    },
    false,
    {
      opened: whole,
      checked: ['whole', false, true],
      known: { open: [], ended: [], retired: expect.arrayContaining(['a', 'b', 'c', 'd', 'open']) },
    },
  ]);
});

test('J-60 without a retention period no file is removed; a file that could not be removed is removed at a later start', async () => {
  const { files, start, restart } = aKeptJournal();
  const first = start(null);
  await first.open(null);
  for (const id of ['a', 'b', 'c']) await send(first, id);
  await first.close();
  const isOldestThere = async (): Promise<boolean> =>
    (await journalFilesOf(files)).some(({ name }) => name === 'approvals-000001.jsonl');
  files.failNext('remove', 'EACCES');
  const refused = await restart(start(null), 100);
  const wasThere = await isOldestThere();
  const removed = await restart(refused.journal, 1);
  expect([wasThere, refused.seen.checked, await isOldestThere(), removed.seen.checked]).toEqual([
    true,
    ['whole', false, false],
    false,
    ['whole', false, true],
  ]);
});

const BEFORE_MS = 1_000;
const attempt = (id: string): NewRecord => ({ kind: 'attempt', ...attemptOf(id) });
const connectionsOfEnded = new Map([
  ['a', 'one'],
  ['b', 'two'],
  ['c', 'one'],
]);
const retired: NewRecord = {
  ...{ kind: 'retired', files: [], upTo: { seq: 0, lastHash: '' } },
  approvals: [{ connectionId: 'two', ids: ['b'] }],
};
const agreed: NewRecord = {
  ...{ kind: 'agreed', approvalId: 'open', snapshot: '0'.repeat(64), overLimit: true, twice: null },
};

/** Lines of one file, each with its time in epoch milliseconds. */
type FileLines = readonly (readonly [atMs: number, record: NewRecord])[];

/** Finds the files that may be removed, with their approvals by connection, in a journal with these lines. */
async function retirableOf(of: readonly FileLines[], change = (text: string) => text) {
  const files = createMemoryFiles();
  let head = chainStart;
  const ends = of.map((lines, at) => {
    const bytes = lines.map(([atMs, record]) => {
      const chained = chainRecord(head, record, atMs);
      head = chained.head;
      return chained.bytes;
    });
    const text = change(Buffer.concat(bytes).toString('utf8'));
    files.plant(`${FOLDER}/${journalFileName(at + 1)}`, new TextEncoder().encode(text));
    return head;
  });
  const names = of.map((_, at) => journalFileName(at + 1));
  const index = { connectionOfEnded: (id: string) => connectionsOfEnded.get(id) ?? null };
  const find = () => findRetirable({ files, folder: FOLDER }, names, index, BEFORE_MS);
  return { files, names, ends, find };
}

test('J-60 the first files are removable with the approvals they name, each id once, by connection', async () => {
  const { names, ends, find } = await retirableOf([
    [
      [1, attempt('a')],
      [2, attempt('a')],
      [3, agreed],
    ],
    [
      [5, attempt('c')],
      [4, retired],
    ],
    [[6, attempt('a')]],
  ]);
  expect(await find()).toEqual({
    ...{ kind: 'retired', upTo: ends[1], files: names.slice(0, 2) },
    approvals: [
      { connectionId: 'one', ids: ['a', 'c'] },
      { connectionId: 'two', ids: ['b'] },
    ],
  });
});

const last: FileLines = [[1, attempt('a')]];

test.each<[string, readonly FileLines[], number, ((text: string) => string)?]>([
  ['written before the day', [[[BEFORE_MS - 1, attempt('a')]], last], 1],
  ['a line of exactly that time', [[[BEFORE_MS, attempt('a')]], last], 0],
  [
    'a recent line before an old one',
    [
      [
        [BEFORE_MS, attempt('a')],
        [1, attempt('a')],
      ],
      last,
    ],
    0,
  ],
  ['the last file', [last], 0],
  ['an open approval', [last, [[1, attempt('open')]], last, last], 1],
  ['an empty file', [[], last], 0],
  ['a line that cannot be read', [last, last], 0, (text) => text.replace('"kind"', '"king"')],
  ['a line of a newer version', [last, last], 0, (text) => text.replace('"v":1', '"v":2')],
  ['a line that was changed', [last, last, last], 2, (text) => text.replace('org-1', 'org-2')],
])(
  'J-60 a file is removed when all its lines are old, readable and about ended approvals: %s',
  async (_, of, gone, change) => {
    const { names, find } = await retirableOf(of, change);
    expect((await find())?.files ?? []).toEqual(names.slice(0, gone));
  },
);

test('J-60 no file is removed while the disk refuses to read the first one', async () => {
  const { files, names, find } = await retirableOf([last, last]);
  files.failNext('read', 'EIO');
  const refused = await find();
  await files.remove(`${FOLDER}/${names[0]}`);
  expect([refused, await find()]).toEqual([null, null]);
});
