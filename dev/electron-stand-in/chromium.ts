import './uncompressed.ts';
import { spawn } from 'node:child_process';
import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright';
import { hostFaultIn } from '../host-faults.ts';
import { findChromium, findHeadlessHost } from '../hosts.ts';

export interface RunningChromium {
  readonly context: BrowserContext;
  /** Address for a test (Chrome DevTools Protocol); null when only this process may connect. */
  readonly endpoint: string | null;
  close(): Promise<void>;
}

let started: RunningChromium | null = null;

interface Size {
  readonly width: number;
  readonly height: number;
}

const ANNOUNCEMENT = /DevTools listening on (ws:\S+)/;
const START_LIMIT_MS = 90_000;
const CLOSE_LIMIT_MS = 30_000;

/** Starts the installed Chromium with its profile in `folder`. */
export async function startChromium(
  folder: string,
  size: Size,
  network: readonly string[],
  onExit: () => void,
): Promise<RunningChromium> {
  mkdirSync(folder, { recursive: true });
  started = await (isVisible() ? startVisible : startForTest)(
    folder,
    [...network, ...commonArguments(size)],
    onExit,
  );
  return started;
}

/** Uses a pipe only: any program could connect to a port and act as the user, without a password. */
async function startVisible(
  folder: string,
  common: readonly string[],
  onExit: () => void,
): Promise<RunningChromium> {
  const { chromium } = await import('playwright');
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: programOr(findChromium()),
    headless: false,
    ...artifactsIn(folder),
    env: { ...process.env, ...utf8Paths() },
    viewport: null,
    chromiumSandbox: !isRoot(),
    timeout: START_LIMIT_MS,
    // The app handles signals itself, so that it can quit in order.
    ...{ handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false },
    // Without these flags, Chromium shows no automation bar and no second window.
    ignoreDefaultArgs: ['--enable-automation', 'about:blank'],
    args: [...common, `--app=data:text/html,${encodeURIComponent('<title>Billfold</title>')}`],
  });
  context.once('close', onExit);
  return { context, endpoint: null, close: () => context.close() };
}

/**
 * Listens on a port for the test. An unused pipe is open too: Chromium ends when it breaks, so it never
 * outlives this process.
 */
async function startForTest(
  folder: string,
  common: readonly string[],
  onExit: () => void,
): Promise<RunningChromium> {
  const host = programOr(findHeadlessHost());
  const start = (sandbox: readonly string[]) => {
    const args = [
      '--remote-debugging-port=0',
      '--remote-debugging-pipe',
      `--user-data-dir=${folder}`,
      ...common,
      ...sandbox,
      ...withoutSharedMemory(),
      ...['--headless=new', '--disable-gpu', '--hide-scrollbars', 'about:blank'],
    ];
    const child = spawn(host.program, args, {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
      // Gives Chromium its own certificate database, not the one in the tester's home.
      env: { ...process.env, ...utf8Paths(), ...host.env, XDG_DATA_HOME: join(folder, 'data') },
    });
    if (child.stderr === null) throw new Error('Chromium was started without its output.');
    const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    return { child, exited, announced: announcedEndpoint(child.stderr, exited) };
  };
  const noSandbox = ['--no-sandbox'];
  let running = start(isRoot() ? noSandbox : []);
  // Load Playwright while Chromium starts; a main process without a window never needs it.
  const playwright = import('playwright');
  // Some systems refuse the sandbox. The pages here are Billfold's own, with made-up data.
  const endpoint = await running.announced.catch((error: unknown) => {
    if (hostFaultIn(String(error)) !== 'sandbox') throw error;
    running = start(noSandbox);
    return running.announced;
  });
  const { child, exited } = running;
  void exited.then(onExit);
  const { chromium } = await playwright;
  const browser = await chromium.connectOverCDP(endpoint, artifactsIn(folder));
  const [context] = browser.contexts();
  if (context === undefined) throw new Error('Chromium started without a profile.');
  return {
    context,
    endpoint,
    close: async () => {
      const session = await browser.newBrowserCDPSession().catch(() => null);
      await session?.send('Browser.close').catch(() => undefined);
      const limit = AbortSignal.timeout(CLOSE_LIMIT_MS);
      await Promise.race([exited, aborted(limit)]);
      if (child.exitCode === null) child.kill('SIGKILL');
    },
  };
}

/** Without a UTF-8 locale, Chromium opens no database in a folder whose path is not ASCII. */
function utf8Paths(): Record<string, string> {
  const { LC_ALL, LC_CTYPE, LANG } = process.env;
  if (/utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || '')) return {};
  return { LC_CTYPE: 'C.UTF-8', ...(LC_ALL && { LC_ALL: 'C.UTF-8' }) };
}

/** Some containers let only root write to the folder where Chromium puts its shared memory on Linux. */
function withoutSharedMemory(): readonly string[] {
  if (process.platform !== 'linux') return [];
  try {
    accessSync('/dev/shm', constants.W_OK | constants.X_OK);
    return [];
  } catch {
    return ['--disable-dev-shm-usage'];
  }
}

/** Puts Playwright's files into the profile: after a SIGKILL they would stay in the temporary folder. */
function artifactsIn(profile: string): { readonly artifactsDir: string } {
  return { artifactsDir: join(profile, 'playwright') };
}

function programOr<Host>(found: Host | null): Host {
  if (found === null) throw new Error('No Chromium was found: run `npm run setup`.');
  return found;
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** @returns the running Chromium. @throws before it has been started */
export function startedChromium(): RunningChromium {
  if (started === null) throw new Error('Chromium has not been started.');
  return started;
}

function commonArguments(size: Size): string[] {
  return [
    `--window-size=${size.width},${size.height}`,
    // A connected test needs the position of each error. By default V8 computes positions later, and parses
    // the whole script again for it during startup.
    '--js-flags=--no-enable-lazy-source-positions',
    '--no-first-run',
    '--no-default-browser-check',
    '--password-store=basic',
    '--use-mock-keychain',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-quic',
    '--disable-features=Translate,MediaRouter,OptimizationHints',
    ...localeArguments(process.env['STAND_IN_LOCALE']),
  ];
}

/** The test's language and region, such as `ar-EG`. A Chromium without locale packs needs one. */
function localeArguments(asked: string | undefined): string[] {
  if (isVisible() && asked === undefined) return [];
  const locale = asked ?? 'en-US';
  return [`--lang=${locale}`, `--accept-lang=${locale}`];
}

/** Shows a window only on request; tests run headless. */
export function isVisible(): boolean {
  return process.env['STAND_IN_VISIBLE'] === '1';
}

function announcedEndpoint(output: NodeJS.ReadableStream, exited: Promise<void>): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    output.on('data', (chunk: Buffer) => {
      // Keep reading after the announcement: a full pipe would block Chromium.
      if (text.length < 100_000) text += chunk.toString();
      const found = ANNOUNCEMENT.exec(text)?.[1];
      if (found !== undefined) resolve(found);
    });
    const stop = (why: string): void => reject(new Error(`Chromium ${why}: ${text.slice(-2_000)}`));
    void exited.then(() => stop('ended at its start'));
    void aborted(AbortSignal.timeout(START_LIMIT_MS)).then(() => stop('did not start in time'));
  });
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) =>
    signal.addEventListener('abort', () => resolve(), { once: true }),
  );
}
