import { joiningWords } from './search-terms.ts';

/** Start and end of a range in a text; the end is not included. */
export type TextRange = readonly [from: number, to: number];

/** A word, and the number of typos to accept. */
export interface NearWord {
  readonly word: string;
  /** Maximum typos: letters replaced, missing, added, or swapped with the next. */
  readonly maxTypos: number;
  /**
   * The word cut into one more piece than `maxTypos`, so one piece always matches exactly. If `maxTypos` is one, also
   * the word with the two letters at the cut swapped.
   */
  readonly pieces: readonly { readonly text: string; readonly at: number }[];
  /** The word with doubled letters reduced to one, so that “sorell” finds “sorrel”. */
  readonly single: string;
}

const ONE_WRONG_FROM = 4;
const TWO_WRONG_FROM = 8;

/** @returns null for a word that is too short, or has digits: a number with a typo is another number */
export function nearWord(word: string): NearWord | null {
  if (word.length < ONE_WRONG_FROM || !/^\p{L}+$/u.test(word)) return null;
  const maxTypos = word.length < TWO_WRONG_FROM ? 1 : 2;
  const ends = Array.from({ length: maxTypos + 2 }, (_none, piece) =>
    Math.floor((word.length * piece) / (maxTypos + 1)),
  );
  const pieces = ends
    .slice(0, -1)
    .map((at, piece) => ({ text: word.slice(at, ends[piece + 1]), at }));
  const single = word.replaceAll(/(.)\1+/gu, '$1');
  if (maxTypos > 1) return { word, maxTypos, pieces, single };
  const swapped = { text: swappedAt(word, ends[1] ?? 0), at: 0 };
  return { word, maxTypos, pieces: [...pieces, swapped], single };
}

function swappedAt(word: string, cut: number): string {
  return `${word.slice(0, cut - 1)}${word.charAt(cut)}${word.charAt(cut - 1)}${word.slice(cut + 1)}`;
}

