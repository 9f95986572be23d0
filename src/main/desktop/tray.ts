import type { MenuItemConstructorOptions } from 'electron';
import type { Observable } from '../../base/observable.ts';
import type { Counts } from '../../bridge/app.ts';
import type { Language, Settings } from '../../bridge/settings.ts';

/** The part of Electron's `Tray` that is used. */
export interface SystemTray {
  setMenu(items: MenuItemConstructorOptions[]): void;
  remove(): void;
}

interface TrayDeps {
  /** Adds an icon to the tray or the menu bar. */
  readonly add: () => SystemTray;
  readonly settings: Observable<Pick<Settings, 'keepSending'>>;
  readonly counts: Observable<Counts>;
  readonly language: () => Language;
  readonly isLocked: () => boolean;
  /** Brings the window to the front. */
  readonly show: () => void;
  readonly keepSending: (isOn: boolean) => void;
  readonly quit: () => void;
}

const messages = {
  en: {
    open: 'Open Billfold',
    pending: (count: number) =>
      count === 0
        ? 'No pending approvals'
        : `${count} ${count === 1 ? 'approval' : 'approvals'} pending`,
    locked: 'Locked: nothing is sent',
    keepSending: 'Keep sending in the background',
    quit: 'Quit Billfold',
  },
  de: {
    open: 'Billfold öffnen',
    pending: (count: number) =>
      count === 0
        ? 'Keine ausstehenden Freigaben'
        : `${count} ausstehende ${count === 1 ? 'Freigabe' : 'Freigaben'}`,
    locked: 'Gesperrt: nichts wird gesendet',
    keepSending: 'Im Hintergrund weiter senden',
    quit: 'Billfold beenden',
  },
} as const satisfies Record<Language, object>;

/**
 * The tray icon, which exists while *Keep sending in the background* is on.
 * @returns a function to call when language or lock change, which are not observed
 */
export function createTray(deps: TrayDeps): { follow(): void } {
  const { settings, counts } = deps;
  let tray: SystemTray | null = null;
  let shown = '';
  const follow = (): void => {
    if (!settings.get().keepSending) {
      if (tray === null) return;
      tray.remove();
      tray = null;
      // Without the icon, users could not reach a hidden window.
      deps.show();
      return;
    }
    // Rebuilding the menu would close an open one, so rebuild it only when it changes.
    const now = `${deps.language()} ${deps.isLocked()} ${counts.get().waiting}`;
    if (tray !== null && now === shown) return;
    tray ??= deps.add();
    shown = now;
    tray.setMenu(menuOf(deps));
  };
  follow();
  settings.subscribe(follow);
  counts.subscribe(follow);
  return { follow };
}

function menuOf(deps: TrayDeps): MenuItemConstructorOptions[] {
  const text = messages[deps.language()];
  const isLocked = deps.isLocked();
  const separator: MenuItemConstructorOptions = { type: 'separator' };
  return [
    { id: 'open', label: text.open, click: deps.show },
    { label: isLocked ? text.locked : text.pending(deps.counts.get().waiting), enabled: false },
    separator,
    {
      id: 'keepSending',
      label: text.keepSending,
      type: 'checkbox',
      checked: true,
      // Changing settings needs an unlocked window, as on the screens.
      enabled: !isLocked,
      click: () => deps.keepSending(false),
    },
    separator,
    { id: 'quit', label: text.quit, click: deps.quit },
  ];
}
