import type { Clock } from '../../base/clock.ts';
import { fail, succeed, type Result } from '../../base/result.ts';
import { createSerial } from '../../base/serial.ts';
import type {
  JournaledApproval,
  NotedApprovals,
  SendApproval,
  SendOutcome,
} from '../../bridge/approval.ts';
import type { FileProblem, Files, Log } from '../ports.ts';
import type { ChainHead, ChainProblem, NamedAttempt } from './journal-chain.ts';
import {
  createJournalReader,
  listJournalFiles,
  loadJournalFiles,
  type JournalFile,
  type JournalSummary,
} from './journal-files.ts';
import { createJournalIndex, type Finding, type JournalIndex } from './journal-index.ts';
import { gatherApprovals, type GatheredApproval } from './journaled-approvals.ts';
import type { JournalRecord, NewNote, NewRecord } from './journal-record.ts';
import { createJournalWriter, type JournalWriter, type Repair } from './journal-writer.ts';

/** What is known of the journal as a whole. */
export interface JournalReport {
  readonly lines: number;
  /** Where the chain is broken, or a line cannot be read; empty when it is whole. */
  readonly problems: readonly ChainProblem[];
  /** A torn last line that was cut off and set aside at this start. */
  readonly repaired: Repair | null;
  /** Why nothing can be written at present. */
  readonly unwritable: FileProblem | null;
  /** Its first files are missing. */
  readonly startsInTheMiddle: boolean;
  /** Whether the expected line is in it, with the expected content; true when none was expected. */
  readonly holdsExpected: boolean;
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
  approvalsOf(
    connectionId: string,
  ): Promise<Result<NonNullable<NotedApprovals['known']>, FileProblem>>;
  /** Reads its files for these approvals; those it does not know are left out. */
  readApprovals(ids: readonly string[]): Promise<Result<JournaledApproval[], FileProblem>>;
  /** All its files as they are between two writes, so that no line is seen half written. */
  readFiles(): Promise<Result<readonly JournalFile[], FileProblem>>;
  close(): Promise<void>;
}

export interface JournalDeps {
  readonly files: Files;
  /** Absolute path; nothing else should live there. */
  readonly folder: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly maxFileBytes?: number;
  /** Hears after each try to write lines where the journal ends now, or why they are not in it. */
  readonly onTried?: (tried: Result<ChainHead, FileProblem>) => void;
}

const MAX_FILE_BYTES = 4 * 1024 * 1024;

