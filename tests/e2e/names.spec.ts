import type { Page } from '@playwright/test';
import {
  chooseUndo,
  connectedTo,
  currentRow,
  detail,
  payableBills,
  readAll,
  signIn,
  readBill,
} from './actions.ts';
import { expect, test } from './fixtures.ts';
import { startSandbox } from './sandbox.ts';

/** Elements are found by role and name, as with a screen reader. */
const bills = (page: Page) => page.getByRole('grid', { name: 'Bills' });
const bill = (page: Page) => page.getByRole('region', { name: 'Bill', exact: true });

const MANY = 1_500;

test(`${MANY} bills keep the most urgent one current while they load; list, bill and dialogs have names; few rows are drawn, a key draws only its changes, and counts, positions and focus are right at any scroll position`, async ({
  launch,
}) => {
  const sandbox = await startSandbox({ bills: String(MANY) });
  try {
    await sandbox.control.addFault({
      match: { path: '/api/v1/bills', times: 6 },
      fault: { kind: 'latency', delayMs: 800 },
    });
    const app = await launch(connectedTo(sandbox));
    const { page } = app;
    await signIn(page);
    await expect(page.getByRole('progressbar', { name: 'Syncing bills' })).toBeVisible();
    await expect(bills(page).getByRole('row').nth(3)).toBeVisible();
    await expect(currentRow(page)).toBeVisible();
    const chosen = await currentRow(page).innerText();
    await readAll(app, sandbox);
    const payable = await payableBills(sandbox);
    const [current] = payable.filter(({ number }) => chosen.includes(number));
    expect(current?.due).toBe(payable[0]?.due);
    expect(await currentRow(page).innerText()).toBe(chosen);
    await expect(detail(page)).toContainText(current?.number ?? '?');
    await chooseUndo(page, '30 seconds');
    await namesOf(page, payable[0]?.number ?? '?');
    await placesOf(page);
    await drawnOf(page);
  } finally {
    await sandbox.close();
  }
});

/** Accessible names of the list, a bill, approving, undoing and the dialogs. */
async function namesOf(page: Page, first: string): Promise<void> {
  await expect(page.getByRole('main')).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Review');
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toMatchAriaSnapshot(`
    - navigation "Main navigation":
      - list:
        - listitem:
          - link /Review \\d+ to review/
        - listitem:
          - link "Approvals"
        - listitem:
          - link "Reports"
        - listitem:
          - link "Customer invoices"
        - listitem:
          - link "Settings"
  `);

  await bills(page).focus();
  await page.keyboard.press('Home');
  await expect(bills(page)).toMatchAriaSnapshot(`
    - grid "Bills":
      - rowgroup:
        - row "Vendor Bill no. Memo Flags Due date Due in Amount due":
          - columnheader "Vendor":
            - button "Vendor"
            - separator "Width of Vendor"
          - columnheader "Bill no."
          - columnheader "Memo"
          - columnheader "Flags"
          - columnheader "Due date"
          - columnheader "Due in"
          - columnheader "Amount due"
      - rowgroup:
        - row /\\d+ bills? Select all \\$/:
          - rowheader /\\d+ bills? Select all \\$/
        - row /${first}/:
          - gridcell
          - gridcell "${first}"
          - gridcell
          - gridcell
          - gridcell
          - gridcell /\\$[\\d,.]+/
  `);
  await expect(bill(page).getByRole('heading', { level: 2 })).toBeVisible();
  await expect(bill(page)).toMatchAriaSnapshot(`
    - region "Bill":
      - heading [level=2]
      - term: Due date
      - definition: /days overdue/
      - term: Bill date
      - definition
      - button "Approve"
  `);

  await readBill(page);
  await bill(page).getByRole('button', { name: 'Approve' }).press('Enter');
  await expect(page.getByRole('region', { name: 'Status' })).toContainText('1 approval pending');
  await page
    .getByRole('region', { name: 'Undo' })
    .getByRole('button', { name: 'Undo' })
    .press('Enter');
  await expect(page.getByRole('region', { name: 'Status' })).toContainText('No pending approvals');

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
  await page.getByRole('button', { name: /API calls/ }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'API usage this hour' })).toMatchAriaSnapshot(`
    - dialog "API usage this hour":
      - heading "API usage this hour"
      - term: Approvals
      - definition: "0"
  `);
  await page.keyboard.press('Escape');
}

