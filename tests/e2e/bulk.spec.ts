import type { Page } from '@playwright/test';
import {
  applied,
  billRow,
  currentRow,
  goTo,
  grid,
  openTab,
  payableBills,
  startSignedIn,
  statusBar,
  waitUntilSent,
} from './actions.ts';
import { expect, test } from './fixtures.ts';

const bar = (page: Page) => page.getByRole('group', { name: 'Selected bills' });
const summary = (page: Page) => page.getByRole('alertdialog');
const selectedRows = (page: Page) => grid(page).getByRole('row', { selected: true });

/** Selects the first three bills and leaves the third one current. */
async function selectThree(page: Page): Promise<readonly string[]> {
  await grid(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(bar(page)).toContainText('3 bills selected');
  return selectedRows(page).evaluateAll((rows) =>
    rows.map((row) => row.querySelectorAll('[role=gridcell]')[1]?.textContent ?? ''),
  );
}

test('three bills are approved together: the summary says what it comes to, one undo takes all back, sent they arrive once each', async ({
  launch,
  sandbox,
}) => {
  const { page } = await startSignedIn(launch, sandbox);
  // A slow machine must not run out of the usual five seconds.
  await goTo(page, 'Settings');
  await page.getByRole('button', { name: /Time to undo/ }).click();
  await page.getByRole('option', { name: '10 seconds' }).click();
  await goTo(page, 'Review');
  const numbers = await selectThree(page);
  const totals = await bar(page).getByRole('listitem').allInnerTexts();
  expect(totals.length).toBeGreaterThan(0);

  await page.keyboard.press('a');
  await expect(summary(page)).toContainText('Approve 3 bills?');
  await expect(summary(page).locator('.totals').getByRole('listitem')).toHaveText(totals);
  await expect(summary(page)).toContainText(/3 approvals use [\d.]+% of this hour’s requests\./);
  await summary(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(statusBar(page)).toContainText('Nothing waiting');
  await expect(bar(page)).toContainText('3 bills selected');

  await page.keyboard.press('a');
  await summary(page).getByRole('button', { name: 'Approve 3 bills' }).click();
  await expect(statusBar(page)).toContainText('3 approvals waiting');
  await expect(bar(page)).toHaveCount(0);
  await expect(currentRow(page)).toBeVisible();
  await page.getByRole('button', { name: /Undo/ }).click();
  await expect(statusBar(page)).toContainText('Nothing waiting');
  await expect(billRow(page, numbers[0] ?? '?').first()).toBeVisible();
  await expect(selectedRows(page)).toHaveCount(0);
  expect(await applied(sandbox)).toEqual({});

  expect(await selectThree(page)).toEqual(numbers);
  await bar(page).getByRole('button', { name: 'Approve 3 bills…' }).click();
  await summary(page).getByRole('button', { name: 'Approve 3 bills' }).click();
  await expect(statusBar(page)).toContainText('3 approvals waiting');
  await waitUntilSent(page);
  const bills = await payableIdsOf(sandbox, numbers);
  expect(await applied(sandbox)).toEqual(Object.fromEntries(bills.map((id) => [id, 1])));
  await openTab(page, 'Sent');
  for (const number of numbers) await expect(page.getByText(number).first()).toBeVisible();
});

test('bills are selected by click, all at once, and only while they are in the list', async ({
  launch,
  sandbox,
}) => {
  const { page } = await startSignedIn(launch, sandbox);
  const rows = grid(page)
    .getByRole('row')
    .filter({ hasNot: page.getByRole('columnheader') });
  const bills = rows.filter({ has: page.getByRole('gridcell') });
  await bills.nth(0).click();
  await bills.nth(3).click({ modifiers: ['Shift'] });
  await expect(bar(page)).toContainText('4 bills selected');
  await bills.nth(1).click({ modifiers: ['ControlOrMeta'] });
  await expect(bar(page)).toContainText('3 bills selected');
  await expect(currentRow(page)).toHaveAttribute('aria-selected', 'false');
  await page.keyboard.press('Escape');
  await expect(bar(page)).toHaveCount(0);

  await page.keyboard.press('ControlOrMeta+a');
  const all = (await payableBills(sandbox)).length;
  await expect(bar(page)).toContainText(`${all} bills selected`);
  const search = page.getByRole('searchbox', { name: 'Search bills' });
  await search.fill((await payableBills(sandbox))[0]?.number ?? '?');
  await expect(bar(page)).toContainText('1 bill selected');
  await search.fill('');
  await expect(bills.nth(5)).toBeVisible();
  await expect(bar(page)).toContainText('1 bill selected');
});

test('the summary names the flagged bills and leaves out what changed while it was open', async ({
  launch,
  sandbox,
}) => {
  const [organization] = await sandbox.control.organizations();
  const add = (bill_number: string, memo: string) =>
    sandbox.control.addBill({
      organizationId: organization?.id ?? '',
      fields: {
        vendor: { id: 'vendor-new', name: 'Quillmark Studio', category: 'Design' },
        bill_number,
        date: '2026-03-01',
        due_date: '2026-03-02',
        total_cents: 125_000,
        amount_due_cents: bill_number === 'QS-1' ? 130_000 : 125_000,
        currency: 'EUR',
        status: 'open',
        memo,
      },
    });
  await add('QS-1', 'the lobby');
  await add('QS-2', 'the roof');
  const { page } = await startSignedIn(launch, sandbox);
  await page.getByRole('searchbox', { name: 'Search bills' }).fill('Quillmark');
  await expect(billRow(page, 'QS-')).toHaveCount(2);
  await grid(page).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('a');
  await expect(summary(page)).toContainText('Approve 2 bills?');
  await expect(summary(page).getByRole('listitem').filter({ hasText: 'QS-1' })).toContainText(
    'Quillmark Studio QS-1 · €1,300.00 · Duplicate?, Above total',
  );

  const changed = (await payableBills(sandbox)).find(({ number }) => number === 'QS-2');
  await sandbox.control.changeBill({
    billId: changed?.id ?? '',
    fields: { memo: 'new bank account' },
  });
  // Stands for reading in the background: the summary covers the button.
  await page
    .getByRole('button', { name: 'Read bills now', includeHidden: true })
    .first()
    .dispatchEvent('click');
  await expect(page.locator('.bill-row', { hasText: 'new bank account' })).toHaveCount(1, {
    timeout: 20_000,
  });
  await summary(page).getByRole('button', { name: 'Approve 2 bills' }).click();
  await expect(page.getByText('1 bill was not approved')).toBeVisible();
  await expect(statusBar(page)).toContainText('1 approval waiting');
});

async function payableIdsOf(
  sandbox: Parameters<typeof payableBills>[0],
  numbers: readonly string[],
): Promise<readonly string[]> {
  const bills = await payableBills(sandbox);
  return bills.filter(({ number }) => numbers.includes(number)).map(({ id }) => id);
}
