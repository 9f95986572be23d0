import { findNear, nearWord } from '../../core/bills/search/near-word.ts';
import { sortKeyOf } from '../../core/bills/search/search-text.ts';
import {
  type ActionGroup,
  type PaletteAction,
  actionGroups,
} from '../../kit/actions/action-registry.ts';
import { keyCaps, type ShortcutCommand, shortcuts } from '../../kit/actions/shortcuts.ts';

/** Actions under one heading. `null`: all matches, the best first. */
export interface MatchedGroup {
  readonly group: ActionGroup | 'recent' | 'vendors' | 'bills' | null;
  readonly actions: readonly PaletteAction[];
}

/** Number of recent actions to offer before anything is typed. */
const MAX_RECENT = 5;

/**
 * Actions to offer. Without a text: recent ones, then the others by group. With a text: the actions whose label, search
 * words or group contain every typed word, in this order: recent actions, beginnings of labels, beginnings of words,
 * matches inside words, search words, matches with a typo.
 * @param recent ids, the most recent first
 */
export function matchActions(
  actions: readonly PaletteAction[],
  typed: string,
  recent: readonly string[],
  groupText: Readonly<Record<ActionGroup, string>>,
): readonly MatchedGroup[] {
  const typedWords = wordsIn(typed);
  if (typedWords.length === 0) return offered(actions, recent);
  const matches = actions.flatMap((action, at) => {
    const worth = matchWorth(action, groupText[action.group], typedWords);
    return worth === null ? [] : [{ action, at, worth, recency: recencyOf(action, recent) }];
  });
  const best = matches.toSorted(
    (a, b) => a.recency - b.recency || a.worth - b.worth || a.at - b.at,
  );
  return best.length === 0 ? [] : [{ group: null, actions: best.map(({ action }) => action) }];
}

/** Ids of recent actions with one more, the most recent first. */
export function remember(recent: readonly string[], id: string): readonly string[] {
  return [id, ...recent.filter((other) => other !== id)].slice(0, MAX_RECENT);
}

function offered(
  actions: readonly PaletteAction[],
  recent: readonly string[],
): readonly MatchedGroup[] {
  const last = recent.flatMap((id) => actions.find((action) => action.id === id) ?? []);
  const others = actions.filter((action) => !last.includes(action) && !action.isFoundOnly);
  const groups = [...new Set(others.map(({ group }) => group))].map((group) => ({
    group,
    actions: others.filter((action) => action.group === group),
  }));
  return last.length === 0 ? groups : [{ group: 'recent', actions: last }, ...groups];
}

/** Rank of a match, lower is better; null when a word is not found. */
function matchWorth(
  { label, also = '' }: PaletteAction,
  groupName: string,
  typedWords: readonly string[],
): number | null {
  const inLabel = wordsIn(label);
  const others = wordsIn(also);
  const text = [...inLabel, ...others].join(' ');
  if (inLabel.join(' ').startsWith(typedWords.join(' '))) return 0;
  const worths = typedWords.map((term): number | null => {
    if (inLabel.some((part) => part.startsWith(term))) return 1;
    if (inLabel.some((part) => part.includes(term))) return 2;
    if (others.some((part) => part.startsWith(term))) return 3;
    if (wordsIn(groupName).some((part) => part.startsWith(term))) return 4;
    const near = nearWord(term);
    return near !== null && findNear(text, near) !== null ? 5 : null;
  });
  return worths.reduce((worst, worth) =>
    worst === null || worth === null ? null : Math.max(worst, worth),
  );
}

/** Words in lower case and without accents, since users type in haste. */
function wordsIn(text: string): readonly string[] {
  return sortKeyOf(text).match(/[\p{Letter}\p{Number}]+/gu) ?? [];
}

function recencyOf({ id }: PaletteAction, recent: readonly string[]): number {
  const at = recent.indexOf(id);
  return at === -1 ? recent.length : at;
}

/**
 * Every possible action, once, in the order of the groups: shortcuts with an effect on the present screen, then actions
 * registered by its parts. If two have the same id, or the same label in a group, the first one stays.
 * @param also search words of an action, by its id
 */
export function gatherActions(
  handlers: ReadonlyMap<ShortcutCommand, () => void>,
  registered: readonly PaletteAction[],
  labels: Readonly<Record<ShortcutCommand, string>>,
  also: Readonly<Record<string, string>>,
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
  const withOthers = (action: PaletteAction): PaletteAction => {
    const words = also[action.id];
    return words === undefined ? action : { ...action, also: words };
  };
  const seen = new Set<string>();
  const all = [...ofKeys, ...registered].filter(({ id, label, group, isDisabled }) => {
    const key = `${group} ${label}`;
    if (isDisabled || seen.has(id) || seen.has(key)) return false;
    seen.add(id).add(key);
    return true;
  });
  const once = all.map(withOthers);
  return once.toSorted((a, b) => actionGroups.indexOf(a.group) - actionGroups.indexOf(b.group));
}
