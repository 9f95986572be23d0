import { createObservable, type Observable } from '../../../base/observable.ts';
import type { Language } from '../../../bridge/settings.ts';
import { en } from './en/en.ts';

/** The same names and arguments with any texts. */
type InAnyWords<Text> = Text extends string
  ? string
  : Text extends (...args: infer Args) => infer Said
    ? (...args: Args) => InAnyWords<Said>
    : { readonly [Name in keyof Text]: InAnyWords<Text[Name]> };

/** All messages, as every language must provide them. */
export type Messages = InAnyWords<typeof en>;

/** Catalogs, each a folder beside this file. English is part of the window's first code. */
const catalogs: Readonly<Record<Language, () => Promise<Messages>>> = {
  en: async () => en,
  de: async () => (await import('./de/de.ts')).de,
};

/** All texts in the current language. Read them while rendering, never at load time. */
export let messages: Messages = en;

const current = createObservable<Language>('en');
let requested: Language = 'en';

export const languageNow: Observable<Language> = current;

/** Loads a language. When it resolves, the screens use it, or a language requested later. */
export async function setLanguage(next: Language): Promise<void> {
  requested = next;
  const texts = await catalogs[next]();
  if (next !== requested) return;
  messages = texts;
  current.set(next);
}
