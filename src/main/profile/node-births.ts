import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BigIntStats } from 'node:fs';
import { attempt, syncFolder } from '../journal/node-files.ts';
import type { Births } from '../ports.ts';

const FILE_MODE = 0o600;
const OURS = /^born-/;

/** @param folder an absolute path, which exists; of the files in it those named `born-…` are ours */
export function createNodeBirths(folder: string): Births {
  return {
    make: (name) =>
      attempt(async () => {
        const handle = await open(join(folder, name), 'wx', FILE_MODE);
        try {
          await handle.sync();
          await syncFolder(folder);
          return sayBirth(await handle.stat({ bigint: true }));
        } finally {
          await handle.close();
        }
      }),
    find: (name) =>
      attempt(async () => {
        try {
          return sayBirth(await stat(join(folder, name), { bigint: true }));
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
 * A number alone is given to the next file when its own is removed; a birth alone is restored by some
 * tools. Where a file system keeps no birth, Node gives 0 or the last change, and these files never change.
 */
function sayBirth({ ino, birthtimeNs }: BigIntStats): string {
  return `${ino} ${birthtimeNs}`;
}
