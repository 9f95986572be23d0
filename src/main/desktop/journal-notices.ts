import type { Result } from '../../base/result.ts';
import type { ChainHead } from '../journal/journal-chain.ts';
import type { Journal } from '../journal/journal.ts';
import type { FileProblem } from '../ports.ts';
import type { NoticeBoard, Notices } from '../settings/notices.ts';
import { whyNotWritten } from '../why-not-written.ts';

/** Opens the journal at the start, so that the user hears of a repair before approving anything. */
export async function openJournal(journal: Pick<Journal, 'open'>, notices: Notices): Promise<void> {
  const opened = await journal.open();
  // A journal that cannot be read now is read at the first approval, which is not sent without it.
  if (!opened.ok) return;
  const { repaired, problems } = opened.value;
  if (repaired !== null) notices.add({ kind: 'journalRepaired', file: repaired.setAside });
  const broken = new Set(problems.map(({ file }) => file));
  for (const file of broken) notices.add({ kind: 'journalBroken', file });
}

/** Keeps what is said of a journal that cannot be written as it is: said until lines go in again. */
export function tellOfWrites(
  notices: Pick<NoticeBoard, 'add' | 'remove'>,
): (tried: Result<ChainHead, FileProblem>) => void {
  return (tried) => {
    if (tried.ok) {
      notices.remove('journalFull');
      notices.remove('journalUnwritable');
      return;
    }
    const isFull = whyNotWritten(tried.error.code) === 'noRoom';
    notices.add({ kind: isFull ? 'journalFull' : 'journalUnwritable', file: '' });
  };
}
