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
  playwrightFolder,
} from './hosts.ts';

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
  'D-28 without a window an installed shell comes first, then an installed browser, then the fetched one',
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
  'D-28 on other systems Playwright’s own shell comes first, then an installed browser',
  () => {
    const env = { PATH: given('browser') };
    const arm = computer(env, { arch: 'arm64', folder: given('arm') });
    const before = findHeadlessHost(arm)?.program;
    const shell = 'chromium_headless_shell-1/chrome-headless-shell-linux/chrome-headless-shell';
    addProgram(join(playwrightFolder(arm), shell));
    expect([before, findHeadlessHost(arm)?.program]).toEqual([
      given('browser/chromium'),
      join(playwrightFolder(arm), shell),
    ]);
  },
);

test('D-28 demo and tests use Electron only where its window can open', () => {
  const env = { ELECTRON_OVERRIDE_DIST_PATH: given('electron') };
  const displays = [{}, { DISPLAY: '' }, { DISPLAY: ':0' }, { WAYLAND_DISPLAY: 'wayland-0' }];
  const places = displays.map((display) => computer({ ...env, ...display }));
  expect(places.map((place) => hasDisplay(place))).toEqual([false, false, true, true]);
  expect(hasDisplay(computer({}, { platform: 'darwin' }))).toBe(true);
  expect(findTestElectron(computer(env))).toBe(null);
});
