import type { MenuItemConstructorOptions } from 'electron';
import { expect, test } from 'vitest';
import { events } from '../../bridge/events.ts';
import { keyCaps, shortcuts } from '../../renderer/kit/actions/shortcuts.ts';
import { buildMenu } from './menu.ts';

const entriesOf = (menu: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
  menu.flatMap((item) => (Array.isArray(item.submenu) ? entriesOf(item.submenu) : [item]));

test.each(['linux', 'darwin', 'win32'] as const)(
  'on %s the menu has every entry of the bridge once, and sends its name',
  (platform) => {
    const chosen: string[] = [];
    const mains = {
      lock: () => void chosen.push('lock'),
      copyDiagnostics: async () => void chosen.push('copyDiagnostics'),
      removeEverything: async () => void chosen.push('removeEverything'),
    };
    const own = entriesOf(buildMenu(platform, 'en', (name) => chosen.push(name), mains)).filter(
      (item) => item.click !== undefined,
    );
    const keys = own.flatMap(({ accelerator }) => accelerator ?? []);
    for (const item of own) item.click?.(null as never, undefined, null as never);
    expect({
      chosen: chosen.toSorted(),
      shortcutsOnce: new Set(keys).size,
    }).toEqual({
      chosen: [...events['menu.chosen'].options, ...Object.keys(mains)].toSorted(),
      shortcutsOnce: keys.length,
    });
  },
);

test('no shortcut of the menu has a different meaning on the page', () => {
  const onPage = new Map(
    shortcuts
      .filter(({ withControlOrCommand }) => withControlOrCommand)
      .map((shortcut) => [keyCaps(shortcut, false).join(' '), shortcut.command as string]),
  );
  const both = entriesOf(
    buildMenu('linux', 'de', () => undefined, {
      lock: () => undefined,
      copyDiagnostics: async () => undefined,
      removeEverything: async () => undefined,
    }),
  ).flatMap(({ id, accelerator }) => {
    const command = onPage.get(String(accelerator).replace('CmdOrCtrl', 'Ctrl'));
    return command === undefined ? [] : [{ menu: id, page: command }];
  });
  expect(both).toEqual([{ menu: 'palette', page: 'palette' }]);
});
