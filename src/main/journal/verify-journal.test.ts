import { expect, test } from 'vitest';
import { chainRecord, chainStart, type ChainProblem } from './journal-chain.ts';
import { journalFileName, type JournalFile } from './journal-files.ts';
import { firstKey, nextKey } from './journal-key.ts';
import type { NewRecord, RestoredReason } from './journal-record.ts';
import { attemptOf, confirmed } from './testing/attempts.ts';
import {
  describeVerification,
  verifyJournal,
  type KnownOfJournal,
  type Verification,
} from './verify-journal.ts';

const start = firstKey(new Uint8Array(32).fill(7));
const line = { seq: 3, lastHash: 'ab'.repeat(32) };
const opened: NewRecord = { kind: 'opened', follows: null };
const lacking: NewRecord = { ...opened, lacks: line };
const restored = (...reasons: readonly RestoredReason[]): NewRecord => ({
  ...{ kind: 'restored', epoch: 'e', reasons: [...reasons], expected: null },
});
const attempt: NewRecord = { kind: 'attempt', ...attemptOf('a') };
const outcome: NewRecord = { kind: 'outcome', approvalId: 'a', attempt: 1, outcome: confirmed };
const { attempt: _, ...facts } = attemptOf('a');
const approved: NewRecord = { kind: 'approved', ...facts };
const ended: NewRecord = { kind: 'ended', approvalId: 'a', how: 'confirmedByService' };

/** A journal with these files. Lines have keys of one series, up to the first `null`. */
function journalOf(...files: readonly (readonly (NewRecord | null)[])[]): readonly JournalFile[] {
  let head = chainStart;
  let key: typeof start | null = start;
  return files.map((records, at) => {
    const bytes = records.flatMap((record) => {
      if (record === null) key = null;
      if (record === null) return [];
      const chained = chainRecord(head, record, 1, key);
      head = chained.head;
      key = key && nextKey(key);
      return [chained.bytes];
    });
    return { name: journalFileName(at + 1), bytes: Buffer.concat(bytes) };
  });
}

/** The files, with a text in one of them replaced. */
const edited = (files: readonly JournalFile[], at: number, text: string, by: string) =>
  files.map(({ name, bytes }, file) => {
    const before = Buffer.from(bytes).toString('utf8');
    return { name, bytes: Buffer.from(file === at ? before.replace(text, by) : before) };
  });

const problemsOf = (files: readonly JournalFile[], known?: KnownOfJournal): readonly string[] =>
  verifyJournal(files, known).problems.map(
    ({ file, line: at, problem }) => `${Number(file.slice(10, 16))}:${at} ${problem}`,
  );

test.each<[string, readonly (NewRecord | null)[], readonly string[]]>([
  ['nothing is wrong', [opened, attempt, outcome], []],
  ['lines are gone', [lacking, attempt], ['1:1 notAsLeft']],
  ['an old journal', [opened, restored('journalBehind')], ['1:2 notAsLeft']],
  ['one of two reasons', [opened, restored('copied', 'journalGone')], ['1:2 notAsLeft']],
  ['another reason', [opened, restored('copied', 'longAgo')], []],
  ['without the line of the start', [restored('journalGone')], ['1:1 notAsLeft']],
  ['reported by the line before', [lacking, restored('journalGone')], ['1:1 notAsLeft']],
  [
    'reported at an earlier start',
    [lacking, attempt, opened, restored('journalGone')],
    ['1:1 notAsLeft', '1:4 notAsLeft'],
  ],
  ['an outcome without the key of its attempt', [opened, attempt, null, outcome], ['1:3 invented']],
  [
    'an outcome without the key of its attempt, after another attempt without one',
    [opened, attempt, null, { ...attempt, approvalId: 'b' }, outcome],
    ['1:4 invented'],
  ],
  ['attempt and outcome without a key', [opened, null, attempt, outcome], []],
  ['an outcome without an attempt', [opened, null, outcome, attempt], ['1:2 invented']],
])('J-51 lines report what a start found: %s', (_name, records, problems) => {
  expect(problemsOf(journalOf(records))).toEqual(problems);
});

test.each<[string, KnownOfJournal, readonly string[]]>([
  ['nothing is known', {}, []],
  ['it was empty', { head: chainStart }, []],
  ['it had a line', { head: { ...line, seq: 1 } }, ['0:1 emptied']],
])('J-51 the journal has no line left: %s', (_name, known, problems) => {
  expect(problemsOf([], known)).toEqual(problems);
});

const three = journalOf([opened, attempt], [opened, outcome], [opened, ended]);
const keyed = { keys: [start] };
const retired: NewRecord = {
  ...{ kind: 'retired', upTo: { seq: 3, lastHash: '' }, files: [], approvals: [] },
};
const four = journalOf([opened, attempt], [opened, retired, outcome], [opened, ended], [opened]);
const secondLine = (file: JournalFile | undefined): string =>
  `${
    Buffer.from(file?.bytes ?? [])
      .toString('utf8')
      .split('\n')[1]
  }\n`;
