import { readFileSync } from 'node:fs';
import { goTo, startSignedIn, statusBar } from './actions.ts';
import { expect, test } from './fixtures.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

test('K-20 the program tells what it is and what it is made of, and once after an update what is new', async ({
  launch,
  sandbox,
}) => {
  const app = await startSignedIn(launch, sandbox);
  const { page } = app;
  const about = page.getByRole('dialog', { name: 'About Billfold' });
  const news = page.getByRole('dialog', { name: 'What’s new' });
  const line = statusBar(page).getByRole('button', { name: `What’s new in ${version}` });
  await app.chooseMenu('about');
  await expect(about).toContainText(`Version${version}`);
  await expect(about).toContainText(`Node.js${process.versions.node}`);
  await about.getByRole('button', { name: 'Licenses' }).click();
  await expect(about).toContainText('react-aria-components');
  await about.getByRole('button', { name: 'Copy diagnostics' }).click();
  await expect.poll(app.output).toContain('Diagnostics copied');
  await about.getByRole('button', { name: 'What’s new' }).click();
  await expect(news.getByRole('heading', { name: `Billfold ${version}` })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('changelog');
  await page.keyboard.press('Enter');
  await expect(news).toBeVisible();
  await page.keyboard.press('Escape');

  // Who begins with a version has no news of it; who comes from another has, once.
  await expect(line).toBeHidden();
  await page.evaluate(() => window.billfold.call('settings.change', { newsOf: '0.0.9' }));
  await line.click();
  await expect(news).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(line).toBeHidden();
  await goTo(page, 'Settings');
  await page.getByRole('button', { name: 'About Billfold' }).click();
  await expect(about).toBeVisible();
});
