import type { ChainProblem } from './journal-chain.ts';
import { createJournalReader, type JournalFile } from './journal-files.ts';

/** What following the chain from end to end has shown. */
export interface Verification {
  /** `whole`: every line names the one before it. `torn`: whole, but for a last line cut off by a crash. */
  readonly verdict: 'whole' | 'torn' | 'broken';
  readonly lines: number;
  readonly attempts: number;
  readonly outcomes: number;
  /** Lines that rest on the window's word: approvals of what main had not read, ends it had not heard. */
  readonly onlyTheWindow: { readonly approved: number; readonly ended: number };
  readonly problems: readonly ChainProblem[];
  /** The first file continues an earlier one that was not given, so nothing is said of that. */
  readonly startsInTheMiddle: boolean;
  /** Hash of the last line: write it down elsewhere to know later that nothing was cut off the end. */
  readonly lastHash: string;
}

/** Follows the chain through the given files, in the order of their names. */
export function verifyJournal(files: readonly JournalFile[]): Verification {
  const verifier = createVerifier();
  for (const file of files.toSorted((left, right) => (left.name < right.name ? -1 : 1))) {
    verifier.read(file);
  }
  return verifier.finding();
}

/** Follows the chain one file at a time, so that others have their turn between two of them. */
export interface Verifier {
  /** The next file, in the order of their names. */
  read(file: JournalFile): void;
  finding(): Verification;
}

export function createVerifier(): Verifier {
  const counts = { attempt: 0, outcome: 0 };
  const onlyTheWindow = { approved: 0, ended: 0 };
  const reader = createJournalReader((record) => {
    if (record.kind === 'attempt' || record.kind === 'outcome') counts[record.kind] += 1;
    if (record.kind === 'approved' && (record.readByMain ?? 'same') !== 'same') {
      onlyTheWindow.approved += 1;
    }
    if (record.kind === 'ended' && record.onlyTheWindow) onlyTheWindow.ended += 1;
  });
  return {
    read: reader.read,
    finding: () => {
      const { problems, lines, head, last, startsInTheMiddle } = reader.summary();
      const torn = (last?.torn.byteLength ?? 0) > 0;
      return {
        verdict: problems.length > 0 ? 'broken' : torn ? 'torn' : 'whole',
        lines,
        attempts: counts.attempt,
        outcomes: counts.outcome,
        onlyTheWindow: { ...onlyTheWindow },
        problems,
        startsInTheMiddle,
        lastHash: head.lastHash,
      };
    },
  };
}

const messages: Readonly<Record<ChainProblem['problem'], string>> = {
  unreadable: 'cannot be read',
  newerVersion: 'was written by a newer version',
  wrongHash: 'does not follow from the line before it',
  wrongNumber: 'is out of order',
};

/** The verification as text, one line each. */
export function describeVerification(verification: Verification): readonly string[] {
  const { verdict, lines, attempts, outcomes, onlyTheWindow } = verification;
  const counts = `${lines} lines, ${attempts} attempts, ${outcomes} outcomes`;
  return [
    `${verdict}: ${counts}`,
    ...(verification.startsInTheMiddle ? ['continues an earlier file that was not given'] : []),
    ...(verdict === 'torn'
      ? ['the last line was cut off; Billfold repairs this when it starts']
      : []),
    ...(onlyTheWindow.approved > 0
      ? [`approved, but not as main had itself read the bill by then: ${onlyTheWindow.approved}`]
      : []),
    ...(onlyTheWindow.ended > 0
      ? [`confirmed by the window’s word alone: ${onlyTheWindow.ended}`]
      : []),
    ...verification.problems.map(
      ({ file, line, problem }) => `${file}:${line} ${messages[problem]}`,
    ),
    `last line: ${verification.lastHash}`,
  ];
}
