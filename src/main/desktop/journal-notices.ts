import type { Result } from '../../base/result.ts';
import type { ChainHead, RestoredReason } from '../journal/journal-record.ts';
import type { JournalKeySafe } from '../journal/journal-key.ts';
import type { Journal, JournalReport } from '../journal/journal.ts';
import type { DocumentStore, FileProblem } from '../ports.ts';
import type { RestoreMarks } from '../profile/restore-marks.ts';
import type { Notice, NoticeBoard, Notices } from '../settings/notices.ts';
import type { Protections } from '../settings/protections.ts';
import { whyNotWritten } from '../why-not-written.ts';

/**
 * Opens the journal at the start and compares the profile with its marks. The user learns of problems before approving
 * anything, and a new epoch is on disk before Billfold sends anything.
 */
export async function openJournal(
  journal: Pick<Journal, 'open' | 'writeRestored' | 'retrySealAndMarks'>,
  marks: Pick<RestoreMarks, 'expected' | 'check' | 'settle'>,
  notices: Notices,
  protections: Pick<Protections, 'distrust'>,
): Promise<void> {
  const expected = await marks.expected();
  const opened = await journal.open(expected);
  const report = opened.ok ? opened.value : null;
  const { epoch, reasons } = await marks.check(report);
  // The marks are written after this, so that the next start finds the same mismatch after a crash in between.
  if (reasons.length > 0) {
    await journal.writeRestored({ epoch, reasons: [...reasons], expected });
  }
  await marks.settle();
  await journal.retrySealAndMarks();
  const hasOpen = report?.hasOpen ?? true;
  for (const kind of restoredNotices(reasons, hasOpen, report)) notices.add({ kind, about: '' });
  // The first approval tries to read the journal again, and is not sent otherwise.
  if (report === null) return;
  // Without journal and marks, the earlier limits of a used profile are unknown.
  const isEmptied = report.lines === 0 && reasons.includes('marksGone');
  if (!report.isAsLeft || isEmptied) protections.distrust('gone');
  if (report.repaired !== null)
    notices.add({ kind: 'journalRepaired', about: report.repaired.quarantined });
  const isCut = report.startsInTheMiddle || (!report.isAsLeft && report.lines > 0);
  if (!report.isAsLeft && report.lines === 0) notices.add({ kind: 'journalGone', about: '' });
  if (isCut) notices.add({ kind: cutNotice(report), about: '' });
  const broken = new Set(report.problems.map(({ file }) => file));
  for (const file of [...broken].slice(0, MAX_BROKEN))
    notices.add({ kind: 'journalBroken', about: file });
}

/**
 * Wraps the journal's keys. If an earlier start sealed the protective settings with them, and the seal can no longer be
 * opened, Billfold uses the strictest settings and distrusts lines without keys.
 * @param document holds the sealed keys
 */
export function watchSeal(
  keys: JournalKeySafe,
  document: Pick<DocumentStore, 'read'>,
  notes: Pick<RestoreMarks, 'isNoted'>,
  protections: Pick<Protections, 'expectSeal' | 'distrust'>,
): JournalKeySafe {
  const stored = document.read();
  const isSealed = !stored.ok || stored.value !== null || notes.isNoted();
  if (isSealed) protections.expectSeal();
  return {
    ...keys,
    mayHaveKeys: async () => isSealed || keys.mayHaveKeys(),
    open: async () => {
      const opened = await keys.open();
      if (isSealed && (opened === null || opened.head === null))
        protections.distrust(opened === null ? 'unread' : 'gone');
      return opened;
    },
  };
}

/** Maximum notices of broken files, since the window takes only a limited list. Verification names all files. */
const MAX_BROKEN = 20;

/** Shows a notice while the journal cannot be written, until lines are written again. */
export function reportWrites(
  notices: Pick<NoticeBoard, 'add' | 'remove'>,
  marks: Pick<RestoreMarks, 'noteHead'>,
): (tried: Result<ChainHead, FileProblem>) => void {
  return (tried) => {
    if (tried.ok) {
      notices.remove('journalFull');
      notices.remove('journalUnwritable');
      return marks.noteHead(tried.value);
    }
    const isFull = whyNotWritten(tried.error.code) === 'noRoom';
    notices.add({ kind: isFull ? 'journalFull' : 'journalUnwritable', about: '' });
  };
}

const noticeOf: Readonly<Record<Exclude<RestoredReason, 'journalBehind'>, Notice['kind'] | null>> =
  {
    copied: 'profileRestored',
    otherMachine: 'profileRestored',
    marksGone: 'profileRestored',
    // `reportWrites` shows a notice for this.
    journalUnreadable: null,
    journalGone: 'journalGone',
    longAgo: 'profileStale',
    clockBehind: 'profileStale',
  };

/** Kind of the notice. Without its key, a journal does not show whether lines are missing. */
function cutNotice(report: JournalReport | null): Notice['kind'] {
  return report?.isKeyLost ? 'journalKeyLost' : 'journalCut';
}

function restoredNotices(
  reasons: readonly RestoredReason[],
  hasOpen: boolean,
  report: JournalReport | null,
): ReadonlySet<Notice['kind']> {
  const kindOf = (reason: RestoredReason): Notice['kind'] | null =>
    reason === 'journalBehind' ? cutNotice(report) : noticeOf[reason];
  const kinds = new Set(reasons.flatMap((reason) => kindOf(reason) ?? []));
  // The long pause matters only to users with open approvals.
  if (!hasOpen) kinds.delete('profileStale');
  return kinds;
}
