import { findNear, initialsPattern, nearWord, writtenOtherwise } from './near-word.ts';
import { holdsTerm, searchTerms, type SearchTerm } from './search-terms.ts';
import { sortKeyOf, vendorKeyOf } from './search-text.ts';

/** “Lopez & Sons” may be typed with “and”. */
const joinsNames = /^(?:and|und|[&+])$/;

/**
 * Items of a short list that a search finds, in list order: those with all its words, or else those that have
 * them with a typo or in another spelling. Phrases have no meaning here.
 * @param textOf folded text of an item
 */
export function findInFew<Item>(
  items: readonly Item[],
  search: string,
  textOf: (item: Item) => string,
): readonly Item[] {
  const typed = searchTerms(search);
  if (typed.length === 0) return items;
  const named = typed.filter(([word]) => !joinsNames.test(word));
  const terms = named.length === 0 ? typed : named;
  const all = (tests: readonly ((text: string) => boolean)[]): readonly Item[] =>
    items.filter((item) => {
      const text = textOf(item);
      return tests.every((test) => test(text));
    });
  const exact = all(terms.map((term) => (text) => holdsTerm(text, term)));
  return exact.length > 0 ? exact : all(terms.map(similarTest));
}

/** Vendors that a search for the text finds, first the names that begin with it. All vendors for a complete name. */
export function vendorsLike(vendors: readonly string[], text: string): readonly string[] {
  const typed = text.trim();
  if (vendors.includes(typed)) return vendors;
  const found = findInFew(vendors, typed, vendorKeyOf);
  const isFirst = (name: string): boolean => sortKeyOf(name).startsWith(sortKeyOf(typed));
  return [...found.filter(isFirst), ...found.filter((name) => !isFirst(name))];
}

function similarTest(term: SearchTerm): (text: string) => boolean {
  const near = nearWord(term[0]);
  const others = [writtenOtherwise(term[0]), initialsPattern(term[0])];
  return (text) =>
    holdsTerm(text, term) ||
    (near !== null && findNear(text, near) !== null) ||
    others.some((pattern) => pattern?.test(text));
}
