import type { Page } from '@playwright/test';
import { OUTBOX_DATABASE_NAME } from '../../src/renderer/core/outbox/outbox-database.ts';
import {
  readBill,
  setUndo,
  applied,
  approveCurrent,
  chooseBill,
  detail,
  goTo,
  grid,
  approvalList,
  moveClock,
  openTab,
  payableBills,
  startSignedIn,
  statusBar,
  waitUntilSent,
} from './actions.ts';
import { expect, test } from './fixtures.ts';

const HOUR_MS = 3_600_000;

test('a sleeping computer sends nothing, a clock set back and forward sends once, and on a full disk the user sees that no approval was made', async ({
  launch,
  sandbox,
}) => {
  const { page, power } = await startSignedIn(launch, sandbox);
  const bills = (await payableBills(sandbox)).slice(0, 4);
  const approve = async (at: number): Promise<void> => {
    await goTo(page, 'Review');
    await chooseBill(page, bills[at]?.number ?? '?');
    await approveCurrent(page);
  };
  const sentSoFar = (count: number) =>
    Object.fromEntries(bills.slice(0, count).map(({ id }) => [id, 1]));

  await approve(0);
  await power('suspend');
  await expect(statusBar(page)).toContainText('Resuming sync');
  await openTab(page, 'Pending');
  const list = approvalList(page);
  // The undo period ends during sleep. The approval could be sent now, but is not.
  await expect(list.getByText('Can be undone')).toBeHidden();
  await expect(list.getByText('Queued', { exact: true })).toBeVisible();
  expect(await applied(sandbox)).toEqual({});
  await power('resume');
  await waitUntilSent(page);
  await expect(statusBar(page)).not.toContainText('asleep');
  expect(await applied(sandbox)).toEqual(sentSoFar(1));

  await approve(1);
  await moveClock(page, -24 * HOUR_MS);
  await expect(statusBar(page)).toContainText('Synced just now');
  await waitUntilSent(page);
  await approve(2);
  await moveClock(page, 48 * HOUR_MS);
  await waitUntilSent(page);
  expect(await applied(sandbox)).toEqual(sentSoFar(3));
  await setUndo(page, 60_000);
  await approve(3);
  await moveClock(page, HOUR_MS);
  await page.keyboard.press('u');
  await expect(page.getByText('1 approval undone').last()).toBeVisible();
  await setUndo(page, 5_000);

  await page.reload();
  await goTo(page, 'Review');
  await chooseBill(page, bills[3]?.number ?? '?');
  await fillDisk(page);
  await readBill(page);
  await detail(page)
    .getByRole('button', { name: /^Approve/ })
    .click();
  await expect(page.getByRole('alert').filter({ hasText: 'Not approved' })).toContainText(
    'couldn’t be saved on this computer',
  );
  await expect(statusBar(page)).toContainText('No pending approvals');
  await expect(detail(page)).toContainText(bills[3]?.number ?? '?');
  await page.evaluate(() => dispatchEvent(new Event('room')));
  await approveCurrent(page);
  await expect(page.getByText('couldn’t be saved on this computer')).toBeHidden();
  await waitUntilSent(page);
  expect(await applied(sandbox)).toEqual(sentSoFar(4));
});

const MANY = 500;

test('P-40 unreadable bills and an unreadable approval are reported and kept, and only the visible ones of many approvals are drawn', async ({
  launch,
  sandbox,
}) => {
  const { page } = await startSignedIn(launch, sandbox);
  const [bill] = await payableBills(sandbox);
  // Databases cannot be read from the window's first moment on.
  await page.addInitScript(() => {
    const read = IDBObjectStore.prototype.get;
    IDBObjectStore.prototype.get = function get(this: IDBObjectStore, key) {
      const request = read.call(this, key);
      if (!sessionStorage.getItem('mended')) this.transaction.abort();
      return request;
    };
  });
  await page.reload();
  const said = page.getByRole('alert').filter({ hasText: 'open local data' });
  await expect(said).toContainText('Your approvals are safe');
  await expect(said).toContainText('Free up space');
  await expect(grid(page)).toBeHidden();
  const main = page.getByRole('main');
  await expect(main.getByText('Bills not loaded', { exact: true })).toBeVisible();
  await expect(main).not.toContainText('0 bills');
  await expect(statusBar(page)).not.toContainText(
    /No pending approvals|Connecting|Not synced yet|Syncing/,
  );
  await said.getByRole('button', { name: 'Try again' }).click();
  await expect(said).toBeVisible();
  // Billfold tries again by itself.
  await page.evaluate(() => sessionStorage.setItem('mended', 'yes'));
  await expect(said).toBeHidden();
  await chooseBill(page, bill?.number ?? '');
  await approveCurrent(page);
  await waitUntilSent(page);
  expect(await applied(sandbox)).toEqual({ [bill?.id ?? '']: 1 });

  await addRows(page, MANY - 1);
  await page.reload();
  await goTo(page, 'Approvals');
  const unread = page.getByText('1 approval couldn’t be loaded');
  await expect(unread).toBeVisible();
  await page.getByRole('button', { name: 'Technical details' }).click();
  await expect(page.getByText(/from-the-future: .*state/)).toBeVisible();
  await openTab(page, 'Sent');
  await expect(page.getByText(`${MANY} approvals`).first()).toBeVisible();
  // Only the visible ones are drawn, and keys reach the last.
  await approvalList(page).focus();
  await page.keyboard.press('End');
  await expect(approvalList(page).locator('[aria-current=true]')).toHaveAttribute(
    'aria-rowindex',
    (await approvalList(page).getAttribute('aria-rowcount')) ?? '',
  );
  // Shown again after the next start, because it was stored.
  await page.reload();
  await expect(unread).toBeVisible();
});

/** Refuses every write of a new row until there is room, like a browser on a full disk. */
async function fillDisk(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { add } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.add = () => {
      throw new DOMException('Disk full.', 'QuotaExceededError');
    };
    addEventListener('room', () => Object.assign(IDBObjectStore.prototype, { add }), {
      once: true,
    });
  });
}

/** Adds an unreadable approval to the outbox, and copies of the existing one, each for its own bill. */
async function addRows(page: Page, copies: number): Promise<void> {
  await page.evaluate(
    ({ name, count }) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.addEventListener('error', () => reject(new Error('the outbox cannot be opened')));
        opening.addEventListener('success', () => {
          const { transaction } = opening.result
            .transaction('approvals', 'readwrite')
            .objectStore('approvals');
          const store = transaction.objectStore('approvals');
          const reading = store.getAll();
          reading.addEventListener('success', () => {
            const [row] = reading.result;
            for (let copy = 0; copy < count; copy += 1)
              store.put({ ...row, id: `copy-${copy}`, billId: `bill-${copy}` });
            store.put({ id: 'from-the-future', state: 'teleported' });
          });
          transaction.addEventListener('complete', () => {
            opening.result.close();
            resolve();
          });
        });
      }),
    { name: OUTBOX_DATABASE_NAME, count: copies },
  );
}
