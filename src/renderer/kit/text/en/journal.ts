import type { JournalExport, JournalFormat, JournalProblem } from '../../../../bridge/journal.ts';
import { formatCount } from '../count.ts';
import { plural } from './plural.ts';
import { say } from '../say.ts';
import type { MessageText } from '../message-text.ts';

/** Number of entries and attempts in an audit log. */
interface Counts {
  readonly lines: number;
  readonly attempts: number;
}

const toSend = (attempts: number): string =>
  say`${plural(attempts, 'attempt', 'attempts')} to send an approval, including rejected ones and sample data`;
const holds = ({ lines, attempts }: Counts): string =>
  say`${plural(lines, 'entry', 'entries')}, ${toSend(attempts)}.`;

export const journal = {
  tools: 'Audit log',
  verify: 'Verify audit log',
  busy: { verifying: 'Verifying…', exporting: 'Exporting…' },
  exportKey: 'Export verification key',
  limits:
    'Verification can’t detect a log that other software running under your account forged from the start.',
  export: {
    csv: 'Export audit log (CSV)',
    json: 'Export audit log (JSON)',
  } satisfies Record<JournalFormat, string>,
  empty: {
    title: 'Audit log verified: no entries yet',
    whatToDo: 'Entries appear when approvals are sent from this computer.',
  },
  whole: (counts: Counts): MessageText => ({
    title: 'Audit log verified',
    whatToDo: say`${holds(counts)} No changes detected. Keep the final hash so you can prove later that no entries were removed.`,
  }),
  keyUnread: {
    title: 'Audit log verified without its key',
    whatToDo:
      'The key that authenticates entries can’t be read, so changes by software with access to the files would go unnoticed. Unlock the keyring, restart Billfold, and verify again.',
  },
  /** Entries by key: one that is still here or was exported, or none. */
  checked: (lines: number): string =>
    say`${plural(lines, 'entry was', 'entries were')} authenticated with a key.`,
  chainedOnly: (lines: number): string =>
    say`${plural(lines, 'older entry has', 'older entries have')} no key: anyone with write access to the files could have written them.`,
  chainedLater: (lines: number): string =>
    say`${plural(lines, 'later entry has', 'later entries have')} no key: the keyring was unavailable, or other software wrote them.`,
  retired: (lines: number): string =>
    say`${plural(lines, 'entry was', 'entries were')} removed under your organization’s retention period.`,
  torn: (counts: Counts): MessageText => ({
    title: 'Audit log verified except an incomplete last entry',
    whatToDo: say`${holds(counts)} The incomplete entry is saved separately before the next one is written. An approval it concerned is listed under Needs attention.`,
  }),
  broken: (problems: number): MessageText => ({
    title: 'Audit log was altered',
    whatToDo: say`${plural(problems, 'entry', 'entries')} failed verification. Keep a copy of the files and contact your administrator.`,
  }),
  incomplete: {
    title: 'Entries are missing from the audit log',
    whatToDo:
      'They were removed, or the files were replaced with older ones. Keep a copy of the files and contact your administrator.',
  },
  keyLost: {
    title: 'Audit log can’t be fully checked',
    whatToDo:
      'Its key in this computer’s keyring was missing or had changed when Billfold started, so changes to earlier entries would go unnoticed. The entries follow from one another. If nobody changed the keyring, contact your administrator.',
  },
  unreadable: {
    title: 'Can’t read the audit log',
    whatToDo: 'Restore Billfold’s access to its data folder. Approvals stay queued until then.',
  },
  problems: {
    unreadable: 'can’t be read',
    newerVersion: 'written by a newer version of Billfold',
    wrongHash: 'hash mismatch',
    wrongNumber: 'out of sequence',
    changed: 'changed after it was written',
    invented: 'not written by Billfold',
    removed: 'entries before it were removed',
    moved: 'moved from another place in the log',
    cutEnd: 'entries after it were removed',
    emptied: 'all entries were removed',
    otherKey: 'a different key from here on: another log was joined, or the key was lost',
    wrongKey: 'no entry was written with this computer’s key',
    remade: 'the log was rewritten up to here',
    notAsLeft: 'the last entry was missing or changed when Billfold started',
    keyLost: 'a new key from here on: the one before was missing or had changed',
  } satisfies Record<JournalProblem['problem'], string>,
  problemAt: (file: string, line: number, problem: string) =>
    say`${file}, line ${line}: ${problem}`,
  moreProblems: (count: number) => say`and ${formatCount(count)} more`,
  lastHash: (hash: string) => say`Final hash: ${hash}`,
  keySaved: (file: string): MessageText => ({
    title: say`Exported ${file}`,
    whatToDo:
      'Give it to your administrator and keep no copy here. It verifies the log, and could also forge entries. It can’t be exported again.',
  }),
  keyGiven: {
    title: 'Verification key already exported',
    whatToDo: 'Billfold no longer has it. Ask whoever exported it.',
  },
  noKey: {
    title: 'No verification key',
    whatToDo: 'This computer has no keyring to protect one. Entries are chained by hash only.',
  },
  saved: (file: string, attempts: number): MessageText => ({
    title: say`Exported ${file}`,
    whatToDo: say`${toSend(attempts)}, with bill details and responses.`,
  }),
  failed: {
    journalUnreadable: {
      title: 'Export failed: can’t read the audit log',
      whatToDo: 'Restore Billfold’s access to its data folder and try again.',
    },
    noRoom: {
      title: 'Export failed: disk full',
      whatToDo: 'Free up space or choose another location.',
    },
    notAllowed: {
      title: 'Export failed: no permission',
      whatToDo: 'Choose another folder, or allow Billfold to write to this one.',
    },
    notWritten: {
      title: 'Export failed: the file couldn’t be written',
      whatToDo: 'Choose another location and try again.',
    },
  } satisfies Record<Extract<JournalExport, { kind: 'failed' }>['why'], MessageText>,
} as const;
