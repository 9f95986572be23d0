import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
  journalRecordSchema,
  JOURNAL_VERSION,
  type JournalRecord,
  type NewRecord,
} from './journal-record.ts';

/** What the first line of the first file names as the line before it. */
const NO_LINE = '0'.repeat(64);

/** Where the chain stands: what the next line must name, and its number. */
export interface ChainHead {
  readonly lastHash: string;
  readonly seq: number;
}

export const chainStart: ChainHead = { lastHash: NO_LINE, seq: 0 };

/** Something wrong with a line. The rest of the file is read all the same. */
export interface ChainProblem {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly problem: 'unreadable' | 'newerVersion' | 'wrongHash' | 'wrongNumber';
}

/** An attempt that a line names, though the line cannot be read: it may have been sent. */
export interface NamedAttempt {
  readonly approvalId: string;
  readonly attempt: number;
}

/** One file as it was read. */
export interface ReadChain {
  readonly head: ChainHead;
  readonly records: readonly JournalRecord[];
  readonly named: readonly NamedAttempt[];
  readonly problems: readonly ChainProblem[];
  readonly lines: number;
  /** Bytes up to the end of the last whole line. */
  readonly wholeBytes: number;
}

const LINE_END = 0x0a;
// Enough of a line to place it, when the rest cannot be read.
const placedSchema = z.looseObject({
  v: z.int().optional(),
  seq: z.int().min(1),
  prev: z.string(),
});

const namingSchema = z.object({ approvalId: z.string(), attempt: z.int() });

/**
 * Reads one file of the journal. `before` is where the file before it ended, or null when that is not
 * known: then the first line is believed.
 */
export function readChain(
  file: string,
  bytes: Uint8Array,
  before: ChainHead | null,
  onLine: (head: ChainHead) => void = () => undefined,
): ReadChain {
  const records: JournalRecord[] = [];
  const named: NamedAttempt[] = [];
  const problems: ChainProblem[] = [];
  let expected = before;
  let head = before ?? chainStart;
  let line = 0;
  let start = 0;
  for (let end = bytes.indexOf(LINE_END); end >= 0; end = bytes.indexOf(LINE_END, start)) {
    const raw = bytes.subarray(start, end);
    start = end + 1;
    line += 1;
    const read = readLine(raw, expected);
    if (read.record !== null) records.push(read.record);
    if (read.named !== null) named.push(read.named);
    if (read.problem !== null) problems.push({ file, line, problem: read.problem });
    head = { lastHash: hashOf(raw), seq: read.seq ?? head.seq + 1 };
    onLine(head);
    expected = head;
  }
  return { head, records, named, problems, lines: line, wholeBytes: start };
}

/** Puts a record into the chain. @returns the line with its end, and where the chain stands then */
export function chainRecord(
  head: ChainHead,
  record: NewRecord,
  atMs: number,
): { readonly bytes: Uint8Array; readonly head: ChainHead } {
  const seq = head.seq + 1;
  const text = JSON.stringify({ v: JOURNAL_VERSION, seq, prev: head.lastHash, atMs, ...record });
  const line = Buffer.from(text, 'utf8');
  return {
    bytes: Buffer.concat([line, Buffer.of(LINE_END)]),
    head: { lastHash: hashOf(line), seq },
  };
}

interface ReadLine {
  readonly record: JournalRecord | null;
  readonly named: NamedAttempt | null;
  readonly problem: ChainProblem['problem'] | null;
  readonly seq: number | null;
}

function readLine(raw: Uint8Array, expected: ChainHead | null): ReadLine {
  const value = jsonOf(raw);
  const parsed = journalRecordSchema.safeParse(value);
  if (parsed.success) {
    const { seq } = parsed.data;
    const problem = misplaced(parsed.data, expected);
    return { record: parsed.data, named: null, problem, seq };
  }
  const naming = namingSchema.safeParse(value);
  const named = naming.success ? naming.data : null;
  const placed = placedSchema.safeParse(value);
  if (!placed.success) return { record: null, named, problem: 'unreadable', seq: null };
  const { v, seq } = placed.data;
  const unread = (v ?? 0) > JOURNAL_VERSION ? 'newerVersion' : 'unreadable';
  return { record: null, named, problem: misplaced(placed.data, expected) ?? unread, seq };
}

function misplaced(
  line: { readonly prev: string; readonly seq: number },
  expected: ChainHead | null,
): ChainProblem['problem'] | null {
  if (expected === null) return null;
  if (line.prev !== expected.lastHash) return 'wrongHash';
  return line.seq === expected.seq + 1 ? null : 'wrongNumber';
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function jsonOf(raw: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(raw));
  } catch {
    return undefined;
  }
}

function hashOf(line: Uint8Array): string {
  return createHash('sha256').update(line).digest('hex');
}
