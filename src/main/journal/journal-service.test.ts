import { expect, test } from 'vitest';
import { chainRecord, chainStart } from './journal-chain.ts';
import { createJournalService } from './journal-service.ts';
import { attemptOf, confirmed } from './testing/attempts.ts';
import {
  aKeyring,
  clock,
  editFirst,
  journalFilesOf,
  startJournal,
  textOf,
} from './testing/journal-fixture.ts';
import { createMemoryFiles } from '../files/testing/memory-files.ts';
import { readKeyFile, verifyJournal } from './verify-journal.ts';

const by = { user: 'ada', host: 'desk', version: '1.0.0' };
const CHOSEN = '/home/ada/log.csv';

/** A service for a journal with one confirmed attempt, and a user who saves to `chosen`. */
async function aService(chosen: string | null = CHOSEN) {
  const files = createMemoryFiles();
  const journal = startJournal(files, { keys: aKeyring().keys, by });
  await journal.writeAttempt(attemptOf('a'));
  await journal.writeOutcome('a', 1, confirmed);
  const asked: string[] = [];
  const service = createJournalService({
    journal,
    files,
    clock,
    askWhereToSave: async (name, format) => {
      asked.push(`${name} ${format}`);
      return chosen;
    },
  });
  return { files, journal, service, asked };
}

