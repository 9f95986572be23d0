import { formatSearchPart } from '../../src/renderer/screens/review/format-search.ts';
import { messages } from '../../src/renderer/kit/text/messages.ts';
import type { DayOrder } from '../../src/renderer/core/bills/search-reader.ts';
import { companyNames, searchCompany } from './company.ts';
import type { SearchRow } from './table.ts';

/** What a search finds and shows, in the language that is set. Ids are sorted. */
export function shown(
  search: string,
  locale: string,
  dayOrder: DayOrder,
): Omit<SearchRow, 'typed'> {
  const { reading, exact, similar } = searchCompany(search, messages.review.searchWords, dayOrder);
  const chips = reading.parts.map((part) => {
    const isAsked = part.choices.length > 0 && part.any.length > 1;
    return `${formatSearchPart(part, { ...companyNames, locale })}${isAsked ? '?' : ''}`;
  });
  const finds = [...exact, ...(similar.length > 0 ? ['~', ...similar] : [])];
  return { finds: sorted(finds.join(' ')), chips: chips.join(' | ').replaceAll('\u00A0', ' ') };
}

/** Each search of a table with what it must find and show. */
export function cases(
  rows: readonly SearchRow[],
): readonly (readonly [typed: string, expected: Omit<SearchRow, 'typed'>])[] {
  return rows.flatMap(({ finds, chips, typed }) =>
    typed.map((each) => [each, { finds: sorted(finds), chips }] as const),
  );
}

function sorted(ids: string): string {
  return ids.split(' ').toSorted().join(' ');
}
