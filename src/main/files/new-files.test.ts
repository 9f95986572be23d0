import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createCountingIds } from '../../base/testing/seeded-random.ts';
import { createNewFiles, type NewFile } from './new-files.ts';

const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function aPlace(): Promise<{ folder: string; path: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'billfold-lists-'));
  folders.push(folder);
  return { folder, path: join(folder, 'bills.csv') };
}

async function create(path: string): Promise<NewFile> {
  const created = await createNewFiles(createCountingIds()).create(path, 0o600);
  if (!created.ok) throw new Error(created.error.technical);
  return created.value;
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test('the old file stays until the new file is whole, and only its owner can read the new one', async () => {
  const { folder, path } = await aPlace();
  await writeFile(path, 'the old one');
  const file = await create(path);
  await file.append(bytes('one '));
  await file.append(bytes('two'));
  const before = await readFile(path, 'utf8');
  const put = await file.putInPlace();
  await file.discard();
  expect({
    before,
    put: put.ok,
    after: await readFile(path, 'utf8'),
    mode: (await stat(path)).mode & 0o777,
    left: await readdir(folder),
  }).toEqual({
    before: 'the old one',
    put: true,
    after: 'one two',
    mode: 0o600,
    left: ['bills.csv'],
  });
});

test('a new file that is discarded, or cannot replace the old one, is removed', async () => {
  const { folder, path } = await aPlace();
  const discarded = await create(path);
  await discarded.append(bytes('half'));
  await discarded.discard();
  await discarded.discard();
  const late = await discarded.append(bytes('late'));
  // A folder occupies the path.
  await mkdir(path);
  const refused = await create(path);
  await refused.append(bytes('whole'));
  const put = await refused.putInPlace();
  expect([late.ok, put.ok, await readdir(folder)]).toEqual([false, false, ['bills.csv']]);
});

test('a missing folder is an error, not a crash', async () => {
  const { folder } = await aPlace();
  const created = await createNewFiles(createCountingIds()).create(join(folder, 'no', 'x'), 0o600);
  expect(created).toEqual({ ok: false, error: expect.objectContaining({ code: 'ENOENT' }) });
});
