import type { MenuItemConstructorOptions } from 'electron';
import type { PayloadOf } from '../../bridge/events.ts';

type MenuEntry = PayloadOf<'menu.chosen'>;

/**
 * The application menu. What the system knows how to do is a role; what Billfold does is sent to the
 * renderer, which knows what is on screen.
 */
export function buildMenu(
  platform: NodeJS.Platform,
  choose: (entry: MenuEntry) => void,
  lock: () => void,
): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin';
  const entry = (label: string, name: MenuEntry, accelerator?: string) => ({
    id: name,
    label,
    click: () => choose(name),
    ...(accelerator === undefined ? {} : { accelerator }),
  });
  const separator: MenuItemConstructorOptions = { type: 'separator' };
  const settings = entry('Settings…', 'settings', 'CmdOrCtrl+,');
  return [
    ...(isMac ? [{ role: 'appMenu' } as const] : []),
    {
      label: '&File',
      submenu: [
        settings,
        // Not the page's to do, which may not answer.
        { id: 'lock', label: 'Lock', click: lock, accelerator: 'CmdOrCtrl+L' },
        separator,
        isMac ? { role: 'close' } : { role: 'quit' },
      ],
    },
    {
      label: '&Edit',
      submenu: [
        { role: 'undo' },
        { role: 'redo' },
        separator,
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'selectAll' },
        separator,
        entry('Search', 'find', 'CmdOrCtrl+F'),
        entry('Command Menu…', 'palette', 'CmdOrCtrl+K'),
      ],
    },
    {
      label: '&View',
      submenu: [
        entry('Review', 'review', 'CmdOrCtrl+1'),
        entry('Approvals', 'approvals', 'CmdOrCtrl+2'),
        entry('Reports', 'insights', 'CmdOrCtrl+3'),
        entry('Customer invoices', 'invoices', 'CmdOrCtrl+4'),
        separator,
        entry('Refresh', 'refresh', 'CmdOrCtrl+R'),
        separator,
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { role: 'togglefullscreen' },
      ],
    },
    { role: 'windowMenu' },
    { role: 'help', submenu: [entry('Keyboard shortcuts', 'shortcuts')] },
  ];
}
