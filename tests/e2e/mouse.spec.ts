import type { Page } from '@playwright/test';
import {
  chooseUndo,
  currentRow,
  detail,
  grid,
  readBill,
  startSignedIn,
  statusBar,
} from './actions.ts';
import { expect, test } from './fixtures.ts';

const rows = (page: Page) => grid(page).locator('[role=row][aria-selected]');
const bar = (page: Page) => page.getByRole('group', { name: 'Selected bills' });
const menuItem = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true });
const announced = (page: Page) => page.locator('[aria-live=polite] > :last-child');

test('the mouse alone reaches everything: check boxes in the margin, the bill’s menu, a hovered row keeps its tint, and Review leads back from a view', async ({
  launch,
  sandbox,
}) => {
  const { page } = await startSignedIn(launch, sandbox);
  await chooseUndo(page, '30 seconds');

  // The margin of a row selects, with Shift up to there; nothing else moves.
  const margin = async (at: number, modifiers: ('Shift' | 'Control')[] = []): Promise<void> => {
    await rows(page)
      .nth(at)
      .click({ position: { x: 10, y: 12 }, modifiers });
  };
  const name = rows(page).nth(1).locator('.bill-row__name');
  const before = await name.boundingBox();
  await rows(page).nth(1).hover();
  await expect(rows(page).nth(1).locator('.bill-row__check > span')).toHaveCSS('opacity', '1');
  await expect(rows(page).nth(3).locator('.bill-row__check > span')).toHaveCSS('opacity', '0');
  await margin(1);
  await expect(bar(page)).toContainText('1 bill selected');
  expect(await name.boundingBox()).toMatchObject({ x: before?.x });
  await margin(3, ['Shift']);
  await expect(bar(page)).toContainText('3 bills selected');
  const total = await bar(page).getByRole('listitem').allInnerTexts();
  await expect(announced(page)).toHaveText(['3 bills selected', ...total].join(', '));
  await margin(2);
  await expect(bar(page)).toContainText('2 bills selected');

  // The row under the pointer looks like its neighbor, and a shade darker.
  const look = async (at: number): Promise<readonly string[]> =>
    rows(page)
      .nth(at)
      .evaluate((row) => {
        const { backgroundColor, backgroundImage } = getComputedStyle(row);
        return [backgroundColor, backgroundImage];
      });
  await page.mouse.move(0, 0);
  const resting = [await look(1), await look(2)];
  await rows(page).nth(1).hover();
  const [hoveredColor, hoveredShade] = await look(1);
  expect({ hoveredColor, shade: hoveredShade === 'none' }).toEqual({
    hoveredColor: resting[0]?.[0],
    shade: false,
  });
  expect(resting[0]?.[0]).not.toBe(resting[1]?.[0]);
  await grid(page).focus();
  await page.keyboard.press('Escape');
  await expect(announced(page)).toHaveText('Selection cleared');

  // The menu of a bill: what its keys do, Approve first.
  const open = async (at: number): Promise<void> => {
    await rows(page)
      .nth(at)
      .click({ button: 'right', position: { x: 120, y: 12 } });
  };
  await open(2);
  await expect(page.getByRole('menuitem').first()).toHaveText(/^Approve\s*a$/);
  await menuItem(page, 'Add note').click();
  await expect(detail(page).getByRole('textbox', { name: 'Note' })).toBeFocused();
  await page.keyboard.type('ask');
  await open(2);
  await expect(menuItem(page, 'Edit note')).toBeVisible();
  await menuItem(page, 'Select').click();
  await expect(bar(page)).toContainText('1 bill selected');
  await open(2);
  await menuItem(page, 'Deselect').click();
  await expect(bar(page)).toHaveCount(0);
  await open(1);
  const vendor = await currentRow(page).locator('.bill-row__name').innerText();
  await readBill(page);
  await menuItem(page, 'Approve').click();
  await expect(statusBar(page)).toContainText('1 approval pending');
  await expect(page.getByText(`Approved ${vendor} · `, { exact: false }).first()).toBeVisible();

  // Review leads back from a view, and one entry is lit.
  const link = (text: RegExp) => page.getByRole('link', { name: text });
  const lit = () => page.locator('.sidebar__link[aria-current]');
  const all = await rows(page).count();
  await link(/^Overdue/).click();
  await expect(lit()).toHaveText([/^Overdue/]);
  await link(/^Review/).click();
  await expect(lit()).toHaveText([/^Review/]);
  await expect(page.getByRole('button', { name: /^Remove filter/ })).toHaveCount(0);
  await expect.poll(() => rows(page).count()).toBe(all);
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(lit()).toHaveText([/^Overdue/]);
  await link(/^Review/).click();
  await open(0);
  await menuItem(page, 'View all bills from this vendor').click();
  await expect(page.getByRole('button', { name: /Remove filter: Vendor/ })).toBeVisible();
});

test('a press beside an open menu or list only closes it, and the focus returns to its button', async ({
  launch,
  sandbox,
}) => {
  const { page } = await startSignedIn(launch, sandbox);
  const current = await currentRow(page).innerText();
  const approve = detail(page).getByRole('button', { name: /^Approve/ });
  const place = await approve.boundingBox();
  const [x, y] = [(place?.x ?? 0) + 5, (place?.y ?? 0) + 5];
  for (const [name, role] of [
    [/^Sort/, 'menu'],
    [/ Show$/, 'listbox'],
  ] as const) {
    const button = page.getByRole('button', { name });
    const opened = page.getByRole(role);
    for (const pressed of ['left', 'right'] as const) {
      await button.click();
      await expect(opened).toBeVisible();
      await page.mouse.click(x, y, { button: pressed });
      await expect(opened).toHaveCount(0);
      await expect(button).toBeFocused();
    }
  }
  await expect(page.locator('.popover-cover')).toHaveCount(0);
  expect(await currentRow(page).innerText()).toBe(current);
  await expect(approve).toBeVisible();
});
