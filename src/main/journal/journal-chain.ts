import { createHash } from 'node:crypto';
import * as z from '../../base/zod.ts';
import { macOf, type JournalKey } from './journal-key.ts';
import type { JournalProblem } from '../../bridge/journal.ts';
import {
  journalRecordSchema,
  JOURNAL_VERSION,
  type ChainHead,
  type JournalRecord,
  type NewRecord,
} from './journal-record.ts';

/** Previous hash in the very first line, which has no line before it. */
const NO_LINE = '0'.repeat(64);

/** End of the chain of an empty journal. */
export const chainStart: ChainHead = { lastHash: NO_LINE, seq: 0 };

/** A damaged line. Reading continues with the next line. */
export interface ChainProblem {
  readonly file: string;
  /** Counts from 1. */
  readonly line: number;
  readonly problem: JournalProblem['problem'];
}

/** A line with its place in a file, and everything needed to check it with a key. */
export interface PlacedLine {
  readonly file: string;
  /** Counts from 1. */
  readonly line: number;
  /** End of the chain after this line. */
  readonly head: ChainHead;
  /** Hash of the line before it; null when that line was not read. */
  readonly after: string | null;
  readonly mac: string | null;
  /** Bytes that the `mac` covers. */
  readonly signed: Uint8Array;
  /** Key field of an `opened` line, null when it says that it has no key; undefined for other lines. */
  readonly opened: Opened['key'] | undefined;
  /** The line says that a start found lines missing. */
  readonly isLacking: boolean;
  /** Null when the line cannot be read. */
  readonly record: JournalRecord | null;
}

type Opened = Extract<JournalRecord, { kind: 'opened' }>;

/** An attempt named by a line that is otherwise unreadable. It may have been sent. */
export interface NamedAttempt {
  readonly approvalId: string;
  readonly attempt: number;
}

/** Content of one file. */
interface ReadChain {
  readonly head: ChainHead;
  readonly records: readonly JournalRecord[];
  readonly named: readonly NamedAttempt[];
  readonly problems: readonly ChainProblem[];
  /**
   * One digest per damaged line, of this line and the one before it. With the last hash, the digests determine every
   * line.
   */
  readonly breaks: readonly string[];
  readonly lines: number;
  /** Number of bytes up to the end of the last whole line. */
  readonly wholeBytes: number;
}

const LINE_END = 0x0a;
// Fields that suffice to place a line, even if its other fields are unreadable.
const placedSchema = z.looseObject({
  v: z.optional(z.int()),
  seq: z.int().check(z.minimum(1)),
  prev: z.string(),
});

const namingSchema = z.object({ approvalId: z.string(), attempt: z.int() });

/**
 * Reads one file of the journal.
 * @param before end of the file before, or null when that is not known: then the first line is trusted
 * @param linesBefore number of lines of the file before these bytes
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
  const breaks: string[] = [];
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
    // A line of a newer version is not damaged: the next line has its hash.
    if (read.problem !== null && read.problem !== 'newerVersion')
      breaks.push(hashOf(Buffer.from(`${after} ${head.lastHash}`)));
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
  return { head, records, named, problems, breaks, lines: line, wholeBytes: start };
}

/**
 * Appends a record to the chain.
 * @param key authenticates the line and must not be used again; null for a line without HMAC
 * @returns the line with its line end, and the new end of the chain
 */
export function chainRecord(
  head: ChainHead,
  record: NewRecord,
  atMs: number,
  key: JournalKey | null = null,
): { readonly bytes: Uint8Array; readonly head: ChainHead } {
  const seq = head.seq + 1;
  const content = record.kind === 'opened' ? { ...record, key: keyField(head, key) } : record;
  // The HMAC need not cover the line's place: each key belongs to one place, so the key reveals a moved line.
  const signed = JSON.stringify({ atMs, ...content }).slice(1);
  const place = JSON.stringify({ v: JOURNAL_VERSION, seq, prev: head.lastHash }).slice(0, -1);
  const mac = key === null ? '' : `"mac":"${macOf(key, Buffer.from(signed))}",`;
  const line = Buffer.from(`${place},${mac}${signed}`);
  return {
    bytes: Buffer.concat([line, Buffer.of(LINE_END)]),
    head: { lastHash: hashOf(line), seq },
  };
}

/** Whether a record's line can be read again. */
export function isReadable(record: NewRecord): boolean {
  const { bytes } = chainRecord(chainStart, record, 0);
  return readLine(bytes.subarray(0, -1), chainStart).problem === null;
}

function keyField({ lastHash }: ChainHead, key: JournalKey | null): Opened['key'] {
  return key && { id: key.id, index: key.index, after: lastHash };
}

const UP_TO_SIGNED = /^\{"v":\d+,"seq":\d+,"prev":"[0-9a-f]{64}","mac":"([0-9a-f]{64})",/;
const MAX_UP_TO_SIGNED = 256;

function signedPartOf(raw: Uint8Array): Pick<PlacedLine, 'mac' | 'signed'> {
  const start = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.length, MAX_UP_TO_SIGNED));
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
  // A line with a `mac` elsewhere than after `prev` counts as unreadable, because no check would use it.
  if (parsed.success && (parsed.data.mac ?? null) === signedPartOf(raw).mac) {
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
