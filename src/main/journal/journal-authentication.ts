import type { ChainProblem, NamedAttempt, PlacedLine } from './journal-chain.ts';
import { macOf, nextKey, type JournalKey } from './journal-key.ts';
import type { JournalRecord } from './journal-record.ts';

/** Result of checking a journal's lines against their keys. */
export interface Authenticity {
  /** In the order of the lines. */
  readonly problems: readonly ChainProblem[];
  /** Number of lines with a valid HMAC: Billfold wrote them. */
  readonly authentic: number;
  /** Number of lines without a key: older than the first key, or written while the keyring was away. */
  readonly chainedOnly: number;
  /** Number of these lines that follow a line with a key. */
  readonly chainedLater: number;
  /** Some lines use keys that are not known. */
  readonly hasOtherKey: boolean;
}

/** Checks each line of a journal, in order, against the one key that belongs to it. */
export interface Authentication {
  /** @returns whether one of the keys authenticates the line */
  take(line: PlacedLine): boolean;
  /** Key the next line must have; null when none is known. */
  next(): JournalKey | null;
  /** @param end first unused key, null when not known; it reveals whether the end was cut off */
  finish(end: Pick<JournalKey, 'id' | 'index'> | null): Authenticity;
}

/**
 * Number of keys to try for one line, the expected one included: so up to 999 missing lines before it are recognized.
 */
const LOOK_AHEAD = 1_000;
/** Maximum lines with a search for their key. A journal that needs more is damaged throughout. */
const MAX_SEARCHES = 200;
/** Maximum keys that a line may skip, so that a forged index cannot make main compute keys forever. */
const MAX_SKIPPED = 1_000_000;

interface Lines {
  readonly starts: ReadonlyMap<string, JournalKey>;
  readonly problems: ChainProblem[];
  /** Key the next line must have; null when none is known. */
  next: JournalKey | null;
  /** Skipped keys, by index. */
  readonly missing: Map<number, { readonly key: JournalKey; readonly before: PlacedLine }>;
  /** Lines after the last authentic one that fit no key. */
  pending: PlacedLine[];
  /** Lines of a launch that claims to have no key, until a line contradicts this. */
  keyless: PlacedLine[];
  isKeyless: boolean;
  /** The current lines are under an unknown key. */
  isForeign: boolean;
  hasOtherKey: boolean;
  authentic: number;
  chainedOnly: number;
  chainedLater: number;
  searchesLeft: number;
  /** Last authentic line. */
  last: PlacedLine | null;
  /** First `opened` line whose `after` is not the hash of the line before it. */
  mismatched: PlacedLine | null;
}

/** @param starts earliest known key of each series; the first line belongs to the first series */
export function createAuthentication(starts: readonly JournalKey[]): Authentication {
  const lines: Lines = {
    starts: new Map(starts.map((key) => [key.id, key])),
    problems: [],
    next: starts[0] ?? null,
    missing: new Map(),
    pending: [],
    keyless: [],
    isKeyless: true,
    isForeign: false,
    hasOtherKey: false,
    authentic: 0,
    chainedOnly: 0,
    chainedLater: 0,
    searchesLeft: MAX_SEARCHES,
    last: null,
    mismatched: null,
  };
  return {
    take: (line) => take(lines, line),
    next: () => lines.next,
    finish: (end) => finish(lines, end),
  };
}

function take(lines: Lines, line: PlacedLine): boolean {
  if (lines.starts.size === 0) {
    count(lines, line);
    return false;
  }
  const found = keyOf(lines, line);
  if (line.opened !== undefined) {
    lines.isKeyless = line.opened === null && line.mac === null;
    lines.isForeign = line.opened !== null && !lines.starts.has(line.opened.id);
    if (lines.isForeign && lines.authentic > 0) report(lines, line, 'otherKey');
    lines.hasOtherKey ||= lines.isForeign;
  }
  if (found !== null) {
    endKeyless(lines, line.opened !== undefined);
    lines.isForeign = false;
    accept(lines, line, found);
    return true;
  }
  if (line.mac === null && lines.isKeyless) lines.keyless.push(line);
  else if (!lines.isForeign) lines.pending.push(line);
  // Lines under a lost key count as chained only if they precede every authentic line.
  else if (lines.authentic === 0) lines.chainedOnly += 1;
  return false;
}

/** Counts a line while no key is known. An HMAC that cannot be checked proves only that a key existed. */
function count(lines: Lines, { mac }: PlacedLine): void {
  if (mac !== null) lines.hasOtherKey = true;
  else {
    lines.chainedOnly += 1;
    if (lines.hasOtherKey) lines.chainedLater += 1;
  }
}

/**
 * Counts the lines of a launch without a key. Such a launch ends at the next launch or at the end of the journal. If it
 * ends anywhere else, someone inserted its lines.
 */
function endKeyless(lines: Lines, isAtItsEnd: boolean): void {
  if (isAtItsEnd) {
    lines.chainedOnly += lines.keyless.length;
    if (lines.authentic > 0) lines.chainedLater += lines.keyless.length;
  } else lines.pending.push(...lines.keyless);
  lines.keyless = [];
}

/** Finds the key that authenticates a line; null when there is none. */
function keyOf(lines: Lines, line: PlacedLine): JournalKey | null {
  const { next } = lines;
  if (line.mac === null || next === null) return null;
  const fits = (key: JournalKey): boolean => macOf(key, line.signed) === line.mac;
  if (fits(next)) return next;
  if (line.opened) {
    const named = keyNamed(lines, line.opened);
    return named && fits(named) ? named : null;
  }
  if (lines.searchesLeft === 0) return null;
  lines.searchesLeft -= 1;
  for (const { key } of lines.missing.values()) if (fits(key)) return key;
  let key = next;
  for (let ahead = 1; ahead < LOOK_AHEAD; ahead += 1) {
    key = nextKey(key);
    if (fits(key)) return key;
  }
  return null;
}

