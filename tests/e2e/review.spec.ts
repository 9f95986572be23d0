import {
  billRow,
  connectedTo,
  detail,
  grid,
  payableBills,
  readAll,
  signIn,
  startSignedIn,
  statusBar,
} from './actions.ts';
import { expect, test } from './fixtures.ts';
import { startSandbox } from './sandbox.ts';

test('the first pull shows its progress, and the list can be used meanwhile', async ({
  launch,
}) => {
  const sandbox = await startSandbox({ bills: '1500' });
  try {
    await sandbox.control.addFault({
      match: { path: '/api/v1/bills' },
      fault: { kind: 'latency', delayMs: 150 },
    });
    const { page } = await launch(connectedTo(sandbox));
    await signIn(page);
    await expect(page.getByRole('progressbar', { name: 'Reading bills' })).toBeVisible();
    await expect(grid(page).getByRole('row').nth(3)).toBeVisible();
  } finally {
    await sandbox.close();
  }
});

test('payable bills are listed by due date, the most urgent first', async ({ launch, sandbox }) => {
  const { page } = await startSignedIn(launch, sandbox);
  const [first] = await payableBills(sandbox);
  const count = (await payableBills(sandbox)).length;
  await expect(page.getByText(`${count} bills`, { exact: true }).first()).toBeVisible();
  await page.getByRole('grid', { name: 'Bills' }).focus();
  await page.keyboard.press('Home');
  await expect(detail(page)).toContainText(first?.number ?? '');
});

test('searching finds a bill by its number and by its vendor, and clearing brings all back', async ({
  launch,
  sandbox,
}) => {
  const { page } = await startSignedIn(launch, sandbox);
  const [, second] = await payableBills(sandbox);
  const search = page.getByRole('searchbox', { name: 'Search bills' });
  await search.fill(second?.number ?? '');
  await expect(billRow(page, second?.number ?? '')).toHaveCount(1);
  await search.fill('no vendor is called this');
  await expect(page.getByText('Nothing found for')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).first().click();
  await expect(grid(page).getByRole('row').nth(4)).toBeVisible();
});

test('filtering by status shows what is paid, with nothing to approve', async ({
  launch,
  sandbox,
}) => {
  const app = await startSignedIn(launch, sandbox);
  await readAll(app, sandbox);
  const { page } = app;
  await page.getByRole('button', { name: /Show/ }).click();
  await page.getByRole('option', { name: /^Paid/ }).click();
  await grid(page).getByRole('row').nth(2).click();
  await expect(detail(page)).toContainText('nothing to approve');
  await expect(detail(page).getByRole('button', { name: /^Approve/ })).toHaveCount(0);
});

test('one malformed bill is shown as such, and the other bills of its page are there', async ({
  launch,
  sandbox,
}) => {
  await sandbox.control.addFault({
    match: { path: '/api/v1/bills' },
    fault: { kind: 'malformedBill', how: 'textAmount', position: 0 },
  });
  const { page } = await startSignedIn(launch, sandbox);
  await expect(page.getByText(/could not be read and cannot be approved here/)).toBeVisible();
  await page.getByRole('button', { name: 'Show them' }).click();
  await expect(page.getByRole('dialog')).toContainText('total_cents');
  await page.keyboard.press('Escape');
  await expect(grid(page).getByRole('row').nth(3)).toBeVisible();
});

test('the status bar tells the state of the network, the age of the data and the quota', async ({
  launch,
  sandbox,
}) => {
  const { page } = await startSignedIn(launch, sandbox);
  await expect(statusBar(page)).toContainText('Online');
  await expect(statusBar(page)).toContainText('Bills read');
  await expect(statusBar(page)).toContainText(/of 1,000 requests left/);
});
