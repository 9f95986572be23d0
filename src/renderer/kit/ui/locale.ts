import { languageSpoken } from '../text/first-messages.ts';

/**
 * The language of the sentences as it is written where the reader lives: words inside a sentence
 * ("14 days ago", month names) must be in its language, their order and clock are the region's.
 * Amounts use the reader's own locale.
 */
export function textLocale(readerLocale: string): string {
  // Kept: the browser takes long to look it up, and each date and amount on screen asks.
  const region = regions.get(readerLocale) ?? new Intl.Locale(readerLocale).maximize().region;
  if (region !== undefined) regions.set(readerLocale, region);
  const language = languageSpoken.get();
  return region === undefined ? language : `${language}-${region}`;
}

const regions = new Map<string, string>();
