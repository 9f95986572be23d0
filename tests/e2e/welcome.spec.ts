import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { grid, statusBar } from './actions.ts';
import { expect, test } from './fixtures.ts';
import { consentBrowser } from './sandbox.ts';

test('a newcomer tries the sample company: two clicks, and the bills are there', async ({
  launch,
}) => {
  const { page } = await launch({ browser: consentBrowser() });
  await page.getByRole('button', { name: 'Try with a sample company' }).click();
  await expect(grid(page)).toBeVisible();
  await expect(page.getByText('Sample company')).toBeVisible();
  await expect(statusBar(page)).toContainText('Bills read', { timeout: 30_000 });
});

test('signed in once: after a restart the sample company is open without signing in', async ({
  launch,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'billfold-'));
  const profileDir = join(folder, 'profile');
  try {
    const first = await launch({ browser: consentBrowser(), profileDir });
    await first.page.getByRole('button', { name: 'Try with a sample company' }).click();
    await expect(grid(first.page)).toBeVisible();
    await expect(statusBar(first.page)).toContainText('Bills read');
    await first.close();
    const second = await launch({ browser: '"/nonexistent/browser"', profileDir });
    await expect(grid(second.page)).toBeVisible();
    await expect(statusBar(second.page)).toContainText('Online');
    await second.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
