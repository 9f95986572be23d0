import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import type { PreloadBridge } from '../../src/bridge/wire.ts';
import { expect, test } from './fixtures.ts';

const consentBrowser = resolve(import.meta.dirname, '../../src/sandbox/testing/consent-browser.ts');

declare global {
  interface Window {
    readonly billfold: PreloadBridge;
  }
}

test('D-23 Billfold starts on a fresh profile, says Welcome, and quits when it is told to', async ({
  launch,
}) => {
  const app = await launch();
  await expect(app.page.getByText('Try with a sample company')).toBeVisible();
  await expect(app.page.getByText('Connect to your service')).toBeVisible();
  await expect(app.page).toHaveTitle(/Billfold/);
  await app.close();
  expect(app.page.isClosed()).toBe(true);
});

test('D-8 the page’s policy is the real thing: no inline code, no eval, no network', async ({
  launch,
}) => {
  const { page } = await launch();
  const tried = await page.evaluate(async () => {
    const violations: string[] = [];
    document.addEventListener('securitypolicyviolation', (event) =>
      violations.push(event.effectiveDirective),
    );
    const script = document.createElement('script');
    script.textContent = 'window.inlineRan = true';
    document.head.append(script);
    const image = new Image();
    image.src = 'https://example.com/pixel.png';
    const fetched = await fetch('https://example.com/').then(
      () => 'fetched',
      () => 'refused',
    );
    const loaded = await new Promise((end) => {
      image.addEventListener('load', () => end('loaded'));
      image.addEventListener('error', () => end('refused'));
    });
    return { inlineRan: 'inlineRan' in window, fetched, loaded, violations: violations.toSorted() };
  });
  expect(tried).toEqual({
    inlineRan: false,
    fetched: 'refused',
    loaded: 'refused',
    violations: ['connect-src', 'img-src', 'script-src-elem'],
  });
});

test('D-6 the page has the bridge and nothing of Node or Electron', async ({ launch }) => {
  const { page } = await launch();
  const seen = await page.evaluate(() => ({
    globals: [
      'require',
      'process',
      'module',
      'Buffer',
      'electron',
      'ipcRenderer',
      '__electronStandIn',
    ].filter((name) => name in window),
    bridge: Object.keys(window.billfold).toSorted(),
    canBeReplaced:
      Reflect.set(window.billfold, 'call', null) || Reflect.deleteProperty(window, 'billfold'),
    isSecure: window.isSecureContext,
  }));
  expect(seen).toEqual({
    globals: [],
    bridge: ['call', 'on'],
    canBeReplaced: false,
    isSecure: true,
  });
});

test('D-2 the bridge refuses junk and lives on', async ({ launch }) => {
  const { page } = await launch();
  const answers = await page.evaluate(async () => {
    const call = async (name: string, request?: unknown): Promise<unknown> => {
      try {
        return await window.billfold.call(name as 'app.info', request);
      } catch (error) {
        return error instanceof Error ? error.message : 'thrown';
      }
    };
    return {
      unknownName: await call('fs.readFile', '/etc/passwd'),
      junk: await call('connection.save', { serviceUrl: 7 }),
      extra: await call('session.signOut', 'now'),
      aFunction: await call('settings.change', { theme: () => 'dark' }),
      stillThere: await call('quota.get'),
    };
  });
  expect(answers).toEqual({
    unknownName: 'The bridge has no fs.readFile.',
    junk: { ok: false, fault: 'badRequest' },
    extra: { ok: false, fault: 'badRequest' },
    aFunction: expect.stringContaining('could not be cloned'),
    stillThere: { ok: true, reply: expect.objectContaining({ limit: 1000 }) },
  });
});

test('D-21 what crosses, and what the page’s scheme lacks, is the same in Electron and the stand-in', async ({
  launch,
}) => {
  const { page } = await launch();
  const seen = await page.evaluate(async () => {
    const outcome = async (act: () => unknown): Promise<unknown> => {
      try {
        return await act();
      } catch {
        return 'refused';
      }
    };
    const call = (request: object) => window.billfold.call('settings.change', request);
    let deep: object = {};
    for (let depth = 0; depth < 1_100; depth++) deep = { deep };
    document.cookie = 'name=value';
    return {
      proxy: await outcome(() => call(new Proxy({}, {}))),
      deep: await outcome(() => call(deep)),
      frozen: Object.isFrozen(window.billfold) && Object.isFrozen(window.billfold.call),
      persisted: await navigator.storage.persist(),
      cookie: document.cookie,
      worker: await outcome(() => navigator.serviceWorker.register('worker.js')),
    };
  });
  expect(seen).toEqual({
    proxy: 'refused',
    deep: 'refused',
    frozen: true,
    persisted: true,
    cookie: '',
    worker: 'refused',
  });
});

