import { compareValues } from '../../base/compare-values.ts';
import * as z from '../../base/zod.ts';
import { parseJson } from '../../base/parse-json.ts';
import {
  createAuthentication,
  type Authenticity,
  createLineProofs,
} from './journal-authentication.ts';
import type { ChainProblem, PlacedLine } from './journal-chain.ts';
import { type ChainHead, foundLinesMissing } from './journal-record.ts';
import { createJournalReader, type JournalFile, type JournalSummary } from './journal-files.ts';
import { firstKey, JOURNAL_KEY_BYTES, type JournalKey } from './journal-key.ts';

/** Result of following the chain from end to end. */
export interface Verification extends Omit<Authenticity, 'problems' | 'hasOtherKey'> {
  /** `whole`: no problem was found. `torn`: whole, except for a last line cut off by a crash. */
  readonly verdict: 'whole' | 'torn' | 'broken';
  readonly lines: number;
  readonly attempts: number;
  readonly outcomes: number;
  /**
   * Number of lines without confirmation by main: approvals of content that main had not read, and ends that it did not
   * observe.
   */
  readonly onlyTheWindow: { readonly approved: number; readonly ended: number };
  readonly problems: readonly ChainProblem[];
  /** The first file continues an earlier one that was not given, and no line says that the retention removed it. */
  readonly startsInTheMiddle: boolean;
  /**
   * Number of the last line that the organization's retention removed, according to a `retired` line; 0 when none was.
   */
  readonly retired: number;
  /** Hash of the last line. A copy of it kept elsewhere shows later whether lines were cut off the end. */
  readonly lastHash: string;
}

const keyFileSchema = z.object({
  billfoldJournalKey: z.literal(1),
  key: z.hex().check(z.length(2 * JOURNAL_KEY_BYTES)),
});

/** Content of a file with the journal's first key, for an auditor who verifies the journal. */
export function keyFileOf({ key }: JournalKey): string {
  const content = { billfoldJournalKey: 1 as const, key: Buffer.from(key).toString('hex') };
  return `${JSON.stringify(content satisfies z.infer<typeof keyFileSchema>)}\n`;
}

/** Reads the key from a file that `keyFileOf` wrote; null for any other text. */
export function readKeyFile(text: string): JournalKey | null {
  const parsed = keyFileSchema.safeParse(parseJson(text));
  return parsed.success ? firstKey(new Uint8Array(Buffer.from(parsed.data.key, 'hex'))) : null;
}

/** Facts about a journal from other sources. With each of them, verification can find more. */
export interface KnownOfJournal {
  /** First key of each series. Without keys, single lines are not checked. */
  readonly keys?: readonly JournalKey[];
  /** Known end of the journal; null when it is not known. */
  readonly head?: ChainHead | null;
  /** Key that the next line would have. */
  readonly next?: Pick<JournalKey, 'id' | 'index'> | null;
}

/** Follows the chain through the given files, in the order of their names. */
export function verifyJournal(
  files: readonly JournalFile[],
  known: KnownOfJournal = {},
): Verification {
  const verifier = createVerifier(known);
  for (const file of files.toSorted((left, right) => compareValues(left.name, right.name))) {
    verifier.read(file);
  }
  return verifier.finding();
}

/** Follows the chain one file at a time, so that other work can run between two files. */
interface Verifier {
  /** Takes the next file, in the order of their names. */
  read(file: JournalFile): void;
  finding(): Verification;
}

export function createVerifier(known: KnownOfJournal = {}): Verifier {
  const counts = { attempt: 0, outcome: 0 };
  const onlyTheWindow = { approved: 0, ended: 0 };
  const foundInLines: ChainProblem[] = [];
  let first = '';
  const judge = createLineJudge();
  const authentication = createAuthentication(known.keys ?? []);
  const reader = createJournalReader(
    (record) => {
      if (record.kind === 'attempt' || record.kind === 'outcome') counts[record.kind] += 1;
      if (record.kind === 'approved' && (record.readByMain ?? 'same') !== 'same') {
        onlyTheWindow.approved += 1;
      }
      if (record.kind === 'ended' && record.onlyTheWindow) onlyTheWindow.ended += 1;
    },
    undefined,
    (line) => {
      first ||= line.file;
      authentication.take(line);
      const problem = judge(line);
      if (problem !== null) foundInLines.push({ file: line.file, line: line.line, problem });
    },
  );
  return {
    read: reader.read,
    finding: () => {
      const summary = reader.summary();
      const { lines, head, last, startsInTheMiddle, retired } = summary;
      const authenticity = authentication.finish(known.next ?? null);
      const problems = problemsOf({ ...summary, first }, authenticity, known, foundInLines);
      const torn = (last?.torn.byteLength ?? 0) > 0;
      const { authentic, chainedOnly, chainedLater } = authenticity;
      return {
        verdict: problems.length > 0 ? 'broken' : torn ? 'torn' : 'whole',
        lines,
        attempts: counts.attempt,
        outcomes: counts.outcome,
        authentic,
        chainedOnly,
        chainedLater,
        onlyTheWindow: { ...onlyTheWindow },
        problems,
        startsInTheMiddle,
        retired,
        lastHash: head.lastHash,
      };
    },
  };
}

