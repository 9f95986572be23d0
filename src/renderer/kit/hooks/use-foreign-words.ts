import type { SearchWords } from '../../core/bills/search/search-words.ts';
import { languageNow } from '../text/messages.ts';
import { lazyFile } from '../ui/lazy.tsx';

/** German search words for screens in another language: users paste them from bills and mails. */
const useGerman = lazyFile(() => import('../text/de/search-words.ts'));

/** Words of a search in the other language; null until they are loaded, and on a German screen. */
export function useForeignWords(isSearching: boolean): SearchWords | null {
  const isForeign = languageNow.get() === 'en';
  const german = useGerman(isSearching && isForeign);
  return isForeign ? (german?.searchWords ?? null) : null;
}
