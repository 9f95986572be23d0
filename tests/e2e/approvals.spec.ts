import type { Page } from '@playwright/test';
import { OUTBOX_DATABASE_NAME } from '../../src/renderer/core/outbox/outbox-database.ts';
import {
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

test('a bill shows what became of its approvals, the one taken back too', async ({
  launch,
  sandbox,
}) => {
  const { page } = await startSignedIn(launch, sandbox);
  const [bill] = await payableBills(sandbox);
  await chooseBill(page, bill?.number ?? '');
  await approveCurrent(page);
  await page.keyboard.press('u');
  await expect(statusBar(page)).toContainText('Nothing waiting');
  await expect(detail(page)).toContainText('Approved before');
  await expect(detail(page)).toContainText('Canceled before sending.');
  await detail(page).getByRole('button', { name: 'History' }).click();
  await expect(detail(page)).toContainText('You approved it');

  await approveCurrent(page);
  await waitUntilSent(page);
  await page.getByRole('button', { name: / Show$/ }).click();
  await page.getByRole('option', { name: /^Approved here/ }).click();
  const row = grid(page)
    .getByRole('row')
    .filter({ hasText: bill?.number ?? '' });
  await expect(row).toContainText('Sent');
  await row.click();
  await expect(detail(page)).toContainText(/Confirmed by 127\.0\.0\.1:\d+\./);
  await expect(detail(page)).toContainText('Canceled before sending.');
});

test('an approval that cannot be read is shown, kept, and not sent', async ({
  launch,
  sandbox,
}) => {
  const { page } = await startSignedIn(launch, sandbox);
  await putRows(page, [{ id: 'from-the-future', state: 'teleported' }]);
  await page.reload();
  await expect(grid(page)).toBeVisible({ timeout: 20_000 });
  await goTo(page, 'Approvals');
  await expect(page.getByText('1 approval could not be read')).toBeVisible();
  await page.getByRole('button', { name: 'Technical details' }).click();
  await expect(page.getByText(/from-the-future: .*state/)).toBeVisible();
  // Shown again after the next start: it was kept.
  await page.reload();
  await expect(page.getByText('1 approval could not be read')).toBeVisible({ timeout: 20_000 });
});

const MANY = 5_000;

test(`with ${MANY} approvals sent, Approvals draws and goes on in portions`, async ({
  launch,
  sandbox,
}) => {
  const { page } = await startSignedIn(launch, sandbox);
  const [bill] = await payableBills(sandbox);
  await chooseBill(page, bill?.number ?? '');
  await approveCurrent(page);
  await waitUntilSent(page);
  await multiplyRows(page, MANY - 1);
  await page.reload();
  await expect(grid(page)).toBeVisible({ timeout: 60_000 });

  await openTab(page, 'Sent');
  const items = page.getByRole('list', { name: 'Sent' }).locator('> li');
  await expect(items).toHaveCount(100);
  await page.getByRole('button', { name: 'Show 100 more' }).click();
  await expect(items).toHaveCount(200);
  await expect(page.getByText(`${MANY.toLocaleString('en-US')} approvals`)).toBeVisible();
});

async function putRows(page: Page, rows: readonly object[]): Promise<void> {
  await page.evaluate(
    ({ name, all }) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.addEventListener('error', () => reject(new Error('the outbox cannot be opened')));
        opening.addEventListener('success', () => {
          const writing = opening.result.transaction('approvals', 'readwrite');
          for (const row of all) writing.objectStore('approvals').put(row);
          writing.addEventListener('complete', () => {
            opening.result.close();
            resolve();
          });
        });
      }),
    { name: OUTBOX_DATABASE_NAME, all: rows },
  );
}

/** Adds copies of the one approval there is, each for a bill of its own. */
async function multiplyRows(page: Page, count: number): Promise<void> {
  await page.evaluate(
    ({ name, copies }) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.addEventListener('error', () => reject(new Error('the outbox cannot be opened')));
        opening.addEventListener('success', () => {
          const store = opening.result
            .transaction('approvals', 'readwrite')
            .objectStore('approvals');
          const reading = store.getAll();
          reading.addEventListener('success', () => {
            const [row] = reading.result;
            for (let copy = 0; copy < copies; copy += 1)
              store.put({ ...row, id: `copy-${copy}`, billId: `bill-${copy}` });
          });
          store.transaction.addEventListener('complete', () => {
            opening.result.close();
            resolve();
          });
        });
      }),
    { name: OUTBOX_DATABASE_NAME, copies: count },
  );
}
