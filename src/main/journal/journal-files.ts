import { succeed, type Result } from '../../base/result.ts';
import type { FileProblem, Files } from '../ports.ts';
import {
  chainStart,
  readChain,
  type ChainProblem,
  type NamedAttempt,
  type PlacedLine,
} from './journal-chain.ts';
import type { ChainHead, JournalRecord } from './journal-record.ts';

export interface JournalFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Facts about a journal after all its records were read. */
export interface JournalSummary {
  readonly problems: readonly ChainProblem[];
  /** Digests of the damaged places, in order; first the hash of the first line, if the lines before it are missing. */
  readonly breaks: readonly string[];
  readonly lines: number;
  readonly head: ChainHead;
  /** Earlier files exist or existed, but were not given. */
  readonly startsInTheMiddle: boolean;
  readonly isKeyed: boolean;
  /** Number of the last line that the retention removed, according to a `retired` line; 0 when none was. */
  readonly retired: number;
  /** Null when there is no file. */
  readonly last: LastFile | null;
}

/** The file that gets the next line. `wholeBytes`: its size without a torn line. */
export interface LastFile {
  readonly name: string;
  readonly lines: number;
  readonly wholeBytes: number;
  /** Last line without its end, because a write was cut off; empty when there is none. */
  readonly torn: Uint8Array;
}

const NAME = /^approvals-(\d{6})\.jsonl$/;

/** Name of a journal file: approvals-000001.jsonl and so on. */
export function journalFileName(number: number): string {
  return `approvals-${String(number).padStart(6, '0')}.jsonl`;
}

/** Number in a file's name; null when the name is not that of a journal file. */
export function journalFileNumber(name: string): number | null {
  const digits = NAME.exec(name)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** Names of the journal files in a folder, in order. */
export async function listJournalFiles(
  files: Files,
  folder: string,
): Promise<Result<readonly string[], FileProblem>> {
  const names = await files.list(folder);
  if (!names.ok) return names;
  return succeed(names.value.filter((name) => journalFileNumber(name) !== null));
}

/** Reads the journal files in a folder one after the other, and passes each to `take`. */
export async function eachJournalFile(
  files: Files,
  folder: string,
  take: (file: JournalFile) => void,
): Promise<Result<void, FileProblem>> {
  const names = await listJournalFiles(files, folder);
  if (!names.ok) return names;
  return eachNamedFile(files, folder, names.value, take);
}

/** Reads only the named files, one after the other, and passes each to `take`. */
export async function eachNamedFile(
  files: Files,
  folder: string,
  names: readonly string[],
  take: (file: JournalFile) => void,
): Promise<Result<void, FileProblem>> {
  for (const name of names) {
    const bytes = await files.read(`${folder}/${name}`);
    if (!bytes.ok) return bytes;
    if (bytes.value !== null) take({ name, bytes: bytes.value });
  }
  return succeed(undefined);
}

/** Follows the chain file by file, so that years of a journal need not be in memory at once. */
interface JournalReader {
  read(file: JournalFile): void;
  summary(): JournalSummary;
}

/** @param from summary of earlier lines: the first file given is then their last file, or follows it */
export function createJournalReader(
  onRecord: (record: JournalRecord) => void,
  onNamed: (named: NamedAttempt) => void = () => undefined,
  onLine: (line: PlacedLine) => void = () => undefined,
  from: JournalSummary | null = null,
): JournalReader {
  const problems: ChainProblem[] = [...(from?.problems ?? [])];
  const breaks: string[] = [...(from?.breaks ?? [])];
  let beginning: string | null = null;
  let startsInTheMiddle = from?.startsInTheMiddle ?? false;
  let head: ChainHead | null = from?.head ?? null;
  let lines = from?.lines ?? 0;
  let retired = from?.retired ?? 0;
  let isKeyed = from?.isKeyed ?? false;
  let before: ChainHead | null = null;
  const take = (record: JournalRecord): void => {
    before ??= { seq: record.seq - 1, lastHash: record.prev };
    if (startsInTheMiddle && record.kind === 'retired' && isByRetention(record, before, isKeyed)) {
      startsInTheMiddle = false;
      retired = before.seq;
    }
    isKeyed ||= record.mac !== undefined;
    onRecord(record);
  };
  let last = from?.last ?? null;
  return {
    read: (file) => {
      const { name, bytes } = file;
      const read = last?.name === name ? last : { lines: 0, wholeBytes: 0 };
      if (last === null) {
        head = startOf(file);
        startsInTheMiddle = head === null;
      } else if (last.torn.byteLength > 0) {
        // A crash truncates only the last file. A torn line before another file means that lines are missing.
        problems.push({ file: last.name, line: last.lines + 1, problem: 'unreadable' });
      }
      const rest = bytes.subarray(read.wholeBytes);
      const chain = readChain(
        name,
        rest,
        head,
        (line) => {
          if (line.after === null) beginning = line.head.lastHash;
          onLine(line);
        },
        read.lines,
      );
      head = chain.head;
      lines += chain.lines - read.lines;
      problems.push(...chain.problems);
      breaks.push(...chain.breaks);
      for (const named of chain.named) onNamed(named);
      for (const record of chain.records) take(record);
      const torn = rest.slice(chain.wholeBytes);
      const wholeBytes = read.wholeBytes + chain.wholeBytes;
      last = { name, lines: chain.lines, wholeBytes, torn };
    },
    summary: () => ({
      problems,
      breaks: startsInTheMiddle && beginning !== null ? [beginning, ...breaks] : breaks,
      lines,
      head: head ?? chainStart,
      startsInTheMiddle,
      isKeyed,
      retired,
      last,
    }),
  };
}

/**
 * Whether the retention removed the lines up to this one. In a journal with keys, only a line with a key can say so. If
 * the disk refused to remove some of the files, more lines are left than the retention allows.
 */
function isByRetention(
  { upTo, mac }: Extract<JournalRecord, { kind: 'retired' }>,
  { seq, lastHash }: ChainHead,
  isKeyed: boolean,
): boolean {
  if (isKeyed && mac === undefined) return false;
  return upTo.seq > seq || (upTo.seq === seq && upTo.lastHash === lastHash);
}

/** Start of the chain, if the file's name or first line says that the chain begins there; otherwise null. */
function startOf(file: JournalFile): ChainHead | null {
  const number = journalFileNumber(file.name);
  if (number === 1) return chainStart;
  const alone = readChain(file.name, file.bytes, chainStart);
  return alone.problems.some(({ line }) => line === 1) ? null : chainStart;
}
