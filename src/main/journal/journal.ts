import type { Clock } from '../../base/clock.ts';
import { fail, succeed, type Result } from '../../base/result.ts';
import { createSerial, type Serial } from '../../base/serial.ts';
import type { JournaledApproval, SendApproval, SendOutcome } from '../../bridge/approval.ts';
import type { FileProblem, Files, Log } from '../ports.ts';
import type { ChainHead, ChainProblem } from './journal-chain.ts';
import { writeCheckpoint } from './journal-checkpoint.ts';
import {
  createJournalReader,
  eachJournalFile,
  loadJournalFiles,
  type JournalFile,
  type JournalSummary,
} from './journal-files.ts';
import {
  createJournalIndex,
  type ApprovalsOfConnection,
  type Finding,
  type JournalIndex,
} from './journal-index.ts';
import type { JournalKey } from './journal-key.ts';
import type { JournalKeySafe } from './journal-key-safe.ts';
import { gatherApprovals, type GatheredApproval } from './journaled-approvals.ts';
import {
  journaledOutcomeSchema,
  type JournalWriterName,
  type NewNote,
  type NewRecord,
} from './journal-record.ts';
import { createJournalWriter, type JournalWriter, type Repair } from './journal-writer.ts';
import { findRetirable } from './journal-retention.ts';
import { readToTheEnd } from './read-to-the-end.ts';
import type { KnownOfJournal } from './verify-journal.ts';

/** What is known of the journal as a whole. */
export interface JournalReport {
  readonly lines: number;
  /** Where the chain is broken, or a line cannot be read; empty when it is whole. */
  readonly problems: readonly ChainProblem[];
  /** A torn last line that was cut off and quarantined at this start. */
  readonly repaired: Repair | null;
  /** Why nothing can be written at present. */
  readonly unwritable: FileProblem | null;
  /** Its first files are missing. */
  readonly startsInTheMiddle: boolean;
  /** Whether the expected line is in it, with the expected content; true when none was expected. */
  readonly holdsExpected: boolean;
  /** The last line that was sealed is in it. */
  readonly isAsLeft: boolean;
  /** When the last line was written, before this start: epoch milliseconds; null when there is none. */
  readonly lastAtMs: number | null;
  /** An approval has not come to its end. */
  readonly hasOpen: boolean;
}

type Restored = Omit<Extract<NewRecord, { kind: 'restored' }>, 'kind'>;

/** The append-only record of what was approved, what was sent, and what became of it. */
export interface Journal {
  /**
   * Reads what is there, repairs a torn end and makes ready to write. Fails when it cannot be read.
   * @param expected a line that was on disk once, as far as anybody else knows
   */
  open(expected: ChainHead | null): Promise<Result<JournalReport, FileProblem>>;
  /** What is known of one attempt. */
  find(approvalId: string, attempt: number): Promise<Result<Finding, FileProblem>>;
  /** Whether it names this approval at all. */
  knows(approvalId: string): Promise<Result<boolean, FileProblem>>;
  /** When it returns `ok`, the attempt survives a power cut. On failure nothing may be sent. */
  writeAttempt(request: SendApproval): Promise<Result<void, FileProblem>>;
  /** As above. On failure it is known until Billfold closes, and written before the next line. */
  writeOutcome(
    approvalId: string,
    attempt: number,
    outcome: SendOutcome,
  ): Promise<Result<void, FileProblem>>;
  /**
   * All of them, or none; when it returns `ok` they survive a power cut. Nothing once it is closed. An end
   * by the service that no outcome bears out is marked as the window's word alone.
   */
  writeNotes(notes: readonly NewNote[]): Promise<Result<void, FileProblem>>;
  /** As an outcome: on failure it is written before the next line. */
  writeRestored(restored: Restored): Promise<Result<void, FileProblem>>;
  /** Ids of the approvals of a connection. */
  approvalsOf(connectionId: string): Promise<Result<ApprovalsOfConnection, FileProblem>>;
  /** Reads its files for these approvals; those it does not know are left out. */
  readApprovals(ids: readonly string[]): Promise<Result<JournaledApproval[], FileProblem>>;
  /** All its files as they are between two writes, so that no line is seen half written, with what is known of them. */
  readFiles(): Promise<Result<JournalFiles, FileProblem>>;
  /** The key that verifies it, as long as it is kept here: until `forgetKey`, and with a keyring. */
  verificationKey(): Promise<JournalKey | 'given' | 'none'>;
  /** It was given out, and from now on nobody who comes to this computer can make anew what was written. */
  forgetKey(): Promise<void>;
  close(): Promise<void>;
}

