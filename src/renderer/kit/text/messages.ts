import type { Language } from '../../../bridge/settings.ts';
import { de } from './de/de.ts';
import { en } from './en/en.ts';

/** Texts and messages of the same names and arguments, in any words. */
type InAnyWords<Text> = Text extends string
  ? string
  : Text extends (...args: infer Args) => infer Said
    ? (...args: Args) => InAnyWords<Said>
    : { readonly [Name in keyof Text]: InAnyWords<Text[Name]> };

/** What every language says. */
type Messages = InAnyWords<typeof en>;

/** The languages Billfold speaks, each a folder beside this file. */
export const languages = { en, de } as const satisfies Record<Language, Messages>;

/** Every sentence the screens say, in the language spoken. Read when it is shown, never before. */
export let messages: Messages = languages.en;

let spoken: Language = 'en';

/** Tag of the language spoken. */
export function languageSpoken(): Language {
  return spoken;
}

/** From here on the screens say everything in this language. */
export function speak(language: Language): void {
  spoken = language;
  messages = languages[language];
}
