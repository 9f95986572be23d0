import type { Page } from '@playwright/test';
import {
  applied,
  approveCurrent,
  billRow,
  chooseBill,
  connectedTo,
  detail,
  grid,
  payableBills,
  signIn,
  startSignedIn,
  untilViewed,
  waitUntilSent,
} from './actions.ts';
import { expect, test } from './fixtures.ts';

const DAY_MS = 86_400_000;

const note = (page: Page) => detail(page).getByRole('textbox', { name: 'Note' });
const undo = (page: Page) => page.getByRole('button', { name: 'Undo', exact: true });

async function show(page: Page, filter: string): Promise<void> {
  await page.getByRole('button', { name: /Show/ }).first().click();
  await page.getByRole('option', { name: new RegExp(`^${filter}`) }).click();
}

async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search bills' }).fill(text);
}

/** Makes the bill the current one, with the keyboard in the list. */
async function goToBill(page: Page, number: string): Promise<void> {
  await chooseBill(page, number);
  await grid(page).focus();
}

test('a note survives a restart; a snoozed bill leaves the inbox, and is back on its day or when it changes', async ({
  launch,
  sandbox,
}, testInfo) => {
  const profileDir = testInfo.outputPath('profile');
  const [first, second] = await payableBills(sandbox);
  const [changing, waiting] = [first?.number ?? '', second?.number ?? ''];
  const app = await startSignedIn(launch, sandbox, { profileDir });
  await goToBill(app.page, changing);
  await app.page.keyboard.press('n');
  await app.page.keyboard.type('Ask Ada about the boxes');
  await expect(billRow(app.page, changing)).toContainText('Has a note');
  // Quit in the middle of the word: nothing waits to be saved.
  await app.close();

  const again = await launch(connectedTo(sandbox, { profileDir }));
  const { page } = again;
  await goToBill(page, changing);
  await expect(note(page)).toHaveValue('Ask Ada about the boxes');
  await untilViewed(page, first?.id ?? '');

  await page.keyboard.press('z');
  const dialog = page.getByRole('dialog', { name: 'Snooze this bill' });
  await dialog.getByLabel('Another day').fill('2020-01-01');
  await dialog.getByRole('button', { name: 'Snooze', exact: true }).click();
  await expect(dialog).toContainText('That day has come already. Choose a later one.');
  await dialog.getByRole('button', { name: /^In a week/ }).click();
  await expect(billRow(page, changing)).toHaveCount(0);
  await search(page, waiting);
  await goToBill(page, waiting);
  await page.keyboard.press('z');
  // The first choice has the focus: tomorrow.
  await page.keyboard.press('Enter');
  await expect(billRow(page, waiting)).toHaveCount(0);
  await search(page, '');
  await show(page, 'Snoozed');
  await expect(billRow(page, changing)).toContainText('Snoozed until');
  await expect(billRow(page, waiting)).toContainText('Snoozed until');

  // Away from it: a bill that changes while it is on screen has been seen changed.
  await billRow(page, waiting).click();
  await expect(detail(page)).toContainText(waiting);
  await sandbox.control.changeBill({
    billId: first?.id ?? '',
    fields: { total_cents: 412_000, amount_due_cents: 412_000 },
  });
  await page.getByRole('button', { name: 'Read bills now' }).first().click();
  await expect(billRow(page, changing)).toHaveCount(0, { timeout: 20_000 });
  await show(page, 'To review');
  await goToBill(page, changing);
  await expect(billRow(page, changing)).toContainText('Changed');
  await expect(detail(page)).toContainText('Changed since you last looked');
  await expect(note(page)).toHaveValue('Ask Ada about the boxes');
  await again.close();

  const later = await launch(connectedTo(sandbox, { profileDir, clockOffsetMs: 2 * DAY_MS }));
  await search(later.page, waiting);
  await expect(billRow(later.page, waiting)).toHaveCount(1);
  await billRow(later.page, waiting).click();
  await expect(detail(later.page)).toContainText('Was snoozed until');
});

