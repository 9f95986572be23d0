import { open, readdir, rm, stat } from 'node:fs/promises';
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
          return identityOf(await stat(join(folder, name), { bigint: true }));
        } catch (thrown) {
          if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return null;
          throw thrown;
        }
      }),
    keepOnly: async (name) => {
      await attempt(async () => {
        for (const other of await readdir(folder)) {
          if (OURS.test(other) && other !== name) await rm(join(folder, other), { force: true });
        }
      });
    },
  };
}

/**
 * Inode number and birth time together. A removed file's number alone may go to the next file, and
 * some tools restore the birth time alone. If a file system stores no birth time, Node returns 0 or
 * the last change, which is constant for these files.
 */
function identityOf({ ino, birthtimeNs }: BigIntStats): string {
  return `${ino} ${birthtimeNs}`;
}
