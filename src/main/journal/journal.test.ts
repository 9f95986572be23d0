import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Files } from '../ports.ts';
import { chainRecord, readChain } from './journal-chain.ts';
import type { JournalKeySafe } from './journal-key.ts';
import type { Journal } from './journal.ts';
import { attemptOf, confirmed } from './testing/attempts.ts';
import {
  aKeyring,
  bytesOf,
  clock,
  editFirst,
  FIRST,
  FOLDER,
  journalFilesOf,
  startJournal,
  textOf,
} from './testing/journal-fixture.ts';
import { createMemoryFiles, type MemoryFiles } from '../files/testing/memory-files.ts';
import { readJournal, type ReadJournal } from './testing/read-journal.ts';
import { describeVerification, verifyJournal, type Verification } from './verify-journal.ts';

const start = (files: Files, maxFileBytes = 1_000_000, keys?: JournalKeySafe): Journal =>
  startJournal(files, { maxFileBytes, ...(keys && { keys }) });
const readBack = async (files: MemoryFiles): Promise<ReadJournal> =>
  readJournal(await journalFilesOf(files));
const verify = async (files: MemoryFiles): Promise<Verification> =>
  verifyJournal(await journalFilesOf(files));

/** A new journal, with an attempt to send each of these approvals. */
async function withAttempts(...ids: readonly string[]) {
  const files = createMemoryFiles();
  const journal = start(files);
  for (const id of ids) await journal.writeAttempt(attemptOf(id));
  return { files, journal };
}

const kindsOf = (read: ReadJournal): string[] => read.records.map(({ kind }) => kind);

test('an attempt and an outcome survive a power cut the moment they are written', async () => {
  const { files, journal } = await withAttempts('a', 'b');
  await journal.writeOutcome('a', 1, confirmed);
  files.crash();
  const again = start(files);
  const found = await Promise.all(['a', 'b', 'c'].map((id) => again.find(id, 1)));
  expect(found).toEqual([
    { ok: true, value: { kind: 'outcome', outcome: confirmed } },
    { ok: true, value: { kind: 'attemptOnly' } },
    { ok: true, value: { kind: 'noAttempt' } },
  ]);
});

test('the journal refuses a record whose line would be unreadable, and stays whole', async () => {
  const { files, journal } = await withAttempts('a');
  const unreadable = structuredClone(attemptOf('b'));
  Object.assign(unreadable.snapshot.rest ?? {}, { vendor: new Date(Number.NaN) });
  const written = await journal.writeAttempt(unreadable);
  const [found, { verdict, attempts }] = [await journal.find('b', 1), await verify(files)];
  expect([written, found, verdict, attempts]).toEqual([
    { ok: false, error: { code: 'EINVAL', technical: 'this line could not be read again' } },
    { ok: true, value: { kind: 'noAttempt' } },
    'whole',
    1,
  ]);
});

test('J-4 each line names the hash of the line before, across restarts and files', async () => {
  const files = createMemoryFiles();
  for (let run = 0; run < 3; run++) {
    const journal = start(files, 2_000);
    for (let index = 0; index < 5; index++) {
      await journal.writeAttempt(attemptOf(`${run}-${index}`));
      await journal.writeOutcome(`${run}-${index}`, 1, confirmed);
    }
    await journal.close();
  }
  const { verdict, attempts, outcomes, problems } = await verify(files);
  const names = await files.list(FOLDER);
  expect({
    verdict,
    attempts,
    outcomes,
    problems,
    several: names.ok && names.value.length > 3,
  }).toEqual({ verdict: 'whole', attempts: 15, outcomes: 15, problems: [], several: true });
});

test('J-4 a new file names the one before and continues its chain', async () => {
  const files = createMemoryFiles();
  const journal = start(files, 100);
  await journal.open(null);
  await journal.writeAttempt(attemptOf('a'));
  const { records } = await readBack(files);
  expect(
    records.map((each) => [each.seq, each.kind, each.kind === 'opened' ? each.follows : null]),
  ).toEqual([
    [1, 'opened', null],
    [2, 'opened', 'approvals-000001.jsonl'],
    [3, 'attempt', null],
  ]);
});

