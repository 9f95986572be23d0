import type { TextRange } from './near-word.ts';
import type { SearchCondition } from './search-conditions.ts';
import type { SearchOperator } from './search-words.ts';

/** Reading of a search: its words, and every part that was understood or was not. */
export interface SearchReading {
  /** Words to look for in the bills’ texts; each has to be found. */
  readonly text: string;
  /** Parts that ask for more than a word, in the order they were typed. Bills have to meet each one. */
  readonly parts: readonly SearchPart[];
  /** Operators that ask for nothing, in the order they were typed. */
  readonly problems: readonly SearchProblem[];
}

/** Part of a search that is shown as a chip. */
export interface SearchPart {
  /** Its place in the search. */
  readonly range: TextRange;
  /** One of them has to hold. */
  readonly any: readonly SearchCondition[];
  /** Other ways to read it, each with the text that says so. Empty where there is no doubt. */
  readonly choices: readonly SearchChoice[];
}

export interface SearchChoice {
  readonly condition: SearchCondition;
  /** Search text that has this meaning alone. */
  readonly text: string;
}

/** An operator Billfold does not understand, or one that is not typed to its end, as words may be. */
export interface SearchProblem {
  readonly kind: 'unknownOperator' | 'unknownValue' | 'unfinished';
  readonly range: TextRange;
  /** Null for one that does not exist, and for words. */
  readonly operator: SearchOperator | null;
  /** As it was typed. */
  readonly name: string;
  readonly value: string;
}
