import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { type BrowserContext, chromium, type CDPSession, type Page } from 'playwright';
import { findChromium } from '../../dev/chromium-path.ts';

/** A Chromium with its profile in a folder, which can be killed and started again there. */
export interface RunningBrowser {
  readonly page: Page;
  /** What `navigator.onLine` says, and whether pages and workers get anywhere. */
  setOffline(isOffline: boolean): Promise<void>;
  /** Fires `sync` at the service worker, as the developer tools do. */
  dispatchSync(tag: string): Promise<void>;
  /** SIGKILL to all its processes at once. */
  kill(): Promise<void>;
}

const START_LIMIT_MS = 30_000;
const ANNOUNCEMENT = /DevTools listening on (ws:\S+)/;

/** @throws when Chromium is not there or does not start */
export async function startBrowser(profile: string): Promise<RunningBrowser> {
  const executable = findChromium();
  if (executable === null) throw new Error('No Chromium is installed; set CHROMIUM_PATH.');
  mkdirSync(profile, { recursive: true });
  const child = spawn(executable, argumentsFor(profile), {
    // A process group of its own, so that SIGKILL reaches all of it at once.
    detached: true,
    // Nobody uses the pipes at the end; Chromium ends when they break, however this process does.
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  });
  const browser = await chromium.connectOverCDP(await endpointOf(child));
  const [context] = browser.contexts();
  if (context === undefined) throw new Error('Chromium started without a profile.');
  const page = context.pages()[0] ?? (await context.newPage());
  return {
    page,
    setOffline: (isOffline) => context.setOffline(isOffline),
    dispatchSync: await syncDispatcher(context, page),
    kill: async () => {
      const exited = once(child, 'exit');
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      await exited;
      await browser.close().catch(() => undefined);
    },
  };
}

function argumentsFor(profile: string): string[] {
  return [
    '--remote-debugging-port=0',
    '--remote-debugging-pipe',
    `--user-data-dir=${profile}`,
    '--headless=new',
    '--no-first-run',
    '--no-default-browser-check',
    '--password-store=basic',
    '--use-mock-keychain',
    '--disable-gpu',
    '--disable-quic',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    'about:blank',
  ];
}

function endpointOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const fail = (why: string): void => reject(new Error(`Chromium ${why}: ${text.slice(-2_000)}`));
    // Goes on reading after the announcement: a full pipe would stop Chromium.
    child.stderr?.on('data', (chunk: Buffer) => {
      if (text.length < 100_000) text += chunk.toString();
      const found = ANNOUNCEMENT.exec(text)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', () => fail('ended at its start'));
    AbortSignal.timeout(START_LIMIT_MS).addEventListener('abort', () => fail('did not start'));
  });
}

interface WorkerRegistrations {
  readonly registrations: readonly { readonly registrationId: string; readonly scopeURL: string }[];
}

async function syncDispatcher(
  context: BrowserContext,
  page: Page,
): Promise<(tag: string) => Promise<void>> {
  const session: CDPSession = await context.newCDPSession(page);
  let latest: WorkerRegistrations['registrations'] = [];
  session.on(
    'ServiceWorker.workerRegistrationUpdated',
    ({ registrations }: WorkerRegistrations) => {
      latest = registrations;
    },
  );
  await session.send('ServiceWorker.enable');
  return async (tag) => {
    for (const { registrationId, scopeURL } of latest)
      await session.send('ServiceWorker.dispatchSyncEvent', {
        origin: new URL(scopeURL).origin,
        registrationId,
        tag,
        lastChance: false,
      });
  };
}
