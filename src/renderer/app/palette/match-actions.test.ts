import { expect, test } from 'vitest';
import { type PaletteAction, createActionRegistry } from '../../kit/actions/action-registry.ts';
import { gatherActions, matchActions, remember } from './match-actions.ts';
import { messages } from '../../kit/text/messages.ts';
import type { ShortcutCommand } from '../../kit/actions/shortcuts.ts';

const nothing = (): void => undefined;

const action = (fields: Partial<PaletteAction> & { id: string }): PaletteAction => ({
  label: fields.id,
  group: 'view',
  run: nothing,
  ...fields,
});

const groupText = {
  review: 'Review list',
  bill: 'Bill',
  approvals: 'Approvals',
  go: 'Go to',
  view: 'View',
  app: 'Billfold',
};

const actions = [
  action({ id: 'approve', label: 'Approve and go to the next', group: 'bill' }),
  action({ id: 'goApprovals', label: 'Approvals', group: 'go' }),
  action({ id: 'goReview', label: 'Review', group: 'go' }),
  action({ id: 'dark', label: 'Dark theme', group: 'view' }),
  action({ id: 'organization', label: 'Switch to Café Zürich', group: 'go' }),
  action({ id: 'signOut', label: 'Sign out', group: 'app', also: 'log out logout' }),
];

function found(typed: string, recent: readonly string[] = []) {
  return matchActions(actions, typed, recent, groupText).map(
    ({ group, actions: matched }) => `${group}: ${matched.map(({ id }) => id).join(' ')}`,
  );
}

test('without a text, recent actions come first, then the others by group, each once', () => {
  expect([found(''), found('  ', ['signOut', 'goReview', 'gone'])]).toEqual([
    ['bill: approve', 'go: goApprovals goReview organization', 'view: dark', 'app: signOut'],
    ['recent: signOut goReview', 'bill: approve', 'go: goApprovals organization', 'view: dark'],
  ]);
});

test.each([
  ['dark', [], ['dark']],
  ['the dar', [], ['dark']],
  ['go rev', [], ['goReview']],
  ['cafe zur', [], ['organization']],
  ['OUT sign', [], ['signOut']],
  ['ight', [], []],
  ['dark approve', [], []],
  ['log', [], ['signOut']],
  ['logout', [], ['signOut']],
  ['aprove', [], ['approve']],
  ['orginization', [], []],
  ['zurihc', [], ['organization']],
  // The most recent comes first, then labels that begin with the word, then matches inside words.
  ['app', [], ['approve', 'goApprovals']],
  ['app', ['goApprovals'], ['goApprovals', 'approve']],
  ['ut', [], ['signOut']],
  ['re', [], ['goReview']],
])('every typed word has to be found in the label or the group: %s %j', (typed, recent, ids) => {
  expect(found(typed, recent)).toEqual(ids.length ? [`null: ${ids.join(' ')}`] : []);
});

test('an action that only a search finds is offered after a search, or if it is recent', () => {
  const some = [...actions, action({ id: 'undo period', isFoundOnly: true })];
  const ids = (typed: string, recent: readonly string[] = []) =>
    matchActions(some, typed, recent, groupText).flatMap(({ actions: each }) =>
      each.map(({ id }) => id),
    );
  expect([ids('').includes('undo period'), ids('undo'), ids('', ['undo period'])[0]]).toEqual([
    false,
    ['undo period'],
    'undo period',
  ]);
});

test('the last five actions are remembered, each once', () => {
  const recent = ['a', 'b', 'c', 'd', 'e', 'b', 'f'].reduce(remember, [] as readonly string[]);
  expect(recent).toEqual(['f', 'b', 'e', 'd', 'c']);
});

function gathered(commands: readonly ShortcutCommand[], registered: readonly PaletteAction[]) {
  const handlers = new Map(commands.map((command) => [command, nothing]));
  return gatherActions(
    handlers,
    registered,
    messages.help.commands,
    messages.palette.also,
    false,
  ).map(({ id, group, keys = [] }) => [group, id, ...keys].join(' '));
}

test('shortcuts with an effect here are offered with their keys, by group, without the palette itself', () => {
  expect(gathered(['goApprovals', 'palette', 'help', 'approve', 'search'], [])).toEqual([
    'bill approve a',
    'go goApprovals g a',
    'review search /',
    'app help ?',
  ]);
});

test.each([
  ['sync', 'refresh'],
  ['help', 'help'],
  ['log out', 'signOut'],
  ['preferences', 'goSettings'],
  ['aging', 'goReports'],
  ['duplicates', 'flag duplicate'],
  ['prefrences', 'goSettings'],
])('%s finds %s by another word for it', (typed, id) => {
  const commands: readonly ShortcutCommand[] = ['refresh', 'help', 'goSettings', 'goReports'];
  const handlers = new Map(commands.map((command) => [command, nothing]));
  const own = [
    action({ id: 'signOut', label: messages.palette.signOut, group: 'app' }),
    action({ id: 'flag duplicate', label: messages.palette.showFlag('Copies'), group: 'review' }),
  ];
  const { commands: labels } = messages.help;
  const offered = gatherActions(handlers, own, labels, messages.palette.also, false);
  const [best] = matchActions(offered, typed, [], groupText);
  expect(best?.actions[0]?.id).toBe(id);
});

test('the palette offers no action twice, and none without an effect', () => {
  expect(
    gathered(
      ['refresh'],
      [
        action({ id: 'refresh', label: 'Again', group: 'app' }),
        action({ id: 'other', label: messages.help.commands.refresh, group: 'app' }),
        action({ id: 'dark' }),
        action({ id: 'dark', label: 'Darker' }),
        action({ id: 'off', isDisabled: true }),
      ],
    ),
  ).toEqual(['view dark', 'app refresh r']);
});

test('actions of a part are offered with their present state, and only while the part is mounted', () => {
  const registry = createActionRegistry();
  let label = 'first';
  const remove = registry.add(() => [action({ id: 'a', label })]);
  registry.add(() => [action({ id: 'b' })]);
  label = 'second';
  const list = () => registry.sources.get().flatMap((source) => source());
  const before = list().map((each) => each.label);
  remove();
  expect([before, list().map(({ id }) => id)]).toEqual([['second', 'b'], ['b']]);
});
