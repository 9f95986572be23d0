import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { firstLoad } from '../../dev/first-load.ts';
import type { Page } from '@playwright/test';
import type { PreloadBridge } from '../../src/bridge/wire.ts';
import { grid, readBill, setUndo, statusBar } from './actions.ts';
import { expect, test } from './fixtures.ts';
import { startExpectingExit } from './launch.ts';

declare global {
  interface Window {
    readonly billfold: PreloadBridge;
  }
}

test('D-8, D-9 a fresh start has a window, a bridge, a policy and an address as restricted as intended', async ({
  launch,
}, info) => {
  const [browser, opened] = [info.outputPath('browser.mjs'), info.outputPath('opened')];
  writeFileSync(browser, `(await import('fs')).writeFileSync(${JSON.stringify(opened)}, '');`);
  const app = await launch({ knocksEarly: true, browser: `"${process.execPath}" "${browser}"` });
  const { page, mainLog } = app;
  await expect(page.getByText('Explore with sample data')).toBeVisible();
  await expect(page.getByText('Connect your accounting service')).toBeVisible();
  await expect(page).toHaveTitle(/Billfold/);
  // A second start came while the first was still opening its files.
  expect(mainLog()).not.toContain('page not loaded');

  expect(await seenByPage(page)).toEqual({
    globals: [],
    bridge: ['call', 'on'],
    canBeReplaced: false,
    isSecure: true,
  });
  expect(await answersToJunk(page)).toEqual({
    unknownName: 'The bridge has no fs.readFile.',
    junk: { ok: false, fault: 'badRequest' },
    extra: { ok: false, fault: 'badRequest' },
    aFunction: expect.stringContaining('could not be cloned'),
    stillThere: { ok: true, reply: expect.objectContaining({ info: expect.anything() }) },
  });
  expect(await capabilitiesOf(page)).toEqual({
    proxy: 'refused',
    deep: 'refused',
    frozen: true,
    persisted: true,
    cookie: '',
    worker: 'refused',
  });
  expect(await tryPolicy(page)).toEqual({
    inlineRan: false,
    fetched: 'refused',
    loaded: 'refused',
    elementsFromText: 'refused',
    ownPolicy: 'refused',
    violations: [
      'connect-src',
      'img-src',
      'require-trusted-types-for',
      'script-src-elem',
      'trusted-types',
    ],
  });
  expect(await tryWebRtc(page)).toEqual({ candidates: 0, connections: 0, datagrams: 0 });
  await listenForPower(page);
  await app.power('suspend');
  await app.chooseMenu('settings');
  await expect(page.locator('html[data-power="suspended"][data-menu="settings"]')).toBeAttached();
  await staysInPlace(page);
  await app.close();
  expect([page.isClosed(), existsSync(opened)]).toEqual([true, false]);
  // The preload contains only names, because it runs beside every page.
  expect(statSync('out/preload/index.cjs').size).toBeLessThanOrEqual(5 * 1024);
});

test('D-24, T-16 the sample company needs one click and no browser, has keys to try, a snoozed bill, every organization and one window per profile, stays signed in after crashes, and has a way out', async ({
  launch,
  profileDir,
}) => {
  const first = await launch({ profileDir, browser: '"/nonexistent/browser"' });
  await first.page.getByRole('button', { name: /Explore with sample data/ }).click();
  await expect(grid(first.page)).toBeVisible();
  await expect(statusBar(first.page)).toContainText('Synced');
  await followCoach(first.page);
  const show = async (list: RegExp): Promise<void> => {
    await first.page.getByRole('button', { name: /Show/ }).click();
    await first.page.getByRole('option', { name: list }).click();
  };
  await show(/Snoozed/);
  await expect(grid(first.page)).toContainText('credit note promised for next week');
  await show(/Needs approval/);
  await first.page.getByRole('button', { name: /Organization/ }).click();
  await first.page.getByRole('option', { name: /Larkspur/ }).click();
  await expect(first.page.getByText('¥').first()).toBeVisible();
  await expect(first.page.getByText('€').first()).toBeVisible();
  const before = await sessionOf(first.page);
  // The page can't remove a connection, with its tokens, without a sign-out.
  await first.page.evaluate(() => window.billfold.call('connection.forget', undefined));
  expect(await sessionOf(first.page)).toEqual(before);

  expect(await startExpectingExit({ profileDir })).toMatchObject({ code: 0 });
  const session = await first.page.context().newCDPSession(first.page);
  // This call is never answered, because the process that would answer is gone.
  void session.send('Page.crash').catch(() => undefined);
  const steps = (): string[] => first.mainLog().match(/page loaded|renderer gone/g) ?? [];
  await expect.poll(steps).toEqual(['page loaded', 'renderer gone', 'page loaded']);
  await first.kill();

  const { page } = await launch({ profileDir, browser: '"/nonexistent/browser"' });
  await expect(grid(page)).toBeVisible();
  await expect(statusBar(page)).toContainText('Online');
  expect(await sessionOf(page)).toEqual(before);
  const banner = page.getByRole('region', { name: 'Sample data' });
  // A completed tip is not shown again.
  await expect(banner).not.toContainText('Next bill');
  await banner.getByRole('button', { name: 'Connect your service' }).click();
  await page.getByRole('button', { name: 'Back' }).click();
  await banner.getByRole('button', { name: 'Leave sample data' }).click();
  await expect(page.getByRole('button', { name: /See how sign-in works/ })).toBeVisible();
});

