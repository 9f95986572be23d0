import { expect, test } from 'vitest';
import { fail, succeed } from '../../base/result.ts';
import { createVirtualClock } from '../../base/testing/virtual-clock.ts';
import { createRecordingLog } from '../api/testing/doubles.ts';
import type { Files } from '../ports.ts';
import type { JournalDeps } from './journal-state.ts';
import type { Journal } from './journal.ts';
import { attemptOf, confirmed } from './testing/attempts.ts';
import {
  aKeyring,
  bytesOf,
  clock,
  FIRST,
  FOLDER,
  journalFilesOf,
  startJournal,
  textOf,
  loadJournalFiles,
} from './testing/journal-fixture.ts';
import { createMemoryFiles, type MemoryFiles } from '../files/testing/memory-files.ts';
import { readJournal } from './testing/read-journal.ts';
import { verifyJournal } from './verify-journal.ts';

const SECOND = `${FOLDER}/approvals-000002.jsonl`;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** Kinds of the records in each file, and the verdict on all files. */
async function kindsIn(files: MemoryFiles): Promise<unknown> {
  const all = await journalFilesOf(files);
  const kinds = all.map((file) =>
    readJournal([file])
      .records.map(({ kind }) => kind)
      .join(' '),
  );
  return [kinds, verifyJournal(all).verdict];
}

const asks: Readonly<Record<string, (journal: Journal) => Promise<unknown>>> = {
  open: (journal) => journal.open(null),
  find: (journal) => journal.find('a', 1),
  describeBills: (journal) => journal.describeBills([]),
  writeWeakened: (journal) => journal.writeWeakened({ settings: [] }),
  writeAttempt: (journal) => journal.writeAttempt(attemptOf('a')),
  writeOutcome: (journal) => journal.writeOutcome('a', 1, confirmed),
  writeNotes: (journal) => journal.writeNotes([]),
  readApprovals: (journal) => journal.readApprovals([]),
  approvalsOf: (journal) => journal.approvalsOf('connection-1'),
  readFiles: (journal) => journal.readFiles(),
};

test.each(Object.entries(asks))('%s reports why the journal cannot be read', async (_, ask) => {
  const files = createMemoryFiles();
  files.failNext('list', 'EACCES');
  const reply = await ask(startJournal(files));
  expect(reply).toEqual(fail({ code: 'EACCES', technical: 'EACCES: simulated' }));
});

test('reading approvals fails while a file cannot be read', async () => {
  const files = createMemoryFiles();
  const journal = startJournal(files);
  await journal.writeAttempt(attemptOf('a'));
  files.failNext('read', 'EIO');
  expect(await journal.readApprovals(['a'])).toMatchObject({ ok: false, error: { code: 'EIO' } });
});

test('writing an attempt twice, or a note after closing, fails with the reason', async () => {
  const journal = startJournal(createMemoryFiles());
  await journal.writeAttempt(attemptOf('a'));
  const again = await journal.writeAttempt(attemptOf('a'));
  await journal.close();
  expect([again, await journal.writeNotes([])]).toEqual([
    fail({ code: 'EEXIST', technical: 'this attempt is in the journal already' }),
    fail({ code: 'EBADF', technical: 'the journal is closed' }),
  ]);
});

test('a journal that was only queried, or never read, writes nothing when it closes', async () => {
  const files = createMemoryFiles();
  const journal = startJournal(files, { keys: aKeyring().keys });
  const unread = await journal.readFiles();
  await journal.forgetKey();
  await journal.close();
  await journal.find('a', 1);
  await journal.close();
  files.failNext('append', 'EIO');
  const refused = startJournal(files, { keys: aKeyring().keys });
  await refused.writeAttempt(attemptOf('a'));
  await refused.close();
  const bytes = await bytesOf(files);
  expect([unread, bytes.length, files.durable(`${FOLDER}/checkpoint.json`)]).toEqual([
    succeed({ names: [], known: {}, isKeyUnread: false, each: expect.any(Function) }),
    0,
    null,
  ]);
});

