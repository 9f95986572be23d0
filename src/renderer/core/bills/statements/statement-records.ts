/** One record of a CSV file. */
export interface StatementRecord {
  /** Fields without surrounding spaces and quotes. */
  readonly fields: readonly string[];
  /** Line of the file where it begins, from 1. */
  readonly line: number;
}

/** Separators, the least frequent in texts and amounts first. A tie goes to the first. */
const separators = ['\t', ';', '|', ','] as const;
type Separator = (typeof separators)[number];

/** Records from which the separator is guessed. */
const SAMPLE = 100;
/** Maximum length of these records, characters. */
const SAMPLE_MOST = 50_000;
/** Maximum length of a quoted field, characters. A longer one has a quote that was never closed. */
const FIELD_MOST = 10_000;

/**
 * Records of a CSV text (RFC 4180). Accepts any line break, four separators, quotes within texts, unclosed quotes,
 * lines that a program has quoted as a whole, and columns that are aligned by spaces.
 */
export function* statementRecords(text: string): Generator<StatementRecord> {
  const [, named] = /^sep=(.)\r?\n/iu.exec(text) ?? [];
  const separator = separators.find((each) => each === named) ?? separatorOf(text);
  const padded = separator === null || separator === ',' ? paddedLines(text, separator) : null;
  if (padded !== null) return yield* padded;
  if (separator !== null) return yield* recordsOf(text, separator);
  const lines = [...recordsOf(text, null)].map(({ fields }) => fields[0] ?? '').join('\n');
  const within = separatorOf(lines);
  if (within !== null) yield* recordsOf(lines, within);
}

/** The separator that gives most records the same number of fields; null when none divides anything. */
function separatorOf(text: string): Separator | null {
  const start = text.slice(0, SAMPLE_MOST);
  let best: { readonly separator: Separator; readonly score: number } | null = null;
  for (const separator of separators) {
    const score = scoreOf(start, separator);
    if (score > (best?.score ?? 0)) best = { separator, score };
  }
  return best?.separator ?? null;
}

function scoreOf(text: string, separator: Separator): number {
  const widths = new Map<number, number>();
  let read = 0;
  for (const { fields } of recordsOf(text, separator)) {
    if (fields.length > 1) widths.set(fields.length, (widths.get(fields.length) ?? 0) + 1);
    if (++read === SAMPLE) break;
  }
  // If scores are equal, prefer more fields.
  return Math.max(0, ...[...widths].map(([width, records]) => records * (1 + width / 100)));
}

/** @param separator null: a line is one field */
function* recordsOf(text: string, separator: Separator | null): Generator<StatementRecord> {
  let fields: string[] = [];
  let line = 1;
  let begun = 1;
  for (let at = 0; at <= text.length;) {
    const quoted = quotedField(text, at, separator);
    const to = quoted?.to ?? plainEnd(text, at, separator);
    fields.push(quoted?.value ?? text.slice(at, to).trim());
    line += quoted?.breaks ?? 0;
    at = to + 1;
    if (text[to] === separator && separator !== null) continue;
    if (fields.length > 1 || fields[0] !== '') yield { fields, line: begun };
    fields = [];
    if (text[to] === '\r' && text[at] === '\n') at++;
    begun = ++line;
  }
}

function plainEnd(text: string, from: number, separator: Separator | null): number {
  let at = from;
  while (at < text.length && !isEnd(text[at], separator)) at++;
  return at;
}

const isEnd = (char: string | undefined, separator: Separator | null): boolean =>
  char === separator || char === '\n' || char === '\r' || char === undefined;

interface QuotedField {
  readonly value: string;
  /** Position of the separator or line break after it. */
  readonly to: number;
  readonly breaks: number;
}

/** The quoted field at this position; null if there is none, or its quote is only part of a text. */
function quotedField(text: string, from: number, separator: Separator | null): QuotedField | null {
  let at = from;
  while (text[at] === ' ') at++;
  if (text[at] !== '"') return null;
  let value = '';
  let breaks = 0;
  let isOdd = false;
  for (at++; at < text.length && at - from < FIELD_MOST; at++) {
    const char = text[at] ?? '';
    if (char !== '"') {
      if (char === '\n' || (char === '\r' && text[at + 1] !== '\n')) breaks++;
      value += char;
    } else if (text[at + 1] === '"') {
      value += char;
      at++;
    } else {
      let to = at + 1;
      while (text[to] === ' ') to++;
      if (isEnd(text[to], separator)) {
        // A lone quote in a field of several lines shows that an earlier quote was not meant as one.
        return isOdd && breaks > 0 ? null : { value: value.trim(), to, breaks };
      }
      isOdd = true;
      value += char;
    }
  }
  return null;
}

/** A text between spaces, with its place in the line. */
interface Piece {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/**
 * Records of a file whose columns stand below their headings, with two spaces or more between them.
 * @returns null when more lines agree on the separator
 */
function paddedLines(text: string, separator: Separator | null): readonly StatementRecord[] | null {
  const lines = text.split(/\r\n|\r|\n/u).map(piecesOf);
  const sample = lines.slice(0, SAMPLE);
  const headingAt = sample.findIndex(
    (pieces) =>
      pieces.length > 2 && pieces.every((piece) => /^[^\d"]*\p{L}[^\d"]*$/u.test(piece.text)),
  );
  const heading = lines[headingAt] ?? [];
  const rows = sample.slice(headingAt + 1).filter((pieces) => pieces.length > 1).length;
  const others = separator === null ? 0 : scoreOf(text.slice(0, SAMPLE_MOST), separator);
  if (headingAt < 0 || rows === 0 || rows + 1 <= Math.floor(others)) return null;
  return lines.flatMap((pieces, at) => {
    if (pieces.length === 0) return [];
    const fields =
      at < headingAt ? pieces.map((piece) => piece.text) : fieldsBelow(heading, pieces);
    return { fields, line: at + 1 };
  });
}

/** Pieces of a line. Pieces around a comma count as one. */
function piecesOf(line: string): readonly Piece[] {
  const separated = /,\s{2}|\s{2},/u.test(line)
    ? [...line.matchAll(/\S.*/gu)]
    : [...line.matchAll(/\S+(?: \S+)*/gu)];
  return separated.map((match) => ({
    text: match[0],
    from: match.index,
    to: match.index + match[0].length,
  }));
}

/** Each piece in the column whose heading stands above it, or is the nearest. */
function fieldsBelow(heading: readonly Piece[], pieces: readonly Piece[]): readonly string[] {
  const fields = heading.map(() => '');
  for (const { text, from, to } of pieces) {
    const gaps = heading.map((each) => Math.max(each.from, from) - Math.min(each.to, to));
    const column = gaps.indexOf(Math.min(...gaps));
    fields[column] = `${fields[column] ?? ''} ${text}`.trim();
  }
  return fields;
}
