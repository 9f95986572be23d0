import { en } from './en/en.ts';
import { type Messages, translation } from './first-messages.ts';

/** Every sentence the screens say, in the language spoken. Read when it is shown, never before. */
export let messages: Messages = translation.get() ?? en;

translation.subscribe(() => {
  messages = translation.get() ?? en;
});
