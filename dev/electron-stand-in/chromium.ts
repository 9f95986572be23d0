import { spawn, type ChildProcess } from 'node:child_process';
import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { hostFaultIn } from '../host-faults.ts';
import { findChromium, findHeadlessHost } from '../hosts.ts';
import { ChromiumPage, type PageSetup } from './chromium-page.ts';
import { DevTools, type DevToolsSession } from './devtools.ts';

/** Page with its own profile in memory. */
export interface PageWithProfile {
  readonly page: ChromiumPage;
  dispose(): Promise<unknown>;
}

export interface RunningChromium {
  /** The page that Chromium opened at its start. */
  firstPage(setup: PageSetup): Promise<ChromiumPage>;
  newPage(setup: PageSetup): Promise<ChromiumPage>;
  newPageWithProfile(setup: PageSetup): Promise<PageWithProfile>;
  /** Calls `refuse` with the address of each window that a page opens, and closes it. */
  onPopup(refuse: (url: string) => void): void;
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

/**
 * Uses only a pipe, because any program could connect to a port and act as the user. Chromium has its own process
 * group, because the app handles signals itself, to quit in order.
 */
async function startVisible(
  folder: string,
  common: readonly string[],
  onExit: () => void,
): Promise<RunningChromium> {
  const args = [
    '--remote-debugging-pipe',
    `--user-data-dir=${folder}`,
    ...common,
    ...WHILE_HIDDEN,
    ...(isRoot() ? ['--no-sandbox'] : []),
    // Without an address to open, Chromium would show a second window.
    `--app=data:text/html,${encodeURIComponent('<title>Billfold</title>')}`,
  ];
  const child = spawn(programOr(findChromium()), args, {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...utf8Paths() },
    detached: process.platform !== 'win32',
  });
  const { exited, until } = watch(child);
  const running = await control(child, null, exited, until);
  void exited.then(onExit);
  return running;
}

/** Arguments that keep a hidden window working, since Billfold then still syncs and sends approvals. */
const WHILE_HIDDEN = [
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
];

/** Listens on a port for the test. */
async function startForTest(
  folder: string,
  common: readonly string[],
  onExit: () => void,
): Promise<RunningChromium> {
  const host = programOr(findHeadlessHost());
  const start = async (sandbox: readonly string[]) => {
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
    const { exited, until } = watch(child);
    const endpoint = await until((text) => ANNOUNCEMENT.exec(text)?.[1]);
    return { child, exited, until, endpoint };
  };
  const noSandbox = ['--no-sandbox'];
  // Some systems refuse the sandbox. The pages here are Billfold's own, with made-up data.
  const { child, endpoint, exited, until } = await start(isRoot() ? noSandbox : []).catch(
    (error: unknown) => {
      if (hostFaultIn(String(error)) !== 'sandbox') throw error;
      return start(noSandbox);
    },
  );
  void exited.then(onExit);
  return control(child, endpoint, exited, until);
}

/** Controls Chromium through its pipe. Chromium ends when the pipe breaks, so it never outlives this process. */
async function control(
  child: ChildProcess,
  endpoint: string | null,
  exited: Promise<void>,
  until: Watched['until'],
): Promise<RunningChromium> {
  const [, , , output, input] = child.stdio;
  const devTools = new DevTools(output as Writable, input as Readable);
  const { browser } = devTools;
  const attached = new Map<string, DevToolsSession>();
  const first = Promise.withResolvers<string>();
  // Popups come only after the first page is in use.
  let opening: Promise<unknown> = new Promise(() => undefined);
  let refuse: (url: string) => void = () => undefined;
  browser.on('Target.attachedToTarget', ({ sessionId, targetInfo: { type, targetId, url } }) => {
    const session = devTools.session(sessionId);
    if (type !== 'page') {
      session.send('Runtime.runIfWaitingForDebugger').catch(() => undefined);
      return;
    }
    attached.set(targetId, session);
    first.resolve(targetId);
    void opening.then(() => {
      if (!attached.delete(targetId)) return;
      // Let the popup run without requests before closing it, because a paused popup would block its opener.
      void Promise.allSettled([
        session.send('Fetch.enable', {}),
        session.send('Runtime.runIfWaitingForDebugger'),
        browser.send('Target.closeTarget', { targetId }),
      ]);
      refuse(url);
    });
  });
  const take = async (targetId: string, setup: PageSetup): Promise<ChromiumPage> => {
    const session = attached.get(targetId);
    attached.delete(targetId);
    if (session === undefined) throw new Error('Chromium opened no page.');
    const page = new ChromiumPage(devTools, session, targetId);
    await page.prepare(setup);
    return page;
  };
  const open = async (setup: PageSetup, profile = {}): Promise<ChromiumPage> => {
    const created = browser.send('Target.createTarget', { url: 'about:blank', ...profile });
    const taken = created.then(({ targetId }) => take(targetId, setup));
    opening = taken.catch(() => undefined);
    return taken;
  };
  await Promise.race([
    Promise.all([
      browser.send('Target.setDiscoverTargets', { discover: true }),
      browser.send('Target.setAutoAttach', {
        autoAttach: true,
        waitForDebuggerOnStart: true,
        flatten: true,
      }),
      first.promise,
    ]),
    until(() => undefined),
  ]);
  return {
    endpoint,
    firstPage: (setup) => {
      const taken = first.promise.then((targetId) => take(targetId, setup));
      opening = taken.catch(() => undefined);
      return taken;
    },
    newPage: (setup) => open(setup),
    newPageWithProfile: async (setup) => {
      const { browserContextId } = await browser.send('Target.createBrowserContext', {});
      const page = await open(setup, { browserContextId });
      const dispose = () => browser.send('Target.disposeBrowserContext', { browserContextId });
      return { page, dispose };
    },
    onPopup: (handler) => (refuse = handler),
    close: async () => {
      browser.send('Browser.close').catch(() => undefined);
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

/** Arguments for containers in which only root can write to Chromium's shared-memory folder. */
function withoutSharedMemory(): readonly string[] {
  if (process.platform !== 'linux') return [];
  try {
    accessSync('/dev/shm', constants.W_OK | constants.X_OK);
    return [];
  } catch {
    return ['--disable-dev-shm-usage'];
  }
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
    // A connected test needs the position of each error. By default V8 would parse the whole script again for it during
    // startup.
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

interface Watched {
  readonly exited: Promise<void>;
  /** Waits until Chromium's output has what `find` looks for. @throws with the output, when Chromium ends or is late */
  until(find: (text: string) => string | undefined): Promise<string>;
}

function watch(child: ChildProcess): Watched {
  let text = '';
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.stderr?.on('data', (chunk: Buffer) => {
    // Keep reading after the start: a full pipe would block Chromium.
    if (text.length < 100_000) text += chunk.toString();
  });
  return {
    exited,
    until: (find) =>
      new Promise((resolve, reject) => {
        child.stderr?.on('data', () => {
          const found = find(text);
          if (found !== undefined) resolve(found);
        });
        const stop = (why: string): void =>
          reject(new Error(`Chromium ${why}: ${text.slice(-2_000)}`));
        void exited.then(() => stop('ended at its start'));
        void aborted(AbortSignal.timeout(START_LIMIT_MS)).then(() => stop('did not start in time'));
      }),
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) =>
    signal.addEventListener('abort', () => resolve(), { once: true }),
  );
}
