import { expect, test } from 'vitest';
import { en } from '../../kit/text/en.ts';
import type { ShortcutCommand } from '../../kit/ui/shortcuts.ts';
import { createActionRegistry, type PaletteAction } from '../../kit/action-registry.ts';
import { gatherActions } from './gather-actions.ts';

const nothing = (): void => undefined;

const action = (fields: Partial<PaletteAction> & { id: string }): PaletteAction => ({
  label: fields.id,
  group: 'view',
  run: nothing,
  ...fields,
});

function gathered(commands: readonly ShortcutCommand[], registered: readonly PaletteAction[]) {
  const handlers = new Map(commands.map((command) => [command, nothing]));
  return gatherActions(handlers, registered, en.help.commands, false).map(
    ({ id, group, keys = [] }) => [group, id, ...keys].join(' '),
  );
}

test('K-4 shortcuts that do something here are offered with their keys, by group, the palette is not', () => {
  expect(gathered(['goApprovals', 'palette', 'help', 'approve', 'search'], [])).toEqual([
    'review search /',
    'bill approve a',
    'go goApprovals g a',
    'app help ?',
  ]);
});

test('K-4 no action is offered twice, and none that cannot be done', () => {
  expect(
    gathered(
      ['refresh'],
      [
        action({ id: 'refresh', label: 'Again', group: 'app' }),
        action({ id: 'other', label: en.help.commands.refresh, group: 'app' }),
        action({ id: 'dark' }),
        action({ id: 'dark', label: 'Darker' }),
        action({ id: 'off', isDisabled: true }),
      ],
    ),
  ).toEqual(['view dark', 'app refresh r']);
});

test('K-4 what a part registers is offered as it is at the moment, and only while the part is there', () => {
  const registry = createActionRegistry();
  let label = 'first';
  const remove = registry.add(() => [action({ id: 'a', label })]);
  registry.add(() => [action({ id: 'b' })]);
  label = 'second';
  const before = registry.list().map((each) => each.label);
  remove();
  expect([before, registry.list().map(({ id }) => id)]).toEqual([['second', 'b'], ['b']]);
});
