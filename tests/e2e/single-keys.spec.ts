import type { Page } from '@playwright/test';
import {
  applied,
  chooseUndo,
  currentRow,
  goTo,
  grid,
  readBill,
  startSignedIn,
  statusBar,
} from './actions.ts';
import { expect, test } from './fixtures.ts';

/** Maximum number of Tab stops of a screen. */
const MAX_STOPS = 120;

/**
 * Presses `a` at each Tab stop of the screen except the list and text fields, once around.
 * @returns the names of the stops
 */
async function pressEverywhere(page: Page): Promise<readonly string[]> {
  const stops: string[] = [];
  const mark = `data-first-${Date.now()}`;
  for (let tabs = 0; tabs < MAX_STOPS; tabs += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(
      ({ first, isFirst }) => {
        const { activeElement: focused } = document;
        const isAround = focused?.hasAttribute(first) === true;
        if (isFirst) focused?.setAttribute(first, '');
        const takesLetters = focused?.matches('[role=grid], input, textarea, body') ?? true;
        const name = focused?.getAttribute('aria-label') ?? focused?.textContent ?? '';
        return { isAround, takesLetters, name: `${focused?.tagName} ${name}`.slice(0, 40) };
      },
      { first: mark, isFirst: stops.length === 0 },
    );
    if (stop.isAround) return stops;
    if (stop.takesLetters) continue;
    await page.keyboard.press('a');
    stops.push(stop.name);
  }
  return stops;
}

test('R-92 a approves from the list alone: not from any link, button or setting, and not behind a question', async ({
  launch,
  sandbox,
}) => {
  const { page } = await startSignedIn(launch, sandbox);
  await chooseUndo(page, '30 seconds');
  await grid(page).focus();
  await readBill(page);
  const first = await currentRow(page).innerText();
  const onReview = await pressEverywhere(page);
  await expect(
    page.getByText(/^Nothing changed: this key works only in the list/).first(),
  ).toBeVisible();
  await expect(statusBar(page)).toContainText('No pending approvals');
  await expect(currentRow(page)).toHaveText(first, { useInnerText: true });

  // Before a dialog has the focus, keys belong to it already.
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.evaluate(() => {
    for (const key of ['a', 'd', 'u', 'j'])
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    const withControl = { key: 'k', ctrlKey: true, bubbles: true };
    document.body.dispatchEvent(new KeyboardEvent('keydown', withControl));
  });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(statusBar(page)).toContainText('No pending approvals');

  await goTo(page, 'Settings');
  const onSettings = await pressEverywhere(page);
  await expect(statusBar(page)).toContainText('No pending approvals');
  expect(await applied(sandbox)).toEqual({});
  expect(onReview.length, onReview.join(', ')).toBeGreaterThan(15);
  expect(onSettings.length, onSettings.join(', ')).toBeGreaterThan(15);

  // A mouse click leaves the key with the list, and so does a move by key.
  await goTo(page, 'Review');
  await page.getByRole('button', { name: 'Skip', exact: true }).click();
  await expect(grid(page)).toBeFocused();
  // Also when the click opened a dialog.
  await page.getByRole('button', { name: 'Snooze…' }).click();
  await expect(page.getByRole('dialog', { name: /^Snooze/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(grid(page)).toBeFocused();
  await page.getByRole('link', { name: /^Settings/ }).focus();
  await page.keyboard.press('j');
  await expect(grid(page)).toBeFocused();
  await readBill(page);
  await page.keyboard.press('a');
  await expect(statusBar(page)).toContainText('1 approval pending');
});

test('R-94 single keys can be limited to lists or switched off; the command menu still does everything', async ({
  launch,
  sandbox,
}) => {
  const { page } = await startSignedIn(launch, sandbox);
  const choose = async (choice: string): Promise<void> => {
    await goTo(page, 'Settings');
    const setting = page.getByRole('button', { name: /Single-key shortcuts/ });
    await setting.click();
    await page.getByRole('option', { name: choice, exact: true }).click();
    // Main saves the setting first.
    await expect(setting).toContainText(choice);
    await goTo(page, 'Review');
  };
  await chooseUndo(page, '30 seconds');
  await choose('Only in lists');
  const search = page.getByRole('searchbox', { name: 'Search bills' });
  await page.getByRole('link', { name: /^Settings/ }).focus();
  await page.keyboard.press('/');
  await expect(search).not.toBeFocused();
  await grid(page).focus();
  await page.keyboard.press('/');
  await expect(search).toBeFocused();

  await choose('Off');
  const singleKey = /^(\S|g \S)$/;
  const namedKeys = async (): Promise<readonly string[]> => {
    const [keys, tips] = await Promise.all([
      page.locator('kbd:visible').allInnerTexts(),
      page.locator('[title]').evaluateAll((all) => all.map((each) => each.getAttribute('title'))),
    ]);
    const inTips = tips.flatMap((tip) => /\(([^()]+)\)$/.exec(tip ?? '')?.[1] ?? []);
    return [...keys, ...inTips].filter((key) => singleKey.test(key));
  };
  expect(await namedKeys()).toEqual([]);
  await grid(page).focus();
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menuitem', { name: 'Approve' })).toBeFocused();
  expect(await namedKeys()).toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('skip');
  await expect(page.getByRole('option', { name: /^Skip/ })).toBeVisible();
  expect(await namedKeys()).toEqual([]);
  await page.keyboard.press('Escape');
  await grid(page).focus();
  await readBill(page);
  await page.keyboard.press('a');
  await page.keyboard.press('ArrowDown');
  await expect(statusBar(page)).toContainText('No pending approvals');
  await readBill(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('approve');
  await page.keyboard.press('Enter');
  await expect(statusBar(page)).toContainText('1 approval pending');
});
