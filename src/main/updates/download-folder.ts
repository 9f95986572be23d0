import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, mkdir, mkdtemp, open, readdir, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, succeed, type Result } from '../../base/result.ts';
import { appendTo, attempt } from '../files/node-files.ts';
import type { AppendFile, FileProblem } from '../ports.ts';
import type { ReleaseFile } from './release.ts';

/**
 * Folder of downloads until their installation: growing files, by name. The folder must not be a link, and links in it
 * are not followed.
 */
export interface DownloadFolder {
  /** Size of the file, bytes; 0 when there is none. */
  sizeOf(name: string): Promise<number>;
  /** SHA-512 of the present bytes, base64. */
  hashOf(name: string): Promise<Result<string, FileProblem>>;
  open(name: string): Promise<Result<AppendFile, FileProblem>>;
  /** Removes all other files. A file that cannot be removed does no harm. */
  keepOnly(name: string | null): Promise<void>;
  /** A downloaded file, to be installed. */
  take(file: Pick<ReleaseFile, 'name' | 'sha512'>): DownloadedFile;
}

/**
 * A downloaded file. It can change at any time, so only a copy can be installed: the hash is that of the bytes that
 * were copied. The error is a line for the log.
 */
export interface DownloadedFile {
  /** Passes on the bytes in order. Fails at the end if they don't have the signed hash. */
  copyTo(write: WriteBytes): Promise<Result<void, string>>;
  /** Path of a copy in a new folder that only the user can read. */
  copy(): Promise<Result<string, string>>;
}
type WriteBytes = (bytes: Uint8Array) => Promise<Result<void, FileProblem>>;

const [FOLDER_MODE, FILE_MODE] = [0o700, 0o600];
const { O_APPEND, O_CREAT, O_EXCL, O_RDONLY, O_RDWR, O_WRONLY } = constants;
const DIFFERS = 'the file is not the one that was checked';

export function createDownloadFolder(folder: string): DownloadFolder {
  const pathOf = (name: string): string => join(folder, name);

  const copyTo = async (
    { name, sha512 }: Pick<ReleaseFile, 'name' | 'sha512'>,
    write: WriteBytes,
  ): Promise<Result<void, string>> => {
    const hash = createHash('sha512');
    const copied = await attempt(() =>
      readPieces(pathOf(name), async (bytes) => {
        hash.update(bytes);
        const written = await write(bytes);
        if (!written.ok) throw new Error(written.error.code);
      }),
    );
    if (!copied.ok) return fail(copied.error.technical);
    return hash.digest('base64') === sha512 ? succeed(undefined) : fail(DIFFERS);
  };

  return {
    sizeOf: async (name) => {
      const found = await attempt(() => lstat(pathOf(name)));
      return found.ok && found.value.isFile() ? found.value.size : 0;
    },
    hashOf: (name) =>
      attempt(async () => {
        const hash = createHash('sha512');
        await readPieces(pathOf(name), async (bytes) => void hash.update(bytes));
        return hash.digest('base64');
      }),
    open: (name) =>
      attempt(async () => {
        await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
        if (!(await isRealFolder(folder))) throw linkProblem(folder);
        return appendTo(await openFile(pathOf(name), O_RDWR | O_APPEND | O_CREAT), pathOf(name));
      }),
    keepOnly: async (name) => {
      if (!(await isRealFolder(folder))) return;
      const found = await attempt(() => readdir(folder, { withFileTypes: true }));
      const entries = found.ok ? found.value : [];
      const others = entries.filter((entry) => entry.name !== name || !entry.isFile());
      const remove = (other: string) => rm(pathOf(other), { recursive: true });
      await Promise.all(others.map((other) => attempt(() => remove(other.name))));
    },
    take: (file) => ({
      copyTo: (write) => copyTo(file, write),
      copy: async () => {
        const opened = await attempt(async () => {
          if (!(await isRealFolder(folder))) throw linkProblem(folder);
          const path = join(await mkdtemp(pathOf('install-')), file.name);
          return { path, to: appendTo(await openFile(path, O_WRONLY | O_CREAT | O_EXCL), path) };
        });
        if (!opened.ok) return fail(opened.error.technical);
        const { path, to } = opened.value;
        const copied = await copyTo(file, to.append);
        await to.close();
        return copied.ok ? succeed(path) : copied;
      },
    }),
  };
}

async function isRealFolder(path: string): Promise<boolean> {
  const found = await attempt(() => lstat(path));
  return found.ok && found.value.isDirectory();
}

/** @throws when the path is a link, or not a regular file */
async function openFile(path: string, flags: number): Promise<FileHandle> {
  // Windows has no such flag, and lets only administrators make links.
  const handle = await open(path, flags | (constants.O_NOFOLLOW ?? 0), FILE_MODE);
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw linkProblem(path);
}

async function readPieces(path: string, take: (bytes: Uint8Array) => Promise<void>): Promise<void> {
  const handle = await openFile(path, O_RDONLY);
  // The stream closes the handle.
  for await (const bytes of handle.createReadStream()) await take(bytes as Buffer);
}

function linkProblem(path: string): Error {
  return Object.assign(new Error(`${path} is a link, or not a regular file`), { code: 'ELOOP' });
}
