import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { connectedTo, fillConnection, grid } from './actions.ts';
import { expect, test } from './fixtures.ts';
import { consentBrowser } from './sandbox.ts';

test('connecting to a service by hand leads through the browser to its bills', async ({
  launch,
  sandbox,
}) => {
  const { page } = await launch({ browser: consentBrowser() });
  await fillConnection(page, sandbox);
  const signIn = page.getByRole('button', { name: 'Sign in', exact: true });
  await expect(signIn.or(grid(page)).first()).toBeVisible();
  if (await signIn.isVisible()) await signIn.click();
  await expect(grid(page)).toBeVisible({ timeout: 30_000 });
});

test('a connection that cannot be right is explained field by field, and nothing typed is lost', async ({
  launch,
  sandbox,
}) => {
  const { page } = await launch();
  await fillConnection(page, sandbox, {
    serviceUrl: 'http://books.example.com',
    authUrl: 'nonsense',
    clientId: '',
  });
  const serviceUrl = page.getByRole('textbox', { name: 'Service URL' });
  await expect(serviceUrl).toHaveAccessibleDescription(/https/);
  await expect(page.getByRole('textbox', { name: 'Authorization URL' })).toHaveAttribute(
    'aria-invalid',
    'true',
  );
  await expect(page.getByRole('textbox', { name: 'Client ID' })).toHaveAttribute(
    'aria-invalid',
    'true',
  );
  await expect(serviceUrl).toHaveValue('http://books.example.com');
});

test('a wrong client secret is said, with what to do', async ({ launch, sandbox }) => {
  const { page } = await launch(connectedTo(sandbox, { clientSecret: 'not-the-secret' }));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('The service does not know this client ID or secret')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Change connection' })).toBeVisible();
});

test('consent denied in the browser is said, and signing in can be tried again', async ({
  launch,
  sandbox,
}) => {
  const { page } = await launch(connectedTo(sandbox, { browser: consentBrowser('deny') }));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Access was refused in the browser')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled();
});

test('a service that is down during sign-in is said to be unreachable', async ({
  launch,
  sandbox,
}) => {
  await sandbox.control.addFault({
    match: { path: '/oauth/token' },
    fault: { kind: 'dropBeforeApply', reset: true },
  });
  const { page } = await launch(connectedTo(sandbox));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('The service cannot be reached').first()).toBeVisible({
    timeout: 20_000,
  });
  await sandbox.control.clearFaults();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(grid(page)).toBeVisible({ timeout: 30_000 });
});

test('a redirect port that is taken is named, with what to do', async ({ launch, sandbox }) => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  try {
    const { page } = await launch(connectedTo(sandbox, { redirectPort: port }));
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByText(`Port ${port} is used by another program`)).toBeVisible();
  } finally {
    other.close();
  }
});

test('waiting for the browser can be cancelled', async ({ launch, sandbox }) => {
  const { page } = await launch(connectedTo(sandbox, { browser: `"${process.execPath}" -e 0` }));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Sign-in was cancelled')).toBeVisible();
});
