/**
 * The `electron` module for computers without Electron's runtime (docs/adr/0004-electron-stand-in.md).
 * Importing an unsupported name fails at once; using an unsupported member throws its name.
 */
import type { BrowserWindowConstructorOptions } from 'electron';
import { standInApp } from './app.ts';
import { BrowserWindow as AppWindow } from './browser-window.ts';
import { standInIpcMain } from './ipc-main.ts';
import { nativeTheme as theme } from './native-theme.ts';
import { isForPrinting, PrintWindow } from './print-window.ts';
import { protocol as schemes } from './protocol.ts';
import { safeStorage as keyring } from './safe-storage.ts';
import { defaultSession, fromPartition } from './session.ts';
import * as small from './small-modules.ts';
import { strict } from './strict.ts';
import { nativeImage as images, Tray as AppTray } from './tray.ts';
import { utilityProcess as utility } from './utility-process.ts';

export const app = strict('app', standInApp);
// Electron has this on macOS only, so every member throws.
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

/** Opens the app's window, or a print window when the options ask for one. */
export const BrowserWindow = new Proxy(AppWindow, {
  construct: (Window, [options]: [BrowserWindowConstructorOptions?]): object =>
    options !== undefined && isForPrinting(options)
      ? new PrintWindow(options)
      : new Window(options),
});

/** The whole module, for packages such as electron-store that import it by default. */
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
