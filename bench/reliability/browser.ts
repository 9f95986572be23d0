import { type BrowserContext, chromium, type Page } from 'playwright';
import { findHeadlessHost } from '../../dev/hosts.ts';

/** A Chromium with its profile in a folder, which can be killed and restarted there. */
export interface RunningBrowser {
  readonly page: Page;
  /** Sets `navigator.onLine`, and cuts pages and workers off. */
  setOffline(isOffline: boolean): Promise<void>;
  /** Fires `sync` at the service worker, like the developer tools. */
  dispatchSync(tag: string): Promise<void>;
  /** Sends SIGKILL to all its processes at once. */
  kill(): Promise<void>;
}

/** @throws when Chromium is missing or does not start */
export async function startBrowser(profile: string): Promise<RunningBrowser> {
  const host = findHeadlessHost();
  if (host === null) throw new Error('No Chromium was found: run npm run setup.');
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: host.program,
    env: { ...process.env, ...host.env },
    args: ['--disable-quic'],
  });
  const page = context.pages()[0] ?? (await context.newPage());
  const processId = await processIdOf(context);
  return {
    page,
    setOffline: (isOffline) => context.setOffline(isOffline),
    dispatchSync: await syncDispatcher(context, page),
    kill: async () => {
      const closed = new Promise<void>((resolve) => context.once('close', () => resolve()));
      // It leads its own process group, so that SIGKILL reaches all of it at once.
      process.kill(-processId, 'SIGKILL');
      await closed;
    },
  };
}

async function processIdOf(context: BrowserContext): Promise<number> {
  const session = await context.browser()?.newBrowserCDPSession();
  const facts = await session?.send('SystemInfo.getProcessInfo');
  const found = facts?.processInfo.find(({ type }) => type === 'browser');
  if (found === undefined) throw new Error('Chromium does not say which process it is.');
  return found.id;
}

interface WorkerRegistrations {
  readonly registrations: readonly { readonly registrationId: string; readonly scopeURL: string }[];
}

async function syncDispatcher(
  context: BrowserContext,
  page: Page,
): Promise<(tag: string) => Promise<void>> {
  const session = await context.newCDPSession(page);
  let latest: WorkerRegistrations['registrations'] = [];
  session.on('ServiceWorker.workerRegistrationUpdated', (update: WorkerRegistrations) => {
    latest = update.registrations;
  });
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
