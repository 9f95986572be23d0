import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createVirtualClock } from '../src/base/testing/virtual-clock.ts';
import { createRecordingLog } from '../src/main/api/testing/doubles.ts';
import { createJournal, type Journal } from '../src/main/journal/journal.ts';
import { createNodeFiles } from '../src/main/files/node-files.ts';
import { attemptOf, confirmed } from '../src/main/journal/testing/attempts.ts';
import { aKeyring } from '../src/main/journal/testing/journal-fixture.ts';
import { keyFileOf } from '../src/main/journal/verify-journal.ts';
import { run } from './journal-verify.ts';

let folder = '';

const openJournal = (): Journal =>
  createJournal({
    files: createNodeFiles(),
    folder,
    clock: createVirtualClock(1_800_000_000_000),
    log: createRecordingLog(),
    keys: aKeyring().keys,
  });

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'billfold-verify-'));
  const journal = openJournal();
  await journal.writeAttempt(attemptOf('a'));
  await journal.writeOutcome('a', 1, confirmed);
  const key = await journal.verificationKey();
  if (typeof key === 'object') await writeFile(join(folder, 'key.json'), keyFileOf(key));
  await journal.close();
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const pathOf = (): string => join(folder, 'approvals-000001.jsonl');

async function verify(...paths: string[]): Promise<unknown> {
  const lines: string[] = [];
  const code = await run(paths, (line) => lines.push(line));
  return [code, lines[0]];
}

test('a journal on disk verifies from outside the app', async () => {
  expect(await verify(pathOf())).toEqual([0, 'whole: 3 lines, 1 attempts, 1 outcomes']);
});

test('one changed amount is found', async () => {
  const text = await readFile(pathOf(), 'utf8');
  await writeFile(pathOf(), text.replace('"totalCents":12300', '"totalCents":92300'));
  expect(await verify(pathOf())).toEqual([1, 'broken: 3 lines, 1 attempts, 1 outcomes']);
});

test('J-50 the key reveals a changed amount in a recomputed chain', async () => {
  const text = await readFile(pathOf(), 'utf8');
  const [opened = '', attempt = ''] = text.split('\n');
  await writeFile(pathOf(), `${opened}\n${attempt.replace('12300', '92300')}\n`);
  const key = join(folder, 'key.json');
  expect([await verify(pathOf()), await verify(key, pathOf())]).toEqual([
    [0, 'whole: 2 lines, 1 attempts, 0 outcomes'],
    [1, 'broken: 2 lines, 1 attempts, 0 outcomes'],
  ]);
});

test('J-41 entries that only the window reported are counted separately', async () => {
  const journal = openJournal();
  const { attempt: _attempt, ...facts } = attemptOf('b');
  await journal.writeNotes([
    { kind: 'approved', ...facts, readByMain: 'never' },
    { kind: 'approved', ...facts, approvalId: 'c', readByMain: 'same' },
    { kind: 'ended', approvalId: 'b', how: 'confirmedByService' },
  ]);
  await journal.close();
  const lines: string[] = [];
  await run([pathOf()], (line) => lines.push(line));
  expect(lines.slice(1, 3)).toEqual([
    'approved in a version of the bill that Billfold had not read from the service by then: 1',
    'marked as confirmed without a confirmation in this log: 1',
  ]);
});

test('a missing file, or no file, has another exit code than a broken one', async () => {
  expect([await verify(join(folder, 'none')), await verify()]).toEqual([
    [2, expect.stringContaining('ENOENT')],
    [2, 'usage: npm run journal:verify [KEY FILE] FILE…'],
  ]);
});

test('J-71 a missing beginning is reported on the command line too', async () => {
  const journal = openJournal();
  await journal.writeAttempt(attemptOf('b'));
  await journal.close();
  const lines = (await readFile(pathOf(), 'utf8')).split('\n');
  const later = join(folder, 'approvals-000002.jsonl');
  await writeFile(later, lines.slice(2).join('\n'));
  expect(await verify(later)).toEqual([1, 'broken: 3 lines, 1 attempts, 1 outcomes']);
});
