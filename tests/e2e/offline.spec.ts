import {
  applied,
  approveCurrent,
  chooseBill,
  connectedTo,
  goOffline,
  grid,
  openTab,
  payableBills,
  readBill,
  search,
  startSignedIn,
  statusBar,
  waitUntilSent,
} from './actions.ts';
import { expect, test } from './fixtures.ts';

test('the whole job works without the service, through kills and restarts: all is sent once, a changed bill is held back with its difference, and an approval in its undo period at quitting is sent at the next start', async ({
  launch,
  sandbox,
  profileDir,
}) => {
  const options = connectedTo(sandbox, { profileDir });
  const bills = await payableBills(sandbox);
  const [first, changed, later, last] = bills;
  if (!first || !changed || !later || !last) throw new Error('too few bills');
  const online = await startSignedIn(launch, sandbox, { profileDir });
  await goOffline(online.page, sandbox);
  for (const { number } of [first, changed]) {
    await chooseBill(online.page, number);
    await approveCurrent(online.page);
  }
  await expect(statusBar(online.page)).toContainText('2 approvals pending');
  await online.kill();

  const second = await launch(options);
  const { page } = second;
  await expect(grid(page)).toBeVisible();
  await expect(statusBar(page)).toContainText('Offline');
  await expect(statusBar(page)).toContainText('2 approvals pending');
  await chooseBill(page, later.number);
  await approveCurrent(page);
  await search(page, '');
  await expect(page.getByText(`${bills.length - 3} bills`, { exact: true }).first()).toBeVisible();
  await expect(statusBar(page)).toContainText('3 approvals pending');
  expect(await applied(sandbox)).toEqual({});

  await sandbox.control.changeBill({
    billId: changed.id,
    fields: { total_cents: 99_999_00, amount_due_cents: 99_999_00 },
  });
  await sandbox.control.comeBack();
  await openTab(page, 'Needs attention');
  await expect(page.getByRole('table', { name: 'Changes' })).toContainText('$99,999.00');
  await waitUntilSent(page);
  const sent = { [first.id]: 1, [later.id]: 1 };
  expect(await applied(sandbox)).toEqual(sent);
  await expect(page.locator('.detail__amount')).toContainText('→ $99,999.00');
  await expect(page.getByRole('button', { name: 'Approve new version' })).toBeVisible();
  await readBill(page);
  await page.getByRole('grid').press('a');
  await expect.poll(() => applied(sandbox)).toEqual({ ...sent, [changed.id]: 1 });

  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Review/ })
    .click();
  await chooseBill(page, last.number);
  await approveCurrent(page);
  await second.close();
  const third = await launch(options);
  await expect(grid(third.page)).toBeVisible();
  await waitUntilSent(third.page);
  expect(await applied(sandbox)).toEqual({ ...sent, [changed.id]: 1, [last.id]: 1 });
});

test('P-73 approving new versions together lists the changes of each, and leaves out a bill with another vendor', async ({
  launch,
  sandbox,
}) => {
  const [one, two, other] = await payableBills(sandbox);
  if (!one || !two || !other) throw new Error('too few bills');
  const { page } = await startSignedIn(launch, sandbox);
  await goOffline(page, sandbox);
  for (const { number } of [one, two, other]) {
    await chooseBill(page, number);
    await approveCurrent(page);
  }
  const changes = [
    { billId: one.id, fields: { total_cents: 11_111_00, amount_due_cents: 11_111_00 } },
    { billId: two.id, fields: { amount_due_cents: 22_222_00 } },
    { billId: other.id, fields: { vendor: { id: 'v-other', name: 'Mallory', category: 'Other' } } },
  ];
  for (const change of changes) await sandbox.control.changeBill(change);
  await sandbox.control.comeBack();
  await openTab(page, 'Needs attention');
  await expect(page.getByRole('tab', { name: 'Needs attention 3' })).toBeVisible();
  await page.getByRole('button', { name: 'Approve 2 new versions' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByRole('table', { name: 'Changes' })).toHaveCount(2);
  await expect(dialog).toContainText('$11,111.00');
  await expect(dialog).toContainText('$22,222.00');
  await expect(dialog).toContainText('1 bill is left out');
  await expect(dialog).toContainText('Mallory');
  await readBill(page);
  await dialog.getByRole('button', { name: 'Approve 2 new versions' }).click();
  await expect.poll(() => applied(sandbox)).toEqual({ [one.id]: 1, [two.id]: 1 });
  await expect(page.getByRole('table', { name: 'Changes' })).toContainText('Mallory');
});
