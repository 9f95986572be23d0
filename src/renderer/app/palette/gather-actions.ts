import type { ShortcutCommand } from '../../kit/ui/shortcuts.ts';
import { keyCaps, shortcuts } from '../../kit/ui/shortcuts.ts';
import { actionGroups, type ActionGroup, type PaletteAction } from '../../kit/action-registry.ts';

/** Where a shortcut's action stands among the others. */
const groupOf: Record<ShortcutCommand, ActionGroup> = {
  nextBill: 'review',
  previousBill: 'review',
  approve: 'bill',
  selectBill: 'bill',
  clearSelection: 'review',
  skip: 'bill',
  snooze: 'bill',
  dismiss: 'bill',
  note: 'bill',
  filters: 'review',
  search: 'review',
  palette: 'app',
  undo: 'approvals',
  refresh: 'app',
  help: 'app',
  goReview: 'go',
  goApprovals: 'go',
  goInsights: 'go',
  goInvoices: 'go',
  goSettings: 'go',
};

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
    const { command } = shortcut;
    const run = handlers.get(command);
    // The palette does not offer itself.
    if (run === undefined || command === 'palette') return [];
    const keys = keyCaps(shortcut, isMac);
    return [{ id: command, label: labels[command], group: groupOf[command], keys, run }];
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
