import type { Journal } from '../journal/journal.ts';
import type { Notices } from '../settings/notices.ts';

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
