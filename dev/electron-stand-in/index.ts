/**
 * The `electron` module where Electron's runtime is missing (docs/adr/0004-electron-stand-in.md).
 * Importing a name that is not here fails at once; using a member that is not here throws its name.
 */
import type { BrowserWindowConstructorOptions } from 'electron';
import { standInApp } from './app.ts';
import { BrowserWindow as AppWindow } from './browser-window.ts';
import { standInIpcMain } from './ipc-main.ts';
import { nativeTheme as theme } from './native-theme.ts';
import { isForPaper, PaperWindow } from './paper-window.ts';
import { protocol as schemes } from './protocol.ts';
import { safeStorage as keyring } from './safe-storage.ts';
import { defaultSession, fromPartition } from './session.ts';
import * as small from './small-modules.ts';
import { strict } from './strict.ts';
import { nativeImage as images, Tray as AppTray } from './tray.ts';
import { utilityProcess as utility } from './utility-process.ts';

export const app = strict('app', standInApp);
// For Macs alone; nothing of it is to be had.
export const autoUpdater = strict('autoUpdater', {});
export const clipboard = strict('clipboard', small.clipboard);
export const dialog = strict('dialog', small.dialog);
export const ipcMain = strict('ipcMain', standInIpcMain);
export const Menu = strict('Menu', small.Menu);
export const nativeImage = strict('nativeImage', images);
export const nativeTheme = strict('nativeTheme', theme);
export const Notification = small.Notification;
export const powerMonitor = strict('powerMonitor', small.powerMonitor);
export const protocol = strict('protocol', schemes);
export const safeStorage = strict('safeStorage', keyring);
export const screen = strict('screen', small.screen);
export const session = strict('session', { defaultSession, fromPartition });
export const shell = strict('shell', small.shell);
export const systemPreferences = strict('systemPreferences', small.systemPreferences);
export const Tray = AppTray;
export const utilityProcess = strict('utilityProcess', utility);

/** The app's window, or one for paper, by what it is asked to be. */
export const BrowserWindow = new Proxy(AppWindow, {
  construct: (Window, [options]: [BrowserWindowConstructorOptions?]): object =>
    options !== undefined && isForPaper(options) ? new PaperWindow(options) : new Window(options),
});

/** The module as a whole, as packages such as electron-store import it. */
export const electron = strict('electron', {
  app,
  autoUpdater,
  BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  nativeImage,
  nativeTheme,
  Notification,
  powerMonitor,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  systemPreferences,
  Tray,
  utilityProcess,
});
