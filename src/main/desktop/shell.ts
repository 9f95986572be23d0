import { app, Menu, nativeTheme, Notification, session } from 'electron';
import type { BrowserWindow, IpcMainInvokeEvent, NativeImage } from 'electron';
import type { Clock } from '../../base/clock.ts';
import type { Observable } from '../../base/observable.ts';
import type { JournalFormat } from '../../bridge/journal.ts';
import type { ListFormat } from '../../bridge/list-export.ts';
import type { Notice } from '../../bridge/app.ts';
import type { PayloadOf } from '../../bridge/events.ts';
import type { Language, Settings } from '../../bridge/settings.ts';
import type { ApprovalQuestion } from '../approvals/agree.ts';
import type { Log } from '../ports.ts';
import type { NoticeBoard } from '../settings/notices.ts';
import type { Weakening } from '../settings/weakening.ts';
import { APP_LOCKED_URL, APP_ORIGIN, APP_START_URL, LOCKED_ORIGIN } from './app-assets.ts';
import type { ConnectionQuestion } from './confirm-service.ts';
import { createPageLosses } from './crash.ts';
import {
  ask,
  askAbout,
  askToConnect,
  askToEnd,
  askToRemove,
  askWhereToSave,
  showInBackground,
  showStopped,
} from './dialogs.ts';
import { createEventSender, type SendEvent } from './event-sender.ts';
import { lockPages, lockSession } from './lock-down.ts';
import { focusWindow, isFromWindow, openMainWindow, type MainWindowDeps } from './main-window.ts';
import { buildMenu, type OwnEntries } from './menu.ts';
import { createNotifications } from './notifications.ts';
import { createOneWindow } from './one-window.ts';
import {
  approvalQuestionText,
  createQuestionGate,
  updateQuestionText,
  weakeningQuestionText,
} from './question-texts.ts';

export interface ShellDeps extends Omit<MainWindowDeps, 'onClose'> {
  readonly clock: Clock;
  readonly log: Log;
  /** Whether quitting has saved everything, so that the window may close. */
  readonly mayQuit: () => boolean;
  readonly ownEntries: OwnEntries;
  readonly settings: Observable<Settings>;
  readonly notices: Pick<NoticeBoard, 'add' | 'remove'>;
  readonly quit: () => void;
  readonly isLocked: () => boolean;
  /** Called when the page is gone and will not answer. */
  readonly onPageGone: () => void;
  /** Called when the window shows another page, before the first call of that page. */
  readonly onPageLoaded: () => void;
}

/** Billfold's one window, with its menu and dialogs. It restricts the page and restores it after a crash. */
export interface Shell {
  /** Opens the window or brings it to the front. Does nothing before `start`. */
  show(): void;
  /** Opens the window; its page is served from now on. */
  start(): void;
  /** Sets a picture over the taskbar button on Windows; null for none. */
  setOverlay(image: NativeImage | null, description: string): void;
  /** Closes open questions unanswered: they show data that a lock hides, and someone else could answer them. */
  closeQuestions(): void;
  /** Loads the page that the lock now allows: the app, or the locked page. */
  lockChanged(): void;
  /** Ends the page's process, runs `between`, and loads the page again in a new process. */
  renewPage(between: () => Promise<void>): Promise<void>;
  readonly send: SendEvent;
  isOurs(event: IpcMainInvokeEvent): boolean;
  notify(notice: Notice): void;
  /** Absolute path, or null when the user cancels. */
  askWhereToSave(name: string, format: JournalFormat | ListFormat): Promise<string | null>;
  /** Asks whether Billfold may use a connection. No page can answer this dialog. */
  askToConnect(question: ConnectionQuestion): Promise<boolean>;
  /** Asks in the same way whether the browser may open pages of these origins. */
  askToOpen(origins: readonly string[]): Promise<boolean>;
  askToUncheck(fields: readonly string[]): Promise<boolean>;
  askToApprove(question: ApprovalQuestion): Promise<boolean>;
  askToWeaken(asked: Weakening): Promise<boolean>;
  askToInstall(version: string, when: 'now' | 'atQuit'): Promise<boolean>;
  askToRemove(): ReturnType<typeof askToRemove>;
}

