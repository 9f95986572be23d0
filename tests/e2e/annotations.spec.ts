import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import {
  applied,
  approveCurrent,
  billRow,
  chooseBill,
  chooseUndo,
  connectedTo,
  currentRow,
  detail,
  grid,
  payableBills,
  readNow,
  search,
  show,
  startSignedIn,
  untilViewed,
  waitUntilSent,
} from './actions.ts';
import { expect, test } from './fixtures.ts';

const DAY_MS = 86_400_000;

const note = (page: Page) => detail(page).getByRole('textbox', { name: 'Note' });
const undo = (page: Page) => page.getByRole('button', { name: 'Undo', exact: true });

/** Makes the bill the current one, and focuses the list. */
async function goToBill(page: Page, number: string): Promise<void> {
  await chooseBill(page, number);
  await grid(page).focus();
}

test('a note survives a restart, unreadable settings are quarantined, a changed bill shows its changes, and a snoozed bill leaves the inbox until its day or a change', async ({
  launch,
  sandbox,
  profileDir,
}) => {
  const [first, second, third] = await payableBills(sandbox);
  const [changing, waiting, viewed] = [first, second, third].map((bill) => bill?.number ?? '?');
  if (!changing || !waiting || !viewed) throw new Error('too few bills');
  const app = await startSignedIn(launch, sandbox, { profileDir });
  await chooseUndo(app.page, '10 seconds');
  await chooseBill(app.page, viewed);
  await untilViewed(app.page, third?.id ?? '');
  await goToBill(app.page, changing);
  await app.page.keyboard.press('n');
  await app.page.keyboard.type('Ask Ada about the boxes');
  await expect(billRow(app.page, changing)).toContainText('Has a note');
  // Quit while a word is being typed: nothing needs to be saved.
  await app.close();
  const [settings = ''] = globSync(join(profileDir, '**/settings.json'));
  writeFileSync(settings, '{"half a sett');
  await sandbox.control.changeBill({
    billId: third?.id ?? '',
    fields: { memo: 'new bank account' },
  });

  const again = await launch(connectedTo(sandbox, { profileDir }));
  const { page } = again;
  await expect(page.getByText('Settings were reset')).toBeVisible();
  const kept = globSync(join(profileDir, '**/settings.set-aside*'));
  expect(kept.map((path) => readFileSync(path, 'utf8'))).toEqual(['{"half a sett']);
  await readNow(page);
  await seeWhatChanged(page, viewed);
  await goToBill(page, changing);
  await expect(note(page)).toHaveValue('Ask Ada about the boxes');
  await untilViewed(page, first?.id ?? '');

  await page.keyboard.press('z');
  const dialog = page.getByRole('dialog', { name: 'Snooze this bill' });
  await dialog.getByLabel('Pick a date').fill('2020-01-01');
  await dialog.getByRole('button', { name: 'Snooze', exact: true }).click();
  await expect(dialog).toContainText('Pick a future date.');
  // On a Monday this is also next Monday, offered under one name.
  await dialog
    .getByRole('button', { name: /^(In a week|Next Monday)/ })
    .last()
    .click();
  await expect(billRow(page, changing)).toHaveCount(0);
  await search(page, waiting);
  await goToBill(page, waiting);
  await page.keyboard.press('z');
  // The first choice, tomorrow, has the focus.
  await page.keyboard.press('Enter');
  await expect(billRow(page, waiting)).toHaveCount(0);
  await search(page, '');
  await show(page, 'Snoozed');
  await expect(billRow(page, changing)).toContainText('Snoozed until');
  await expect(billRow(page, waiting)).toContainText('Snoozed until');

  // Move to another bill: a bill that changes on screen counts as viewed with its change.
  await billRow(page, waiting).click();
  await expect(detail(page)).toContainText(waiting);
  await sandbox.control.changeBill({
    billId: first?.id ?? '',
    fields: { total_cents: 412_000, amount_due_cents: 412_000 },
  });
  await readNow(page);
  await expect(billRow(page, changing)).toHaveCount(0);
  await show(page, 'Needs approval');
  await goToBill(page, changing);
  await expect(billRow(page, changing)).toContainText('Changed');
  await expect(detail(page)).toContainText('Since you last viewed it');
  await expect(note(page)).toHaveValue('Ask Ada about the boxes');
  await again.close();

  const later = await launch(connectedTo(sandbox, { profileDir, clockOffsetMs: 2 * DAY_MS }));
  await search(later.page, waiting);
  await expect(billRow(later.page, waiting)).toHaveCount(1);
  await billRow(later.page, waiting).click();
  await expect(detail(later.page)).toContainText('Snooze ended');
});

