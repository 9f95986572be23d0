import { createCountingIds } from '../../../base/testing/seeded-random.ts';
import { createVirtualClock } from '../../../base/testing/virtual-clock.ts';
import { createRecordingLog } from '../../api/testing/doubles.ts';
import { openJournal, reportWrites, watchSeal } from '../../desktop/journal-notices.ts';
import { createJournal, type Journal } from '../../journal/journal.ts';
import type { JournalDeps } from '../../journal/journal-state.ts';
import type { aKeyring } from '../../journal/testing/journal-fixture.ts';
import { createMemoryFiles, type MemoryFiles } from '../../files/testing/memory-files.ts';
import { createNotices } from '../../settings/notices.ts';
import {
  createMemoryDocument,
  type MemoryDocument,
} from '../../settings/testing/memory-document.ts';
import { createRestoreMarks, type RestoreMarks } from '../restore-marks.ts';
import { createMemoryFileIdentities, type MemoryFileIdentities } from './memory-file-identities.ts';

export const OUTSIDE = '/state/profile.json';
export const JOURNAL = '/profile/journal';

/** Content of a backup of the profile. */
export interface ProfileCopy {
  readonly journal: ReadonlyMap<string, Uint8Array>;
  readonly marks: string | null;
  readonly identities: MemoryFileIdentities;
  /** The same files, for a snapshot below the file system. */
  readonly sameIdentities: MemoryFileIdentities;
  /** The mark outside the profile, for backups that include it. */
  readonly outside: Uint8Array | null;
}

/** A computer with one profile: everything that outlives Billfold. */
export function createComputer(keyring?: Pick<ReturnType<typeof aKeyring>, 'keys' | 'document'>) {
  const computer = {
    keyring,
    clock: createVirtualClock(1_800_000_000_000),
    ids: createCountingIds(),
    files: createMemoryFiles(),
    marks: createMemoryDocument('marks'),
    identities: createMemoryFileIdentities(),
    machine: 'this one',
    isUsed: false,
  };
  return computer;
}
export type Computer = ReturnType<typeof createComputer>;

/** A started Billfold that consists only of marks and journal. */
export interface Started {
  readonly journal: Journal;
  readonly marks: RestoreMarks;
  readonly notices: readonly string[];
  /** Notices now. */
  list(): readonly string[];
  quit(): Promise<void>;
}

export async function start(
  computer: Computer,
  more: Pick<JournalDeps, 'protections'> = {},
): Promise<Started> {
  const log = createRecordingLog();
  const board = createNotices();
  const { clock, ids, files } = computer;
  const marks = createRestoreMarks({
    store: computer.marks,
    identities: computer.identities,
    files,
    outsidePath: OUTSIDE,
    machine: async () => computer.machine,
    isUsed: computer.isUsed,
    clock,
    ids,
    log,
  });
  const onTried = reportWrites(board, marks);
  const { keyring } = computer;
  const protections = { expectSeal: () => undefined, distrust: () => undefined };
  const journal = createJournal({
    files,
    folder: JOURNAL,
    clock,
    log,
    onTried,
    sealNotes: marks,
    ...(keyring && { keys: watchSeal(keyring.keys, keyring.document, marks, protections) }),
    ...more,
  });
  const list = (): readonly string[] => board.list().map(({ kind }) => kind);
  await openJournal(journal, marks, board, protections);
  return {
    journal,
    marks,
    notices: list(),
    list,
    quit: async () => {
      await journal.close();
      await marks.close();
    },
  };
}

export async function copyOf({ files, marks, identities }: Computer): Promise<ProfileCopy> {
  return {
    journal: await journalOf(files),
    marks: marks.text(),
    identities: identities.copy(),
    sameIdentities: identities.snapshot(),
    outside: files.durable(OUTSIDE),
  };
}

/** Replaces the profile by the copy. */
export async function restoreProfile(computer: Computer, copy: ProfileCopy): Promise<void> {
  await restoreJournal(computer.files, copy.journal);
  await restoreMarks(computer.marks, copy.marks);
  computer.identities = copy.identities;
}

export async function restoreJournal(
  files: MemoryFiles,
  journal: ReadonlyMap<string, Uint8Array>,
): Promise<void> {
  for (const path of (await journalOf(files)).keys()) await files.remove(path);
  for (const [path, bytes] of journal) files.plant(path, bytes);
}

export async function restoreMarks(marks: MemoryDocument, text: string | null): Promise<void> {
  if (text === null) marks.remove();
  else marks.damage(text);
}

async function journalOf(files: MemoryFiles): Promise<ReadonlyMap<string, Uint8Array>> {
  const names = await files.list(JOURNAL);
  const paths = names.ok ? names.value.map((name) => `${JOURNAL}/${name}`) : [];
  return new Map(paths.map((path) => [path, files.durable(path) ?? new Uint8Array()]));
}
