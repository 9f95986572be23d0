import type { Clock } from '../../base/clock.ts';
import { succeed, type Result } from '../../base/result.ts';
import type { AppendFile, FileProblem, Files, Log } from '../ports.ts';
import { chainRecord, type ChainHead } from './journal-chain.ts';
import { journalFileName, journalFileNumber, type JournalSummary } from './journal-files.ts';
import type { NewRecord } from './journal-record.ts';

/** A torn last line, cut off the journal and kept beside it. */
export interface Repair {
  readonly file: string;
  readonly setAside: string;
  readonly bytes: number;
}

/** The end of the journal: where lines are added. Its calls must not overlap. */
export interface JournalWriter {
  /** Adds these lines, all or none; when it returns `ok` they survive a power cut. */
  append(records: readonly NewRecord[]): Promise<Result<void, FileProblem>>;
  /** The last line that is known to be on disk. */
  head(): ChainHead;
  repaired(): Repair | null;
  close(): Promise<void>;
}

export interface JournalWriterDeps {
  readonly files: Files;
  readonly folder: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly maxFileBytes: number;
}

const FILE_MODE = 0o600;

interface OpenFile {
  readonly name: string;
  readonly handle: AppendFile;
  /** Bytes that are known to be whole lines and on disk. */
  sizeBytes: number;
  lines: number;
  /** A failed write may have left something behind `sizeBytes`. */
  dirty: boolean;
}

export function createJournalWriter(deps: JournalWriterDeps, read: JournalSummary): JournalWriter {
  const { files, folder, clock } = deps;
  let head: ChainHead = read.head;
  let torn = read.last?.torn ?? new Uint8Array();
  let repair: Repair | null = null;
  let file: OpenFile | null = null;
  // What has to be said before anything else is, once this start.
  let prelude: NewRecord[] | null = null;

  const openLast = async (): Promise<Result<OpenFile, FileProblem>> => {
    if (file !== null) return succeed(file);
    const name = read.last?.name ?? journalFileName(1);
    if (torn.byteLength > 0) {
      const kept = await setAside(name);
      if (!kept.ok) return kept;
    }
    const handle = await files.openAppend(`${folder}/${name}`, FILE_MODE);
    if (!handle.ok) return handle;
    const sizeBytes = read.last?.wholeBytes ?? 0;
    // What a process that crashed had written was read, and may not be on disk yet.
    const dirty = read.last !== null;
    const open = { name, handle: handle.value, sizeBytes, lines: read.last?.lines ?? 0, dirty };
    const cleaned = await clean(open);
    if (!cleaned.ok) {
      await handle.value.close();
      return cleaned;
    }
    file = open;
    return succeed(file);
  };

  const setAside = async (name: string): Promise<Result<void, FileProblem>> => {
    const aside = `${name}.torn-${clock.nowMs()}`;
    const kept = await files.writeAtomic(`${folder}/${aside}`, torn, FILE_MODE);
    if (!kept.ok) return kept;
    repair = { file: name, setAside: aside, bytes: torn.byteLength };
    deps.log.warn('a torn last line was cut off the journal', { ...repair });
    torn = new Uint8Array();
    return kept;
  };

  const preludeOf = (open: OpenFile): NewRecord[] => {
    const number = journalFileNumber(open.name) ?? 1;
    const follows = open.lines === 0 && number > 1 ? journalFileName(number - 1) : null;
    const opened: NewRecord = { kind: 'opened', follows };
    if (repair === null) return [opened];
    return [opened, { kind: 'repaired', setAside: repair.setAside, bytes: repair.bytes }];
  };

  const write = async (
    open: OpenFile,
    records: readonly NewRecord[],
  ): Promise<Result<void, FileProblem>> => {
    const cleaned = await clean(open);
    if (!cleaned.ok || records.length === 0) return cleaned;
    const lines = chainAll(head, records, clock.nowMs());
    const bytes = Buffer.concat(lines.map((line) => line.bytes));
    open.dirty = true;
    const added = await open.handle.append(bytes);
    const synced = added.ok ? await open.handle.sync() : added;
    if (!synced.ok) {
      await clean(open);
      return synced;
    }
    open.dirty = false;
    open.sizeBytes += bytes.byteLength;
    open.lines += records.length;
    head = lines.at(-1)?.head ?? head;
    return synced;
  };

  const rotate = async (open: OpenFile): Promise<OpenFile> => {
    if (open.sizeBytes < deps.maxFileBytes) return open;
    const name = journalFileName((journalFileNumber(open.name) ?? 0) + 1);
    const handle = await files.openAppend(`${folder}/${name}`, FILE_MODE);
    if (!handle.ok) {
      // A file that grows too long is better than an approval that is not written down.
      deps.log.warn('the journal could not begin a new file', { code: handle.error.code });
      return open;
    }
    const next: OpenFile = { name, handle: handle.value, sizeBytes: 0, lines: 0, dirty: true };
    const begun = await write(next, [{ kind: 'opened', follows: open.name }]);
    if (!begun.ok) {
      await handle.value.close();
      return open;
    }
    await open.handle.close();
    file = next;
    return next;
  };

  return {
    append: async (records) => {
      const opened = await openLast();
      if (!opened.ok) return opened;
      const open = await rotate(opened.value);
      prelude ??= preludeOf(open);
      const written = await write(open, [...prelude, ...records]);
      if (written.ok) prelude = [];
      return written;
    },
    head: () => head,
    repaired: () => repair,
    close: async () => {
      await file?.handle.close();
      file = null;
    },
  };
}

/** Cuts off what a failed write, or a crash, left behind the last whole line. */
async function clean(open: OpenFile): Promise<Result<void, FileProblem>> {
  if (!open.dirty) return succeed(undefined);
  const cut = await open.handle.truncate(open.sizeBytes);
  const synced = cut.ok ? await open.handle.sync() : cut;
  if (synced.ok) open.dirty = false;
  return synced;
}

function chainAll(
  head: ChainHead,
  records: readonly NewRecord[],
  atMs: number,
): readonly { readonly bytes: Uint8Array; readonly head: ChainHead }[] {
  const lines: { bytes: Uint8Array; head: ChainHead }[] = [];
  let current = head;
  for (const record of records) {
    const line = chainRecord(current, record, atMs);
    lines.push(line);
    current = line.head;
  }
  return lines;
}
