import type { Page } from '@playwright/test';
import {
  approveCurrent,
  chooseBill,
  dayFromToday,
  goOffline,
  goTo,
  grid,
  payableBills,
  startSignedIn,
  statusBar,
  waitUntilSent,
} from './actions.ts';
import { expect, test } from './fixtures.ts';

test('K-7 the system shows the notifications the user has chosen, and a click opens their bills', async ({
  launch,
  sandbox,
}) => {
  const tomorrow = dayFromToday(1);
  const [one, two, third, fourth] = await payableBills(sandbox);
  if (!one || !two || !third || !fourth) throw new Error('too few bills');
  for (const { id } of [one, two])
    await sandbox.control.changeBill({ billId: id, fields: { due_date: tomorrow } });
  const due = (await payableBills(sandbox)).filter((bill) => bill.due === tomorrow).length;

  const app = await startSignedIn(launch, sandbox);
  const { page } = app;
  const titles = async () => (await app.notifications()).map(({ title }) => title);
  const dueTitle = `${due} unapproved bills due tomorrow`;
  await expect.poll(titles).toEqual([dueTitle]);

  // Approved offline, sent online: one notification for all of them.
  await goOffline(page, sandbox);
  await chooseBill(page, third.number);
  await approveCurrent(page);
  await chooseBill(page, fourth.number);
  await approveCurrent(page);
  await expect(statusBar(page)).toContainText('2 approvals pending');
  await sandbox.control.comeBack();
  await waitUntilSent(page);
  const sentTitle = '2 approvals sent';
  await expect.poll(titles).toEqual([dueTitle, sentTitle]);
  await app.clickNotification(sentTitle);
  await expect(page).toHaveTitle(/Approvals/);

  // A click opens exactly these bills.
  await app.clickNotification(dueTitle);
  await expect(page).toHaveTitle(/Review/);
  await expect(grid(page).getByRole('row').filter({ hasText: one.number })).toBeVisible();
  await expect(grid(page).getByRole('row').filter({ hasText: two.number })).toBeVisible();
  await expect(grid(page).locator('[aria-current]')).toHaveCount(1);

  // One kind is switched off. The other appears only while Billfold is not in use.
  await goTo(page, 'Settings');
  const wanted = page.getByRole('switch', { name: 'Queued approvals sent' });
  await wanted.click();
  await expect(wanted).not.toBeChecked();
  await goTo(page, 'Review');
  await goOffline(page, sandbox);
  await chooseBill(page, one.number);
  await approveCurrent(page);
  await chooseBill(page, two.number);
  await approveCurrent(page);
  await sandbox.control.changeBill({ billId: two.id, fields: { amount_due_cents: 1 } });
  await leaveFor(page);
  await sandbox.control.comeBack();
  await expect(statusBar(page)).toContainText('1 needs attention');
  await expect.poll(titles).toEqual([dueTitle, sentTitle, '1 approval needs attention']);
  const shown = JSON.stringify(await app.notifications());
  expect(shown).not.toContain(two.number);
});

/** The user switches to another program: the window loses the keyboard focus, which a page cannot do itself. */
async function leaveFor(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.hasFocus = () => false;
    window.dispatchEvent(new Event('blur'));
  });
}
