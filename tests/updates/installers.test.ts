import { createHash } from 'node:crypto';
import { EventEmitter } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { succeed } from '../../src/base/result.ts';
import {
  createDownloadFolder,
  type DownloadedFile,
} from '../../src/main/updates/download-folder.ts';
import {
  installAppImage,
  installNsis,
  installZip,
  targetOf,
  type Installation,
} from '../../src/main/updates/installers.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'installers-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A file from the staging folder, with its present hash. */
function downloaded(path: string): DownloadedFile {
  const sha512 = createHash('sha512').update(existsSync(path) ? readFileSync(path) : '');
  const staging = createDownloadFolder(dirname(path));
  return staging.take({ name: basename(path), sha512: sha512.digest('base64') });
}

const ids = { next: () => 'c0ffee' };
const linux: Installation = {
  platform: 'linux',
  arch: 'x64',
  execPath: '/tmp/.mount/billfold',
  appImage: '/home/ann/Billfold.AppImage',
  exists: () => false,
};

test.each<[string, Partial<Installation>, string | null]>([
  ['an AppImage', {}, 'AppImage'],
  ['a system without packages', { platform: 'freebsd', exists: () => true }, null],
  ['a package of the system', { appImage: undefined }, null],
  ['a variable without a path', { appImage: 'Billfold.AppImage' }, null],
  ['a Mac', { platform: 'darwin', arch: 'arm64' }, 'zip'],
  ['the installer for one user', { platform: 'win32', exists: () => true }, 'nsis'],
  ['a managed installation on Windows', { platform: 'win32' }, null],
  ['an unsupported processor', { arch: 'riscv64' }, null],
])('the package that can replace %s', (_what, change, kind) => {
  const { platform, arch } = { ...linux, ...change };
  const target = kind === null ? null : { platform, arch, kind };
  expect(targetOf({ ...linux, ...change })).toEqual(target);
});

test('on Windows, the uninstaller beside the program shows an installation for one user', () => {
  const asked: string[] = [];
  const exists = (path: string): boolean => asked.push(path) < 0;
  targetOf({ ...linux, platform: 'win32', execPath: '/apps/Billfold/Billfold.exe', exists });
  expect(asked).toEqual([join('/apps/Billfold', 'Uninstall Billfold.exe')]);
});

test('a new AppImage replaces the old one under its name, executable, and leaves nothing beside it', async () => {
  const [appImage, update] = [join(folder, 'My Billfold'), join(folder, 'update')];
  writeFileSync(appImage, 'old');
  chmodSync(appImage, 0o755);
  writeFileSync(update, 'new', { mode: 0o600 });
  const started: string[] = [];
  const install = installAppImage({ appImage, ids, relaunch: (program) => started.push(program) });
  const installed = await install(downloaded(update), { relaunch: true });
  const mode = process.platform === 'win32' ? 0o755 : statSync(appImage).mode & 0o777;
  expect([
    installed.ok,
    readFileSync(appImage, 'utf8'),
    mode,
    started,
    readdirSync(folder),
  ]).toEqual([true, 'new', 0o755, [appImage], ['My Billfold', 'update']]);
});

test('an AppImage that cannot be replaced stays as it is', async () => {
  const appImage = join(folder, 'Billfold');
  writeFileSync(appImage, 'old');
  const started: string[] = [];
  const install = installAppImage({ appImage, ids, relaunch: (program) => started.push(program) });
  const installed = await install(downloaded(join(folder, 'missing')), { relaunch: true });
  expect([installed.ok, readFileSync(appImage, 'utf8'), started, readdirSync(folder)]).toEqual([
    false,
    'old',
    [],
    ['Billfold'],
  ]);
});

test.each<[string, (appImage: string) => Partial<DownloadedFile>, string, string]>([
  ['gone', () => ({}), 'missing', 'ENOENT'],
  ['one of the longest name', () => ({}), 'x'.repeat(255), 'ENAMETOOLONG'],
  [
    'replaced by a folder meanwhile',
    (appImage) => ({
      copyTo: async () => {
        rmSync(appImage);
        mkdirSync(join(appImage, 'folder'), { recursive: true });
        return succeed(undefined);
      },
    }),
    'Billfold',
    'EISDIR',
  ],
])(
  'an AppImage that is %s is not replaced, and nothing starts',
  async (_what, change, name, code) => {
    const appImage = join(folder, name);
    writeFileSync(join(folder, 'update'), 'new');
    if (name !== 'missing') writeFileSync(appImage, 'old');
    const started: string[] = [];
    const install = installAppImage({
      appImage,
      ids,
      relaunch: (program) => started.push(program),
    });
    const file = { ...downloaded(join(folder, 'update')), ...change(appImage) };
    const installed = await install(file, { relaunch: true });
    expect([installed, started]).toEqual([{ ok: false, error: code }, []]);
  },
);

