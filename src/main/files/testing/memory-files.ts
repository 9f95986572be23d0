import { fail, succeed, type Result } from '../../../base/result.ts';
import type { AppendFile, FileProblem, Files } from '../../ports.ts';

/** Files in memory that crash and fill up like real ones. */
export interface MemoryFiles extends Files {
  /**
   * Cuts the power. Only `kept(count)` of the bytes appended since the last sync remain, by default none. Open files
   * stop working.
   */
  crash(kept?: (unsyncedBytes: number) => number): void;
  /** Bytes of a file that would survive a power cut now; null when there is no file. */
  durable(path: string): Uint8Array | null;
  /** Sets the free space in bytes; null: unlimited. */
  setRoom(bytes: number | null): void;
  /** The next call of this kind fails with `code`. */
  failNext(operation: Operation, code: string): void;
  /** Writes bytes durably, as another program might. */
  plant(path: string, bytes: Uint8Array): void;
}

type Operation =
  | 'read'
  | 'openAppend'
  | 'append'
  | 'sync'
  | 'truncate'
  | 'writeAtomic'
  | 'remove'
  | 'list';

interface Content {
  now: Uint8Array;
  durable: Uint8Array;
}

interface Disk {
  readonly contents: Map<string, Content>;
  readonly failures: Map<Operation, string>;
  room: number | null;
  /** Number of crashes so far: files opened before the last one no longer work. */
  boot: number;
}

export function createMemoryFiles(): MemoryFiles {
  const disk: Disk = { contents: new Map(), failures: new Map(), room: null, boot: 0 };
  const { contents, failures } = disk;
  return {
    read: (path) => perform(disk, 'read', () => succeed(contents.get(path)?.now.slice() ?? null)),
    openAppend: (path) =>
      perform(disk, 'openAppend', () => {
        const content = contents.get(path) ?? { now: new Uint8Array(), durable: new Uint8Array() };
        contents.set(path, content);
        return succeed(openFile(disk, content));
      }),
    writeAtomic: (path, bytes) =>
      perform(disk, 'writeAtomic', () => {
        if (disk.room !== null && bytes.byteLength > disk.room) return problem('ENOSPC');
        if (disk.room !== null) disk.room -= bytes.byteLength;
        contents.set(path, { now: bytes.slice(), durable: bytes.slice() });
        return succeed(undefined);
      }),
    remove: (path) =>
      perform(disk, 'remove', () => {
        contents.delete(path);
        return succeed(undefined);
      }),
    list: (folder) =>
      perform(disk, 'list', () => {
        const prefix = `${folder}/`;
        const names = [...contents.keys()]
          .filter((path) => path.startsWith(prefix))
          .map((path) => path.slice(prefix.length));
        return succeed(names.filter((name) => !name.includes('/')).toSorted());
      }),
    crash: (kept = () => 0) => {
      disk.boot += 1;
      for (const content of contents.values()) crashContent(content, kept);
    },
    durable: (path) => contents.get(path)?.durable.slice() ?? null,
    setRoom: (bytes) => {
      disk.room = bytes;
    },
    failNext: (operation, code) => {
      failures.set(operation, code);
    },
    plant: (path, bytes) => {
      contents.set(path, { now: bytes.slice(), durable: bytes.slice() });
    },
  };
}

async function perform<Value>(
  disk: Disk,
  operation: Operation,
  work: () => Result<Value, FileProblem>,
): Promise<Result<Value, FileProblem>> {
  const code = disk.failures.get(operation);
  disk.failures.delete(operation);
  return code === undefined ? work() : problem(code);
}

function openFile(disk: Disk, content: Content): AppendFile {
  const openedIn = disk.boot;
  let closed = false;
  const performAlive = (
    operation: Operation,
    work: () => Result<void, FileProblem>,
  ): Promise<Result<void, FileProblem>> =>
    perform(disk, operation, () => (closed || openedIn !== disk.boot ? problem('EBADF') : work()));
  return {
    append: (bytes) =>
      performAlive('append', () => {
        const fits = disk.room === null ? bytes.byteLength : Math.min(disk.room, bytes.byteLength);
        content.now = joined(content.now, bytes.subarray(0, fits));
        if (disk.room !== null) disk.room -= fits;
        return fits < bytes.byteLength ? problem('ENOSPC') : succeed(undefined);
      }),
    sync: () =>
      performAlive('sync', () => {
        content.durable = content.now;
        return succeed(undefined);
      }),
    truncate: (length) =>
      performAlive('truncate', () => {
        if (disk.room !== null) disk.room += Math.max(0, content.now.byteLength - length);
        content.now = content.now.slice(0, length);
        return succeed(undefined);
      }),
    close: async () => {
      closed = true;
    },
  };
}

function crashContent(content: Content, kept: (unsyncedBytes: number) => number): void {
  const { now, durable } = content;
  const grown = now.byteLength - durable.byteLength;
  // A crash may also undo a truncation that was never synced.
  if (grown > 0) content.durable = now.slice(0, durable.byteLength + Math.min(grown, kept(grown)));
  content.now = content.durable;
}

function joined(left: Uint8Array, right: Uint8Array): Uint8Array {
  const whole = new Uint8Array(left.byteLength + right.byteLength);
  whole.set(left);
  whole.set(right, left.byteLength);
  return whole;
}

function problem(code: string): { readonly ok: false; readonly error: FileProblem } {
  return fail({ code, technical: `${code}: simulated` });
}
