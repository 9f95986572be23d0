import { constants } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fail, succeed, type Result } from '../../base/result.ts';
import type { AppendFile, FileProblem, Files } from '../ports.ts';

// Bills and approvals are private: other users of this computer must not read them.
const FOLDER_MODE = 0o700;

/** Files on this computer's disk. Durable operations sync both file and folder before they return. */
export function createNodeFiles(): Files {
  return {
    read: (path) =>
      attempt(async () => {
        try {
          return await readRegular(path);
        } catch (thrown) {
          if (codeOf(thrown) === 'ENOENT') return null;
          throw thrown;
        }
      }),
    openAppend: (path, mode) =>
      attempt(async () => {
        await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE });
        const handle = await open(path, 'a+', mode);
        try {
          await mustBeRegular(handle);
          await syncFolder(dirname(path));
        } catch (thrown) {
          await handle.close();
          throw thrown;
        }
        return appendTo(handle, path);
      }),
    writeAtomic: (path, bytes, mode) =>
      attempt(async () => {
        const besides = `${path}.billfold-new`;
        try {
          await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE });
          await writeNew(besides, bytes, mode);
          await renameDurably(besides, path);
        } catch (thrown) {
          await rm(besides).catch(() => undefined);
          throw thrown;
        }
      }),
    remove: (path) =>
      attempt(async () => {
        await rm(path, { force: true });
        await syncFolder(dirname(path));
      }),
    list: (folder) =>
      attempt(async () => {
        try {
          return (await readdir(folder)).toSorted();
        } catch (thrown) {
          if (codeOf(thrown) === 'ENOENT') return [];
          throw thrown;
        }
      }),
  };
}

/** Opens a pipe without waiting for a writer; Windows has no such pipes. */
const WITHOUT_WAITING = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

async function readRegular(path: string): Promise<Uint8Array> {
  const handle = await open(path, WITHOUT_WAITING);
  try {
    await mustBeRegular(handle);
    return new Uint8Array(await handle.readFile());
  } finally {
    await handle.close();
  }
}

/** @throws for a pipe or a device: reading it would never end */
async function mustBeRegular(handle: FileHandle): Promise<void> {
  if ((await handle.stat()).isFile()) return;
  throw Object.assign(new Error('not a regular file'), { code: 'EINVAL' });
}

/**
 * Deletes any file of this name, then creates a new one. A link, or another user's file, must not receive the bytes.
 */
async function writeNew(path: string, bytes: Uint8Array, mode: number): Promise<void> {
  await rm(path, { force: true });
  const handle = await open(path, 'wx', mode);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * A file that only grows, from its open handle. A sync fails once its path names no file or another one, or another
 * program changed its length.
 */
export function appendTo(handle: FileHandle, path: string): AppendFile {
  /** Length after the last append, bytes; null when it is not known. */
  let length: number | null = null;
  return {
    append: (bytes) =>
      attempt(async () => {
        const before = length ?? (await handle.stat()).size;
        length = null;
        // `appendFile` continues until every byte is written, unlike a single write.
        await handle.appendFile(bytes);
        length = before + bytes.byteLength;
      }),
    sync: () =>
      attempt(async () => {
        await handle.sync();
        // The file was removed, moved or replaced meanwhile, so the next start would not find the bytes.
        if (!(await isAt(path, handle)))
          throw Object.assign(new Error('the file is no longer there'), { code: 'ENOENT' });
        if (length !== null && (await handle.stat()).size !== length)
          throw Object.assign(new Error('another program changed the file'), { code: 'EIO' });
      }),
    truncate: (to) =>
      attempt(async () => {
        length = null;
        await handle.truncate(to);
      }),
    close: () => handle.close().catch(() => undefined),
  };
}

async function isAt(path: string, handle: FileHandle): Promise<boolean> {
  const there = await attempt(() => stat(path, { bigint: true }));
  const { dev, ino } = await handle.stat({ bigint: true });
  return there.ok && there.value.dev === dev && there.value.ino === ino;
}

/** Renames a file within its folder. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncFolder(dirname(to));
}

/** Syncs a folder. Without this, a power cut may undo the creation or renaming of a file in it. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders, and does not need this.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Returns the work's value, or the disk's error as a `FileProblem`. */
export async function attempt<Value>(
  work: () => Promise<Value>,
): Promise<Result<Value, FileProblem>> {
  try {
    return succeed(await work());
  } catch (thrown) {
    const technical = thrown instanceof Error ? thrown.message : String(thrown);
    return fail({ code: codeOf(thrown), technical });
  }
}

function codeOf(thrown: unknown): string {
  const code: unknown = Reflect.get(Object(thrown), 'code');
  return typeof code === 'string' ? code : 'UNKNOWN';
}
