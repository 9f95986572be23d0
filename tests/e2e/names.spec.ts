import type { Page } from '@playwright/test';
import { connectedTo, payableBills, readAll, signIn } from './actions.ts';
import { expect, test } from './fixtures.ts';
import { startSandbox } from './sandbox.ts';

/** Everything is looked for by role and name, as a screen reader's user does. */
const bills = (page: Page) => page.getByRole('grid', { name: 'Bills' });
const bill = (page: Page) => page.getByRole('region', { name: 'Bill', exact: true });

test('L-5 read by accessible names alone: list, bill, approving, undoing, and the dialogs say what they are', async ({
  launch,
  sandbox,
}) => {
  const app = await launch(connectedTo(sandbox));
  const { page } = app;
  await signIn(page);
  await readAll(app, sandbox);
  await expect(page.getByRole('main')).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Review');
  await expect(page.getByRole('navigation', { name: 'Screens' })).toMatchAriaSnapshot(`
    - navigation "Screens":
      - list:
        - listitem:
          - link /Review \\d+ to review/
        - listitem:
          - link "Approvals"
        - listitem:
          - link "Insights"
        - listitem:
          - link "Invoices"
        - listitem:
          - link "Settings"
  `);

  await bills(page).focus();
  await page.keyboard.press('Home');
  const [first] = await payableBills(sandbox);
  await expect(bills(page)).toMatchAriaSnapshot(`
    - grid "Bills":
      - rowgroup:
        - row "Vendor Bill Due Status Amount due":
          - columnheader "Vendor"
          - columnheader "Bill"
          - columnheader "Due"
          - columnheader "Status"
          - columnheader "Amount due"
      - rowgroup:
        - row /\\d+ bills? \\$/:
          - rowheader /\\d+ bills? \\$/
        - row /${first?.number}/:
          - gridcell
          - gridcell "${first?.number}"
          - gridcell
          - gridcell /Overdue|Open|Partially paid/
          - gridcell /\\$[\\d,.]+/
  `);
  await expect(bill(page).getByRole('heading', { level: 2 })).toBeVisible();
  await expect(bill(page)).toMatchAriaSnapshot(`
    - region "Bill":
      - heading [level=2]
      - button "Approve"
      - term: Bill number
      - definition: ${first?.number}
      - term: Amount due
      - definition: /\\$[\\d,.]+/
  `);

  await bill(page).getByRole('button', { name: 'Approve' }).press('Enter');
  await expect(page.getByRole('region', { name: 'Status' })).toContainText('1 approval waiting');
  await page
    .getByRole('region', { name: 'Undo' })
    .getByRole('button', { name: 'Undo' })
    .press('Enter');
  await expect(page.getByRole('region', { name: 'Status' })).toContainText('Nothing waiting');

  await bills(page).focus();
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('a');
  await expect(page.getByRole('alertdialog')).toMatchAriaSnapshot(`
    - alertdialog "Approve 2 bills?":
      - heading "Approve 2 bills?" [level=2]
      - button "Close"
      - list:
        - listitem: /\\$[\\d,.]+/
      - button "Cancel"
      - button "Approve 2 bills"
  `);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /requests left/ }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Requests to the service' })).toMatchAriaSnapshot(`
    - dialog "Requests to the service":
      - heading "Requests to the service"
      - term: Approvals
      - definition: "0"
  `);
});

test('L-7 on a computer set to Arabic: the words run as English does, controls with them, and no amount is turned around', async ({
  launch,
  sandbox,
}) => {
  const app = await launch(connectedTo(sandbox, { locale: 'ar-EG' }));
  const { page } = app;
  await signIn(page);
  await readAll(app, sandbox);
  // Real Electron may leave the region out.
  expect(await page.evaluate(() => navigator.language)).toMatch(/^ar(-EG)?$/);
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
  await expect(page.locator('html')).toHaveAttribute('lang', /^en(-EG)?$/);
  const isolation = await page
    .locator('.amount, .bill-row__name')
    .evaluateAll((found) => [...new Set(found.map((each) => getComputedStyle(each).unicodeBidi))]);
  expect(isolation).toEqual(['isolate']);
  await page.getByRole('button', { name: /requests left/ }).press('Enter');
  await expect(page.getByRole('dialog')).toHaveAttribute('dir', 'ltr');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Approvals' }).press('Enter');
  await page.getByRole('tab', { name: /^Waiting/ }).press('ArrowRight');
  await expect(page.getByRole('tab', { name: /^Needs attention/ })).toBeFocused();
});

const MANY = 5_000;

test(`L-6 ${MANY} bills, of which few are drawn: counts and places are right wherever the list is, and the focus stays`, async ({
  launch,
}) => {
  test.setTimeout(120_000);
  const sandbox = await startSandbox({ bills: String(MANY) });
  try {
    const app = await launch(connectedTo(sandbox));
    const { page } = app;
    await signIn(page);
    await readAll(app, sandbox);
    await page.getByRole('button', { name: /Show$/ }).press('Enter');
    await page.getByRole('option', { name: /^All bills/ }).press('Enter');
    const list = bills(page);
    await expect(page.getByText('5,000 bills', { exact: true }).first()).toBeVisible();
    await list.focus();
    await page.keyboard.press('Home');
    const top = await readPlaces(page);
    expect(top).toEqual({ ...sound, current: 3, rowCount: top.rowCount });
    // Headings of groups are rows too, and so are the column headers.
    expect(top.rowCount).toBeGreaterThan(MANY + 1);
    expect(top.rowCount).toBeLessThan(MANY + 10);

    await page.keyboard.press('End');
    await expect.poll(() => readPlaces(page)).toEqual({ ...top, current: top.rowCount });
    await page.keyboard.press('PageUp');
    await page.keyboard.press('ArrowUp');
    const above = await readPlaces(page);
    expect(above).toEqual({ ...top, current: above.current });
    expect(above.current).toBeLessThan(top.rowCount - 5);

    // The row with the focus is scrolled far away: it is still there, and still what keys start from.
    await list.evaluate((grid) => (grid.scrollTop = 0));
    await expect.poll(() => readPlaces(page)).toEqual(above);
    await page.keyboard.press('ArrowDown');
    await expect
      .poll(() => readPlaces(page))
      .toEqual({ ...above, current: (above.current ?? 0) + 1 });
  } finally {
    await sandbox.close();
  }
});

/** What must hold wherever the list is scrolled to. */
const sound = { hasFocus: true, inOrder: true, placedAsCounted: true, fewDrawn: true };

/** Reads the grid as assistive technology does. */
function readPlaces(page: Page) {
  return bills(page).evaluate((grid) => {
    const rows = [...grid.querySelectorAll<HTMLElement>('[role=rowgroup]:last-of-type [role=row]')];
    const places = rows.map((row) => Number(row.getAttribute('aria-rowindex')));
    const tops = rows
      .filter((row) => getComputedStyle(row).position !== 'sticky')
      .map((row) => row.getBoundingClientRect().top);
    const active = document.getElementById(grid.getAttribute('aria-activedescendant') ?? '');
    const ascending = (numbers: readonly number[]): boolean =>
      numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0));
    return {
      rowCount: Number(grid.getAttribute('aria-rowcount')),
      hasFocus: document.activeElement === grid,
      inOrder: ascending(places),
      placedAsCounted: ascending(tops),
      fewDrawn: rows.length < 100,
      current: active?.role === 'row' ? Number(active.getAttribute('aria-rowindex')) : null,
    };
  });
}
