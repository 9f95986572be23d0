/** From the first to before the last place of a text. */
export type TextRange = readonly [from: number, to: number];

/** A word, and how many of its letters may be wrong. */
export interface NearWord {
  readonly word: string;
  /** Letters that are another, missing, one too many, or exchanged with the next. */
  readonly most: number;
  /**
   * The word in pieces, one more than letters may be wrong: one of them always stands there as it is. Where one
   * letter may be wrong, also the word with the letters exchanged between which it was cut.
   */
  readonly pieces: readonly { readonly text: string; readonly at: number }[];
  /** The word with each doubled letter once: “sorell” and “sorrel” differ in two letters, and in nothing one hears. */
  readonly single: string;
}

const ONE_WRONG_FROM = 4;
const TWO_WRONG_FROM = 8;

/** @returns null for a word that is too short, or has digits: a number that is nearly right is another number */
export function nearWord(word: string): NearWord | null {
  if (word.length < ONE_WRONG_FROM || !/^\p{L}+$/u.test(word)) return null;
  const most = word.length < TWO_WRONG_FROM ? 1 : 2;
  const ends = Array.from({ length: most + 2 }, (_none, piece) =>
    Math.floor((word.length * piece) / (most + 1)),
  );
  const pieces = ends
    .slice(0, -1)
    .map((at, piece) => ({ text: word.slice(at, ends[piece + 1]), at }));
  const single = word.replaceAll(/(.)\1+/gu, '$1');
  if (most > 1) return { word, most, pieces, single };
  const exchanged = { text: exchangedAt(word, ends[1] ?? 0), at: 0 };
  return { word, most, pieces: [...pieces, exchanged], single };
}

function exchangedAt(word: string, cut: number): string {
  return `${word.slice(0, cut - 1)}${word.charAt(cut)}${word.charAt(cut - 1)}${word.slice(cut + 1)}`;
}

/** Where a word of the text begins like this one, but for its wrong letters; null when none does. */
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

/** Place of a word that begins like this one, however often each letter is repeated; null for none. */
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

/** The same around a place where a piece of the word stands. */
function nearAt(
  text: string,
  at: number,
  { word, most }: NearWord,
  piece: NearWord['pieces'][number],
): TextRange | null {
  // Most places are inside of words: there the first piece begins none.
  if (piece.at === 0 && isLetter(text, at - 1)) return null;
  for (let wrong = 0; wrong <= most; wrong++) {
    const before = follow({ text, word, step: -1 }, at - 1, piece.at - 1, wrong);
    if (before === null) continue;
    const behind = piece.text.length;
    const after = follow({ text, word, step: 1 }, at + behind, piece.at + behind, most - wrong);
    return after === null ? null : [before + 1, after];
  }
  return null;
}

interface Way {
  readonly text: string;
  readonly word: string;
  /** 1 forward, -1 backward. */
  readonly step: 1 | -1;
}

/**
 * Goes along the text as the word goes on. A wrong letter is one of the same word of the text.
 * @returns the place in the text behind the word; null when more than `most` letters are wrong
 */
function follow(way: Way, textAt: number, wordAt: number, most: number): number | null {
  const { text, word, step } = way;
  let at = textAt;
  let to = wordAt;
  while (to >= 0 && to < word.length && text.charCodeAt(at) === word.charCodeAt(to)) {
    at += step;
    to += step;
  }
  const isThrough = to < 0 || to >= word.length;
  // Backward it ends where a word of the text begins.
  if (isThrough && (step === 1 || !isLetter(text, at))) return at;
  if (most === 0) return null;
  if (isThrough) return follow(way, at + step, to, most - 1);
  const missing = (): number | null => follow(way, at, to + step, most - 1);
  if (!isLetter(text, at)) return missing();
  const isExchanged =
    text.charCodeAt(at) === word.charCodeAt(to + step) &&
    text.charCodeAt(at + step) === word.charCodeAt(to);
  return (
    follow(way, at + step, to + step, most - 1) ??
    (isExchanged ? follow(way, at + 2 * step, to + 2 * step, most - 1) : null) ??
    missing() ??
    follow(way, at + step, to, most - 1)
  );
}

const [LOWEST, HIGHEST, BEYOND_ASCII] = [97, 122, 0xaa];

/** Of folded text. */
export function isLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (code >= LOWEST && code <= HIGHEST) || code >= BEYOND_ASCII;
}
