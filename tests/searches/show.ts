import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatSearchPart } from '../../src/renderer/screens/review/filters/format-search.ts';
import { messages } from '../../src/renderer/kit/text/messages.ts';
import type { DayOrder } from '../../src/renderer/core/bills/search/search-reader.ts';
import { company as usual } from './company.ts';

/** Bills that a search finds, and chips it shows. */
interface Shown {
  /** Ids from the inbox of `company.ts`, sorted; after “~” those under Similar. */
  readonly finds: string;
  /** A chip that asks for the meaning ends with “?”. Empty for a search of words only. */
  readonly chips: string;
}

/** Bills and chips that the company shows for a search in the current language. */
export function shown(
  search: string,
  locale: string,
  dayOrder: DayOrder | null,
  company = usual,
): Shown {
  const { reading, exact, similar } = company.search(search, messages.review.searchWords, dayOrder);
  const parts = reading.parts.filter(({ any }) => any.length > 0);
  const chips = parts.map((part) => {
    const isAsked = part.choices.length > 0 && part.any.length > 1;
    return `${formatSearchPart(part, { ...company.names, locale })}${isAsked ? '?' : ''}`;
  });
  const finds = [...exact.toSorted(), ...(similar.length > 0 ? ['~', ...similar.toSorted()] : [])];
  return { finds: finds.join(' '), chips: chips.join(' | ').replaceAll('\u00A0', ' ') };
}

/** Searches of a language with the expected bills and chips. Searches with the same meaning share a row. */
export function cases(
  table: 'en' | 'de' | 'names' | 'film' | 'brewery',
): readonly (readonly [typed: string, expected: Shown])[] {
  const text = readFileSync(join(import.meta.dirname, `${table}.json`), 'utf8');
  const rows = JSON.parse(text) as readonly (Shown & { readonly typed: readonly string[] })[];
  return rows.flatMap(({ finds, chips, typed }) =>
    typed.map((each) => [each, { finds, chips }] as const),
  );
}
