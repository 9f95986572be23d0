import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { fillConnection, grid } from './actions.ts';
import { expect, test } from './fixtures.ts';
import { toldBrowser } from './sandbox.ts';

test('connecting by hand: what cannot be right is explained field by field, each way signing in fails is said, and then it leads to the bills', async ({
  launch,
  sandbox,
}, testInfo) => {
  const browser = toldBrowser(testInfo.outputDir);
  const app = await launch({ browser: browser.command });
  const { page } = app;
  const said = (words: string | RegExp) => expect(page.getByText(words).first()).toBeVisible();
  const signIn = page.getByRole('button', { name: 'Sign in', exact: true });

  await page.getByRole('button', { name: 'Connect your accounting service' }).click();
  await fillConnection(page, sandbox, {
    serviceUrl: 'http://books.example.com',
    authUrl: 'nonsense',
    clientId: '',
  });
  const serviceUrl = page.getByRole('textbox', { name: 'Service URL' });
  await expect(serviceUrl).toHaveAccessibleDescription(/https/);
  for (const name of ['Authorization URL', 'Client ID'])
    await expect(page.getByRole('textbox', { name })).toHaveAttribute('aria-invalid', 'true');
  await expect(serviceUrl).toHaveValue('http://books.example.com');

  // What would be too long is not taken.
  const displayName = page.getByRole('textbox', { name: 'Display name' });
  await displayName.pressSequentially('N'.repeat(70));
  await expect(displayName).toHaveValue('N'.repeat(60));
  await displayName.fill('');

  // Where secrets are to go is asked outside the page, and *Cancel* is what Enter would choose.
  await fillConnection(page, sandbox);
  await said('Use “Save and sign in” again and confirm this URL.');
  expect(app.output()).toContain(`Connect to ${sandbox.connection.serviceUrl}`);

  // The service does not know the client: no browser opens, and the form stays.
  await app.choose('Connect');
  await fillConnection(page, sandbox, { clientSecret: 'not-the-secret' });
  await expect(page.getByRole('textbox', { name: 'Client ID' })).toHaveAccessibleDescription(
    /Unknown client ID or wrong secret/,
  );

  // What is at hand to paste is understood. Nobody answers in the browser.
  await fillConnection(page, sandbox, {
    serviceUrl: `${sandbox.connection.serviceUrl}/api/v1/`,
    authUrl: `${sandbox.connection.authUrl}/oauth/authorize?client_id=x`,
  });
  await expect(signIn.or(page.getByRole('button', { name: 'Copy link' })).first()).toBeVisible();
  if (await signIn.isVisible()) await signIn.click();
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await said('Sign-in canceled');

  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  await page.getByRole('button', { name: 'Edit connection' }).click();
  await fillConnection(page, sandbox, { redirectPort: port });
  await said(`Port ${port} is in use`);
  other.close();

  // The form stays, to be put right.
  browser.tell('deny');
  await fillConnection(page, sandbox);
  await said('Access denied');

  browser.tell('allow');
  await sandbox.control.addFault({
    match: { path: '/oauth/token' },
    fault: { kind: 'dropBeforeApply', reset: true },
  });
  await signIn.click();
  await said(/^Can’t reach /);
  await sandbox.control.clearFaults();
  await signIn.click();
  await expect(grid(page)).toBeVisible();
});
