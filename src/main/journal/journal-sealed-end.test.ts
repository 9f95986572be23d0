import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Files } from '../ports.ts';
import { createMemoryFiles, type MemoryFiles } from '../files/testing/memory-files.ts';
import type { JournalKeySafe } from './journal-key.ts';
import type { ChainHead, RestoredReason } from './journal-record.ts';
import type { Journal } from './journal.ts';
import { attemptOf, confirmed } from './testing/attempts.ts';
import {
  aJournal,
  at,
  CHECKPOINT,
  edit,
  type Edit,
  type Line,
  otherAmount,
  rechained,
  startOf,
  yesTo,
} from './testing/edited-journal.ts';
import {
  aKeyring,
  bytesOf,
  clock,
  FIRST,
  FOLDER,
  journalFilesOf,
  startJournal,
  textOf,
} from './testing/journal-fixture.ts';
import { verifyJournal } from './verify-journal.ts';

const SECOND = `${FOLDER}/approvals-000002.jsonl`;

const keyless: readonly Line[] = [
  { kind: 'opened', v: 1, atMs: 1, follows: null, key: null },
  { kind: 'repaired', v: 1, atMs: 1, setAside: 'x', bytes: 1 },
];

test.each<[string, Edit, isAsLeft: boolean, nextKey: number, damaged: number]>([
  ['as left', (lines) => lines, true, 7, 0],
  ['an early line was changed', at(2, otherAmount), false, 7, 1],
  ['the last line was changed', at(6, otherAmount), false, 7, 1],
  ['a line after the sealed one was removed', rechained((all) => all.toSpliced(4, 1)), false, 7, 1],
  ['lines after the sealed one were cut off', (lines) => lines.slice(0, 4), true, 5, 0],
  [
    'the sealed line was replaced',
    rechained((all) => all.with(3, { ...all[3], atMs: 1 })),
    false,
    7,
    0,
  ],
  ['the sealed line was cut off', (lines) => lines.slice(0, 3), false, 5, 0],
  ['all lines were cut off', () => [], false, 5, 0],
  ['lines without keys follow', rechained((all) => [...all, ...keyless]), true, 7, 0],
  [
    'a newer version wrote the last line',
    at(6, (line) => line.replace('"v":1', '"v":2')),
    true,
    7,
    0,
  ],
])(
  'J-51 a start finds lines that are not as left, and uses no key twice: %s',
  async (_, change, isAsLeft, nextKey, damaged) => {
    const { files, keys } = await aJournal();
    await edit(files, change);
    await files.remove(CHECKPOINT);
    const { journal, report, sealed } = await startOf(files, keys);
    const { next, damaged: counted } = sealed ?? {};
    const found = [report.isAsLeft, report.isKeyLost, next?.index, counted];
    expect(found).toEqual([isAsLeft, false, nextKey, damaged]);
    // A missing line may have approved any bill.
    const known = await journal.describeBills([attemptOf('never approved')]);
    expect(known).toMatchObject({ value: [{ mayLackOthers: !isAsLeft }] });
    // The next start finds the journal as this one left it, but knows that lines are missing.
    await journal.close();
    const later = await startOf(files, keys);
    const stillKnown = await later.journal.describeBills([attemptOf('never approved')]);
    expect(later.report.isAsLeft).toBe(true);
    expect(stillKnown).toMatchObject({ value: [{ mayLackOthers: !isAsLeft }] });
  },
);

test.each<[RestoredReason, boolean]>([
  ['journalGone', true],
  ['journalBehind', true],
  ['copied', false],
  ['longAgo', false],
])(
  'J-51 without a keyring, the mark outside the profile shows that lines are missing: %s',
  async (reason, isMissing) => {
    const files = createMemoryFiles();
    const mayLack = async (journal: Journal) => {
      const read = await journal.describeBills([attemptOf('never approved')]);
      return read.ok && read.value[0]?.mayLackOthers;
    };
    const journal = startJournal(files);
    await journal.open(null);
    await journal.writeRestored({ epoch: 'e', reasons: [reason], expected: null });
    const before = await mayLack(journal);
    await journal.close();
    expect([before, await mayLack(startJournal(files))]).toEqual([isMissing, isMissing]);
  },
);

test.each<[string, Edit, isKeyLost: boolean, problems: readonly string[]]>([
  ['nothing else', (lines) => lines, true, ['7 keyLost']],
  ['the end', (lines) => lines.slice(0, 4), false, ['5 notAsLeft']],
  ['a line', rechained((all) => all.toSpliced(3, 1)), false, ['6 notAsLeft']],
  ['a change', at(2, otherAmount), false, ['3 wrongHash', '7 keyLost']],
])(
  'J-51 without its key, a journal is called cut only if more is known to be gone: %s',
  async (_, change, isKeyLost, problems) => {
    const { files } = await aJournal();
    const [last = ''] = (await textOf(files)).trimEnd().split('\n').slice(-1);
    const lastHash = createHash('sha256').update(last).digest('hex');
    await edit(files, change);
    await files.remove(CHECKPOINT);
    const journal = startJournal(files, { keys: aKeyring().keys });
    const opened = await journal.open({ seq: 6, lastHash });
    const found = verifyJournal(await journalFilesOf(files)).problems;
    expect(opened).toMatchObject({ value: { isAsLeft: false, isKeyLost, holdsExpected: false } });
    expect(found.map(({ line, problem }) => `${line} ${problem}`)).toEqual(problems);
  },
);

