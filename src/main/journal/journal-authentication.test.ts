import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { chainRecord, chainStart } from './journal-chain.ts';
import { firstKey, nextKey, type JournalKey } from './journal-key.ts';
import type { NewRecord } from './journal-record.ts';
import type { Journal } from './journal.ts';
import { attemptOf, confirmed } from './testing/attempts.ts';
import {
  aKeyring,
  bytesOf,
  FIRST,
  journalFilesOf,
  readFilesOf,
  startJournal,
  textOf,
} from './testing/journal-fixture.ts';
import { createMemoryFiles } from '../files/testing/memory-files.ts';
import { verifyJournal, type KnownOfJournal } from './verify-journal.ts';

/** A journal with a key, and an attacker who can write its files. */
async function aJournal(...ids: readonly string[]) {
  const files = createMemoryFiles();
  const keyring = aKeyring();
  const start = (): Journal => startJournal(files, { keys: keyring.keys });
  const journal = start();
  await journal.open(null);
  for (const id of ids) await journal.writeAttempt(attemptOf(id));
  const key = await journal.verificationKey();
  if (typeof key === 'string') throw new Error(key);
  return { files, ...keyring, start, journal, key };
}

type Lines = Record<string, unknown>[];

const parse = (text: string): Lines =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** Script of an attacker: numbers and chains all lines again, so that the chain is whole. */
function rechained(lines: Lines): Uint8Array {
  let prev = '0'.repeat(64);
  const chained = lines.map((line, at) => {
    const text = JSON.stringify({ ...line, seq: at + 1, prev });
    prev = createHash('sha256').update(text).digest('hex');
    return `${text}\n`;
  });
  return new TextEncoder().encode(chained.join(''));
}

const attacks: Readonly<Record<string, (lines: Lines) => Lines>> = {
  'an amount was changed': (lines) =>
    lines.map((line, at) =>
      at === 2 ? { ...line, snapshot: { ...(line['snapshot'] as object), totalCents: 1 } } : line,
    ),
  'an approval was removed': (lines) => lines.toSpliced(2, 1),
  'an approval was invented': (lines) =>
    lines.toSpliced(2, 0, { ...lines[2], approvalId: 'a colleague’s' }),
  'an approval was invented at the end, without an authentication code': (lines) => [
    ...lines,
    { ...lines.at(-1), approvalId: 'a colleague’s', mac: undefined },
  ],
  'two lines were swapped': ([opened = {}, a = {}, b = {}, ...rest]) => [opened, b, a, ...rest],
  'the end was cut': (lines) => lines.slice(0, -2),
  'all of it was rewritten, without keys': (lines) =>
    lines.map(({ mac: _mac, ...line }) => ({ ...line, key: undefined })),
  'all of it was rewritten, with another computer’s HMACs': (lines) =>
    lines.map((line) => ({ ...line, mac: 'ab'.repeat(32) })),
  'it is as it was': (lines) => lines,
};

const reported = (found: ReturnType<typeof verifyJournal>): unknown => [
  found.verdict,
  ...found.problems.map(({ line, problem }) => `${line} ${problem}`),
];

test('J-50 the key reveals each kind of change to a journal whose chain was repaired', async () => {
  const { files, journal, key } = await aJournal('a', 'b', 'c', 'd');
  const { known } = await readFilesOf(journal);
  const lines = parse(await textOf(files));
  const found = Object.entries(attacks).map(([name, attack]) => {
    const bytes = rechained(attack(lines));
    const forged = [{ name: 'approvals-000001.jsonl', bytes }];
    return [
      name,
      reported(verifyJournal(forged)),
      reported(verifyJournal(forged, { ...known, keys: [key] })),
    ];
  });
  expect(found).toEqual([
    ['an amount was changed', ['whole'], ['broken', '3 changed']],
    ['an approval was removed', ['whole'], ['broken', '3 removed']],
    ['an approval was invented', ['whole'], ['broken', '3 invented']],
    [
      'an approval was invented at the end, without an authentication code',
      ['whole'],
      ['broken', '6 invented'],
    ],
    ['two lines were swapped', ['whole'], ['broken', '3 moved']],
    ['the end was cut', ['whole'], ['broken', '3 cutEnd']],
    ['all of it was rewritten, without keys', ['whole'], ['broken', '1 remade']],
    ['all of it was rewritten, with another computer’s HMACs', ['whole'], ['broken', '1 remade']],
    ['it is as it was', ['whole'], ['whole']],
  ]);
});

