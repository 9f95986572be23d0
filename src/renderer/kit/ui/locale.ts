import { languageSpoken } from '../text/messages.ts';

/**
 * The language of the sentences as it is written where the reader lives: words inside a sentence
 * ("14 days ago", month names) must be in its language, their order and clock are the region's.
 * Amounts use the reader's own locale.
 */
export function textLocale(readerLocale: string): string {
  const { region } = new Intl.Locale(readerLocale).maximize();
  return region === undefined ? languageSpoken() : `${languageSpoken()}-${region}`;
}
