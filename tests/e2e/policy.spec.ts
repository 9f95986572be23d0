import { writeFileSync } from 'node:fs';
import { grid, signIn } from './actions.ts';
import { expect, test } from './fixtures.ts';
import { runAxe } from './screenshots/axe.ts';
import { startExpectingExit } from './launch.ts';
import { consentBrowser } from './sandbox.ts';

test('E-3 under a policy the user types only the client secret and signs in; main refuses the rest, whatever the page requests', async ({
  launch,
  sandbox,
}, testInfo) => {
  const { serviceUrl, authUrl, clientId, clientSecret } = sandbox.connection;
  const policy = {
    connection: { serviceUrl, authUrl, clientId, redirectPort: 0 },
    sampleCompany: false,
    weakTokenStorage: false,
    updates: false,
    logRetentionDays: 30,
  };
  const path = testInfo.outputPath('policy.json');
  writeFileSync(path, JSON.stringify(policy), { mode: 0o600 });
  const { page } = await launch({ browser: consentBrowser(), env: { BILLFOLD_POLICY: path } });
  const call = (name: string, request?: unknown): Promise<unknown> =>
    page.evaluate(([method, given]) => window.billfold.call(method as 'app.start', given), [
      name,
      request,
    ] as const);

  await page.getByRole('button', { name: 'Connect your accounting service' }).click();
  const address = page.getByRole('textbox', { name: 'Service URL' });
  await expect(address).toHaveValue(serviceUrl);
  await expect(address).not.toBeEditable();
  await page.getByLabel('Client secret').fill(clientSecret);
  expect((await runAxe(page, 'all')).violations).toEqual([]);
  await page.getByRole('button', { name: 'Save and sign in', exact: true }).click();
  const button = page.getByRole('button', { name: 'Sign in', exact: true });
  await expect(button.or(grid(page)).first()).toBeVisible();
  if (await button.isVisible()) await signIn(page);
  await expect(grid(page)).toBeVisible();

  const refused = await call('connection.useSample');
  const weak = await call('settings.change', { allowWeakTokenStorage: true });
  await call('connection.save', {
    serviceUrl: 'https://elsewhere.example',
    authUrl: 'https://elsewhere.example',
    clientId: 'another',
    clientSecret,
    redirectUri: '1',
  });
  expect({ refused, weak, session: await call('session.get') }).toMatchObject({
    refused: { ok: true, reply: { ok: false } },
    weak: { ok: true, reply: { allowWeakTokenStorage: false } },
    session: {
      ok: true,
      reply: { connection: { serviceUrl, clientId, redirectUri: 'http://127.0.0.1/callback' } },
    },
  });

  await page.evaluate(() => (window.location.hash = '#/settings'));
  const managed = page.getByRole('region', { name: 'Managed by your organization' });
  await expect(managed).toContainText('Kept for 30 days');
  expect((await runAxe(page, 'all')).violations).toEqual([]);
  await expect(page.getByText('without encryption')).toBeHidden();
});

test('E-3 a policy that allows no service says so on the first screen', async ({
  launch,
}, testInfo) => {
  const path = testInfo.outputPath('policy.json');
  writeFileSync(path, '{"ownService":false,"sampleCompany":false}', { mode: 0o600 });
  const { page } = await launch({ env: { BILLFOLD_POLICY: path } });
  await expect(page.getByText('Your organization allows no service here.')).toBeVisible();
  expect((await runAxe(page, 'all')).violations).toEqual([]);
});

test('E-2 an unusable policy file keeps Billfold from starting, and the message gives the reason', async ({}, testInfo) => {
  const path = testInfo.outputPath('policy.json');
  writeFileSync(path, '{ "sampelCompany": false }', { mode: 0o600 });
  const start = await startExpectingExit({ env: { BILLFOLD_POLICY: path } });
  expect(start.code).toBe(1);
  expect(start.output).toContain(
    'has a setting Billfold does not know: "sampelCompany". Ask your administrator.',
  );
});
