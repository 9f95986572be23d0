import type { Clock } from '../../base/clock.ts';
import { succeed, type Result } from '../../base/result.ts';
import { createSerial, type Serial } from '../../base/serial.ts';
import type { FileProblem, Files, Log } from '../ports.ts';
import type { ChainHead } from './journal-chain.ts';
import { writeCheckpoint } from './journal-checkpoint.ts';
import type { JournalSummary } from './journal-files.ts';
import { createJournalIndex, type JournalIndex } from './journal-index.ts';
import type { JournalKey } from './journal-key.ts';
import type { JournalKeySafe } from './journal-key-safe.ts';
import type { JournalWriterName, NewRecord } from './journal-record.ts';
import { createJournalWriter, type JournalWriter } from './journal-writer.ts';
import { readToTheEnd } from './read-to-the-end.ts';

export interface JournalDeps {
  readonly files: Files;
  /** Absolute path; nothing else should live there. */
  readonly folder: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly maxFileBytes?: number;
  /** Without it lines are chained and nothing more. */
  readonly keys?: JournalKeySafe;
  readonly by?: JournalWriterName;
  /** The name of an organization, where it is known. */
  readonly organizationName?: (id: string) => string | null;
  /** Older files are removed at a start, once what they are about is over; null: never. */
  readonly retentionDays?: number | null;
  /** Hears after each try to write lines where the journal ends now, or why they are not in it. */
  readonly onTried?: (tried: Result<ChainHead, FileProblem>) => void;
}

const MAX_FILE_BYTES = 4 * 1024 * 1024;

/** What of the journal is in memory. */
export interface JournalState {
  readonly deps: JournalDeps;
  readonly index: JournalIndex;
  readonly oneAtATime: Serial;
  summary: JournalSummary | null;
  writer: JournalWriter | null;
  /** Of the last line before this start, and of the last one, epoch milliseconds; null when there is none. */
  lastAtMs: number | null;
  writtenAtMs: number | null;
  holdsExpected: boolean;
  isAsLeft: boolean;
  /** What could not be written, and goes before the next line. */
  owed: NewRecord[];
  isClosed: boolean;
  /** The first key of this row of keys, until it is given out. */
  firstKey: JournalKey | null;
  /** Null without a keyring: then nobody could tell a checkpoint from a forged one. */
  checkpointKey: Uint8Array | null;
  /** The start read every line: no checkpoint was there, or none that it believes. */
  isReadWhole: boolean;
  /** Number of the last line under the seal that is kept. */
  sealedSeq: number;
  sealing: Promise<void> | null;
  /** Names of the files, in their order. */
  names: readonly string[];
}

export function createJournalState(deps: JournalDeps): JournalState {
  return {
    deps,
    index: createJournalIndex(),
    oneAtATime: createSerial(),
    summary: null,
    writer: null,
    lastAtMs: null,
    writtenAtMs: null,
    holdsExpected: true,
    isAsLeft: true,
    owed: [],
    isClosed: false,
    firstKey: null,
    checkpointKey: null,
    isReadWhole: false,
    sealedSeq: 0,
    sealing: null,
    names: [],
  };
}

/** Reads it, once: from the last checkpoint on where that will do. */
export async function load(
  state: JournalState,
  expected: ChainHead | null = null,
): Promise<Result<JournalWriter, FileProblem>> {
  const { deps } = state;
  if (state.writer !== null) return succeed(state.writer);
  const sealed = (await deps.keys?.open()) ?? null;
  const read = await readToTheEnd(deps, state.index, { sealed, expected });
  if (!read.ok) {
    deps.log.error('the journal could not be read', { code: read.error.code });
    deps.onTried?.(read);
    return read;
  }
  const { summary, end, isFound, names, lastAtMs, isWhole } = read.value;
  const problems = [...summary.problems, ...end.problems];
  if (problems.length > 0) {
    deps.log.error('the journal is broken', { problems: problems.slice(0, 10) });
  }
  const maxFileBytes = deps.maxFileBytes ?? MAX_FILE_BYTES;
  state.summary = { ...summary, problems };
  state.names = names;
  state.isReadWhole = isWhole;
  state.lastAtMs = lastAtMs;
  state.writtenAtMs = lastAtMs;
  const changed = damagedLines(state.summary) > (sealed?.damaged ?? Infinity);
  const isChanged = changed || end.problems.length > 0;
  const lacks = end.lacks ?? (isChanged ? (sealed?.head ?? null) : null);
  state.isAsLeft = lacks === null;
  state.holdsExpected = isFound && state.isAsLeft;
  state.firstKey = sealed?.first ?? null;
  state.checkpointKey = sealed?.checkpointKey ?? null;
  const start = { read: summary, lacks, key: end.key };
  // A key nobody has kept would make lines that nobody can verify.
  const isKept = sealed === null || sealed.head !== null || (await keep(state, end.key, summary));
  state.writer = createJournalWriter(
    { ...deps, maxFileBytes },
    isKept ? start : { ...start, key: null },
  );
  return succeed(state.writer);
}

