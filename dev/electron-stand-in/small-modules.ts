import { spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type {
  Clipboard,
  Dialog,
  Display,
  MenuItemConstructorOptions,
  MessageBoxOptions,
  NotificationConstructorOptions,
  Screen,
  Shell,
} from 'electron';
import { standInApp } from './app.ts';
import { announce } from './remote-announce.ts';

let copied = '';

/** `clipboard`: in this process only, so that tests don't change the user's own. */
export const clipboard = {
  writeText: async (text: string): Promise<void> => {
    copied = text;
  },
  readText: async (): Promise<string> => copied,
} satisfies Pick<Clipboard, 'readText' | 'writeText'>;

export const shell = {
  openExternal: (url: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const opener =
        { darwin: 'open', win32: 'explorer' }[process.platform as string] ?? 'xdg-open';
      const child = spawn(opener, [url], { stdio: 'ignore', detached: true });
      child.once('error', reject);
      child.once('spawn', () => resolve());
      child.unref();
    }),
  // Opens the folder only: selecting a file in it works differently on each system.
  showItemInFolder: (path: string): void =>
    void shell.openExternal(dirname(path)).catch(() => undefined),
} satisfies Pick<Shell, 'openExternal' | 'showItemInFolder'>;

let savePath: string | null = null;

/** Sets the path that answers every save dialog from now on; null cancels. */
export function answerSaveDialogs(path: string | null): void {
  savePath = path;
}

/** Pause before an open message box looks for its answer again, milliseconds. */
const OPEN_MS = 20;
let chosenButton: string | null = null;

/** Sets the button chosen in each later message box that has it; other boxes use their default. */
export function answerMessageBoxes(button: string): void {
  chosenButton = button;
}

/**
 * `dialog`: prints to the console and chooses the default button; save dialogs cancel until a test sets a
 * path. Before ready, Electron prints an error box to the console too; after ready it would block main.
 */
export const dialog = {
  showErrorBox: (title: string, content: string): void => {
    if (standInApp.isReady()) throw new Error('dialog.showErrorBox stops main once it is ready.');
    console.error(`${title}: ${content}`);
  },
  showMessageBox: async (...given: unknown[]) => {
    const options = given.at(-1) as MessageBoxOptions;
    const { message, detail = '', defaultId = 0, buttons = [], signal } = options;
    console.error(`${message}: ${detail}`);
    while (chosenButton === '' && signal?.aborted !== true) await sleep(OPEN_MS);
    const chosen = buttons.indexOf(chosenButton ?? '');
    return { response: chosen === -1 ? defaultId : chosen, checkboxChecked: false };
  },
  showSaveDialog: async () => ({ canceled: savePath === null, filePath: savePath ?? '' }),
} satisfies Pick<Dialog, 'showErrorBox' | 'showMessageBox' | 'showSaveDialog'>;

const display: Partial<Display> = {
  id: 1,
  scaleFactor: 1,
  bounds: { x: 0, y: 0, width: 1920, height: 1080 },
  workArea: { x: 0, y: 0, width: 1920, height: 1040 },
};

/** `screen`: one display. */
export const screen = {
  getPrimaryDisplay: () => display as Display,
  getAllDisplays: () => [display as Display],
} satisfies Pick<Screen, 'getAllDisplays' | 'getPrimaryDisplay'>;

/** `powerMonitor`: never idle, and silent until a test emits an event. */
export const powerMonitor = Object.assign(new EventEmitter(), {
  getSystemIdleTime: (): number => 0,
});

/** `systemPreferences`: a computer without Touch ID. */
export const systemPreferences = {
  canPromptTouchID: (): boolean => false,
  promptTouchID: (): Promise<void> => Promise.reject(new Error('There is no Touch ID here.')),
};

/** Notifications on the desktop now, oldest first. */
const onDesktop: Notification[] = [];

/** Clicks the notification with this title as a user does, which also closes it. */
export function clickNotification(title: string): void {
  const clicked = onDesktop.find((notification) => notification.title === title);
  if (clicked === undefined) throw new Error(`There is no notification "${title}".`);
  clicked.emit('click', {});
  clicked.close();
}

/** `Notification`: announced to the test, which may click it. */
export class Notification extends EventEmitter {
  static isSupported(): boolean {
    return true;
  }
  readonly title: string;
  readonly body: string;
  constructor({ title = '', body = '' }: NotificationConstructorOptions = {}) {
    super();
    this.title = title;
    this.body = body;
  }
  show(): void {
    onDesktop.push(this);
    announce({ standIn: 'notification', title: this.title, body: this.body });
    this.emit('show', {});
  }
  close(): void {
    const at = onDesktop.indexOf(this);
    if (at === -1) return;
    onDesktop.splice(at, 1);
    this.emit('close', {});
  }
}

export interface StandInMenu {
  readonly items: readonly MenuItemConstructorOptions[];
}
let applicationMenu: StandInMenu | null = null;

/** `Menu`: data only; a test chooses entries by id. */
export const Menu = {
  buildFromTemplate: (items: MenuItemConstructorOptions[]): StandInMenu => ({ items }),
  setApplicationMenu: (menu: StandInMenu | null): void => {
    applicationMenu = menu;
  },
  getApplicationMenu: (): StandInMenu | null => applicationMenu,
};

/** Chooses the entry with this id, as a click does. */
export function chooseMenuEntry(id: string, menu = applicationMenu): void {
  const find = (items: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
    items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? find(item.submenu) : [])]);
  const entry = find(menu?.items ?? []).find((item) => item.id === id);
  if (entry?.click === undefined) throw new Error(`The menu has no entry "${id}".`);
  if (entry.enabled === false) throw new Error(`The entry "${id}" cannot be chosen.`);
  entry.click({} as never, undefined, {});
}
