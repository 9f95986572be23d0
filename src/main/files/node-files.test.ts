import { execFileSync } from 'node:child_process';
import { copyFile, mkdtemp, rename, rm, stat, symlink, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { fail } from '../../base/result.ts';
import type { AppendFile, Files } from '../ports.ts';
import { createMemoryFiles } from './testing/memory-files.ts';
import { attempt, createNodeFiles } from './node-files.ts';

const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function realFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'billfold-files-'));
  folders.push(folder);
  return join(folder, 'journal');
}

const kinds = [
  {
    name: 'on disk',
    create: async () => ({ files: createNodeFiles(), folder: await realFolder() }),
  },
  { name: 'in memory', create: async () => ({ files: createMemoryFiles(), folder: '/journal' }) },
];

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

async function textOf(files: Files, path: string): Promise<string | null> {
  const read = await files.read(path);
  if (!read.ok) throw new Error(read.error.technical);
  return read.value === null ? null : new TextDecoder().decode(read.value);
}

async function open(files: Files, path: string): Promise<AppendFile> {
  const opened = await files.openAppend(path, 0o600);
  if (!opened.ok) throw new Error(opened.error.technical);
  return opened.value;
}

describe.each(kinds)('files $name', ({ create }) => {
  test('a missing file reads as null, and a missing folder as empty', async () => {
    const { files, folder } = await create();
    expect([await textOf(files, `${folder}/a`), await files.list(folder)]).toEqual([
      null,
      { ok: true, value: [] },
    ]);
  });

  test('removing a file deletes it, and removing a missing file succeeds', async () => {
    const { files, folder } = await create();
    await files.writeAtomic(`${folder}/a`, bytes('one'), 0o600);
    const removed = [await files.remove(`${folder}/a`), await files.remove(`${folder}/a`)];
    expect([removed.map(({ ok }) => ok), await files.list(folder)]).toEqual([
      [true, true],
      { ok: true, value: [] },
    ]);
  });

  test('appends add up, also after the file is opened again', async () => {
    const { files, folder } = await create();
    const path = `${folder}/a`;
    const first = await open(files, path);
    await first.append(bytes('one '));
    await first.append(bytes('two '));
    await first.sync();
    await first.close();
    const second = await open(files, path);
    await second.append(bytes('three'));
    await second.close();
    expect(await textOf(files, path)).toBe('one two three');
  });

  test('appends to a truncated file continue at the cut', async () => {
    const { files, folder } = await create();
    const file = await open(files, `${folder}/a`);
    await file.append(bytes('keep lose'));
    const cut = [await file.truncate(5), await file.sync()];
    expect(cut.every(({ ok }) => ok)).toBe(true);
    await file.append(bytes('go on'));
    await file.close();
    expect(await textOf(files, `${folder}/a`)).toBe('keep go on');
  });

  test('a closed file refuses appends, and closing it twice is not an error', async () => {
    const { files, folder } = await create();
    const file = await open(files, `${folder}/a`);
    await file.close();
    await file.close();
    const results = [await file.append(bytes('x')), await file.sync(), await file.truncate(0)];
    expect(results.map((each) => each.ok)).toEqual([false, false, false]);
  });

  test('an atomic write replaces the whole file and leaves nothing beside it', async () => {
    const { files, folder } = await create();
    await files.writeAtomic(`${folder}/a`, bytes('long old text'), 0o600);
    await files.writeAtomic(`${folder}/a`, bytes('new'), 0o600);
    expect([await textOf(files, `${folder}/a`), await files.list(folder)]).toEqual([
      'new',
      { ok: true, value: ['a'] },
    ]);
  });
});

test('a sync fails after another program has truncated the open file, but not after Billfold’s own truncation', async () => {
  const folder = await realFolder();
  const file = await open(createNodeFiles(), `${folder}/a`);
  await file.append(bytes('one'));
  await file.append(bytes('two'));
  await file.truncate(4);
  await file.append(bytes('wo'));
  const before = await file.sync();
  await truncate(`${folder}/a`, 3);
  await file.append(bytes('three'));
  const after = await file.sync();
  await file.close();
  expect([before.ok, after]).toEqual([
    true,
    { ok: false, error: { code: 'EIO', technical: 'another program changed the file' } },
  ]);
});

