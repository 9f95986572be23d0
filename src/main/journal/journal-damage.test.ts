import { expect, test } from 'vitest';
import type { SendOutcome } from '../../bridge/approval.ts';
import { createMemoryFiles } from '../files/testing/memory-files.ts';
import { attemptOf, confirmed } from './testing/attempts.ts';
import {
  aJournal,
  at,
  CHECKPOINT,
  edit,
  type Line,
  type Edit,
  otherAmount,
  rechained,
  startOf,
  yesTo,
} from './testing/edited-journal.ts';
import { verifyJournal } from './verify-journal.ts';
import { aKeyring, FIRST, FOLDER, readFilesOf, startJournal } from './testing/journal-fixture.ts';

const SECOND = `${FOLDER}/approvals-000002.jsonl`;

test('J-51 a start reports damage once, and later only new damage', async () => {
  const { files, keys } = await aJournal();
  const found: unknown[] = [];
  const nothing: Edit = (lines) => lines;
  const changes = [at(2, otherAmount), nothing, at(3, otherAmount), nothing];
  for (const change of [...changes, at(2, (line) => line.replace('12301', '12302')), nothing]) {
    await edit(files, change);
    await files.remove(CHECKPOINT);
    const { journal, report, sealed } = await startOf(files, keys);
    found.push([report.isAsLeft, report.holdsExpected, sealed?.damaged]);
    await journal.close();
  }
  expect(found).toEqual([
    [false, false, 1],
    [true, true, 1],
    [false, false, 2],
    [true, true, 2],
    // The same line, changed again.
    [false, false, 2],
    [true, true, 2],
  ]);
});

test.each([1, 150])(
  'J-51, J-71 damage of %i lines, once found, does not hide forged consent before them',
  async (places) => {
    const files = createMemoryFiles();
    const { keys } = aKeyring();
    const first = startJournal(files, { keys });
    for (let line = 0; line <= places; line += 1) await first.writeNotes([agreedTo(`${line}`)]);
    await first.close();
    const asX = (line: string): string => line.replace(/"approvalId":"[^"]*"/, '"approvalId":"x"');
    const damage: Edit = (lines) =>
      lines.map((line, index) =>
        index > 0 && index <= places ? line.replace('"abab', '"acab') : line,
      );
    const forge = (lines: readonly string[]) => [
      ...rechained((all) => all)(lines.slice(0, 2).map(asX)),
      ...lines.slice(2),
    ];
    const found: unknown[] = [];
    for (const change of [damage, (lines: readonly string[]) => lines, forge]) {
      await edit(files, change);
      await files.remove(CHECKPOINT);
      const { journal, report, sealed } = await startOf(files, keys);
      found.push([report.isAsLeft, sealed?.damaged, (sealed?.breaks?.length ?? 0) <= 100]);
      await journal.close();
    }
    expect(found).toEqual([
      [false, places, true],
      [true, places, true],
      [false, places, true],
    ]);
  },
);

const agreedTo = (id: string) => ({ kind: 'agreed', ...yesTo(id) }) as const;
const yes = { kind: 'approved', ...attemptOf('a'), readByMain: 'same' } as const;
const run = { v: 1, atMs: 1, kind: 'opened', follows: null, key: null };
const sentKeyless = { v: 1, atMs: 1, kind: 'attempt', ...attemptOf('a') };
const keylessOutcome = (outcome: SendOutcome) => ({
  ...{ v: 1, atMs: 1, kind: 'outcome', approvalId: 'a', attempt: 1, outcome },
});
const keylessEnd = { v: 1, atMs: 1, kind: 'ended', approvalId: 'a', how: 'seenPaid' };
const rejected = { kind: 'rejected', error: { kind: 'notFound', technical: '' } } as const;

test.each<[string, readonly Line[], found: string, verdict: string]>([
  ['confirmed', [run, keylessOutcome(confirmed)], 'noAttempt', 'broken'],
  ['refused', [run, keylessOutcome(rejected)], 'noAttempt', 'broken'],
  ['tried and confirmed', [run, sentKeyless, keylessOutcome(confirmed)], 'attemptOnly', 'whole'],
  ['ended', [keylessEnd], 'noAttempt', 'broken'],
  ['ended in a run of its own', [run, keylessEnd], 'noAttempt', 'whole'],
])(
  'J-71 lines without a key do not end an approval made with one: %s',
  async (_, lines, kind, verdict) => {
    for (const hasCheckpoint of [true, false]) {
      const files = createMemoryFiles();
      const { keys } = aKeyring();
      const first = startJournal(files, { keys });
      await first.open(null);
      await first.writeNotes([agreedTo('a'), yes]);
      await first.close();
      await edit(
        files,
        rechained((all) => [...all, ...lines]),
      );
      if (!hasCheckpoint) await files.remove(CHECKPOINT);
      const { journal } = await startOf(files, keys);
      const [found, ofConnection, bills, restored] = [
        await journal.find('a', 1),
        await journal.approvalsOf('connection-1'),
        await journal.describeBills([attemptOf('a')]),
        await journal.readApprovals(['a']),
      ];
      const { files: read, known } = await readFilesOf(journal);
      expect([
        found,
        ofConnection,
        bills,
        restored,
        verifyJournal(read, known).verdict,
      ]).toMatchObject([
        { value: { kind } },
        { value: { open: ['a'], ended: [] } },
        { value: [{ agreement: yesTo('a'), wasRejected: false }] },
        { value: [{ ended: null }] },
        verdict,
      ]);
    }
  },
);

test('J-51 after a lost beginning, a further loss is still found', async () => {
  const files = createMemoryFiles();
  const { keys } = aKeyring();
  const journal = startJournal(files, { keys, maxFileBytes: 100 });
  for (const id of ['a', 'b', 'c']) await journal.writeAttempt(attemptOf(id));
  await journal.close();
  const found: unknown[] = [];
  for (const gone of [FIRST, null, SECOND]) {
    if (gone !== null) await files.remove(gone);
    await files.remove(CHECKPOINT);
    const again = await startOf(files, keys);
    found.push([again.report.isAsLeft, again.sealed?.damaged]);
    await again.journal.close();
  }
  expect(found).toEqual([
    [false, 1],
    [true, 1],
    [false, 1],
  ]);
});

test.each<[string, Edit, isAsLeft: boolean]>([
  ['damage since the seal is reported', at(6, otherAmount), false],
  ['damage that may be older is not', at(2, otherAmount), true],
])('J-51 after a version that did not count damage: %s', async (_, change, isAsLeft) => {
  const { files, keys } = await aJournal();
  await edit(files, change);
  await files.remove(CHECKPOINT);
  const opened = await keys.open();
  const uncounted = {
    ...keys,
    open: async () => opened && { ...opened, damaged: null, breaks: null },
  };
  const { report } = await startOf(files, uncounted);
  expect(report.isAsLeft).toBe(isAsLeft);
});

test('J-51 a missing beginning counts as one damaged line', async () => {
  const files = createMemoryFiles();
  const { keys } = aKeyring();
  const journal = startJournal(files, { keys, maxFileBytes: 100 });
  for (const id of ['a', 'b']) await journal.writeAttempt(attemptOf(id));
  await journal.close();
  await files.remove(FIRST);
  await files.remove(CHECKPOINT);
  const { report, sealed } = await startOf(files, keys);
  expect([report.startsInTheMiddle, report.isAsLeft, sealed?.damaged]).toEqual([true, false, 1]);
});
