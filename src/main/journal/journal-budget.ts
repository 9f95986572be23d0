import type { Clock } from '../../base/clock.ts';
import type { NewRecord } from './journal-record.ts';

/**
 * Reserves room for records in the journal, by the characters of their JSON. Returns false, and reserves nothing, when
 * they are too many.
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
