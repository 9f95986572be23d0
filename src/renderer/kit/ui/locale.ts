import type { Settings } from '../../../bridge/settings.ts';
import { languageNow } from '../text/messages.ts';

/**
 * Locale for the words inside a sentence ("14 days ago", month names): the sentence's language, with the date
 * order and clock of the user's region.
 */
export function textLocale(userLocale: string): string {
  // Cached: the lookup is slow, and every date and amount on screen needs it.
  const region = regions.get(userLocale) ?? new Intl.Locale(userLocale).maximize().region;
  if (region !== undefined) regions.set(userLocale, region);
  const language = languageNow.get();
  return region === undefined ? language : `${language}-${region}`;
}

/**
 * Locale for numbers and amounts: the user's own. If the user chose a language by hand, it is that language in the
 * user's region, so that one sentence doesn't have words of one language and numbers of another. Next to English words,
 * amounts written from right to left would be reordered: Billfold writes them as in English.
 */
export function numberLocale(locale: string, chosen: Settings['language']): string {
  const { language, region, script } = new Intl.Locale(locale).maximize();
  const isRightToLeft = /^(?:Adlm|Arab|Hebr|Nkoo|Syrc|Thaa)$/.test(script ?? '');
  const other = chosen === 'system' && isRightToLeft ? 'en' : chosen;
  const spoken = other === 'system' ? language : other;
  const own = other === 'system' ? locale : [other, region ?? []].flat().join('-');
  // `en-DE` writes the number 1.000 and the amount €1,000. `en-GB` has the same order of dates.
  return spoken === 'en' && !hasOneNotation(own) ? 'en-GB' : own;
}

/** Whether numbers and amounts have the same separators. */
function hasOneNotation(locale: string): boolean {
  const separators = (options: Intl.NumberFormatOptions): string =>
    new Intl.NumberFormat(locale, { minimumFractionDigits: 2, ...options })
      .formatToParts(1_000_000)
      .flatMap(({ type, value }) => (type === 'group' || type === 'decimal' ? value : []))
      .join('');
  return separators({}) === separators({ style: 'currency', currency: 'USD' });
}

const regions = new Map<string, string>();

/**
 * The user's locale in a form `Intl` accepts. Chromium without locale packs gives `en-US@posix` or `und`, and
 * a minimal system may give `C`.
 * @returns a BCP 47 tag; `en-US` if the given one names no language
 */
export function usableLocale(given: string): string {
  try {
    if (given !== 'und') return new Intl.Locale(given.split(/[@.]/, 1).join()).baseName;
  } catch {
    // Not a valid tag.
  }
  return 'en-US';
}
