import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';
import { expect, test } from 'vitest';
import {
  createMachineParts,
  outsidePathOf,
  readMachine,
  stateFolderOf,
  type MachineParts,
} from './this-machine.ts';

const ID = '0123456789abcdef0123456789abcdef';

const parts = (change: Partial<MachineParts>): MachineParts => ({
  platform: 'linux',
  variables: {},
  home: '/home/ada',
  read: async () => null,
  run: async () => null,
  ...change,
});

test('the state folder is where the system keeps data that stays on the machine', () => {
  const folders = [
    parts({}),
    parts({ variables: { XDG_STATE_HOME: '/var/state/ada' } }),
    parts({ variables: { XDG_STATE_HOME: 'relative' } }),
    parts({ platform: 'darwin' }),
    parts({ platform: 'win32', variables: { LOCALAPPDATA: '/local' } }),
    parts({ platform: 'win32' }),
  ].map(stateFolderOf);
  expect(folders).toEqual([
    '/home/ada/.local/state/billfold',
    '/var/state/ada/billfold',
    '/home/ada/.local/state/billfold',
    '/home/ada/Library/Application Support/Billfold State',
    '/local/Billfold/State',
    '/home/ada/AppData/Local/Billfold/State',
  ]);
});

test('each profile has a file of its own', () => {
  const paths = ['/a', '/b', '/a'].map((profile) => outsidePathOf('/state', profile));
  expect([new Set(paths).size, paths[0]]).toEqual([
    2,
    expect.stringMatching(/^\/state\/profile-[0-9a-f]{32}\.json$/),
  ]);
});

test('a machine is identified by its system’s id, which is never stored itself', async () => {
  const mac = `  | |   "IOPlatformUUID" = "${ID}"\n  | |   "other" = "x"\n`;
  const windows = `\r\nHKEY_LOCAL_MACHINE\\…\r\n    MachineGuid    REG_SZ    ${ID}\r\n\r\n`;
  const read = (path: string) => async (asked: string) => (asked === path ? `${ID}\n` : null);
  const named = await Promise.all(
    [
      parts({ read: read('/etc/machine-id') }),
      parts({ read: read('/var/lib/dbus/machine-id') }),
      parts({ platform: 'darwin', run: async () => mac }),
      parts({ platform: 'win32', run: async () => windows }),
    ].map(readMachine),
  );
  const unnamed = await Promise.all(
    [
      parts({}),
      parts({ read: async () => 'uninitialized\n' }),
      parts({ platform: 'darwin' }),
      parts({ platform: 'win32', run: async () => 'ERROR' }),
    ].map(readMachine),
  );
  expect({
    isOne: new Set(named).size === 1 && /^[0-9a-f]{64}$/.test(named[0] ?? ''),
    saysItself: named.some((name) => name?.includes(ID)),
    unnamed,
  }).toEqual({ isOne: true, saysItself: false, unnamed: [null, null, null, null] });
});

test('a program that is missing or fails gives null', async () => {
  const { run, read } = createMachineParts(homedir());
  expect([
    await run('/missing/program', []),
    await run(process.execPath, ['-e', 'process.exit(1)']),
    await run(process.execPath, ['-e', 'process.stdout.write("said")']),
    await read('/missing/file'),
    isAbsolute(stateFolderOf(createMachineParts(homedir()))),
  ]).toEqual([null, null, 'said', null, true]);
});