test('a start cuts off a last line torn at any byte, quarantines it and notes it', async () => {
  const { files: whole, journal } = await withAttempts('a');
  const kept = await bytesOf(whole);
  await journal.writeAttempt(attemptOf('b'));
  const both = await bytesOf(whole);
  const failures: number[] = [];
  for (let length = kept.byteLength + 1; length < both.byteLength; length++) {
    const files = createMemoryFiles();
    files.plant(FIRST, both.slice(0, length));
    const repairedJournal = start(files);
    const report = await repairedJournal.open(null);
    await repairedJournal.writeAttempt(attemptOf('c'));
    const { verdict, attempts } = await verify(files);
    const bytes = report.ok ? report.value.repaired?.bytes : null;
    const quarantined = await bytesOf(files, `${FIRST}.torn-${clock.nowMs()}`);
    const good =
      verdict === 'whole' &&
      attempts === 2 &&
      bytes === length - kept.byteLength &&
      quarantined.byteLength === bytes &&
      kindsOf(await readBack(files)).includes('repaired');
    if (!good) failures.push(length);
  }
  expect(failures).toEqual([]);
});

test('J-6 a broken chain is reported, and reading and writing continue', async () => {
  const { files } = await withAttempts('a', 'b', 'c');
  await editFirst(files, (text) => text.replace('"approvalId":"b"', '"approvalId":"x"'));
  const again = start(files);
  const report = await again.open(null);
  await again.writeAttempt(attemptOf('d'));
  const { verdict, problems } = await verify(files);
  expect({
    reported: report.ok ? report.value.problems : null,
    verdict,
    problems,
    found: await again.find('c', 1),
  }).toEqual({
    reported: [{ file: 'approvals-000001.jsonl', line: 4, problem: 'wrongHash' }],
    verdict: 'broken',
    problems: [{ file: 'approvals-000001.jsonl', line: 4, problem: 'wrongHash' }],
    found: { ok: true, value: { kind: 'attemptOnly' } },
  });
});

const problemsWith = (changed: readonly string[]): unknown => {
  const bytes = new TextEncoder().encode(changed.map((line) => `${line}\n`).join(''));
  return verifyJournal([{ name: 'approvals-000001.jsonl', bytes }]).problems.map(
    ({ line, problem }) => [line, problem],
  );
};

const reworded = (lines: readonly string[], text: string, by: string): string[] =>
  lines.map((line, at) => (at === 3 ? line.replace(text, by) : line));

test.each<[string, (lines: readonly string[]) => readonly string[], readonly unknown[]]>([
  ['removed', (lines) => lines.toSpliced(2, 1), [[3, 'wrongHash']]],
  ['the first one removed', (lines) => lines.slice(1), [[1, 'wrongHash']]],
  ['not JSON', (lines) => lines.with(3, 'garbage'), [[4, 'unreadable']]],
  ['of an unknown kind', (lines) => reworded(lines, '"kind"', '"king"'), [[4, 'unreadable']]],
  ['without a version', (lines) => reworded(lines, '"v":1', '"w":1'), [[4, 'unreadable']]],
  ['of a newer version', (lines) => reworded(lines, '"v":1', '"v":2'), [[4, 'newerVersion']]],
  ['out of order', (lines) => reworded(lines, '"seq":4', '"seq":5'), [[4, 'wrongNumber']]],
  [
    'empty, at the beginning',
    (lines) => ['', ...lines],
    [
      [1, 'unreadable'],
      [2, 'wrongHash'],
    ],
  ],
])('J-6 a damaged line is reported: %s', async (_, damage, problems) => {
  const { files } = await withAttempts('a', 'b', 'c');
  const lines = (await textOf(files)).trimEnd().split('\n');
  expect(problemsWith(damage(lines))).toEqual(problems);
});

test('J-6 a line after an unreadable one continues its number and its hash', () => {
  const before = { lastHash: 'ab'.repeat(32), seq: 7 };
  const garbage = new TextEncoder().encode('garbage');
  const head = { lastHash: createHash('sha256').update(garbage).digest('hex'), seq: 8 };
  const next = chainRecord(head, { kind: 'opened', follows: null }, 1);
  const bytes = Buffer.concat([garbage, Buffer.from('\n'), next.bytes]);
  expect(readChain('a', bytes, before)).toEqual({
    ...{ head: next.head, named: [], lines: 2, wholeBytes: bytes.byteLength },
    records: [expect.objectContaining({ kind: 'opened', seq: 9 })],
    problems: [{ file: 'a', line: 1, problem: 'unreadable' }],
    breaks: [createHash('sha256').update(`${before.lastHash} ${head.lastHash}`).digest('hex')],
  });
});

test('J-6 a missing file in the middle breaks the chain; a missing beginning is reported', async () => {
  const files = createMemoryFiles();
  const journal = start(files, 1);
  for (const id of ['a', 'b', 'c']) await journal.writeAttempt(attemptOf(id));
  const all = await journalFilesOf(files);
  const seen = (some: typeof all): unknown => {
    const { verdict, startsInTheMiddle } = verifyJournal(some);
    return [verdict, startsInTheMiddle];
  };
  expect([seen(all), seen(all.filter((_file, index) => index !== 1)), seen(all.slice(1))]).toEqual([
    ['whole', false],
    ['broken', false],
    ['broken', true],
  ]);
});