test('verifying a whole journal reports its files, its counts and the hash of its last line', async () => {
  const { service } = await aService();
  expect(await service.verify()).toEqual({
    kind: 'whole',
    files: ['approvals-000001.jsonl'],
    lines: 3,
    attempts: 1,
    outcomes: 1,
    authentic: 3,
    chainedOnly: 0,
    chainedLater: 0,
    isKeyUnread: false,
    retired: 0,
    startsInTheMiddle: false,
    lastHash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

test.each([
  ['that can’t be read', true],
  ['that was never made: no keyring', false],
])('J-71 verifying a journal with a key %s', async (_, isKeyUnread) => {
  const { keys, document } = aKeyring();
  const files = createMemoryFiles();
  const journal = startJournal(files, isKeyUnread ? { keys } : {});
  await journal.writeAttempt(attemptOf('a'));
  await journal.close();
  document.locked = true;
  const later = startJournal(files, isKeyUnread ? { keys } : {});
  await later.open(null);
  const service = createJournalService({
    ...{ journal: later, files, clock, askWhereToSave: async () => null },
  });
  expect(await service.verify()).toMatchObject({ kind: 'whole', authentic: 0, isKeyUnread });
});

test('D-37 requests that read the whole journal run one by one, and too many at once are refused', async () => {
  const { files, journal } = await aService();
  let [now, most] = [0, 0];
  const service = createJournalService({
    ...{ files, askWhereToSave: async () => null },
    journal: {
      ...journal,
      readFiles: async () => {
        most = Math.max(most, ++now);
        const read = await journal.readFiles();
        now -= 1;
        return read;
      },
    },
    clock,
  });
  const asked = Array.from({ length: 20 }, () => service.entriesOf(['a']));
  const counts = (await Promise.all(asked)).map((entries) => entries?.length ?? null);
  const { kind } = await service.verify();
  expect([most, counts.filter((count) => count === 2).length, new Set(counts), kind]).toEqual([
    1,
    8,
    new Set([2, null]),
    'whole',
  ]);
});

test('D-37 verification, entries and export read one file after the other, not the whole journal into memory', async () => {
  const files = createMemoryFiles();
  const order: string[] = [];
  const read: typeof files.read = async (path) => {
    order.push(`read ${path.slice(-7, -6)}`);
    return files.read(path);
  };
  const small = { keys: aKeyring().keys, maxFileBytes: 1 };
  const journal = startJournal({ ...files, read }, small);
  for (const id of ['a', 'b', 'c']) await journal.writeAttempt(attemptOf(id));
  const opened = await journal.readFiles();
  order.length = 0;
  if (opened.ok) await opened.value.each(({ name }) => order.push(`took ${name.slice(-7, -6)}`));
  const inOrder = [...order];
  const service = createJournalService({
    journal,
    files,
    clock,
    askWhereToSave: async () => CHOSEN,
  });
  expect([
    inOrder,
    await service.verify(),
    (await service.entriesOf(['a', 'c']))?.map(({ file }) => file.slice(-7, -6)),
    await service.export('csv'),
  ]).toEqual([
    ['read 1', 'took 1', 'read 2', 'took 2', 'took 3'],
    expect.objectContaining({ kind: 'whole', attempts: 3 }),
    ['1', '3'],
    { kind: 'saved', file: 'log.csv', attempts: 3 },
  ]);
});

test('a changed line is reported by file and line; an unfinished last line is torn, not broken', async () => {
  const { files, service } = await aService();
  await editFirst(files, (text) => `${text}{"half`);
  const torn = await service.verify();
  await editFirst(files, (text) => text.replace('{"half', '').replace('Muster', 'Master'));
  expect([torn.kind, await service.verify()]).toEqual([
    'torn',
    expect.objectContaining({
      kind: 'broken',
      problemCount: 2,
      problems: [
        { file: 'approvals-000001.jsonl', line: 2, problem: 'changed' },
        { file: 'approvals-000001.jsonl', line: 3, problem: 'wrongHash' },
      ],
    }),
  ]);
});

test('a journal that the disk refuses to read is reported as unreadable, with the error code', async () => {
  const { files, service } = await aService();
  files.failNext('list', 'EACCES');
  expect(await service.verify()).toEqual({ kind: 'unreadable', code: 'EACCES' });
});

test('the verification waits for the current write, so it sees no half-written line', async () => {
  const { journal, service } = await aService();
  const writing = journal.writeAttempt(attemptOf('b'));
  const verified = service.verify();
  await writing;
  expect(await verified).toEqual(expect.objectContaining({ kind: 'whole', attempts: 2 }));
});

test('the export is saved where the user chooses, and the answer holds only the file’s name', async () => {
  const { files, service, asked } = await aService();
  const answer = await service.export('csv');
  expect({
    asked,
    answer,
    rows: (await textOf(files, CHOSEN)).split('\r\n').length,
  }).toEqual({
    asked: ['billfold-journal-2027-01-15.csv csv'],
    answer: { kind: 'saved', file: 'log.csv', attempts: 1 },
    rows: 3,
  });
});

test('cancelling the dialog saves nothing', async () => {
  const { files, service } = await aService(null);
  expect([await service.export('json'), await files.list('/home/ada')]).toEqual([
    { kind: 'cancelled' },
    { ok: true, value: [] },
  ]);
});

test('a failed export says why, and leaves no partial file', async () => {
  const { files, service } = await aService();
  const answers: unknown[] = [];
  for (const code of ['ENOSPC', 'EROFS', 'EISDIR']) {
    files.failNext('writeAtomic', code);
    answers.push(await service.export('csv'));
  }
  files.failNext('list', 'EIO');
  answers.push(await service.export('csv'));
  expect([answers, await files.list('/home/ada')]).toEqual([
    [
      { kind: 'failed', why: 'noRoom', code: 'ENOSPC' },
      { kind: 'failed', why: 'notAllowed', code: 'EROFS' },
      { kind: 'failed', why: 'notWritten', code: 'EISDIR' },
      { kind: 'failed', why: 'journalUnreadable', code: 'EIO' },
    ],
    { ok: true, value: [] },
  ]);
});

test('the verification key is saved once, where the user chooses; a cancelled or failed try saves nothing', async () => {
  const cancelled = await aService(null);
  const { files, journal, service } = await aService('/home/ada/key.json');
  files.setRoom(0);
  const failed = await service.exportKey();
  files.setRoom(null);
  const saved = await service.exportKey();
  const key = readKeyFile(await textOf(files, '/home/ada/key.json'));
  const checked = verifyJournal(await journalFilesOf(files), { keys: key === null ? [] : [key] });
  const none = createJournalService({
    journal: startJournal(createMemoryFiles()),
    files,
    clock,
    askWhereToSave: async () => CHOSEN,
  });
  expect([
    await cancelled.service.exportKey(),
    typeof (await cancelled.journal.verificationKey()),
    failed,
    saved,
    checked.authentic,
    await service.exportKey(),
    await journal.verificationKey(),
    await none.exportKey(),
  ]).toEqual([
    { kind: 'cancelled' },
    'object',
    { kind: 'failed', why: 'noRoom', code: 'ENOSPC' },
    { kind: 'saved', file: 'key.json' },
    3,
    { kind: 'given' },
    'given',
    { kind: 'none' },
  ]);
});

test('the key’s file is named after its series', async () => {
  const { journal, service, asked } = await aService();
  const key = await journal.verificationKey();
  await service.exportKey();
  expect(asked).toEqual([
    `billfold-journal-key-${typeof key === 'string' ? '' : key.id}.json json`,
  ]);
});

test('the verification reports the first hundred problems and the number of all', async () => {
  const { files, service } = await aService();
  await editFirst(files, (text) => `${'garbage\n'.repeat(101)}${text}`);
  const found = await service.verify();
  if (found.kind !== 'broken') throw new Error(found.kind);
  expect([found.problems.length, found.problemCount > 101]).toEqual([100, true]);
});

test('only lines about an approval become entries, and an entry names a person only if a line does', async () => {
  const files = createMemoryFiles();
  const journal = startJournal(files);
  const { attempt: _, ...facts } = attemptOf('a');
  await journal.writeNotes([
    { kind: 'approved', ...facts },
    { kind: 'agreed', approvalId: 'a', snapshot: '0'.repeat(64), overLimit: true, twice: null },
  ]);
  await journal.writeWeakened({ settings: [{ name: 'limits', before: '[1]', after: '[]' }] });
  await journal.writeRestored({ epoch: 'e', reasons: ['copied'], expected: null });
  await journal.writeNotes([{ kind: 'ended', approvalId: 'a', how: 'withdrawn' }]);
  await journal.close();
  const retired = chainRecord(
    chainStart,
    { kind: 'retired', upTo: chainStart, files: [], approvals: [] },
    1,
  );
  const line = new TextDecoder().decode(retired.bytes);
  await editFirst(files, (text) => `${text}${line}{"torn`);
  const again = startJournal(files);
  await again.open(null);
  const service = createJournalService({
    ...{ journal: again, files, clock },
    askWhereToSave: async () => CHOSEN,
  });
  const found = await service.entriesOf(['a']);
  files.failNext('list', 'EACCES');
  expect([
    found?.map(({ kind, by: name }) => [kind, name]),
    await service.entriesOf(['a']),
  ]).toEqual([
    [
      ['approved', null],
      ['ended', null],
    ],
    null,
  ]);
});

test('each entry about an approval has its file, its line number and the user who ran Billfold', async () => {
  const { journal, service } = await aService();
  await journal.writeAttempt(attemptOf('b'));
  const entry = { approvalId: 'a', file: 'approvals-000001.jsonl', atMs: expect.any(Number), by };
  expect(await service.entriesOf(['a', 'nobody'])).toEqual([
    { ...entry, kind: 'attempt', number: 2 },
    { ...entry, kind: 'outcome', number: 3 },
  ]);
});