/** Presses the three keys. Each press completes its tip. */
async function followCoach(page: Page): Promise<void> {
  const coach = page.getByRole('group', { name: 'Three keys to try' });
  await expect(coach.getByRole('listitem')).toHaveCount(3);
  // On a slow machine the usual five seconds could end too early.
  await setUndo(page, 30_000);
  await grid(page).focus();
  for (const [at, key] of ['j', 'a', 'u'].entries()) {
    await readBill(page);
    await page.keyboard.press(key);
    if (at < 2) await expect(coach.getByText('Done')).toHaveCount(at + 1);
    else await expect(coach).toContainText('That’s all you need');
  }
}

// The goal. Dialogs, menus and the parser of searches load right after the first screen.
const MAX_SCRIPT_BYTES = 320_000;
const MAX_PRELOAD_BYTES = 5_000;

test('the code that the window loads before its first screen stays small', () => {
  const { scriptBytes, preloadBytes } = firstLoad();
  expect(scriptBytes).toBeLessThan(MAX_SCRIPT_BYTES);
  expect(preloadBytes).toBeLessThan(MAX_PRELOAD_BYTES);
});

test('an invalid environment variable is named, and Billfold does not start', async () => {
  const start = await startExpectingExit({
    serviceUrl: 'http://books.example.com',
    authUrl: 'https://login.example.com',
    clientId: 'desktop',
    clientSecret: 'not-a-real-one',
  });
  expect(start.code).toBe(1);
  expect(start.output).toContain('BILLFOLD_SERVICE_URL is not https');
});

function tryPolicy(page: Page): Promise<unknown> {
  return page.evaluate(async () => {
    const violations: string[] = [];
    document.addEventListener('securitypolicyviolation', (event) =>
      violations.push(event.effectiveDirective),
    );
    const refusedOr = async (act: () => unknown): Promise<unknown> => {
      try {
        return await act();
      } catch {
        return 'refused';
      }
    };
    const code = 'data:text/javascript,window.inlineRan = true';
    await refusedOr(() => import(code));
    const elementsFromText = await refusedOr(() => (document.body.innerHTML += '<b>bold</b>'));
    const { trustedTypes } = window as unknown as {
      trustedTypes: { createPolicy(name: string, rules: object): unknown };
    };
    const ownPolicy = await refusedOr(() => trustedTypes.createPolicy('own', {}));
    const image = new Image();
    image.src = 'https://example.com/pixel.png';
    const fetched = await refusedOr(() => fetch('https://example.com/'));
    const loaded = await new Promise((end) => {
      image.addEventListener('load', () => end('loaded'));
      image.addEventListener('error', () => end('refused'));
    });
    return {
      inlineRan: 'inlineRan' in window,
      elementsFromText,
      ownPolicy,
      fetched,
      loaded,
      violations: violations.toSorted(),
    };
  });
}

/** Addresses of this computer that the page can find out, and packets that reach a local STUN and TURN server. */
async function tryWebRtc(page: Page): Promise<unknown> {
  const [server, socket] = [createServer().listen(0, '127.0.0.1'), createSocket('udp4')];
  const reached = { connections: 0, datagrams: 0 };
  server.on('connection', () => reached.connections++);
  socket.on('message', () => reached.datagrams++);
  socket.bind(0, '127.0.0.1');
  await Promise.all([once(server, 'listening'), once(socket, 'listening')]);
  const [tcp, udp] = [(server.address() as AddressInfo).port, socket.address().port];
  const candidates = await page.evaluate(
    async (ports) => {
      const key = { username: 'name', credential: 'word' };
      const peer = new RTCPeerConnection({
        iceServers: [
          { urls: `stun:127.0.0.1:${ports.udp}` },
          { urls: `turn:127.0.0.1:${ports.udp}`, ...key },
          { urls: `turn:127.0.0.1:${ports.tcp}?transport=tcp`, ...key },
        ],
      });
      let found = 0;
      const gathered = new Promise<void>((end) => {
        peer.addEventListener('icecandidate', ({ candidate }) => {
          if (candidate !== null && candidate.candidate !== '') found++;
        });
        peer.addEventListener('icegatheringstatechange', () => {
          if (peer.iceGatheringState === 'complete') end();
        });
      });
      peer.createDataChannel('way out');
      await peer.setLocalDescription(await peer.createOffer());
      await gathered;
      peer.close();
      return found;
    },
    { tcp, udp },
  );
  server.close();
  socket.close();
  return { candidates, ...reached };
}