test('on a full disk no part of an attempt is written, and later attempts succeed once there is room', async () => {
  const { files, journal } = await withAttempts('a');
  files.setRoom(10);
  const refused = await journal.writeAttempt(attemptOf('b'));
  const between = await journal.find('b', 1);
  files.setRoom(null);
  const later = await journal.writeAttempt(attemptOf('b'));
  const { verdict, attempts } = await verify(files);
  expect([refused.ok ? null : refused.error.code, between, later.ok, verdict, attempts]).toEqual([
    'ENOSPC',
    { ok: true, value: { kind: 'noAttempt' } },
    true,
    'whole',
    2,
  ]);
});

test.each(['append', 'sync', 'openAppend', 'list'] as const)(
  'when %s fails once, the attempt is refused and the next one is written',
  async (operation) => {
    const files = createMemoryFiles();
    files.failNext(operation, 'EIO');
    const journal = start(files);
    const first = await journal.writeAttempt(attemptOf('a'));
    const second = await journal.writeAttempt(attemptOf('b'));
    const { verdict, attempts } = await verify(files);
    expect([first.ok, second.ok, verdict, attempts]).toEqual([false, true, 'whole', 1]);
  },
);

test('an outcome that could not be written is remembered, and written before the next line', async () => {
  const { files, journal } = await withAttempts('a');
  files.setRoom(0);
  const refused = await journal.writeOutcome('a', 1, confirmed);
  const known = await journal.find('a', 1);
  files.setRoom(null);
  await journal.writeAttempt(attemptOf('b'));
  await journal.writeAttempt(attemptOf('c'));
  files.crash();
  expect([refused.ok, known, kindsOf(await readBack(files))]).toEqual([
    false,
    { ok: true, value: { kind: 'outcome', outcome: confirmed } },
    ['opened', 'attempt', 'outcome', 'attempt', 'attempt'],
  ]);
});

test('the same attempt is never written twice', async () => {
  const files = createMemoryFiles();
  const journal = start(files);
  const results = await Promise.all([
    journal.writeAttempt(attemptOf('a')),
    journal.writeAttempt(attemptOf('a')),
    journal.writeAttempt(attemptOf('a', 2)),
  ]);
  expect([results.map(({ ok }) => ok), (await verify(files)).attempts]).toEqual([
    [true, false, true],
    2,
  ]);
});

test('an unreadable journal reports the error, and is read later, when possible', async () => {
  const { files } = await withAttempts('a');
  files.failNext('list', 'EACCES');
  const journal = start(files);
  const first = await journal.find('a', 1);
  expect([first.ok ? null : first.error.code, await journal.find('a', 1)]).toEqual([
    'EACCES',
    { ok: true, value: { kind: 'attemptOnly' } },
  ]);
});

test('a verification describes in words where the chain is broken', () => {
  const bytes = new TextEncoder().encode('garbage\n{"torn":');
  const lines = describeVerification(verifyJournal([{ name: 'approvals-000001.jsonl', bytes }]));
  expect(lines.slice(0, 2)).toEqual([
    'broken: 1 lines, 0 attempts, 0 outcomes',
    'approvals-000001.jsonl:1 cannot be read',
  ]);
});

test('an attempt named by an unreadable line may have been sent', async () => {
  const { files } = await withAttempts('a');
  await editFirst(files, (text) => text.replace('"v":1,"seq":2', '"v":2,"seq":2'));
  const journal = start(files);
  const again = await journal.writeAttempt(attemptOf('a'));
  expect([await journal.find('a', 1), again.ok]).toEqual([
    { ok: true, value: { kind: 'attemptOnly' } },
    false,
  ]);
});

test('opening a journal whose first file is missing reports it', async () => {
  const files = createMemoryFiles();
  const journal = start(files, 100);
  await journal.open(null);
  await journal.writeAttempt(attemptOf('a'));
  await journal.close();
  const whole = await start(files).open(null);
  await files.remove(FIRST);
  const cut = await start(files).open(null);
  expect([
    whole.ok && whole.value.startsInTheMiddle,
    cut.ok && cut.value.startsInTheMiddle,
  ]).toEqual([false, true]);
});

test('the reason for a new epoch is written when the journal closes, at the latest', async () => {
  const files = createMemoryFiles();
  const journal = start(files);
  await journal.open(null);
  files.setRoom(10);
  const restored = { epoch: 'e', reasons: ['copied' as const], expected: null };
  const refused = await journal.writeRestored(restored);
  files.setRoom(null);
  await journal.close();
  expect([refused.ok, kindsOf(await readBack(files))]).toEqual([false, ['opened', 'restored']]);
});