export function createJournal(deps: JournalDeps): Journal {
  const index = createJournalIndex();
  const oneAtATime = createSerial();
  let read: JournalSummary | null = null;
  let writer: JournalWriter | null = null;
  let lastAtMs: number | null = null;
  let holdsExpected = true;
  let owed: NewRecord[] = [];
  let isClosed = false;
  const tell = deps.onTried ?? (() => undefined);

  /** File by file: between two of them the rest of main has its turn. */
  const readAll = async (
    take: (record: JournalRecord) => void,
    doubt?: (named: NamedAttempt) => void,
    pass?: (line: ChainHead) => void,
  ): Promise<Result<JournalSummary, FileProblem>> => {
    const names = await listJournalFiles(deps.files, deps.folder);
    if (!names.ok) return names;
    const reader = createJournalReader(take, doubt, pass);
    for (const name of names.value) {
      const bytes = await deps.files.read(`${deps.folder}/${name}`);
      if (!bytes.ok) return bytes;
      if (bytes.value !== null) reader.read({ name, bytes: bytes.value });
    }
    return succeed(reader.summary());
  };

  const load = async (
    expected: ChainHead | null = null,
  ): Promise<Result<JournalWriter, FileProblem>> => {
    if (writer !== null) return succeed(writer);
    let isFound = expected === null;
    const take = (record: JournalRecord): void => {
      index.add(record);
      lastAtMs = record.atMs;
    };
    const pass = ({ seq, lastHash }: ChainHead): void => {
      if (seq === expected?.seq && lastHash === expected.lastHash) isFound = true;
    };
    const summary = await readAll(take, index.doubt, pass);
    if (!summary.ok) {
      deps.log.error('the journal could not be read', { code: summary.error.code });
      tell(summary);
      return summary;
    }
    read = summary.value;
    holdsExpected = isFound;
    if (read.problems.length > 0) {
      deps.log.error('the journal is broken', { problems: read.problems.slice(0, 10) });
    }
    writer = createJournalWriter(
      { ...deps, maxFileBytes: deps.maxFileBytes ?? MAX_FILE_BYTES },
      read,
    );
    return succeed(writer);
  };

  const write = async (records: readonly NewRecord[]): Promise<Result<void, FileProblem>> => {
    const loaded = await load();
    if (!loaded.ok) return loaded;
    const { seq } = loaded.value.head();
    const written = await loaded.value.append([...owed, ...records]);
    const head = loaded.value.head();
    if (!written.ok) {
      deps.log.error('the journal could not be written', { code: written.error.code });
      tell(written);
      return written;
    }
    owed = [];
    // Nothing to write proves nothing.
    if (head.seq > seq) tell(succeed(head));
    return written;
  };

  return {
    open: (expected) =>
      oneAtATime(async () => {
        const loaded = await load(expected);
        if (!loaded.ok) return loaded;
        const written = await write([]);
        return succeed({
          lines: read?.lines ?? 0,
          problems: read?.problems ?? [],
          repaired: loaded.value.repaired(),
          unwritable: written.ok ? null : written.error,
          startsInTheMiddle: read?.startsInTheMiddle ?? false,
          holdsExpected,
          lastAtMs,
          hasOpen: index.hasOpen(),
        });
      }),
    find: (approvalId, attempt) =>
      oneAtATime(async () => {
        const loaded = await load();
        return loaded.ok ? succeed(index.find(approvalId, attempt)) : loaded;
      }),
    knows: (approvalId) =>
      oneAtATime(async () => {
        const loaded = await load();
        return loaded.ok ? succeed(index.knows(approvalId)) : loaded;
      }),
    writeAttempt: (request) =>
      oneAtATime(async () => {
        const record: NewRecord = { kind: 'attempt', ...request };
        const loaded = await load();
        if (!loaded.ok) return loaded;
        if (index.find(request.approvalId, request.attempt).kind !== 'noAttempt') {
          return fail({ code: 'EEXIST', technical: 'this attempt is in the journal already' });
        }
        const written = await write([record]);
        if (written.ok) index.add(record);
        return written;
      }),
    writeOutcome: (approvalId, attempt, outcome) =>
      oneAtATime(async () => {
        const record: NewRecord = { kind: 'outcome', approvalId, attempt, outcome };
        const written = await write([record]);
        if (!written.ok) owed.push(record);
        index.add(record);
        return written;
      }),
    writeNotes: (notes) =>
      oneAtATime(async () => {
        if (isClosed) return fail({ code: 'EBADF', technical: 'the journal is closed' });
        const loaded = await load();
        if (!loaded.ok) return loaded;
        const marked = notes.map((note) => withMark(note, index));
        const written = await write(marked);
        if (written.ok) for (const note of marked) index.add(note);
        return written;
      }),
    writeRestored: (restored) =>
      oneAtATime(async () => {
        const record: NewRecord = { kind: 'restored', ...restored };
        const written = await write([record]);
        if (!written.ok) owed.push(record);
        return written;
      }),
    approvalsOf: (connectionId) =>
      oneAtATime(async () => {
        const loaded = await load();
        return loaded.ok ? succeed(index.approvalsOf(connectionId)) : loaded;
      }),
    readApprovals: (ids) =>
      oneAtATime(async () => {
        const loaded = await load();
        if (!loaded.ok) return loaded;
        const gathering = gatherApprovals(new Set(ids));
        const all = await readAll(gathering.add);
        if (!all.ok) return all;
        return succeed(gathering.list().map((approval) => withFinding(approval, index)));
      }),
    readFiles: () => oneAtATime(() => loadJournalFiles(deps.files, deps.folder)),
    close: () =>
      oneAtATime(async () => {
        isClosed = true;
        if (writer === null) return;
        if (owed.length > 0) await write([]);
        await writer.close();
        writer = null;
      }),
  };
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
