import { app, dialog, Menu, nativeTheme, Notification, session } from 'electron';
import type { BrowserWindow, IpcMainInvokeEvent } from 'electron';
import type { Clock } from '../../base/clock.ts';
import type { JournalFormat } from '../../bridge/journal.ts';
import type { ListFormat } from '../../bridge/list-export.ts';
import type { Notice } from '../../bridge/app.ts';
import type { PayloadOf } from '../../bridge/events.ts';
import { languageFor, type Language, type Settings } from '../../bridge/settings.ts';
import type { Log } from '../ports.ts';
import { APP_LOCKED_URL, APP_START_URL } from './app-assets.ts';
import { createPageLosses } from './crash.ts';
import type { DesktopState } from './desktop-state.ts';
import { createEventSender, type SendEvent } from './event-sender.ts';
import { lockPages, lockSession } from './lock-down.ts';
import { focusWindow, isFromWindow, openMainWindow } from './main-window.ts';
import { buildMenu, type OwnEntries } from './menu.ts';
import { createNotifications } from './notifications.ts';
import { createOneWindow } from './one-window.ts';
import { askWhereToSave } from './save-dialog.ts';

export interface ShellDeps {
  readonly preloadPath: string;
  readonly platform: NodeJS.Platform;
  readonly clock: Clock;
  readonly log: Log;
  readonly state: { get(): DesktopState; update(change: Partial<DesktopState>): void };
  /** Whether quitting has put everything away, so that the window may go. */
  readonly mayQuit: () => boolean;
  readonly ownEntries: OwnEntries;
  readonly quit: () => void;
  /** Whether the window may show nothing now. */
  readonly isLocked: () => boolean;
  /** The page is gone and cannot answer any more. */
  readonly onPageGone: () => void;
}

/** Billfold's one window and what belongs to it: its menu, its page's limits, its crashes. */
export interface Shell {
  /** Opens the window, or brings it to the front; before `start` it does neither. */
  show(): void;
  /** What windows show is served now: opens the window. */
  start(): void;
  /** Loads what the window may show now: everything, or that it is locked. */
  lockChanged(): void;
  readonly send: SendEvent;
  isOurs(event: IpcMainInvokeEvent): boolean;
  notify(notice: Notice): void;
  /** An absolute path, or null when the user would rather not. */
  askWhereToSave(name: string, format: JournalFormat | ListFormat): Promise<string | null>;
  /** Whether the user wants Billfold to talk to these addresses; asked where no page can answer. */
  askToConnect(origins: readonly string[]): Promise<boolean>;
  setTheme(theme: Settings['theme']): void;
  /** Of the menu. */
  setLanguage(choice: Settings['language']): void;
}

export function createShell(deps: ShellDeps): Shell {
  const { isLocked } = deps;
  // A locked page hears nothing, as if there were none.
  const send = createEventSender(() => (isLocked() ? null : (main.get()?.webContents ?? null)));
  let loadPage = (): void => {};

  const onClose = (event: { preventDefault(): void }): void => {
    if (deps.mayQuit()) return;
    // The page has work to put away: it stays until quitting lets it go. On macOS an app outlives its window.
    event.preventDefault();
    if (deps.platform === 'darwin') main.get()?.hide();
    else deps.quit();
  };

  const main = createOneWindow<BrowserWindow>({
    open: (onClosed) => {
      const opened = openMainWindow({ ...deps, onClose });
      opened.once('closed', () => {
        onClosed();
        deps.onPageGone();
      });
      loadPage = guard(opened, deps, () => words[language]);
      return opened;
    },
    toFront: focusWindow,
  });
  const { show } = main;

  lockPages(app);
  const locked = lockSession(session.defaultSession);
  const choose = (entry: PayloadOf<'menu.chosen'>): void => {
    show();
    send('menu.chosen', entry);
  };
  let language: Language = languageFor('system', app.getLocale());
  let menuIn: Language | null = null;
  const notify = createNotifications({
    isSupported: () => Notification.isSupported(),
    create: (text) => new Notification(text),
    onClick: (about) => {
      show();
      send('notice.clicked', about);
    },
  });

  return {
    show,
    // Not before its pages have no network: a session that cannot be locked shows none.
    lockChanged: () => {
      // What hangs on the window's page goes with it.
      if (main.get() !== null) loadPage();
    },
    start: () => void locked.then(main.start),
    send,
    isOurs: (event) => isFromWindow(main.get(), event),
    notify,
    askWhereToSave: (name, format) => askWhereToSave(main.get(), name, format),
    askToConnect: async (origins) => {
      const asking = main.get();
      if (asking === null) return false;
      const { response } = await dialog.showMessageBox(asking, {
        type: 'question',
        ...words[language].connect(origins),
        // Enter, pressed for something else, must not be a yes.
        defaultId: 0,
        cancelId: 0,
      });
      return response === 1;
    },
    setTheme: (theme) => {
      nativeTheme.themeSource = theme;
    },
    setLanguage: (choice) => {
      language = languageFor(choice, app.getLocale());
      // Of each change of a setting it is told: a menu that is open stays.
      if (menuIn === language) return;
      menuIn = language;
      const menu = buildMenu(deps.platform, language, choose, deps.ownEntries);
      Menu.setApplicationMenu(Menu.buildFromTemplate(menu));
    },
  };
}

