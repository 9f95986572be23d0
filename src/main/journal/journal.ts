import { fail, succeed, type Result } from '../../base/result.ts';
import {
  type ApprovalEnd,
  type BillClaim,
  journaledOutcomeSchema,
  type JournaledApproval,
  type SendApproval,
  type SendOutcome,
} from '../../bridge/approval.ts';
import type { FileProblem, Files } from '../ports.ts';
import { withoutForged } from './journal-authentication.ts';
import type { ChainProblem } from './journal-chain.ts';
import {
  createJournalReader,
  eachJournalFile,
  eachNamedFile,
  listJournalFiles,
  type JournalFile,
} from './journal-files.ts';
import type { ApprovalsOfConnection, Finding, JournalIndex, KnownOfBill } from './journal-index.ts';
import type { JournalKey } from './journal-key.ts';
import {
  type ChainHead,
  foundLinesMissing,
  type JournalRecord,
  type NewNote,
  type NewRecord,
} from './journal-record.ts';
import {
  createJournalState,
  load,
  makeCheckpoint,
  reportSealAndMarks,
  retrySealAndMarks,
  seal,
  sealSoon,
  write,
  writeAndIndex,
  writeOrOwe,
  type JournalDeps,
  type JournalState,
} from './journal-state.ts';
import type { Repair } from './journal-writer.ts';
import type { KnownOfJournal } from './verify-journal.ts';

/** Facts about the journal as a whole. */
export interface JournalReport {
  readonly lines: number;
  /** Broken places in the chain and unreadable lines; empty when the journal is whole. */
  readonly problems: readonly ChainProblem[];
  /** Torn last line that this start cut off and quarantined; null when there was none. */
  readonly repaired: Repair | null;
  /** Reason why the journal cannot be written at present; null when it can. */
  readonly unwritable: FileProblem | null;
  /** The first files are missing, and no line says that the retention removed them. */
  readonly startsInTheMiddle: boolean;
  /** The journal holds the expected line, or none was expected; and `isAsLeft` is true. */
  readonly holdsExpected: boolean;
  /**
   * False when lines are missing or were damaged since the last seal, or when key, seal or marks are lost or older than
   * the journal. True while no keyring answers.
   */
  readonly isAsLeft: boolean;
  /** True if the only problem is a missing or different key: the chain is whole, up to the expected line. */
  readonly isKeyLost: boolean;
  /** Time of the last line before this start, epoch milliseconds; null when there is none. */
  readonly lastAtMs: number | null;
  readonly hasOpen: boolean;
}

type Restored = Omit<Extract<NewRecord, { kind: 'restored' }>, 'kind'>;
type Weakened = Omit<Extract<NewRecord, { kind: 'weakened' }>, 'kind'>;

/** Append-only record of approvals, of attempts to send them, and of the outcomes. */
export interface Journal {
  /**
   * Reads the journal, repairs a torn end and prepares for writing. Fails when the journal cannot be read.
   * @param expected a line that was on disk once, according to a mark outside the journal; null for none
   */
  open(expected: ChainHead | null): Promise<Result<JournalReport, FileProblem>>;
  find(approvalId: string, attempt: number): Promise<Result<Finding, FileProblem>>;
  /** Describes these approvals and the others of their bills, in the order asked. */
  describeBills(claims: readonly BillClaim[]): Promise<Result<readonly KnownOfBill[], FileProblem>>;
  /** After `ok` it survives a power cut. After a failure the settings must stay. */
  writeWeakened(weakened: Weakened): Promise<Result<void, FileProblem>>;
  /** After `ok` the attempt survives a power cut. After a failure it must not be sent. */
  writeAttempt(request: SendApproval): Promise<Result<void, FileProblem>>;
  /**
   * After `ok` the outcome survives a power cut. After a failure the journal remembers it until Billfold closes, and
   * writes it before the next line.
   */
  writeOutcome(
    approvalId: string,
    attempt: number,
    outcome: SendOutcome,
  ): Promise<Result<void, FileProblem>>;
  /**
   * Writes all of them or none. After `ok` they survive a power cut. Fails once the journal is closed. Marks an end
   * confirmed by the service as only the window's word, unless an outcome confirms it too.
   */
  writeNotes(notes: readonly NewNote[]): Promise<Result<void, FileProblem>>;
  /** After a failure the journal writes it before the next line, like an outcome. */
  writeRestored(restored: Restored): Promise<Result<void, FileProblem>>;
  approvalsOf(connectionId: string): Promise<Result<ApprovalsOfConnection, FileProblem>>;
  /** Reads these approvals from the files, without those the journal does not know. */
  readApprovals(ids: readonly string[]): Promise<Result<JournaledApproval[], FileProblem>>;
  /** Lists the files between two writes, so that no line is half written, with facts to verify them. */
  readFiles(): Promise<Result<JournalFiles, FileProblem>>;
  /** Key that verifies the journal: 'given' after `forgetKey`, 'none' without a keyring. */
  verificationKey(): Promise<JournalKey | 'given' | 'none'>;
  /** Deletes the exported key. From now on, an intruder on this computer cannot rewrite earlier lines. */
  forgetKey(): Promise<void>;
  /**
   * Seals the end in the background, so that a later start notices if these lines were cut off. Needed where a cut
   * could make Billfold send an approval again, or send a withdrawn one.
   */
  sealEnd(): void;
  /** Seals the protective settings, if they changed since the last seal. Reports through `onTried` if the disk refuses. */
  sealProtections(): Promise<void>;
  /** Reports through `onTried` if the disk still refuses seal or marks. */
  retrySealAndMarks(): Promise<Result<void, FileProblem>>;
  close(): Promise<void>;
}

