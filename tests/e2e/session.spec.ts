import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { connectedTo, goTo, grid, signIn, startSignedIn, statusBar } from './actions.ts';
import { expect, test } from './fixtures.ts';
import { consentBrowser } from './sandbox.ts';

test('switching the organization shows its bills, in its currencies', async ({ launch }) => {
  const { page } = await launch({ browser: consentBrowser() });
  await page.getByRole('button', { name: 'Try with a sample company' }).click();
  await expect(grid(page)).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: /Organization/ }).click();
  await page.getByRole('option', { name: /Larkspur/ }).click();
  await expect(page.getByText('¥').first()).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('€').first()).toBeVisible();
});

test('signing out removes the bills from this computer and leads back to Sign in', async ({
  launch,
  sandbox,
}) => {
  const { page } = await startSignedIn(launch, sandbox);
  expect(await keptBills(page)).toBeGreaterThan(100);
  await goTo(page, 'Settings');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page
    .getByRole('dialog')
    .or(page.getByRole('alertdialog'))
    .getByRole('button', { name: 'Sign out' })
    .click();
  await expect(page.getByText('You are signed out')).toBeVisible();
  expect(await keptBills(page)).toBe(0);
  await signIn(page);
});

test('a session the service has ended asks to sign in again, and keeps the bills', async ({
  launch,
  sandbox,
}) => {
  const { page } = await startSignedIn(launch, sandbox);
  await sandbox.control.revokeSignIns();
  await page.getByRole('button', { name: 'Read bills now' }).first().click();
  await expect(page.getByText('The service ended your session')).toBeVisible({ timeout: 20_000 });
  await signIn(page);
  await expect(statusBar(page)).toContainText('Online', { timeout: 20_000 });
});

test('an expired access token is renewed without a word', async ({ launch, sandbox }) => {
  const { page } = await startSignedIn(launch, sandbox);
  await sandbox.control.expireTokens();
  const before = (await sandbox.control.ledger()).requestCount;
  await page.getByRole('button', { name: 'Read bills now' }).first().click();
  await expect
    .poll(async () => {
      const { requests } = await sandbox.control.ledger();
      return requests
        .slice(before)
        .some(({ path, status }) => path === '/api/v1/bills' && status === 200);
    })
    .toBe(true);
  await expect(grid(page)).toBeVisible();
});

test('a corrupted settings file is set aside, said, and nothing else is lost', async ({
  launch,
  sandbox,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'billfold-'));
  const profileDir = join(folder, 'profile');
  try {
    const first = await startSignedIn(launch, sandbox, { profileDir });
    await goTo(first.page, 'Settings');
    await first.page
      .getByRole('radio', { name: 'Dark' })
      .or(first.page.getByRole('button', { name: /Theme/ }))
      .first()
      .click();
    await first.page
      .getByRole('option', { name: 'Dark' })
      .click({ timeout: 2_000 })
      .catch(() => undefined);
    await first.close();
    const [settings = ''] = globSync(join(profileDir, '**/settings.json'));
    writeFileSync(settings, '{"half a sett');

    const { page } = await launch(connectedTo(sandbox, { profileDir }));
    await expect(grid(page)).toBeVisible();
    await expect(page.getByText('The settings file could not be read')).toBeVisible();
    const kept = globSync(join(profileDir, '**/settings.set-aside*'));
    expect(kept.map((path) => readFileSync(path, 'utf8'))).toEqual(['{"half a sett']);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});

/** How many bills and invoices lie in the caches on this computer. */
function keptBills(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const settled = <Value>(request: IDBRequest<Value>): Promise<Value> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () =>
          reject(request.error ?? new Error('no reason given')),
        );
      });
    let count = 0;
    for (const { name = '' } of await indexedDB.databases()) {
      if (!name.startsWith('billfold-cache-')) continue;
      const database = await settled(indexedDB.open(name));
      for (const store of ['bills', 'invoices']) {
        if (!database.objectStoreNames.contains(store)) continue;
        count += await settled(database.transaction(store).objectStore(store).count());
      }
      database.close();
    }
    return count;
  });
}
