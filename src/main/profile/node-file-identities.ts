import { lstat, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BigIntStats } from 'node:fs';
import { attempt, syncFolder } from '../files/node-files.ts';
import type { FileIdentities } from '../ports.ts';

const FILE_MODE = 0o600;
const OURS = /^born-/;

/**
 * Identities of files on disk: a copy of a file has another one.
 * @param folder absolute path of an existing folder; Billfold owns the files named `born-…` in it
 */
export function createNodeFileIdentities(folder: string): FileIdentities {
  return {
    make: (name) =>
      attempt(async () => {
        const handle = await open(join(folder, name), 'wx', FILE_MODE);
        try {
          await handle.sync();
          await syncFolder(folder);
          return identityOf(await handle.stat({ bigint: true }));
        } finally {
          await handle.close();
        }
      }),
    find: (name) =>
      attempt(async () => {
        try {
          const found = await lstat(join(folder, name), { bigint: true });
          return found.isFile() && found.nlink <= 1n ? identityOf(found) : null;
        } catch (thrown) {
          if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return null;
          throw thrown;
        }
      }),
    keepOnly: async (name) => {
      const found = await attempt(() => readdir(folder));
      const others = found.ok ? found.value.filter((each) => OURS.test(each) && each !== name) : [];
      // A file that can't be removed must not prevent the removal of others.
      for (const other of others)
        await attempt(() => rm(join(folder, other), { recursive: true, force: true }));
    },
  };
}

/**
 * Inode number, birth time and time of the last change together. The number alone may be reused for the next file, and
 * some tools restore the birth time. If a file system stores no birth time, Node returns 0 or the last change. Billfold
 * never changes these files, but a second link or a new name sets the time of the last change, and no tool can set it
 * back. On Windows, backups set it too.
 */
function identityOf({ ino, birthtimeNs, ctimeNs }: BigIntStats): string {
  return `${ino} ${birthtimeNs} ${process.platform === 'win32' ? '' : ctimeNs}`;
}