interface JournalFiles {
  readonly names: readonly string[];
  readonly known: KnownOfJournal;
  readonly isKeyUnread: boolean;
  /**
   * Reads the files one after the other: years of a journal need not be in memory at once. Only the last one, which
   * still grows, is read already.
   */
  each(take: (file: JournalFile) => void): Promise<Result<void, FileProblem>>;
}

const DAY_MS = 24 * 60 * 60 * 1_000;
export function createJournal(deps: JournalDeps): Journal {
  const state = createJournalState(deps);
  const { index, oneAtATime } = state;
  /** Queues `work`, and reads the journal first. */
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
    describeBills: (claims) => inTurn(() => succeed(claims.map(index.describeBill))),
    writeWeakened: (weakened) =>
      inTurn(async () => {
        const saved = await retrySealAndMarks(state);
        return saved.ok ? writeAndIndex(state, [{ kind: 'weakened', ...weakened }]) : saved;
      }),
    writeAttempt: (request) => inTurn(() => writeAttempt(state, request)),
    writeOutcome: (approvalId, attempt, outcome) =>
      oneAtATime(() => {
        const inShort = journaledOutcomeSchema.parse(outcome);
        return writeOrOwe(state, { kind: 'outcome', approvalId, attempt, outcome: inShort });
      }),
    writeNotes: (notes) => oneAtATime(() => writeNotes(state, notes)),
    writeRestored: (restored) =>
      oneAtATime(() => {
        const record = { kind: 'restored', ...restored } as const;
        if (foundLinesMissing(record)) index.markLinesMissing(deps.clock.nowMs());
        return writeOrOwe(state, record);
      }),
    approvalsOf: (connectionId) => inTurn(() => succeed(index.approvalsOf(connectionId))),
    readApprovals: (ids) => inTurn(() => readApprovals(state, ids)),
    readFiles: () => oneAtATime(() => readFiles(state)),
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
    sealEnd: () => sealSoon(state),
    sealProtections: () =>
      oneAtATime(async () => {
        const sealed = state.sealedProtections;
        if (sealed === null || deps.protections?.currentText() === sealed) return;
        await seal(state);
        reportSealAndMarks(state);
      }),
    retrySealAndMarks: () => oneAtATime(() => retrySealAndMarks(state)),
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
  const { summary, holdsExpected, isAsLeft, isKeyLost, lastAtMs, index } = state;
  return succeed({
    lines: summary.lines,
    problems: summary.problems,
    repaired: writer.value.repaired(),
    unwritable: written.ok ? null : written.error,
    startsInTheMiddle: summary.startsInTheMiddle,
    holdsExpected,
    isAsLeft,
    isKeyLost,
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
  const saved = await retrySealAndMarks(state);
  return saved.ok ? writeAndIndex(state, [record]) : saved;
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
  const { read } = createJournalReader(withoutForged(gathering.add));
  // Reads file by file, so that the rest of main can run between two files.
  const all = await eachJournalFile(deps.files, deps.folder, read);
  if (!all.ok) return all;
  return succeed(gathering.list().map((approval) => withFinding(approval, index)));
}

async function readFiles(state: JournalState): Promise<Result<JournalFiles, FileProblem>> {
  const { files, folder } = state.deps;
  const names = await listJournalFiles(files, folder);
  if (!names.ok) return names;
  const [earlier, last] = [names.value.slice(0, -1), names.value.slice(-1)];
  const loaded: JournalFile[] = [];
  const read = await eachNamedFile(files, folder, last, (file) => loaded.push(file));
  if (!read.ok) return read;
  return succeed({
    names: names.value,
    known: knownOf(state),
    isKeyUnread: state.isKeyUnread,
    each: async (take) => {
      const before = await eachNamedFile(files, folder, earlier, take);
      if (before.ok) loaded.forEach(take);
      return before;
    },
  });
}

/**
 * Removes files that are old enough. It writes the `retired` line first, so that a later start can remove remaining
 * files.
 */
async function retire(state: JournalState): Promise<void> {
  const { deps, names, index, summary } = state;
  const { files, folder, clock, log, retentionDays = null } = deps;
  if (retentionDays === null) return;
  // A line without a key could not prove a removal by the retention.
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
  state.summary = { ...summary, lines, retired: seq, startsInTheMiddle: false };
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

/** Marks a confirmation that main itself did not receive as only the window's word. */
function withMark(note: NewNote, index: JournalIndex): NewNote {
  if (note.kind !== 'ended' || note.how !== 'confirmedByService') return note;
  return index.isConfirmed(note.approvalId) ? note : { ...note, onlyTheWindow: true };
}

type Retired = Extract<NewRecord, { kind: 'retired' }>;

/**
 * Finds files at the beginning that are old enough and name no open approval. The last file is never among them.
 * @param beforeMs newer lines must stay, epoch milliseconds
 * @returns null when no file can be removed
 */
export async function findRetirable(
  { files, folder }: { readonly files: Pick<Files, 'read'>; readonly folder: string },
  names: readonly string[],
  index: Pick<JournalIndex, 'connectionOfEnded'>,
  beforeMs: number,
): Promise<Retired | null> {
  const connections = new Map<string, Set<string>>();
  const gone: string[] = [];
  let upTo: Retired['upTo'] | null = null;
  for (const name of names.slice(0, -1)) {
    const read = await files.read(`${folder}/${name}`);
    const file = read.ok && read.value !== null ? readAlone({ name, bytes: read.value }) : null;
    if (file === null || file.lastAtMs >= beforeMs) break;
    const ended = file.ids.flatMap((id) => {
      const connectionId = index.connectionOfEnded(id);
      return connectionId === null ? [] : [{ id, connectionId }];
    });
    if (ended.length < file.ids.length) break;
    for (const { id, connectionId } of ended) {
      const ofConnection = connections.get(connectionId) ?? new Set();
      connections.set(connectionId, ofConnection.add(id));
    }
    gone.push(name);
    upTo = file.head;
  }
  const approvals = [...connections].map(([connectionId, ids]) => ({
    connectionId,
    ids: [...ids],
  }));
  return upTo && { kind: 'retired', upTo, files: gone, approvals };
}

/** Reads one file. Null when a line cannot be read: it may be about any approval. */
function readAlone(file: JournalFile) {
  let lastAtMs = 0;
  const ids = new Set<string>();
  const reader = createJournalReader((record) => {
    lastAtMs = Math.max(lastAtMs, record.atMs);
    for (const id of idsIn(record)) ids.add(id);
  });
  reader.read(file);
  const { head, lines, problems } = reader.summary();
  if (lines === 0 || problems.some(({ problem }) => isUnread.has(problem))) return null;
  return { head, lastAtMs, ids: [...ids] };
}

const isUnread: ReadonlySet<string> = new Set(['unreadable', 'newerVersion']);

function idsIn(record: JournalRecord): readonly string[] {
  if (record.kind === 'retired') return record.approvals.flatMap(({ ids }) => ids);
  // An agreement without an approval never ends, so it must not keep files.
  return 'approvalId' in record && record.kind !== 'agreed' ? [record.approvalId] : [];
}

/** An approval from the journal's lines, without the outcomes of its attempts. */
type GatheredApproval = Omit<JournaledApproval, 'finding' | 'answerLost'>;
type Facts = Omit<SendApproval, 'attempt'>;

/**
 * Reassembles approvals from the journal's lines, given in the order they were written.
 * @param only ids of the approvals to gather; lines about others are ignored
 */
export function gatherApprovals(only: ReadonlySet<string>) {
  const gathered = new Map<string, GatheredApproval>();
  const ends = new Map<string, ApprovalEnd>();
  const keyed = new Set<string>();
  return {
    add: (record: JournalRecord): void => {
      // Any program could append a keyless end to an approval with a key, so such an end does not count.
      if (record.kind === 'ended' && (record.mac !== undefined || !keyed.has(record.approvalId)))
        ends.set(record.approvalId, record.how);
      if (record.kind !== 'approved' && record.kind !== 'attempt') return;
      const { approvalId } = record;
      if (record.mac !== undefined) keyed.add(approvalId);
      if (!only.has(approvalId)) return;
      const before = gathered.get(approvalId)?.attempt ?? 0;
      const attempt = record.kind === 'attempt' ? record.attempt : before;
      gathered.set(approvalId, { ...factsOf(record), attempt, ended: null });
    },
    list: (): GatheredApproval[] =>
      [...gathered.values()].map((approval) => ({
        ...approval,
        ended: ends.get(approval.approvalId) ?? null,
      })),
  };
}

function factsOf(record: Facts): Facts {
  const { approvalId, connectionId, signInId, organizationId } = record;
  const { approvedAtMs, snapshot, profileEpoch, override } = record;
  const bound = { approvalId, connectionId, signInId, organizationId };
  return { ...bound, approvedAtMs, snapshot, profileEpoch, ...(override && { override }) };
}

/**
 * Adds the journal's finding. A confirmation that only the window reports is in doubt: the approval may have been
 * applied.
 */
function withFinding(approval: GatheredApproval, index: JournalIndex): JournaledApproval {
  const { approvalId, attempt, ended } = approval;
  if (ended === 'confirmedByService' && !index.isConfirmed(approvalId)) {
    const outcome = { kind: 'unknown', error: null } as const;
    return { ...approval, ended: null, finding: { kind: 'outcome', outcome }, answerLost: true };
  }
  const answerLost = index.isAnswerLost(approvalId, attempt);
  return { ...approval, finding: index.find(approvalId, attempt), answerLost };
}