test('on a computer set to Arabic, text and controls run as in English, and no amount is reordered', async ({
  launch,
  sandbox,
}) => {
  const app = await launch(connectedTo(sandbox, { locale: 'ar-EG' }));
  const { page } = app;
  await signIn(page);
  // Real Electron may leave out the region.
  expect(await page.evaluate(() => navigator.language)).toMatch(/^ar(-EG)?$/);
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
  await expect(page.locator('html')).toHaveAttribute('lang', /^en(-EG)?$/);
  await expect(page.locator('.amount').first()).toBeVisible();
  const isolation = await page
    .locator('.amount, .bill-row__name')
    .evaluateAll((found) => [...new Set(found.map((each) => getComputedStyle(each).unicodeBidi))]);
  expect(isolation).toEqual(['isolate']);
  await page.getByRole('button', { name: /API calls/ }).press('Enter');
  await expect(page.getByRole('dialog')).toHaveAttribute('dir', 'ltr');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Approvals' }).press('Enter');
  await page.getByRole('tab', { name: /^Pending/ }).press('ArrowRight');
  await expect(page.getByRole('tab', { name: /^Needs attention/ })).toBeFocused();
});

/** Positions of the rows of a long list, at any scroll position. */
async function placesOf(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Show$/ }).press('Enter');
  await page.getByRole('option', { name: /^All bills/ }).press('Enter');
  const list = bills(page);
  await expect(
    page.getByText(`${MANY.toLocaleString('en-US')} bills`, { exact: true }).first(),
  ).toBeVisible();
  await list.focus();
  await page.keyboard.press('Home');
  const top = await readPlaces(page);
  expect(top).toEqual({ ...sound, current: 3, rowCount: top.rowCount });
  // Group headings are rows too, and so is the row of column headers.
  expect(top.rowCount).toBeGreaterThan(MANY + 1);
  expect(top.rowCount).toBeLessThan(MANY + 10);

  await page.keyboard.press('End');
  await expect.poll(() => readPlaces(page)).toEqual({ ...top, current: top.rowCount });
  await page.keyboard.press('PageUp');
  await page.keyboard.press('ArrowUp');
  const above = await readPlaces(page);
  expect(above).toEqual({ ...top, current: above.current });
  expect(above.current).toBeLessThan(top.rowCount - 5);

  // The row with the focus is scrolled far away, but it still exists, and keys still start from it.
  await list.evaluate((grid) => (grid.scrollTop = 0));
  await expect.poll(() => readPlaces(page)).toEqual(above);
  await page.keyboard.press('ArrowDown');
  await expect
    .poll(() => readPlaces(page))
    .toEqual({ ...above, current: (above.current ?? 0) + 1 });
}

/** Conditions at any scroll position. */
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

/**
 * If all rows, the header and the bill were redrawn, a letter and an approval would redraw 2,400 components
 * each. A letter redraws 240, and 140 more until the list is at rest, for rows around the visible ones.
 */
const MAX_DRAWN = 500;

/** A key redraws only its changes, however many rows there are. */
async function drawnOf(page: Page): Promise<void> {
  await page.context().addInitScript(countDrawn);
  await page.reload();
  await expect(currentRow(page)).toBeVisible();
  const drawn = (): Promise<number> => page.evaluate(() => Reflect.get(window, 'drawn') as number);
  const drawnBy = async (key: string, done: () => Promise<void>): Promise<number> => {
    // Other redraws, such as a clock's, are few.
    const before = await drawn();
    await page.keyboard.press(key);
    await done();
    return (await drawn()) - before;
  };
  await expect(page.getByRole('link', { name: /^Flagged \d/ })).toBeVisible();
  // Another list begins at its top.
  await bills(page).press('End');
  await page.getByRole('searchbox').focus();
  const letter = await drawnBy('e', () =>
    expect(bills(page).locator('mark').first()).toBeVisible(),
  );
  await bills(page).focus();
  await readBill(page);
  const approval = await drawnBy('a', () =>
    expect(page.getByRole('region', { name: 'Status' })).toContainText('1 approval pending'),
  );
  expect([letter, approval].map((count) => count > 0 && count < MAX_DRAWN)).toEqual([true, true]);
}

/** Runs in the page: React notifies development tools of each commit, and marks the components it rendered. */
function countDrawn(): void {
  interface Part {
    readonly flags: number;
    readonly child: Part | null;
    readonly sibling: Part | null;
    readonly alternate: Part | null;
  }
  const DRAWN = 1;
  let drawn = 0;
  const count = (now: Part, before: Part | null): void => {
    if ((now.flags & DRAWN) !== 0) drawn += 1;
    // React skipped this unchanged subtree.
    if (before !== null && now.child === before.child) return;
    for (let part = now.child; part !== null; part = part.sibling)
      count(part, before === null ? null : part.alternate);
  };
  Object.defineProperty(window, 'drawn', { get: () => drawn });
  Object.assign(window, {
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberUnmount: () => undefined,
      onCommitFiberRoot: (_id: number, { current }: { readonly current: Part }) =>
        count(current, current.alternate),
    },
  });
}
