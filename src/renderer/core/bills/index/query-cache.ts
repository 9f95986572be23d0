import type { BillQuery } from '../../model/bill-row.ts';
import type { IndexedBills } from './indexed-rows.ts';
import { searchTerms, type SearchTerm } from '../search/search-terms.ts';
import { isLoneLetter, isShortNumber, WHOLE } from '../search/search-text.ts';

/** Recent answers of the index, until a bill changes. */
export interface QueryCache {
  find(query: BillQuery): IndexedBills | null;
  /**
   * An answer that contains all bills of this query. It lets each search filter only the previous result while the user
   * types on.
   */
  findWider(query: BillQuery): Answer | null;
  keep(query: BillQuery, found: IndexedBills): void;
  clear(): void;
}

interface Answer {
  readonly query: BillQuery;
  /** Terms that each of its bills contains. */
  readonly terms: readonly SearchTerm[];
  readonly found: IndexedBills;
}

/** Answers to cache: the list, filter counts and a search or two. */
const MAX_ANSWERS = 12;

export function createQueryCache(): QueryCache {
  let answers: readonly Answer[] = [];
  return {
    find: (query) =>
      answers.find(
        (answer) => isSameList(answer.query, query) && answer.query.search === query.search,
      )?.found ?? null,
    findWider: (query) => {
      const terms = searchTerms(query.search);
      const wider = answers.filter(
        (answer) => isSameList(answer.query, query) && isWider(answer.terms, terms),
      );
      return wider.reduce<Answer | null>(
        (fewest, answer) =>
          fewest === null || answer.found.slots.length < fewest.found.slots.length
            ? answer
            : fewest,
        null,
      );
    },
    keep: (query, found) => {
      const answer = { query, terms: searchTerms(query.search), found };
      answers = [...answers, answer].slice(-MAX_ANSWERS);
    },
    clear: () => {
      answers = [];
    },
  };
}

/** Whether both have the same bills in the same order, apart from the search. */
function isSameList(left: BillQuery, right: BillQuery): boolean {
  return (
    left.status === right.status && left.sort === right.sort && left.descending === right.descending
  );
}

/** Whether every text with all the new terms certainly has all the old ones. */
function isWider(old: readonly SearchTerm[], terms: readonly SearchTerm[]): boolean {
  return old.every((known) =>
    terms.some((term) => term.every((spelling) => known.some((part) => isPartOf(spelling, part)))),
  );
}

/**
 * Whether each text with the spelling also has the part. A single letter matches only at the start of a word, a short
 * number only as a whole or outside account numbers, and a longer word inside others, too.
 */
function isPartOf(spelling: string, part: string): boolean {
  return isLoneLetter(part) || isShortNumber(part) || part.startsWith(WHOLE)
    ? spelling === part
    : spelling.includes(part);
}
