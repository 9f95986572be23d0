import type { Page } from '@playwright/test';
import {
  addBill,
  billRow,
  connectedTo,
  currentRow,
  detail,
  goTo,
  grid,
  signIn,
  statusBar,
  waitUntilSent,
  includeFlagged,
} from './actions.ts';
import { expect, test } from './fixtures.ts';
import { startSandbox } from './sandbox.ts';

const chooser = (page: Page) => page.getByRole('button', { name: /Organization/ });
const summary = (page: Page) => page.getByRole('alertdialog');

test('the inbox of all organizations lists their bills together, with totals per currency; they are approved as one, each under its own organization, also after a restart', async ({
  launch,
  profileDir,
}) => {
  const sandbox = await startSandbox();
  const [, tidewell, larkspur] = await sandbox.control.organizations();
  const placed = [
    { organizationId: tidewell?.id ?? '', currency: 'USD' },
    { organizationId: larkspur?.id ?? '', currency: 'EUR' },
  ];
  // The same bill of the same vendor, to approve once in each organization.
  for (const { organizationId, currency } of placed)
    await addBill(sandbox, { currency, memo: 'the lobby' }, organizationId);
  const app = await launch(connectedTo(sandbox, { profileDir }));
  const { page } = app;
  await signIn(page);

  await chooser(page).click();
  await page.getByRole('option', { name: 'All organizations' }).click();
  await expect(statusBar(page)).toContainText('(oldest)');
  const sums = page.locator('.list-header__sums');
  for (const currency of ['$', '€', '¥']) await expect(sums).toContainText(currency);
  // The browser keeps every mark until the window closes.
  const marks = await page.evaluate(() =>
    performance.getEntriesByType('mark').map(({ name }) => name),
  );
  expect(marks).toEqual([...new Set(marks)]);

  await page.getByRole('searchbox', { name: 'Search bills' }).fill('Quillmark');
  await expect(billRow(page, 'QS-1')).toHaveCount(2);
  await expect(billRow(page, 'Tidewell Pottery')).toContainText('$1,250.00');
  await expect(billRow(page, 'Larkspur Instruments')).toContainText('€1,250.00');
  // Another organization's bill does not count as a copy.
  await expect(grid(page)).not.toContainText('Possible duplicate');
  await billRow(page, 'Larkspur Instruments').click();
  await expect(detail(page)).toContainText('Larkspur Instruments');

  await grid(page).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('a');
  await includeFlagged(page);
  await expect(summary(page)).toContainText('Approve 2 bills?');
  const shares = summary(page).getByRole('region', { name: 'By organization' });
  await expect(shares.getByRole('listitem').filter({ hasText: 'Tidewell' })).toContainText(
    '1 bill',
  );
  await expect(shares.getByRole('listitem').filter({ hasText: 'Larkspur' })).toContainText(
    '€1,250.00',
  );
  await summary(page).getByRole('button', { name: 'Approve 2 bills' }).click();
  await expect(statusBar(page)).toContainText('2 approvals pending');
  await waitUntilSent(page);
  const { approvals } = await sandbox.control.ledger();
  expect(approvals.map(({ organizationId }) => organizationId).toSorted()).toEqual(
    placed.map(({ organizationId }) => organizationId).toSorted(),
  );

  await page.getByRole('link', { name: /^Reports/ }).click();
  await expect(page.getByText('All 3 organizations.')).toBeVisible();
  await goTo(page, 'Review');

  await app.kill();
  const again = await launch(connectedTo(sandbox, { profileDir }));
  await expect(chooser(again.page)).toContainText('All organizations');
  for (const currency of ['$', '€', '¥']) {
    await expect(again.page.locator('.list-header__sums')).toContainText(currency);
  }
  await expect(billRow(again.page, /Alder|Tidewell|Larkspur/).first()).toBeVisible();
  await expect(currentRow(again.page)).toBeVisible();
  await expect(again.page.getByText('Approved today: 2')).toBeVisible();
  await chooser(again.page).click();
  await again.page.getByRole('option', { name: /Larkspur/ }).click();
  await expect(again.page.getByText('Approved today: 1')).toBeVisible();
  await sandbox.close();
});
