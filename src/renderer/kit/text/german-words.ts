import type { SearchWords } from '../../core/bills/search/search-words.ts';

/** German words of the search, for another screen: bills and mails bring them along. */
export async function loadGermanWords(): Promise<SearchWords> {
  return (await import('./de/search-words.ts')).searchWords;
}
