import type { SearchCondition } from './search-conditions.ts';
import type { Parsed, SearchReader } from './search-reader.ts';
import { searchTerms, shortAndLong } from './search-terms.ts';
import { sortKeyOf, WHOLE } from './search-text.ts';

/** Reading of a part of the search. */
export interface Candidate {
  /** One of them has to match. */
  readonly any: readonly SearchCondition[];
  /** Possible readings when the phrase is ambiguous. */
  readonly choices: readonly SearchCondition[];
}

/** A reading of words that may be part of a text. If a bill has the words, text is offered as a choice too. */
export function plain(
  reader: SearchReader,
  at: number,
  next: number,
  condition: SearchCondition,
): Parsed<Candidate> | null {
  if (isInText(reader, at, next)) return null;
  const typed = typedText(reader, at, next);
  const text = textOf(reader, typed);
  return {
    value: { any: [condition], choices: text === null ? [] : [condition, text] },
    next,
  };
}

export function typedText({ tokens }: SearchReader, at: number, next: number): string {
  return tokens
    .slice(at, next)
    .map(({ text }) => text)
    .join(' ');
}

/** The words as text; null if no bill has them. */
export function textOf({ known }: SearchReader, typed: string): SearchCondition | null {
  const words = typed
    .split(' ')
    .map((word) => searchTerms(word.replace(/[,;]+$/u, '')).flat()[0] ?? '');
  // “Week 12” is “wk 12” in a memo.
  const others = words.flatMap((word, place) =>
    shortAndLong(word).map((other) => words.with(place, other)),
  );
  // “KW45” is “KW 45” in a memo.
  const apart = typed.replace(/^(\p{L}+)(\d+)$/u, '$1 $2').toLowerCase();
  const all = new Set([...[words, ...others].map((each) => each.join(' ')), apart]);
  const held = [...all].filter((each) => known.holds(each, true));
  const [first, ...more] = held.map((each) => (/\d$/.test(each) ? `${WHOLE}${each}` : each));
  return first === undefined
    ? null
    : { kind: 'text', term: [first, ...more], typed: typed.replace(/[,;]+$/u, '') };
}

/**
 * Text that a word may begin: “nov” alone may become “Novak”, and a year beside other words may be inside a number.
 * Null for other words.
 */
export function beginningOf({ tokens: [only, ...others], known }: SearchReader, typed: string) {
  const isYear = /^\d{4}$/u.test(typed);
  const mayBegin = isYear || /^\p{L}{3,4}$/u.test(typed);
  if (others.length > 0 ? !isYear : !mayBegin || !known.holds(only?.folded ?? '', false))
    return null;
  return { kind: 'text', term: [sortKeyOf(typed)], typed } as const;
}

/** Whether a bill’s text has these words with the word before or after them. */
export function isInText({ tokens, known }: SearchReader, at: number, next: number): boolean {
  const typed = tokens.slice(at, next).map(({ folded }) => folded);
  // “October rent” is “Oct rent” in a memo.
  const others = typed.flatMap((word, place) =>
    shortAndLong(word).map((other) => typed.with(place, other)),
  );
  const besides = [typed, ...others].flatMap((own) => [
    [tokens[at - 1], ...own],
    [...own, tokens[next]],
  ]);
  return besides.some((words) => {
    const texts = words.map((word) =>
      typeof word === 'string' ? word : word?.kind === 'word' ? word.folded : null,
    );
    if (!texts.every((text) => text !== null)) return false;
    const phrase = texts.join(' ');
    // “Late fees” matches if a bill has a late fee.
    return (
      known.holds(phrase, false) ||
      (phrase.endsWith('s') && known.holds(phrase.slice(0, -1), false))
    );
  });
}

/** A reading without a doubt. */
export function sure(condition: SearchCondition, next: number): Parsed<Candidate> {
  return { value: { any: [condition], choices: [] }, next };
}
