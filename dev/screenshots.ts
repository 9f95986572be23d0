/**
 * `npm run screenshots`: pictures of the screens for README and docs, light and dark, into docs/images/.
 * They show the sample companies of the embedded service.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, type Page } from '@playwright/test';
import {
  billRow,
  connectedTo,
  goOffline,
  goTo,
  grid,
  openTab,
  readAll,
  signIn,
  statusBar,
} from '../tests/e2e/actions.ts';
import { launchApp } from '../tests/e2e/launch.ts';
import { startSandbox } from '../tests/e2e/sandbox.ts';
import { ensureBuilt } from './build.ts';

const images = resolve(import.meta.dirname, '../docs/images');
const themes = ['light', 'dark'] as const;

async function picture(page: Page, name: string): Promise<void> {
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({
      path: join(images, `${name}-${colorScheme}.png`),
      animations: 'disabled',
    });
  }
  await page.emulateMedia({ colorScheme: 'light' });
  console.log(`docs/images/${name}-{${themes.join(',')}}.png`);
}

await ensureBuilt();
mkdirSync(images, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), 'billfold-pictures-'));
const sandbox = await startSandbox();

const newcomer = await launchApp({ profileDir: join(folder, 'newcomer') });
await expect(newcomer.page.getByRole('button', { name: 'Connect to your service' })).toBeVisible();
await picture(newcomer.page, 'welcome');
await newcomer.page.getByRole('button', { name: 'Connect to your service' }).click();
await picture(newcomer.page, 'connect');
await newcomer.close();

const app = await launchApp(connectedTo(sandbox, { profileDir: join(folder, 'profile') }));
const { page } = app;
await page.setViewportSize({ width: 1360, height: 800 });
await signIn(page);
await readAll(app, sandbox);
await grid(page).focus();
await page.keyboard.press('Home');
await picture(page, 'review');

await goOffline(page, sandbox);
const changing = await page.getByRole('region', { name: 'Bill', exact: true }).innerText();
for (let count = 1; count <= 4; count++) {
  await page.keyboard.press('a');
  await expect(statusBar(page)).toContainText(`${count} approval`);
}
await openTab(page, 'Waiting');
await picture(page, 'approvals-offline');

// One of the bills changes meanwhile, and is held back.
const [organization] = await sandbox.control.organizations();
const bills = await sandbox.control.bills({ organizationId: organization?.id ?? '' });
const changed = bills.find(
  (bill) => changing.includes(String(bill['bill_number'])) && bill.status !== 'paid',
);
await sandbox.control.changeBill({
  billId: changed?.id ?? '',
  fields: { total_cents: 412_000, amount_due_cents: 412_000 },
});
await sandbox.control.comeBack();
await openTab(page, 'Needs attention');
await expect(page.getByRole('table', { name: 'What has changed' })).toBeVisible({
  timeout: 60_000,
});
await picture(page, 'approvals-changed');

await goTo(page, 'Settings');
await picture(page, 'settings');
await goTo(page, 'Review');
await page.getByRole('link', { name: /^Insights/ }).click();
await expect(page.getByRole('heading', { name: 'Insights' })).toBeVisible();
await picture(page, 'insights');

await goTo(page, 'Review');
await page.getByRole('searchbox', { name: 'Search bills' }).fill('timber');
await expect(billRow(page, /timber/i).first()).toBeVisible();
await picture(page, 'search');

await app.close();
await sandbox.close();
rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
