import type { Page } from '@playwright/test';
import {
  currentRow,
  detail,
  goTo,
  grid,
  payableBills,
  startSignedIn,
  statusBar,
} from './actions.ts';
import { expect, test } from './fixtures.ts';
import { keyboardUser, type KeyboardUser } from './keyboard.ts';
import type { LaunchedApp } from './launched-app.ts';
import { consentBrowser } from './sandbox.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Command menu' });
const field = (page: Page) => page.getByRole('combobox', { name: 'Command' });
const offered = (page: Page) => page.getByRole('listbox', { name: 'Commands' }).getByRole('option');
const chosen = (page: Page) => palette(page).getByRole('option', { selected: true });

test('Ctrl K, a few letters and Enter run any command, from anywhere, without the mouse', async ({
  launch,
  sandbox,
}) => {
  const app = await startSignedIn(launch, sandbox);
  const { page } = app;

  // While the user types in the search, it opens over it and returns the focus.
  const search = page.getByRole('searchbox', { name: 'Search bills' });
  await search.fill('no such bill');
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(palette(page)).toBeHidden();
  await expect(search).toBeFocused();
  await search.fill('');
  await grid(page).focus();

  // Entries show their keys, and none appears twice.
  await page.keyboard.press('Control+k');
  await expect(offered(page).filter({ hasText: 'Approve (or' })).toContainText(/a$/);
  const labels = await offered(page).allInnerTexts();
  expect(labels.length).toBeGreaterThan(20);
  expect(new Set(labels).size).toBe(labels.length);
  await page.keyboard.type('undo');
  await expect(chosen(page)).toContainText('Undo');
  await page.keyboard.press('Escape');

  // The command does the same as its key.
  const first = await currentRow(page).innerText();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('next bill');
  await page.keyboard.press('Enter');
  await expect(palette(page)).toBeHidden();
  await expect(currentRow(page)).not.toHaveText(first);

  await page.keyboard.press('Control+k');
  await page.keyboard.type('search');
  await page.keyboard.press('Enter');
  await expect(search).toBeFocused();

  // Appearance and screens; the most recent command comes first.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.keyboard.press('Control+k');
  await expect(offered(page).first()).toContainText('Search');
  await page.keyboard.type('zzz');
  await expect(palette(page)).toContainText('No results for “zzz”');
  await field(page).fill('verify');
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle(/Approvals/);
  await expect(page.getByText('Audit log verified')).toBeVisible();

  // The menu opens it too, but never over a question.
  await app.chooseMenu('palette');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('sign out');
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Sign out' });
  await expect(question).toBeVisible();
  await app.chooseMenu('palette');
  // The key comes after the menu's message, which must not arrive once the question is closed.
  await page.keyboard.press('Control+k');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(palette(page)).toBeHidden();
  // A synonym finds a command. Bills are found by number, and vendors with a missing letter.
  const [, bill] = await payableBills(sandbox);
  const [number = '?', vendor = '?'] = [bill?.number, bill?.vendor];
  await page.keyboard.press('Control+k');
  await page.keyboard.type('preferences');
  await expect(chosen(page)).toContainText('Settings');
  await field(page).fill(number);
  await expect(chosen(page)).toContainText(number);
  await page.keyboard.press('Escape');
  // On a slow computer, Enter comes before the bills are found.
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 20 });
  await page.keyboard.press('Control+k');
  await Promise.all(
    number
      .split('')
      .concat('Enter')
      .map((key) => page.keyboard.press(key)),
  );
  await expect(palette(page)).toBeHidden();
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await expect(detail(page)).toContainText(number);
  await page.keyboard.press('Control+k');
  await page.keyboard.type(vendor.slice(0, 2) + vendor.slice(3));
  await expect(chosen(page)).toContainText(new RegExp(vendor.slice(0, 8), 'i'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /Remove filter: Vendor/ })).toBeVisible();
  await app.chooseMenu('reports');
  await expect(page).toHaveTitle(/Reports/);
  await app.chooseMenu('invoices');
  await expect(page).toHaveTitle(/Customer invoices/);
});

test('every view, setting, language and organization is found by its name and by synonyms', async ({
  launch,
}) => {
  const { page } = await launch({ browser: '"/nonexistent/browser"' });
  await page.getByRole('button', { name: /Explore with sample data/ }).click();
  await expect(grid(page)).toBeVisible();
  await page.keyboard.press('Control+k');
  const found = async (typed: string): Promise<string> => {
    await field(page).fill(typed);
    return chosen(page).locator('.palette__label').innerText();
  };
  const asked = {
    overdue: 'Show view Overdue',
    'due this week': 'Show view Due this week',
    snoozed: 'Show view Snoozed',
    hidden: 'Show view Hidden',
    'over 10': 'Show view Over $10,000.00',
    'needs attention': 'Approvals',
    german: 'Language: Deutsch',
    'undo period': 'Settings: Undo period',
    'open at login': 'Settings: Open at login',
    idle: 'Settings: Lock when idle',
    limits: 'Settings: Approval limits',
    'single-key': 'Settings: Single-key shortcuts',
    excel: 'Export this list as CSV',
    'switch company': /^Show .*Larkspur|^Show/,
    'change organization': /^Show/,
  };
  for (const [typed, label] of Object.entries(asked)) {
    const is =
      typeof label === 'string'
        ? expect.stringMatching(`^${label.replaceAll(/[$().]/gu, '\\$&')}$`)
        : expect.stringMatching(label);
    await expect.poll(() => found(typed)).toEqual(is);
  }
  await field(page).fill('overdue');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: /^Overdue/ })).toHaveAttribute(
    'aria-current',
    'true',
  );
  // The first keys after a start find commands that load after the first screen, too.
  await page.reload();
  await grid(page).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('deutsch');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('grid', { name: 'Rechnungen' })).toBeVisible();
});