function keyNamed(
  lines: Lines,
  { id, index }: NonNullable<PlacedLine['opened']>,
): JournalKey | null {
  const { next } = lines;
  let key = next?.id === id && next.index <= index ? next : lines.starts.get(id);
  if (key === undefined || index < key.index || index - key.index > MAX_SKIPPED) return null;
  while (key.index < index) key = nextKey(key);
  return key;
}

function accept(lines: Lines, line: PlacedLine, key: JournalKey): void {
  lines.authentic += 1;
  lines.last = line;
  if (line.opened && line.opened.after !== (line.after ?? line.opened.after)) {
    lines.mismatched ??= line;
  }
  const { next } = lines;
  const isOfSeries = next?.id === key.id;
  if (isOfSeries && key.index < next.index) {
    const wasMissing = lines.missing.delete(key.index);
    return report(lines, line, wasMissing ? 'moved' : 'invented');
  }
  judgeGap(lines, (isOfSeries ? next : lines.starts.get(key.id)) ?? key, key.index, line);
  lines.next = nextKey(key);
}

/** Reports the lines between two authentic ones: existing lines were changed or inserted, missing ones removed. */
function judgeGap(lines: Lines, from: JournalKey, index: number, line: PlacedLine): void {
  const gap = index - from.index;
  const changed = Math.min(gap, lines.pending.length);
  reportPending(lines, changed);
  let key = from;
  for (let at = 0; at < Math.min(gap, LOOK_AHEAD); at += 1) {
    if (at >= changed) lines.missing.set(key.index, { key, before: line });
    key = nextKey(key);
  }
}

function reportPending(lines: Lines, changed: number): void {
  for (const [at, line] of lines.pending.entries()) {
    report(lines, line, at < changed ? 'changed' : 'invented');
  }
  lines.pending = [];
}

function finish(lines: Lines, end: Pick<JournalKey, 'id' | 'index'> | null): Authenticity {
  endKeyless(lines, true);
  const { next } = lines;
  const gap = next && end?.id === next.id ? Math.max(0, end.index - next.index) : null;
  const isCut = gap !== null && gap > lines.pending.length;
  reportPending(lines, gap ?? lines.pending.length);
  for (const line of new Set([...lines.missing.values()].map(({ before }) => before))) {
    report(lines, line, 'removed');
  }
  if (isCut && lines.last !== null) report(lines, lines.last, 'cutEnd');
  if (lines.problems.length === 0 && lines.mismatched !== null) {
    report(lines, lines.mismatched, 'remade');
  }
  const { problems, authentic, chainedOnly, chainedLater, hasOtherKey } = lines;
  return { problems, authentic, chainedOnly, chainedLater, hasOtherKey };
}

function report(lines: Lines, { file, line }: PlacedLine, problem: ChainProblem['problem']): void {
  lines.problems.push({ file, line, problem });
}

/**
 * Evidence that a line gives.
 * `forged`: an outcome, or a second attempt line, without an HMAC, although a line of the attempt has one. Billfold
 * writes an attempt and its outcome in one launch, so both have an HMAC or neither. Such an outcome could make a sent
 * approval look as if it had never left. Also `forged`: an outcome without an HMAC and without an attempt before it, in
 * a journal that has HMACs and is complete from its first line.
 * `keyless`: a line whose HMAC cannot be checked now, or a line without one in a journal that has them. Billfold writes
 * these while no keyring answers, but any other program can write them too.
 */
export type LineProof = 'full' | 'keyless' | 'forged';

/**
 * Whether HMACs can be checked. `sealed`: the keyring holds the journal's last line. `none`: the computer has no keyring.
 * `lost`: the key is gone or cannot be read, so no line of an earlier launch proves anything.
 */
export type KeyState = 'sealed' | 'none' | 'lost';

/**
 * @param isSkipped whether an attempt is in the lines before the checkpoint; null without a checkpoint. A checkpoint
 * implies that the journal has a key
 */
export function createLineProofs(
  keyState: KeyState,
  isSkipped: ((attempt: NamedAttempt) => boolean) | null = null,
): (record: JournalRecord) => LineProof {
  const keyed = new Map<string, boolean>();
  let hasKeyed = isSkipped !== null;
  // Whether an attempt precedes each outcome; null before the first line.
  let isComplete = keyState !== 'sealed' ? false : isSkipped === null ? null : true;
  return (record) => {
    const hasKey = record.mac !== undefined;
    isComplete ??= record.seq === 1;
    hasKeyed ||= hasKey;
    // On a computer with a keyring, lines before the first key prove nothing: any program can write them.
    const isProven = hasKey ? keyState === 'sealed' : keyState === 'none' && !hasKeyed;
    const proof = isProven ? 'full' : 'keyless';
    if (record.kind !== 'attempt' && record.kind !== 'outcome') return proof;
    const attempt = `${record.attempt} ${record.approvalId}`;
    const isKeyed = keyed.get(attempt) ?? isSkipped?.(record) ?? false;
    if (record.kind === 'attempt') keyed.set(attempt, isKeyed || hasKey);
    const isAlone = isComplete && hasKeyed && !isKeyed && !keyed.has(attempt);
    return (isKeyed || isAlone) && !hasKey ? 'forged' : proof;
  };
}

/** Passes on the records that are not `forged`, in the order of the lines. */
export function withoutForged(
  passOn: (record: JournalRecord) => void,
): (record: JournalRecord) => void {
  const proofOf = createLineProofs('sealed');
  return (record) => {
    if (proofOf(record) !== 'forged') passOn(record);
  };
}
