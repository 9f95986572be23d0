import { type Bill, vendorName } from '../../../../contract/bill.ts';
import { nameOf } from '../../../../contract/party.ts';
import { searchableTexts } from '../../../../contract/items/fields.ts';
import {
  findNear,
  nearWord,
  type TextRange,
  writtenOtherwise,
} from '../../../core/bills/search/near-word.ts';
import { holdsTerm, PART_START, type SearchTerm } from '../../../core/bills/search/search-terms.ts';
import {
  amountSpellings,
  nextMatch,
  searchTextOf,
  sortKeyOf,
  WHOLE,
  withBare,
  withoutSeparators,
} from '../../../core/bills/search/search-text.ts';

/** Part of a text, and whether it matches the search. */
export interface TextPart {
  readonly text: string;
  readonly isMatch: boolean;
}

/**
 * Splits a text into parts and marks those that match a search word, also in another spelling or with a typo.
 * Case and accents are normalized as in the search.
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

/** Like `highlightText`, for a bill number: separators may be left out of the search. */
export function highlightNumber(text: string, terms: readonly SearchTerm[]): readonly TextPart[] {
  const places = [...text.matchAll(/[\p{L}\p{M}\p{N}]/gu)].map(({ index }) => index);
  const bare = sortKeyOf(withoutSeparators(text));
  const exact = highlightText(text, terms);
  // If normalizing changes the length, indices don't fit the original text.
  if (exact.some(({ isMatch }) => isMatch) || bare.length !== places.length) return exact;
  const ranges = terms.flatMap((term) => term.flatMap((spelling) => occurrences(bare, spelling)));
  return partsOf(
    text,
    ranges.map(([from, to]) => [places[from] ?? 0, (places[to - 1] ?? text.length) + 1]),
  );
}

/**
 * The vendor's id, or text of an undocumented field, with a search word that no column shows. It explains why the row
 * was found. Null for none.
 * @param terms from `searchTerms`
 */
export function matchElsewhere(bill: Bill, terms: readonly SearchTerm[]): string | null {
  if (terms.length === 0) return null;
  const { vendor, others } = bill;
  const named = { id: null, name: vendorName(bill) };
  const shown = searchTextOf({ ...bill, vendor: named, others: {} });
  const missing = terms.filter((term) => !holdsTerm(shown, term));
  const texts = [others, vendor?.others].flatMap(searchableTexts).concat(nameOf(vendor) ?? []);
  const holds = (text: string): boolean =>
    withBare(text).some((each) => missing.some((term) => holdsTerm(sortKeyOf(each), term)));
  return texts.find(holds) ?? null;
}

function nearRanges(folded: string, word: string): readonly TextRange[] {
  const near = nearWord(word);
  const found = near && findNear(folded, near);
  if (found) return [found];
  const otherwise = writtenOtherwise(word)?.exec(folded);
  return otherwise ? [[otherwise.index, otherwise.index + otherwise[0].length]] : [];
}

/**
 * Splits a displayed amount into parts. The search matches "1250.00" and "1,250.00"; the digits of a match
 * are marked, however the user's locale groups them.
 * @param shown the amount in the user's locale
 */
export function highlightAmount(
  shown: string,
  cents: number,
  terms: readonly SearchTerm[],
): readonly TextPart[] {
  const digits = [...shown.matchAll(/\p{Nd}/gu)].map(({ index, 0: digit }): TextRange => [
    index,
    index + digit.length,
  ]);
  const ranges = amountSpellings(cents).flatMap((spelling) =>
    terms.flat().flatMap((term) =>
      occurrences(spelling, term.replace(PART_START, '')).flatMap(([from, to]): TextRange[] => {
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
  /** Start index of the source character of each normalized one, and the length of the text at the end. */
  readonly starts: readonly number[];
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Normalizing can change lengths ("İ", "é" in two parts), so each index keeps its source. */
function foldWithPlaces(text: string): Folded {
  // Plain text is mapped one to one, because segmenting would take ten times as long as the search.
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

function occurrences(text: string, term: string): readonly TextRange[] {
  const found: TextRange[] = [];
  const length = term.replace(WHOLE, '').length;
  for (let at = nextMatch(text, term); at >= 0; at = nextMatch(text, term, at + 1)) {
    found.push([at, at + length]);
  }
  return found;
}

/** The parts outside and inside the ranges, which may touch and overlap. */
function partsOf(text: string, ranges: readonly TextRange[]): readonly TextPart[] {
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
