import { createJournalReader, type JournalFile, type JournalSummary } from '../journal-files.ts';
import type { JournalRecord } from '../journal-record.ts';

/** A whole journal, with its records in the order of the files. */
export interface ReadJournal extends JournalSummary {
  readonly records: readonly JournalRecord[];
}

/** Follows the chain through files, given in order. */
export function readJournal(files: readonly JournalFile[]): ReadJournal {
  const records: JournalRecord[] = [];
  const reader = createJournalReader((record) => records.push(record));
  for (const file of files) reader.read(file);
  return { ...reader.summary(), records };
}
