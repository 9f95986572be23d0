import { expect, test } from 'vitest';
import { fail, succeed } from '../../base/result.ts';
import { settle } from '../../base/testing/virtual-clock.ts';
import { createRecordingLog } from '../auth/testing/recording-log.ts';
import { createMemoryFiles } from '../files/testing/memory-files.ts';
import { createNotices } from '../settings/notices.ts';
import { createSettingsStore } from '../settings/settings.ts';
import { createMemoryDocument } from '../settings/testing/memory-document.ts';
import { createLoginItem, followOpenAtLogin, wasOpenedAtLogin } from './open-at-login.ts';

/** A login item that records its calls to Electron. */
function arrange(platform: NodeJS.Platform, isPackaged = true, appImage?: string) {
  const files = createMemoryFiles();
  const observed: unknown[] = [];
  const app = {
    isPackaged,
    getLoginItemSettings: (options?: unknown) => {
      observed.push(options);
      return { openAtLogin: true, wasOpenedAtLogin: true } as Electron.LoginItemSettings;
    },
    setLoginItemSettings: (settings: unknown) => void observed.push(settings),
  };
  const variables = { APPIMAGE: appImage };
  const machine = { platform, variables, home: '/home/ada' };
  const item = createLoginItem({ machine, app, files, execPath: '/opt/Billfold/billfold' });
  const entry = async (): Promise<string | null> => {
    const found = await files.read('/home/ada/.config/autostart/billfold.desktop');
    return found.ok && found.value !== null ? new TextDecoder().decode(found.value) : null;
  };
  return { item, observed, entry, app };
}

test('macOS and Windows register Billfold, Windows with the argument for a start at login', async () => {
  const [mac, windows, unpackaged] = [arrange('darwin'), arrange('win32'), arrange('win32', false)];
  for (const { item } of [mac, windows, unpackaged]) {
    await item.isOn();
    await item.set(true);
  }
  const args = ['--at-login'];
  expect([mac.observed, windows.observed, unpackaged.observed]).toEqual([
    [{}, { openAtLogin: true }],
    [{ args }, { args, openAtLogin: true }],
    [],
  ]);
  expect([
    wasOpenedAtLogin(mac.app, [], 'darwin'),
    wasOpenedAtLogin(mac.app, ['billfold', '--at-login'], 'linux'),
    wasOpenedAtLogin(mac.app, ['billfold'], 'linux'),
  ]).toEqual([true, true, false]);
});

test('on Linux, Billfold writes and removes a desktop entry, for any name of the program', async () => {
  const { item, entry } = arrange('linux', true, '/home/ada/100% "my" $apps/Bill\\fold.AppImage');
  const before = await item.isOn();
  await item.set(true);
  const [written, between] = [await entry(), await item.isOn()];
  await item.set(false);
  expect([before, between, await entry(), written?.split('\n').slice(4)]).toEqual([
    false,
    true,
    null,
    [
      String.raw`TryExec=/home/ada/100% "my" $apps/Bill\\fold.AppImage`,
      String.raw`Exec="/home/ada/100%% \\"my\\" \\$apps/Bill\\\\fold.AppImage" --at-login`,
      '',
    ],
  ]);
});

test('at the start the system’s state applies to the setting, and a change that the system refuses is undone', async () => {
  const document = createMemoryDocument('settings');
  const log = createRecordingLog();
  const store = createSettingsStore({ store: document, notices: createNotices(), log });
  let isOn = true;
  let refuses = false;
  const asked: boolean[] = [];
  const item = {
    isOn: async () => isOn,
    set: async (wanted: boolean) => {
      asked.push(wanted);
      if (refuses) return fail('not allowed');
      isOn = wanted;
      return succeed(undefined);
    },
  };
  followOpenAtLogin(item, store, log);
  await settle();
  const shown = [store.settings.get().openAtLogin];
  const choose = async (openAtLogin: boolean): Promise<void> => {
    store.change({ openAtLogin });
    store.change({ theme: 'dark' });
    await settle();
    shown.push(store.settings.get().openAtLogin);
  };
  await choose(false);
  refuses = true;
  await choose(true);
  expect([shown, asked]).toEqual([
    [true, false, false],
    [false, true],
  ]);
});
