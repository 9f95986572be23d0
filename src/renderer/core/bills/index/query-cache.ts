import type { BillQuery } from '../../model/bill-row.ts';
import type { IndexedBills } from './indexed-rows.ts';
import { searchTerms, type SearchTerm } from '../search/search-terms.ts';

/** The last answers of the index, until a bill changes. */
export interface QueryCache {
  find(query: BillQuery): IndexedBills | null;
  /**
   * An answer that holds all bills of this query and others besides: while somebody types on, each
   * search is looked for in what the one before has found.
   */
  findWider(query: BillQuery): Answer | null;
  keep(query: BillQuery, found: IndexedBills): void;
  clear(): void;
}

interface Answer {
  readonly query: BillQuery;
  /** What each of its bills holds. */
  readonly terms: readonly SearchTerm[];
  readonly found: IndexedBills;
}

/** Answers kept at a time: list, filter counts and a search or two. */
const MOST_ANSWERS = 12;

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
      answers = [...answers, answer].slice(-MOST_ANSWERS);
    },
    clear: () => {
      answers = [];
    },
  };
}

/** The same bills in the same order, but for the search. */
function isSameList(left: BillQuery, right: BillQuery): boolean {
  return (
    left.status === right.status && left.sort === right.sort && left.descending === right.descending
  );
}

/** Whether a text with all the new terms has all the old ones for certain. */
function isWider(old: readonly SearchTerm[], terms: readonly SearchTerm[]): boolean {
  return old.every((known) =>
    terms.some((term) => term.every((spelling) => known.some((part) => spelling.includes(part)))),
  );
}
