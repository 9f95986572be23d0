import type { ChainProblem, PlacedLine } from './journal-chain.ts';
import { macOf, nextKey, type JournalKey } from './journal-key.ts';

/** What keys have shown of a journal's lines. */
export interface Authenticity {
  /** In the order of the lines. */
  readonly problems: readonly ChainProblem[];
  /** Lines that are as Billfold wrote them, where and when it did. */
  readonly authentic: number;
  /** Lines that have no key: from before there was one, or written while the keyring was away. */
  readonly chainedOnly: number;
  /** Of those, the ones after a line that has one. */
  readonly chainedLater: number;
  /** Keys that are not known were used as well. */
  readonly hasOtherKey: boolean;
}

/** Tries each line of a journal, in order, against the key that it alone can have. */
export interface Authentication {
  take(line: PlacedLine): void;
  /** The key that the next line has to have; null when none is known. */
  next(): JournalKey | null;
  /** @param end the first key that has not been used, where that is known: it tells a cut end */
  finish(end: Pick<JournalKey, 'id' | 'index'> | null): Authenticity;
}

/** As many lines may be gone before one and it is still known where it stood. */
const LOOK_AHEAD = 1_000;
/** So many lines are looked for elsewhere; of a journal that is broken all over the rest is not as it was. */
const MOST_SEARCHES = 200;
/** Further on no key is made because a line says so. */
const MOST_SKIPPED = 1_000_000;

interface Missing {
  readonly key: JournalKey;
  readonly before: PlacedLine;
}

interface Lines {
  readonly starts: ReadonlyMap<string, JournalKey>;
  readonly problems: ChainProblem[];
  /** The key that the next line has to have; null when none is known. */
  next: JournalKey | null;
  /** Keys that were passed over. */
  readonly missing: Map<number, Missing>;
  /** Lines that no key fits, since the last one that is authentic. */
  pending: PlacedLine[];
  /** Lines of a run that says it had no key, as long as nothing contradicts it. */
  keyless: PlacedLine[];
  isKeyless: boolean;
  /** In lines under a key that is not known. */
  isForeign: boolean;
  hasOtherKey: boolean;
  authentic: number;
  chainedOnly: number;
  chainedLater: number;
  searchesLeft: number;
  /** The last one that is authentic. */
  last: PlacedLine | null;
  /** The first line whose word of what stood before it is not so. */
  mismatched: PlacedLine | null;
}

/** @param starts the earliest key that is known of each row; the first line is of the first of these */
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
    searchesLeft: MOST_SEARCHES,
    last: null,
    mismatched: null,
  };
  return {
    take: (line) => take(lines, line),
    next: () => lines.next,
    finish: (end) => finish(lines, end),
  };
}

function take(lines: Lines, line: PlacedLine): void {
  if (lines.starts.size === 0) return count(lines, line);
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
    return accept(lines, line, found);
  }
  if (line.mac === null && lines.isKeyless) lines.keyless.push(line);
  else if (!lines.isForeign) lines.pending.push(line);
  // What was written under a key that was lost since is chained to what was not.
  else if (lines.authentic === 0) lines.chainedOnly += 1;
}

/** Nobody has a key to check it with: that it was given one is all that shows. */
function count(lines: Lines, { mac }: PlacedLine): void {
  if (mac !== null) lines.hasOtherKey = true;
  else {
    lines.chainedOnly += 1;
    if (lines.hasOtherKey) lines.chainedLater += 1;
  }
}

/** A run without a key ends with the file, or where Billfold is started again; else somebody put it there. */
function endKeyless(lines: Lines, atStart: boolean): void {
  if (atStart) {
    lines.chainedOnly += lines.keyless.length;
    if (lines.authentic > 0) lines.chainedLater += lines.keyless.length;
  } else lines.pending.push(...lines.keyless);
  lines.keyless = [];
}

/** The key under which it is authentic; null when there is none. */
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
  if (key === undefined || index < key.index || index - key.index > MOST_SKIPPED) return null;
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
  const isOfRow = next?.id === key.id;
  if (isOfRow && key.index < next.index) {
    const wasMissing = lines.missing.delete(key.index);
    return report(lines, line, wasMissing ? 'moved' : 'invented');
  }
  passOver(lines, (isOfRow ? next : lines.starts.get(key.id)) ?? key, key.index, line);
  lines.next = nextKey(key);
}

/** Between two authentic lines: what stands there was changed or put there, what does not was taken out. */
function passOver(lines: Lines, from: JournalKey, index: number, line: PlacedLine): void {
  const gap = index - from.index;
  const changed = Math.min(gap, lines.pending.length);
  tellPending(lines, changed);
  let key = from;
  for (let at = 0; at < Math.min(gap, LOOK_AHEAD); at += 1) {
    if (at >= changed) lines.missing.set(key.index, { key, before: line });
    key = nextKey(key);
  }
}

function tellPending(lines: Lines, changed: number): void {
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
  tellPending(lines, gap ?? lines.pending.length);
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
