import type { TextRange } from './near-word.ts';
import type { SearchCondition } from './search-conditions.ts';
import type { SearchOperator } from './search-words.ts';

/** A parsed search: its words, and the parts that were understood or not. */
export interface SearchReading {
  /** Words to find in the bills’ texts. All of them have to match. */
  readonly text: string;
  /** Parts that are more than a word, in the order typed. Bills have to meet all of them. */
  readonly parts: readonly SearchPart[];
  /** Operators without effect, in the order typed. */
  readonly problems: readonly SearchProblem[];
}

/** Part of a search that is shown as a chip. */
export interface SearchPart {
  readonly range: TextRange;
  /** One of them has to match. */
  readonly any: readonly SearchCondition[];
  /** Other readings, each with an unambiguous text. Empty when there is no doubt. */
  readonly choices: readonly SearchChoice[];
}

export interface SearchChoice {
  readonly condition: SearchCondition;
  /** Search text with only this meaning. */
  readonly text: string;
}

/** A part of the search without its full effect. */
export interface SearchProblem {
  /**
   * `notLimited`: “top 10” sorts all bills. `elsewhere`: a state of approvals. `notSearched`: bills need not have it.
   * `paidWhen`: bills have no date of payment. `cutDay`: the month does not have the day; `value` is its last one.
   * `tooLong`: the range is what is searched.
   */
  readonly kind:
    | 'unknownOperator'
    | 'unknownValue'
    | 'unfinished'
    | 'notLimited'
    | 'elsewhere'
    | 'notSearched'
    | 'paidWhen'
    | 'cutDay'
    | 'tooLong';
  readonly range: TextRange;
  /** Null for an unknown operator, and for words. */
  readonly operator: SearchOperator | null;
  /** As typed. */
  readonly name: string;
  readonly value: string;
}

/** The search with other text in this range. */
export function replaced(search: string, [from, to]: TextRange, by: string): string {
  return `${search.slice(0, from)}${by}${search.slice(to)}`.replaceAll(/\s+/gu, ' ').trim();
}