test('J-6 a readable journal with a keyring has a verification key until it is exported', async () => {
  const [files, broken] = [createMemoryFiles(), createMemoryFiles()];
  const { keys } = aKeyring();
  const journal = startJournal(files, { keys });
  const first = await journal.verificationKey();
  await journal.forgetKey();
  const after = await journal.readFiles();
  broken.failNext('list', 'EIO');
  expect([
    await startJournal(createMemoryFiles()).verificationKey(),
    await startJournal(broken, { keys: aKeyring().keys }).verificationKey(),
    typeof first,
    await journal.verificationKey(),
    after.ok && after.value.known.keys,
  ]).toEqual(['none', 'none', 'object', 'given', []]);
});

test('log and report name the operation that the disk refused, and the repair', async () => {
  const files = createMemoryFiles();
  const log = createRecordingLog();
  const { keys } = aKeyring();
  const start = (more: Partial<JournalDeps> = {}) => startJournal(files, { log, keys, ...more });
  files.failNext('list', 'EACCES');
  await start().open(null);
  const first = start();
  for (const code of ['EIO', null]) {
    if (code !== null) files.failNext('append', code);
    await first.writeAttempt(attemptOf('a'));
  }
  files.failNext('writeAtomic', 'ENOSPC');
  await first.close();
  files.plant(FIRST, Buffer.concat([await bytesOf(files), Buffer.from('torn')]));
  files.failNext('openAppend', 'EMFILE');
  const second = start({ maxFileBytes: 1 });
  const reports = [await second.open(null), await second.open(null)];
  files.failNext('openAppend', 'EMFILE');
  await second.writeAttempt(attemptOf('b'));
  const unreadable = createMemoryFiles();
  unreadable.plant(FIRST, new TextEncoder().encode('x\n'.repeat(11)));
  await startJournal(unreadable, { log }).open(null);
  const [broken = '', ...lines] = log.lines.toReversed();
  const quarantined = `approvals-000001.jsonl.torn-${clock.nowMs()}`;
  const repaired = { file: 'approvals-000001.jsonl', quarantined, bytes: 4 };
  const report = {
    ...{ lines: 2, problems: [], startsInTheMiddle: false, lastAtMs: clock.nowMs() },
    ...{ holdsExpected: true, isAsLeft: true, isKeyLost: false, hasOpen: true, repaired },
  };
  expect(reports).toEqual([
    succeed({ ...report, unwritable: { code: 'EMFILE', technical: 'EMFILE: simulated' } }),
    succeed({ ...report, unwritable: null }),
  ]);
  expect(lines.toReversed()).toEqual([
    'error the journal could not be read {"code":"EACCES"}',
    'error the journal could not be written {"code":"EIO"}',
    'warn the journal checkpoint was not written {"code":"ENOSPC"}',
    `warn a torn last line was cut off the journal ${JSON.stringify(repaired)}`,
    'error the journal could not be written {"code":"EMFILE"}',
    'warn the journal could not begin a new file {"code":"EMFILE"}',
  ]);
  expect(broken).toMatch(/^error the journal is broken \{"problems":\[(\{[^}]*\},?){10}\]\}$/);
});

test('bytes that a failed write left are cut off before the next, also in a new file', async () => {
  const files = createMemoryFiles();
  const journal = startJournal(files, { maxFileBytes: 600 });
  const failing = async (id: string): Promise<void> => {
    files.setRoom(10);
    files.failNext('truncate', 'EIO');
    await journal.writeAttempt(attemptOf(id));
    files.setRoom(null);
  };
  await failing('a');
  files.failNext('truncate', 'EIO');
  const refused = await journal.writeAttempt(attemptOf('x'));
  await journal.writeAttempt(attemptOf('a'));
  await failing('b');
  files.failNext('append', 'EIO');
  await journal.writeAttempt(attemptOf('c'));
  files.plant(SECOND, new TextEncoder().encode('left'));
  await journal.writeAttempt(attemptOf('d'));
  await journal.writeOutcome('d', 1, confirmed);
  expect([refused.ok, await kindsIn(files)]).toEqual([
    false,
    [['opened attempt attempt', 'opened attempt', 'opened outcome'], 'whole'],
  ]);
});

