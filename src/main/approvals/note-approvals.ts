import type { Clock } from '../../base/clock.ts';
import type { ApprovalNote } from '../../bridge/approval.ts';
import type { Journal } from '../journal/journal.ts';
import type { NewNote, NewRecord } from '../journal/journal-record.ts';
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
    readonly reserveLines: JournalBudget;
  },
  notes: readonly ApprovalNote[],
): Promise<boolean> {
  const marked = notes.map((note): NewNote => {
    if (note.kind !== 'approved') return note;
    deps.readings.learnOf(note);
    return { ...note, readByMain: deps.readings.compare(note) };
  });
  if (!deps.reserveLines(marked)) return false;
  const written = await deps.journal.writeNotes(marked);
  if (written.ok && marked.some(({ kind }) => kind === 'ended')) deps.journal.sealEnd();
  return written.ok;
}

/**
 * Reserves room for records in the journal. Returns false, and reserves nothing, when their JSON has too many
 * characters.
 */
export type JournalBudget = (
  notes: readonly NewRecord[],
  /** The notes among them on bills whose content main did not read itself. */
  notRead?: readonly NewRecord[],
) => boolean;

/** Characters a minute: twice as many as the largest bulk approval has. */
const MAX_A_MINUTE = 16 * 1024 * 1024;
/** Characters, until Billfold quits, of notes on bills whose content main did not read itself. */
const MAX_NOT_READ = 64 * 1024 * 1024;

/**
 * Limits the growth of the audit log, so that a taken-over page cannot fill the disk. Only the organization's retention
 * ever shortens the log.
 */
export function createJournalBudget({ elapsedMs }: Pick<Clock, 'elapsedMs'>): JournalBudget {
  let [since, written, notRead] = [elapsedMs(), 0, 0];
  const isNotRead = (note: NewRecord): boolean =>
    note.kind === 'approved' && note.readByMain !== 'same';
  return (notes, unread = notes.filter(isNotRead)) => {
    const nowMs = elapsedMs();
    if (nowMs - since >= 60_000) [since, written] = [nowMs, 0];
    const sizeOf = (some: readonly NewRecord[]): number =>
      some.reduce((sum, note) => sum + JSON.stringify(note).length, 0);
    const [more, moreNotRead] = [sizeOf(notes), sizeOf(unread)];
    if (written + more > MAX_A_MINUTE || notRead + moreNotRead > MAX_NOT_READ) return false;
    written += more;
    notRead += moreNotRead;
    return true;
  };
}
