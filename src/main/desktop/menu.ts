import type { MenuItemConstructorOptions } from 'electron';
import type { PayloadOf } from '../../bridge/events.ts';
import type { Language } from '../../bridge/settings.ts';

type MenuEntry = PayloadOf<'menu.chosen'>;

/** Commands that main runs itself, so that they work even if the window does not. */
export interface OwnEntries {
  readonly lock: () => void;
  readonly copyDiagnostics: () => Promise<void>;
  readonly removeEverything: () => Promise<void>;
}

const messages = {
  en: {
    file: '&File',
    edit: '&Edit',
    view: '&View',
    settings: 'Settings…',
    lock: 'Lock',
    find: 'Search',
    palette: 'Command menu…',
    review: 'Review',
    approvals: 'Approvals',
    reports: 'Reports',
    invoices: 'Customer invoices',
    refresh: 'Refresh',
    shortcuts: 'Keyboard shortcuts',
    whatsNew: 'What’s new',
    about: 'About Billfold',
    copyDiagnostics: 'Copy diagnostics',
    removeEverything: 'Remove all data…',
  },
  de: {
    file: '&Datei',
    edit: '&Bearbeiten',
    view: '&Ansicht',
    settings: 'Einstellungen …',
    lock: 'Sperren',
    find: 'Suchen',
    palette: 'Befehlsmenü …',
    review: 'Prüfen',
    approvals: 'Freigaben',
    reports: 'Berichte',
    invoices: 'Ausgangsrechnungen',
    refresh: 'Aktualisieren',
    shortcuts: 'Tastenkürzel',
    whatsNew: 'Neuerungen',
    about: 'Über Billfold',
    copyDiagnostics: 'Diagnosedaten kopieren',
    removeEverything: 'Alle Daten entfernen …',
  },
} as const satisfies Record<
  Language,
  Record<MenuEntry | keyof OwnEntries | 'file' | 'edit' | 'view', string>
>;

/**
 * The application menu. The system's own commands are roles. Billfold's commands go to the renderer, which knows what
 * is on screen.
 */
export function buildMenu(
  platform: NodeJS.Platform,
  language: Language,
  choose: (entry: MenuEntry) => void,
  own: OwnEntries,
): MenuItemConstructorOptions[] {
  const text = messages[language];
  const isMac = platform === 'darwin';
  const entry = (label: string, name: MenuEntry, accelerator?: string) => ({
    id: name,
    label,
    click: () => choose(name),
    ...(accelerator === undefined ? {} : { accelerator }),
  });
  // Main runs these commands, because the page may not respond.
  const ownEntry = (name: keyof OwnEntries) => ({
    id: name,
    label: text[name],
    click: () => void own[name](),
  });
  const about = entry(text.about, 'about');
  return [
    ...(isMac ? [appMenu(about)] : []),
    {
      label: text.file,
      submenu: [
        entry(text.settings, 'settings', 'CmdOrCtrl+,'),
        { ...ownEntry('lock'), accelerator: 'CmdOrCtrl+L' },
        separator,
        isMac ? { role: 'close' } : { role: 'quit' },
      ],
    },
    {
      label: text.edit,
      submenu: [
        { role: 'undo' },
        { role: 'redo' },
        separator,
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'selectAll' },
        separator,
        entry(text.find, 'find', 'CmdOrCtrl+F'),
        entry(text.palette, 'palette', 'CmdOrCtrl+K'),
      ],
    },
    {
      label: text.view,
      submenu: [
        entry(text.review, 'review', 'CmdOrCtrl+1'),
        entry(text.approvals, 'approvals', 'CmdOrCtrl+2'),
        entry(text.reports, 'reports', 'CmdOrCtrl+3'),
        entry(text.invoices, 'invoices', 'CmdOrCtrl+4'),
        separator,
        entry(text.refresh, 'refresh', 'CmdOrCtrl+R'),
        separator,
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { role: 'togglefullscreen' },
      ],
    },
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [
        entry(text.shortcuts, 'shortcuts'),
        entry(text.whatsNew, 'whatsNew'),
        separator,
        ownEntry('copyDiagnostics'),
        ownEntry('removeEverything'),
        ...(isMac ? [] : [separator, about]),
      ],
    },
  ];
}

const separator: MenuItemConstructorOptions = { type: 'separator' };

/** The system's own menu, except for the entry about the program. */
function appMenu(about: MenuItemConstructorOptions): MenuItemConstructorOptions {
  return {
    role: 'appMenu',
    submenu: [
      about,
      separator,
      { role: 'services' },
      separator,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      separator,
      { role: 'quit' },
    ],
  };
}
