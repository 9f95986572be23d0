import type { MenuItemConstructorOptions } from 'electron';
import { expect, test } from 'vitest';
import { events } from '../../bridge/events.ts';
import { buildMenu } from './menu.ts';

const entriesOf = (menu: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
  menu.flatMap((item) => (Array.isArray(item.submenu) ? entriesOf(item.submenu) : [item]));

test.each(['linux', 'darwin', 'win32'] as const)(
  'D-17 on %s every entry the bridge knows is in the menu once, and tells its name',
  (platform) => {
    const chosen: string[] = [];
    const own = entriesOf(buildMenu(platform, (name) => chosen.push(name))).filter(
      (item) => item.click !== undefined,
    );
    for (const item of own) item.click?.(null as never, undefined, null as never);
    expect({
      chosen: chosen.toSorted(),
      shortcutsOnce: new Set(own.map((item) => item.accelerator)).size,
    }).toEqual({
      chosen: events['menu.chosen'].options.toSorted(),
      shortcutsOnce: own.length,
    });
  },
);