const anAmount = /^-?\d[\d.,']*$/;
const aLongNumber = /^\d{6,}$/;
/** Shorter words occur inside many others. */
const SHORTEST_WRITTEN = 3;
/** Three to five letters may be the initials of a name, more may be two words: “homedepot”. */
const INITIALS = /^[a-z]{3,5}$/;
const JOINED = /^[a-z]{6,}$/;
/** “W9” and “3d”. */
const LETTER_AND_DIGIT = /^(?:[a-z]\W?\d|\d\W?[a-z])$/;

/**
 * Pattern of the word in other spellings. Numbers: with other separators or leading zeros, such as “INV 00012” for
 * “inv-12”. Three to five letters: words with these initials. More letters: several words. Null for any other word.
 * Expects folded text.
 */
export function writtenOtherwise(word: string): RegExp | null {
  if (INITIALS.test(word)) return new RegExp(`(?<![a-z0-9])${Array.from(word).join('\\S* ')}`);
  if (JOINED.test(word)) return new RegExp(`(?<![a-z])${Array.from(word).join("[ '&./-]?")}`);
  const runs = word.match(/[a-z]+|\d+/g) ?? [];
  const isBillNumber = anAmount.test(word) ? aLongNumber.test(word) : /^(?=.*\d)[ -~]+$/.test(word);
  const isLong = runs.join('').length >= SHORTEST_WRITTEN || LETTER_AND_DIGIT.test(word);
  if (!isBillNumber || !isLong) return null;
  const letters = runs.flatMap((run) => {
    const [first = '', ...others] = run.replace(/^0+(?=\d)/, '');
    return [/\d/.test(first) ? `0*${first}` : first, ...others];
  });
  return new RegExp(`(?<![a-z0-9])${letters.join('[ ./_:#-]{0,3}')}(?!\\d)`);
}

const NAME_INITIALS = /^(?=(?:&?[a-z]){2,5}$)[a-z]+(?:&[a-z]+)?$/;
const and = `(?:${joiningWords.join('|')}) `;
/** Words of a name that its abbreviation may leave out. */
const skipped = `(?:${and}|(?:am|city|da|das|de|del|dem|den|der|des|di|die|do|du|for|fur|im|in|la|le|les|of|stadt|the|van|von|zu|zum|zur) )*`;
/** Second parts of German words, which have a letter of their own: “EWZ” is the Elektrizitätswerk of Zürich. */
const secondParts =
  'amt bahn bank betrieb gesellschaft kasse verband verbund verein verkehr versicherung werk'.split(
    ' ',
  );

/**
 * Pattern of a vendor’s folded name that begins with words of these initials: “bt” for British Telecommunications,
 * “pg&e” for Pacific Gas & Electric, “hmrc” for HM Revenue & Customs. Null for another word.
 */
export function initialsPattern(word: string): RegExp | null {
  const letters = NAME_INITIALS.test(word) ? (word.match(/&?[a-z]/g) ?? []) : [];
  const [first = '', second = '', ...others] = letters;
  if (second === '') return null;
  // Two letters begin words in many names, so these have to be the first two words.
  if (others.length === 0)
    return new RegExp(`^${first}\\S* ${second.length > 1 ? and : `(?:${and})?`}${second.at(-1)}`);
  const rests = letters.map((_letter, at) => letters.slice(at).map(nextInitial).join(''));
  // The first word may be an abbreviation itself, such as “HM”.
  const starts = rests.slice(1).map((rest, at) => {
    const own = letters.slice(0, at + 1).join('');
    return `${own}${at > 0 ? '(?= )' : ''}${rest}`;
  });
  return new RegExp(`^(?:${starts.join('|')})`);
}

/** As `initialsPattern`, but each letter must begin the next word of the name, without skipping any: “ibm”. */
export function narrowInitials(word: string): RegExp | null {
  return INITIALS.test(word)
    ? new RegExp(`^${Array.from(word).join('\\S* ')}`)
    : initialsPattern(word);
}

/** Pattern from a word of a name to the next one with this letter, or to a second part of the same word. */
function nextInitial(letter: string): string {
  if (letter.startsWith('&')) return `\\S* ${and}${letter.slice(1)}`;
  const inside = secondParts.filter((part) => part.startsWith(letter));
  return `\\S*(?:${[` ${skipped}${letter}`, ...inside].join('|')})`;
}

/** Range of a word in the text that starts like this one, apart from typos; null for none. */
export function findNear(text: string, near: NearWord): TextRange | null {
  for (const piece of near.pieces) {
    for (let at = text.indexOf(piece.text); at >= 0; at = text.indexOf(piece.text, at + 1)) {
      const found = nearAt(text, at, near, piece);
      if (found !== null) return found;
    }
  }
  return findDoubled(text, near);
}

const SHORTEST_SINGLE = 4;

/** Range of a word that starts like this one, ignoring repeated letters; null for none. */
function findDoubled(text: string, { single }: NearWord): TextRange | null {
  if (single.length < SHORTEST_SINGLE) return null;
  const first = single.charAt(0);
  for (let from = text.indexOf(first); from >= 0; from = text.indexOf(first, from + 1)) {
    if (isLetter(text, from - 1)) continue;
    let at = from;
    let to = 0;
    while (to < single.length && text.charAt(at) === single.charAt(to)) {
      while (text.charAt(at) === single.charAt(to)) at += 1;
      to += 1;
    }
    if (to === single.length) return [from, at];
  }
  return null;
}

/** Range of the similar word around an exact match of one piece; null for none. */
function nearAt(
  text: string,
  at: number,
  { word, maxTypos }: NearWord,
  piece: NearWord['pieces'][number],
): TextRange | null {
  // Most matches are inside words, where the first piece cannot start a word.
  if (piece.at === 0 && isLetter(text, at - 1)) return null;
  for (let wrong = 0; wrong <= maxTypos; wrong++) {
    const before = follow({ text, word, step: -1 }, at - 1, piece.at - 1, wrong);
    if (before === null) continue;
    const following = piece.text.length;
    const after = follow(
      { text, word, step: 1 },
      at + following,
      piece.at + following,
      maxTypos - wrong,
    );
    return after === null ? null : [before + 1, after];
  }
  return null;
}

interface Comparison {
  readonly text: string;
  readonly word: string;
  /** 1 for forward, -1 for backward. */
  readonly step: 1 | -1;
}

/**
 * Compares text and word from these positions. A typo stays within one word of the text.
 * @returns the position in the text after the word; null with more than `maxTypos` typos
 */
function follow(way: Comparison, textAt: number, wordAt: number, maxTypos: number): number | null {
  const { text, word, step } = way;
  let at = textAt;
  let to = wordAt;
  while (to >= 0 && to < word.length && text.charCodeAt(at) === word.charCodeAt(to)) {
    at += step;
    to += step;
  }
  const isDone = to < 0 || to >= word.length;
  // Backward, the match has to end at the start of a word.
  if (isDone && (step === 1 || !isLetter(text, at))) return at;
  if (maxTypos === 0) return null;
  if (isDone) return follow(way, at + step, to, maxTypos - 1);
  const missing = (): number | null => follow(way, at, to + step, maxTypos - 1);
  if (!isLetter(text, at)) return missing();
  const isSwapped =
    text.charCodeAt(at) === word.charCodeAt(to + step) &&
    text.charCodeAt(at + step) === word.charCodeAt(to);
  return (
    follow(way, at + step, to + step, maxTypos - 1) ??
    (isSwapped ? follow(way, at + 2 * step, to + 2 * step, maxTypos - 1) : null) ??
    missing() ??
    follow(way, at + step, to, maxTypos - 1)
  );
}

const [LOWEST, HIGHEST, BEYOND_ASCII] = [97, 122, 0xaa];

/** Expects folded text. */
export function isLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (code >= LOWEST && code <= HIGHEST) || code >= BEYOND_ASCII;
}
