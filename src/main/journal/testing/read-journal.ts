import { createJournalReader, type JournalFile, type JournalSummary } from '../journal-files.ts';
import type { JournalRecord } from '../journal-record.ts';

/** A whole journal as it was read, in the order of its files. */
export interface ReadJournal extends JournalSummary {
  readonly records: readonly JournalRecord[];
}

/** Follows the chain through files that are given in their order. */
export function readJournal(files: readonly JournalFile[]): ReadJournal {
  const records: JournalRecord[] = [];
  const reader = createJournalReader((record) => records.push(record));
  for (const file of files) reader.read(file);
  return { ...reader.summary(), records };
}
