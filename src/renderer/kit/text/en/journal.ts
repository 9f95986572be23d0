import type { JournalExport, JournalFormat, JournalProblem } from '../../../../bridge/journal.ts';
import { formatCount } from '../count.ts';
import { plural } from './plural.ts';
import { say } from '../say.ts';
import type { MessageText } from './problems.ts';

/** How much a journal holds. */
interface Counts {
  readonly files: number;
  readonly lines: number;
  readonly attempts: number;
}

const holds = ({ files, lines, attempts }: Counts): string =>
  say`${plural(lines, 'line', 'lines')} in ${plural(files, 'file', 'files')}, ${plural(attempts, 'approval sent', 'approvals sent')}.`;

export const journal = {
  tools: 'Journal of approvals',
  verify: 'Verify journal',
  busy: { verifying: 'Following the journal line by line…', exporting: 'Writing the copy…' },
  export: {
    csv: 'Journal as CSV',
    json: 'Journal as JSON',
  } satisfies Record<JournalFormat, string>,
  empty: {
    title: 'The journal is whole, and still empty',
    whatToDo: 'Nothing has been sent for approval from this computer yet.',
  },
  whole: (counts: Counts): MessageText => ({
    title: 'The journal is whole',
    whatToDo: say`${holds(counts)} Every line follows from the one before it. Note down the hash of the last line to know later that nothing was cut off the end.`,
  }),
  earlierMissing: 'Earlier files are not there, so nothing is said of them.',
  torn: (counts: Counts): MessageText => ({
    title: 'The journal is whole, but for an unfinished last line',
    whatToDo: say`${holds(counts)} Billfold sets the unfinished line aside before it writes the next one. An approval it concerned is listed under Needs attention.`,
  }),
  broken: (problems: number): MessageText => ({
    title: 'The journal has been changed from outside',
    whatToDo: say`${plural(problems, 'line does', 'lines do')} not follow from what stands before. Nothing was deleted: keep a copy of the files and tell your administrator.`,
  }),
  unreadable: {
    title: 'The journal cannot be read',
    whatToDo:
      'Let Billfold read its own folder again. Until then nothing is sent for approval, and what waits is kept.',
  },
  problems: {
    unreadable: 'cannot be read',
    newerVersion: 'was written by a newer Billfold',
    wrongHash: 'does not follow from the line before',
    wrongNumber: 'is out of order',
  } satisfies Record<JournalProblem['problem'], string>,
  problemAt: (file: string, line: number, problem: string) =>
    say`${file}, line ${line}: ${problem}`,
  moreProblems: (count: number) => say`and ${formatCount(count)} more`,
  lastHash: (hash: string) => say`Hash of the last line: ${hash}`,
  saved: (file: string, attempts: number): MessageText => ({
    title: say`Saved as ${file}`,
    whatToDo: say`${plural(attempts, 'approval sent', 'approvals sent')}, with what was on the screen and what the service answered. Keep it as you keep your books.`,
  }),
  failed: {
    journalUnreadable: {
      title: 'Not exported: the journal cannot be read',
      whatToDo: 'Let Billfold read its own folder again, then export once more.',
    },
    noRoom: {
      title: 'Not exported: there is no room',
      whatToDo: 'Make room on the disk, or choose another place.',
    },
    notAllowed: {
      title: 'Not exported: Billfold may not write there',
      whatToDo: 'Choose another folder, or allow Billfold to write to this one.',
    },
    notWritten: {
      title: 'Not exported: the file could not be written',
      whatToDo: 'Choose another place and try again.',
    },
  } satisfies Record<Extract<JournalExport, { kind: 'failed' }>['why'], MessageText>,
} as const;
