import { after, type Parsed, phraseAt, type SearchReader, wordAt } from './search-reader.ts';
import type { WordTables } from './search-words.ts';

interface NumberWords {
  readonly value: number;
  /** The last word if it multiplies, such as 1,000 for “thousand”; 1 for another. */
  readonly scale: number;
  /** Whether it has a word such as “hundred”. */
  readonly hasScale: boolean;
  /** Whether it is more than “hundred” or “thousand” alone. */
  readonly isCounted: boolean;
}

/** A part of a number: “two”, “fifty”, “hundred”, and the “und” of “fünfundzwanzig”. */
interface NumberPiece {
  readonly kind: 'number' | 'ten' | 'scale' | 'and';
  readonly value: number;
}

interface Sum {
  /** Thousands and above. */
  readonly total: number;
  /** Number below a thousand, which the next “thousand” multiplies. */
  readonly group: number;
  /** Smallest scale above a hundred so far. */
  readonly least: number;
  readonly last: NumberPiece | null;
}

/** “two hundred fifty”, “eighteen thousand five hundred”, “zweihundertfünfzig”. */
export function numberWordsAt(reader: SearchReader, at: number): Parsed<NumberWords> | null {
  const first = piecesAt(reader, at);
  const start: Sum = { total: 0, group: 0, least: Infinity, last: null };
  let sum = first && added(start, first.value);
  if (first === null || sum === null) return null;
  let [next, hasScale] = [first.next, first.value.some(isScale)];
  let isCounted = first.value.length > 1 || first.value[0]?.kind !== 'scale';
  for (;;) {
    const and = sum.last?.kind === 'scale' ? after(reader, next, reader.words.and) : null;
    // “Between one hundred and two hundred” has two numbers.
    if (and !== null && numberWordsAt(reader, and)?.value.hasScale) break;
    const more = piecesAt(reader, and ?? next);
    const larger: Sum | null = more && added(sum, more.value);
    if (more === null || larger === null) break;
    // After a scale, “a” is an article (“a thousand a month”), unless another scale follows (“a thousand a hundred”).
    const mayBeArticle = sum.last?.kind === 'scale' && larger.group - sum.group === 1;
    if (mayBeArticle && !piecesAt(reader, more.next)?.value.some(isScale)) break;
    isCounted = true;
    hasScale ||= more.value.some(isScale);
    [sum, next] = [larger, more.next];
  }
  const scale = sum.last?.kind === 'scale' ? sum.last.value : 1;
  return { value: { value: sum.total + sum.group, scale, hasScale, isCounted }, next };
}

function isScale({ kind }: NumberPiece): boolean {
  return kind === 'scale';
}

/** The sum with these pieces; null if they do not continue the number. */
function added(sum: Sum, pieces: readonly NumberPiece[]): Sum | null {
  let all: Sum | null = sum;
  for (const piece of pieces) all = all && withPiece(all, piece);
  return all?.last?.kind === 'and' ? null : all;
}

function withPiece(sum: Sum, piece: NumberPiece): Sum | null {
  const before = sum.last?.kind ?? 'scale';
  const { kind, value } = piece;
  switch (kind) {
    case 'and':
      // “fünfundzwanzig”, “hundertundeins”.
      if (sum.last?.kind === 'scale') return sum;
      return before === 'number' ? { ...sum, last: piece } : null;
    case 'ten':
      if (before !== 'scale' && before !== 'and') return null;
      return { ...sum, group: sum.group + value, last: piece };
    case 'number':
      if (before !== 'scale' && (before !== 'ten' || value >= 10)) return null;
      return { ...sum, group: sum.group + value, last: piece };
    case 'scale':
      return multiplied(sum, piece);
    default:
      return kind satisfies never;
  }
}

/** The sum after “hundred” or a larger scale, also one without a number before it. */
function multiplied({ total, group, least, last }: Sum, piece: NumberPiece): Sum | null {
  const { value } = piece;
  const isFirst = last === null;
  const isAfterScale = !isFirst && group === 0;
  const own = (group || 1) * value;
  if (value === 100)
    return group < 100 && !isAfterScale ? { total, group: own, least, last: piece } : null;
  if (isAfterScale || value >= least) return null;
  return { total: total + own, group: 0, least: value, last: piece };
}

function piecesAt(reader: SearchReader, at: number): Parsed<readonly NumberPiece[]> | null {
  const { numbers, tens, scales } = reader.words;
  const scale = phraseAt(reader, at, scales);
  if (scale) return { value: [{ kind: 'scale', value: Number(scale.value) }], next: scale.next };
  const number = phraseAt(reader, at, numbers);
  if (number) return { value: [{ kind: 'number', value: number.value + 1 }], next: number.next };
  const ten = phraseAt(reader, at, tens);
  if (ten) return { value: [{ kind: 'ten', value: (ten.value + 1) * 10 }], next: ten.next };
  const word = wordAt(reader, at);
  const pieces = word === null ? null : piecesOf(word, namesOf(reader.words));
  return pieces && { value: pieces, next: at + 1 };
}

/** Pieces of a number in one word, such as “fünfhundert” or “twenty-five”; null for another word. */
function piecesOf(
  word: string,
  names: ReadonlyMap<string, NumberPiece>,
): readonly NumberPiece[] | null {
  if (word === '') return [];
  for (const [name, piece] of names) {
    const rest = word.startsWith(name) ? piecesOf(word.slice(name.length).trim(), names) : null;
    if (rest) return [piece, ...rest];
  }
  return null;
}

const SHORTEST_NAME = 3;
const tables = new WeakMap<WordTables, ReadonlyMap<string, NumberPiece>>();

/** Words that numbers in one word consist of, the longest first. */
function namesOf(words: WordTables): ReadonlyMap<string, NumberPiece> {
  const known = tables.get(words);
  if (known) return known;
  const all: (readonly [string, NumberPiece])[] = [
    ...[...words.and].map((name) => [name, { kind: 'and', value: 0 }] as const),
    ...[...words.scales].map(
      ([name, value]) => [name, { kind: 'scale', value: Number(value) }] as const,
    ),
    ...[...words.tens].map(([name, at]) => [name, { kind: 'ten', value: (at + 1) * 10 }] as const),
    ...[...words.numbers].map(([name, at]) => [name, { kind: 'number', value: at + 1 }] as const),
  ];
  const long = all.filter(([name]) => name.length >= SHORTEST_NAME && /^\p{L}+$/u.test(name));
  const made = new Map(long.toSorted(([left], [right]) => right.length - left.length));
  tables.set(words, made);
  return made;
}
