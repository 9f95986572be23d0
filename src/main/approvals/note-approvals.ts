import type { ApprovalNote } from '../../bridge/approval.ts';
import type { Journal } from '../journal/journal.ts';
import type { JournalBudget } from '../journal/journal-budget.ts';
import type { NewNote } from '../journal/journal-record.ts';
import type { BillReadings } from './bill-readings.ts';

/**
 * Journals the window's notes: ends, and approvals that the journal lacks, each with main's own reading of the bill. Main
 * marks the approvals as known before it writes: a reading that begins during the write counts for them.
 * @returns whether all notes are on disk
 */
export async function noteApprovals(
  deps: {
    readonly journal: Pick<Journal, 'writeNotes' | 'sealEnd'>;
    readonly readings: Pick<BillReadings, 'learnOf' | 'compare'>;
    readonly reserveRoom: JournalBudget;
  },
  notes: readonly ApprovalNote[],
): Promise<boolean> {
  const marked = notes.map((note): NewNote => {
    if (note.kind !== 'approved') return note;
    deps.readings.learnOf(note);
    return { ...note, readByMain: deps.readings.compare(note) };
  });
  if (!deps.reserveRoom(marked)) return false;
  const written = await deps.journal.writeNotes(marked);
  if (written.ok && marked.some(({ kind }) => kind === 'ended')) deps.journal.sealEnd();
  return written.ok;
}