/**
 * Lines that were changed, removed or put there, a missing beginning included. A line of a newer version is none: its
 * hash is in the line after it.
 */
function damagedLines({ problems, startsInTheMiddle }: JournalSummary): number {
  const damaged = problems.filter(({ problem }) => problem !== 'newerVersion').length;
  return damaged + (startsInTheMiddle ? 1 : 0);
}

/** Keeps what the next start needs of the lines so far. */
export async function makeCheckpoint(state: JournalState): Promise<void> {
  const { deps, writer, summary, index, names: files, writtenAtMs: lastAtMs } = state;
  const { checkpointKey: key } = state;
  const at = writer?.end();
  // What could not be written yet is in the index and not in the lines.
  if (!at || !summary || key === null || state.owed.length > 0) return;
  const { last, head } = at;
  const lines = summary.lines + head.seq - summary.head.seq;
  const first = summary.first ?? last.name;
  const covered = { ...summary, lines, head, first, last: { ...last, torn: new Uint8Array() } };
  const checkpoint = { files, lastAtMs, index: index.content(), summary: covered };
  await writeCheckpoint(deps.files, deps.folder, checkpoint, key, deps.log);
}

/** Seals where the journal is, so that the next start knows. What cannot be sealed is sealed later. */
export async function seal(state: JournalState): Promise<void> {
  await state.sealing;
  const { writer } = state;
  if (writer !== null) await keep(state, writer.nextKey(), { head: writer.head() });
}

async function keep(
  state: JournalState,
  next: JournalKey | null,
  { head }: Pick<JournalSummary, 'head'>,
): Promise<boolean> {
  const { deps, firstKey: first, checkpointKey, summary } = state;
  if (next === null || deps.keys === undefined || checkpointKey === null) return false;
  const damaged = summary && damagedLines(summary);
  const isKept = await deps.keys.keep({ next, head, first, checkpointKey, damaged });
  if (isKept) state.sealedSeq = head.seq;
  return isKept;
}

/** The key is sealed anew after so many lines: whoever gets the sealed one can write no more than these anew. */
const LINES_A_SEAL = 64;

/** Writes what is owed and these, in this order; none of them when it fails. */
export async function write(
  state: JournalState,
  records: readonly NewRecord[],
): Promise<Result<void, FileProblem>> {
  const { deps } = state;
  const writer = await load(state);
  if (!writer.ok) return writer;
  const { seq } = writer.value.head();
  const named = records.map((record) => withName(record, deps));
  const written = await writer.value.append([...state.owed, ...named]);
  if (!written.ok) {
    deps.log.error('the journal could not be written', { code: written.error.code });
    deps.onTried?.(written);
    return written;
  }
  state.owed = [];
  const head = writer.value.head();
  // Nothing to write proves nothing.
  if (head.seq > seq) {
    state.writtenAtMs = deps.clock.nowMs();
    deps.onTried?.(succeed(head));
  }
  const name = writer.value.end()?.last.name;
  if (name !== undefined && name !== state.names.at(-1)) {
    state.names = [...state.names, name];
    // In its turn: by then the index has what was written just now.
    void state.oneAtATime(() => makeCheckpoint(state));
  }
  if (head.seq - state.sealedSeq >= LINES_A_SEAL && state.sealing === null) {
    // Nobody waits for a keyring.
    state.sealing = seal(state).finally(() => {
      state.sealing = null;
    });
  }
  return written;
}

function withName(record: NewRecord, { organizationName }: JournalDeps): NewRecord {
  if (record.kind !== 'approved' && record.kind !== 'attempt') return record;
  const name = organizationName?.(record.organizationId) ?? null;
  return name === null ? record : { ...record, organizationName: name };
}

/** What cannot be written is known all the same, and written before the next line. */
export async function writeOrOwe(
  state: JournalState,
  record: NewRecord,
): Promise<Result<void, FileProblem>> {
  const written = await write(state, [record]);
  if (!written.ok) state.owed.push(record);
  state.index.add(record);
  return written;
}

/** What cannot be written is not known either. */
export async function writeAndIndex(
  state: JournalState,
  records: readonly NewRecord[],
): Promise<Result<void, FileProblem>> {
  const written = await write(state, records);
  if (written.ok) for (const record of records) state.index.add(record);
  return written;
}
