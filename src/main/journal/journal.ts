import { fail, succeed, type Result } from '../../base/result.ts';
import {
  type BillClaim,
  journaledOutcomeSchema,
  type JournaledApproval,
  type SendApproval,
  type SendOutcome,
} from '../../bridge/approval.ts';
import type { FileProblem } from '../ports.ts';
import type { ChainHead, ChainProblem } from './journal-chain.ts';
import {
  createJournalReader,
  eachJournalFile,
  loadJournalFiles,
  type JournalFile,
} from './journal-files.ts';
import type { ApprovalsOfConnection, Finding, JournalIndex, KnownOfBill } from './journal-index.ts';
import type { JournalKey } from './journal-key.ts';
import { gatherApprovals, withFinding } from './journaled-approvals.ts';
import type { Agreement, NewNote, NewRecord } from './journal-record.ts';
import {
  createJournalState,
  load,
  makeCheckpoint,
  seal,
  write,
  writeAndIndex,
  writeOrOwe,
  type JournalDeps,
  type JournalState,
} from './journal-state.ts';
import type { Repair } from './journal-writer.ts';
import { findRetirable } from './journal-retention.ts';
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
  /** Describes these approvals and the others of their bills, in the order asked. */
  ofBills(claims: readonly BillClaim[]): Promise<Result<readonly KnownOfBill[], FileProblem>>;
  /** All of them, or none; when it returns `ok` they survive a power cut. */
  writeAgreed(agreed: readonly Agreement[]): Promise<Result<void, FileProblem>>;
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

const DAY_MS = 24 * 60 * 60 * 1_000;
export function createJournal(deps: JournalDeps): Journal {
  const state = createJournalState(deps);
  const { index, oneAtATime } = state;
  /** Does `work` in its turn, with all that is on disk read. */
  const inTurn = <Value>(
    work: () => Promise<Result<Value, FileProblem>> | Result<Value, FileProblem>,
  ): Promise<Result<Value, FileProblem>> =>
    oneAtATime(async () => {
      const writer = await load(state);
      return writer.ok ? work() : writer;
    });
  return {
    open: (expected) => oneAtATime(() => open(state, expected)),
    find: (approvalId, attempt) => inTurn(() => succeed(index.find(approvalId, attempt))),
    ofBills: (claims) => inTurn(() => succeed(claims.map(index.ofBill))),
    writeAgreed: (agreed) =>
      inTurn(() =>
        writeAndIndex(
          state,
          agreed.map((each) => ({ kind: 'agreed', ...each })),
        ),
      ),
    writeAttempt: (request) => inTurn(() => writeAttempt(state, request)),
    writeOutcome: (approvalId, attempt, outcome) =>
      oneAtATime(() => {
        const inShort = journaledOutcomeSchema.parse(outcome);
        return writeOrOwe(state, { kind: 'outcome', approvalId, attempt, outcome: inShort });
      }),
    writeNotes: (notes) => oneAtATime(() => writeNotes(state, notes)),
    writeRestored: (restored) =>
      oneAtATime(() => writeOrOwe(state, { kind: 'restored', ...restored })),
    approvalsOf: (connectionId) => inTurn(() => succeed(index.approvalsOf(connectionId))),
    readApprovals: (ids) => inTurn(() => readApprovals(state, ids)),
    readFiles: () =>
      oneAtATime(async () => {
        const files = await loadJournalFiles(deps.files, deps.folder);
        return files.ok ? succeed({ files: files.value, known: knownOf(state) }) : files;
      }),
    verificationKey: () =>
      oneAtATime(async () => {
        await load(state);
        if (state.writer === null || state.writer.nextKey() === null) return 'none';
        return state.firstKey ?? 'given';
      }),
    forgetKey: () =>
      oneAtATime(async () => {
        state.firstKey = null;
        await seal(state);
      }),
    close: () => oneAtATime(() => close(state)),
  };
}

async function open(
  state: JournalState,
  expected: ChainHead | null,
): Promise<Result<JournalReport, FileProblem>> {
  const writer = await load(state, expected);
  if (!writer.ok) return writer;
  const written = await write(state, []);
  if (written.ok) {
    await retire(state);
    await seal(state);
    if (state.isReadWhole) await makeCheckpoint(state);
  }
  const { summary, holdsExpected, isAsLeft, lastAtMs, index } = state;
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

async function writeAttempt(
  state: JournalState,
  request: SendApproval,
): Promise<Result<void, FileProblem>> {
  const record: NewRecord = { kind: 'attempt', ...request };
  if (state.index.find(request.approvalId, request.attempt).kind !== 'noAttempt') {
    return fail({ code: 'EEXIST', technical: 'this attempt is in the journal already' });
  }
  return writeAndIndex(state, [record]);
}

async function writeNotes(
  state: JournalState,
  notes: readonly NewNote[],
): Promise<Result<void, FileProblem>> {
  if (state.isClosed) return fail({ code: 'EBADF', technical: 'the journal is closed' });
  const writer = await load(state);
  if (!writer.ok) return writer;
  const marked = notes.map((note) => withMark(note, state.index));
  return writeAndIndex(state, marked);
}

async function readApprovals(
  { deps, index }: JournalState,
  ids: readonly string[],
): Promise<Result<JournaledApproval[], FileProblem>> {
  const gathering = gatherApprovals(new Set(ids));
  const { read } = createJournalReader(gathering.add);
  // File by file: between two of them the rest of main has its turn.
  const all = await eachJournalFile(deps.files, deps.folder, read);
  if (!all.ok) return all;
  return succeed(gathering.list().map((approval) => withFinding(approval, index)));
}

/** Removes what has been kept long enough. First that is written down: files that are left are removed at another start. */
async function retire(state: JournalState): Promise<void> {
  const { deps, names, index, summary } = state;
  const { files, folder, clock, log, retentionDays = null } = deps;
  if (retentionDays === null || summary === null) return;
  // Without its key, the line that allows a later beginning would be nobody's word.
  if (summary.isKeyed && state.writer?.nextKey() === null) return;
  const beforeMs = clock.nowMs() - retentionDays * DAY_MS;
  const retired = await findRetirable(deps, names, index, beforeMs);
  if (retired === null || !(await writeAndIndex(state, [retired])).ok) return;
  for (const name of retired.files) {
    const removed = await files.remove(`${folder}/${name}`);
    if (!removed.ok)
      return log.warn('a journal file was not removed', { code: removed.error.code });
    state.names = state.names.filter((other) => other !== name);
  }
  const { seq } = retired.upTo;
  const lines = summary.lines - (seq - summary.retired);
  const [first = null] = state.names;
  state.summary = { ...summary, lines, first, retired: seq, startsInTheMiddle: false };
  log.info('old journal files were removed', { files: retired.files, upTo: seq });
}

function knownOf({ writer, firstKey }: JournalState): KnownOfJournal {
  if (writer === null) return {};
  return { keys: firstKey ? [firstKey] : [], head: writer.head(), next: writer.nextKey() };
}

async function close(state: JournalState): Promise<void> {
  state.isClosed = true;
  if (state.writer === null) return;
  if (state.owed.length > 0) await write(state, []);
  await seal(state);
  await makeCheckpoint(state);
  await state.writer.close();
  state.writer = null;
}

/** That the service confirmed it is the window's word alone, unless main has heard so itself. */
function withMark(note: NewNote, index: JournalIndex): NewNote {
  if (note.kind !== 'ended' || note.how !== 'confirmedByService') return note;
  return index.isConfirmed(note.approvalId) ? note : { ...note, onlyTheWindow: true };
}