export function createShell(deps: ShellDeps): Shell {
  const { isLocked, language } = deps;
  // A locked page receives no events.
  const send = createEventSender(() => (isLocked() ? null : (main.get()?.webContents ?? null)));
  // Shows a notice while questions pause, because a taken-over page may be the cause.
  const onAsked = (isPaused: boolean): void => {
    // Removing it first shows it again to a user who has dismissed it.
    deps.notices.remove('openingsPaused');
    if (isPaused) deps.notices.add({ kind: 'openingsPaused', about: '' });
  };
  const asking = createQuestionGate(deps.clock, onAsked, () => untilLocked.signal);
  const yes = (question: () => Promise<boolean>) => asking(question, false);
  /** A separate count, because canceled file dialogs and removals must not pause questions about approvals. */
  const askingSeparately = createQuestionGate(deps.clock, onAsked, () => untilLocked.signal);
  let overlay: Parameters<Shell['setOverlay']> | null = null;
  let pageLoader: PageLoader = { load: () => undefined, empty: async () => undefined };
  const main = createOneWindow<BrowserWindow>({
    open: (onClosed) => {
      const opened = openMainWindow({ ...deps, onClose: (event) => keepOpen(event, opened, deps) });
      opened.once('closed', () => {
        onClosed();
        deps.onPageGone();
      });
      // The taskbar forgets the picture when the window is hidden.
      opened.on('show', () => overlay && opened.setOverlayIcon(...overlay));
      pageLoader = keepLoaded(opened, deps);
      return opened;
    },
    toFront: focusWindow,
  });
  const { show } = main;
  let untilLocked = new AbortController();
  const asked = () => ({ window: main.get(), signal: untilLocked.signal });
  lockPages(app);
  const locked = lockSession(session.defaultSession, deps.platform);
  followSettings(deps, (entry) => {
    show();
    send('menu.chosen', entry);
  });
  const closeQuestions = (): void => {
    untilLocked.abort();
    untilLocked = new AbortController();
  };
  return {
    show,
    closeQuestions,
    lockChanged: () => {
      closeQuestions();
      // Loading another page also drops all data of the previous one.
      if (main.get() !== null) pageLoader.load();
    },
    renewPage: async (between) => {
      // A page of another site gets its own process, and the old process ends.
      if (main.get() !== null) await pageLoader.empty();
      await between();
      if (main.get() !== null) pageLoader.load();
    },
    setOverlay: (...given) => {
      overlay = given;
      main.get()?.setOverlayIcon(...given);
    },
    // No page is shown before the session is locked, or if locking fails: pages must have no network.
    start: () => void locked.then(main.start),
    send,
    isOurs: (event) => isFromWindow(main.get(), event, isLocked() ? LOCKED_ORIGIN : APP_ORIGIN),
    notify: createNotifications({
      isSupported: () => Notification.isSupported(),
      create: (text) => new Notification(text),
      onClick: (about) => {
        show();
        send('notice.clicked', about);
      },
      clock: deps.clock,
    }),
    askWhereToSave: (name, format) =>
      askingSeparately(() => askWhereToSave(main.get(), name, format), null),
    askToRemove: () => askingSeparately(() => askToRemove(language()), 'cancel'),
    askToConnect: (question) => yes(() => askToConnect(asked(), language(), question)),
    askToUncheck: (fields) => yes(() => askAbout('uncheck', asked(), language(), fields)),
    askToApprove: (question) => yes(() => ask(asked(), approvalQuestionText(question, language()))),
    askToWeaken: async (change) => {
      const text = weakeningQuestionText(change, language());
      return text !== null && yes(() => ask(asked(), text));
    },
    askToInstall: (version, when) =>
      yes(() => ask(asked(), updateQuestionText(version, when, language()))),
    askToOpen: (origins) => yes(() => askAbout('open', asked(), language(), origins)),
  };
}

/**
 * Keeps the window open until quitting has saved the page's work. On macOS the app outlives its window, on other
 * systems if the user wants it to keep sending.
 */
