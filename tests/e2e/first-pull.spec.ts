import {
  billRow,
  connectedTo,
  currentRow,
  detail,
  payableBills,
  readAll,
  signIn,
} from './actions.ts';
import { expect, test } from './fixtures.ts';
import { startSandbox } from './sandbox.ts';

test('the first pull: once the payable bills are there the most urgent one is current, and it stays while history comes in', async ({
  launch,
}) => {
  const sandbox = await startSandbox({ bills: '1500' });
  try {
    const app = await launch(connectedTo(sandbox));
    const { page } = app;
    await signIn(page);
    const current = currentRow(page);
    await expect(current).toBeVisible({ timeout: 30_000 });
    const chosen = await current.innerText();
    await readAll(app, sandbox);
    const [first] = await payableBills(sandbox);
    const sameDay = (await payableBills(sandbox)).filter(({ due }) => due === first?.due);
    expect(sameDay.some(({ number }) => chosen.includes(number))).toBe(true);
    expect(await current.innerText()).toBe(chosen);
    await expect(detail(page)).toContainText(
      sameDay.find(({ number }) => chosen.includes(number))?.number ?? '?',
    );
    await page.keyboard.press('j');
    await expect(billRow(page, chosen.split('\n')[0] ?? '?').first()).toBeVisible();
    expect(await current.innerText()).not.toBe(chosen);
  } finally {
    await sandbox.close();
  }
});