/** The objects that the page sees: the bridge, and nothing of Node or Electron. */
function seenByPage(page: Page): Promise<unknown> {
  const foreign = 'require process module Buffer electron ipcRenderer __electronStandIn'.split(' ');
  return page.evaluate(
    (names) => ({
      globals: names.filter((name) => name in window),
      bridge: Object.keys(window.billfold).toSorted(),
      canBeReplaced:
        Reflect.set(window.billfold, 'call', null) || Reflect.deleteProperty(window, 'billfold'),
      isSecure: window.isSecureContext,
    }),
    foreign,
  );
}

function answersToJunk(page: Page): Promise<unknown> {
  return page.evaluate(async () => {
    const call = async (name: string, request?: unknown): Promise<unknown> => {
      try {
        return await window.billfold.call(name as 'app.start', request);
      } catch (error) {
        return error instanceof Error ? error.message : 'thrown';
      }
    };
    return {
      unknownName: await call('fs.readFile', '/etc/passwd'),
      junk: await call('connection.save', { serviceUrl: 7 }),
      extra: await call('session.signOut', { inNewPage: 'now' }),
      aFunction: await call('settings.change', { theme: () => 'dark' }),
      stillThere: await call('app.start'),
    };
  });
}

/** Capabilities of the page and of its scheme: the same in Electron and the stand-in. */
function capabilitiesOf(page: Page): Promise<unknown> {
  return page.evaluate(async () => {
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
}

/** Neither links nor scripts navigate the page, or open a second window. */
async function staysInPlace(page: Page): Promise<void> {
  // Ignore the part after the #, which the app itself uses to navigate.
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
  // Main answers after it has handled earlier messages.
  await sessionOf(page);
  // The stand-in's browser opens the refused window first, then closes it.
  await expect.poll(() => page.context().pages().length).toBe(1);
  const words = await page.evaluate(() => document.body.innerText);
  expect({ address: place(), words }).toEqual({
    address,
    words: expect.stringContaining('Explore with sample data'),
  });
  // Electron announces no navigation to an empty page. Main loads the page again.
  await page.evaluate(() => location.assign('about:blank?left#page')).catch(() => undefined);
  await expect(page.getByRole('button', { name: /Explore with sample data/ })).toBeVisible();
  expect(place()).toBe(address);
}

function listenForPower(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const name of ['power.changed', 'menu.chosen'] as const)
      window.billfold.on(name, (payload) => {
        document.documentElement.dataset[name === 'power.changed' ? 'power' : 'menu'] =
          String(payload);
      });
  });
}

function sessionOf(page: Page): Promise<unknown> {
  return page.evaluate(() => window.billfold.call('session.get', undefined));
}

test('main contains no package that only reads schemas or versions', () => {
  const bundled = JSON.parse(readFileSync('out/bundled/main.json', 'utf8')) as string[];
  expect(bundled.filter((path) => /\/(ajv|ajv-formats|semver)$/.test(path))).toEqual([]);
  expect(bundled).toContain('node_modules/conf');
});

test('main’s start imports no Node module that is slow to load', () => {
  const read = new Set<string>();
  const builtIn = new Set<string>();
  const follow = (path: string): void => {
    if (read.has(path)) return;
    read.add(path);
    for (const [, name = ''] of readFileSync(path, 'utf8').matchAll(
      /^import [^(]*?"([^"]+)";$/gm,
    )) {
      if (name.startsWith('.')) follow(join(dirname(path), name));
      else builtIn.add(name);
    }
  };
  follow('out/main/index.js');
  // Imported by name, the first two load all of fetch, and the third loads every certificate authority Node
  // knows.
  const slow = ['node:http', 'node:https', 'node:tls'];
  expect(slow.filter((name) => builtIn.has(name))).toEqual([]);
  expect(builtIn).toContain('node:fs');
});
