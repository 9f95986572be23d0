import { dirname, join } from 'node:path';
import type { App } from 'electron';
import { fail, succeed, type Result } from '../../base/result.ts';
import { installedProfileOf } from '../profile/installed.ts';
import type { MachineParts } from '../profile/this-machine.ts';
import type { Files, Log } from '../ports.ts';
import type { SettingsStore } from '../settings/settings.ts';

const AT_LOGIN = '--at-login';

/** Whether the system started Billfold at login. */
export function wasOpenedAtLogin(
  app: Pick<App, 'getLoginItemSettings'>,
  args: readonly string[],
  platform: NodeJS.Platform,
): boolean {
  return platform === 'darwin'
    ? app.getLoginItemSettings().wasOpenedAtLogin
    : args.includes(AT_LOGIN);
}

interface LoginItemDeps {
  readonly machine: Pick<MachineParts, 'platform' | 'variables' | 'home'>;
  readonly app: Pick<App, 'getLoginItemSettings' | 'isPackaged' | 'setLoginItemSettings'>;
  readonly files: Pick<Files, 'read' | 'remove' | 'writeAtomic'>;
  /** Absolute path of the running program. */
  readonly execPath: string;
}

/** Billfold's entry among the programs that the system starts at login. */
interface LoginItem {
  isOn(): Promise<boolean>;
  /** The error is a line for the log. */
  set(isOn: boolean): Promise<Result<void, string>>;
}

const none: LoginItem = {
  isOn: async () => false,
  set: async (isOn) =>
    isOn ? fail('only an installed Billfold can open at login') : succeed(undefined),
};

/**
 * Electron supports login items on macOS and Windows. Elsewhere, Billfold writes a file (Desktop Application
 * Autostart).
 */
export function createLoginItem({ machine, app, files, execPath }: LoginItemDeps): LoginItem {
  if (!app.isPackaged) return none;
  if (machine.platform === 'darwin' || machine.platform === 'win32') {
    const known = machine.platform === 'win32' ? { args: [AT_LOGIN] } : {};
    return {
      isOn: async () => app.getLoginItemSettings(known).openAtLogin,
      set: async (openAtLogin) => succeed(app.setLoginItemSettings({ ...known, openAtLogin })),
    };
  }
  const path = join(dirname(installedProfileOf(machine)), 'autostart', 'billfold.desktop');
  const program = machine.variables['APPIMAGE'] ?? execPath;
  return {
    isOn: async () => {
      const found = await files.read(path);
      return found.ok && found.value !== null;
    },
    set: async (isOn) => {
      const entry = new TextEncoder().encode(entryFor(program));
      const done = isOn ? await files.writeAtomic(path, entry, 0o600) : await files.remove(path);
      return done.ok ? done : fail(done.error.technical);
    },
  };
}

/** A desktop entry. Each part of a command is first quoted, then escaped as a string value. */
function entryFor(program: string): string {
  const asString = (text: string): string => text.replaceAll('\\', String.raw`\\`);
  const quoted = `"${program.replaceAll(/["`$\\]/g, String.raw`\$&`).replaceAll('%', '%%')}"`;
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Billfold',
    'Icon=billfold',
    // Makes the system ignore the entry once the program is removed.
    `TryExec=${asString(program)}`,
    `Exec=${asString(`${quoted} ${AT_LOGIN}`)}`,
    '',
  ].join('\n');
}

/**
 * Synchronizes the setting with the system. At the start the system's state applies, because users can change it there.
 */
export function followOpenAtLogin(
  item: LoginItem,
  { settings, change }: Pick<SettingsStore, 'settings' | 'change'>,
  log: Pick<Log, 'warn'>,
): void {
  const asSystem = async (): Promise<boolean> => {
    const openAtLogin = await item.isOn();
    if (settings.get().openAtLogin !== openAtLogin) change({ openAtLogin });
    return openAtLogin;
  };
  let known = false;
  let last: Promise<unknown> = asSystem().then((isOn) => (known = isOn));
  const follow = async (): Promise<void> => {
    const { openAtLogin } = settings.get();
    if (openAtLogin === known) return;
    known = openAtLogin;
    const done = await item.set(openAtLogin);
    if (done.ok) return;
    log.warn('open at login: not set', { problem: done.error });
    known = await asSystem();
  };
  settings.subscribe(() => {
    last = last.then(follow);
  });
}
