import { findNear, nearWord } from '../../core/bills/near-word.ts';
import { PART, type SearchTerm } from '../../core/bills/search-terms.ts';
import { amountSpellings, sortKeyOf, withoutSeparators } from '../../core/bills/search-text.ts';

/** A stretch of a text, and whether it is a search term. */
export interface TextPart {
  readonly text: string;
  readonly isMatch: boolean;
}

/** From the first to before the second character. */
type Range = readonly [from: number, to: number];

/**
 * The text in parts, together the same text: those that hold a word of the search are marked, in another
 * spelling or with a wrong letter too. Case and accents are folded as the search folds them.
 * @param terms from `searchTerms`
 */
export function highlightText(text: string, terms: readonly SearchTerm[]): readonly TextPart[] {
  const { folded, starts } = foldWithPlaces(text);
  const ranges = terms.flatMap((term) => {
    const exact = term.flatMap((spelling) => occurrences(folded, spelling));
    return exact.length > 0 ? exact : nearRanges(folded, term[0]);
  });
  return partsOf(
    text,
    ranges.map(([from, to]) => [starts[from] ?? 0, starts[to] ?? text.length]),
  );
}

/** The bill's number, in which separators need not have been typed. */
export function highlightNumber(text: string, terms: readonly SearchTerm[]): readonly TextPart[] {
  const places = [...text.matchAll(/[\p{L}\p{M}\p{N}]/gu)].map(({ index }) => index);
  const bare = sortKeyOf(withoutSeparators(text));
  const exact = highlightText(text, terms);
  // Where folding changes lengths its places are not those of the text.
  if (exact.some(({ isMatch }) => isMatch) || bare.length !== places.length) return exact;
  const ranges = terms.flatMap((term) => term.flatMap((spelling) => occurrences(bare, spelling)));
  return partsOf(
    text,
    ranges.map(([from, to]) => [places[from] ?? 0, (places[to - 1] ?? text.length) + 1]),
  );
}

function nearRanges(folded: string, word: string): readonly Range[] {
  const near = nearWord(word);
  const found = near && findNear(folded, near);
  return found ? [found] : [];
}

/**
 * The amount as it is shown, in parts. The search looks in "1250.00" and "1,250.00"; what was found
 * there is marked by its digits, however the reader's locale groups them.
 * @param shown the amount as the reader's locale writes it
 */
export function highlightAmount(
  shown: string,
  cents: number,
  terms: readonly SearchTerm[],
): readonly TextPart[] {
  const digits = [...shown.matchAll(/\p{Nd}/gu)].map(({ index, 0: digit }): Range => [
    index,
    index + digit.length,
  ]);
  const ranges = amountSpellings(cents).flatMap((spelling) =>
    terms.flat().flatMap((term) =>
      occurrences(spelling, term.replace(PART, '')).flatMap(([from, to]): Range[] => {
        const first = digits[countDigits(spelling.slice(0, from))];
        const last = digits[countDigits(spelling.slice(0, to)) - 1] ?? digits.at(-1);
        return first && last && first[0] < last[1] ? [[first[0], last[1]]] : [];
      }),
    ),
  );
  return partsOf(shown, ranges);
}

function countDigits(text: string): number {
  return text.replaceAll(/\D/g, '').length;
}

interface Folded {
  readonly folded: string;
  /** Where the character that each folded one came from starts, and the end of the text at last. */
  readonly starts: readonly number[];
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Folding can change lengths ("İ", "é" in two parts), so each place remembers where it came from. */
function foldWithPlaces(text: string): Folded {
  // Letter for letter: taking it apart would take ten times as long as the search.
  if (isPlain.test(text))
    return { folded: sortKeyOf(text), starts: Array.from({ length: text.length + 1 }, place) };
  const starts: number[] = [];
  let folded = '';
  for (const { segment, index } of graphemes.segment(text)) {
    const piece = sortKeyOf(segment);
    folded += piece;
    for (let at = 0; at < piece.length; at++) starts.push(index);
  }
  return { folded, starts: [...starts, text.length] };
}

const isPlain = /^[\x20-\x7e]*$/;
const place = (_none: unknown, at: number): number => at;

function occurrences(text: string, term: string): readonly Range[] {
  const found: Range[] = [];
  for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + 1)) {
    found.push([at, at + term.length]);
  }
  return found;
}

/** The parts between and in the ranges, which may touch and overlap. */
function partsOf(text: string, ranges: readonly Range[]): readonly TextPart[] {
  const parts: TextPart[] = [];
  let done = 0;
  const add = (to: number, isMatch: boolean): void => {
    const before = parts.at(-1);
    if (to <= done) return;
    const piece = text.slice(done, to);
    if (before?.isMatch === isMatch) parts.splice(-1, 1, { text: before.text + piece, isMatch });
    else parts.push({ text: piece, isMatch });
    done = to;
  };
  for (const [from, to] of ranges.toSorted((left, right) => left[0] - right[0])) {
    add(from, false);
    add(to, true);
  }
  add(text.length, false);
  return parts;
}
