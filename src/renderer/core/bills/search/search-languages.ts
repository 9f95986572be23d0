import { readSearch } from './search-query.ts';
import type { SearchContext } from './search-reader.ts';
import type { SearchReading } from './search-reading.ts';
import type { SearchWords } from './search-words.ts';

/**
 * Parses a search in the user's language. If bills lack words that it leaves as text, tries the other language.
 * @param other null for none @param finds whether any bill has these words
 */
export function readInEither(
  search: string,
  own: SearchWords,
  other: SearchWords | null,
  context: SearchContext,
  finds: (text: string) => boolean,
): SearchReading {
  const reading = readSearch(search, own, context);
  if (other === null || reading.text === '') return reading;
  const foreign = readSearch(search, other, context);
  if (foreign.text === reading.text || finds(reading.text)) return reading;
  const isUnderstood = foreign.text === '' ? foreign.parts.length > 0 : finds(foreign.text);
  return isUnderstood ? foreign : reading;
}
