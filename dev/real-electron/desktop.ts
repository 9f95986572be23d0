/**
 * `node desktop.ts COMMAND…`, inside `dbus-run-session`: a screen nobody sees, a window manager and an
 * unlocked keyring for one command. Everything of it is in $HOME, and ends with the command.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const [program = '', ...args] = process.argv.slice(2);
const home = process.env['HOME'] ?? '';
const runtime = join(home, 'run');
mkdirSync(runtime, { recursive: true, mode: 0o700 });
// What Chromium chooses its keyring by.
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

const command = spawn(program, args, { env, stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => command.kill(signal));
command.once('exit', (code) => {
  for (const part of parts) part.kill();
  process.exitCode = code ?? 1;
});

/** What leads to the desktop and the keyring of whoever runs this. */
function isOfDesktop(name: string): boolean {
  return /^(XDG_|GNOME_|WAYLAND_|DISPLAY$)/.test(name);
}

/** @returns the display, on a number that was free */
async function startScreen(): Promise<string> {
  const options = ['-displayfd', '1', '-screen', '0', '1920x1080x24', '-nolisten', 'tcp'];
  const screen = spawn('Xvfb', options, { env, stdio: ['ignore', 'pipe', 'ignore'] });
  parts.push(screen);
  for await (const line of createInterface({ input: screen.stdout })) return `:${line}`;
  throw new Error('Xvfb did not start.');
}