function keepOpen(
  event: { preventDefault(): void },
  window: BrowserWindow,
  { mayQuit, quit, platform, settings, state, language }: ShellDeps,
): void {
  if (mayQuit()) return;
  event.preventDefault();
  const { keepSending } = settings.get();
  if (!keepSending && platform !== 'darwin') return quit();
  window.hide();
  if (!keepSending || state.get().toldOfBackground) return;
  state.update({ toldOfBackground: true });
  showInBackground(language(), platform);
}

/** Applies the settings to theme and menu, now and after each change. */
function followSettings(
  { settings, language, platform, ownEntries }: ShellDeps,
  choose: (entry: PayloadOf<'menu.chosen'>) => void,
): void {
  let menuIn: Language | null = null;
  const follow = (): void => {
    nativeTheme.themeSource = settings.get().theme;
    // Rebuilding the menu would close an open one, so other settings' changes must not do it.
    if (menuIn === language()) return;
    menuIn = language();
    const menu = buildMenu(platform, menuIn, choose, ownEntries);
    Menu.setApplicationMenu(Menu.buildFromTemplate(menu));
  };
  follow();
  settings.subscribe(follow);
}

interface PageLoader {
  load(): void;
  empty(): Promise<void>;
}

/** Maximum time until the locked page has replaced the page, milliseconds. A page that hangs would never make way. */
const LEAVES_WITHIN_MS = 2_000;

/**
 * Loads the page, and restores it once when it is lost.
 * @returns functions that load it again, for another state of the lock, and that replace it by an empty page
 */
function keepLoaded(
  window: BrowserWindow,
  { clock, log, isLocked, language, onPageGone, onPageLoaded }: ShellDeps,
): PageLoader {
  const page = window.webContents;
  let isEmptying = false;
  let startUrl = APP_START_URL;
  const losses = createPageLosses({
    clock,
    log,
    reload: () => {
      if (page.isDestroyed()) return;
      // A locked Billfold loads the locked page instead of the lost one.
      if (isLocked()) load();
      else page.reload();
    },
    load: async () => {
      if (page.isDestroyed()) return;
      await window.loadURL(isLocked() ? APP_LOCKED_URL : startUrl);
    },
    giveUp: () => {
      onPageGone();
      showStopped(language());
    },
    askToEnd: () => askToEnd(window, language()),
    end: () => {
      if (!page.isDestroyed()) page.forcefullyCrashRenderer();
    },
  });
  const endIfSilent = async (): Promise<void> => {
    const loaded = new AbortController();
    page.once('did-navigate', () => loaded.abort());
    page.once('render-process-gone', () => loaded.abort());
    await clock.sleep(LEAVES_WITHIN_MS, loaded.signal);
    if (!loaded.signal.aborted && !page.isDestroyed()) page.forcefullyCrashRenderer();
  };
  page.on('render-process-gone', (_event, details) => losses.gone(details));
  page.on('did-fail-load', (_event, code, description, _url, isMainFrame) => {
    if (isMainFrame) losses.notLoaded({ code, description });
  });
  page.on('did-navigate', (_event, url) => {
    onPageLoaded();
    // Main replaces a page that has gone blank, because Electron announces no such navigation that main could prevent.
    if (!isEmptying && !url.startsWith('app:'))
      losses.notLoaded({ code: null, description: 'the page left' });
  });
  page.on('unresponsive', () => void losses.silent());
  page.on('responsive', () => log.info('page responds again'));
  page.on('did-finish-load', () => log.info('page loaded'));
  page.on('preload-error', (_event, path, error) => log.error('preload failed', { path, error }));
  const load = (): void => void losses.load();
  load();
  const empty = async (): Promise<void> => {
    isEmptying = true;
    await window.loadURL('about:blank').catch(() => undefined);
    isEmptying = false;
  };
  return {
    load: () => {
      if (isLocked()) {
        // Unlocking returns to the same screen.
        startUrl = APP_START_URL + (URL.parse(page.getURL())?.hash ?? '');
        void endIfSilent();
      }
      load();
    },
    empty,
  };
}
