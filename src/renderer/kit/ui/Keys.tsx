import { Fragment } from 'react';
import { messages } from '../text/first-messages.ts';
import './keys.css';
import { keyCaps, type ShortcutCommand, shortcuts } from './shortcuts.ts';

/** The key of a command on its button; who listens hears it from the keyboard's own list. */
export function KeyHint({ command }: { readonly command: ShortcutCommand }) {
  return <kbd aria-hidden="true">{keyOf(command)}</kbd>;
}

/** What is written on the key of a command that has one key. */
export function keyOf(command: ShortcutCommand): string {
  const shortcut = shortcuts.find((each) => each.command === command);
  return shortcut ? keyCaps(shortcut, false).map(onKeyboard).join(' ') : '';
}

/** "Ctrl+K" as it stands on a keyboard of the language spoken. */
function onKeyboard(keys: string): string {
  const names: Readonly<Record<string, string>> = messages.help.keyNames;
  const parts = keys.split('+').map((key) => names[key] ?? key);
  return parts.join('+');
}

/** Keys as they are pressed, one after the other. */
export function Keys({ keys }: { readonly keys: readonly string[] }) {
  return (
    <span className="keys">
      {keys.map((key, at) => (
        <Fragment key={key}>
          {at > 0 && <span className="keys__then"> {messages.help.between} </span>}
          <kbd>{onKeyboard(key)}</kbd>
        </Fragment>
      ))}
    </span>
  );
}
