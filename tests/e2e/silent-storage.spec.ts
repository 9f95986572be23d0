import {
  readBill,
  applied,
  chooseBill,
  detail,
  payableBills,
  startSignedIn,
  statusBar,
  waitUntilSent,
} from './actions.ts';
import { expect, test } from './fixtures.ts';

test('P-70 storage that does not answer is reported, and approvals waiting for it are sent once it does', async ({
  launch,
  sandbox,
}) => {
  const { page } = await startSignedIn(launch, sandbox);
  const [bill] = await payableBills(sandbox);
  await chooseBill(page, bill?.number ?? '');
  // Another write that does not end: every transaction of the outbox waits for it.
  const letGo = await page.evaluateHandle(async () => {
    const request = indexedDB.open('billfold-outbox');
    await new Promise((done) => (request.onsuccess = done));
    const store = request.result.transaction('approvals', 'readwrite').objectStore('approvals');
    let isHeld = true;
    const hold = (): void => {
      if (isHeld) store.get('none').onsuccess = hold;
      else request.result.close();
    };
    hold();
    return () => void (isHeld = false);
  });
  await readBill(page);
  await detail(page)
    .getByRole('button', { name: /^Approve/ })
    .click();
  const banner = page.getByText('This computer’s storage isn’t responding');
  await expect(banner).toBeVisible();
  await expect(statusBar(page)).toContainText('Storage isn’t responding');

  await letGo.evaluate((release) => release());
  await expect(banner).toBeHidden();
  await expect(statusBar(page)).toContainText('1 approval pending');
  await waitUntilSent(page);
  expect(await applied(sandbox)).toEqual({ [bill?.id ?? '']: 1 });
});
