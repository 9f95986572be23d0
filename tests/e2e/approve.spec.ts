import {
  applied,
  approveCurrent,
  chooseBill,
  detail,
  goTo,
  grid,
  openTab,
  payableBills,
  startSignedIn,
  statusBar,
  waitUntilSent,
} from './actions.ts';
import { expect, test } from './fixtures.ts';

test('Approve: the bill leaves the list, can be undone for five seconds, and reaches the service once', async ({
  launch,
  sandbox,
}) => {
  const { page } = await startSignedIn(launch, sandbox);
  const [bill] = await payableBills(sandbox);
  await chooseBill(page, bill?.number ?? '');
  await approveCurrent(page);
  await expect(page.getByRole('button', { name: /Undo/ })).toBeVisible();
  expect(await applied(sandbox)).toEqual({});
  await waitUntilSent(page);
  expect(await applied(sandbox)).toEqual({ [bill?.id ?? '']: 1 });
  await openTab(page, 'Sent');
  await expect(page.getByText(bill?.number ?? '').first()).toBeVisible();
});

test('the a key approves and goes to the next bill', async ({ launch, sandbox }) => {
  const { page } = await startSignedIn(launch, sandbox);
  const bills = await payableBills(sandbox);
  await grid(page).focus();
  await page.keyboard.press('Home');
  await expect(detail(page)).toContainText(bills[0]?.number ?? '');
  await page.keyboard.press('a');
  await expect(detail(page)).not.toContainText(`Bill number${bills[0]?.number}`);
  await page.keyboard.press('a');
  await expect(statusBar(page)).toContainText('2 approvals');
  await waitUntilSent(page);
  expect(Object.values(await applied(sandbox))).toEqual([1, 1]);
});

test('undone in time is never sent', async ({ launch, sandbox }) => {
  const { page } = await startSignedIn(launch, sandbox);
  // A slow machine must not run out of the usual five seconds.
  await goTo(page, 'Settings');
  await page.getByRole('button', { name: /Time to undo/ }).click();
  await page.getByRole('option', { name: '10 seconds' }).click();
  await goTo(page, 'Review');
  const [bill] = await payableBills(sandbox);
  await chooseBill(page, bill?.number ?? '');
  await approveCurrent(page);
  await page.getByRole('button', { name: /Undo/ }).click();
  await expect(statusBar(page)).toContainText('Nothing waiting');
  await expect(detail(page).getByRole('button', { name: /^Approve/ })).toBeVisible();
  await openTab(page, 'Canceled');
  await expect(page.getByText(bill?.number ?? '').first()).toBeVisible();
  // The window is over once another approval, made later, has been sent.
  await goTo(page, 'Review');
  const [, other] = await payableBills(sandbox);
  await chooseBill(page, other?.number ?? '');
  await approveCurrent(page);
  await expect(statusBar(page)).toContainText('1 approval waiting');
  await waitUntilSent(page);
  expect(await applied(sandbox)).toEqual({ [other?.id ?? '']: 1 });
});

test('an approval whose answer is lost is asked about, not sent again', async ({
  launch,
  sandbox,
}) => {
  const { page } = await startSignedIn(launch, sandbox);
  const [bill] = await payableBills(sandbox);
  await sandbox.control.addFault({
    match: { method: 'PATCH', times: 1 },
    fault: { kind: 'dropAfterApply', reset: true },
  });
  await chooseBill(page, bill?.number ?? '');
  await approveCurrent(page);
  await openTab(page, 'Needs attention');
  await expect(page.getByText(/connection dropped before a reply/).first()).toBeVisible({
    timeout: 30_000,
  });
  expect(await applied(sandbox)).toEqual({ [bill?.id ?? '']: 1 });
  await page.getByRole('button', { name: 'Mark confirmed' }).first().click();
  const confirm = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  if (await confirm.isVisible().catch(() => false)) {
    await confirm.getByRole('button', { name: /confirm/i }).click();
  }
  await openTab(page, 'Sent');
  await expect(page.getByText(bill?.number ?? '').first()).toBeVisible();
  expect(await applied(sandbox)).toEqual({ [bill?.id ?? '']: 1 });
});

test('a service that says no is quoted, and the approval stays with its reason', async ({
  launch,
  sandbox,
}) => {
  const { page } = await startSignedIn(launch, sandbox);
  const [bill] = await payableBills(sandbox);
  await sandbox.control.addFault({
    match: { method: 'PATCH', times: 1 },
    fault: { kind: 'status', status: 422 },
  });
  await chooseBill(page, bill?.number ?? '');
  await approveCurrent(page);
  await openTab(page, 'Needs attention');
  const item = page.getByRole('listitem', { name: bill?.number ?? '' });
  await expect(item).toContainText(/rejected the approval\. .*: “.+”/, { timeout: 30_000 });
  expect(await applied(sandbox)).toEqual({});
});
