import { keyCaps, shortcuts, type ShortcutCommand } from '../../kit/ui/shortcuts.ts';
import { actionGroups, type PaletteAction } from '../../kit/action-registry.ts';

/**
 * Everything that can be done now, each once, in the order of the groups: shortcuts that do something on
 * the present screen, then what its parts have registered. Of two with one id, or with the same words in
 * one group, the first stays.
 */
export function gatherActions(
  handlers: ReadonlyMap<ShortcutCommand, () => void>,
  registered: readonly PaletteAction[],
  labels: Readonly<Record<ShortcutCommand, string>>,
  isMac: boolean,
): readonly PaletteAction[] {
  const ofKeys = shortcuts.flatMap((shortcut): readonly PaletteAction[] => {
    const { command, action } = shortcut;
    const run = handlers.get(command);
    // The palette does not offer itself.
    if (run === undefined || command === 'palette') return [];
    const keys = keyCaps(shortcut, isMac);
    return [{ id: command, label: labels[command], group: action, keys, run }];
  });
  const seen = new Set<string>();
  const once = [...ofKeys, ...registered].filter(({ id, label, group, isDisabled }) => {
    const key = `${group} ${label}`;
    if (isDisabled || seen.has(id) || seen.has(key)) return false;
    seen.add(id).add(key);
    return true;
  });
  return once.toSorted((a, b) => actionGroups.indexOf(a.group) - actionGroups.indexOf(b.group));
}
