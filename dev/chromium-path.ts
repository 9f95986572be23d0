import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'msedge',
];
/** The same engine without what a window needs: it starts with a fifth of the work. */
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

/** @returns the path of an installed Chromium, or of a browser made from it; null when there is none */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string | null {
  return givenOr(candidates, env);
}

/** @returns what runs pages that nobody sees: the program made for it where there is one */
export function findHeadlessChromium(env: NodeJS.ProcessEnv = process.env): string | null {
  return givenOr(() => [...onPath(WITHOUT_WINDOW, env), ...candidates(env)], env);
}

function givenOr(
  places: (env: NodeJS.ProcessEnv) => readonly string[],
  env: NodeJS.ProcessEnv,
): string | null {
  const given = env['CHROMIUM_PATH'];
  if (given !== undefined && given !== '') return isExecutable(given) ? given : null;
  return places(env).find(isExecutable) ?? null;
}

function candidates(env: NodeJS.ProcessEnv): string[] {
  if (process.platform === 'darwin') return MAC;
  if (process.platform === 'win32')
    return [env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']].flatMap((folder) =>
      folder === undefined ? [] : WINDOWS.map((path) => join(folder, path)),
    );
  return onPath(NAMES, env);
}

function onPath(names: readonly string[], env: NodeJS.ProcessEnv): string[] {
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
