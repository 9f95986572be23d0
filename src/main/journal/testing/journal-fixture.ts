import { createVirtualClock } from '../../../base/testing/virtual-clock.ts';
import { createMemorySecrets } from '../../auth/testing/memory-secrets.ts';
import { createMemoryDocument } from '../../settings/testing/memory-document.ts';
import { createRecordingLog } from '../../api/testing/doubles.ts';
import type { FileProblem, Files } from '../../ports.ts';
import { succeed, type Result } from '../../../base/result.ts';
import type { JournalFormat } from '../../../bridge/journal.ts';
import type { JournalRecord } from '../journal-record.ts';
import { exportRows, gatherRows } from '../journal-service.ts';
import { eachJournalFile, type JournalFile } from '../journal-files.ts';
import { createJournalKeySafe } from '../journal-key.ts';
import type { JournalDeps } from '../journal-state.ts';
import { createJournal, type Journal } from '../journal.ts';
import type { MemoryFiles } from '../../files/testing/memory-files.ts';

export const FOLDER = '/journal';
/** First file of the journal. */
export const FIRST = `${FOLDER}/approvals-000001.jsonl`;
export const clock = createVirtualClock(1_800_000_000_000);

/** Starts the journal as Billfold does. */
export function startJournal(files: Files, more: Partial<JournalDeps> = {}): Journal {
  return createJournal({ files, folder: FOLDER, clock, log: createRecordingLog(), ...more });
}

let keysMade = 0;

/** A keyring, and the safe for the journal key that it seals. */
export function aKeyring() {
  const secrets = createMemorySecrets();
  const document = createMemoryDocument('journal-key');
  const random = { bytes: (count: number) => new Uint8Array(count).fill(++keysMade) };
  const keys = createJournalKeySafe({
    document,
    secrets,
    clock,
    random,
    log: createRecordingLog(),
  });
  return { secrets, document, keys };
}

/** Reads all journal files in a folder into memory. */
export async function loadJournalFiles(
  files: Files,
  folder: string,
): Promise<Result<readonly JournalFile[], FileProblem>> {
  const loaded: JournalFile[] = [];
  const read = await eachJournalFile(files, folder, (file) => loaded.push(file));
  return read.ok ? succeed(loaded) : read;
}

/** Exports records as *Export audit log* does. */
export function exportJournal(records: readonly JournalRecord[], format: JournalFormat): string {
  const gathered = gatherRows();
  records.forEach(gathered.add);
  return exportRows(gathered.list(), format);
}

/** The files as *Verify audit log* reads them, with the facts Billfold knows about them. */
export async function readFilesOf(journal: Pick<Journal, 'readFiles'>) {
  const opened = await journal.readFiles();
  if (!opened.ok) throw new Error(opened.error.code);
  const files: JournalFile[] = [];
  const read = await opened.value.each((file) => files.push(file));
  if (!read.ok) throw new Error(read.error.code);
  return { files, known: opened.value.known };
}

/** Reads all files of the journal, in order. */
export async function journalFilesOf(files: Files): Promise<readonly JournalFile[]> {
  const loaded = await loadJournalFiles(files, FOLDER);
  if (!loaded.ok) throw new Error(loaded.error.technical);
  return loaded.value;
}

export async function bytesOf(files: Files, path = FIRST): Promise<Uint8Array> {
  const read = await files.read(path);
  if (!read.ok) throw new Error(read.error.technical);
  return read.value ?? new Uint8Array();
}

export async function textOf(files: Files, path = FIRST): Promise<string> {
  return new TextDecoder().decode(await bytesOf(files, path));
}

/** Changes the first file of the journal, as another program might. */
export async function editFirst(
  files: MemoryFiles,
  change: (text: string) => string,
): Promise<void> {
  files.plant(FIRST, new TextEncoder().encode(change(await textOf(files))));
}
