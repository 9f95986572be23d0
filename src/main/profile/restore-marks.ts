import { parseJson } from '../../base/parse-json.ts';
import * as z from '../../base/zod.ts';
import type { Clock } from '../../base/clock.ts';
import type { Ids } from '../../base/random.ts';
import { AWAY_EPOCH } from '../../bridge/approval.ts';
import { macOf, type OpenedState, type SealNote, type SealNotes } from '../journal/journal-key.ts';
import type { ChainHead, RestoredReason } from '../journal/journal-record.ts';
import type { JournalReport } from '../journal/journal.ts';
import type { FileIdentities, DocumentStore, Files, Log } from '../ports.ts';

/**
 * Restore marks show at a start that the profile was copied or restored, so its pending approvals may already have been
 * sent. docs/adr/0013-marks-a-copy-cannot-carry.md lists the marks, and the cases that they miss.
 */
export interface RestoreMarks extends SealNotes {
  /**
   * Head of the journal according to the mark outside the profile; null when there is none. Call
   * this first.
   */
  expected(): Promise<ChainHead | null>;
  /**
   * Compares the marks. If there is a reason to assume a restore, a new epoch begins.
   * @param journal null when it cannot be read
   */
  check(journal: JournalFacts | null): Promise<MarksFound>;
  /** Makes new marks, and writes them together with the epoch. Main must not send approvals before this resolves. */
  settle(): Promise<void>;
  /**
   * Records the journal's new head. Returns at once and never fails: a failed write is repeated
   * with the next head.
   */
  noteHead(head: ChainHead): void;
  /** A random id; '' until the marks differed for the first time. Valid after `check`. */
  epoch(): string;
  /** Waits for the write under way, and saves the time of closing with a new birth mark. */
  close(): Promise<void>;
}

interface MarksFound {
  readonly epoch: string;
  /** Empty when the profile is as this machine left it. */
  readonly reasons: readonly RestoredReason[];
}

type JournalFacts = Pick<JournalReport, 'lines' | 'holdsExpected' | 'lastAtMs'>;

interface RestoreMarksDeps {
  /** Document in the profile, copied together with the outbox. */
  readonly store: DocumentStore;
  /** Files of the profile. */
  readonly identities: FileIdentities;
  readonly files: Files;
  /** Absolute path, outside the profile. */
  readonly outsidePath: string;
  /** Identifies this machine; null when the system has no such id. */
  readonly machine: () => Promise<string | null>;
  /** Whether the profile has a connection or its secrets. Such a profile is not new, so it had marks. */
  readonly isUsed: boolean;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
}

const DAY_MS = 24 * 60 * 60 * 1_000;
/** After a longer pause Billfold asks the user: a snapshot of the whole machine restores every mark except the time. */
export const LONGEST_AWAY_MS = 7 * DAY_MS;
/** Maximum correction of a clock. After a larger jump back, Billfold cannot measure how long it was closed. */
export const CLOCK_SLACK_MS = 2 * DAY_MS;

const FILE_MODE = 0o600;

const marksSchema = z.object({
  version: z.literal(1),
  epoch: z.string(),
  born: z.nullable(z.object({ name: z.string(), birth: z.string() })),
  machine: z.nullable(z.string()),
  /** Time of the last start or close here, epoch milliseconds. */
  aliveAtMs: z.number(),
  /** True after the mark outside was written. */
  isOutside: z.boolean(),
  /** Absent in marks of earlier versions, and on computers without a keyring. */
  seal: z.optional(
    z.object({
      number: z.int(),
      protections: z.nullable(z.string()),
      isKeyGiven: z.boolean(),
      /** HMAC of this note, the epoch and the birth. */
      mac: z.string(),
    }),
  ),
});
type Marks = Readonly<z.infer<typeof marksSchema>>;
type Stored = Marks | 'none' | 'lost';

const outsideSchema = z.object({
  version: z.literal(1),
  seq: z.int().check(z.minimum(1)),
  lastHash: z.string(),
  /** Number of the last seal; absent in marks of earlier versions, and on computers without a keyring. */
  seal: z.optional(z.int()),
});
type Outside = (ChainHead & { readonly seal?: number | undefined }) | 'none' | 'lost';

interface MarksState {
  readonly deps: RestoreMarksDeps;
  outside: Outside;
  /** Null until they are read. */
  stored: Stored | null;
  /** Note for the next save, and the key that authenticates it; null while no keyring answers. */
  seal: { readonly note: SealNote; readonly key: Uint8Array } | null;
  /** Null until `check`. */
  marks: Marks | null;
  /** True once the mark outside the profile may be written. */
  isSettled: boolean;
  /** The last try to make a birth mark, or to save it, failed. */
  isBirthDue: boolean;
  /** Code of the failure to save `marks`; null when the profile holds them. */
  unsaved: string | null;
  /** The journal's last head; null until it is noted. */
  head: ChainHead | null;
  /** Head to write outside; null when neither it nor the seal is newer. */
  unwritten: ChainHead | null;
  writing: Promise<void> | null;
}

