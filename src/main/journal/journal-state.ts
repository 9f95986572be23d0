import { createHash } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';
import { fail, succeed, type Result } from '../../base/result.ts';
import { createSerial, type Serial } from '../../base/serial.ts';
import type { FileProblem, Files, Log } from '../ports.ts';
import type { Protections } from '../settings/protections.ts';
import { isReadable } from './journal-chain.ts';
import type { ChainHead, JournalWriterName, NewRecord } from './journal-record.ts';
import { readToTheEnd, writeCheckpoint, type ReadJournal } from './journal-start.ts';
import { createJournalReader, type JournalSummary } from './journal-files.ts';
import { createJournalIndex, type JournalIndex } from './journal-index.ts';
import type { JournalKey, JournalKeySafe, OpenedState, SealNotes } from './journal-key.ts';
import { createJournalWriter, type JournalWriter } from './journal-writer.ts';

export interface JournalDeps {
  readonly files: Files;
  /** Absolute path of a folder that holds nothing else. */
  readonly folder: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly maxFileBytes?: number;
  /** Without it, lines are chained but have no HMAC. */
  readonly keys?: JournalKeySafe;
  readonly by?: JournalWriterName;
  /** Name of an organization; null when it is not known. */
  readonly organizationName?: (id: string) => string | null;
  /** Days after which a start removes files whose approvals have all ended; null: never. */
  readonly retentionDays?: number | null;
  /** `now`: settings to seal with the key. `found`: takes the settings in the last seal. */
  readonly protections?: Pick<Protections, 'currentText' | 'applySealed'>;
  /** Without it, Billfold cannot detect an older sealed state in place of the last one. */
  readonly sealNotes?: SealNotes;
  /** Called after each try to write lines, with the new end of the journal or the failure. */
  readonly onTried?: (tried: Result<ChainHead, FileProblem>) => void;
}

const MAX_FILE_BYTES = 4 * 1024 * 1024;

export interface JournalState {
  readonly deps: JournalDeps;
  readonly index: JournalIndex;
  readonly oneAtATime: Serial;
  /** Summary of an empty journal until the start has read this one. */
  summary: JournalSummary;
  writer: JournalWriter | null;
  /** Time of the last line before this start, epoch milliseconds; null when there is none. */
  lastAtMs: number | null;
  /** Time of the newest line, epoch milliseconds; null when there is none. */
  writtenAtMs: number | null;
  holdsExpected: boolean;
  isAsLeft: boolean;
  isKeyLost: boolean;
  /** Records that could not be written yet. They precede the next line. */
  owed: NewRecord[];
  isClosed: boolean;
  /** The key could not be read at this start. The keyring may be locked. */
  isKeyUnread: boolean;
  /** First key of this series, until it is exported; then null. */
  firstKey: JournalKey | null;
  /** Null without a keyring: then no checkpoint can be trusted. */
  checkpointKey: Uint8Array | null;
  /** True if the start read every line, without a trusted checkpoint. */
  isReadWhole: boolean;
  /** Number of the sealed state (`SealedState.number`). */
  sealNumber: number;
  /** Number of the last sealed line; 0 before the first seal of this start. */
  sealedSeq: number;
  /** Settings in the sealed state; null before the first seal of this run. */
  sealedProtections: string | null;
  sealing: Promise<void> | null;
  /** True while the last seal lacks written lines. */
  isSealDue: boolean;
  /** Ends the pause after a seal. */
  endPause(): void;
  /** Names of the files, in order. */
  names: readonly string[];
}

export function createJournalState(deps: JournalDeps): JournalState {
  return {
    deps,
    index: createJournalIndex(),
    oneAtATime: createSerial(),
    summary: createJournalReader(() => undefined).summary(),
    writer: null,
    lastAtMs: null,
    writtenAtMs: null,
    holdsExpected: true,
    isAsLeft: true,
    isKeyLost: false,
    owed: [],
    isClosed: false,
    isKeyUnread: false,
    firstKey: null,
    checkpointKey: null,
    isReadWhole: false,
    sealNumber: 0,
    sealedSeq: 0,
    sealedProtections: null,
    sealing: null,
    isSealDue: false,
    endPause: () => undefined,
    names: [],
  };
}

