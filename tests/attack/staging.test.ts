import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fail, succeed } from '../../src/base/result.ts';
import { createDownloadFolder } from '../../src/main/updates/download-folder.ts';
import { aFile, program, ready, useInstallation } from '../updates/installation.ts';

/** Links in the staging folder, and files replaced between their check and their installation. */

const { place, arrange, checked } = useInstallation();

const outside = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'outside-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  writeFileSync(join(path, 'letter.txt'), 'mine');
  return path;
};

test('I-25 a staging folder that is a link is neither emptied nor filled', async () => {
  const mine = outside();
  const link = join(place.folder, 'staging');
  symlinkSync(mine, link);
  const folder = createDownloadFolder(link);
  const state = await checked(arrange({ folder }).updater);
  await folder.keepOnly(null);
  const copied = await createDownloadFolder(link).take(aFile).copy();
  expect([state, readdirSync(mine), copied]).toMatchObject([
    { kind: 'failed', problem: 'notWritten' },
    ['letter.txt'],
    { ok: false, error: `${link} is a link, or not a regular file` },
  ]);
});

test('I-25 a link in the staging folder is replaced, and its target stays', async () => {
  const mine = outside();
  symlinkSync(join(mine, 'letter.txt'), join(place.folder, aFile.name));
  symlinkSync(mine, join(place.folder, 'install-old'));
  mkdirSync(join(place.folder, 'install-older'));
  const state = await checked(arrange().updater);
  expect([
    state,
    readFileSync(join(mine, 'letter.txt'), 'utf8'),
    readdirSync(place.folder),
  ]).toEqual([ready, 'mine', [aFile.name]]);
});

test('I-25 a folder with the file’s name counts as empty and is not read', async () => {
  mkdirSync(join(place.folder, aFile.name));
  const folder = createDownloadFolder(place.folder);
  expect([await folder.sizeOf(aFile.name), await folder.hashOf(aFile.name)]).toMatchObject([
    0,
    { ok: false, error: { code: 'ELOOP' } },
  ]);
});

test('I-25 a link created after the check is not installed', async () => {
  const { updater, timeline } = arrange();
  await checked(updater);
  const moved = join(outside(), 'moved');
  writeFileSync(moved, program);
  rmSync(join(place.folder, aFile.name));
  symlinkSync(moved, join(place.folder, aFile.name));
  await updater.installWhen('now');
  await updater.finish(true);
  expect([timeline.at(-1), existsSync(moved)]).toEqual(['old version starts again', true]);
});

test('I-25 the installed bytes are the bytes that were hashed, even if the file changes meanwhile', async () => {
  const { updater, timeline } = arrange({
    install: async (file) => {
      let isFirst = true;
      const got: Buffer[] = [];
      const copied = await file.copyTo(async (bytes) => {
        got.push(Buffer.from(bytes));
        if (isFirst) writeFileSync(join(place.folder, aFile.name), Buffer.alloc(program.length));
        isFirst = false;
        return succeed(undefined);
      });
      timeline.push(`copied ${copied.ok}, the same ${Buffer.concat(got).equals(program)}`);
      return copied;
    },
  });
  await checked(updater);
  await updater.installWhen('atQuit');
  await updater.finish(true);
  expect(timeline).toEqual(['copied false, the same false']);
});

test('I-25 a copy that cannot be written is not installed', async () => {
  await checked(arrange().updater);
  const full = fail({ code: 'ENOSPC', technical: 'no space left' });
  const copied = await createDownloadFolder(place.folder)
    .take(aFile)
    .copyTo(async () => full);
  expect(copied).toEqual({ ok: false, error: 'ENOSPC' });
});

test('I-25 the copy to install is in a new folder that other users cannot enter', async () => {
  const { updater } = arrange({ install: async () => succeed(undefined) });
  await checked(updater);
  const folder = createDownloadFolder(place.folder);
  const [first, second] = [await folder.take(aFile).copy(), await folder.take(aFile).copy()];
  if (!first.ok || !second.ok) throw new Error('not copied');
  expect([
    first.value === second.value,
    readFileSync(first.value).equals(program),
    first.value.startsWith(join(place.folder, 'install-')),
  ]).toEqual([false, true, true]);
  await folder.keepOnly(aFile.name);
  expect(readdirSync(place.folder)).toEqual([aFile.name]);
});