test('J-50 verification distinguishes the key of another journal from an appended foreign journal', async () => {
  const ours = await aJournal('a', 'b');
  const theirs = await aJournal('x');
  const [lines, others] = [parse(await textOf(ours.files)), parse(await textOf(theirs.files))];
  const joined = rechained([...lines, ...others]);
  const keys = [ours.key];
  expect([
    reported(verifyJournal(await journalFilesOf(ours.files), { keys: [theirs.key] })),
    reported(verifyJournal([{ name: 'approvals-000001.jsonl', bytes: joined }], { keys })),
  ]).toEqual([
    ['broken', '1 wrongKey'],
    ['broken', '4 otherKey'],
  ]);
});

test('J-51 each verification reports a journal that was cut or emptied, whether Billfold ran or was closed', async () => {
  const { files, journal, start } = await aJournal('a', 'b');
  const check = async (checked: Journal): Promise<unknown> => {
    await checked.forgetKey();
    const { files: all, known } = await readFilesOf(checked);
    return reported(verifyJournal(all, known));
  };
  const whole = await bytesOf(files);
  const seen = [await check(journal)];
  files.plant(FIRST, rechained(parse(new TextDecoder().decode(whole)).slice(0, -1)));
  seen.push(await check(journal));
  files.plant(FIRST, new Uint8Array());
  seen.push(await check(journal));
  files.plant(
    FIRST,
    rechained(parse(new TextDecoder().decode(whole)).map((line) => ({ ...line, atMs: 1 }))),
  );
  seen.push(await check(journal));
  files.plant(FIRST, whole);
  await journal.close();
  files.plant(FIRST, rechained(parse(await textOf(files)).slice(0, -1)));
  const again = start();
  const report = await again.open(null);
  seen.push(await check(again), report.ok && report.value.isAsLeft);
  await again.close();
  const later = start();
  await later.open(null);
  seen.push(await check(later));
  expect(seen).toEqual([
    ['whole'],
    ['broken', '2 cutEnd'],
    ['broken', '1 emptied'],
    ['broken', '3 remade'],
    ['broken', '3 notAsLeft'],
    false,
    ['broken', '3 notAsLeft'],
  ]);
});

test('J-52 an attacker with an opened seal cannot rewrite earlier lines', async () => {
  const { files, journal, keys, key } = await aJournal('a', 'b');
  await journal.forgetKey();
  await journal.writeAttempt(attemptOf('c'));
  await journal.close();
  const sealed = await keys.open();
  expect(sealed?.first).toBeNull();
  const all = await journalFilesOf(files);
  const stolen = sealed?.next ?? key;
  // The stolen bytes and the id of the series do not reveal an earlier key.
  expect([
    reported(verifyJournal(all, { keys: [key] })),
    reported(verifyJournal(all, { keys: [{ ...stolen, index: 0 }] })),
    stolen.index,
  ]).toEqual([['whole'], ['broken', '1 remade'], 4]);
});

test('after a crash, a start recovers the keys of the lines since the seal, and uses no key twice', async () => {
  const { files, start, key, journal } = await aJournal('a');
  await journal.writeOutcome('a', 1, confirmed);
  files.crash();
  const again = start();
  const report = await again.open(null);
  await again.writeAttempt(attemptOf('b'));
  const found = verifyJournal(await journalFilesOf(files), { keys: [key] });
  expect([reported(found), found.authentic, report.ok && report.value.problems]).toEqual([
    ['whole'],
    5,
    [],
  ]);
});

