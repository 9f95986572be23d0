import type { MenuItemConstructorOptions } from 'electron';
import type { Observable } from '../../base/observable.ts';
import type { Counts } from '../../bridge/app.ts';
import type { Language, Settings } from '../../bridge/settings.ts';

/** As much of Electron's `Tray` as is used. */
export interface SystemTray {
  setMenu(items: MenuItemConstructorOptions[]): void;
  remove(): void;
}

export interface TrayDeps {
  /** Puts an icon into the tray, or the menu bar. */
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
 * The icon that stands for Billfold while its window is hidden: there as long as *Keep sending in the background*
 * is on.
 * @returns looks again at what it shows: language and lock are not told of
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
      // Hidden, it could be reached no more.
      deps.show();
      return;
    }
    // A menu that is open stays as long as it says what is so.
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
      // Settings are its user's, as the rest of the window is.
      enabled: !isLocked,
      click: () => deps.keepSending(false),
    },
    separator,
    { id: 'quit', label: text.quit, click: deps.quit },
  ];
}
