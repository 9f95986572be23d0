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

/**
 * The reader's locale as `Intl` takes it: Chromium without locale packs says `en-US@posix` or `und`, and a bare
 * system may say `C`.
 * @returns a BCP 47 tag; `en-US` where the given one names no language
 */
export function usableLocale(given: string): string {
  try {
    if (given !== 'und') return new Intl.Locale(given.split(/[@.]/, 1).join()).baseName;
  } catch {
    // Not a tag.
  }
  return 'en-US';
}
