import { readFileSync } from 'node:fs';
import {
  addBill,
  approvalRow,
  approveCurrent,
  billRow,
  detail,
  goTo,
  grid,
  openTab,
  setUndo,
  show,
  startSignedIn,
  statusBar,
  readBill,
} from './actions.ts';
import { expect, test } from './fixtures.ts';
import type { LaunchedApp } from './launched-app.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

test('X-2 Billfold shows its version, once after an update its news, and each bill has a menu by pointer and by keys', async ({
  launch,
  sandbox,
}) => {
  const vendor = { id: 'vendor-formula', name: '=HYPERLINK("http://x")', category: 'Odd' };
  await addBill(sandbox, { vendor, bill_number: 'QS-7', due_date: '2020-01-31' });
  await addBill(sandbox, { bill_number: 'QS-8', due_date: '2020-02-29' });
  const app = await startSignedIn(launch, sandbox);
  await showsAboutAndNews(app);
  await hasMenus(app);
});

async function showsAboutAndNews(app: LaunchedApp): Promise<void> {
  const { page } = app;
  const about = page.getByRole('dialog', { name: 'About Billfold' });
  const news = page.getByRole('dialog', { name: 'What’s new' });
  const line = statusBar(page).getByRole('button', { name: `What’s new in ${version}` });
  await app.chooseMenu('about');
  await expect(about).toContainText(`Version${version}`);
  await expect(about).toContainText(/Node\.js\d+\.\d+/);
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

  // A new user sees no news, and a user who updated sees them once.
  await expect(line).toBeHidden();
  await page.evaluate(() => window.billfold.call('settings.change', { newsOf: '0.0.9' }));
  await line.click();
  await expect(news).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(line).toBeHidden();
  await goTo(page, 'Settings');
  await page.getByRole('button', { name: 'About Billfold' }).click();
  await expect(about).toBeVisible();
  await page.keyboard.press('Escape');
  await goTo(page, 'Review');
}

async function hasMenus({ page, copied }: LaunchedApp): Promise<void> {
  // The stand-in's browser asks for permission to use the clipboard. It has it from here on.
  await copied();
  const menu = (name: string) => page.getByRole('menu', { name });
  const entry = (name: string) => page.getByRole('menuitem', { name, exact: true });
  await billRow(page, 'QS-7').click({ button: 'right' });
  await expect(detail(page)).toContainText('QS-7');
  await menu('QS-7').getByRole('menuitem', { name: 'Copy amount' }).click();
  await expect.poll(copied).toBe('€1,250.00');

  // The key opens the menu of the row with the focus. A heading has no menu.
  await page.keyboard.press('Shift+F10');
  await expect(entry('Approve')).toBeFocused();
  for (let steps = 0; steps < 6; steps += 1) await page.keyboard.press('ArrowDown');
  await expect(entry('Copy row')).toBeFocused();
  await readBill(page);
  await page.keyboard.press('Enter');
  await expect
    .poll(copied)
    .toMatch(/^"'=HYPERLINK\(""http:\/\/x""\)"\tQS-7\t2026-03-01\t2020-01-31\t.*\tEUR\t1250.00\t/);
  await expect(grid(page)).toBeFocused();
  await page.getByText('Past due', { exact: true }).first().click({ button: 'right' });
  await expect(page.getByRole('menu')).toBeHidden();

  // A click on one of several selected bills opens the menu of all of them, else of that bill alone.
  await grid(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('ContextMenu');
  await menu('2 bills').getByRole('menuitem', { name: 'Copy number' }).click();
  await expect.poll(copied).toBe('QS-7\nQS-8');
  await page.keyboard.press('Escape');

  // Fields keep the system's menu. The rest of the bill has the same menu as its row.
  await detail(page).getByRole('textbox').click({ button: 'right' });
  await expect(page.getByRole('menu')).toBeHidden();
  await detail(page).getByText('QS-8').first().click({ button: 'right' });
  await menu('QS-8').getByRole('menuitem', { name: 'Hide' }).click();
  await expect(billRow(page, 'QS-8')).toBeHidden();
  await show(page, 'Hidden');
  await billRow(page, 'QS-8').click({ button: 'right' });
  await entry('Return to inbox').click();
  await expect(billRow(page, 'QS-8')).toBeHidden();

  await show(page, 'Needs approval');
  await billRow(page, 'QS-8').click();
  await setUndo(page, 60_000);
  await approveCurrent(page);
  await openTab(page, 'Pending');
  await approvalRow(page, 'QS-8').click({ button: 'right' });
  await menu('QS-8').getByRole('menuitem', { name: 'Copy row' }).click();
  await expect.poll(copied).toMatch(/^Quillmark Studio\tQS-8\t2020-02-29\t.*\tEUR\t1250.00\t/);
}