export interface JournalFiles {
  readonly files: readonly JournalFile[];
  readonly known: KnownOfJournal;
}

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

const DAY_MS = 24 * 60 * 60 * 1_000;
const MAX_FILE_BYTES = 4 * 1024 * 1024;
/** The key is sealed anew after so many lines: whoever gets the sealed one can write no more than these anew. */
const LINES_A_SEAL = 64;

/** What of the journal is in memory. */
interface Loaded {
  readonly deps: JournalDeps;
  readonly index: JournalIndex;
  summary: JournalSummary | null;
  writer: JournalWriter | null;
  lastAtMs: number | null;
  holdsExpected: boolean;
  isAsLeft: boolean;
  /** What could not be written, and goes before the next line. */
  owed: NewRecord[];
  isClosed: boolean;
  /** The first key of this row of keys, until it is given out. */
  firstKey: JournalKey | null;
  /** Number of the last line under the seal that is kept. */
  sealedSeq: number;
  sealing: Promise<void> | null;
  /** Names of the files, in their order. */
  names: readonly string[];
  readonly oneAtATime: Serial;
  /** Of the last line, epoch milliseconds; null when there is none. */
  writtenAtMs: number | null;
}

export function createJournal(deps: JournalDeps): Journal {
  const index = createJournalIndex();
  const oneAtATime = createSerial();
  const loaded: Loaded = {
    deps,
    index,
    summary: null,
    writer: null,
    lastAtMs: null,
    holdsExpected: true,
    isAsLeft: true,
    owed: [],
    isClosed: false,
    firstKey: null,
    sealedSeq: 0,
    sealing: null,
    names: [],
    oneAtATime,
    writtenAtMs: null,
  };
  /** Does `work` in its turn, with all that is on disk read. */
  const inTurn = <Value>(
    work: () => Promise<Result<Value, FileProblem>> | Result<Value, FileProblem>,
  ): Promise<Result<Value, FileProblem>> =>
    oneAtATime(async () => {
      const writer = await load(loaded);
      return writer.ok ? work() : writer;
    });
  return {
    open: (expected) => oneAtATime(() => open(loaded, expected)),
    find: (approvalId, attempt) => inTurn(() => succeed(index.find(approvalId, attempt))),
    knows: (approvalId) => inTurn(() => succeed(index.knows(approvalId))),
    writeAttempt: (request) =>
      inTurn(async () => {
        const record: NewRecord = { kind: 'attempt', ...request };
        if (index.find(request.approvalId, request.attempt).kind !== 'noAttempt') {
          return fail({ code: 'EEXIST', technical: 'this attempt is in the journal already' });
        }
        const written = await write(loaded, [record]);
        if (written.ok) index.add(record);
        return written;
      }),
    writeOutcome: (approvalId, attempt, outcome) =>
      oneAtATime(() => {
        const inShort = journaledOutcomeSchema.parse(outcome);
        return writeOrOwe(loaded, { kind: 'outcome', approvalId, attempt, outcome: inShort });
      }),
    writeNotes: (notes) =>
      oneAtATime(async () => {
        if (loaded.isClosed) return fail({ code: 'EBADF', technical: 'the journal is closed' });
        const writer = await load(loaded);
        if (!writer.ok) return writer;
        const marked = notes.map((note) => withMark(note, index));
        const written = await write(loaded, marked);
        if (written.ok) for (const note of marked) index.add(note);
        return written;
      }),
    writeRestored: (restored) =>
      oneAtATime(() => writeOrOwe(loaded, { kind: 'restored', ...restored })),
    approvalsOf: (connectionId) => inTurn(() => succeed(index.approvalsOf(connectionId))),
    readApprovals: (ids) =>
      inTurn(async () => {
        const gathering = gatherApprovals(new Set(ids));
        const { read } = createJournalReader(gathering.add);
        // File by file: between two of them the rest of main has its turn.
        const all = await eachJournalFile(deps.files, deps.folder, read);
        if (!all.ok) return all;
        return succeed(gathering.list().map((approval) => withFinding(approval, index)));
      }),
    readFiles: () =>
      oneAtATime(async () => {
        const files = await loadJournalFiles(deps.files, deps.folder);
        return files.ok ? succeed({ files: files.value, known: knownOf(loaded) }) : files;
      }),
    verificationKey: () =>
      oneAtATime(async () => {
        await load(loaded);
        if (loaded.writer === null || loaded.writer.nextKey() === null) return 'none';
        return loaded.firstKey ?? 'given';
      }),
    forgetKey: () =>
      oneAtATime(async () => {
        loaded.firstKey = null;
        await seal(loaded);
      }),
    close: () => oneAtATime(() => close(loaded)),
  };
}

