import { app, Menu, nativeImage, Tray, type App } from 'electron';
import { createObservable } from '../../base/observable.ts';
import type { Counts } from '../../bridge/app.ts';
import { LINK_SCHEME } from '../../bridge/bill-link.ts';
import type { Files } from '../ports.ts';
import type { MachineParts } from '../profile/this-machine.ts';
import type { SettingsStore } from '../settings/settings.ts';
import { followBadge } from './badge.ts';
import { createLoginItem, followOpenAtLogin } from './open-at-login.ts';
import type { Shell, ShellDeps } from './shell.ts';
import { trayIcons } from './tray-icons.ts';
import { createTray, type SystemTray } from './tray.ts';

interface PresenceDeps extends Pick<
  ShellDeps,
  'platform' | 'language' | 'isLocked' | 'quit' | 'log'
> {
  readonly settings: SettingsStore;
  readonly shell: Pick<Shell, 'setOverlay' | 'show'>;
  readonly machine: MachineParts;
  readonly files: Files;
}

/** Badge on the dock or taskbar, and the tray icon. */
export function createPresence(deps: PresenceDeps) {
  const { platform, settings, shell } = deps;
  const counts = createObservable<Counts>({ attention: 0, waiting: 0 });
  followBadge({
    ...deps,
    counts,
    setCount: (count) => void app.setBadgeCount(count),
    setOverlay: (overlay, description) => {
      const image =
        overlay &&
        nativeImage.createFromBitmap(overlay.pixels, {
          width: overlay.sidePx,
          height: overlay.sidePx,
          scaleFactor: 2,
        });
      shell.setOverlay(image, description);
    },
  });
  const tray = createTray({
    ...deps,
    counts,
    settings: settings.settings,
    show: shell.show,
    add: () => addToTray(platform, shell.show),
    keepSending: (keepSending) => void settings.change({ keepSending }),
  });
  const loginItem = createLoginItem({ ...deps, app, execPath: process.execPath });
  followOpenAtLogin(loginItem, settings, deps.log);
  return {
    showCounts: counts.set,
    followLock: tray.follow,
    /** Removes all of Billfold's registrations from the system. */
    leaveSystem: async () => {
      await loginItem.set(false);
      if (registersLinks()) app.removeAsDefaultProtocolClient(...linkClient);
    },
  };
}

const linkClient: Parameters<App['setAsDefaultProtocolClient']> = [
  LINK_SCHEME,
  process.execPath,
  // Arguments after `--` are not switches.
  ['--'],
];
/** On other systems the package registers links to bills. */
const registersLinks = (): boolean => app.isPackaged && process.platform === 'win32';

/** Registers Billfold for links to bills. */
export function registerLinks(): void {
  if (registersLinks()) app.setAsDefaultProtocolClient(...linkClient);
}

function addToTray(platform: NodeJS.Platform, onClick: () => void): SystemTray {
  const isMac = platform === 'darwin';
  const { plain, double } = trayIcons[isMac ? 'silhouette' : 'colored'];
  const icon = nativeImage.createFromDataURL(plain);
  icon.addRepresentation({ scaleFactor: 2, dataURL: double });
  // The menu bar draws it in its own color.
  if (isMac) icon.setTemplateImage(true);
  const tray = new Tray(icon);
  tray.setToolTip('Billfold');
  // On a Mac, a click opens the menu.
  if (!isMac) tray.on('click', onClick);
  return {
    setMenu: (items) => tray.setContextMenu(Menu.buildFromTemplate(items)),
    remove: () => tray.destroy(),
  };
}
