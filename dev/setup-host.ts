/**
 * The second half of setup, on the project's own Node: gets Electron's runtime, or else a Chromium to
 * run in its place, and notes which in node_modules/.billfold/host.json.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findChromium } from './chromium-path.ts';

const root = resolve(import.meta.dirname, '..');
const electronFolder = join(root, 'node_modules', 'electron');
const ELECTRON_PATIENCE_MS = 180_000;

const electron = findElectron() ?? fetchElectron();
if (electron !== null) note('electron', electron);
else note('chromium', findChromium() ?? installChromium());

function findElectron(): string | null {
  const pathFile = join(electronFolder, 'path.txt');
  if (!existsSync(pathFile)) return null;
  const path = join(electronFolder, 'dist', readFileSync(pathFile, 'utf8'));
  return existsSync(path) ? path : null;
}

function fetchElectron(): string | null {
  say("Fetching Electron's runtime…");
  spawnSync(process.execPath, [join(electronFolder, 'install.js')], {
    timeout: ELECTRON_PATIENCE_MS,
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  const found = findElectron();
  if (found === null) {
    say(
      "Electron's runtime cannot be fetched from here; Billfold runs in an installed Chromium instead.",
    );
  }
  return found;
}

function installChromium(): string {
  const command = aptCommand();
  if (command === null) {
    return stop(
      'No Chromium was found. Install Chromium, Google Chrome or Microsoft Edge (on Debian or Ubuntu: sudo apt-get install chromium), or set CHROMIUM_PATH to its program, and run the command again.',
    );
  }
  say('Installing Debian’s chromium with apt-get…');
  apt(command, ['update', '-qq']);
  apt(command, ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-liberation']);
  const found = findChromium();
  if (found !== null) return found;
  return stop(
    'apt-get could not install chromium. Run "sudo apt-get update && sudo apt-get install chromium", then run the command again.',
  );
}

/** How apt-get can be run here without asking for a password, or null. */
function aptCommand(): readonly string[] | null {
  if (process.platform !== 'linux' || !works('apt-get', ['--version'])) return null;
  if (process.getuid?.() === 0) return ['apt-get'];
  return works('sudo', ['-n', 'true']) ? ['sudo', '-n', 'apt-get'] : null;
}

function apt([program = '', ...before]: readonly string[], args: readonly string[]): void {
  spawnSync(program, [...before, ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}

function works(program: string, args: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}

function note(kind: 'electron' | 'chromium', path: string): void {
  const folder = join(root, 'node_modules', '.billfold');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'host.json'), JSON.stringify({ kind, path, triedAtMs: Date.now() }));
  say(kind === 'electron' ? 'Electron is ready.' : `Chromium is ready (${path}).`);
}

function say(sentence: string): void {
  console.log(`setup: ${sentence}`);
}

function stop(sentence: string): never {
  console.error(`setup: ${sentence}`);
  process.exit(1);
}
