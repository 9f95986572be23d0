import type { TextRange } from '../../../core/bills/search/near-word.ts';
import type { SearchReading } from '../../../core/bills/search/search-reading.ts';
import type { ListChoice } from '../../../core/model/list-choice.ts';
import { messages } from '../../../kit/text/messages.ts';
import { formatCondition, formatSearchPart, type SearchNames } from './format-search.ts';

/** An understood part of the search, as text, and the choice without it. */
export interface SearchChip {
  readonly id: string;
  readonly text: string;
  readonly without: Partial<ListChoice>;
  /** Whether the bills of several readings are shown. */
  readonly isAsking: boolean;
  /** Other readings of the same text. */
  readonly readings: readonly SearchChipReading[];
}

export interface SearchChipReading {
  readonly text: string;
  /** Label for screen readers, with the typed text. */
  readonly label: string;
  readonly choice: Partial<ListChoice>;
}

/** Chips of a search, in the order typed. @param search the parsed search */
export function searchChips(
  search: string,
  { parts }: SearchReading,
  names: SearchNames,
): readonly SearchChip[] {
  const text = messages.views.searchChips;
  return parts
    .filter(({ any }) => any.length > 0)
    .map((part) => {
      const { range, any, choices } = part;
      const typed = search.slice(...range);
      const isSettled = any.length === 1;
      // If one reading is in use, offer only the others.
      const offered = choices.filter(({ condition }) => !isSettled || condition !== any[0]);
      return {
        id: `search ${range.join('-')}`,
        text: formatSearchPart(part, names),
        without: { search: replaced(search, range, '') },
        isAsking: !isSettled && offered.length > 0,
        readings: offered.map((choice) => {
          const said = formatCondition(choice.condition, names);
          return {
            text: said,
            label: text.onlyAria(typed, said),
            choice: { search: replaced(search, range, choice.text) },
          };
        }),
      };
    });
}

function replaced(search: string, [from, to]: TextRange, by: string): string {
  return `${search.slice(0, from)}${by}${search.slice(to)}`.replaceAll(/\s+/gu, ' ').trim();
}
