import { expect, test } from 'vitest';
import { APP_ID, installedProfileOf } from './installed.ts';

const home = '/home/ada';

test('D-30 the profile folder and the app id of an installed Billfold never change', () => {
  const folders = [
    { platform: 'linux', variables: {} },
    { platform: 'linux', variables: { XDG_CONFIG_HOME: '/config/ada' } },
    { platform: 'linux', variables: { XDG_CONFIG_HOME: 'relative' } },
    { platform: 'darwin', variables: {} },
    { platform: 'win32', variables: { LOCALAPPDATA: '/local', APPDATA: '/roaming' } },
    { platform: 'win32', variables: {} },
  ] as const;
  expect([APP_ID, ...folders.map((parts) => installedProfileOf({ home, ...parts }))]).toEqual([
    'app.billfold.desktop',
    '/home/ada/.config/Billfold',
    '/config/ada/Billfold',
    '/home/ada/.config/Billfold',
    '/home/ada/Library/Application Support/Billfold',
    '/local/Billfold/Profile',
    '/home/ada/AppData/Local/Billfold/Profile',
  ]);
});
