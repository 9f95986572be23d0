import { cpSync, existsSync, linkSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { FileIdentities } from '../ports.ts';
import { createNodeFileIdentities } from './node-file-identities.ts';
import { createMemoryFileIdentities } from './testing/memory-file-identities.ts';

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A folder with the mark `born-1`, and its states after each kind of restore. */
interface Arranged {
  readonly identities: FileIdentities;
  copyElsewhere(): FileIdentities;
  removeAndRestore(): FileIdentities;
  restoreOver(): FileIdentities;
}

function onDisk(): Arranged {
  const base = mkdtempSync(join(tmpdir(), 'billfold-identities-'));
  folders.push(base);
  const [here, copy] = [join(base, 'profile'), join(base, 'copy')];
  const copyTo = (from: string, to: string) =>
    cpSync(from, to, { recursive: true, preserveTimestamps: true });
  cpSync(mkdtempSync(join(base, 'empty-')), here, { recursive: true });
  return {
    identities: createNodeFileIdentities(here),
    copyElsewhere: () => {
      copyTo(here, copy);
      return createNodeFileIdentities(copy);
    },
    removeAndRestore: () => {
      copyTo(here, copy);
      // Some file systems give a freed inode number to the next file.
      rmSync(here, { recursive: true });
      copyTo(copy, here);
      return createNodeFileIdentities(here);
    },
    restoreOver: () => {
      copyTo(here, copy);
      for (const name of readdirSync(here)) rmSync(join(here, name));
      copyTo(copy, here);
      return createNodeFileIdentities(here);
    },
  };
}

function inMemory(): Arranged {
  const identities = createMemoryFileIdentities();
  return {
    identities,
    copyElsewhere: identities.copy,
    removeAndRestore: () => identities.copy().copy(),
    restoreOver: () => {
      const over = createMemoryFileIdentities();
      over.putOver(identities.copy());
      return over;
    },
  };
}

describe.each([
  ['on disk', onDisk],
  ['in memory', inMemory],
])('identities %s', (_, arrange) => {
  test('Y-1 a file’s identity differs from that of each copy, wherever the copy is', async () => {
    const arranged = arrange();
    const made = await arranged.identities.make('born-1');
    const found = await arranged.identities.find('born-1');
    const others = [
      await arranged.copyElsewhere().find('born-1'),
      await arranged.restoreOver().find('born-1'),
      await arranged.removeAndRestore().find('born-1'),
    ];
    expect({
      isFoundAgain: made.ok && found.ok && made.value === found.value,
      others: others.map((each) => each.ok && made.ok && ![null, made.value].includes(each.value)),
    }).toEqual({ isFoundAgain: true, others: [true, true, true] });
  });

  test('Y-1 a file that was never made is not found, and `keepOnly` removes all others', async () => {
    const { identities } = arrange();
    await identities.make('born-1');
    await identities.make('born-2');
    await identities.keepOnly('born-2');
    const found = await Promise.all(['born-1', 'born-2', 'born-3'].map(identities.find));
    expect(found.map((each) => each.ok && each.value !== null)).toEqual([false, true, false]);
  });
});

test('Y-1 a folder that is moved on its disk is not a copy', async () => {
  const base = mkdtempSync(join(tmpdir(), 'billfold-identities-'));
  folders.push(base);
  const [here, there] = [join(base, 'a'), join(base, 'b')];
  cpSync(mkdtempSync(join(base, 'empty-')), here, { recursive: true });
  const made = await createNodeFileIdentities(here).make('born-1');
  renameSync(here, there);
  expect(await createNodeFileIdentities(there).find('born-1')).toEqual(made);
});

/** Ways to keep the file itself while Billfold removes it, and to put it back. */
type Kept = (mark: string, kept: string) => void;
/** Waits until the file system's clock, which ticks every few milliseconds, is later than a file's last change. */
function tick(file: string, later: string): void {
  const { ctimeMs } = statSync(file);
  do writeFileSync(later, '');
  while (statSync(later).ctimeMs === ctimeMs);
}

const linked: Kept = (mark, kept) => linkSync(mark, kept);

test.each<[string, Kept, Kept]>([
  ['by a second link that took its place', linked, (mark, kept) => renameSync(kept, mark)],
  ['by a second link beside it', linked, (mark, kept) => linkSync(kept, mark)],
  ['by a symbolic link', linked, (mark, kept) => symlinkSync(kept, mark)],
  // On Windows, backups change the time that would reveal this.
  ...(process.platform === 'win32'
    ? []
    : [['elsewhere', renameSync, (mark, kept) => renameSync(kept, mark)] as [string, Kept, Kept]]),
])('Y-1 a file that was kept %s is not the same', async (_, keep, putBack) => {
  const base = mkdtempSync(join(tmpdir(), 'billfold-identities-'));
  folders.push(base);
  const [mark, kept] = [join(base, 'born-1'), join(base, 'kept')];
  const identities = createNodeFileIdentities(base);
  const made = await identities.make('born-1');
  tick(mark, join(base, 'later'));
  keep(mark, kept);
  await identities.keepOnly('none');
  putBack(mark, kept);
  const found = await identities.find('born-1');
  expect([made.ok, found.ok, found.ok && made.ok && found.value === made.value]).toEqual([
    ...[true, true, false],
  ]);
});

test('Y-1 a file that cannot be made gives the reason, and other files are left alone', async () => {
  const base = mkdtempSync(join(tmpdir(), 'billfold-identities-'));
  folders.push(base);
  const identities = createNodeFileIdentities(base);
  await identities.make('born-1');
  await identities.make('settings.json');
  const again = await identities.make('born-1');
  await identities.keepOnly('none');
  expect({
    again: again.ok ? null : again.error.code,
    settings: existsSync(join(base, 'settings.json')),
    nowhere: await createNodeFileIdentities(join(base, 'missing')).find('born-1'),
  }).toEqual({ again: 'EEXIST', settings: true, nowhere: { ok: true, value: null } });
});

test('Y-1 older marks are removed even if folders are named like marks', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'billfold-identities-'));
  folders.push(folder);
  const identities = createNodeFileIdentities(folder);
  for (const name of ['born-0', 'born-5'])
    mkdirSync(join(folder, name, 'sub'), { recursive: true });
  for (const name of ['born-1', 'born-9']) await identities.make(name);
  await identities.keepOnly('born-9');
  expect(readdirSync(folder)).toEqual(['born-9']);
});