async function open(
  loaded: Loaded,
  expected: ChainHead | null,
): Promise<Result<JournalReport, FileProblem>> {
  const writer = await load(loaded, expected);
  if (!writer.ok) return writer;
  const written = await write(loaded, []);
  if (written.ok) {
    await retire(loaded);
    await seal(loaded);
  }
  const { summary, holdsExpected, isAsLeft, lastAtMs, index } = loaded;
  return succeed({
    lines: summary?.lines ?? 0,
    problems: summary?.problems ?? [],
    repaired: writer.value.repaired(),
    unwritable: written.ok ? null : written.error,
    startsInTheMiddle: summary?.startsInTheMiddle ?? false,
    holdsExpected,
    isAsLeft,
    lastAtMs,
    hasOpen: index.hasOpen(),
  });
}

/** Reads it, once: from the last checkpoint on where that will do. */
async function load(
  loaded: Loaded,
  expected: ChainHead | null = null,
): Promise<Result<JournalWriter, FileProblem>> {
  const { deps } = loaded;
  if (loaded.writer !== null) return succeed(loaded.writer);
  const sealed = (await deps.keys?.open()) ?? null;
  const read = await readToTheEnd(deps, loaded.index, { sealed, expected });
  if (!read.ok) {
    deps.log.error('the journal could not be read', { code: read.error.code });
    deps.onTried?.(read);
    return read;
  }
  const { summary, end, isFound, names, lastAtMs } = read.value;
  const problems = [...summary.problems, ...end.problems];
  if (problems.length > 0) {
    deps.log.error('the journal is broken', { problems: problems.slice(0, 10) });
  }
  const maxFileBytes = deps.maxFileBytes ?? MAX_FILE_BYTES;
  loaded.summary = { ...summary, problems };
  loaded.names = names;
  loaded.lastAtMs = lastAtMs;
  loaded.writtenAtMs = lastAtMs;
  loaded.isAsLeft = end.lacks === null;
  loaded.holdsExpected = isFound && loaded.isAsLeft;
  loaded.firstKey = sealed?.first ?? null;
  const start = { read: summary, lacks: end.lacks, key: end.key };
  // A key nobody has kept would make lines that nobody can verify.
  const isKept = sealed === null || sealed.head !== null || (await keep(loaded, end.key, summary));
  loaded.writer = createJournalWriter(
    { ...deps, maxFileBytes },
    isKept ? start : { ...start, key: null },
  );
  return succeed(loaded.writer);
}

/** Removes what has been kept long enough. First that is written down: files that are left are removed at another start. */
async function retire(loaded: Loaded): Promise<void> {
  const { deps, names, index, summary } = loaded;
  const { files, folder, clock, log, retentionDays = null } = deps;
  if (retentionDays === null || summary === null) return;
  const beforeMs = clock.nowMs() - retentionDays * DAY_MS;
  const retired = await findRetirable(deps, names, index, beforeMs);
  if (retired === null || !(await write(loaded, [retired])).ok) return;
  index.add(retired);
  for (const name of retired.files) {
    const removed = await files.remove(`${folder}/${name}`);
    if (!removed.ok)
      return log.warn('a journal file was not removed', { code: removed.error.code });
    loaded.names = loaded.names.filter((other) => other !== name);
  }
  const { seq } = retired.upTo;
  const lines = summary.lines - (seq - summary.retired);
  const [first = null] = loaded.names;
  loaded.summary = { ...summary, lines, first, retired: seq, startsInTheMiddle: false };
  log.info('old journal files were removed', { files: retired.files, upTo: seq });
}

