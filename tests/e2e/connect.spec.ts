import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fillConnection, grid } from './actions.ts';
import { expect, test } from './fixtures.ts';
import { approveConsent, answerConsent } from '../../src/sandbox/testing/consent.ts';
import { socketFetch } from '../../src/sandbox/testing/socket-fetch.ts';
import { runAxe } from './screenshots/axe.ts';
import { startSandbox, scriptedBrowser } from './sandbox.ts';

test('connecting by hand explains each invalid field and each failed sign-in, and then leads to the bills', async ({
  launch,
  sandbox,
}, testInfo) => {
  const browser = scriptedBrowser(testInfo.outputDir);
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

  // The field accepts no text beyond its limit.
  const displayName = page.getByRole('textbox', { name: 'Display name' });
  await displayName.pressSequentially('N'.repeat(70));
  await expect(displayName).toHaveValue('N'.repeat(60));
  await displayName.fill('');

  // Main asks about the secret's destination outside of the page, and Enter would choose *Cancel*.
  await fillConnection(page, sandbox);
  await said('Choose Save and sign in again, then Connect, to confirm this address.');
  expect(app.output()).toContain(`Connect to ${sandbox.connection.serviceUrl}`);

  // The service does not know the client: no browser opens, and the form stays.
  await app.choose('Connect');
  await fillConnection(page, sandbox, { clientSecret: 'not-the-secret' });
  await expect(page.getByRole('textbox', { name: 'Client ID' })).toHaveAccessibleDescription(
    /Unknown client ID or wrong secret/,
  );

  // A pasted address in any form is understood. The browser gets no answer.
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
  await fillConnection(page, sandbox, { redirectUri: `http://localhost:${port}/callback` });
  await said(`Port ${port} is in use`);
  other.close();

  // The form stays for corrections.
  browser.tell('deny');
  await fillConnection(page, sandbox);
  await said('Access denied');

  browser.tell('allow');
  await sandbox.control.addFault({
    match: { path: '/oauth/token' },
    fault: { kind: 'dropBeforeApply', reset: true },
  });
  await signIn.click();
  await said(/is having problems$/);
  await sandbox.control.clearFaults();
  await signIn.click();
  await expect(grid(page)).toBeVisible();
});

test('a host that does not answer is reported before a browser opens, which the user may still open; an address needs no scheme', async ({
  launch,
  sandbox,
}, testInfo) => {
  const browser = notingBrowser(testInfo.outputDir);
  const app = await launch({ browser: browser.command });
  const { page } = app;
  await app.choose('Connect');
  await page.getByRole('button', { name: 'Connect your accounting service' }).click();
  const { host } = new URL(sandbox.connection.authUrl);
  await sandbox.close();
  await fillConnection(page, sandbox, { serviceUrl: `${host}/api/v1`, authUrl: host });
  await expect(page.getByRole('alert')).toContainText(`Can’t reach ${host}`);
  await expect(page.getByText(`http://${host}`).first()).toBeVisible();
  expect(browser.hasOpened()).toBe(false);
  expect((await runAxe(page, 'all')).violations).toEqual([]);
  await page.getByRole('button', { name: 'Continue anyway' }).click();
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible();
  expect(await browser.opened()).toContain('http://127.0.0.1:');
});

/** A browser that only records the links it receives. */
function notingBrowser(folder: string) {
  mkdirSync(folder, { recursive: true });
  const [program, link] = [join(folder, 'noting.mjs'), join(folder, 'link')];
  const note = `import { writeFileSync } from 'node:fs';
    writeFileSync(${JSON.stringify(link)}, process.argv[2]);`;
  writeFileSync(program, note);
  return {
    command: `"${process.execPath}" "${program}"`,
    hasOpened: () => existsSync(link),
    opened: async (): Promise<string> => {
      await expect.poll(() => existsSync(link) && readFileSync(link, 'utf8')).toMatch(/^http/);
      const opened = readFileSync(link, 'utf8');
      rmSync(link);
      return opened;
    },
  };
}

/** A service that refuses every address of this computer. */
const REMOTE_REDIRECT = 'https://books.example.com/connected';
const remote = test.extend({
  sandbox: async ({}, provide) => {
    const sandbox = await startSandbox({ bills: '20', 'redirect-uri': REMOTE_REDIRECT });
    await provide(sandbox);
    await sandbox.close();
  },
});

remote(
  'A-21 a service that refuses addresses of this computer: the user pastes the address of the page they landed on, and nothing of it is kept',
  async ({ launch, sandbox }, testInfo) => {
    const browser = notingBrowser(testInfo.outputDir);
    const app = await launch({ browser: browser.command });
    const { page } = app;
    const answer = page.getByRole('textbox', {
      name: 'Paste the address of the page you landed on, or the code',
    });
    const finish = page.getByRole('button', { name: 'Finish sign-in' });
    const signIn = page.getByRole('button', { name: 'Sign in', exact: true });

    await app.choose('Connect');
    await page.getByRole('button', { name: 'Connect your accounting service' }).click();
    await fillConnection(page, sandbox);
    const refused = approveConsent(await browser.opened(), socketFetch);
    await expect(refused).rejects.toThrow('not one Billfold registered');
    await expect(answer).toBeHidden();
    await page.getByRole('button', { name: 'Cancel' }).click();

    await page.getByRole('button', { name: 'Edit connection' }).click();
    const redirect = page.getByRole('textbox', { name: 'Redirect URI' });
    await expect(redirect).toHaveValue('http://127.0.0.1/callback');
    const copied = page.getByRole('status').filter({ hasText: /opied/ });
    await redirect.fill('http://books.example.com');
    await page.getByRole('button', { name: 'Copy redirect URI' }).click();
    await expect(copied).toHaveText('Not copied. Check the redirect URI.');
    await redirect.fill(REMOTE_REDIRECT);
    await page.getByRole('button', { name: 'Copy redirect URI' }).click();
    await expect(copied).toHaveText('Copied');
    await fillConnection(page, sandbox, { redirectUri: REMOTE_REDIRECT });

    // The field has the focus. Submitting clears its text, right or wrong.
    await expect(answer).toBeFocused();
    expect((await runAxe(page, 'all')).violations).toEqual([]);
    await finish.click();
    await expect(answer).toHaveAccessibleDescription(/Paste the address or the code/);
    await expect(answer).toBeFocused();
    const first = await browser.opened();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await signIn.click();
    const link = await browser.opened();
    await answer.fill(await approveConsent(first, socketFetch));
    await finish.click();
    await expect(answer).toHaveAccessibleDescription(/from another sign-in/);
    await expect(answer).toHaveValue('');

    await answer.fill(await answerConsent(link, socketFetch, 'deny'));
    await finish.click();
    await expect(page.getByText('The user did not allow it.')).toBeVisible();

    await signIn.click();
    const landed = await approveConsent(await browser.opened(), socketFetch);
    await answer.fill(landed);
    await answer.press('Enter');
    await expect(grid(page)).toBeVisible();
    const code = new URL(landed).searchParams.get('code') ?? 'no code';
    expect(app.mainLog() + app.output()).not.toContain(code);
  },
);