test('lines from before the first key and from a run without a keyring count as chained only', async () => {
  const files = createMemoryFiles();
  const before = startJournal(files);
  for (const id of ['a', 'b', 'c']) await before.writeAttempt(attemptOf(id));
  await before.close();
  const { keys, secrets } = aKeyring();
  const runs: Journal[] = [];
  for (const strength of ['strong', 'none', 'strong'] as const) {
    secrets.strength = { backend: 'keyring', strength };
    const journal = startJournal(files, { keys });
    await journal.writeAttempt(attemptOf(`${runs.length}`));
    if (runs.length < 2) await journal.close();
    runs.push(journal);
  }
  const counted = verifyJournal(await journalFilesOf(files));
  const key = await runs[2]?.verificationKey();
  if (typeof key !== 'object') throw new Error(key);
  const { verdict, authentic, chainedOnly, chainedLater, problems } = verifyJournal(
    await journalFilesOf(files),
    { keys: [key] },
  );
  // The counts are right without the key, too.
  expect([counted.authentic, counted.chainedOnly, counted.chainedLater]).toEqual([0, 6, 2]);
  expect({ verdict, authentic, chainedOnly, chainedLater, problems }).toEqual({
    verdict: 'whole',
    authentic: 4,
    chainedOnly: 6,
    chainedLater: 2,
    problems: [],
  });
});

test('Billfold does not ask the keyring for each line', async () => {
  const { journal, secrets } = await aJournal();
  const asked = secrets.calls.seal;
  for (let line = 0; line < 192; line += 1) await journal.writeAttempt(attemptOf(`${line}`));
  await journal.close();
  // The keyring seals once per 64 lines, and once at the end.
  expect(secrets.calls.seal - asked).toBe(4);
});

test('each start records the writer, and approvals and attempts have the name of their organization if it is known', async () => {
  const files = createMemoryFiles();
  const by = { user: 'ada', host: 'desk', version: '1.2.3' };
  const names = new Map([
    ['org-1', 'Acme'],
    [undefined, 'of no organization'],
  ]);
  const journal = startJournal(files, { by, organizationName: (id) => names.get(id) ?? null });
  const { attempt: _, ...facts } = attemptOf('a');
  await journal.writeNotes([{ kind: 'approved', ...facts }]);
  await journal.writeAttempt(attemptOf('a'));
  await journal.writeAttempt({ ...attemptOf('b'), organizationId: 'org-2' });
  await journal.writeOutcome('a', 1, confirmed);
  const [opened, ...lines] = parse(await textOf(files));
  expect([opened?.['by'], lines.map((line) => line['organizationName'])]).toEqual([
    by,
    ['Acme', 'Acme', undefined, undefined],
  ]);
});

const [ours, theirs] = [7, 8].map((byte) => firstKey(new Uint8Array(32).fill(byte)));
const opened: NewRecord = { kind: 'opened', follows: null };
const sent = (id: string): NewRecord => ({ kind: 'attempt', ...attemptOf(id) });

/** Builds lines. After a key, lines use the keys of its series; after null, they have none. */
function linesOf(...parts: readonly (NewRecord | JournalKey | null | undefined)[]): Lines {
  let head = chainStart;
  let key: JournalKey | null = null;
  return parts.flatMap((part) => {
    if (!part || 'index' in part) {
      key = part ?? null;
      return [];
    }
    const chained = chainRecord(head, part, 1, key);
    head = chained.head;
    key = key && nextKey(key);
    return parse(Buffer.from(chained.bytes).toString('utf8'));
  });
}

const keyAt = (index: number): { readonly id: string; readonly index: number } => ({
  ...{ id: ours?.id ?? '', index },
});
const changed = (line: Record<string, unknown> = {}) => ({ ...line, approvalId: 'changed' });
const bare = (line: Record<string, unknown>) => ({ ...line, mac: undefined });
const forged = (mac?: string) => ({
  ...{ v: 1, seq: 0, prev: '', ...(mac && { mac }), atMs: 1, ...opened, key: null },
});
const once = linesOf(ours, opened, sent('a'), sent('b'), sent('c'), sent('d'));
const twice = linesOf(ours, opened, sent('a'), { ...opened }, sent('b'), sent('c'));
const before = linesOf(sent('x'), sent('y'), ours, opened, sent('a'));
const [o = {}, a = {}, b = {}, c = {}, d = {}] = once;