export function createRestoreMarks(deps: RestoreMarksDeps): RestoreMarks {
  const state: MarksState = {
    deps,
    outside: 'none',
    stored: null,
    seal: null,
    marks: null,
    isSettled: false,
    isBirthDue: false,
    unsaved: null,
    head: null,
    unwritten: null,
    writing: null,
  };
  return {
    expected: async () => {
      state.outside = await readOutside(deps);
      if (typeof state.outside === 'string') return null;
      const { seq, lastHash } = state.outside;
      return { seq, lastHash };
    },
    check: (journal) => check(state, journal),
    settle: async () => {
      await settle(state);
      startWriting(state);
    },
    noteHead: (head) => {
      state.head = head;
      state.unwritten = head;
      startWriting(state);
    },
    isNoted: () => {
      const stored = storedIn(state);
      return typeof stored !== 'string' && stored.seal !== undefined;
    },
    laterThan: (opened) => laterNote(storedIn(state), state.outside, opened),
    note: (note, key) => {
      state.seal = { note, key };
      if (!state.isSettled) return;
      save(state, checked(state));
      state.unwritten = state.head;
      startWriting(state);
    },
    retryNote: () => {
      if (state.unsaved !== null) save(state, checked(state));
      return state.unsaved;
    },
    epoch: () => checked(state).epoch,
    close: async () => {
      await state.writing;
      if (!state.isSettled) return;
      state.marks = { ...checked(state), aliveAtMs: deps.clock.nowMs() };
      // Make a new birth mark, because copies made during this run have the old one.
      await settle(state);
    },
  };
}

function checked({ marks }: MarksState): Marks {
  if (marks === null) throw new Error('The marks are not checked yet.');
  return marks;
}

async function check(state: MarksState, journal: JournalFacts | null): Promise<MarksFound> {
  const { deps, outside } = state;
  const stored = storedIn(state);
  const machine = await deps.machine();
  const before = typeof stored === 'string' ? null : stored;
  const nowMs = deps.clock.nowMs();
  const reasons = [
    ...journalReasons(journal),
    ...(await identityReasons(deps.identities, before)),
    ...machineReasons(before, machine),
    ...lossReasons(stored, outside, !deps.isUsed && journal?.lines === 0),
    ...timeReasons(before, journal, nowMs),
  ];
  const isTime = reasons.every((reason) => reason === 'longAgo' || reason === 'clockBehind');
  const begun = `${isTime ? AWAY_EPOCH : ''}${deps.ids.next()}`;
  const epoch = reasons.length > 0 ? begun : (before?.epoch ?? '');
  state.marks = {
    version: 1,
    epoch,
    born: before?.born ?? null,
    machine: machine ?? before?.machine ?? null,
    aliveAtMs: nowMs,
    isOutside: typeof outside !== 'string',
    ...(before?.seal && { seal: before.seal }),
  };
  if (reasons.length > 0) deps.log.warn('profile: it may have been restored', { reasons });
  return { epoch, reasons };
}

async function settle(state: MarksState): Promise<void> {
  const { identities, ids, log } = state.deps;
  const { born: before, seal } = checked(state);
  const name = `born-${ids.next()}`;
  // While the key is unavailable, keep the old birth mark: the note's HMAC covers it, and a new HMAC needs the key.
  const made = state.seal === null && seal ? null : await identities.make(name);
  if (made?.ok === false)
    log.warn('profile: the new birth mark was not made', { code: made.error.code });
  const born = made?.ok ? { name, birth: made.value } : before;
  const isSaved = save(state, { ...checked(state), born });
  state.isSettled = true;
  state.isBirthDue = made?.ok === false || !isSaved;
  if (isSaved && born !== null) await identities.keepOnly(born.name);
}

function save(state: MarksState, changed: Marks): boolean {
  const { seal, deps } = state;
  const { store, log } = deps;
  const note = seal && { ...seal.note, mac: macOfMarks(changed, seal.note, seal.key) };
  const marks = note ? { ...changed, seal: note } : changed;
  state.marks = marks;
  const written = store.write(marks);
  if (!written.ok) log.warn('profile: marks not saved', { problem: written.error });
  state.unsaved = written.ok ? null : written.error.technical;
  return written.ok;
}

function startWriting(state: MarksState): void {
  if (!state.isSettled || state.writing !== null) return;
  state.writing = writeOutside(state).finally(() => {
    state.writing = null;
  });
}

