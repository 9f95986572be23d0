/**
 * `node desktop.ts COMMAND…`, inside `dbus-run-session`: provides a virtual screen, a window manager and an
 * unlocked keyring for one command. All files are in $HOME, and all programs end with the command.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { OLDER_RUNTIME_VARIABLE } from '../electron-path.ts';

const [program = '', ...args] = process.argv.slice(2);
const home = process.env['HOME'] ?? '';
const runtime = join(home, 'run');
mkdirSync(runtime, { recursive: true, mode: 0o700 });
// Chromium chooses its keyring by these variables.
const env: NodeJS.ProcessEnv = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !isOfDesktop(name))),
  XDG_RUNTIME_DIR: runtime,
  XDG_CURRENT_DESKTOP: 'GNOME',
};

const unlocked = spawnSync('gnome-keyring-daemon', ['--unlock', '--components=secrets'], {
  env,
  input: 'of this test alone',
  encoding: 'utf8',
});
if (unlocked.status !== 0) console.log('The keyring could not be unlocked; tests run without one.');

const parts: ChildProcess[] = [];
env['DISPLAY'] = await startScreen();
parts.push(spawn('openbox', [], { env, stdio: 'ignore' }).on('error', () => {}));
makeKeyringKey();

const command = spawn(program, args, { env, stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => command.kill(signal));
command.once('exit', (code) => {
  for (const part of parts) part.kill();
  process.exitCode = code ?? 1;
});

/**
 * Makes Chromium create its key in the new keyring. If several starts did so at once, they could not open each other's
 * secrets.
 */
function makeKeyringKey(): void {
  const folder = join(home, 'key');
  mkdirSync(folder);
  // Chromium finds the key by the app's name.
  const manifest = readFileSync(resolve(import.meta.dirname, '../../package.json'), 'utf8');
  const { name, version } = JSON.parse(manifest) as { name: string; version: string };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version, main: 'key.cjs' }));
  const sealOnce = `const { app, safeStorage } = require('electron');
    app.setPath('userData', __dirname);
    app.whenReady().then(() => { safeStorage.encryptString('-'); app.exit(); });`;
  writeFileSync(join(folder, 'key.cjs'), sealOnce);
  const electron = join(process.env[OLDER_RUNTIME_VARIABLE] ?? '', 'electron');
  const { status } = spawnSync(electron, ['--disable-gpu', folder], { env, stdio: 'ignore' });
  if (status !== 0)
    console.log('The keyring has no key yet; several first starts may each make one.');
}

/** Whether a variable leads to the desktop and keyring of the person running this. */
function isOfDesktop(name: string): boolean {
  return /^(XDG_|GNOME_|WAYLAND_|DISPLAY$)/.test(name);
}

/** @returns the display, with a free number */
async function startScreen(): Promise<string> {
  const options = ['-displayfd', '1', '-screen', '0', '1920x1080x24', '-nolisten', 'tcp'];
  const screen = spawn('Xvfb', options, { env, stdio: ['ignore', 'pipe', 'ignore'] });
  parts.push(screen);
  for await (const line of createInterface({ input: screen.stdout })) return `:${line}`;
  throw new Error('Xvfb did not start.');
}
