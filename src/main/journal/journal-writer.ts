import type { Clock } from '../../base/clock.ts';
import { succeed, type Result } from '../../base/result.ts';
import type { AppendFile, FileProblem, Files, Log } from '../ports.ts';
import { chainRecord } from './journal-chain.ts';
import type { ChainHead, JournalWriterName, NewRecord } from './journal-record.ts';
import {
  journalFileName,
  journalFileNumber,
  type JournalSummary,
  type LastFile,
} from './journal-files.ts';
import { nextKey, type JournalKey } from './journal-key.ts';

/** A torn last line, cut off the journal and quarantined. */
export interface Repair {
  readonly file: string;
  /** Name of the file with the bytes that were cut off. */
  readonly quarantined: string;
  readonly bytes: number;
}

/** Adds lines to the end of the journal. Its calls must not overlap. */
export interface JournalWriter {
  /** Adds these lines, all or none. After `ok` they survive a power cut. */
  append(records: readonly NewRecord[]): Promise<Result<void, FileProblem>>;
  /** Last line that is known to be on disk. */
  head(): ChainHead;
  /** The file up to its last line; null when no file with lines is open. */
  end(): { readonly last: Omit<LastFile, 'torn'>; readonly head: ChainHead } | null;
  /** Key of the next line; null when lines have none. */
  nextKey(): JournalKey | null;
  repaired(): Repair | null;
  close(): Promise<void>;
}

interface JournalWriterDeps {
  readonly files: Files;
  readonly folder: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly maxFileBytes: number;
  readonly by?: JournalWriterName | undefined;
}

/** The journal's end, where the writer continues. */
interface WriterStart {
  readonly read: JournalSummary;
  /** Key of the next line; null when lines have none. */
  readonly key: JournalKey | null;
  /**
   * The last sealed line, if it is missing or any line was damaged since the seal; the last line,
   * if the keys or the newest seal were lost. Null when the journal is as left.
   */
  readonly lacks: ChainHead | null;
}

const FILE_MODE = 0o600;

interface OpenFile {
  readonly name: string;
  readonly handle: AppendFile;
  /** Number of bytes in whole lines that are known to be on disk. */
  sizeBytes: number;
  lines: number;
  /** A failed write may have left bytes after `sizeBytes`. */
  dirty: boolean;
}

/** The journal's end and the work still to do there. */
interface End {
  readonly deps: JournalWriterDeps;
  readonly read: JournalSummary;
  readonly lacks: ChainHead | null;
  head: ChainHead;
  key: JournalKey | null;
  file: OpenFile | null;
  repair: Repair | null;
  /** Records that must precede all others, once per start; null until they are known. */
  prelude: readonly NewRecord[] | null;
}

export function createJournalWriter(deps: JournalWriterDeps, start: WriterStart): JournalWriter {
  const { head } = start.read;
  const end: End = { deps, ...start, head, file: null, repair: null, prelude: null };
  return {
    append: async (records) => {
      const opened = await openLast(end);
      if (!opened.ok) return opened;
      const file = await rotate(end, opened.value);
      end.prelude ??= preludeOf(file, end);
      const written = await write(end, file, [...end.prelude, ...records]);
      if (written.ok) end.prelude = [];
      return written;
    },
    head: () => end.head,
    end: () => {
      if (end.file === null || end.file.lines === 0) return null;
      const { name, lines, sizeBytes: wholeBytes } = end.file;
      return { last: { name, lines, wholeBytes }, head: end.head };
    },
    nextKey: () => end.key,
    repaired: () => end.repair,
    close: async () => {
      await end.file?.handle.close();
      end.file = null;
    },
  };
}

async function openLast(end: End): Promise<Result<OpenFile, FileProblem>> {
  if (end.file !== null) return succeed(end.file);
  const { files, folder } = end.deps;
  const { last } = end.read;
  const name = last?.name ?? journalFileName(1);
  if (end.repair === null && last !== null && last.torn.byteLength > 0) {
    const saved = await quarantineTorn(end, last);
    if (!saved.ok) return saved;
  }
  const handle = await files.openAppend(`${folder}/${name}`, FILE_MODE);
  if (!handle.ok) return handle;
  const sizeBytes = last?.wholeBytes ?? 0;
  // A crashed process may have left lines that are not synced yet.
  const dirty = last !== null;
  const file = { name, handle: handle.value, sizeBytes, lines: last?.lines ?? 0, dirty };
  const cleaned = await clean(file);
  if (!cleaned.ok) {
    await handle.value.close();
    return cleaned;
  }
  end.file = file;
  return succeed(file);
}

