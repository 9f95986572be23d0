import { expect, test } from 'vitest';
import type { PaletteAction } from '../../kit/action-registry.ts';
import { matchActions, remember } from './match-actions.ts';

const groupText = {
  review: 'Review list',
  bill: 'Bill',
  approvals: 'Approvals',
  go: 'Go to',
  view: 'View',
  app: 'Billfold',
};

const action = (id: string, label: string, group: PaletteAction['group']): PaletteAction => ({
  id,
  label,
  group,
  run: () => undefined,
});

const actions = [
  action('approve', 'Approve and go to the next', 'bill'),
  action('goApprovals', 'Approvals', 'go'),
  action('goReview', 'Review', 'go'),
  action('dark', 'Dark theme', 'view'),
  action('organization', 'Switch to Café Zürich', 'go'),
  action('signOut', 'Sign out', 'app'),
];

function found(typed: string, recent: readonly string[] = []) {
  return matchActions(actions, typed, recent, groupText).map(
    ({ group, actions: matched }) => `${group}: ${matched.map(({ id }) => id).join(' ')}`,
  );
}

test('K-2 before anything is typed the last actions stand first, the others by group, none twice', () => {
  expect([found(''), found('  ', ['signOut', 'goReview', 'gone'])]).toEqual([
    ['bill: approve', 'go: goApprovals goReview organization', 'view: dark', 'app: signOut'],
    ['recent: signOut goReview', 'bill: approve', 'go: goApprovals organization', 'view: dark'],
  ]);
});

test('K-3 every typed word has to be found: in the label or as the name of the group', () => {
  expect([
    found('dark'),
    found('the dar'),
    found('go rev'),
    found('cafe zur'),
    found('OUT sign'),
    found('ight'),
    found('dark approve'),
  ]).toEqual([
    ['null: dark'],
    ['null: dark'],
    ['null: goReview'],
    ['null: organization'],
    ['null: signOut'],
    [],
    [],
  ]);
});

test('K-3 what was used last comes first, then the label that begins so, then words inside words', () => {
  expect([found('app'), found('app', ['goApprovals']), found('ut'), found('re')]).toEqual([
    ['null: approve goApprovals'],
    ['null: goApprovals approve'],
    ['null: signOut'],
    ['null: goReview'],
  ]);
});

test('K-2 the last five actions are remembered, each once', () => {
  const recent = ['a', 'b', 'c', 'd', 'e', 'b', 'f'].reduce(remember, [] as readonly string[]);
  expect(recent).toEqual(['f', 'b', 'e', 'd', 'c']);
});
