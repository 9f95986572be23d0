import { createHash } from 'node:crypto';
import { parseJson } from '../../base/parse-json.ts';
import { succeed, type Result } from '../../base/result.ts';
import * as z from '../../base/zod.ts';
import { journalProblemSchema } from '../../bridge/journal.ts';
import type { FileProblem, Files, Log } from '../ports.ts';
import { type KeyState, createAuthentication, createLineProofs } from './journal-authentication.ts';
import type { ChainProblem, NamedAttempt, PlacedLine } from './journal-chain.ts';
import { type ChainHead, foundLinesMissing, type JournalRecord } from './journal-record.ts';
import {
  createJournalReader,
  eachNamedFile,
  listJournalFiles,
  type JournalFile,
  type JournalSummary,
} from './journal-files.ts';
import { indexContentSchema, type IndexContent, type JournalIndex } from './journal-index.ts';
import { macOf, nextKey, type JournalKey, type OpenedState } from './journal-key.ts';

/** A journal as read at a start. */
export interface ReadJournal {
  readonly summary: JournalSummary;
  /** Result of the comparison with the sealed state: the next key, and the missing line. */
  readonly end: ReturnType<SealedTail['end']>;
  /** The expected line exists; true when none was expected. */
  readonly isFound: boolean;
  /** Names of its files, in order. */
  readonly names: readonly string[];
  /** True if the start read every line, without a checkpoint. */
  readonly isWhole: boolean;
  /** Time of the last line, epoch milliseconds; null when there is none. */
  readonly lastAtMs: number | null;
  /** Attempts that were not applied, according to the lines read. */
  readonly unapplied: readonly NamedAttempt[];
}

interface Place {
  readonly files: Files;
  readonly folder: string;
}

interface StartFacts {
  readonly sealed: OpenedState | null;
  readonly keyState: KeyState;
  readonly expected: ChainHead | null;
}

/** Reads a journal into the index, from its last checkpoint on if that is usable. */
export async function readToTheEnd(
  place: Place,
  index: JournalIndex,
  facts: StartFacts,
): Promise<Result<ReadJournal, FileProblem>> {
  const { files, folder } = place;
  const names = await listJournalFiles(files, folder);
  if (!names.ok) return names;
  const found = await usableCheckpoint(place, names.value, facts);
  const { sealed, keyState, expected } = facts;
  const tail = followSealed(sealed);
  let isFound = expected === null;
  let lastAtMs: number | null = null;
  const checkExpected = ({ lastHash }: ChainHead): void => {
    isFound ||= lastHash === expected?.lastHash;
  };
  if (found !== null) {
    const { checkpoint } = found;
    index.restore(checkpoint.index);
    lastAtMs = checkpoint.lastAtMs;
    tail.begin(checkpoint.summary.head);
    checkExpected(checkpoint.summary.head);
  }
  const isIndexed = ({ approvalId, attempt }: NamedAttempt): boolean =>
    index.find(approvalId, attempt).kind !== 'noAttempt';
  const proofOf = createLineProofs(keyState, found && isIndexed);
  const unapplied: NamedAttempt[] = [];
  const reader = createJournalReader(
    (record) => {
      const proof = tail.isForged(record) ? 'forged' : proofOf(record);
      if (foundLinesMissing(record)) index.markLinesMissing(record.atMs);
      if (proof !== 'forged') index.add(record, proof);
      // The attempt may have been sent even if the line is forged.
      else if (record.kind === 'attempt') index.add(record, 'keyless');
      if (record.kind === 'outcome' && isUnapplied.has(record.outcome.kind)) unapplied.push(record);
      lastAtMs = record.atMs;
    },
    index.doubt,
    (line) => {
      tail.take(line);
      checkExpected(line.head);
    },
    found?.checkpoint.summary,
  );
  if (found !== null) reader.read(found.lastFile);
  const since = names.value.slice(found?.checkpoint.files.length ?? 0);
  const read = await eachNamedFile(files, folder, since, reader.read);
  if (!read.ok) return read;
  const end = tail.end();
  const isWhole = found === null;
  return succeed({
    summary: reader.summary(),
    end,
    isFound,
    names: names.value,
    isWhole,
    lastAtMs,
    unapplied: unapplied.map(({ approvalId, attempt }) => ({ approvalId, attempt })),
  });
}

const isUnapplied: ReadonlySet<string> = new Set(['rejected', 'notSent']);

/**
 * Returns the checkpoint with its last file. Null when the checkpoint is later than the sealed or the expected line, or
 * describes other files.
 */
async function usableCheckpoint(
  { files, folder }: Place,
  names: readonly string[],
  { sealed, expected }: StartFacts,
): Promise<{ readonly checkpoint: Checkpoint; readonly lastFile: JournalFile } | null> {
  if (sealed === null) return null;
  const checkpoint = await readCheckpoint(files, folder, names, sealed.checkpointKey);
  if (checkpoint === null) return null;
  const { head, last } = checkpoint.summary;
  if ([sealed.head, expected].some((line) => line && line.seq < head.seq)) return null;
  const read = await files.read(`${folder}/${last.name}`);
  if (!read.ok || read.value === null) return null;
  const lastFile = { name: last.name, bytes: read.value };
  return fitsFile(checkpoint, lastFile) ? { checkpoint, lastFile } : null;
}

