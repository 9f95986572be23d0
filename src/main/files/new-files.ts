import { open, rm } from 'node:fs/promises';
import type { Ids } from '../../base/random.ts';
import type { Result } from '../../base/result.ts';
import { attempt, renameDurably } from './node-files.ts';
import type { FileProblem } from '../ports.ts';

/** A file being written beside its final path. The old file stays until `putInPlace`. */
export interface NewFile {
  append(bytes: Uint8Array): Promise<Result<void, FileProblem>>;
  /**
   * Moves the file to its path; durable when it returns `ok`. On failure the new file is removed.
   */
  putInPlace(): Promise<Result<void, FileProblem>>;
  /** Removes the new file. Does nothing after `putInPlace`. */
  discard(): Promise<void>;
}

export interface NewFiles {
  /** @param mode permissions, such as 0o600 */
  create(path: string, mode: number): Promise<Result<NewFile, FileProblem>>;
}

/** New files on disk. They grow piece by piece, so that a long one is never whole in memory. */
export function createNewFiles(ids: Ids): NewFiles {
  return {
    create: (path, mode) =>
      attempt(async () => {
        const besides = `${path}.${ids.next()}.part`;
        // `wx` fails if the name exists, so this never overwrites another file.
        const handle = await open(besides, 'wx', mode);
        // After `putInPlace` both calls fail, because the handle is closed and the name is free.
        const discard = async (): Promise<void> => {
          await handle.close().catch(() => undefined);
          await rm(besides).catch(() => undefined);
        };
        return {
          append: (bytes) => attempt(() => handle.appendFile(bytes)),
          putInPlace: async () => {
            const put = await attempt(async () => {
              await handle.sync();
              await handle.close();
              await renameDurably(besides, path);
            });
            if (!put.ok) await discard();
            return put;
          },
          discard,
        };
      }),
  };
}