async function writeOutside(state: MarksState): Promise<void> {
  const { files, outsidePath, log } = state.deps;
  while (state.unwritten !== null) {
    // While the profile has the old marks, only the old mark outside can reveal a restore.
    if (state.unsaved !== null && !save(state, checked(state))) return;
    if (state.isBirthDue) await settle(state);
    const head = state.unwritten;
    const mark = { version: 1, ...head, seal: checked(state).seal?.number };
    const bytes = new TextEncoder().encode(JSON.stringify(mark));
    const written = await files.writeAtomic(outsidePath, bytes, FILE_MODE);
    if (!written.ok) {
      log.warn('profile: the mark outside was not written', { code: written.error.code });
      return;
    }
    if (state.unwritten === head) state.unwritten = null;
    if (!checked(state).isOutside) save(state, { ...checked(state), isOutside: true });
  }
}

/**
 * The journal only grows, and its head is written outside afterwards. So the journal can be ahead of the mark, but
 * never behind.
 */
function journalReasons(journal: JournalFacts | null): RestoredReason[] {
  if (journal === null) return ['journalUnreadable'];
  if (journal.holdsExpected) return [];
  return journal.lines === 0 ? ['journalGone'] : ['journalBehind'];
}

/** Each start and each close makes a new file, whose identity is different in every copy. */
async function identityReasons(
  identities: FileIdentities,
  before: Marks | null,
): Promise<RestoredReason[]> {
  if (before === null || before.born === null) return [];
  const found = await identities.find(before.born.name);
  return found.ok && found.value === before.born.birth ? [] : ['copied'];
}

function machineReasons(before: Marks | null, machine: string | null): RestoredReason[] {
  if (before === null || before.machine === null || machine === null) return [];
  return before.machine === machine ? [] : ['otherMachine'];
}

/** Finds lost marks. Every used profile had a mark inside and, with a journal, one outside. */
function lossReasons(stored: Stored, outside: Outside, isNew: boolean): RestoredReason[] {
  if (stored === 'lost') return ['marksGone'];
  if (stored === 'none') return isNew ? [] : ['marksGone'];
  return stored.isOutside && typeof outside === 'string' ? ['marksGone'] : [];
}

function timeReasons(
  before: Marks | null,
  journal: JournalFacts | null,
  nowMs: number,
): RestoredReason[] {
  if (before === null) return [];
  const lastMs = Math.max(before.aliveAtMs, journal?.lastAtMs ?? 0);
  if (nowMs - lastMs > LONGEST_AWAY_MS) return ['longAgo'];
  return lastMs - nowMs > CLOCK_SLACK_MS ? ['clockBehind'] : [];
}

/** Reads the stored marks only once, because reading quarantines unreadable ones. */
function storedIn(state: MarksState): Stored {
  state.stored ??= readMarks(state.deps);
  return state.stored;
}

function laterNote(
  stored: Stored,
  outside: Outside,
  opened: OpenedState,
): SealNote | 'lost' | null {
  const { number, head, checkpointKey } = opened;
  const known = Math.max(number, typeof stored === 'string' ? 0 : (stored.seal?.number ?? 0));
  // Someone put back both the sealed state and the marks.
  if (typeof outside !== 'string' && (outside.seal ?? 0) > known) return 'lost';
  if (typeof stored === 'string' || stored.seal === undefined) return number > 0 ? 'lost' : null;
  // There is a note, but a new series of keys has begun, so the old key is gone.
  if (head === null) return 'lost';
  if (stored.seal.mac !== macOfMarks(stored, stored.seal, checkpointKey)) return 'lost';
  return stored.seal.number > number ? stored.seal : null;
}

function macOfMarks({ epoch, born }: Marks, note: SealNote, key: Uint8Array): string {
  const { number, protections, isKeyGiven } = note;
  const facts = [epoch, born?.name, born?.birth, number, protections, isKeyGiven];
  return macOf({ key }, Buffer.from(`billfold marks\0${JSON.stringify(facts)}`));
}

function readMarks({ store, log }: RestoreMarksDeps): Stored {
  const stored = store.read();
  if (stored.ok && stored.value === null) return 'none';
  const parsed = marksSchema.safeParse(stored.ok ? stored.value : null);
  if (parsed.success) return parsed.data;
  log.warn('profile: marks unreadable or invalid', {
    problem: stored.ok ? parsed.error.issues : stored.error,
  });
  store.quarantine();
  return 'lost';
}

async function readOutside({ files, outsidePath, log }: RestoreMarksDeps): Promise<Outside> {
  const read = await files.read(outsidePath);
  if (read.ok && read.value === null) return 'none';
  const parsed = outsideSchema.safeParse(
    read.ok ? parseJson(new TextDecoder().decode(read.value ?? undefined)) : null,
  );
  if (parsed.success) return parsed.data;
  log.warn('profile: the mark outside cannot be read', { code: read.ok ? null : read.error.code });
  return 'lost';
}
