import '../../dev/electron-stand-in/uncompressed.ts';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { chromium, type Browser, type Page } from '@playwright/test';
import type {
  Announcement,
  WindowAnnouncement,
} from '../../dev/electron-stand-in/remote-announce.ts';
import type { RemoteRequest } from '../../dev/electron-stand-in/remote.ts';
import type { HostedApp, OnDesktop, ShownNotification } from './launched-app.ts';

const root = resolve(import.meta.dirname, '../..');
const START_LIMIT_MS = 120_000;
const QUIT_LIMIT_MS = 60_000;
const MAX_OUTPUT = 5_000_000;

/** Starts the built app, or another main process, in Node and an installed Chromium. */
export async function launchInChromium(
  env: Record<string, string>,
  entry = resolve(root, 'out/main/index.js'),
): Promise<HostedApp> {
  const main = spawn(
    process.execPath,
    [resolve(root, 'dev/electron-stand-in/run.ts'), entry],
    // Its own process group, so that SIGKILL reaches all of it at once.
    { env, cwd: root, detached: true, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
  );
  const said = collectOutput(main);
  const exited = once(main, 'exit');
  const desktop = collectDesktop(main);
  try {
    const { endpoint } = await announcement(main, said);
    const browser = await chromium.connectOverCDP(endpoint);
    return { ...hosted(main, browser, exited, said), ...desktop };
  } catch (error) {
    killGroup(main);
    throw error;
  }
}

function hosted(
  main: ChildProcess,
  browser: Browser,
  exited: Promise<unknown>,
  said: () => string,
): Omit<HostedApp, keyof ReturnType<typeof collectDesktop>> {
  const ask = async (request: RemoteRequest): Promise<void> => {
    main.send(request);
  };
  const over = async (): Promise<void> => {
    await exited;
    await browser.close().catch(() => undefined);
  };
  const hasExited = (): boolean => main.exitCode !== null || main.signalCode !== null;
  return {
    page: windowOf(browser),
    runsIn: `chromium ${browser.version()} in place of electron`,
    power: (event) => ask({ standIn: 'power', event }),
    chooseMenu: (id) => ask({ standIn: 'menu', id }),
    chooseTray: (id) => ask({ standIn: 'tray', id }),
    closeWindow: () => ask({ standIn: 'closeWindow' }),
    copied: async () => {
      const page = windowOf(browser);
      // Grant both, because granting one revokes all others.
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      return page.evaluate(() => navigator.clipboard.readText());
    },
    saveTo: (path) => ask({ standIn: 'saveTo', path }),
    choose: (button) => ask({ standIn: 'choose', button }),
    printing: (failureReason) => ask({ standIn: 'printing', failureReason }),
    clickNotification: (title) => ask({ standIn: 'clickNotification', title }),
    output: said,
    crash: async () => {
      await ask({ standIn: 'crash' });
      await over();
    },
    close: async () => {
      if (!hasExited()) await ask({ standIn: 'quit' });
      const late = AbortSignal.timeout(QUIT_LIMIT_MS);
      late.addEventListener('abort', () => killGroup(main));
      await over();
      if (late.aborted) throw new Error('Billfold did not quit in time.');
    },
    kill: async () => {
      killGroup(main);
      await over();
    },
  };
}

function windowOf(browser: Browser): Page {
  const pages = browser.contexts().flatMap((context) => context.pages());
  const [page] = pages.filter((each) => each.url().includes('-stand-in.invalid/'));
  if (page === undefined) throw new Error('The window is not there.');
  return page;
}

function collectDesktop(main: ChildProcess): Pick<HostedApp, 'notifications' | 'onDesktop'> {
  const shown: ShownNotification[] = [];
  let desktop: OnDesktop = { badge: 0, tray: null, isVisible: false };
  main.on('message', (message) => {
    const said = message as Announcement;
    if (said.standIn === 'notification') shown.push({ title: said.title, body: said.body });
    if (said.standIn === 'badge') desktop = { ...desktop, badge: said.count };
    if (said.standIn === 'tray') desktop = { ...desktop, tray: said.entries };
    if (said.standIn === 'visible') desktop = { ...desktop, isVisible: said.isVisible };
  });
  return { notifications: async () => [...shown], onDesktop: async () => desktop };
}

function announcement(main: ChildProcess, said: () => string): Promise<WindowAnnouncement> {
  return new Promise((started, failed) => {
    main.on('message', (message) => {
      const announced = message as Announcement;
      if (announced.standIn === 'window') started(announced);
    });
    main.once('exit', (code) => failed(new Error(`main ended with code ${code}: ${said()}`)));
    AbortSignal.timeout(START_LIMIT_MS).addEventListener('abort', () =>
      failed(new Error(`no window in time: ${said()}`)),
    );
  });
}

/** Keeps the end of main's output. Reading it also keeps the pipes from filling up. */
function collectOutput(main: ChildProcess): () => string {
  let text = '';
  for (const stream of [main.stdout, main.stderr])
    stream?.on('data', (chunk: Buffer) => (text = (text + chunk.toString()).slice(-MAX_OUTPUT)));
  return () => text;
}

function killGroup(main: ChildProcess): void {
  if (main.pid === undefined || main.exitCode !== null || main.signalCode !== null) return;
  // Windows has no process groups. There, Chromium and the sample company end by themselves after main.
  if (process.platform === 'win32') main.kill('SIGKILL');
  else process.kill(-main.pid, 'SIGKILL');
}
