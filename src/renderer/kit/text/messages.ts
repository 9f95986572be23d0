import { en } from './en/en.ts';
import { type Messages, translation } from './first-messages.ts';

/** All texts in the current language. Read them while rendering, never at load time. */
export let messages: Messages = translation.get() ?? en;

translation.subscribe(() => {
  messages = translation.get() ?? en;
});