test.each<[string, Lines, KnownOfJournal, readonly string[]]>([
  ['a line from before there was a key', before.with(1, changed(before[1])), {}, ['3 remade']],
  [
    'such a line, and a later one',
    [...before.with(1, changed(before[1])).slice(0, -1), changed(before[3])],
    { next: keyAt(2) },
    ['4 changed'],
  ],
  ['a start was repeated at the end', [...once, o], {}, ['6 invented']],
  ['two lines were swapped', [o, c, d, b, a], {}, ['4 moved', '5 moved']],
  [
    'HMACs of a later launch were removed',
    twice.map((l, at) => (at > 1 ? bare(l) : l)),
    {
      next: keyAt(5),
    },
    ['3 changed', '4 changed', '5 changed'],
  ],
  [
    'a launch without a key was inserted',
    [o, a, forged(), changed(bare(b)), b, c, d],
    {},
    ['3 invented', '4 invented'],
  ],
  [
    'a launch without a key has HMACs',
    [...once, forged('ab'.repeat(32)), changed(bare(b))],
    {
      next: keyAt(5),
    },
    ['6 invented', '7 invented'],
  ],
  ['a line was appended', [...once, changed(d)], { next: keyAt(5) }, ['6 invented']],
  ['the last line was changed', once.with(4, changed(d)), { next: keyAt(5) }, ['5 changed']],
  [
    'one of the last three was replaced',
    [o, a, changed(b)],
    { next: keyAt(5) },
    ['2 cutEnd', '3 changed'],
  ],
  ['the end belongs to another chain of keys', [o, a, b], { next: { id: 'x', index: 9 } }, []],
  ['three lines are gone', [o, d], {}, ['2 removed']],
  [
    'the start is gone, and the line after it was changed',
    [changed(a), b],
    {},
    ['1 changed', '2 removed'],
  ],
  [
    'a line with a code follows a launch without a key',
    [...once, forged(), changed(b)],
    { next: keyAt(5) },
    ['7 invented'],
  ],
])('J-50 the key and the known end reveal each change: %s', (_name, lines, known, problems) => {
  const file = { name: 'approvals-000001.jsonl', bytes: rechained(lines) };
  const keys = ours ? [ours] : [];
  expect(reported(verifyJournal([file], { ...known, keys }))).toEqual([
    problems.length > 0 ? 'broken' : 'whole',
    ...problems,
  ]);
});

test('one series of keys may follow another; lines of a series with a lost key count as chained only', () => {
  const both = linesOf(theirs, opened, sent('x'), ours, opened, sent('a'), sent('b'));
  const later = ours && nextKey(nextKey(ours));
  const cases = [
    [both, [theirs, ours]],
    [both, [ours]],
    [linesOf(ours, opened, sent('a'), theirs, opened, sent('x')), [ours]],
    // The first two lines of the second series are gone.
    [linesOf(theirs, opened, later, opened, sent('b')), [theirs, ours]],
  ] as const;
  const seen = cases.map(([lines, keys]) => {
    const file = { name: 'approvals-000001.jsonl', bytes: rechained(lines) };
    const known = { keys: keys.flatMap((key) => key ?? []) };
    const { authentic, chainedOnly, chainedLater, ...found } = verifyJournal([file], known);
    return [found.verdict, authentic, chainedOnly, chainedLater];
  });
  expect(seen).toEqual([
    ['whole', 5, 0, 0],
    ['whole', 3, 2, 0],
    ['broken', 2, 0, 0],
    ['broken', 3, 0, 0],
  ]);
});

test.each([
  [999, ['2 removed']],
  [1_000, ['2 changed']],
])('J-50 up to 999 lines may be missing before one that is recognized: %i', (count, problems) => {
  const gone = Array.from({ length: count }, () => opened);
  const all = linesOf(ours, opened, ...gone.map(() => sent('x')), sent('last'));
  const file = { name: 'approvals-000001.jsonl', bytes: rechained(all.toSpliced(1, count)) };
  expect(reported(verifyJournal([file], { keys: ours ? [ours] : [] }))).toEqual([
    'broken',
    ...problems,
  ]);
});
