import {
  readBill,
  applied,
  currentRow,
  detail,
  grid,
  passTime,
  payableBills,
  statusBar,
} from './actions.ts';
import { expect, test } from './fixtures.ts';
import { keyboardUser } from './keyboard.ts';
import { consentBrowser } from './sandbox.ts';

test('L-4 the whole job by keyboard alone: the first start, connecting, approving, undoing, many at once, searching, signing out', async ({
  launch,
  sandbox,
}) => {
  const app = await launch({ browser: consentBrowser() });
  const { page } = app;
  await app.choose('Connect');
  const user = await keyboardUser(page);
  const [first, second] = await payableBills(sandbox);

  await user.tabTo('button', 'Connect your accounting service');
  await user.press('Enter');
  // The authorization URL is the service's, as the form suggests.
  const { serviceUrl, clientId, clientSecret } = sandbox.connection;
  for (const [name, value] of [
    ['Service URL', serviceUrl],
    ['Client ID', clientId],
    ['Client secret', clientSecret],
    ['Redirect URI', 'http://127.0.0.1/callback'],
  ] as const) {
    await user.tabTo('textbox', name);
    await user.press('ControlOrMeta+a');
    await user.type(value);
  }
  await user.press('Enter');
  await expect(grid(page)).toBeVisible();
  await expect(statusBar(page)).toContainText('Synced');
  await expect(grid(page)).toBeFocused();

  // Time enough to undo on a slow machine.
  await user.press('g', 's');
  await user.tabTo('button', /Undo period/);
  await user.press('Enter', 'ArrowDown', 'ArrowDown', 'Enter');
  await expect(page.getByRole('button', { name: /30 seconds/ })).toBeVisible();
  await user.press('g', 'r');
  await expect(grid(page)).toBeFocused();
  await user.press('Shift+G');
  await expect(detail(page)).not.toContainText(first?.number ?? '?');
  await user.press('g', 'g');
  await expect(detail(page)).toContainText(first?.number ?? '?');
  await user.press('Space');
  await expect.poll(() => detail(page).evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0);
  await user.press('Shift+Space', 'End');
  await expect(detail(page)).not.toContainText(first?.number ?? '?');
  // Keys of the list work from a button beside it too.
  await user.tabTo('button', /^Approve/);
  await user.press('Home');
  await expect(grid(page)).toBeFocused();
  await expect(detail(page)).toContainText(first?.number ?? '?');
  await user.press('j', 'k', 'ArrowDown', 'ArrowUp');
  await expect(detail(page)).toContainText(first?.number ?? '?');
  // Controls with a key show it, or have it in a tooltip.
  const caps = await page.locator('kbd:visible').allInnerTexts();
  const shown = caps.filter((cap) => cap.length === 1);
  expect(shown.toSorted()).toEqual(['/', 'a']);
  for (const tooltip of [
    'Approvals (g a)',
    'Filter (f)',
    'Sort: Due date (o)',
    'Views (v)',
    'Snooze… (z)',
    /^Hide from inbox.*\(d\)$/,
    'Skip (s)',
    'Private note (n)',
  ])
    await expect(page.getByTitle(tooltip)).toBeVisible();
  for (const [key, menu] of [
    ['o', 'Sort'],
    ['v', 'Views'],
  ] as const) {
    await user.press(key);
    await expect(page.getByRole('menu', { name: menu })).toBeVisible();
    await user.press('Escape');
    await expect(page.getByRole('menu', { name: menu })).toBeHidden();
  }

  await readBill(page);
  await user.press('a');
  await expect(statusBar(page)).toContainText('1 approval pending');
  await expect(currentRow(page)).toContainText(second?.number ?? '?');
  await user.press('u');
  await expect(statusBar(page)).toContainText('No pending approvals');
  await expect(currentRow(page)).toContainText(first?.number ?? '?');

  await user.press('x', 'Shift+ArrowDown', 'Shift+ArrowDown', 'a');
  await expect(page.getByRole('alertdialog', { name: 'Approve 3 bills?' })).toBeVisible();
  await readBill(page);
  await user.press('Enter');
  await expect(statusBar(page)).toContainText('3 approvals pending');
  await user.press('u');
  await expect(statusBar(page)).toContainText('No pending approvals');

  expect(await applied(sandbox)).toEqual({});

  // The three are selected again, and keys would act on them.
  await user.press('Escape', '/');
  await user.type(second?.number ?? '?');
  await user.press('Enter');
  await expect(grid(page)).toBeFocused();
  await expect(currentRow(page)).toContainText(second?.number ?? '?');
  await user.press('Home');
  await readBill(page);
  await user.press('a');
  await expect(statusBar(page)).toContainText('1 approval pending');
  // ArrowDown leads to the first match, Escape back to the list, and there it clears the search.
  await user.press('/', 'ControlOrMeta+a', 'Delete');
  await user.type(first?.number ?? '?');
  await user.press('ArrowDown');
  await expect(currentRow(page)).toContainText(first?.number ?? '?');
  await user.press('/', 'Escape');
  await expect(grid(page)).toBeFocused();
  await user.press('Escape');
  await expect(page.getByRole('searchbox', { name: 'Search bills' })).toHaveValue('');

  // In a narrow window the bill covers the list until Escape.
  const wide = page.viewportSize();
  await page.setViewportSize({ width: 800, height: 700 });
  await user.press('Home', 'Enter');
  await expect(grid(page)).toBeHidden();
  await user.press('Escape');
  await expect(grid(page)).toBeFocused();
  await expect(detail(page)).toBeHidden();
  await page.setViewportSize(wide ?? { width: 1280, height: 800 });

  await user.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await user.press('Escape', 'g', 'a');
  await expect(page.getByRole('heading', { name: 'Approvals', level: 1 })).toBeVisible();
  await user.press('ArrowDown');
  await expect(page.getByRole('grid')).toBeFocused();

  // Signing out asks about the pending approval, which is sent first.
  await user.press('g', 's');
  await user.tabTo('button', 'Sign out');
  await user.press('Enter');
  await expect(page.getByRole('alertdialog', { name: 'Sign out?' })).toBeVisible();
  await readBill(page);
  await user.tabTo('radio', /Send, then sign out|Keep for next sign-in|Discard/);
  const sendFirst = page.getByRole('radio', { name: /Send, then sign out/ });
  while (!(await sendFirst.isChecked())) await user.press('ArrowUp');
  await user.tabTo('button', 'Send now');
  // Skip the rest of its undo period.
  await passTime(page, 30_000);
  await user.press('Enter');
  await expect(page.getByText('All sent.')).toBeVisible();
  await user.tabTo('button', 'Sign out');
  await user.press('Enter');
  await expect(page.getByRole('heading', { name: 'You’re signed out' })).toBeVisible();
  expect({ applied: await applied(sandbox), pointerUses: await user.pointerUses() }).toEqual({
    applied: { [second?.id ?? '']: 1 },
    pointerUses: 0,
  });
});