/** Finds problems that need no key: forged lines of an attempt, and lines that report what a start found missing. */
function createLineJudge(): (line: PlacedLine) => ChainProblem['problem'] | null {
  const proofOf = createLineProofs('sealed');
  let isReportedAlready = false;
  return ({ record, isLacking, after }) => {
    if (record === null) return null;
    if (proofOf(record) === 'forged') return 'invented';
    if (record.kind === 'opened') isReportedAlready = isLacking;
    const isRollback = record.kind === 'restored' && foundLinesMissing(record);
    // A new series of keys whose `lacks` names the line right before it: the proof is missing, but no line.
    if (record.kind === 'opened' && record.key?.index === 0 && record.lacks?.lastHash === after)
      return 'keyLost';
    return isLacking || (isRollback && !isReportedAlready) ? 'notAsLeft' : null;
  };
}

/** `first` is the file of the first line, empty when there is no line. */
type Summary = JournalSummary & { readonly first: string };

/** Problems of the chain, of the keys and of the known end, in the order of the lines. */
function problemsOf(
  { problems: ofChain, lines, head, last, startsInTheMiddle, retired, first }: Summary,
  { problems: ofKeys, authentic, hasOtherKey }: Authenticity,
  { keys = [], head: known = null }: KnownOfJournal,
  foundInLines: readonly ChainProblem[],
): readonly ChainProblem[] {
  const place = { file: last?.name ?? '', line: Math.max(1, last?.lines ?? 1) };
  if (lines === 0) return known !== null && known.seq > 0 ? [{ ...place, problem: 'emptied' }] : [];
  const beginning = { file: first, line: 1 };
  if (keys.length > 0 && authentic === 0) {
    return [{ ...beginning, problem: hasOtherKey ? 'wrongKey' : 'remade' }];
  }
  // Only the chain shows whether lines before the first one are missing: by their keys, lines that the retention
  // removed would count too.
  const cutInFront = startsInTheMiddle ? [{ ...beginning, problem: 'removed' as const }] : [];
  const isDecided = ({ file, line, problem }: ChainProblem): boolean =>
    (startsInTheMiddle || retired > 0) && problem === 'removed' && file === first && line === 1;
  const ofLines = [...ofChain, ...ofKeys, ...foundInLines].filter((problem) => !isDecided(problem));
  const found = [...cutInFront, ...ofLines];
  if (found.length > 0) return found.toSorted(inOrder);
  if (known === null || known.lastHash === head.lastHash) return [];
  return [{ ...place, problem: head.seq < known.seq ? 'cutEnd' : 'remade' }];
}

function inOrder(left: ChainProblem, right: ChainProblem): number {
  return compareValues(left.file, right.file) || left.line - right.line;
}

const messages: Readonly<Record<ChainProblem['problem'], string>> = {
  unreadable: 'cannot be read',
  newerVersion: 'was written by a newer version',
  wrongHash: 'does not follow from the line before it',
  wrongNumber: 'is out of order',
  changed: 'is not as Billfold wrote it',
  invented: 'was not written by Billfold',
  removed: 'comes after lines that were removed',
  moved: 'was written elsewhere',
  cutEnd: 'is not the last one: lines after it are gone',
  emptied: 'all lines are missing',
  otherKey: 'begins with another key: another journal was appended, or the key was lost',
  wrongKey: 'the journal was not written with this key',
  remade: 'follows from the lines before it, and is not what Billfold wrote there',
  notAsLeft: 'was written although earlier lines were missing or changed',
  keyLost: 'was written with a new key: the one before was missing or another',
};

/** Verification as text, one line each. */
export function describeVerification(verification: Verification): readonly string[] {
  const { verdict, lines, attempts, outcomes, onlyTheWindow } = verification;
  const { authentic, chainedOnly, chainedLater } = verification;
  const counts = `${lines} lines, ${attempts} attempts, ${outcomes} outcomes`;
  return [
    `${verdict}: ${counts}`,
    ...(verification.startsInTheMiddle ? ['continues an earlier file that was not given'] : []),
    ...(verification.retired > 0
      ? [`lines up to ${verification.retired} were removed by the organization’s retention`]
      : []),
    ...(verdict === 'torn'
      ? ['the last line was cut off; Billfold repairs this when it starts']
      : []),
    ...(onlyTheWindow.approved > 0
      ? [
          `approved in a version of the bill that Billfold had not read from the service by then: ${onlyTheWindow.approved}`,
        ]
      : []),
    ...(onlyTheWindow.ended > 0
      ? [`marked as confirmed without a confirmation in this log: ${onlyTheWindow.ended}`]
      : []),
    ...verification.problems.map(
      ({ file, line, problem }) => `${file}:${line} ${messages[problem]}`,
    ),
    `checked with the key: ${authentic} lines; chained only: ${chainedOnly}, of these later than the first key: ${chainedLater}`,
    `last line: ${verification.lastHash}`,
  ];
}
