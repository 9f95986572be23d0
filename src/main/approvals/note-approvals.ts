import type { ApprovalNote } from '../../bridge/approval.ts';
import type { Journal } from '../journal/journal.ts';
import type { BillReadings } from './bill-readings.ts';

/**
 * Takes down what the window says of approvals, each with what main itself had read of its bill. Main has
 * heard of them at once, before anything is written: no reading that begins meanwhile is from before.
 * @returns whether the notes are on disk, all of them
 */
export async function noteApprovals(
  deps: {
    readonly journal: Pick<Journal, 'writeNotes'>;
    readonly readings: Pick<BillReadings, 'observe' | 'compare'>;
  },
  notes: readonly ApprovalNote[],
): Promise<boolean> {
  const marked = notes.map((note) => {
    if (note.kind !== 'approved') return note;
    deps.readings.observe(note.approvalId);
    return { ...note, readByMain: deps.readings.compare(note) };
  });
  return (await deps.journal.writeNotes(marked)).ok;
}
