import { createObservable, type Observable } from '../../../base/observable.ts';
import type { Language } from '../../../bridge/settings.ts';
import { en } from './en/en.ts';

/** Texts and messages of the same names and arguments, in any words. */
type InAnyWords<Text> = Text extends string
  ? string
  : Text extends (...args: infer Args) => infer Said
    ? (...args: Args) => InAnyWords<Said>
    : { readonly [Name in keyof Text]: InAnyWords<Text[Name]> };

/** What every language says. */
type Messages = InAnyWords<typeof en>;

/** The languages Billfold speaks, each a folder beside this file. English is there from the start. */
const readers: Readonly<Record<Language, () => Promise<Messages>>> = {
  en: async () => en,
  de: async () => (await import('./de/de.ts')).de,
};

/** Every sentence the screens say, in the language spoken. Read when it is shown, never before. */
export let messages: Messages = en;

const spoken = createObservable<Language>('en');
let wanted: Language = 'en';

/** Tag of the language spoken. */
export const languageSpoken: Observable<Language> = spoken;

/** From when it resolves the screens say everything in this language, or one that was wanted since. */
export async function speak(language: Language): Promise<void> {
  wanted = language;
  const texts = await readers[language]();
  if (language !== wanted) return;
  messages = texts;
  spoken.set(language);
}