/** Reads the journal once, from the last checkpoint on if it is usable. */
export async function load(
  state: JournalState,
  expected: ChainHead | null = null,
): Promise<Result<JournalWriter, FileProblem>> {
  const { deps } = state;
  if (state.writer !== null) return succeed(state.writer);
  const sealed = (await deps.keys?.open()) ?? null;
  const isLost = sealed === null ? await deps.keys?.mayHaveKeys() : sealed.head === null;
  const keyState = isLost ? 'lost' : sealed === null ? 'none' : 'sealed';
  state.isKeyUnread = sealed === null && isLost === true;
  const noted = (sealed && deps.sealNotes?.laterThan(sealed)) ?? null;
  const isNoteLost = noted === 'lost';
  const last = isNoteLost ? null : (noted ?? sealed);
  const protections = last?.protections ?? null;
  // Apply the sealed settings before the next seal overwrites them.
  if (protections !== null) deps.protections?.applySealed(protections);
  const read = await readToTheEnd(deps, state.index, { sealed, keyState, expected });
  if (!read.ok) {
    deps.log.error('the journal could not be read', { code: read.error.code });
    deps.onTried?.(read);
    return read;
  }
  const { summary, end, isFound, names, lastAtMs, isWhole, unapplied } = read.value;
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
  const lacks =
    lackingOf(sealed, end, state.summary, isFound ? null : expected) ?? (noted && summary.head);
  state.isAsLeft = lacks === null;
  state.isKeyLost =
    lacks !== null && sealed?.head === null && isFound && damagedLines(state.summary) === 0;
  // An attacker may have removed lines, or changed them so that sent approvals look unsent.
  if (lacks !== null) {
    state.index.markLinesMissing(deps.clock.nowMs());
    for (const attempt of unapplied) state.index.distrust(attempt);
  }
  state.holdsExpected = isFound && state.isAsLeft;
  const isKeyGiven = sealed?.head !== null && (isNoteLost || noted?.isKeyGiven === true);
  state.firstKey = isKeyGiven ? null : (sealed?.first ?? null);
  const number = (last ?? sealed)?.number ?? 0;
  // A lost note may hide later seals. The time in milliseconds exceeds their numbers, because each seal adds 1 and
  // takes over 1 ms.
  state.sealNumber = isNoteLost ? Math.max(number, deps.clock.nowMs()) : number;
  state.checkpointKey = sealed?.checkpointKey ?? null;
  const start = { read: summary, lacks, key: end.key };
  // Lines with an unsaved key could not be verified.
  const isSaved =
    sealed === null || sealed.head !== null || (await saveSeal(state, end.key, summary));
  state.writer = createJournalWriter(
    { ...deps, maxFileBytes },
    isSaved ? start : { ...start, key: null },
  );
  return succeed(state.writer);
}

/**
 * The last sealed line, if it is missing or if lines were damaged since; otherwise null. If the keys were lost, nothing
 * shows whether someone rewrote the journal: then the expected line if it is missing, or else the last line.
 * @param missing line that a mark outside the journal expects, but the journal lacks; otherwise null
 */
function lackingOf(
  sealed: OpenedState | null,
  { lacks, problems }: ReadJournal['end'],
  summary: JournalSummary,
  missing: ChainHead | null,
): ChainHead | null {
  if (sealed === null) return null;
  if (sealed.head === null) return summary.isKeyed ? (missing ?? summary.head) : null;
  const known = sealed.breaks && new Set(sealed.breaks);
  const isDamaged =
    problems.length > 0 ||
    damagedLines(summary) > (sealed.damaged ?? Infinity) ||
    // The number of damaged lines is not enough: changing a line before a damaged one adds no damage.
    (known !== null && breaksOf(summary).some((each) => !known.has(each)));
  return lacks ?? (isDamaged ? sealed.head : null);
}

/**
 * Number of lines that were changed, removed or inserted; a missing beginning counts as one. A line of a newer version
 * does not count: the next line holds its hash.
 */
function damagedLines({ problems, startsInTheMiddle }: JournalSummary): number {
  const damaged = problems.filter(({ problem }) => problem !== 'newerVersion').length;
  return damaged + (startsInTheMiddle ? 1 : 0);
}

const MAX_BREAKS = 100;

/** Digests of the damaged places, for the seal. One digest replaces a long list, to keep the seal small. */
function breaksOf({ breaks }: JournalSummary): readonly string[] {
  if (breaks.length <= MAX_BREAKS) return breaks;
  return [createHash('sha256').update(breaks.join(' ')).digest('hex')];
}

/** Writes a checkpoint, so that the next start reads only later lines. */
export async function makeCheckpoint(state: JournalState): Promise<void> {
  const { deps, writer, summary, index, names: files, writtenAtMs: lastAtMs } = state;
  const { checkpointKey: key } = state;
  const at = writer?.end();
  // The index already has the records that could not be written, but the lines do not.
  if (!at || key === null || state.owed.length > 0) return;
  const { last, head } = at;
  const lines = summary.lines + head.seq - summary.head.seq;
  const covered = { ...summary, lines, head, last: { ...last, torn: new Uint8Array() } };
  const checkpoint = { files, lastAtMs, index: index.content(), summary: covered };
  await writeCheckpoint(deps.files, deps.folder, checkpoint, key, deps.log);
}

