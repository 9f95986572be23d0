/**
 * The second half of setup, on the project's own Node: gets Electron's runtime, or else a Chromium to
 * run in its place, and notes which in node_modules/.billfold/host.json.
 */
import { spawn } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findChromium, findHeadlessChromium } from './chromium-path.ts';
import { findElectron, type ElectronHost } from './electron-path.ts';
import { isLeaveGiven, installCommand, installPackages } from './system-packages.ts';

const root = resolve(import.meta.dirname, '..');
/** The one without windows makes the tests quick; not every release of Debian and Ubuntu has it. */
const PACKAGES = ['chromium', 'fonts-liberation', '$(apt-cache pkgnames chromium-headless-shell)'];
/** A slow line may take its time, as long as something comes. */
const SILENCE_LIMIT_MS = 60_000;
const LOOK_EVERY_MS = 5_000;

const electron = findElectron() ?? (await fetchElectron());
if (electron !== null) note('electron', electron.program);
else note('chromium', await ensureChromium());

async function fetchElectron(): Promise<ElectronHost | null> {
  say("Fetching Electron's runtime (about 120 MB)…");
  const folder = mkdtempSync(join(tmpdir(), 'billfold-electron-'));
  const installer = spawn(process.execPath, [join(root, 'node_modules/electron/install.js')], {
    stdio: 'ignore',
    // The download grows in here.
    env: { ...process.env, TMPDIR: folder, TEMP: folder, TMP: folder },
  });
  let bytes = 0;
  let quietMs = 0;
  const watch = setInterval(() => {
    const now = sizeOf(folder);
    quietMs = now > bytes ? 0 : quietMs + LOOK_EVERY_MS;
    if (now > bytes) say(`… ${Math.round(now / 1e6)} MB`);
    bytes = now;
    if (quietMs >= SILENCE_LIMIT_MS) installer.kill();
  }, LOOK_EVERY_MS);
  await new Promise((ended) => installer.once('exit', ended));
  clearInterval(watch);
  rmSync(folder, { recursive: true, force: true });
  const found = findElectron();
  if (found === null)
    say(
      "Electron's runtime cannot be fetched from here; Billfold runs in an installed Chromium instead.",
    );
  return found;
}

function sizeOf(folder: string): number {
  return globSync('**/*', { cwd: folder })
    .map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size, 0);
}

async function ensureChromium(): Promise<string> {
  const there = findChromium();
  if (there === null) say('No Chromium was found to run Billfold in.');
  if (there === null || (isLeaveGiven() && findHeadlessChromium() === there))
    await installPackages(PACKAGES);
  const found = findChromium();
  if (found !== null) return found;
  console.error(
    [
      'setup: Install Chromium, Google Chrome or Microsoft Edge, or set CHROMIUM_PATH to its program, and run the command again.',
      `  On Debian: ${installCommand(PACKAGES)}`,
      '  As root, this does it: npm run setup -- --install-chromium',
    ].join('\n'),
  );
  process.exit(1);
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
