import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { applied, chooseBill, connectedTo, grid, startSignedIn, statusBar } from './actions.ts';
import { approveCurrent, goOffline, payableBills } from './actions.ts';
import { expect, test } from './fixtures.ts';
import { consentBrowser, type RunningSandbox } from './sandbox.ts';

const invoiceGrid = (page: Page) => page.getByRole('grid', { name: 'Invoices' });
const offer = (page: Page) => page.getByRole('region', { name: /one more permission/ });

async function openInvoices(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Invoices' }).click();
}

/** How often the service was asked for invoices. */
async function askedForInvoices(sandbox: RunningSandbox): Promise<number> {
  const { requests } = await sandbox.control.ledger();
  return requests.filter(({ path }) => path === '/api/v1/invoices').length;
}

test('Invoices: the missing scope is offered, and with it the list appears, offline and after a restart too', async ({
  launch,
  sandbox,
}) => {
  const profileDir = mkdtempSync(join(tmpdir(), 'billfold-'));
  try {
    const first = await startSignedIn(launch, sandbox, { profileDir });
    await openInvoices(first.page);
    await expect(offer(first.page)).toContainText('Manage invoices and receivables');
    expect(await askedForInvoices(sandbox)).toBe(0);

    await offer(first.page).getByRole('button', { name: 'Sign in again' }).click();
    await expect(invoiceGrid(first.page)).toBeVisible({ timeout: 20_000 });
    const rows = invoiceGrid(first.page).getByRole('row');
    await expect(rows.filter({ hasText: 'S-1014' })).toHaveCount(1);
    expect(await rows.first().getByRole('columnheader').allTextContents()).toEqual([
      'Customer',
      'Invoice number',
      'Due date',
      'Status',
      'Total',
      'Balance',
    ]);
    await first.close();

    await sandbox.control.goUnreachable();
    const { page } = await launch(connectedTo(sandbox, { profileDir }));
    await expect(grid(page)).toBeVisible();
    await openInvoices(page);
    await expect(invoiceGrid(page)).toBeVisible();
    await expect(statusBar(page)).toContainText('Offline', { timeout: 20_000 });
    await page.getByRole('searchbox', { name: 'Search invoices' }).fill('s-1003');
    await expect(page.getByText(/^1 of \d+ invoices$/)).toBeVisible();
    await invoiceGrid(page).getByRole('row').filter({ hasText: 'S-1003' }).click();
    const detail = page.getByRole('region', { name: 'Invoice', exact: true });
    await expect(detail.getByRole('term').filter({ hasText: 'Reference' })).toBeVisible();
    await expect(detail.getByRole('heading', { level: 2 })).toBeVisible();
  } finally {
    rmSync(profileDir, { recursive: true, force: true, maxRetries: 5 });
  }
});

test('a cancelled sign-in for invoices leaves the session and its approvals at work', async ({
  launch,
  sandbox,
}) => {
  const app = await startSignedIn(launch, sandbox);
  const { page } = app;
  const [bill] = await payableBills(sandbox);
  await goOffline(page, sandbox);
  await chooseBill(page, bill?.number ?? '');
  await approveCurrent(page);
  await openInvoices(page);
  await expect(offer(page)).toContainText('1 approval waits to be sent');
  await offer(page).getByRole('button', { name: 'Sign in again' }).click();
  // The service is away, so the browser comes to nothing, and the wait can only be cancelled.
  await offer(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(offer(page).getByText('Sign-in was cancelled')).toBeVisible();

  await sandbox.control.comeBack();
  await expect(statusBar(page)).toContainText('Nothing waiting to be sent', { timeout: 40_000 });
  expect(await applied(sandbox)).toEqual({ [bill?.id ?? '']: 1 });
});

test('a sign-in that is refused in the browser says so, and the bills are still there', async ({
  launch,
  sandbox,
}) => {
  const profileDir = mkdtempSync(join(tmpdir(), 'billfold-'));
  try {
    const first = await startSignedIn(launch, sandbox, { profileDir });
    await first.close();
    const denied = { profileDir, browser: consentBrowser('deny') };
    const { page } = await launch(connectedTo(sandbox, denied));
    await expect(grid(page)).toBeVisible();
    await page.keyboard.press('g');
    await page.keyboard.press('i');
    await offer(page).getByRole('button', { name: 'Sign in again' }).click();
    await expect(offer(page).getByText('Access was refused in the browser')).toBeVisible();
    await page.getByRole('link', { name: /^Review/ }).click();
    await expect(grid(page)).toBeVisible();
    await expect(statusBar(page)).toContainText('Online', { timeout: 20_000 });
  } finally {
    rmSync(profileDir, { recursive: true, force: true, maxRetries: 5 });
  }
});