/** The bill's changes stay on screen while it is viewed for the first time since, and are gone at the second view. */
async function seeWhatChanged(page: Page, number: string): Promise<void> {
  await search(page, number);
  await expect(billRow(page, number)).toContainText('Changed');
  await billRow(page, number).click();
  const observed = detail(page).getByRole('region', { name: 'Check before approving' });
  await expect(observed).toContainText(/Since you last viewed it .*→ “new bank account”/);
  await page.waitForTimeout(1_500);
  await expect(observed).toContainText('Since you last viewed it');
  await expect(async () => {
    await search(page, '');
    await grid(page).focus();
    await page.keyboard.press('End');
    await chooseBill(page, number);
    await expect(billRow(page, number)).not.toContainText('Changed', { timeout: 1_500 });
  }).toPass();
}

test('bills are hidden, undone and returned, singly or several, and can be approved all the while', async ({
  launch,
  sandbox,
}) => {
  const { page } = await startSignedIn(launch, sandbox);
  const [first, second, third] = await payableBills(sandbox);
  const number = first?.number ?? '';
  await goToBill(page, number);
  await page.keyboard.press('d');
  await expect(billRow(page, number)).toHaveCount(0);
  await page.keyboard.press('u');
  await expect(billRow(page, number)).toHaveCount(1);

  await detail(page).getByRole('button', { name: 'Hide' }).click();
  await expect(billRow(page, number)).toHaveCount(0);
  await search(page, '');
  await show(page, 'Hidden');
  await billRow(page, number).click();
  await expect(detail(page)).toContainText('Hidden. Returns if the bill changes');
  await detail(page).getByRole('button', { name: 'Return to inbox' }).click();
  await show(page, 'Needs approval');
  await goToBill(page, number);
  await expect(detail(page).getByRole('button', { name: 'Return to inbox' })).toHaveCount(0);

  await search(page, '');
  // Keys act on the new list only once it is on screen.
  await expect(billRow(page, third?.number ?? '')).toHaveCount(1);
  await grid(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  const bar = page.getByRole('group', { name: 'Selected bills' });
  await expect(bar).toContainText('3 bills selected');
  await bar.getByRole('button', { name: 'Hide' }).click();
  await expect(page.getByRole('region', { name: 'Undo last change' })).toContainText(
    'Hidden · 3 bills',
  );
  for (const bill of [first, second, third])
    await expect(billRow(page, bill?.number ?? '')).toHaveCount(0);
  await undo(page).click();
  for (const bill of [first, second, third])
    await expect(billRow(page, bill?.number ?? '')).toHaveCount(1);

  // A click acts on the bill that was pressed, even if another one has moved under the pointer.
  await grid(page).focus();
  await page.keyboard.press('Home');
  await billRow(page, third?.number ?? '').hover();
  await page.mouse.down();
  await page.keyboard.press('d');
  await expect(billRow(page, number)).toHaveCount(0);
  await page.mouse.up();
  await expect(currentRow(page)).toContainText(third?.number ?? '');

  await show(page, 'Hidden');
  await billRow(page, number).click();
  await approveCurrent(page);
  await waitUntilSent(page);
  expect(await applied(sandbox)).toEqual({ [first?.id ?? '']: 1 });
});
