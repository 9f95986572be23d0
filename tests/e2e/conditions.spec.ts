import type { Page } from '@playwright/test';
import {
  applied,
  approveCurrent,
  chooseBill,
  detail,
  grid,
  openTab,
  payableBills,
  startSignedIn,
  statusBar,
  waitUntilSent,
} from './actions.ts';
import { expect, test } from './fixtures.ts';

// A guest network's login page, as it answers in place of every site.
const LOGIN_PAGE = {
  kind: 'wrongContentType',
  contentType: 'text/html; charset=utf-8',
  body: '<!doctype html><html><title>Guest Wi-Fi</title><h1>Log in</h1></html>',
} as const;

test('a guest network that answers for the service is named, and reading goes on after its login', async ({
  launch,
  sandbox,
}) => {
  const { page } = await startSignedIn(launch, sandbox);
  const before = await grid(page).getByRole('row').count();
  await sandbox.control.addFault({ match: { path: '/api/v1/*' }, fault: LOGIN_PAGE });
  await page.getByRole('button', { name: 'Read bills now' }).first().click();
  await expect(page.getByText('Something other than the service answered').first()).toBeVisible({
    timeout: 20_000,
  });
  await expect(page.getByText('On a guest network').first()).toBeVisible();
  expect(await grid(page).getByRole('row').count()).toBe(before);

  await sandbox.control.clearFaults();
  await page.getByRole('button', { name: 'Read bills now' }).first().click();
  await expect(page.getByText('Something other than the service answered')).toBeHidden({
    timeout: 20_000,
  });
});

test('a guest network that answers an approval confirms nothing', async ({ launch, sandbox }) => {
  const { page } = await startSignedIn(launch, sandbox);
  const [bill] = await payableBills(sandbox);
  await sandbox.control.addFault({ match: { method: 'PATCH', times: 1 }, fault: LOGIN_PAGE });
  await chooseBill(page, bill?.number ?? '');
  await approveCurrent(page);
  await expect(statusBar(page)).toContainText('1 needs attention', { timeout: 30_000 });
  await openTab(page, 'Needs attention');
  await expect(page.getByText(/the reply was not a confirmation/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Technical details' }).click();
  await expect(page.getByText('an HTML page').first()).toBeVisible();
});

test('while the computer sleeps nothing is sent; awake again it goes on by itself', async ({
  launch,
  sandbox,
}) => {
  const { page, power } = await startSignedIn(launch, sandbox);
  const [bill] = await payableBills(sandbox);
  await chooseBill(page, bill?.number ?? '');
  await approveCurrent(page);
  await power('suspend');
  await expect(statusBar(page)).toContainText('The computer was asleep');
  await openTab(page, 'Waiting');
  const list = page.getByRole('list', { name: 'Waiting' });
  // The undo window ends all the same; then it could go, and does not.
  await expect(list.getByText('Can be undone')).toBeHidden({ timeout: 20_000 });
  await expect(list.getByText('Queued', { exact: true })).toBeVisible();
  expect(await applied(sandbox)).toEqual({});

  await power('resume');
  await waitUntilSent(page);
  await expect(statusBar(page)).not.toContainText('asleep');
  expect(await applied(sandbox)).toEqual({ [bill?.id ?? '']: 1 });
});

test('a clock set back a day, then forward two: what waits is sent once, and nothing looks odd', async ({
  launch,
  sandbox,
}) => {
  const { page } = await startSignedIn(launch, sandbox);
  const [first, second] = await payableBills(sandbox);
  await chooseBill(page, first?.number ?? '');
  await approveCurrent(page);
  await moveClock(page, -24);
  await expect(statusBar(page)).toContainText('Bills read just now');
  await waitUntilSent(page);

  await chooseBill(page, second?.number ?? '');
  await approveCurrent(page);
  await moveClock(page, 48);
  await waitUntilSent(page);
  expect(await applied(sandbox)).toEqual({ [first?.id ?? '']: 1, [second?.id ?? '']: 1 });
});

test('P-40 bills that cannot be opened are said, with a way to try again; then all goes on', async ({
  launch,
  sandbox,
}) => {
  const { page } = await startSignedIn(launch, sandbox);
  const [bill] = await payableBills(sandbox);
  // From its first moment on the window finds databases that do not let themselves be read.
  await page.addInitScript(() => {
    const read = IDBObjectStore.prototype.get;
    IDBObjectStore.prototype.get = function get(this: IDBObjectStore, key) {
      const request = read.call(this, key);
      if (!sessionStorage.getItem('mended')) this.transaction.abort();
      return request;
    };
  });
  await page.reload();
  const said = page.getByRole('alert').filter({ hasText: 'couldn’t open its data' });
  await expect(said).toContainText('Nothing you approved is lost');
  await expect(grid(page)).toBeHidden();
  await expect(statusBar(page)).not.toContainText('Nothing waiting');

  await said.getByRole('button', { name: 'Try again' }).click();
  await expect(said).toBeVisible();

  // Tried again by itself.
  await page.evaluate(() => sessionStorage.setItem('mended', 'yes'));
  await expect(said).toBeHidden({ timeout: 20_000 });
  await chooseBill(page, bill?.number ?? '');
  await approveCurrent(page);
  await waitUntilSent(page);
  expect(await applied(sandbox)).toEqual({ [bill?.id ?? '']: 1 });
});

test('with the disk full an approval is not made, and that is said; with room it is', async ({
  launch,
  sandbox,
}) => {
  const { page } = await startSignedIn(launch, sandbox);
  const [bill] = await payableBills(sandbox);
  await chooseBill(page, bill?.number ?? '');
  await fillDisk(page);
  await detail(page)
    .getByRole('button', { name: /^Approve/ })
    .click();
  await expect(page.getByRole('alert')).toContainText('couldn’t be saved on this computer');
  await expect(statusBar(page)).toContainText('Nothing waiting to be sent');
  await expect(detail(page)).toContainText(bill?.number ?? '');

  await makeRoom(page);
  await approveCurrent(page);
  await expect(page.getByText('couldn’t be saved on this computer')).toBeHidden();
  await waitUntilSent(page);
  expect(await applied(sandbox)).toEqual({ [bill?.id ?? '']: 1 });
});

/** The user changes the computer's clock, as the page sees it. */
async function moveClock(page: Page, hours: number): Promise<void> {
  await page.evaluate((offsetMs) => {
    const before = Date.now.bind(Date);
    Date.now = () => before() + offsetMs;
  }, hours * 3_600_000);
}

/** Every write of a new row is refused, as the browser does on a full disk, until there is room again. */
async function fillDisk(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { add } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.add = () => {
      throw new DOMException('The disk is full.', 'QuotaExceededError');
    };
    addEventListener('room', () => Object.assign(IDBObjectStore.prototype, { add }), {
      once: true,
    });
  });
}

async function makeRoom(page: Page): Promise<void> {
  await page.evaluate(() => dispatchEvent(new Event('room')));
}
