import { app, BrowserWindow, Menu, nativeTheme, screen, type IpcMainInvokeEvent } from 'electron';
import type { Language } from '../../bridge/settings.ts';
import type { DesktopState } from './desktop-state.ts';
import { fieldMenu } from './field-menu.ts';
import { placeWindow, smallestSize } from './window-bounds.ts';

/** Background until the page has painted: `--surface-sunken` of tokens.css, so that nothing flashes. */
const BACKGROUND = { light: '#f5f5f3', dark: '#141619' } as const;

export interface MainWindowDeps {
  readonly preloadPath: string;
  readonly platform: NodeJS.Platform;
  readonly language: () => Language;
  readonly state: { get(): DesktopState; update(change: Partial<DesktopState>): void };
  /** True if the first window stays hidden until it is requested. */
  readonly startsHidden: boolean;
  /** Called when the user closes the window; `preventDefault` keeps it open. */
  readonly onClose: (event: { preventDefault(): void }) => void;
}

/** Opens Billfold's only window at its last place. It appears once it has painted. */
export function openMainWindow(deps: MainWindowDeps): BrowserWindow {
  const { preloadPath, platform, language, state, startsHidden, onClose } = deps;
  const areas = workAreas();
  const smallest = smallestSize(areas);
  const window = new BrowserWindow({
    ...placeWindow(state.get().bounds, areas),
    minWidth: smallest.width,
    minHeight: smallest.height,
    show: false,
    // Otherwise a page that was never shown would count as visible and draw frames.
    paintWhenInitiallyHidden: !startsHidden,
    title: 'Billfold',
    backgroundColor: nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light,
    webPreferences: {
      preload: preloadPath,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webviewTag: false,
      devTools: !app.isPackaged,
      // macOS has its own spell checker; elsewhere Electron would download dictionaries from a server.
      spellcheck: platform === 'darwin',
    },
  });
  const page = window.webContents;
  page.on('context-menu', (_event, clicked) => {
    const items = fieldMenu(clicked, language(), (word) => page.replaceMisspelling(word));
    if (items.length > 0) Menu.buildFromTemplate(items).popup({ window });
  });
  const maximize = (): void => {
    if (state.get().maximized) window.maximize();
  };
  window.once('ready-to-show', () => {
    // Maximizing a window also shows it.
    if (startsHidden && !window.isVisible()) return void window.once('show', maximize);
    maximize();
    window.show();
  });
  window.on('close', (event) => {
    // The bounds of a window that was never shown mean nothing.
    if (window.isVisible())
      state.update({ bounds: window.getNormalBounds(), maximized: window.isMaximized() });
    onClose(event);
  });
  return window;
}

/** Whether a call comes from this window's main frame, showing a page of this origin. */
export function isFromWindow(
  window: BrowserWindow | null,
  event: IpcMainInvokeEvent,
  origin: string,
): boolean {
  const frame = event.senderFrame;
  return (
    window !== null &&
    event.sender === window.webContents &&
    // Null once the frame has navigated away or is gone.
    frame !== null &&
    frame.parent === null &&
    frame.origin === origin
  );
}

/** Brings the window to the front from any state. */
export function focusWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

function workAreas() {
  const main = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter((display) => display.id !== main.id);
  return [main, ...others].map((display) => display.workArea);
}
