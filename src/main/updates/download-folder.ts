import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Result } from '../../base/result.ts';
import { attempt, createNodeFiles } from '../journal/node-files.ts';
import type { AppendFile, FileProblem } from '../ports.ts';

/** Folder of downloads until their installation: files that grow, by name. */
export interface DownloadFolder {
  pathOf(name: string): string;
  /** Size of the file, bytes; 0 when there is none. */
  sizeOf(name: string): Promise<number>;
  /** SHA-512 of the present bytes, base64. */
  hashOf(name: string): Promise<Result<string, FileProblem>>;
  open(name: string): Promise<Result<AppendFile, FileProblem>>;
  /** Removes all other files. A file that cannot be removed does no harm. */
  keepOnly(name: string | null): Promise<void>;
}

export function createDownloadFolder(folder: string): DownloadFolder {
  const files = createNodeFiles();
  const pathOf = (name: string): string => join(folder, name);
  return {
    pathOf,
    sizeOf: async (name) => {
      const found = await attempt(() => stat(pathOf(name)));
      return found.ok ? found.value.size : 0;
    },
    hashOf: (name) =>
      attempt(async () => {
        const hash = createHash('sha512');
        await pipeline(createReadStream(pathOf(name)), hash);
        return hash.digest('base64');
      }),
    open: (name) => files.openAppend(pathOf(name), 0o600),
    keepOnly: async (name) => {
      const found = await attempt(() => readdir(folder));
      const others = found.ok ? found.value.filter((other) => other !== name) : [];
      await Promise.all(others.map((other) => attempt(() => rm(pathOf(other), { force: true }))));
    },
  };
}
