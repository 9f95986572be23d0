import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import {
  applied,
  approveCurrent,
  billRow,
  chooseBill,
  connectedTo,
  detail,
  fillConnection,
  goOffline,
  goTo,
  grid,
  openTab,
  payableBills,
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

let profileDir: string;
test.beforeEach(() => {
  profileDir = mkdtempSync(join(tmpdir(), 'billfold-'));
});
test.afterEach(() => {
  rmSync(profileDir, { recursive: true, force: true, maxRetries: 5 });
});

test('R-37 a session the service ended: reviewing and approving go on, and signing in asks before sending', async ({
  launch,
  sandbox,
}) => {
  const { page } = await startSignedIn(launch, sandbox, { profileDir });
  const bills = await payableBills(sandbox);
  await sandbox.control.revokeSignIns();
  await page.getByRole('button', { name: 'Read bills now' }).first().click();
  await expect(page.getByText('The service ended your session')).toBeVisible({ timeout: 20_000 });
  await expect(statusBar(page)).toContainText('Not signed in');
  await expect(billRow(page, bills[0]?.number ?? '')).toBeVisible();

  await chooseBill(page, bills[0]?.number ?? '');
  await approveCurrent(page);
  await expect(statusBar(page)).toContainText('1 approval waiting');
  await openTab(page, 'Waiting');
  await expect(page.getByText('Waiting for you to sign in').first()).toBeVisible({
    timeout: 10_000,
  });
  expect(await applied(sandbox)).toEqual({});

  await signIn(page);
  const asked = page.getByRole('alertdialog', { name: /1 approval from an earlier sign-in/ });
  await expect(asked).toBeVisible({ timeout: 20_000 });
  await asked.getByRole('button', { name: 'Send under my account' }).click();
  await expect
    .poll(() => applied(sandbox), { timeout: 40_000 })
    .toEqual({ [bills[0]?.id ?? '']: 1 });
});

test('R-37 a session kept in memory only: after a restart, offline, the bills are still there to review', async ({
  launch,
  sandbox,
}) => {
  const env = { STAND_IN_KEYRING: 'none' };
  const first = await launch(connectedTo(sandbox, { profileDir, env }));
  await signIn(first.page);
  await expect(statusBar(first.page)).toContainText('Bills read', { timeout: 30_000 });
  await goOffline(first.page, sandbox);
  await first.close();
  if (first.host === 'electron') forgetTokens();

  const { page } = await launch(connectedTo(sandbox, { profileDir, env }));
  await expect(page.getByText('Your session ended when Billfold was closed')).toBeVisible();
  await expect(grid(page)).toBeVisible();
  const [bill] = await payableBills(sandbox);
  await chooseBill(page, bill?.number ?? '');
  await expect(detail(page)).toContainText(bill?.number ?? '?');
  await approveCurrent(page);
  await expect(statusBar(page)).toContainText('1 approval waiting');
  // A sign-in that comes to nothing says so, and takes nothing away.
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Sign-in was cancelled')).toBeVisible();
  await expect(grid(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Change connection' })).toBeVisible();
});

/** What a session in memory only leaves on disk, where the keyring is a real one and did keep it. */
function forgetTokens(): void {
  const path = join(profileDir, 'tokens.json');
  const stored = storedSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  const { connectionId, signInId, scopes } = stored.content;
  const content = { kind: 'memoryOnly', connectionId, signInId, scopes };
  writeFileSync(path, JSON.stringify({ version: stored.version, content }));
}

test('R-37 an ended session whose client secret is gone too: it is typed anew, with the bills still here', async ({
  launch,
  sandbox,
}) => {
  const env = { STAND_IN_KEYRING: 'none' };
  const browser = consentBrowser();
  const first = await launch({ profileDir, env, browser });
  await fillConnection(first.page, sandbox);
  await expect(grid(first.page)).toBeVisible({ timeout: 30_000 });
  await expect(statusBar(first.page)).toContainText('Bills read', { timeout: 30_000 });
  await first.close();
  if (first.host === 'electron') forgetTokens();

  const { page } = await launch({ profileDir, env, browser });
  await expect(grid(page)).toBeVisible();
  // With a real keyring the secret was kept, and signing in just works.
  if (first.host === 'electron') return signIn(page);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Change connection' }).click();
  await expect(page.getByRole('textbox', { name: 'Service URL' })).toHaveValue(
    sandbox.connection.serviceUrl,
  );
  await page.getByLabel('Client secret').fill(sandbox.connection.clientSecret);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(grid(page)).toBeVisible({ timeout: 30_000 });
  await expect(statusBar(page)).toContainText('Online', { timeout: 20_000 });
});

test('R-37 an ended session can be signed out for good: the bills go, and Sign in is all there is', async ({
  launch,
  sandbox,
}) => {
  const { page } = await startSignedIn(launch, sandbox, { profileDir });
  await sandbox.control.revokeSignIns();
  await page.getByRole('button', { name: 'Read bills now' }).first().click();
  await expect(page.getByText('The service ended your session')).toBeVisible({ timeout: 20_000 });
  await goTo(page, 'Settings');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: 'Sign out', exact: true })
    .click();
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
  await expect(grid(page)).toBeHidden();
});