async function quarantineTorn(
  end: End,
  { name, torn }: LastFile,
): Promise<Result<void, FileProblem>> {
  const { files, folder, clock, log } = end.deps;
  const quarantined = `${name}.torn-${clock.nowMs()}`;
  const saved = await files.writeAtomic(`${folder}/${quarantined}`, torn, FILE_MODE);
  if (!saved.ok) return saved;
  end.repair = { file: name, quarantined, bytes: torn.byteLength };
  log.warn('a torn last line was cut off the journal', { ...end.repair });
  return saved;
}

function preludeOf(file: OpenFile, { repair, lacks, deps }: End): NewRecord[] {
  const number = journalFileNumber(file.name) ?? 1;
  const follows = file.lines === 0 && number > 1 ? journalFileName(number - 1) : null;
  const opened = openedBy(deps, follows, lacks);
  if (repair === null) return [opened];
  return [opened, { kind: 'repaired', setAside: repair.quarantined, bytes: repair.bytes }];
}

function openedBy(
  { by }: JournalWriterDeps,
  follows: string | null,
  lacks: ChainHead | null = null,
): NewRecord {
  return { kind: 'opened', follows, ...(by && { by }), ...(lacks && { lacks }) };
}

/** Begins the next file when this one is full. */
async function rotate(end: End, file: OpenFile): Promise<OpenFile> {
  const { files, folder, log, maxFileBytes } = end.deps;
  if (file.sizeBytes < maxFileBytes) return file;
  const name = journalFileName((journalFileNumber(file.name) ?? 0) + 1);
  const handle = await files.openAppend(`${folder}/${name}`, FILE_MODE);
  if (!handle.ok) {
    // A file that grows too long is better than an approval that is not written down.
    log.warn('the journal could not begin a new file', { code: handle.error.code });
    return file;
  }
  const next: OpenFile = { name, handle: handle.value, sizeBytes: 0, lines: 0, dirty: true };
  const begun = await write(end, next, [openedBy(end.deps, file.name)]);
  if (!begun.ok) {
    await handle.value.close();
    return file;
  }
  await file.handle.close();
  end.file = next;
  return next;
}

async function write(
  end: End,
  file: OpenFile,
  records: readonly NewRecord[],
): Promise<Result<void, FileProblem>> {
  const cleaned = await clean(file);
  if (!cleaned.ok || records.length === 0) return cleaned;
  const { bytes, head, key } = chainAll(end, records);
  file.dirty = true;
  const added = await file.handle.append(bytes);
  const synced = added.ok ? await file.handle.sync() : added;
  if (!synced.ok) {
    await clean(file);
    return synced;
  }
  file.dirty = false;
  file.sizeBytes += bytes.byteLength;
  file.lines += records.length;
  end.head = head;
  end.key = key;
  return synced;
}

/** Cuts off bytes that a failed write or a crash left after the last whole line. */
async function clean(file: OpenFile): Promise<Result<void, FileProblem>> {
  if (!file.dirty) return succeed(undefined);
  const cut = await file.handle.truncate(file.sizeBytes);
  const synced = cut.ok ? await file.handle.sync() : cut;
  if (synced.ok) file.dirty = false;
  return synced;
}

function chainAll(
  end: End,
  records: readonly NewRecord[],
): Pick<End, 'head' | 'key'> & { readonly bytes: Uint8Array } {
  const atMs = end.deps.clock.nowMs();
  const lines: Uint8Array[] = [];
  let { head, key } = end;
  for (const record of records) {
    const line = chainRecord(head, record, atMs, key);
    lines.push(line.bytes);
    head = line.head;
    key = key && nextKey(key);
  }
  return { bytes: Buffer.concat(lines), head, key };
}