/** An approval sent and confirmed, the user's consent to another one, and a crash. */
async function aSentApproval(seals = Infinity) {
  const files = createMemoryFiles();
  const { keys } = aKeyring();
  let left = seals;
  const save: JournalKeySafe['save'] = async (state) => left-- > 0 && keys.save(state);
  const journal = startJournal(files, { keys: { ...keys, save } });
  await journal.open(null);
  await journal.writeAttempt(attemptOf('a'));
  await journal.writeNotes([{ kind: 'agreed', ...yesTo('b') }]);
  await journal.writeOutcome('a', 1, confirmed);
  // The journal does not wait for the seal.
  await clock.advance(1);
  files.crash();
  return { files, keys };
}
const asNotSent = (line: string): string =>
  line.replace('{"kind":"confirmed","bill":null}', '{"kind":"notSent","reason":"offline"}');

test.each<[string, Edit, found: string]>([
  ['nothing was changed', (lines) => lines, 'outcome'],
  ['the outcome was cut off', (lines) => lines.slice(0, 3), 'attemptOnly'],
  ['all of the approval was cut off', (lines) => lines.slice(0, 1), 'noAttempt'],
  ['the outcome was changed', at(4, asNotSent), 'attemptOnly'],
])(
  'J-51 the end is sealed after each outcome, so no crash hides a change: %s',
  async (_, change, kind) => {
    const { files, keys } = await aSentApproval();
    await edit(files, change);
    const { journal, report } = await startOf(files, keys);
    const found = await journal.find('a', 1);
    expect([report.isAsLeft, found]).toMatchObject([kind === 'outcome', { value: { kind } }]);
  },
);

test.each([
  ['an attempt', (journal: Journal) => journal.writeAttempt(attemptOf('a'))],
  [
    'an end',
    (journal: Journal) =>
      journal.writeNotes([{ kind: 'ended', approvalId: 'a', how: 'withdrawn' }]),
  ],
])('J-51 the cut of %s that was sealed is found, though Billfold was killed', async (_, write) => {
  const files = createMemoryFiles();
  const { keys } = aKeyring();
  const journal = startJournal(files, { keys });
  await journal.open(null);
  await write(journal);
  journal.sealEnd();
  await clock.advance(1);
  files.crash();
  await edit(files, (lines) => lines.slice(0, -1));
  expect((await startOf(files, keys)).report.isAsLeft).toBe(false);
});

test('J-51 a line after the sealed one with an invalid HMAC proves neither an outcome nor consent', async () => {
  const { files, keys } = await aSentApproval(2);
  await edit(files, at(4, asNotSent));
  await edit(
    files,
    at(3, (line) => line.replace('"approvalId":"b"', '"approvalId":"c"')),
  );
  const { journal, report } = await startOf(files, keys);
  const [found, bills] = [
    await journal.find('a', 1),
    await journal.describeBills([attemptOf('b'), attemptOf('c')]),
  ];
  expect([report.isAsLeft, found, bills]).toMatchObject([
    false,
    { value: { kind: 'attemptOnly' } },
    { value: [{ agreement: null }, { agreement: null }] },
  ]);
});

test('J-51 a state sealed before the first line finds nothing missing', async () => {
  const files = createMemoryFiles();
  const { keys } = aKeyring();
  files.failNext('append', 'EIO');
  await startJournal(files, { keys }).open(null);
  const { report } = await startOf(files, keys);
  const seq = (await keys.open())?.head?.seq;
  expect([seq, report.isAsLeft, report.isKeyLost]).toEqual([1, true, false]);
});

/** Whether each line has a key that a run adds while the keyring saves nothing. */
async function linesUnsaved(keys: JournalKeySafe, files: MemoryFiles): Promise<readonly boolean[]> {
  const before = (await bytesOf(files)).length;
  const save: JournalKeySafe['save'] = async ({ next }) => next.index < 0;
  const failing = startJournal(files, { keys: { ...keys, save } });
  await failing.writeAttempt(attemptOf(`${before}`));
  await failing.close();
  const added = new TextDecoder().decode((await bytesOf(files)).subarray(before));
  return added.split('\n').flatMap((line) => (line === '' ? [] : [line.includes('"mac"')]));
}

test('lines use no keys of a new series that was not saved, but keys of a saved series', async () => {
  const { keys } = aKeyring();
  const files = createMemoryFiles();
  const fresh = await linesUnsaved(keys, files);
  const journal = startJournal(files, { keys });
  await journal.writeAttempt(attemptOf('a'));
  await journal.close();
  expect([fresh, await linesUnsaved(keys, files)]).toEqual([
    [false, false],
    [true, true],
  ]);
});