/** Seals and notes the journal's current end for the next start. If this fails, a later call does it. */
export async function seal(state: JournalState): Promise<void> {
  state.isSealDue = false;
  state.endPause();
  await state.sealing;
  const { writer, checkpointKey, firstKey, deps } = state;
  state.sealNumber += 1;
  if (writer === null || checkpointKey === null) return;
  if (!(await saveSeal(state, writer.nextKey(), { head: writer.head() }))) return;
  const { sealNumber: number, sealedProtections: protections } = state;
  deps.sealNotes?.note({ number, protections, isKeyGiven: firstKey === null }, checkpointKey);
}

async function saveSeal(
  state: JournalState,
  next: JournalKey | null,
  { head }: Pick<JournalSummary, 'head'>,
): Promise<boolean> {
  const { deps, firstKey: first, checkpointKey, summary, sealNumber: number } = state;
  if (next === null || deps.keys === undefined || checkpointKey === null) return false;
  const [damaged, breaks] = [damagedLines(summary), breaksOf(summary)];
  const protections = deps.protections?.currentText() ?? null;
  const sealed = { next, head, first, checkpointKey, damaged, breaks, protections, number };
  const isSaved = await deps.keys.save(sealed);
  if (isSaved) Object.assign(state, { sealedSeq: head.seq, sealedProtections: protections });
  return isSaved;
}

/**
 * Tries again to save seal and marks, if the disk refused them. Without them, the next start would not notice that
 * lines were removed.
 */
export async function retrySealAndMarks(state: JournalState): Promise<Result<void, FileProblem>> {
  if ((state.deps.keys?.saveError() ?? null) !== null) await seal(state);
  return reportSealAndMarks(state);
}

/** Reports through `onTried` if the disk refused seal or marks. */
export function reportSealAndMarks(state: JournalState): Result<void, FileProblem> {
  const saved = sealAndMarksSaved(state);
  if (!saved.ok) state.deps.onTried?.(saved);
  return saved;
}

function sealAndMarksSaved({ deps }: JournalState): Result<void, FileProblem> {
  const code = deps.keys?.saveError() ?? deps.sealNotes?.retryNote() ?? null;
  return code === null ? succeed(undefined) : fail({ code, technical: 'seal or marks not saved' });
}

/**
 * Maximum lines between two seals. Outcomes and `sealEnd` cause a seal earlier. An attacker who opens the sealed key can
 * rewrite, or cut off unseen, only the lines after the last seal.
 */
const LINES_A_SEAL = 64;
/** Pause between two seals of fewer lines, milliseconds. Writing a seal blocks main for a few milliseconds. */
const SEAL_PAUSE_MS = 1_000;

/** Writes the owed records and then these: all or none. */
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
  // An empty write does not show whether the disk works.
  if (head.seq > seq) {
    state.writtenAtMs = deps.clock.nowMs();
    const saved = sealAndMarksSaved(state);
    deps.onTried?.(saved.ok ? succeed(head) : saved);
  }
  const name = writer.value.end()?.last.name;
  if (name !== undefined && name !== state.names.at(-1)) {
    state.names = [...state.names, name];
    // The checkpoint waits in the queue, because the caller adds these records to the index first.
    void state.oneAtATime(() => makeCheckpoint(state));
  }
  const isMany = head.seq - state.sealedSeq >= LINES_A_SEAL;
  if (isMany) state.endPause();
  if (isMany || records.some(({ kind }) => kind === 'outcome')) sealSoon(state);
  return written;
}

/** Seals the end in the background: writers do not wait for the keyring. Lines written meanwhile share the next seal. */
export function sealSoon(state: JournalState): void {
  state.isSealDue = true;
  state.sealing ??= sealWhileDue(state).finally(() => {
    state.sealing = null;
  });
}

async function sealWhileDue(state: JournalState): Promise<void> {
  while (state.isSealDue) {
    state.isSealDue = false;
    const pause = new AbortController();
    state.endPause = () => pause.abort();
    const { writer } = state;
    if (writer !== null) await saveSeal(state, writer.nextKey(), { head: writer.head() });
    await state.deps.clock.sleep(SEAL_PAUSE_MS, pause.signal);
  }
}

function withName(record: NewRecord, { organizationName }: JournalDeps): NewRecord {
  if (record.kind !== 'approved' && record.kind !== 'attempt') return record;
  const name = organizationName?.(record.organizationId) ?? null;
  return name === null ? record : { ...record, organizationName: name };
}

/** Writes a record and adds it to the index. After a failure, the record is written before the next line. */
export async function writeOrOwe(
  state: JournalState,
  record: NewRecord,
): Promise<Result<void, FileProblem>> {
  const written = await write(state, [record]);
  if (!written.ok) state.owed.push(record);
  state.index.add(record);
  return written;
}

/** Writes records that can be read again, and adds them to the index only if that succeeds. */
export async function writeAndIndex(
  state: JournalState,
  records: readonly NewRecord[],
): Promise<Result<void, FileProblem>> {
  if (!records.every(isReadable))
    return fail({ code: 'EINVAL', technical: 'this line could not be read again' });
  const written = await write(state, records);
  if (written.ok) for (const record of records) state.index.add(record);
  return written;
}
