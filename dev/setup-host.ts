/**
 * `node dev/setup-host.ts [window|electron|all]`: the second half of setup, on the project's own Node. It
 * downloads what is missing to run Billfold and prints which program runs it. `window` is for the app's
 * window, `electron` for packaging. Otherwise it prepares demo, tests and benches, which need no window.
 */
import { spawn } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findElectron } from './electron-path.ts';
import { fetchHeadless } from './headless/fetch.ts';
import {
  findChromium,
  findHeadlessHost,
  hasDisplay,
  INSTALL_A_BROWSER,
  packageFolder,
  thisComputer,
  usesPackage,
  withoutRemoteHashes,
} from './hosts.ts';

const root = resolve(import.meta.dirname, '..');
const { folder } = thisComputer;
const noteFile = join(folder, 'host.json');
/** A download may take long, but not be silent longer than this, milliseconds. */
const SILENCE_LIMIT_MS = 30_000;
const LOOK_EVERY_MS = 5_000;
/** Try to download Electron again after a day, perhaps on another network. */
const ONE_DAY_MS = 24 * 60 * 60 * 1000;

const [purpose = 'headless'] = process.argv.slice(2);
process.exitCode = await prepare();

/** @returns the exit code */
async function prepare(): Promise<number> {
  const wantsElectron = purpose === 'electron' || purpose === 'all' || hasDisplay();
  if (wantsElectron && findElectron() === null && !wasTriedToday()) await fetchElectron();
  const hasWindow = hasDisplay() && (findElectron() ?? findChromium()) !== null;
  if (purpose === 'electron' || (purpose === 'window' && hasWindow)) return 0;
  if (findHeadlessHost() !== null) return 0;
  const missing = await fetchHeadlessHost();
  if (findHeadlessHost() !== null) return 0;
  console.error(`setup: ${missing ?? 'No Chromium was found.'} ${INSTALL_A_BROWSER}`);
  return 1;
}

function wasTriedToday(): boolean {
  try {
    const { electronTriedAtMs } = JSON.parse(readFileSync(noteFile, 'utf8')) as {
      electronTriedAtMs: number;
    };
    return Date.now() - electronTriedAtMs < ONE_DAY_MS;
  } catch {
    return false;
  }
}

async function fetchElectron(): Promise<void> {
  say("Fetching Electron's runtime (about 120 MB)…");
  const work = join(folder, 'fetching-electron');
  // An interrupted attempt may have left files.
  rmSync(work, { recursive: true, force: true, maxRetries: 5 });
  mkdirSync(work, { recursive: true });
  const installer = spawn(process.execPath, [join(root, 'node_modules/electron/install.js')], {
    stdio: 'ignore',
    // Puts the growing download into this folder.
    env: { ...withoutRemoteHashes(process.env), TMPDIR: work, TEMP: work, TMP: work },
  });
  let bytes = 0;
  let quietMs = 0;
  const watch = setInterval(() => {
    const now = sizeOf(work);
    quietMs = now > bytes ? 0 : quietMs + LOOK_EVERY_MS;
    if (now > bytes) say(`… ${Math.round(now / 1e6)} MB`);
    bytes = now;
    if (quietMs >= SILENCE_LIMIT_MS) installer.kill();
  }, LOOK_EVERY_MS);
  await new Promise((ended) => installer.once('exit', ended));
  clearInterval(watch);
  rmSync(work, { recursive: true, force: true, maxRetries: 5 });
  if (findElectron() !== null) return say('Electron is ready.');
  writeFileSync(noteFile, JSON.stringify({ electronTriedAtMs: Date.now() }));
  say("Electron's runtime cannot be fetched from here; Billfold runs in a Chromium instead.");
}

function sizeOf(place: string): number {
  return globSync('**/*', { cwd: place })
    .map((name) => statSync(join(place, name), { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size, 0);
}

/** @returns a sentence with the reason when no host could be downloaded */
async function fetchHeadlessHost(): Promise<string | null> {
  if (thisComputer.env['CHROMIUM_PATH']) return 'CHROMIUM_PATH names no program that can be run.';
  // Playwright would download one without checking its hash.
  if (!usesPackage(thisComputer)) return 'No Chromium is installed.';
  say('No Chromium is installed; fetching one that runs without a window (67 MB)…');
  return fetchHeadless(packageFolder(thisComputer));
}

function say(sentence: string): void {
  console.log(`setup: ${sentence}`);
}