test('L-4 every action works without the mouse: filters and screens by the palette, keys right after a change of screen; compact rows have the right positions', async ({
  launch,
  sandbox,
}) => {
  const app = await launch({ ...sandbox.connection, browser: consentBrowser() });
  const { page } = app;
  const user = await keyboardUser(page);
  await user.tabTo('button', 'Sign in');
  await user.press('Enter');
  await expect(statusBar(page)).toContainText('Synced');
  await user.tabTo('button', 'Export');
  for (const key of ['Enter', 'Space']) {
    await user.press(key);
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    await user.press('Escape');
    await expect(page.getByRole('button', { name: 'Export' })).toBeFocused();
  }
  await user.tabTo('grid', 'Bills');
  await user.press('ControlOrMeta+k');
  await user.type('filter');
  await user.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Filter bills' })).toBeVisible();
  await user.tabTo('button', /Flags$/);
  await user.press('Enter', 'ArrowDown', 'Enter');
  await user.tabTo('button', 'Apply');
  await user.press('Enter');
  await expect(page.getByRole('button', { name: 'Remove filter: Flagged' })).toBeVisible();
  await user.tabTo('button', 'Remove filter: Flagged');
  await user.press('Enter');
  await expect(page.getByRole('button', { name: 'Remove filter: Flagged' })).toBeHidden();

  await user.press('ControlOrMeta+k');
  await user.type('reports');
  await user.press('Enter');
  await expect(page.getByRole('heading', { name: 'Payables reports', level: 1 })).toBeVisible();
  await user.press('ControlOrMeta+k', 'Escape');
  await expect(page.getByRole('combobox', { name: 'Command' })).toBeHidden();
  await pressKeysAtOnce(app, user);
  expect(await user.pointerUses()).toBe(0);
  await goTo(page, 'Review');
  await chooseCompactRows(page);
  await drawFramesLate(page);
  await user.tabTo('button', /API calls/);
  for (const _ of ['read', 'known']) {
    await user.press('Enter');
    await expect(page.getByRole('dialog', { name: 'API usage this hour' })).toBeVisible();
    await user.press('Escape');
    await expect(page.getByRole('button', { name: /API calls/ })).toBeFocused();
  }
});

/** A key acts on the screen that the previous key opened. Find leads to the search from anywhere. */
async function pressKeysAtOnce(app: LaunchedApp, user: KeyboardUser): Promise<void> {
  const { page } = app;
  const search = page.getByRole('searchbox', { name: 'Search bills' });

  await user.press('g', 's');
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  // Faster than a user could type: no later event of the browser arrives between these keys.
  await page.evaluate(async () => {
    for (const key of ['g', 'r', '/']) {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      await Promise.resolve();
    }
  });
  await expect(search).toBeFocused();

  // A link of the navigation, taken with Enter.
  await user.press('Escape', 'Tab', 'g', 's');
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await user.tabTo('link', /^Review/);
  await page.evaluate(async () => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.click();
    await Promise.resolve();
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true }));
  });
  await expect(search).toBeFocused();

  await user.press('Escape', 'Tab', 'g', 's');
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await app.chooseMenu('find');
  await expect(search).toBeFocused();
}

/** Compact rows show more bills at once. */
async function chooseCompactRows(page: Page): Promise<void> {
  const rowHeight = async (): Promise<number> =>
    (await currentRow(page).boundingBox())?.height ?? 0;
  await expect(detail(page)).toBeVisible();
  const comfortable = await rowHeight();
  await goTo(page, 'Settings');
  await page.getByRole('button', { name: /Density/ }).click();
  await page.getByRole('option', { name: 'Compact' }).click();
  await goTo(page, 'Review');
  await expect.poll(rowHeight).toBeLessThan(comfortable);

  // Rows are positioned by their height, without gaps.
  const gaps = (): Promise<number[]> =>
    grid(page)
      .locator('[role=row][aria-rowindex]')
      .evaluateAll((rows) => {
        const boxes = rows.map((row) => row.getBoundingClientRect());
        const body = boxes.toSorted((a, b) => a.top - b.top).slice(2, 20);
        return body.slice(1).map(({ top }, at) => Math.round(top - (body[at]?.bottom ?? 0)));
      });
  await expect
    .poll(async () => [...new Set(await gaps())], { message: 'gaps between rows' })
    .toEqual([0]);
}

/** Delays animation frames, as on a busy computer: the effect of a key must not wait for a frame. */
async function drawFramesLate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const draw = requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (each) => {
      setTimeout(() => draw(each), 500);
      return 0;
    };
  });
}
