import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Computer,
  findChromium,
  findHeadlessHost,
  findTestElectron,
  hasDisplay,
  packageFolder,
  withoutRemoteHashes,
} from './hosts.ts';

test('npm start refuses options, and starts nothing', () => {
  const script = join(import.meta.dirname, 'start.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, '--bogus'], {
    encoding: 'utf8',
  });
  expect([status, stdout, stderr.trim()]).toEqual([
    1,
    '',
    'npm start takes no options: "--bogus" is unknown. CONTRIBUTING.md names its variables.',
  ]);
});

let folder = '';
const given = (name: string): string => join(folder, name);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'billfold-hosts-'));
  for (const name of ['shell/chromium-headless-shell', 'browser/chromium', 'electron/electron'])
    addProgram(given(name));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function addProgram(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '', { mode: 0o755 });
}

function computer(env: NodeJS.ProcessEnv, more: Partial<Computer> = {}): Computer {
  return { env, platform: 'linux', arch: 'x64', folder: given('none'), ...more };
}

// Windows has no executable bit, and no PATH of this form.
test.skipIf(process.platform === 'win32')(
  'without a window an installed shell comes first, then an installed browser, then the fetched one',
  () => {
    const fetched = computer({}, { folder: given('fetched') });
    addProgram(join(packageFolder(fetched), 'chromium'));
    const PATH = `${given('browser')}:${given('shell')}`;
    const programs = [
      computer({ PATH }, { folder: fetched.folder }),
      computer({ PATH: given('browser') }, { folder: fetched.folder }),
      fetched,
      computer({}),
      computer({ PATH, CHROMIUM_PATH: given('missing') }, { folder: fetched.folder }),
    ].map((each) => findHeadlessHost(each)?.program);
    expect(programs).toEqual([
      given('shell/chromium-headless-shell'),
      given('browser/chromium'),
      join(packageFolder(fetched), 'chromium'),
      undefined,
      undefined,
    ]);
    expect(findHeadlessHost(fetched)?.env).toEqual({
      LD_LIBRARY_PATH: join(packageFolder(fetched), 'lib'),
      FONTCONFIG_FILE: join(packageFolder(fetched), 'fonts.conf'),
    });
    expect(findChromium(fetched)).toBe(null);
  },
);

test.skipIf(process.platform === 'win32')(
  'on other systems only an installed browser runs, never a fetched one',
  () => {
    const arm = computer({}, { arch: 'arm64', folder: given('arm') });
    addProgram(join(packageFolder(arm), 'chromium'));
    const installed = { ...arm, env: { PATH: given('browser') } };
    expect([arm, installed].map((each) => findHeadlessHost(each)?.program)).toEqual([
      undefined,
      given('browser/chromium'),
    ]);
  },
);

test('Electron’s installer takes its hashes from its package, whatever the environment says', () => {
  const remote = {
    electron_use_remote_checksums: '1',
    NPM_CONFIG_ELECTRON_USE_REMOTE_CHECKSUMS: '1',
  };
  expect(withoutRemoteHashes({ ...remote, PATH: '/bin' })).toEqual({ PATH: '/bin' });
});

test('demo and tests use Electron only where its window can open', () => {
  const env = { ELECTRON_OVERRIDE_DIST_PATH: given('electron') };
  const displays = [{}, { DISPLAY: '' }, { DISPLAY: ':0' }, { WAYLAND_DISPLAY: 'wayland-0' }];
  const places = displays.map((display) => computer({ ...env, ...display }));
  expect(places.map((place) => hasDisplay(place))).toEqual([false, false, true, true]);
  expect(hasDisplay(computer({}, { platform: 'darwin' }))).toBe(true);
  expect(findTestElectron(computer(env))).toBe(null);
});