const words = {
  en: {
    connect: (origins: readonly string[]) => ({
      message: `Connect to ${origins.join(' and ')}?`,
      detail: 'The client secret and your approvals will be sent there.',
      buttons: ['Cancel', 'Connect'],
    }),
    stopped: {
      message: 'Billfold’s window stopped twice',
      detail: 'Your approvals are safe on this computer. Quit Billfold and start it again.',
    },
    silent: {
      message: 'Billfold’s window isn’t responding',
      detail: 'Your approvals are safe on this computer.',
      buttons: ['Wait', 'Reload'],
    },
  },
  de: {
    connect: (origins: readonly string[]) => ({
      message: `Mit ${origins.join(' und ')} verbinden?`,
      detail: 'Das Client-Secret und Ihre Freigaben werden dorthin gesendet.',
      buttons: ['Abbrechen', 'Verbinden'],
    }),
    stopped: {
      message: 'Das Fenster von Billfold ist zweimal stehen geblieben',
      detail:
        'Ihre Freigaben sind auf diesem Computer sicher. Beenden Sie Billfold und starten Sie es neu.',
    },
    silent: {
      message: 'Das Fenster von Billfold reagiert nicht',
      detail: 'Ihre Freigaben sind auf diesem Computer sicher.',
      buttons: ['Warten', 'Neu laden'],
    },
  },
};

/**
 * Loads the page, and brings it back once when it is lost.
 * @returns loads it again, for another state of the lock
 */
function guard(
  window: BrowserWindow,
  { clock, log, isLocked, onPageGone }: ShellDeps,
  text: () => (typeof words)[Language],
): () => void {
  const page = window.webContents;
  const losses = createPageLosses({
    clock,
    log,
    reload: () => {
      if (!page.isDestroyed()) page.reload();
    },
    load: async () => {
      if (!page.isDestroyed()) await window.loadURL(isLocked() ? APP_LOCKED_URL : APP_START_URL);
    },
    giveUp: () => {
      onPageGone();
      // Not `showErrorBox`: main would stand still until somebody has read it.
      void dialog.showMessageBox({
        type: 'error',
        ...text().stopped,
      });
    },
    askToEnd: async () => {
      const { response } = await dialog.showMessageBox(window, {
        type: 'warning',
        ...text().silent,
        cancelId: 0,
      });
      return response === 1;
    },
    end: () => {
      if (!page.isDestroyed()) page.forcefullyCrashRenderer();
    },
  });
  page.on('render-process-gone', (_event, details) => losses.gone(details));
  page.on('did-fail-load', (_event, code, description, _url, isMainFrame) => {
    if (isMainFrame) losses.notLoaded({ code, description });
  });
  page.on('unresponsive', () => void losses.silent());
  page.on('responsive', () => log.info('page answers again'));
  page.on('did-finish-load', () => log.info('page loaded'));
  page.on('preload-error', (_event, path, error) => log.error('preload failed', { path, error }));
  const load = (): void => void losses.load();
  load();
  return load;
}
