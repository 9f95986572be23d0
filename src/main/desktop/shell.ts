import { dialog, Menu, nativeTheme, Notification, session } from 'electron';
import type { BrowserWindow, IpcMainInvokeEvent } from 'electron';
import type { Clock } from '../../base/clock.ts';
import type { JournalFormat } from '../../bridge/journal.ts';
import type { ListFormat } from '../../bridge/list-export.ts';
import type { Notice } from '../../bridge/app.ts';
import type { Settings } from '../../bridge/settings.ts';
import type { Log } from '../ports.ts';
import { createRendererCrashes } from './crash.ts';
import type { DesktopState } from './desktop-state.ts';
import { createEventSender, type SendEvent } from './event-sender.ts';
import { denyPermissions, lockNavigation } from './lock-down.ts';
import { focusWindow, isFromWindow, openMainWindow } from './main-window.ts';
import { buildMenu } from './menu.ts';
import { createNotifications } from './notifications.ts';
import { askWhereToSave } from './save-dialog.ts';
import type { OpenInBrowser } from './system-browser.ts';

export interface ShellDeps {
  readonly preloadPath: string;
  readonly platform: NodeJS.Platform;
  readonly clock: Clock;
  readonly log: Log;
  readonly state: { get(): DesktopState; update(change: Partial<DesktopState>): void };
  readonly openInBrowser: OpenInBrowser;
  /** Whether quitting has put everything away, so that the window may go. */
  readonly mayQuit: () => boolean;
  readonly quit: () => void;
  /** The page is gone and cannot answer any more. */
  readonly onPageGone: () => void;
}

/** Billfold's one window and what belongs to it: its menu, its page's limits, its crashes. */
export interface Shell {
  /** Opens the window, or brings it to the front. */
  show(): void;
  readonly send: SendEvent;
  isOurs(event: IpcMainInvokeEvent): boolean;
  notify(notice: Notice): void;
  /** An absolute path, or null when the user would rather not. */
  askWhereToSave(name: string, format: JournalFormat | ListFormat): Promise<string | null>;
  setTheme(theme: Settings['theme']): void;
}

export function createShell(deps: ShellDeps): Shell {
  let window: BrowserWindow | null = null;
  const send = createEventSender(() => window?.webContents ?? null);

  const onClose = (event: { preventDefault(): void }): void => {
    if (deps.mayQuit()) return;
    // The page has work to put away: it stays until quitting lets it go. On macOS an app outlives its window.
    event.preventDefault();
    if (deps.platform === 'darwin') window?.hide();
    else deps.quit();
  };

  const open = (): void => {
    const opened = openMainWindow({ ...deps, onClose });
    window = opened;
    opened.once('closed', () => {
      window = null;
      deps.onPageGone();
    });
    guard(opened, deps);
  };

  const show = (): void => {
    if (window === null) open();
    else focusWindow(window);
  };

  denyPermissions(session.defaultSession);
  const menu = buildMenu(deps.platform, (entry) => {
    show();
    send('menu.chosen', entry);
  });
  Menu.setApplicationMenu(Menu.buildFromTemplate(menu));
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
    send,
    isOurs: (event) => isFromWindow(window, event),
    notify,
    askWhereToSave: (name, format) => askWhereToSave(window, name, format),
    setTheme: (theme) => {
      nativeTheme.themeSource = theme;
    },
  };
}

/** Keeps the page where it is, and brings it back once when its process dies. */
function guard(window: BrowserWindow, { clock, log, openInBrowser, onPageGone }: ShellDeps): void {
  const page = window.webContents;
  lockNavigation(page, (url) => void openInBrowser(url));
  const crashes = createRendererCrashes({
    clock,
    log,
    reload: () => {
      if (!page.isDestroyed()) page.reload();
    },
    giveUp: () => {
      onPageGone();
      dialog.showErrorBox(
        'Billfold’s window stopped twice',
        'Your approvals are safe on this computer. Quit Billfold and start it again.',
      );
    },
  });
  page.on('render-process-gone', (_event, details) => crashes.gone(details));
  page.on('did-finish-load', () => log.info('page loaded'));
  page.on('preload-error', (_event, path, error) => log.error('preload failed', { path, error }));
}
