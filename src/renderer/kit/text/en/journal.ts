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
  exportKey: 'Save verification key',
  limits:
    'No check shows what software that runs under your name has written from the start: to the journal it is Billfold.',
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
    whatToDo: say`${holds(counts)} Every line follows from the one before it, up to the last one Billfold knows of.`,
  }),
  /** Whose key is still here, or was given out, or never was. */
  checked: (lines: number): string =>
    say`${plural(lines, 'line was', 'lines were')} checked with a key of its own.`,
  chainedOnly: (lines: number): string =>
    say`${plural(lines, 'line has', 'lines have')} no key, from before there was one: whoever could write the files could have written them.`,
  chainedLater: (lines: number): string =>
    say`${plural(lines, 'later line has', 'later lines have')} no key: the keyring was away when they were written, or somebody else wrote them.`,
  earlierMissing: 'Earlier files are not there, so nothing is said of them.',
  torn: (counts: Counts): MessageText => ({
    title: 'The journal is whole, but for an unfinished last line',
    whatToDo: say`${holds(counts)} Billfold sets the unfinished line aside before it writes the next one. An approval it concerned is listed under Needs attention.`,
  }),
  broken: (problems: number): MessageText => ({
    title: 'The journal has been changed from outside',
    whatToDo: say`${plural(problems, 'place is', 'places are')} not as Billfold left it. Billfold deletes nothing: keep a copy of the files and tell your administrator.`,
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
    changed: 'is not as Billfold wrote it',
    invented: 'was not written by Billfold',
    removed: 'lines before it were removed',
    moved: 'was written elsewhere in the journal',
    cutEnd: 'lines after it were cut off',
    emptied: 'every line is gone',
    otherKey:
      'from here on another key was used: another journal was joined on, or the key was lost',
    wrongKey: 'no line was written with the key of this computer',
    remade: 'the journal was made anew up to here',
    notAsLeft: 'when Billfold started here, what it had last written was gone or changed',
  } satisfies Record<JournalProblem['problem'], string>,
  problemAt: (file: string, line: number, problem: string) =>
    say`${file}, line ${line}: ${problem}`,
  moreProblems: (count: number) => say`and ${formatCount(count)} more`,
  lastHash: (hash: string) => say`Hash of the last line: ${hash}`,
  keySaved: (file: string): MessageText => ({
    title: say`Verification key saved as ${file}`,
    whatToDo:
      'Give it to your administrator and keep no copy here: whoever has it can check the journal, and could write lines that pass. It is not given out again.',
  }),
  keyGiven: {
    title: 'The verification key was given out before',
    whatToDo: 'Billfold no longer has it. Ask whoever saved it.',
  },
  noKey: {
    title: 'This journal has no key',
    whatToDo:
      'No keyring on this computer protects one, so each line only follows from the one before it.',
  },
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
