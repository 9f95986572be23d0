import type { Clock } from '../../base/clock.ts';
import { assertNever } from '../../base/assert-never.ts';
import {
  JOURNAL_ENTRIES_MOST,
  JOURNAL_PROBLEMS_MOST,
  type JournalEntry,
  type JournalExport,
  type JournalFormat,
  type JournalKeyExport,
  type JournalVerification,
} from '../../bridge/journal.ts';
import type { Files } from '../ports.ts';
import { baseName, whyNotWritten } from '../why-not-written.ts';
import { exportJournal } from './export-journal.ts';
import { createJournalReader } from './journal-files.ts';
import type { JournalRecord } from './journal-record.ts';
import type { Journal } from './journal.ts';
import { createVerifier, keyFileOf, type Verification } from './verify-journal.ts';

/** Asks the user where to save; null when they cancel. */
export type AskWhereToSave = (name: string, format: JournalFormat) => Promise<string | null>;

/** The user's requests to the journal: verify it, read its entries, export it. */
export interface JournalService {
  verify(): Promise<JournalVerification>;
  /** Entries about these approvals, oldest first; null when the journal cannot be read. */
  entriesOf(approvalIds: readonly string[]): Promise<JournalEntry[] | null>;
  /** Saves one row per attempt where the user chooses. */
  export(format: JournalFormat): Promise<JournalExport>;
  /** Saves the verification key where the user chooses, once, and then deletes it here. */
  exportKey(): Promise<JournalKeyExport>;
}

export interface JournalServiceDeps {
  readonly journal: Pick<Journal, 'readFiles' | 'verificationKey' | 'forgetKey'>;
  readonly files: Pick<Files, 'writeAtomic'>;
  readonly clock: Clock;
  readonly askWhereToSave: AskWhereToSave;
}

// An export holds bookkeeping data: only the user may read it, until they decide otherwise.
const EXPORT_MODE = 0o600;

export function createJournalService(deps: JournalServiceDeps): JournalService {
  const { journal, files, clock, askWhereToSave } = deps;
  return {
    verify: async () => {
      const loaded = await journal.readFiles();
      if (!loaded.ok) return { kind: 'unreadable', code: loaded.error.code };
      const { files: all, known } = loaded.value;
      const verifier = createVerifier(known);
      for (const file of all) {
        verifier.read(file);
        // Verifying years of a journal takes seconds: let the rest of main run between two files.
        await clock.sleep(0);
      }
      const names = all.map(({ name }) => name);
      return resultOf(verifier.finding(), names);
    },
    entriesOf: async (approvalIds) => {
      const loaded = await journal.readFiles();
      if (!loaded.ok) return null;
      const wanted = new Set(approvalIds);
      const entries: JournalEntry[] = [];
      let [name, by]: [string, JournalEntry['by']] = ['', null];
      const reader = createJournalReader((record) => {
        if (record.kind === 'opened') by = record.by ?? by;
        const entry = entryOf(record, name, by);
        if (entry !== null && wanted.has(entry.approvalId)) entries.push(entry);
      });
      for (const file of loaded.value.files) {
        ({ name } = file);
        reader.read(file);
        await clock.sleep(0);
      }
      return entries.slice(0, JOURNAL_ENTRIES_MOST);
    },
    export: async (format) => {
      const path = await askWhereToSave(fileName(clock.nowMs(), format), format);
      if (path === null) return { kind: 'cancelled' };
      const loaded = await journal.readFiles();
      if (!loaded.ok) {
        return { kind: 'failed', why: 'journalUnreadable', code: loaded.error.code };
      }
      const records: JournalRecord[] = [];
      const reader = createJournalReader((record) => records.push(record));
      for (const file of loaded.value.files) {
        reader.read(file);
        await clock.sleep(0);
      }
      const bytes = new TextEncoder().encode(exportJournal(records, format));
      const written = await files.writeAtomic(path, bytes, EXPORT_MODE);
      if (!written.ok) return failed(written.error.code);
      const attempts = records.filter(({ kind }) => kind === 'attempt').length;
      return { kind: 'saved', file: baseName(path), attempts };
    },
    exportKey: async () => {
      const key = await journal.verificationKey();
      if (key === 'given' || key === 'none') return { kind: key };
      const path = await askWhereToSave(`billfold-journal-key-${key.id}.json`, 'json');
      if (path === null) return { kind: 'cancelled' };
      const bytes = new TextEncoder().encode(keyFileOf(key));
      const written = await files.writeAtomic(path, bytes, EXPORT_MODE);
      if (!written.ok) return failed(written.error.code);
      await journal.forgetKey();
      return { kind: 'saved', file: baseName(path) };
    },
  };
}

function entryOf(record: JournalRecord, file: string, by: JournalEntry['by']): JournalEntry | null {
  switch (record.kind) {
    case 'approved':
    case 'attempt':
    case 'outcome':
    case 'ended': {
      const { approvalId, kind, atMs, seq: number } = record;
      return { approvalId, kind, atMs, file, number, by };
    }
    case 'agreed':
    case 'opened':
    case 'retired':
    case 'repaired':
    case 'restored':
      return null;
    default:
      return assertNever(record);
  }
}

function resultOf(finding: Verification, files: string[]): JournalVerification {
  const { verdict, problems, onlyTheWindow: _marks, ...facts } = finding;
  if (verdict !== 'broken') return { kind: verdict, files, ...facts };
  const first = problems.slice(0, JOURNAL_PROBLEMS_MOST);
  return { kind: 'broken', files, ...facts, problems: first, problemCount: problems.length };
}

function failed(code: string) {
  return { kind: 'failed', why: whyNotWritten(code), code } as const;
}

/** File name such as billfold-journal-2026-11-20.csv. The day is in UTC, like all times in the file. */
function fileName(nowMs: number, format: JournalFormat): string {
  return `billfold-journal-${new Date(nowMs).toISOString().slice(0, 10)}.${format}`;
}