test('an atomic write deletes no file of another program', async () => {
  const folder = await realFolder();
  const files = createNodeFiles();
  await files.writeAtomic(`${folder}/log.csv.new`, bytes('another'), 0o600);
  await files.writeAtomic(`${folder}/log.csv`, bytes('ours'), 0o600);
  expect(await files.list(folder)).toEqual({ ok: true, value: ['log.csv', 'log.csv.new'] });
});

test.each([
  'removed',
  'replaced',
  'moved',
  'moved with its folder',
  'exchanged for a copy',
] as const)('a sync fails when the open file was %s meanwhile', async (what) => {
  const folder = join(await realFolder(), 'log');
  const files = createNodeFiles();
  const file = await open(files, `${folder}/a`);
  await file.append(bytes('one'));
  const before = await file.sync();
  if (what === 'removed') await rm(folder, { recursive: true });
  else if (what === 'replaced')
    await files.writeAtomic(`${folder}/a`, bytes('of last week'), 0o600);
  else if (what === 'moved with its folder') await rename(folder, `${folder}.moved`);
  else await rename(`${folder}/a`, `${folder}/b`);
  if (what === 'exchanged for a copy') await copyFile(`${folder}/b`, `${folder}/a`);
  await file.append(bytes('two'));
  const after = await file.sync();
  await file.close();
  expect([before.ok, after]).toEqual([
    true,
    { ok: false, error: { code: 'ENOENT', technical: 'the file is no longer there' } },
  ]);
});

test('a failed operation is reported with its code, and leaves no file beside the path', async () => {
  const folder = await realFolder();
  const files = createNodeFiles();
  await files.writeAtomic(`${folder}/a/b`, bytes('x'), 0o600);
  const refused = [
    await files.read(`${folder}/a`),
    await files.list(`${folder}/a/b`),
    await files.writeAtomic(`${folder}/a`, bytes('y'), 0o600),
    await files.openAppend(`${folder}/a/b/c`, 0o600),
  ];
  expect([
    // Systems differ in the code.
    refused.map((each) => !each.ok && /^E[A-Z]+$/.test(each.error.code)),
    await files.list(folder),
  ]).toEqual([[true, true, true, true], { ok: true, value: ['a'] }]);
});

test.each<[unknown, string, string]>([
  ['no error', 'UNKNOWN', 'no error'],
  [null, 'UNKNOWN', 'null'],
  [new Error('without code'), 'UNKNOWN', 'without code'],
  [Object.assign(new Error('of a number'), { code: 7 }), 'UNKNOWN', 'of a number'],
])('any failure is reported: %s', async (thrown, code, technical) => {
  const failing = async (): Promise<void> => {
    throw thrown;
  };
  expect(await attempt(failing)).toEqual(fail({ code, technical }));
});

test('on disk only the user may read the journal', async () => {
  const folder = await realFolder();
  const files = createNodeFiles();
  await (await open(files, `${folder}/a`)).close();
  await files.writeAtomic(`${folder}/b`, bytes('x'), 0o600);
  const modes = await Promise.all([stat(folder), stat(`${folder}/a`), stat(`${folder}/b`)]);
  const expected = process.platform === 'win32' ? [] : [0o700, 0o600, 0o600];
  expect(process.platform === 'win32' ? [] : modes.map(({ mode }) => mode & 0o777)).toEqual(
    expected,
  );
});

test('a link with the name of the new file is replaced, not followed', async () => {
  const folder = await realFolder();
  const files = createNodeFiles();
  await files.writeAtomic(`${folder}/victim`, bytes('precious'), 0o600);
  await symlink(`${folder}/victim`, `${folder}/a.billfold-new`);
  const written = await files.writeAtomic(`${folder}/a`, bytes('x'), 0o600);
  expect([
    written.ok,
    await textOf(files, `${folder}/victim`),
    await textOf(files, `${folder}/a`),
  ]).toEqual([true, 'precious', 'x']);
});

test.runIf(process.platform !== 'win32')(
  'a pipe or a device in a file’s place is refused at once',
  async () => {
    const folder = await realFolder();
    const files = createNodeFiles();
    await files.writeAtomic(`${folder}/a`, bytes('x'), 0o600);
    execFileSync('mkfifo', [`${folder}/pipe`]);
    const refused = { ok: false, error: { code: 'EINVAL', technical: 'not a regular file' } };
    expect([
      await files.read(`${folder}/pipe`),
      await files.read('/dev/zero'),
      await files.openAppend(`${folder}/pipe`, 0o600),
    ]).toEqual([refused, refused, refused]);
  },
);
