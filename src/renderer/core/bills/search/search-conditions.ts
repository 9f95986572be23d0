import type { PlainDate } from '../../../../base/days.ts';
import type { SearchTerm } from './search-terms.ts';
import type { AskedDate, SearchOrder, SearchState } from './search-words.ts';

/**
 * How a text has to contain a term. `preferWhole`: a short term as a whole word, if any bill has that word. `alone`: as
 * in a search for this term alone. `similar`: only with a typo or in another spelling. `excluded`: exactly or similar,
 * so that “not IBM” excludes International Business Machines.
 */
export type TextMatch = 'preferWhole' | 'alone' | 'similar' | 'excluded';

/** If fewer bills match exactly, the user may have mistyped a letter. */
export const FEW_FINDS = 5;

export type SearchCondition =
  /** The bill’s text or note contains a spelling of the term. @see searchTextOf */
  | {
      readonly kind: 'text';
      readonly term: SearchTerm;
      readonly typed: string;
      /** Further terms that the text has to contain: “3100” of “inv*3100”. Missing for none. */
      readonly also?: readonly SearchTerm[];
      /** Missing for `preferWhole`. */
      readonly match?: TextMatch;
    }
  /** Amount due, or the total of a bill with nothing due: cents, both included. */
  | {
      readonly kind: 'amount';
      readonly fromCents: number;
      readonly toCents: number;
      /** ISO 4217 codes; null for any currency. */
      readonly currencies: readonly string[] | null;
    }
  /** First and last day, both included. */
  | {
      readonly kind: 'date';
      readonly field: AskedDate;
      readonly from: PlainDate;
      readonly to: PlainDate;
    }
  /** Folded part of the vendor’s name, or whole names that match with typos. */
  | { readonly kind: 'vendor'; readonly part: string; readonly nearly: readonly string[] | null }
  /** Days from the bill date to the due date. */
  | { readonly kind: 'terms'; readonly days: number }
  | { readonly kind: 'currency'; readonly currencies: readonly string[] }
  | { readonly kind: 'state'; readonly state: SearchState }
  /** Folded part of one field. */
  | { readonly kind: 'field'; readonly field: 'number' | 'memo' | 'note'; readonly part: string }
  /** A whole tag in the user’s note, in lower case, without its `#`. */
  | { readonly kind: 'tag'; readonly part: string }
  /** Every bill, in this order. @property first number of bills asked for; null for all */
  | { readonly kind: 'order'; readonly order: SearchOrder; readonly first: number | null }
  /** Matches bills that meet none of these. */
  | { readonly kind: 'not'; readonly any: readonly SearchCondition[] };
