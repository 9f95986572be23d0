import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import {
  applied,
  approveCurrent,
  billRow,
  chooseBill,
  detail,
  fillConnection,
  goOffline,
  grid,
  leave,
  openSignOut,
  openTab,
  payableBills,
  readBill,
  readNow,
  signIn,
  startSignedIn,
  statusBar,
} from './actions.ts';
import { expect, test } from './fixtures.ts';
import { consentBrowser } from './sandbox.ts';

const storedSchema = z.object({
  version: z.int(),
  content: z.object({
    connectionId: z.string(),
    signInId: z.string(),
    scopes: z.array(z.string()),
  }),
});

test('M-20 after the service ended a session, reviewing and approving go on, and signing in asks before sending, also about a hold, or the user signs out for good', async ({
  launch,
  sandbox,
}) => {
  const app = await startSignedIn(launch, sandbox);
  const { page } = app;
  const [bill] = await payableBills(sandbox);
  const number = bill?.number ?? '?';
  const ended = page.getByText('Your session has expired');
  const held = page.getByRole('alertdialog', { name: 'This bill is on hold' });
  await sandbox.control.revokeSignIns();
  await readNow(page);
  await expect(ended).toBeVisible();
  await expect(statusBar(page)).toContainText('Signed out');
  await expect(statusBar(page)).not.toContainText('API calls');
  await expect(billRow(page, number)).toBeVisible();
  await chooseBill(page, number);
  await page.keyboard.press('h');
  await page.keyboard.type('Which order?');
  await page.keyboard.press('Enter');
  await expect(detail(page)).toContainText('On hold.');
  await readBill(page);
  await page.keyboard.press('a');
  await held.getByRole('button', { name: 'Approve anyway' }).click();
  await expect(statusBar(page)).toContainText('1 approval pending');
  await openTab(page, 'Pending');
  await expect(page.getByText('Signed out. Sign in to send').first()).toBeVisible();
  expect(await applied(sandbox)).toEqual({});

  await signIn(page);
  await expect(statusBar(page)).toContainText('Online');
  await page
    .getByRole('alertdialog', { name: /1 unsent approval from a previous session/ })
    .getByRole('button', { name: 'Send under my account' })
    .click();
  await expect(held).toContainText('Which order?');
  expect(await applied(sandbox)).toEqual({});
  await page.keyboard.press('Escape');
  await openTab(page, 'Needs attention');
  await app.choose('Send');
  await page.getByRole('button', { name: 'Send under my account' }).click();
  await held.getByRole('button', { name: 'Approve anyway' }).click();
  await expect.poll(() => applied(sandbox)).toEqual({ [bill?.id ?? '']: 1 });

  await sandbox.control.revokeSignIns();
  await readNow(page);
  await expect(ended).toBeVisible();
  await openSignOut(page);
  await leave(page);
  await expect(grid(page)).toBeHidden();
});

test('T-12 a service that refuses even new tokens for a while costs neither the sign-in nor an approval', async ({
  launch,
  sandbox,
}) => {
  const { page } = await startSignedIn(launch, sandbox);
  const [bill] = await payableBills(sandbox);
  const number = bill?.number ?? '?';
  await sandbox.control.addFault({
    match: { path: '/api/v1/*' },
    fault: { kind: 'status', status: 401 },
  });
  await readNow(page);
  await expect(page.getByText('doesn’t accept your sign-in right now').first()).toBeVisible();
  await chooseBill(page, number);
  await approveCurrent(page);
  await expect(statusBar(page)).toContainText('1 approval pending');
  await expect(statusBar(page)).not.toContainText('Signed out');
  await sandbox.control.clearFaults();
  await expect.poll(() => applied(sandbox), { timeout: 60_000 }).toEqual({ [bill?.id ?? '']: 1 });
});

test('without a keyring neither session nor bills outlive a restart, but approvals do, and the user types the secret again', async ({
  launch,
  sandbox,
  profileDir,
}) => {
  const options = { profileDir, env: { STAND_IN_KEYRING: 'none' }, browser: consentBrowser() };
  const first = await launch(options);
  await first.choose('Connect');
  await first.page.getByRole('button', { name: 'Connect your accounting service' }).click();
  await fillConnection(first.page, sandbox);
  await expect(grid(first.page)).toBeVisible();
  await expect(statusBar(first.page)).toContainText('Synced');
  await goOffline(first.page, sandbox);
  const [bill] = await payableBills(sandbox);
  await chooseBill(first.page, bill?.number ?? '');
  await approveCurrent(first.page);
  await expect(statusBar(first.page)).toContainText('1 approval pending');
  await first.close();
  if (first.host === 'electron') forgetSecrets(profileDir);

  const { page } = await launch(options);
  await expect(page.getByText('Session not saved')).toBeVisible();
  await expect(page.getByText(bill?.number ?? '?')).toBeHidden();
  await sandbox.control.comeBack();
  await page.getByRole('button', { name: 'Edit connection' }).click();
  await expect(page.getByRole('textbox', { name: 'Service URL' })).toHaveValue(
    sandbox.connection.serviceUrl,
  );
  await fillConnection(page, sandbox);
  await expect(grid(page)).toBeVisible();
  await expect(page.getByRole('alertdialog', { name: /from a previous session/ })).toBeVisible();
  expect(await applied(sandbox)).toEqual({});
});

/** Removes the stored secrets: a real keyring did store them, while a session in memory would leave none. */
function forgetSecrets(profileDir: string): void {
  rmSync(join(profileDir, 'keys.json'));
  const path = join(profileDir, 'tokens.json');
  const stored = storedSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  const { connectionId, signInId, scopes } = stored.content;
  const content = { kind: 'memoryOnly', connectionId, signInId, scopes };
  writeFileSync(path, JSON.stringify({ version: stored.version, content }));
}
