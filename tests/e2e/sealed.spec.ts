import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { PreloadBridge } from '../../src/bridge/wire.ts';
import {
  applied,
  approveCurrent,
  chooseBill,
  connectedTo,
  goTo,
  grid,
  payableBills,
  readAll,
  signIn,
  statusBar,
  waitUntilSent,
} from './actions.ts';
import { expect, test } from './fixtures.ts';
import type { LaunchedApp, LaunchOptions } from './launched-app.ts';
import type { RunningSandbox } from './sandbox.ts';
import { startRecordingProxy, type RecordingProxy } from './testing/recording-proxy.ts';
import { filesBelow, findSecret, textPlace, type Place } from './testing/secret-search.ts';

declare global {
  interface Window {
    readonly billfold: PreloadBridge;
  }
}

test('A-17 after the whole job no secret is in bridge, logs, output, profile, addresses or crash dumps', async ({
  launch,
  sandbox,
}, testInfo) => {
  const proxy = await startRecordingProxy(sandbox.url);
  const job = arrangeJob(proxy, sandbox, launch, testInfo.outputPath());

  const first = await job.start();
  await signIn(first.page);
  await readAll(first, sandbox);
  await job.approveOffline(first, 2);
  await first.kill();

  const second = await job.start();
  await expect(statusBar(second.page)).toContainText('2 approvals pending');
  await proxy.comeBack();
  await waitUntilSent(second.page);
  await job.expireAndApprove(second);
  await job.look(second);
  const marker = `marker-${randomBytes(24).toString('base64url')}`;
  await plant(second.page, marker);
  const withSession = job.places(second);
  await crashPage(second);
  await second.crash();
  const third = await job.start();
  await signOut(third.page);
  const afterwards = job.places(third);
  await proxy.close();

  const places = [...withSession, ...afterwards];
  const secrets = [...proxy.secrets()];
  const count = (kind: string): number => secrets.filter(([, each]) => each === kind).length;
  const found = secrets.flatMap(([secret, kind]) =>
    findSecret(secret, places).map((name) => `${kind} in ${name}`),
  );
  expect({
    found,
    learned: {
      code: count('code'),
      codeVerifier: count('codeVerifier'),
      clientSecret: count('clientSecret'),
      severalAccessTokens: count('accessToken') >= 2,
      severalRefreshTokens: count('refreshToken') >= 2,
    },
    sealedWhileSignedIn: tokensIn(withSession),
    sealedAfterwards: tokensIn(afterwards),
    applied: Object.values(await applied(sandbox)),
    // The search works: it found the marker in each kind of place.
    markerFoundIn: kindsOf(findSecret(marker, places)),
    crashWasPrinted: findSecret('A crash made by a test', afterwards).length > 0,
  }).toEqual({
    found: [],
    learned: {
      code: 1,
      codeVerifier: 1,
      clientSecret: 1,
      severalAccessTokens: true,
      severalRefreshTokens: true,
    },
    sealedWhileSignedIn: 'sealed',
    sealedAfterwards: 'missing',
    applied: [1, 1, 1],
    markerFoundIn: ['addresses', 'bridge', 'history', 'indexedDB', 'log', 'output'],
    crashWasPrinted: true,
  });
});

