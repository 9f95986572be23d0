import {
  applied,
  billRow,
  currentRow,
  detail,
  grid,
  payableBills,
  startSignedIn,
} from './actions.ts';
import { expect, test } from './fixtures.ts';
import { startInVain } from './launch.ts';

test('D-51 a link shows its bill and nothing more, also one that is not here', async ({
  launch,
  sandbox,
  profileDir,
}) => {
  const app = await startSignedIn(launch, sandbox, { profileDir });
  const { page } = app;
  const [first, second] = await payableBills(sandbox);
  if (!first || !second) throw new Error('too few bills');
  const open = (link: string) => startInVain({ profileDir }, [link]);
  const before = await currentRow(page).innerText();
  const linked = page.getByRole('dialog', { name: 'Bill from a link' });

  await open(`billfold://bill/${second.id}`);
  await expect(linked).toContainText(second.number);
  // Meant for the bill on screen.
  for (const key of ['a', 'x', 'j', ' ', 'Enter', 'd']) await page.keyboard.press(key);
  await expect(linked).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(linked).toBeHidden();
  expect(await currentRow(page).innerText()).toBe(before);

  await open('billfold://bill/no-such-bill');
  await expect(linked).toContainText('That bill is not on this computer.');
  await open(`billfold://bill/${first.id}`);
  await linked.getByRole('button', { name: 'View bill' }).click();
  await expect(detail(page)).toContainText(first.number);
  await expect(billRow(page, first.number)).toHaveAttribute('aria-selected', 'false');
  await expect(grid(page)).toBeVisible();
  expect(await applied(sandbox)).toEqual({});
});