/** Keeps what the next start needs of the lines so far. */
async function makeCheckpoint(loaded: Loaded): Promise<void> {
  const { deps, writer, summary, index, names: files, writtenAtMs: lastAtMs } = loaded;
  const at = writer?.end();
  // What could not be written yet is in the index and not in the lines.
  if (!at || !summary || loaded.owed.length > 0) return;
  const { last, head } = at;
  const lines = summary.lines + head.seq - summary.head.seq;
  const first = summary.first ?? last.name;
  const covered = { ...summary, lines, head, first, last: { ...last, torn: new Uint8Array() } };
  const checkpoint = { files, lastAtMs, index: index.content(), summary: covered };
  await writeCheckpoint(deps.files, deps.folder, checkpoint, deps.log);
}

/** Seals where the journal is, so that the next start knows. What cannot be sealed is sealed later. */
async function seal(loaded: Loaded): Promise<void> {
  await loaded.sealing;
  const { writer } = loaded;
  if (writer !== null) await keep(loaded, writer.nextKey(), { head: writer.head() });
}

async function keep(
  loaded: Loaded,
  next: JournalKey | null,
  { head }: Pick<JournalSummary, 'head'>,
): Promise<boolean> {
  const { deps, firstKey: first } = loaded;
  if (next === null || deps.keys === undefined) return false;
  const isKept = await deps.keys.keep({ next, head, first });
  if (isKept) loaded.sealedSeq = head.seq;
  return isKept;
}

function knownOf({ writer, firstKey }: Loaded): KnownOfJournal {
  if (writer === null) return {};
  return { keys: firstKey ? [firstKey] : [], head: writer.head(), next: writer.nextKey() };
}

async function write(
  loaded: Loaded,
  records: readonly NewRecord[],
): Promise<Result<void, FileProblem>> {
  const { deps } = loaded;
  const writer = await load(loaded);
  if (!writer.ok) return writer;
  const { seq } = writer.value.head();
  const named = records.map((record) => withName(record, deps));
  const written = await writer.value.append([...loaded.owed, ...named]);
  if (!written.ok) {
    deps.log.error('the journal could not be written', { code: written.error.code });
    deps.onTried?.(written);
    return written;
  }
  loaded.owed = [];
  const head = writer.value.head();
  // Nothing to write proves nothing.
  if (head.seq > seq) {
    loaded.writtenAtMs = deps.clock.nowMs();
    deps.onTried?.(succeed(head));
  }
  const name = writer.value.end()?.last.name;
  if (name !== undefined && name !== loaded.names.at(-1)) {
    loaded.names = [...loaded.names, name];
    // In its turn: by then the index has what was written just now.
    void loaded.oneAtATime(() => makeCheckpoint(loaded));
  }
  if (head.seq - loaded.sealedSeq >= LINES_A_SEAL && loaded.sealing === null) {
    // Nobody waits for a keyring.
    loaded.sealing = seal(loaded).finally(() => {
      loaded.sealing = null;
    });
  }
  return written;
}

function withName(record: NewRecord, { organizationName }: JournalDeps): NewRecord {
  if (record.kind !== 'approved' && record.kind !== 'attempt') return record;
  const name = organizationName?.(record.organizationId) ?? null;
  return name === null ? record : { ...record, organizationName: name };
}

async function writeOrOwe(loaded: Loaded, record: NewRecord): Promise<Result<void, FileProblem>> {
  const written = await write(loaded, [record]);
  if (!written.ok) loaded.owed.push(record);
  loaded.index.add(record);
  return written;
}

async function close(loaded: Loaded): Promise<void> {
  loaded.isClosed = true;
  if (loaded.writer === null) return;
  if (loaded.owed.length > 0) await write(loaded, []);
  await seal(loaded);
  await makeCheckpoint(loaded);
  await loaded.writer.close();
  loaded.writer = null;
}

/** That the service confirmed it is the window's word alone, unless main has heard so itself. */
function withMark(note: NewNote, index: JournalIndex): NewNote {
  if (note.kind !== 'ended' || note.how !== 'confirmedByService') return note;
  return index.isConfirmed(note.approvalId) ? note : { ...note, onlyTheWindow: true };
}

/** What only the window says to be confirmed may have been applied, and no more is known. */
function withFinding(approval: GatheredApproval, index: JournalIndex): JournaledApproval {
  const { approvalId, attempt, ended } = approval;
  if (ended === 'confirmedByService' && !index.isConfirmed(approvalId)) {
    const outcome = { kind: 'unknown', error: null } as const;
    return { ...approval, ended: null, finding: { kind: 'outcome', outcome }, answerLost: true };
  }
  const answerLost = index.isAnswerLost(approvalId, attempt);
  return { ...approval, finding: index.find(approvalId, attempt), answerLost };
}