test('a torn line that cannot be quarantined stays in its file, and no line is written after it', async () => {
  const files = createMemoryFiles();
  await startJournal(files).writeAttempt(attemptOf('a'));
  const torn = Buffer.concat([await bytesOf(files), Buffer.from('torn')]);
  files.plant(FIRST, torn);
  files.failNext('writeAtomic', 'ENOSPC');
  const journal = startJournal(files);
  const refused = await journal.writeAttempt(attemptOf('b'));
  const left = Buffer.from(await bytesOf(files));
  const later = await journal.writeAttempt(attemptOf('b'));
  const quarantined = await textOf(files, `${FIRST}.torn-${clock.nowMs()}`);
  expect([refused.ok, left.equals(torn), later.ok, quarantined]).toEqual([
    false,
    true,
    true,
    'torn',
  ]);
});

test.each(['truncate', 'sync'] as const)(
  'a start writes nothing while the disk refuses to %s, and every opened file is closed',
  async (operation) => {
    const files = createMemoryFiles();
    await startJournal(files).writeAttempt(attemptOf('a'));
    let open = 0;
    const counted: Files = {
      ...files,
      openAppend: async (path, mode) => {
        const opened = await files.openAppend(path, mode);
        if (!opened.ok) return opened;
        open += 1;
        const close = async (): Promise<void> => void (open -= 1);
        return succeed({ ...opened.value, close });
      },
    };
    const journal = startJournal(counted, { maxFileBytes: 600 });
    files.failNext(operation, 'EIO');
    const refused = await journal.writeAttempt(attemptOf('b'));
    const afterRefusal = open;
    for (const id of ['b', 'c', 'd']) await journal.writeAttempt(attemptOf(id));
    const whileOpen = open;
    await journal.close();
    expect([refused.ok, afterRefusal, whileOpen, open]).toEqual([false, 0, 1, 0]);
  },
);

test('consent is on disk, and an end without an answer to main is marked as only the window’s word', async () => {
  const files = createMemoryFiles();
  const journal = startJournal(files);
  const yes = { approvalId: 'a', snapshot: '0'.repeat(64), overLimit: true, twice: null };
  await journal.writeNotes([{ kind: 'agreed', ...yes }]);
  for (const id of ['a', 'b', 'c', 'd']) await journal.writeAttempt(attemptOf(id));
  await journal.writeOutcome('b', 1, confirmed);
  const known = await startJournal(files).describeBills([attemptOf('a'), attemptOf('b')]);
  await journal.writeNotes([
    { kind: 'ended', approvalId: 'a', how: 'confirmedByService' },
    { kind: 'ended', approvalId: 'b', how: 'confirmedByService' },
    { kind: 'ended', approvalId: 'c', how: 'seenPaid' },
  ]);
  files.setRoom(0);
  await journal.writeOutcome('d', 1, confirmed);
  files.setRoom(null);
  await journal.close();
  const { records, problems } = readJournal(await journalFilesOf(files));
  const marks = records.flatMap((each) => (each.kind === 'ended' ? [each.onlyTheWindow] : []));
  expect([known.ok && known.value.map(({ agreement }) => agreement), marks, problems]).toEqual([
    [expect.objectContaining(yes), null],
    [true, undefined, undefined],
    [],
  ]);
  expect(records.at(-1)).toMatchObject({ kind: 'outcome', approvalId: 'd' });
});

