import { Fragment, use, useSyncExternalStore } from 'react';
import { DataContext } from '../services/data.ts';
import { messages } from '../text/messages.ts';
import { say } from '../text/say.ts';
import './keys.css';
import { isSingleKey, keyCaps, type ShortcutCommand, shortcuts } from '../actions/shortcuts.ts';

/** The key of a command on its button. Screen readers skip it; the keyboard help lists all keys. */
export function KeyHint({ command }: { readonly command: ShortcutCommand }) {
  return (
    <kbd aria-hidden="true" className={isSingle(command) ? 'key--single' : undefined}>
      {keyOf(command)}
    </kbd>
  );
}

function isSingle(command: ShortcutCommand): boolean {
  return shortcuts.some((each) => each.command === command && isSingleKey(each));
}

/** Whether single keys do anything. False if the user switched them off. */
export function useSingleKeys(): boolean {
  const settings = use(DataContext)?.workspace.settings;
  const keys = useSyncExternalStore(settings?.subscribe ?? never, () => settings?.get().singleKeys);
  return keys !== 'off';
}

const never = () => () => undefined;

/** Tooltips of controls: the name, and the key that does the same unless the user switched it off. */
export function useKeyTip(): (label: string, command: ShortcutCommand) => string {
  const areOn = useSingleKeys();
  return (label, command) =>
    areOn || !isSingle(command) ? say`${label} (${keyOf(command)})` : label;
}

/** Label of the key of a command that has one key. */
function keyOf(command: ShortcutCommand): string {
  const shortcut = shortcuts.find((each) => each.command === command);
  return shortcut ? keyCaps(shortcut, false).map(onKeyboard).join(' ') : '';
}

/** Key names of the language in use, as on its keyboards. */
function onKeyboard(keys: string): string {
  const names: Readonly<Record<string, string>> = messages.help.keyNames;
  const parts = keys.split('+').map((key) => names[key] ?? key);
  return parts.join('+');
}

/** Keys in the order they are pressed. */
export function Keys({ keys }: { readonly keys: readonly string[] }) {
  const areSingle = keys.every((key) => key.length === 1);
  return (
    <span className={areSingle ? 'keys key--single' : 'keys'}>
      {keys.map((key, at) => (
        <Fragment key={key}>
          {at > 0 && <span className="keys__then"> {messages.help.between} </span>}
          <kbd>{onKeyboard(key)}</kbd>
        </Fragment>
      ))}
    </span>
  );
}