test('an update at quit starts nothing, and a file that is gone starts no installer', async () => {
  const [appImage, update, gone] = ['Billfold', 'update', 'gone'].map((name) => join(folder, name));
  writeFileSync(appImage ?? '', 'old');
  writeFileSync(update ?? '', 'new');
  const started: string[] = [];
  const relaunch = (program: string): void => void started.push(program);
  const file = downloaded(update ?? '');
  const installed = await installAppImage({ appImage: appImage ?? '', ids, relaunch })(file, {
    relaunch: false,
  });
  const spawn = async (program: string) => succeed(relaunch(program));
  const squirrel = new FakeSquirrel();
  const missing = downloaded(gone ?? '');
  const refused = [
    await installNsis({ spawn })(missing, { relaunch: true }),
    await installZip({ squirrel, ids })(missing, { relaunch: true }),
  ];
  expect([installed.ok, refused.map(({ ok }) => ok), started, squirrel.url]).toEqual([
    true,
    [false, false],
    [],
    '',
  ]);
});

test('on Windows the installer runs silently, and starts Billfold only after a restart', async () => {
  const ran: unknown[] = [];
  const install = installNsis({
    spawn: async (program, args) => {
      ran.push([readFileSync(program, 'utf8'), ...args]);
      return succeed(undefined);
    },
  });
  writeFileSync(join(folder, 'setup.exe'), 'installer');
  const setup = downloaded(join(folder, 'setup.exe'));
  await install(setup, { relaunch: true });
  await install(setup, { relaunch: false });
  expect(ran).toEqual([
    ['installer', '--updated', '/S', '--force-run'],
    ['installer', '--updated', '/S'],
  ]);
});

/** Squirrel.Mac's protocol: asks the feed for the archive's address, and downloads it. */
class FakeSquirrel extends EventEmitter {
  url = '';
  got: string[] = [];
  setFeedURL({ url }: { url: string }): void {
    this.url = url;
  }
  checkForUpdates(): void {
    void this.#get();
  }
  quitAndInstall(): void {
    this.got.push('quits and installs');
  }
  async #get(): Promise<void> {
    const { url } = (await (await fetch(this.url)).json()) as { url: string };
    const stranger = await fetch(new URL('/', url));
    this.got.push(`${stranger.status}`, await (await fetch(url)).text());
    this.emit('update-downloaded');
  }
}

test('on a Mac, only Squirrel can download the archive from this computer', async () => {
  writeFileSync(join(folder, 'Billfold.zip'), 'archive');
  const listen = vi.spyOn(Server.prototype, 'listen');
  const squirrel = new FakeSquirrel();
  const installed = await installZip({ squirrel, ids })(downloaded(join(folder, 'Billfold.zip')), {
    relaunch: true,
  });
  const [[port, host] = []] = listen.mock.calls as unknown[][];
  await expect(fetch(squirrel.url)).rejects.toThrow('fetch failed');
  expect([installed.ok, squirrel.got, port, host]).toEqual([
    true,
    ['404', 'archive', 'quits and installs'],
    0,
    '127.0.0.1',
  ]);
});

test.each([
  ['error', 'code signature'],
  ['update-not-available', 'Squirrel saw no update'],
])('an archive that Squirrel refuses with %s is not installed: %s', async (event, error) => {
  const squirrel = new FakeSquirrel();
  squirrel.checkForUpdates = () => void squirrel.emit(event, new Error('code signature'));
  writeFileSync(join(folder, 'Billfold.zip'), 'archive');
  const install = installZip({ squirrel, ids });
  expect([
    await install(downloaded(join(folder, 'Billfold.zip')), { relaunch: true }),
    squirrel.got,
  ]).toEqual([{ ok: false, error }, []]);
});