test('dismissing, undoing and putting back, one or many; approving is never held up by it', async ({
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

  await detail(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(billRow(page, number)).toHaveCount(0);
  await search(page, '');
  await show(page, 'Dismissed');
  await billRow(page, number).click();
  await expect(detail(page)).toContainText('Dismissed. On this computer only');
  await detail(page).getByRole('button', { name: 'Put back' }).click();
  await show(page, 'To review');
  await goToBill(page, number);
  await expect(detail(page).getByRole('button', { name: 'Put back' })).toHaveCount(0);

  await search(page, '');
  // Keys are for the list that was asked for: not before it is there.
  await expect(billRow(page, third?.number ?? '')).toHaveCount(1);
  await grid(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  const bar = page.getByRole('group', { name: 'Selected bills' });
  await expect(bar).toContainText('3 bills selected');
  await bar.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByRole('region', { name: 'Undo putting aside' })).toContainText(
    'Dismissed on this computer: 3 bills',
  );
  for (const bill of [first, second, third])
    await expect(billRow(page, bill?.number ?? '')).toHaveCount(0);
  await undo(page).click();
  for (const bill of [first, second, third])
    await expect(billRow(page, bill?.number ?? '')).toHaveCount(1);

  await goToBill(page, number);
  await page.keyboard.press('d');
  await search(page, '');
  await show(page, 'Dismissed');
  await billRow(page, number).click();
  await approveCurrent(page);
  await waitUntilSent(page);
  expect(await applied(sandbox)).toEqual({ [first?.id ?? '']: 1 });
});

test('signing out says what stays: notes do, unless they are to be removed too', async ({
  launch,
  sandbox,
}) => {
  const { page } = await startSignedIn(launch, sandbox);
  const [bill] = await payableBills(sandbox);
  const signOut = async (alsoRemove: boolean): Promise<void> => {
    await page
      .getByRole('link', { name: /^Settings/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Sign out?' });
    await expect(dialog).toContainText('Your notes, snoozes, dismissals and saved views stay');
    if (alsoRemove) await dialog.getByRole('checkbox', { name: /Also remove my notes/ }).check();
    await dialog.getByRole('button', { name: 'Sign out', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
    await signIn(page);
    await goToBill(page, bill?.number ?? '');
  };
  await goToBill(page, bill?.number ?? '');
  await note(page).fill('kept over the sign-out');
  await signOut(false);
  await expect(note(page)).toHaveValue('kept over the sign-out');
  await signOut(true);
  await expect(note(page)).toHaveValue('');
});

test('the vendor panel tells what is known of the vendor and leads to its bills', async ({
  launch,
  sandbox,
}) => {
  const [organization] = await sandbox.control.organizations();
  const vendor = { id: 'vendor-q', name: 'Quillmark Studio', category: 'Design' };
  for (let month = 1; month <= 8; month++) {
    await sandbox.control.addBill({
      organizationId: organization?.id ?? '',
      fields: {
        vendor,
        bill_number: `QS-${month}`,
        date: `2026-0${month}-10`,
        due_date: `2030-0${month}-28`,
        total_cents: 20_000,
        amount_due_cents: month < 7 ? 0 : 20_000,
        currency: month === 8 ? 'USD' : 'EUR',
        status: month < 7 ? 'paid' : 'open',
      },
    });
  }
  const { page } = await startSignedIn(launch, sandbox);
  await goToBill(page, 'QS-7');
  const panel = detail(page).getByRole('region', { name: /Quillmark Studio/ });
  await expect(panel).toContainText('2 open, 6 paid');
  await expect(panel.getByRole('list').first()).toHaveText(/€200\.00\s*\$200\.00/);
  await expect(panel).toContainText('€200.00, the median of 6 earlier bills');
  const latest = panel.getByRole('list', { name: 'Latest bills of this vendor' });
  await expect(latest.getByRole('link')).toHaveText([/^QS-8/, /^QS-6/, /^QS-5/, /^QS-4/, /^QS-3/]);
  await panel.getByRole('button', { name: 'What the service says of the vendor' }).click();
  await expect(panel).toContainText('vendor-q');
  await panel.getByRole('link', { name: /^QS-6/ }).click();
  await expect(detail(page)).toContainText('Paid: nothing to approve');
  await detail(page).getByRole('link', { name: 'Show all 8 bills of this vendor' }).click();
  await expect(billRow(page, 'QS-')).toHaveCount(8);
  await expect(page.getByText('8 bills', { exact: true }).first()).toBeVisible();
});