test('D-9 the page stays where it is', async ({ launch }) => {
  // In place of the user's browser, which a link to the web would open.
  const { page } = await launch({ browser: `"${process.execPath}" -e 0` });
  // Behind the #, where the app itself moves about, is not looked at.
  const place = (): string => page.url().replace(/#.*/, '');
  const address = place();
  await page.evaluate(() => {
    const link = document.createElement('a');
    link.href = 'https://example.com/elsewhere';
    document.body.append(link);
    link.click();
    window.open('http://127.0.0.1:9/new');
    location.assign('https://example.com/assigned');
  });
  await expect(page.getByText('Try with a sample company')).toBeVisible();
  expect({ address: place(), windows: page.context().pages().length }).toEqual({
    address,
    windows: 1,
  });
});

test('D-23 after a crash the sample company is still there, and still signed in', async ({
  launch,
}, testInfo) => {
  const profileDir = testInfo.outputPath('profile');
  const browser = `"${process.execPath}" "${consentBrowser}"`;
  const first = await launch({ profileDir, browser });
  await first.page.getByRole('button', { name: /Try with a sample company/ }).click();
  await expect(first.page.getByRole('grid', { name: 'Bills' })).toBeVisible({ timeout: 30_000 });
  const before = await sessionOf(first.page);
  await first.kill();
  const second = await launch({ profileDir, browser });
  await expect(second.page.getByRole('grid', { name: 'Bills' })).toBeVisible({ timeout: 30_000 });
  expect(await sessionOf(second.page)).toEqual(before);
});

test('D-24 a second start on the same profile brings the first to the front and ends', async ({
  launch,
}, testInfo) => {
  const profileDir = testInfo.outputPath('profile');
  const first = await launch({ profileDir });
  await expect(launch({ profileDir })).rejects.toThrow('did not start');
  await expect(first.page.getByText('Try with a sample company')).toBeVisible();
});

test('D-26 a second start while Billfold still opens its files leaves no empty window', async ({
  launch,
}) => {
  const app = await launch({ knocksEarly: true });
  await expect(app.page.getByText('Try with a sample company')).toBeVisible();
  expect(app.mainLog()).not.toContain('page not loaded');
});

test('D-14 a variable that cannot be used is named, and Billfold does not start', async ({
  launch,
}) => {
  await expect(
    launch({
      serviceUrl: 'http://books.example.com',
      authUrl: 'https://login.example.com',
      clientId: 'desktop',
      clientSecret: 'not-a-real-one',
    }),
  ).rejects.toThrow('BILLFOLD_SERVICE_URL is not https');
});

test('D-19 sleep and the menu reach the page', async ({ launch }) => {
  const app = await launch();
  await app.page.evaluate(() => {
    for (const name of ['power.changed', 'menu.chosen'] as const)
      window.billfold.on(name, (payload) => {
        document.documentElement.dataset[name === 'power.changed' ? 'power' : 'menu'] =
          String(payload);
      });
  });
  await app.power('suspend');
  await app.chooseMenu('settings');
  await expect(
    app.page.locator('html[data-power="suspended"][data-menu="settings"]'),
  ).toBeAttached();
});

test('D-18 a page whose process dies is loaded again', async ({ launch }) => {
  const { page, mainLog } = await launch();
  const session = await page.context().newCDPSession(page);
  // Never answered: the process that would answer is gone.
  void session.send('Page.crash').catch(() => undefined);
  const story = (): string[] => mainLog().match(/page loaded|renderer gone/g) ?? [];
  await expect.poll(story).toEqual(['page loaded', 'renderer gone', 'page loaded']);
});

function sessionOf(page: Page): Promise<unknown> {
  return page.evaluate(() => window.billfold.call('session.get', undefined));
}