test('a start that cannot write seals nothing', async () => {
  const { files, keys } = await aJournal();
  files.failNext('append', 'EIO');
  const { report, sealed } = await startOf(files, keys);
  expect([report.unwritable?.code, sealed]).toEqual(['EIO', undefined]);
});

test('J-70 a start reads all lines if its checkpoint is later than the sealed line', async () => {
  const { files, keys } = await aJournal();
  const unsealed = startJournal(files, { keys: { ...keys, save: async () => false } });
  await unsealed.open(null);
  await unsealed.close();
  const { report } = await startOf(files, keys);
  expect([report.isAsLeft, report.problems]).toEqual([true, []]);
});

test('J-70 a start finds the expected line before, at and after its checkpoint', async () => {
  const { files, keys } = await aJournal();
  const heads: ChainHead[] = [];
  const journal = startJournal(files, {
    keys,
    onTried: (tried) => {
      if (tried.ok) heads.push(tried.value);
    },
  });
  await journal.open(null);
  await journal.writeAttempt(attemptOf('e'));
  await journal.close();
  const [earlier, last] = heads;
  const held: unknown[] = [];
  for (const expected of [earlier, last, { lastHash: 'x', seq: 7 }, { lastHash: 'x', seq: 8 }]) {
    const { report } = await startOf(copyOf(files), savesNothing(keys), expected ?? null);
    held.push([report.holdsExpected, report.isAsLeft]);
  }
  expect(held).toEqual([
    [true, true],
    [true, true],
    [false, true],
    [false, true],
  ]);
});

/** Keeps the sealed state unchanged, so that each start is the next one. */
const savesNothing = (keys: JournalKeySafe): JournalKeySafe => ({
  ...keys,
  save: async () => true,
});

function copyOf(files: MemoryFiles): MemoryFiles {
  const copy = createMemoryFiles();
  for (const path of [FIRST, SECOND, CHECKPOINT]) {
    const bytes = files.durable(path);
    if (bytes !== null) copy.plant(path, bytes);
  }
  return copy;
}

test.each([
  ['cannot be read', { ok: false, error: { code: 'EIO', technical: '' } }],
  ['is missing', { ok: true, value: null }],
] as const)('J-70 a start goes without its checkpoint if the last file %s', async (_, answer) => {
  const { files, keys } = await aJournal();
  let reads = 0;
  const flaky: Files = {
    ...files,
    read: async (path) => (path === FIRST && reads++ === 0 ? answer : files.read(path)),
  };
  const { journal, report } = await startOf(flaky, keys);
  expect([report.lines, await journal.find('a', 1)]).toEqual([
    6,
    { ok: true, value: { kind: 'attemptOnly' } },
  ]);
});

test('J-70 the report of a damaged line after the checkpoint has its number in the file', async () => {
  const { files, keys } = await aJournal();
  await edit(
    files,
    at(5, () => 'x'),
  );
  const { report } = await startOf(files, keys);
  expect(report.problems[0]).toEqual({
    ...{ file: 'approvals-000001.jsonl', line: 5, problem: 'unreadable' },
  });
});

test('a start fails while a file cannot be read', async () => {
  const { files } = await aJournal();
  files.failNext('read', 'EIO');
  expect(await startJournal(files).open(null)).toMatchObject({ ok: false, error: { code: 'EIO' } });
});

test.each([true, false])(
  'J-71 an outcome without a key does not end an attempt that has one; with checkpoint: %s',
  async (hasCheckpoint) => {
    const { files, keys } = await aJournal();
    const notSent = { kind: 'notSent', reason: 'unreachable', retryAtMs: null, error: null };
    const forged = {
      v: 1,
      atMs: 1,
      kind: 'outcome',
      approvalId: 'a',
      attempt: 1,
      outcome: notSent,
    };
    await edit(
      files,
      rechained((lines) => [...lines, keyless[0] ?? {}, forged]),
    );
    if (!hasCheckpoint) await files.remove(CHECKPOINT);
    const { journal, report } = await startOf(files, keys);
    expect([report.problems, await journal.find('a', 1)]).toEqual([
      [],
      { ok: true, value: { kind: 'attemptOnly' } },
    ]);
  },
);

test('a checkpoint holds no outcome that is not on disk', async () => {
  const { files, keys } = await aJournal();
  const { journal } = await startOf(files, keys);
  files.failNext('append', 'EIO');
  await journal.writeOutcome('a', 1, confirmed);
  files.failNext('append', 'EIO');
  await journal.close();
  const { journal: next } = await startOf(files, keys);
  expect(await next.find('a', 1)).toEqual({ ok: true, value: { kind: 'attemptOnly' } });
});

test('a new file gets a checkpoint at once', async () => {
  const files = createMemoryFiles();
  const journal = startJournal(files, { keys: aKeyring().keys, maxFileBytes: 100 });
  for (const id of ['a', 'b']) await journal.writeAttempt(attemptOf(id));
  await journal.find('a', 1);
  const [, body = ''] = (await textOf(files, CHECKPOINT)).split('\n');
  expect(JSON.parse(body)).toMatchObject({
    files: ['approvals-000001.jsonl', 'approvals-000002.jsonl'],
    lines: 4,
  });
});
