/**
 * Finds the program that runs Billfold here. A window needs Electron, or else an installed Chromium. Headless
 * work (demo, tests, benches, pictures) uses an installed Chromium, or else the one that dev/setup-host.ts
 * downloaded into node_modules/.billfold.
 */
import { accessSync, constants, readFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { findElectron, type ElectronHost } from './electron-path.ts';

/** This computer, or another one in tests. */
export interface Computer {
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  readonly arch: string;
  /** Folder of the downloaded hosts. */
  readonly folder: string;
}

/** A Chromium that needs no display, and its environment. */
export interface HeadlessHost {
  readonly program: string;
  /** Environment variables added to this process's own. */
  readonly env: Readonly<Record<string, string>>;
}

export const thisComputer: Computer = {
  env: process.env,
  platform: process.platform,
  arch: process.arch,
  folder: resolve(import.meta.dirname, '..', 'node_modules', '.billfold'),
};

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'msedge',
];
/** Builds of the same engine without window support, which start five times as fast. */
const WITHOUT_WINDOW = ['chromium-headless-shell', 'chrome-headless-shell'];
const MAC = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
];
const WINDOWS = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Chromium\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
];

export const INSTALL_A_BROWSER =
  'Mend that, or install Chromium, Google Chrome or Microsoft Edge (or set CHROMIUM_PATH to its program), and run the command again.';

/** Whether a window can open. Systems other than Linux always have a display. */
export function hasDisplay({ env, platform }: Computer = thisComputer): boolean {
  if (platform !== 'linux') return true;
  return ['DISPLAY', 'WAYLAND_DISPLAY'].some((name) => (env[name] ?? '') !== '');
}

/** Electron for demo and tests; null if there is none, or no display, without which Electron aborts. */
export function findTestElectron(computer: Computer = thisComputer): ElectronHost | null {
  return hasDisplay(computer) ? findElectron(computer.env) : null;
}

/** @returns the path of an installed Chromium, or of a browser based on it; null when there is none */
export function findChromium(computer: Computer = thisComputer): string | null {
  return givenOr(computer, () => candidates(computer).find(isExecutable) ?? null);
}

/** @returns null when Chromium is neither installed nor downloaded */
export function findHeadlessHost(computer: Computer = thisComputer): HeadlessHost | null {
  const installed = givenOr(
    computer,
    () => [...onPath(WITHOUT_WINDOW, computer), ...candidates(computer)].find(isExecutable) ?? null,
  );
  if (installed !== null) return { program: installed, env: {} };
  const isGiven = (computer.env['CHROMIUM_PATH'] ?? '') !== '';
  return isGiven ? null : findFetched(computer);
}

/** Whether the package of dev/headless runs here. Other systems need an installed browser. */
export function usesPackage({ platform, arch }: Computer): boolean {
  return platform === 'linux' && arch === 'x64';
}

/** Folder of the unpacked package of dev/headless, one per version. */
export function packageFolder({ folder }: Computer): string {
  const manifest = readFileSync(join(import.meta.dirname, 'headless/package.json'), 'utf8');
  const { dependencies } = JSON.parse(manifest) as { dependencies: Record<string, string> };
  return join(folder, `chromium-${dependencies['@sparticuz/chromium']}`);
}

function findFetched(computer: Computer): HeadlessHost | null {
  const unpacked = packageFolder(computer);
  const program = join(unpacked, 'chromium');
  if (!usesPackage(computer) || !isExecutable(program)) return null;
  const libraries = [join(unpacked, 'lib'), computer.env['LD_LIBRARY_PATH'] ?? ''];
  const path = libraries.filter((each) => each !== '').join(delimiter);
  const fonts = computer.env['FONTCONFIG_FILE'] ?? join(unpacked, 'fonts.conf');
  return { program, env: { LD_LIBRARY_PATH: path, FONTCONFIG_FILE: fonts } };
}

/**
 * Environment for Electron's installer. These variables would let it take the hashes from the server of the download,
 * in place of those in its package.
 */
export function withoutRemoteHashes(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isRemote = /^(npm_config_)?electron_use_remote_checksums$/i;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !isRemote.test(name)));
}

function givenOr({ env }: Computer, find: () => string | null): string | null {
  const given = env['CHROMIUM_PATH'];
  if (given !== undefined && given !== '') return isExecutable(given) ? given : null;
  return find();
}

function candidates(computer: Computer): string[] {
  const { env, platform } = computer;
  if (platform === 'darwin') return MAC;
  if (platform === 'win32')
    return [env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']].flatMap((folder) =>
      folder === undefined ? [] : WINDOWS.map((path) => join(folder, path)),
    );
  return onPath(NAMES, computer);
}

function onPath(names: readonly string[], { env }: Computer): string[] {
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.flatMap((folder) => names.map((name) => join(folder, name)));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