/** Compares a journal with its sealed state while it is read. */
interface SealedTail {
  /** Skips the lines up to `head`, which a checkpoint covers. `head` must not be later than the sealed line. */
  begin(head: ChainHead): void;
  take(line: PlacedLine): void;
  /** Whether a line after the sealed one has an HMAC that fits none of the keys. */
  isForged(record: JournalRecord): boolean;
  end(): {
    /** Key of the next line; null when lines have none. */
    readonly key: JournalKey | null;
    /** The last sealed line, if it is missing; otherwise null. */
    readonly lacks: ChainHead | null;
    readonly problems: readonly ChainProblem[];
  };
}

/**
 * @param sealed null while no keyring answers; its `head` is null when the keys were lost or never existed. Then
 * nothing is compared.
 */
function followSealed(sealed: OpenedState | null): SealedTail {
  if (sealed === null || sealed.head === null) {
    const end = { key: sealed?.next ?? null, lacks: null, problems: [] };
    return {
      begin: () => undefined,
      take: () => undefined,
      isForged: () => false,
      end: () => end,
    };
  }
  const { head, next } = sealed;
  const authentication = createAuthentication([next]);
  let isFound = head.seq === 0;
  let keysUsed = 0;
  const forged = new Set<JournalRecord | null>();
  const begin = ({ lastHash }: ChainHead): void => {
    isFound ||= lastHash === head.lastHash;
  };
  return {
    begin,
    take: (line) => {
      if (line.mac !== null && (isFound || line.head.seq > head.seq)) keysUsed += 1;
      if (isFound && !authentication.take(line) && line.mac !== null) forged.add(line.record);
      begin(line.head);
    },
    isForged: (record) => forged.has(record),
    end: () => {
      const { problems } = authentication.finish(null);
      // A key is never used twice, even if its first line is gone.
      const index = Math.max((authentication.next() ?? next).index, next.index + keysUsed);
      let key = next;
      while (key.index < index) key = nextKey(key);
      return { key, lacks: isFound ? null : head, problems };
    },
  };
}

/**
 * State of the journal up to one line, so that a start reads only later lines. A start trusts a checkpoint only if its
 * HMAC fits the sealed key and the file has exactly that line. Otherwise, and without a keyring, it reads the journal
 * from its first line.
 */
interface Checkpoint {
  readonly summary: JournalSummary & { readonly last: NonNullable<JournalSummary['last']> };
  readonly index: IndexContent;
  /** Time the line was written, epoch milliseconds. */
  readonly lastAtMs: number | null;
  /** Names of the files up to that line, in order. */
  readonly files: readonly string[];
}

const NAME = 'checkpoint.json';
const FILE_MODE = 0o600;

const checkpointSchema = z.object({
  // Version 1 had no HMAC. A start ignores it and overwrites it.
  version: z.literal(2),
  files: z.array(z.string()),
  lastAtMs: z.nullable(z.number()),
  problems: z.array(journalProblemSchema),
  // Checkpoints of earlier versions lack this field and are ignored.
  breaks: z.array(z.string()),
  lines: z.int(),
  head: z.object({ seq: z.int(), lastHash: z.string() }),
  startsInTheMiddle: z.boolean(),
  isKeyed: z.boolean(),
  retired: z.int().check(z.minimum(0)),
  last: z.object({ name: z.string(), lines: z.int(), wholeBytes: z.int() }),
  index: indexContentSchema,
});

/**
 * Reads the checkpoint in a folder.
 * @returns null when there is none, its HMAC does not fit the key, or it describes other files
 */
async function readCheckpoint(
  files: Files,
  folder: string,
  names: readonly string[],
  key: Uint8Array,
): Promise<Checkpoint | null> {
  const read = await files.read(`${folder}/${NAME}`);
  if (!read.ok || read.value === null) return null;
  const text = new TextDecoder().decode(read.value);
  const body = text.slice(text.indexOf('\n') + 1);
  if (text !== withMac(body, key)) return null;
  const parsed = checkpointSchema.safeParse(parseJson(body));
  if (!parsed.success) return null;
  const { files: covered, lastAtMs, index, last, version: _, ...summary } = parsed.data;
  const areThere = covered.every((name, at) => name === names[at]);
  if (!areThere || covered.at(-1) !== last.name) return null;
  const torn = new Uint8Array();
  return { files: covered, lastAtMs, index, summary: { ...summary, last: { ...last, torn } } };
}

/** Whether its last file holds the checkpoint's line at its place. */
function fitsFile({ summary }: Checkpoint, { bytes }: JournalFile): boolean {
  const { last, head } = summary;
  const end = last.wholeBytes - 1;
  const start = bytes.lastIndexOf(LINE_END, end - 1) + 1;
  const hash = createHash('sha256').update(bytes.subarray(start, end)).digest('hex');
  return bytes[end] === LINE_END && hash === head.lastHash;
}

/** Writes a checkpoint. A failure only makes the next start slower. */
export async function writeCheckpoint(
  files: Files,
  folder: string,
  { files: covered, lastAtMs, index, summary }: Checkpoint,
  key: Uint8Array,
  log: Log,
): Promise<void> {
  const { torn: _, ...last } = summary.last;
  const content = { version: 2, files: covered, lastAtMs, ...summary, last, index };
  const text = withMac(JSON.stringify(content), key);
  const written = await files.writeAtomic(
    `${folder}/${NAME}`,
    new TextEncoder().encode(text),
    FILE_MODE,
  );
  if (!written.ok) log.warn('the journal checkpoint was not written', { code: written.error.code });
}

const LINE_END = 0x0a;

function withMac(body: string, key: Uint8Array): string {
  return `${macOf({ key }, Buffer.from(body))}\n${body}`;
}
