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
  /** Its range in the search. */
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

/** An operator that Billfold does not know, or an unfinished operator or phrase. */
export interface SearchProblem {
  readonly kind: 'unknownOperator' | 'unknownValue' | 'unfinished';
  readonly range: TextRange;
  /** Null for an unknown operator, and for words. */
  readonly operator: SearchOperator | null;
  /** As typed. */
  readonly name: string;
  readonly value: string;
}