/** The app behind the proxy, and all traces it leaves. */
function arrangeJob(
  proxy: RecordingProxy,
  sandbox: RunningSandbox,
  launch: (options?: LaunchOptions) => Promise<LaunchedApp>,
  folder: string,
) {
  const profileDir = `${folder}/profile`;
  const recordIpcTo = `${folder}/ipc.txt`;
  const outputs = new Set<LaunchedApp>();
  const history: string[] = [];
  const shown: string[] = [];
  const places = (app: LaunchedApp): Place[] => [
    ...filesBelow(profileDir),
    textPlace('bridge', existsSync(recordIpcTo) ? readFileSync(recordIpcTo, 'utf8') : ''),
    textPlace('output', [...outputs].map((each) => each.output()).join('\n')),
    textPlace('log', app.mainLog()),
    textPlace('addresses', proxy.addresses().join('\n')),
    textPlace('history', history.join('\n')),
    textPlace('screens', shown.join('\n')),
  ];
  return {
    places,
    start: async (): Promise<LaunchedApp> => {
      const through = { serviceUrl: proxy.url, authUrl: proxy.url };
      const app = await launch(connectedTo(sandbox, { ...through, profileDir, recordIpcTo }));
      outputs.add(app);
      const watch = (page: Page): void => {
        page.on('framenavigated', (frame) => history.push(frame.url()));
      };
      watch(app.page);
      // After a crash another page replaces it.
      app.page.context().on('page', watch);
      return app;
    },
    /** Content of the window, on each screen. */
    look: async ({ page }: LaunchedApp): Promise<void> => {
      for (const screen of ['Settings', 'Approvals', 'Review'] as const) {
        await goTo(page, screen);
        shown.push(await page.content());
      }
    },
    approveOffline: async ({ page }: LaunchedApp, count: number): Promise<void> => {
      await proxy.cut();
      await page.getByRole('button', { name: 'Refresh' }).first().click();
      await expect(statusBar(page)).toContainText('Offline');
      for (const { number } of (await payableBills(sandbox)).slice(0, count)) {
        await chooseBill(page, number);
        await approveCurrent(page);
      }
      // Wait until they are on disk, because a kill follows.
      await expect(statusBar(page)).toContainText(`${count} approvals pending`);
    },
    /** The access token expires; the next approval needs a refreshed one. */
    expireAndApprove: async ({ page }: LaunchedApp): Promise<void> => {
      await sandbox.control.expireTokens();
      const [, , third] = await payableBills(sandbox);
      await chooseBill(page, third?.number ?? '');
      await approveCurrent(page);
      await waitUntilSent(page);
    },
  };
}

/** Plants the marker in places that a secret could reach, so that the search has something to find. */
async function plant(page: Page, marker: string): Promise<void> {
  await page.evaluate(async (text) => {
    await window.billfold.call('app.reportFault', { message: text, stack: null });
    // An unknown organization: its id is sent in a header and stored, and the cursor is in the address.
    await window.billfold.call('service.billsPages', {
      organizationId: 'planted',
      status: 'open',
      limit: 1,
      most: 1,
      askedMs: 0,
      run: 'run',
      after: text,
      priority: 'waiting',
    });
    const opened = indexedDB.open('planted', 1);
    opened.addEventListener('upgradeneeded', () => opened.result.createObjectStore('rows'));
    await new Promise((done) => opened.addEventListener('success', done));
    const writing = opened.result.transaction('rows', 'readwrite', { durability: 'strict' });
    writing.objectStore('rows').put({ text }, 1);
    await new Promise((done) => writing.addEventListener('complete', done));
    opened.result.close();
    window.location.hash = `#/review/${text}`;
  }, marker);
}

/** Crashes the page's process; Billfold loads it again. */
async function crashPage(app: LaunchedApp): Promise<void> {
  const session = await app.page.context().newCDPSession(app.page);
  // This call is never answered, because the process that would answer is gone.
  void session.send('Page.crash').catch(() => undefined);
  const loads = (): number => app.mainLog().match(/page loaded/g)?.length ?? 0;
  const before = loads();
  await expect.poll(loads).toBeGreaterThan(before);
}

async function signOut(page: Page): Promise<void> {
  await expect(grid(page)).toBeVisible();
  await goTo(page, 'Settings');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('You’re signed out')).toBeVisible();
}

/** Tokens in the token store, as stored. */
function tokensIn(places: readonly Place[]): string {
  const store = places.find(({ name }) => name === 'tokens.json');
  const text = store?.bytes.toString('utf8') ?? '{}';
  return /"kind":\s*"(\w+)"/.exec(text)?.[1] ?? 'missing';
}

/** Each kind of place once. Files of IndexedDB and of the log count by kind. */
function kindsOf(names: readonly string[]): string[] {
  const kinds = names.flatMap((name) => {
    if (/IndexedDB/i.test(name)) return ['indexedDB'];
    return /[/\\.]/.test(name) ? [] : [name];
  });
  return [...new Set(kinds)].toSorted();
}
