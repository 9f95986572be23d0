import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import {
  addBill,
  chooseAuditLog,
  chooseBill,
  goTo,
  grid,
  readBill,
  startSignedIn,
  waitUntilSent,
} from './actions.ts';
import { expect, test } from './fixtures.ts';

const reasons = (page: Page) => page.getByRole('group', { name: 'Reason (optional)' });

test('J-80 a flagged bill is approved with a reason by one click, with own words, or with none, and the audit log keeps it', async ({
  launch,
  sandbox,
}, testInfo) => {
  for (const number of ['NP-1', 'NP-2', 'NP-3'])
    await addBill(sandbox, {
      vendor: { id: `vendor-${number}`, name: `Nightjar ${number}`, category: 'Print' },
      bill_number: number,
    });
  const app = await startSignedIn(launch, sandbox);
  const { page } = app;

  await chooseBill(page, 'NP-1');
  await reasons(page).getByRole('button', { name: 'Two sites' }).click();
  await expect(reasons(page).getByRole('button', { name: 'Two sites' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await readBill(page);
  await page.keyboard.press('a');

  await chooseBill(page, 'NP-2');
  await reasons(page).getByRole('button', { name: 'Other…' }).press('Enter');
  await page.keyboard.type('=Agreed by phone');
  await page.keyboard.press('Enter');
  await readBill(page);
  await page.keyboard.press('a');

  await chooseBill(page, 'NP-3');
  await grid(page).focus();
  await readBill(page);
  await page.keyboard.press('a');
  await waitUntilSent(page);

  await goTo(page, 'Approvals');
  const csv = testInfo.outputPath('log.csv');
  await app.saveTo(csv);
  await chooseAuditLog(page, 'Export audit log (CSV)');
  await expect(page.getByText('Exported log.csv')).toBeVisible();
  const ends = readFileSync(csv, 'utf8')
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',').slice(-2).join());
  expect(ends).toEqual([
    '"firstOfVendor","Two sites"',
    `"firstOfVendor","'=Agreed by phone"`,
    '"firstOfVendor",""',
  ]);
  await page.getByRole('tab', { name: /^Sent/ }).click();
  await page.getByRole('row').filter({ hasText: 'NP-1' }).click();
  await expect(page.getByRole('region', { name: 'Approval' })).toContainText(
    'Reason to approve: Two sites',
  );
});
