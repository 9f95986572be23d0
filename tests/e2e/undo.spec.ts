import type { Page } from '@playwright/test';
import {
  chooseUndo,
  detail,
  grid,
  holdDisk,
  readBill,
  setUndo,
  startSignedIn,
  statusBar,
} from './actions.ts';
import { expect, test } from './fixtures.ts';

const toasts = (page: Page) => page.locator('.toast');
const undoKeys = (page: Page) => toasts(page).locator('kbd');
const hidden = (page: Page) => page.getByRole('link', { name: /^Hidden/ });

test('R-93 u undoes one action after another, of whatever kind, and says “too late” only for an approval that has left', async ({
  launch,
  sandbox,
}) => {
  const app = await startSignedIn(launch, sandbox);
  const { page } = app;
  await chooseUndo(page, '30 seconds');
  await expect(hidden(page)).toContainText('0');
  await grid(page).focus();

  // Hide, write a note, hide, approve; the toast of the newest alone shows the key.
  await page.keyboard.press('d');
  await expect(hidden(page)).toContainText('1');
  await page.keyboard.press('n');
  await page.keyboard.type('call them');
  await page.keyboard.press('Escape');
  await expect(toasts(page)).toContainText([/Note changed · /]);
  const noted = (await detail(page).getByRole('heading', { level: 2 }).innerText()).trim();
  await page.keyboard.press('d');
  await expect(hidden(page)).toContainText('2');
  await readBill(page);
  await page.keyboard.press('a');
  await expect(statusBar(page)).toContainText('1 approval pending');
  await expect(undoKeys(page)).toHaveCount(1);
  await page.keyboard.press('d');
  await expect(hidden(page)).toContainText('3');
  await expect(toasts(page)).toHaveCount(2);
  await expect(undoKeys(page)).toHaveCount(1);
  await expect(toasts(page).filter({ has: page.locator('kbd') })).toContainText('Hidden · ');

  await page.keyboard.press('u');
  await expect(hidden(page)).toContainText('2');
  await expect(statusBar(page)).toContainText('1 approval pending');
  await page.keyboard.press('u');
  await expect(statusBar(page)).toContainText('No pending approvals');
  await page.keyboard.press('u');
  await expect(hidden(page)).toContainText('1');
  await expect(toasts(page).filter({ hasText: `Undone: Hidden · ${noted}` })).toBeVisible();
  await expect(detail(page).getByRole('textbox', { name: 'Note' })).toHaveValue('call them');
  await page.keyboard.press('u');
  await expect(detail(page).getByRole('textbox', { name: 'Note' })).toHaveValue('');
  await page.keyboard.press('u');
  await expect(hidden(page)).toContainText('0');
  await page.keyboard.press('u');
  await expect(toasts(page).filter({ hasText: 'Nothing to undo.' })).toBeVisible();
  await expect(page.getByText('Too late')).toHaveCount(0);

  // However often the key is pressed, the actions before an approval that has left stay.
  await app.choose('Allow');
  await setUndo(page, 0);
  await page.keyboard.press('d');
  await expect(hidden(page)).toContainText('1');
  // A later action replaces the notice.
  expect(await toasts(page).allInnerTexts()).toEqual([expect.stringContaining('Hidden · ')]);
  await readBill(page);
  await page.keyboard.press('a');
  await expect(page.getByText('Approved today: 1')).toBeVisible();
  await page.keyboard.press('u');
  await expect(toasts(page).filter({ hasText: 'Too late to undo' })).toBeVisible();
  await page.keyboard.press('u');
  await page.keyboard.press('d');
  await expect(hidden(page)).toContainText('2');
  await page.keyboard.press('u');
  await expect(hidden(page)).toContainText('1');
});

test('R-93 u undoes approvals that are being saved, one for each press, and a later action before them', async ({
  launch,
  sandbox,
}) => {
  const { page } = await startSignedIn(launch, sandbox);
  await chooseUndo(page, '30 seconds');
  await expect(hidden(page)).toContainText('0');
  await grid(page).focus();
  await page.keyboard.press('d');
  await expect(hidden(page)).toContainText('1');
  const disk = await holdDisk(page);
  for (const approving of [1, 2]) {
    await readBill(page);
    await page.keyboard.press('a');
    await expect(grid(page).getByText('Approving…')).toHaveCount(approving);
    await page.keyboard.press('j');
  }
  await page.keyboard.press('d');
  await expect(hidden(page)).toContainText('2');
  await page.keyboard.press('u');
  await expect(hidden(page)).toContainText('1');
  for (const key of ['u', 'u']) await page.keyboard.press(key);
  await expect(toasts(page).filter({ hasText: 'Undone once it is saved.' })).toBeVisible();
  await disk.free();
  await expect(page.getByText('Approved today:')).toHaveCount(0);
  await expect(grid(page).getByText('Approving…')).toHaveCount(0);
  await expect(statusBar(page)).toContainText('No pending approvals');
  await expect(hidden(page)).toContainText('1');
  await page.keyboard.press('u');
  await expect(hidden(page)).toContainText('0');
});
