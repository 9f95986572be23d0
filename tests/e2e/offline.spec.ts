import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  applied,
  approveCurrent,
  chooseBill,
  connectedTo,
  detail,
  goOffline,
  grid,
  openTab,
  payableBills,
  startSignedIn,
  statusBar,
  waitUntilSent,
} from './actions.ts';
import { expect, test } from './fixtures.ts';

let folder: string;
let profileDir: string;
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'billfold-'));
  profileDir = join(folder, 'profile');
});
test.afterEach(() => {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

test('the whole job with the service unreachable from the start of the session', async ({
  launch,
  sandbox,
}) => {
  const online = await startSignedIn(launch, sandbox, { profileDir });
  await online.close();
  await sandbox.control.goUnreachable();

  const { page } = await launch(connectedTo(sandbox, { profileDir }));
  await expect(grid(page)).toBeVisible();
  await expect(statusBar(page)).toContainText('Offline', { timeout: 20_000 });
  const bills = await payableBills(sandbox);
  for (const bill of bills.slice(0, 2)) {
    await chooseBill(page, bill.number);
    await approveCurrent(page);
  }
  await page.getByRole('searchbox', { name: 'Search bills' }).fill('');
  await expect(page.getByText(`${bills.length - 2} bills`, { exact: true }).first()).toBeVisible();
  await expect(statusBar(page)).toContainText('2 approvals waiting');

  await sandbox.control.comeBack();
  await waitUntilSent(page);
  expect(Object.values(await applied(sandbox))).toEqual([1, 1]);
});

test('killed with approvals waiting: all are there after the restart, and are sent once', async ({
  launch,
  sandbox,
}) => {
  const app = await startSignedIn(launch, sandbox, { profileDir });
  await goOffline(app.page, sandbox);
  const bills = (await payableBills(sandbox)).slice(0, 3);
  for (const bill of bills) {
    await chooseBill(app.page, bill.number);
    await approveCurrent(app.page);
  }
  await expect(statusBar(app.page)).toContainText('3 approvals waiting');
  await app.kill();

  const { page } = await launch(connectedTo(sandbox, { profileDir }));
  await expect(statusBar(page)).toContainText('3 approvals waiting', { timeout: 20_000 });
  await sandbox.control.comeBack();
  await waitUntilSent(page);
  expect(await applied(sandbox)).toEqual(Object.fromEntries(bills.map(({ id }) => [id, 1])));
});

test('a bill that changed while offline is held back, with the difference, until it is approved as it is now', async ({
  launch,
  sandbox,
}) => {
  const { page } = await startSignedIn(launch, sandbox, { profileDir });
  const [bill] = await payableBills(sandbox);
  await goOffline(page, sandbox);
  await chooseBill(page, bill?.number ?? '');
  await approveCurrent(page);
  await sandbox.control.changeBill({
    billId: bill?.id ?? '',
    fields: { total_cents: 99_999_00, amount_due_cents: 99_999_00 },
  });
  await sandbox.control.comeBack();
  await openTab(page, 'Needs attention');
  const difference = page.getByRole('table', { name: 'Changes' });
  await expect(difference).toContainText('$99,999.00', { timeout: 40_000 });
  expect(await applied(sandbox)).toEqual({});

  await page.getByRole('button', { name: 'Approve new version' }).first().click();
  const confirm = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  if (await confirm.isVisible().catch(() => false)) {
    await confirm.getByRole('button', { name: /Approve/ }).click();
  }
  await expect.poll(() => applied(sandbox), { timeout: 30_000 }).toEqual({ [bill?.id ?? '']: 1 });
});

test('quitting with an approval in its undo window keeps it for the next start', async ({
  launch,
  sandbox,
}) => {
  const app = await startSignedIn(launch, sandbox, { profileDir });
  const [bill] = await payableBills(sandbox);
  await chooseBill(app.page, bill?.number ?? '');
  await approveCurrent(app.page);
  await expect(statusBar(app.page)).toContainText('1 approval');
  await app.close();
  const { page } = await launch(connectedTo(sandbox, { profileDir }));
  await expect(detail(page).or(grid(page)).first()).toBeVisible();
  await waitUntilSent(page);
  expect(await applied(sandbox)).toEqual({ [bill?.id ?? '']: 1 });
});
