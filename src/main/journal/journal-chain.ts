import { createHash } from 'node:crypto';
import * as z from '../../base/zod.ts';
import { macOf, type JournalKey } from './journal-key.ts';
import type { JournalProblem } from '../../bridge/journal.ts';
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
  readonly problem: JournalProblem['problem'];
}

/** A line as it lies in its file, for whoever has a key to it. */
export interface PlacedLine {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** Where the chain stands after it. */
  readonly head: ChainHead;
  /** Hash of the line that lies before it; null where none was read. */
  readonly after: string | null;
  readonly mac: string | null;
  /** What the `mac` is of. */
  readonly signed: Uint8Array;
  /** What it says of its key, null where it says that it has none; undefined unless it is an `opened`. */
  readonly opened: Opened['key'] | undefined;
  /** It says that lines were gone when it was written. */
  readonly isLacking: boolean;
  /** Null where it cannot be read. */
  readonly record: JournalRecord | null;
}

type Opened = Extract<JournalRecord, { kind: 'opened' }>;

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
  v: z.optional(z.int()),
  seq: z.int().check(z.minimum(1)),
  prev: z.string(),
});

const namingSchema = z.object({ approvalId: z.string(), attempt: z.int() });

/**
 * Reads one file of the journal. `before` is where the file before it ended, or null when that is not
 * known: then the first line is believed.
 * @param linesBefore lines of the file that are not among these bytes
 */
export function readChain(
  file: string,
  bytes: Uint8Array,
  before: ChainHead | null,
  onLine: (line: PlacedLine) => void = () => undefined,
  linesBefore = 0,
): ReadChain {
  const records: JournalRecord[] = [];
  const named: NamedAttempt[] = [];
  const problems: ChainProblem[] = [];
  let expected = before;
  let head = before ?? chainStart;
  let line = linesBefore;
  let start = 0;
  for (let end = bytes.indexOf(LINE_END); end >= 0; end = bytes.indexOf(LINE_END, start)) {
    const raw = bytes.subarray(start, end);
    start = end + 1;
    line += 1;
    const read = readLine(raw, expected);
    if (read.record !== null) records.push(read.record);
    if (read.named !== null) named.push(read.named);
    if (read.problem !== null) problems.push({ file, line, problem: read.problem });
    const after = expected?.lastHash ?? null;
    head = { lastHash: hashOf(raw), seq: read.seq ?? head.seq + 1 };
    onLine({
      file,
      line,
      head,
      after,
      ...signedPartOf(raw),
      ...openedOf(read.record),
      record: read.record,
    });
    expected = head;
  }
  return { head, records, named, problems, lines: line, wholeBytes: start };
}

/**
 * Puts a record into the chain.
 * @param key authenticates it, and must not be used again; null: nothing does
 * @returns the line with its end, and where the chain stands then
 */
export function chainRecord(
  head: ChainHead,
  record: NewRecord,
  atMs: number,
  key: JournalKey | null = null,
): { readonly bytes: Uint8Array; readonly head: ChainHead } {
  const seq = head.seq + 1;
  const content = record.kind === 'opened' ? { ...record, key: keyField(head, key) } : record;
  // Not of its place in the chain: the key is of that place alone, and the line is known where it was moved to.
  const signed = JSON.stringify({ atMs, ...content }).slice(1);
  const place = JSON.stringify({ v: JOURNAL_VERSION, seq, prev: head.lastHash }).slice(0, -1);
  const mac = key === null ? '' : `"mac":"${macOf(key, Buffer.from(signed))}",`;
  const line = Buffer.from(`${place},${mac}${signed}`);
  return {
    bytes: Buffer.concat([line, Buffer.of(LINE_END)]),
    head: { lastHash: hashOf(line), seq },
  };
}

function keyField({ lastHash }: ChainHead, key: JournalKey | null): Opened['key'] {
  return key && { id: key.id, index: key.index, after: lastHash };
}

const UP_TO_SIGNED = /^\{"v":\d+,"seq":\d+,"prev":"[0-9a-f]{64}","mac":"([0-9a-f]{64})",/;
const MOST_UP_TO_SIGNED = 256;

function signedPartOf(raw: Uint8Array): Pick<PlacedLine, 'mac' | 'signed'> {
  const start = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.length, MOST_UP_TO_SIGNED));
  const found = UP_TO_SIGNED.exec(start.toString('latin1'));
  return { mac: found?.[1] ?? null, signed: raw.subarray(found?.[0].length ?? 0) };
}

function openedOf(record: JournalRecord | null): Pick<PlacedLine, 'opened' | 'isLacking'> {
  if (record?.kind !== 'opened') return { opened: undefined, isLacking: false };
  return { opened: record.key ?? null, isLacking: record.lacks !== undefined };
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
