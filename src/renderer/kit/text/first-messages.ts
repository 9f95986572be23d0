import { createObservable, type Observable } from '../../../base/observable.ts';
import type { Language } from '../../../bridge/settings.ts';
import type { en } from './en/en.ts';
import { firstScreen } from './en/first/first.ts';

/** Texts and messages of the same names and arguments, in any words. */
type InAnyWords<Text> = Text extends string
  ? string
  : Text extends (...args: infer Args) => infer Said
    ? (...args: Args) => InAnyWords<Said>
    : { readonly [Name in keyof Text]: InAnyWords<Text[Name]> };

/** What every language says. */
export type Messages = InAnyWords<typeof en>;

/** The languages Billfold speaks, each a folder beside this file. Null: English, which comes with what says it. */
const readers: Readonly<Record<Language, () => Promise<Messages | null>>> = {
  en: async () => null,
  de: async () => (await import('./de/de.ts')).de,
};

/**
 * The sentences of the first screen, in the language spoken. Read when they are shown, never before. Later parts say
 * theirs, and these, by `messages.ts`, which comes with them.
 */
export let messages: InAnyWords<typeof firstScreen> = firstScreen;

const translated = createObservable<Messages | null>(null);

/** All that is said in another language than English, as soon as it is spoken. */
export const translation: Observable<Messages | null> = translated;

const spoken = createObservable<Language>('en');
let wanted: Language = 'en';

/** Tag of the language spoken. */
export const languageSpoken: Observable<Language> = spoken;

/** From when it resolves the screens say everything in this language, or one that was wanted since. */
export async function speak(language: Language): Promise<void> {
  wanted = language;
  const texts = await readers[language]();
  if (language !== wanted) return;
  messages = texts ?? firstScreen;
  translated.set(texts);
  spoken.set(language);
}
