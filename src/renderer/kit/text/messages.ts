import { createObservable, type Observable } from '../../../base/observable.ts';
import type { Language } from '../../../bridge/settings.ts';
import { en } from './en/en.ts';
import type { Messages } from './message-types.ts';

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