test('E-6 an allowed weakening survives a power cut, and is refused while the disk is full', async () => {
  const files = createMemoryFiles();
  const journal = start(files);
  const settings = [{ name: 'lockAfterMinutes', before: '5', after: '0' }];
  const written = await journal.writeWeakened({ settings });
  files.setRoom(10);
  const refused = await journal.writeWeakened({ settings });
  files.setRoom(null);
  files.crash();
  const read = await readBack(files);
  expect([written.ok, refused.ok, kindsOf(read)]).toEqual([true, false, ['opened', 'weakened']]);
  expect(read.records.at(-1)).toMatchObject({ settings });
});

test('each try to write reports the journal’s end or the failure; without a try there is no report', async () => {
  const files = createMemoryFiles();
  const reported: unknown[] = [];
  const journal = startJournal(files, {
    onTried: (tried) => reported.push(tried.ok ? tried.value.seq : tried.error.code),
  });
  await journal.open(null);
  await journal.writeAttempt(attemptOf('a'));
  files.setRoom(10);
  await journal.writeAttempt(attemptOf('b'));
  await journal.writeNotes([]);
  files.setRoom(null);
  await journal.writeAttempt(attemptOf('c'));
  expect(reported).toEqual([1, 2, 'ENOSPC', 3]);
});

const CHECKPOINT = `${FOLDER}/checkpoint.json`;

/** Names of the files that a start reads, and whether the start has the content of all lines. */
async function startOf(files: MemoryFiles, keys: JournalKeySafe): Promise<unknown> {
  const read: string[] = [];
  const noted: MemoryFiles = {
    ...files,
    read: (path) => {
      read.push(path.slice(FOLDER.length + 1));
      return files.read(path);
    },
  };
  // The sealed state must not change, so that each start is the first one after the crash.
  const journal = start(noted, 1_000_000, { ...keys, save: async () => true });
  const report = await journal.open(null);
  const kinds = await Promise.all(['a', 'b', 'c', 'd'].map((id) => journal.find(id, 1)));
  return [
    [...new Set(read)].filter((name) => name !== 'checkpoint.json'),
    report.ok && [report.value.lines, report.value.problems],
    kinds.map((found) => found.ok && found.value.kind),
  ];
}

test('a start reads the lines since its checkpoint, or all lines if the checkpoint is about other lines', async () => {
  const files = createMemoryFiles();
  const { keys } = aKeyring();
  const journal = start(files, 1_000, keys);
  for (const id of ['a', 'b', 'c']) {
    await journal.writeAttempt(attemptOf(id));
    await journal.writeOutcome(id, 1, confirmed);
  }
  await journal.close();
  const closed = await journalFilesOf(files);
  const checkpoint = await bytesOf(files, CHECKPOINT);
  const later = start(files, 1_000, keys);
  await later.writeAttempt(attemptOf('d'));
  files.crash();
  const put = async (change: (files: MemoryFiles) => Promise<void> | void): Promise<unknown> => {
    const copy = createMemoryFiles();
    for (const { name, bytes } of await journalFilesOf(files))
      copy.plant(`${FOLDER}/${name}`, bytes);
    copy.plant(CHECKPOINT, checkpoint);
    await change(copy);
    return startOf(copy, keys);
  };
  const names = (await journalFilesOf(files)).map(({ name }) => name);
  const before = names.slice(0, closed.length - 1);
  const kinds = ['outcome', 'outcome', 'outcome', 'attemptOnly'];
  const lines = (await readBack(files)).lines;
  const whole = [names, [lines, []], kinds];
  const damaged = new TextEncoder().encode(
    new TextDecoder().decode(checkpoint).replace('"a"', '"x"'),
  );
  const first = `${FOLDER}/${names[0]}`;
  expect([
    await put(() => undefined),
    await put((copy) => copy.plant(CHECKPOINT, damaged)),
    await put((copy) => copy.plant(CHECKPOINT, new Uint8Array())),
    // Only the journal was restored, to a state before the checkpoint.
    await put(async (copy) => {
      for (const name of names.slice(1)) await copy.remove(`${FOLDER}/${name}`);
      copy.plant(first, closed[0]?.bytes ?? new Uint8Array());
    }),
  ]).toEqual([
    [names.slice(before.length), [lines, []], kinds],
    whole,
    whole,
    [[names[0]], [expect.any(Number), []], ['outcome', 'noAttempt', 'noAttempt', 'noAttempt']],
  ]);
});
