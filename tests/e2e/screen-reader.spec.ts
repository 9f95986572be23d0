import { detail, grid, payableBills, search, startSignedIn } from './actions.ts';
import { expect, test } from './fixtures.ts';
import { keyboardUser } from './keyboard.ts';

test('a screen reader gets facts with names, a chart with its numbers, a header that sorts by Tab and resizes by arrow keys, counts of what is shown', async ({
  launch,
  sandbox,
}) => {
  const { page } = await startSignedIn(launch, sandbox);
  const user = await keyboardUser(page);
  const [bill] = await payableBills(sandbox);
  await grid(page).focus();
  await user.press('Home');
  await expect(detail(page)).toMatchAriaSnapshot(`
    - heading [level=2]
    - paragraph: /Bill number:/
    - paragraph: /Amount due:/
  `);
  await expect(detail(page).getByRole('group', { name: 'Snooze, hide, or skip' })).toBeVisible();
  const charts = detail(page).getByRole('img', { name: /^Totals of the last \d+ bills, oldest/ });
  for (let bills = 0; bills < 15 && (await charts.count()) === 0; bills += 1) await user.press('j');
  await expect(charts).toHaveAttribute('aria-label', /oldest first: \D*[\d.,]+, .*[\d.,]+$/);

  // Tab meets the sort buttons and no edge of a column; arrow keys reach the edges.
  await grid(page).focus();
  const header = (name: string) => page.getByRole('columnheader', { name, exact: true });
  const focused = () => page.locator(':focus');
  await user.press('Tab');
  await expect(focused()).toHaveText('Vendor');
  await user.press('Tab');
  await expect(focused()).toHaveText('Due date');
  await user.press('Enter');
  await expect(header('Due date')).toHaveAttribute('aria-sort', 'descending');
  await user.press('Space');
  await expect(header('Due date')).toHaveAttribute('aria-sort', 'ascending');
  await user.press('ArrowLeft');
  await expect(focused()).toHaveAttribute('aria-label', 'Width of Bill no.');
  await user.press('ArrowUp');
  const edge = focused();
  await expect(edge).toHaveAttribute('aria-label', 'Width of Vendor');
  const width = async (): Promise<number> => (await header('Vendor').boundingBox())?.width ?? 0;
  const before = await width();
  await user.press('ArrowRight');
  await expect.poll(width).toBeGreaterThan(before);
  await user.press('ArrowUp');
  await expect(focused()).toHaveText('Vendor');
  await user.press('ArrowDown');
  await expect(grid(page)).toBeFocused();
  await user.press('Tab', 'Tab', 'Tab');
  await expect(focused()).toHaveText('Amount due');
  await grid(page).focus();
  // Groups name the vendor, so its column goes, and the focus with it to the list.
  await user.press('Tab', 'Enter');
  await expect(header('Vendor')).toHaveCount(0);
  await expect(grid(page)).toBeFocused();

  // Similar results are counted as such, and a skipped bill is named by its vendor.
  const vendor = bill?.vendor ?? '';
  const status = page.locator('.list-header__sums');
  await search(page, `${vendor.slice(0, 3)}q${vendor.slice(4)}`);
  await expect(status).toContainText(/\d similar bill/);
  await search(page, '');
  await expect(status).toContainText(/^\d+ bills/);
  await grid(page).focus();
  const name = await detail(page).getByRole('heading', { level: 2 }).innerText();
  await user.press('s');
  await expect(page.locator('[aria-live=polite]')).toContainText(`Skipped ${name} · `);
  expect(await user.pointerUses()).toBe(0);
});
