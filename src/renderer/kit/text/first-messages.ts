import { createObservable, type Observable } from '../../../base/observable.ts';
import type { Language } from '../../../bridge/settings.ts';
import type { en } from './en/en.ts';
import { firstScreen } from './en/first/first.ts';

/** The same names and arguments with any texts. */
type InAnyWords<Text> = Text extends string
  ? string
  : Text extends (...args: infer Args) => infer Said
    ? (...args: Args) => InAnyWords<Said>
    : { readonly [Name in keyof Text]: InAnyWords<Text[Name]> };

/** All messages, as every language must provide them. */
export type Messages = InAnyWords<typeof en>;

/**
 * Loaders of the languages, each a folder beside this file. Null: English, which loads with the code that
 * uses it.
 */
const readers: Readonly<Record<Language, () => Promise<Messages | null>>> = {
  en: async () => null,
  de: async () => (await import('./de/de.ts')).de,
};

/**
 * Texts of the first screen in the current language. Read them while rendering, never at load time. Later
 * parts of the window use `messages.ts`, which includes these.
 */
export let messages: InAnyWords<typeof firstScreen> = firstScreen;

const translated = createObservable<Messages | null>(null);

/** All texts of a language other than English, once it is loaded; null for English. */
export const translation: Observable<Messages | null> = translated;

const spoken = createObservable<Language>('en');
let wanted: Language = 'en';

/** Tag of the current language. */
export const languageSpoken: Observable<Language> = spoken;

/** Loads a language. When it resolves, the screens use it, or a language requested later. */
export async function speak(language: Language): Promise<void> {
  wanted = language;
  const texts = await readers[language]();
  if (language !== wanted) return;
  messages = texts ?? firstScreen;
  translated.set(texts);
  spoken.set(language);
}
