import {
  applied,
  approveCurrent,
  billRow,
  chooseBill,
  currentRow,
  detail,
  goOffline,
  goTo,
  payableBills,
  search,
  startSignedIn,
} from './actions.ts';
import { expect, test } from './fixtures.ts';
import { startExpectingExit } from './launch.ts';

test('D-51, D-52 a closed window keeps sending from the tray, its badge counts, and a link shows only its bill', async ({
  launch,
  sandbox,
  profileDir,
}) => {
  const app = await startSignedIn(launch, sandbox, { profileDir });
  const { page } = app;
  const [first, second, third] = await payableBills(sandbox);
  if (!first || !second || !third) throw new Error('too few bills');
  const onDesktop = async (): Promise<unknown> => {
    const { badge, tray, isVisible } = await app.onDesktop();
    return { badge, pending: tray?.[1] ?? null, isVisible };
  };
  await expect.poll(onDesktop).toEqual({ badge: 0, pending: null, isVisible: true });

  await goTo(page, 'Settings');
  const keepSending = page.getByRole('switch', { name: 'Keep sending in the background' });
  await keepSending.click();
  await expect(keepSending).toBeChecked();
  await goTo(page, 'Review');
  // The stand-in's browser asks for permission to use the clipboard. It has it from here on.
  await app.copied();
  await chooseBill(page, third.number);
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('copy link');
  await page.keyboard.press('Enter');
  await expect.poll(app.copied).toBe(`billfold://bill/${third.id}`);
  const link = await app.copied();
  await goOffline(page, sandbox);
  await chooseBill(page, first.number);
  await approveCurrent(page);
  await chooseBill(page, second.number);
  await approveCurrent(page);
  await sandbox.control.changeBill({ billId: second.id, fields: { amount_due_cents: 1 } });
  await app.closeWindow();
  const pending = '2 approvals pending';
  await expect.poll(onDesktop).toEqual({ badge: 0, pending, isVisible: false });
  await expect.poll(app.output).toContain('Billfold keeps sending in the background');
  await sandbox.control.comeBack();
  await expect.poll(() => applied(sandbox)).toEqual({ [first.id]: 1 });
  const done = { badge: 1, pending: 'No pending approvals' };
  await expect.poll(onDesktop).toEqual({ ...done, isVisible: false });

  // A window that was locked is locked when it opens again.
  await app.chooseMenu('lock');
  const locked = { badge: 1, pending: 'Locked: nothing is sent' };
  await expect.poll(onDesktop).toEqual({ ...locked, isVisible: false });
  const open = (address: string) => startExpectingExit({ profileDir }, [address]);
  await open(link);
  await expect.poll(onDesktop).toEqual({ ...locked, isVisible: true });
  await page.getByRole('button', { name: 'Unlock' }).click();
  const linked = page.getByRole('dialog', { name: 'Bill from a link' });
  await expect(linked).toContainText(third.number);
  await page.keyboard.press('Escape');
  await expect(linked).toBeHidden();

  // The search of the approved bill returned with the list.
  await search(page, '');
  // Press keys that would act on the bill on screen.
  const before = await currentRow(page).innerText();
  await open('billfold://bill/no-such-bill');
  await expect(linked).toContainText('That bill is not on this computer.');
  await open(link);
  await expect(linked).toContainText(third.number);
  for (const key of ['a', 'x', 'j', ' ', 'Enter', 'd']) await page.keyboard.press(key);
  await expect(linked).toBeVisible();
  expect(await currentRow(page).innerText()).toBe(before);
  await linked.getByRole('button', { name: 'View bill' }).click();
  await expect(detail(page)).toContainText(third.number);
  await expect(billRow(page, third.number)).toHaveAttribute('aria-selected', 'false');
  expect(await applied(sandbox)).toEqual({ [first.id]: 1 });

  await app.chooseTray('quit');
  await app.close();
});