const begunLate = chainRecord(chainStart, opened, 1, nextKey(start)).bytes;

test.each<[string, readonly JournalFile[], readonly string[]]>([
  ['whole', three, []],
  ['in another order', three.toReversed(), []],
  ['without its first file', three.slice(1), ['2:1 removed']],
  ['without its second file', three.toSpliced(1, 1), ['3:1 wrongHash', '3:1 removed']],
  [
    'without its first file, and changed later',
    edited(three.slice(1), 1, 'confirmedByService', 'withdrawn'),
    ['2:1 removed', '3:2 changed'],
  ],
  [
    'without its first file, and with another first line',
    edited(three.slice(1), 0, 'null', '"b"'),
    ['2:1 removed', '2:1 changed', '2:2 wrongHash', '2:2 removed'],
  ],
  ['without what the retention removed', four.slice(1), []],
  [
    'without what the retention removed, and without its third file',
    four.slice(1).toSpliced(1, 1),
    ['4:1 wrongHash', '4:1 removed'],
  ],
  [
    'without what the retention removed, and without the line that says so',
    edited(four.slice(1), 0, secondLine(four[1]), ''),
    ['2:1 removed', '2:2 wrongHash', '2:2 removed'],
  ],
  ['begun with a later key', [{ name: journalFileName(1), bytes: begunLate }], ['1:1 removed']],
  [
    'changed in two files',
    edited(edited(three, 0, 'org-1', 'org-2'), 1, 'null', '"b"'),
    ['1:2 changed', '2:1 wrongHash', '2:1 changed', '2:2 wrongHash'],
  ],
])('J-50 the key checks lines across several files: %s', (_name, files, problems) => {
  expect(problemsOf(files, keyed)).toEqual(problems);
});

test('J-41 approvals of content that main had not read, and ends it did not observe, are counted', () => {
  const read = (['same', 'other', 'never', 'never'] as const).map((readByMain): NewRecord => ({
    ...approved,
    readByMain,
  }));
  const ends: readonly NewRecord[] = [ended, { ...ended, onlyTheWindow: true }];
  const { onlyTheWindow } = verifyJournal(journalOf([opened, approved, ...read, ...ends]));
  expect(onlyTheWindow).toEqual({ approved: 3, ended: 1 });
});

const whole: Verification = {
  ...{ verdict: 'whole', lines: 9, attempts: 2, outcomes: 1, problems: [], retired: 0 },
  ...{ onlyTheWindow: { approved: 0, ended: 0 }, startsInTheMiddle: false, lastHash: 'ff' },
  ...{ authentic: 4, chainedOnly: 5, chainedLater: 3 },
};
const first = 'whole: 9 lines, 2 attempts, 1 outcomes';
const end = [
  'checked with the key: 4 lines; chained only: 5, of these later than the first key: 3',
  'last line: ff',
];

test.each<[Partial<Verification>, readonly string[]]>([
  [{}, [first, ...end]],
  [{ startsInTheMiddle: true }, [first, 'continues an earlier file that was not given', ...end]],
  [{ retired: 7 }, [first, 'lines up to 7 were removed by the organization’s retention', ...end]],
  [
    { verdict: 'torn' },
    [
      first.replace('whole', 'torn'),
      'the last line was cut off; Billfold repairs this when it starts',
      ...end,
    ],
  ],
  [
    { onlyTheWindow: { approved: 1, ended: 2 } },
    [
      first,
      'approved in a version of the bill that Billfold had not read from the service by then: 1',
      'marked as confirmed without a confirmation in this log: 2',
      ...end,
    ],
  ],
])('a verification in words, one line each: %j', (found, lines) => {
  expect(describeVerification({ ...whole, ...found })).toEqual(lines);
});

test.each<[ChainProblem['problem'], string]>([
  ['unreadable', 'cannot be read'],
  ['newerVersion', 'was written by a newer version'],
  ['wrongHash', 'does not follow from the line before it'],
  ['wrongNumber', 'is out of order'],
  ['changed', 'is not as Billfold wrote it'],
  ['invented', 'was not written by Billfold'],
  ['removed', 'comes after lines that were removed'],
  ['moved', 'was written elsewhere'],
  ['cutEnd', 'is not the last one: lines after it are gone'],
  ['emptied', 'all lines are missing'],
  ['otherKey', 'begins with another key: another journal was appended, or the key was lost'],
  ['wrongKey', 'the journal was not written with this key'],
  ['remade', 'follows from the lines before it, and is not what Billfold wrote there'],
  ['notAsLeft', 'was written although earlier lines were missing or changed'],
  ['keyLost', 'was written with a new key: the one before was missing or another'],
])('each problem has its own words: %s', (problem, words) => {
  const problems = [{ file: 'a', line: 2, problem }];
  expect(describeVerification({ ...whole, problems })).toEqual([first, `a:2 ${words}`, ...end]);
});