test('J-4 a file is full at exactly its maximum size, and the first line of the next one names it', async () => {
  const files = createMemoryFiles();
  await startJournal(files).writeAttempt(attemptOf('a'));
  const maxFileBytes = (await bytesOf(files)).length;
  await startJournal(files, { maxFileBytes }).writeAttempt(attemptOf('b'));
  const full = await kindsIn(files);
  const followsIn = async (some: Files): Promise<unknown> =>
    readJournal(await journalFilesOf(some)).records.flatMap((each) =>
      each.kind === 'opened' ? [each.follows] : [],
    );
  const followed = async (...paths: readonly string[]): Promise<unknown> => {
    const some = createMemoryFiles();
    for (const path of paths)
      some.plant(path, path === SECOND ? new Uint8Array() : await bytesOf(files));
    await startJournal(some).open(null);
    return followsIn(some);
  };
  const empty = createMemoryFiles();
  empty.plant(FIRST, new Uint8Array());
  await startJournal(empty).open(null);
  const [only] = readJournal(await journalFilesOf(empty)).records;
  const follows = await followsIn(files);
  expect([full, follows, await followed(FIRST, SECOND), await followed(FIRST), only]).toEqual([
    [['opened attempt', 'opened opened attempt'], 'whole'],
    [null, 'approvals-000001.jsonl', null],
    [null, 'approvals-000001.jsonl'],
    [null, null],
    expect.objectContaining({ kind: 'opened', follows: null }),
  ]);
});

/** Files that fail to append a `retired` line, which records a removal by the retention. */
function refusingRetired(files: Files): Files {
  return {
    ...files,
    openAppend: async (path, mode) => {
      const opened = await files.openAppend(path, mode);
      if (!opened.ok) return opened;
      const append: typeof opened.value.append = async (bytes) =>
        Buffer.from(bytes).includes('"retired"')
          ? fail({ code: 'EIO', technical: '' })
          : opened.value.append(bytes);
      return succeed({ ...opened.value, append });
    },
  };
}

test('J-60 the retention removes files only once its line is on disk, and a start finds the same with or without its checkpoint', async () => {
  const files = createMemoryFiles();
  const time = createVirtualClock(1_800_000_000_000);
  const log = createRecordingLog();
  const { keys } = aKeyring();
  const start = (disk: Files = files, more: Partial<JournalDeps> = {}): Journal =>
    startJournal(disk, { clock: time, log, keys, retentionDays: 30, maxFileBytes: 1_200, ...more });
  let next = 0;
  const sendSome = async (journal: Journal): Promise<void> => {
    for (let at = 0; at < 3; at += 1) {
      const id = `${next++}`;
      await journal.writeAttempt(attemptOf(id));
      await journal.writeOutcome(id, 1, confirmed);
    }
    await journal.close();
    await time.advance(40 * DAY_MS);
  };
  await sendSome(start());
  await start(refusingRetired(files)).open(null);
  const kept = (await journalFilesOf(files)).length;
  files.failNext('remove', 'EACCES');
  await start().open(null);
  const removedOnce = start();
  await removedOnce.open(null);
  await sendSome(removedOnce);
  const removedTwice = start();
  await removedTwice.open(null);
  await removedTwice.close();
  const [, body = ''] = (await textOf(files, `${FOLDER}/checkpoint.json`)).split('\n');
  const bare = createMemoryFiles();
  for (const { name, bytes } of await journalFilesOf(files)) bare.plant(`${FOLDER}/${name}`, bytes);
  const sealed = { keys: { ...keys, save: async () => true }, retentionDays: null };
  const reports = [await start(files, sealed).open(null), await start(bare, sealed).open(null)];
  const loaded = await loadJournalFiles(bare, FOLDER);
  expect(JSON.parse(body).files[0]).toBe(loaded.ok && loaded.value[0]?.name);
  expect(kept).toBeGreaterThan(2);
  expect(reports[0]).toEqual(reports[1]);
  expect(reports[0]).toMatchObject({ ok: true, value: { problems: [], startsInTheMiddle: false } });
  expect(loaded.ok && loaded.value[0]?.name !== 'approvals-000001.jsonl').toBe(true);
  const removed = expect.stringMatching(
    /^info old journal files were removed \{"files":\["approvals-.*"\],"upTo":\d+\}$/,
  );
  expect(log.lines).toEqual([
    'error the journal could not be written {"code":"EIO"}',
    'warn a journal file was not removed {"code":"EACCES"}',
    removed,
    removed,
  ]);
});
