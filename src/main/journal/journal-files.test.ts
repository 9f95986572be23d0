import { expect, test } from 'vitest';
import { succeed } from '../../base/result.ts';
import { createMemoryFiles } from '../files/testing/memory-files.ts';
import type { Files } from '../ports.ts';
import { chainRecord, chainStart } from './journal-chain.ts';
import { firstKey } from './journal-key.ts';
import type { JournalFile } from './journal-files.ts';
import { loadJournalFiles } from './testing/journal-fixture.ts';
import type { ChainHead, NewRecord } from './journal-record.ts';
import { attemptOf } from './testing/attempts.ts';
import { readJournal } from './testing/read-journal.ts';

const opened: NewRecord = { kind: 'opened', follows: null };
const before: ChainHead = { seq: 5, lastHash: 'a'.repeat(64) };
const key = firstKey(new Uint8Array(32));

/** A second file, without the first one, whose lines follow line 5. */
function fileOf(records: readonly (readonly [NewRecord, keyed: boolean])[]): JournalFile {
  let head = before;
  const lines = records.map(([record, isKeyed]) => {
    const line = chainRecord(head, record, 1, isKeyed ? key : null);
    ({ head } = line);
    return line.bytes;
  });
  return { name: 'approvals-000002.jsonl', bytes: Buffer.concat(lines) };
}

const retired = (upTo: ChainHead): NewRecord => ({
  kind: 'retired',
  upTo,
  files: [],
  approvals: [],
});

test.each<[string, upTo: ChainHead, lineKeys: readonly [boolean, boolean], allowed: boolean]>([
  ['the line before the first', before, [false, false], true],
  ['a later line, since a file could not be removed', { ...before, seq: 6 }, [false, false], true],
  ['an earlier line', { ...before, seq: 4 }, [false, false], false],
  ['another line of that number', { ...before, lastHash: 'b'.repeat(64) }, [false, false], false],
  ['the line before, with a key', before, [true, true], true],
  ['the line before, without the key of the others', before, [true, false], false],
])(
  'J-60 a missing beginning is as decided if a line names %s',
  (_, upTo, [first, last], allowed) => {
    const file = fileOf([
      [opened, first],
      [retired(upTo), last],
    ]);
    const { startsInTheMiddle, retired: upToSeq, isKeyed } = readJournal([file]);
    expect([startsInTheMiddle, upToSeq, isKeyed]).toEqual([!allowed, allowed ? 5 : 0, first]);
  },
);

test('J-6 a torn line that another file follows is reported as unreadable', () => {
  const file = fileOf([[opened, false]]);
  const torn = {
    name: 'approvals-000001.jsonl',
    bytes: Buffer.concat([file.bytes, Buffer.from('x')]),
  };
  expect(readJournal([torn, file]).problems).toContainEqual({
    ...{ file: torn.name, line: 2, problem: 'unreadable' },
  });
});

test('a later file begins in the middle if its first line cannot be read, but not if it begins the chain', () => {
  const name = 'approvals-000002.jsonl';
  const begun = chainRecord(chainStart, opened, 1).bytes;
  const found = [['x\n'], [begun, 'x\n']].map(
    (parts) =>
      readJournal([{ name, bytes: Buffer.concat(parts.map((part) => Buffer.from(part))) }])
        .startsInTheMiddle,
  );
  expect(found).toEqual([true, false]);
});

test('J-6 Billfold reads only files with the name of a journal file, and skips one that has just disappeared', async () => {
  const files = createMemoryFiles();
  for (const name of ['approvals-000002.jsonl', 'x-approvals-000003.jsonl', 'approvals-4.jsonl'])
    files.plant(`/journal/${name}`, new Uint8Array());
  const list: Files['list'] = async (folder) => {
    const found = await files.list(folder);
    return found.ok ? succeed(['approvals-000001.jsonl', ...found.value]) : found;
  };
  const loaded = await loadJournalFiles({ ...files, list }, '/journal');
  expect(loaded.ok && loaded.value.map(({ name }) => name)).toEqual(['approvals-000002.jsonl']);
});

const line = { v: 1, seq: 6, prev: before.lastHash, atMs: 1 };
const { attempt: _, ...facts } = attemptOf('a');
const agreed = {
  ...{ ...line, kind: 'agreed', approvalId: 'a', snapshot: 'c'.repeat(64), overLimit: true },
  twice: { attempt: 2, others: ['b'] },
};
const reasons = [
  ...['copied', 'otherMachine', 'journalGone', 'journalBehind'],
  ...['journalUnreadable', 'marksGone', 'longAgo', 'clockBehind'],
];
const { atMs, ...place } = line;
const withMac = { ...place, mac: 'd'.repeat(64), atMs, kind: 'opened', follows: null };
const readText = (text: string) =>
  readJournal([{ name: 'approvals-000002.jsonl', bytes: Buffer.from(`${text}\n`) }]);
const read = (value: object) => readText(JSON.stringify(value));

test.each<[string, object]>([
  [
    'its writer',
    { ...line, kind: 'opened', follows: null, by: { user: 'u', host: 'h', version: '1' } },
  ],
  ['the organization', { ...line, kind: 'attempt', ...attemptOf('a'), organizationName: 'Muster' }],
  ...['same', 'other', 'never'].map((readByMain): [string, object] => [
    `what main had read: ${readByMain}`,
    { ...line, kind: 'approved', ...facts, readByMain, organizationName: 'Muster' },
  ]),
  ['consent', agreed],
  ['every reason', { ...line, kind: 'restored', epoch: 'e', reasons, expected: before }],
  ['its HMAC', withMac],
])('J-6 a line is read with all its fields: %s', (_name, record) => {
  expect(read(record)).toEqual(expect.objectContaining({ records: [record], problems: [] }));
});

test('J-6 a line with an HMAC in another place, or with two, counts as unreadable', () => {
  const { mac, ...bare } = withMac;
  const last = JSON.stringify({ ...bare, mac });
  const two = JSON.stringify({ ...withMac, other: 1 }).replace(
    '"other":1',
    `"mac":"${'e'.repeat(64)}"`,
  );
  const found = [last, two].map((text) => readText(text).problems.map(({ problem }) => problem));
  expect(found).toEqual([['unreadable'], ['unreadable']]);
});

test.each<[string, object]>([
  ...['prev', 'mac', 'snapshot'].flatMap((field) =>
    [`x${'a'.repeat(64)}`, 'a'.repeat(65), 'a'.repeat(63), 'A'.repeat(64)].map(
      (hash): [string, object] => [`${field} ${hash}`, { ...agreed, [field]: hash }],
    ),
  ),
])('J-6 a line without a proper hash cannot be read: %s', (_name, record) => {
  expect(read(record)).toEqual(
    expect.objectContaining({
      records: [],
      problems: [{ file: 'approvals-000002.jsonl', line: 1, problem: 'unreadable' }],
    }),
  );
});
