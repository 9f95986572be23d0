import type { Page } from '@playwright/test';
import {
  addBill,
  chooseBill,
  dayFromToday,
  goOffline,
  chooseUndo,
  approvalList,
  currentRow,
  detail,
  grid,
  payableBills,
  readBill,
  search,
  startSignedIn,
  statusBar,
} from './actions.ts';
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
  await expect(async () => {
    await user.press('j');
    await readBill(page);
    expect(await charts.count()).toBe(1);
  }).toPass({ intervals: [0] });
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
  // Grouping by vendor removes the vendor column, and the focus moves from its header to the list.
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

/** Records each text that a screen reader announces from now on. @returns takes those since the last call */
async function recordAnnouncements(page: Page): Promise<() => Promise<readonly string[]>> {
  const texts = await page.evaluateHandle(() => {
    const added: string[] = [];
    const region = document.querySelector('[aria-live=polite]');
    if (region === null) throw new Error('no live region');
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) added.push(node.textContent ?? '');
    }).observe(region, { childList: true, subtree: true });
    return added;
  });
  return () => texts.evaluate((added) => added.splice(0));
}

test('a screen reader says each result once: of a bulk approval that leaves bills out, of its undo, of repeated keys, and of approvals that fail', async ({
  launch,
  sandbox,
}) => {
  await addBill(sandbox, { due_date: dayFromToday(300), total_cents: -25_000, currency: 'USD' });
  const { page } = await startSignedIn(launch, sandbox);
  await chooseUndo(page, '30 seconds');
  const take = await recordAnnouncements(page);
  const bar = page.getByRole('group', { name: 'Selected bills' });
  const summary = page.getByRole('alertdialog');

  await grid(page).focus();
  await page.keyboard.press('Control+a');
  await expect(bar).toBeVisible();
  const selected = Number.parseInt(await bar.innerText(), 10);
  const shown = await bar.locator('strong, li').allInnerTexts();
  expect(shown.join()).toContain('credits -$250.00');
  await page.keyboard.press('a');
  await expect(summary.getByRole('button', { name: 'Include flagged' })).toBeVisible();
  await expect.poll(take).toEqual([shown.join(', ')]);
  await readBill(page);
  await page.keyboard.press('Enter');
  await expect(statusBar(page)).toContainText(/\d approvals pending/);
  await expect(bar).toHaveCount(0);
  await readBill(page);
  const [approved, ...others] = await take();
  const count = Number.parseInt(approved?.replace('Approved ', '') ?? '', 10);
  expect([approved, others, count < selected]).toEqual([`Approved ${count} bills`, [], true]);

  await page.keyboard.press('u');
  await expect(bar).toContainText(`${selected} bills selected`);
  await readBill(page);
  expect(await take()).toEqual([
    `${count} approvals undone`,
    expect.stringMatching(`^${selected} bills selected, `),
  ]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Refresh' }).first().focus();
  await take();
  for (const key of ['d', 'd']) await page.keyboard.press(key);
  await readBill(page);
  const inList = 'Nothing changed: this key works only in the list. Press ↓ to go there.';
  expect(await take()).toEqual([inList, inList]);

  await chooseUndo(page, '5 seconds');
  const [first, second] = await payableBills(sandbox);
  for (const bill of [first, second])
    await sandbox.control.addFault({
      match: { method: 'PATCH', path: `/api/v1/bills/${bill?.id}/approve` },
      fault: { kind: 'status', status: 422 },
    });
  await grid(page).focus();
  await page.keyboard.press('Home');
  await readBill(page);
  await take();
  await page.keyboard.press('a');
  await expect(statusBar(page)).toContainText('1 needs attention');
  await expect.poll(async () => (await take()).at(-1)).toBe('1 approval needs attention');
  await readBill(page);
  expect(await take()).toEqual([]);
});

test('a change of the current bill is announced once, and no menu approves a version that came under it', async ({
  launch,
  sandbox,
}) => {
  const { page } = await startSignedIn(launch, sandbox);
  const [bill] = await payableBills(sandbox);
  if (bill === undefined) throw new Error('no bill');
  await chooseBill(page, bill.number);
  await grid(page).focus();
  const take = await recordAnnouncements(page);
  const change = async (cents: number): Promise<void> => {
    await sandbox.control.changeBill({
      billId: bill.id,
      fields: { total_cents: cents, amount_due_cents: cents },
    });
    // Simulates a background sync, because a menu may cover the button.
    await page
      .getByRole('button', { name: 'Refresh', includeHidden: true })
      .first()
      .dispatchEvent('click');
  };
  await change(900_000);
  await expect(detail(page)).toContainText('9,000.00');
  await readBill(page);
  const [said, ...more] = await take();
  expect(said).toMatch(/^Changed\. .+: .*amount due .+ → \D*9,000\.00$/);
  expect(more).toEqual(['Synced just now']);
  await page.keyboard.press('r');
  await expect.poll(take).toEqual(['Synced just now']);

  for (const [keys, cents, shown] of [
    [['Shift+F10'], 800_000, '8,000.00'],
    [['Control+k', 'A', 'p', 'p', 'r', 'o', 'v', 'e'], 700_000, '7,000.00'],
  ] as const) {
    for (const key of keys) await page.keyboard.press(key);
    await expect(page.getByRole('menu').or(page.getByRole('combobox'))).toBeVisible();
    // The list below the menu is hidden from screen readers, the announcements are not.
    await expect(
      page.locator('[aria-hidden=true] [aria-live], [aria-hidden=true][aria-live]'),
    ).toHaveCount(0);
    await change(cents);
    await expect(page.locator('.detail__amount')).toContainText(shown);
    await readBill(page);
    await page.keyboard.press('Enter');
    const early = 'Not approved yet. This bill appeared or changed a moment ago.';
    await expect.poll(async () => (await take()).at(-1)).toBe(early);
    await readBill(page);
  }
  await expect(statusBar(page)).toContainText('No pending approvals');
  await page.keyboard.press('Shift+F10');
  await readBill(page);
  await page.keyboard.press('Enter');
  await expect(statusBar(page)).toContainText('1 approval pending');
});

test('a screen reader reads each bill before a key can approve it: in a narrow window, from the Approve button, and after the focused element is gone', async ({
  launch,
  sandbox,
}) => {
  const { page } = await startSignedIn(launch, sandbox);
  await chooseUndo(page, '30 seconds');
  const user = await keyboardUser(page);
  const [first, second, third] = await payableBills(sandbox);
  const focused = page.locator(':focus');
  const heading = (number = '?') =>
    detail(page).getByRole('heading', { name: new RegExp(`${number}.*Amount due: .*\\d`) });

  // The Approve button goes with its bill, so a second Enter approves nothing.
  await grid(page).focus();
  await user.press('Home');
  await readBill(page);
  await user.tabTo('button', /^Approve/);
  await expect(focused).toHaveAccessibleDescription(new RegExp(first?.number ?? '?'));
  await user.press('Enter');
  await expect(statusBar(page)).toContainText('1 approval pending');
  await expect(grid(page)).toBeFocused();
  await expect(currentRow(page)).toContainText(second?.number ?? '?');
  // The undo notice makes way for the focused control under it.
  const menu = page.getByRole('button', { name: /^Command menu/ });
  await menu.focus();
  const isCovered = () =>
    menu.evaluate((button) => {
      const { x, y, width, height } = button.getBoundingClientRect();
      return !button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
  await expect.poll(isCovered).toBe(false);
  await grid(page).focus();
  await user.press('u');
  await expect(statusBar(page)).toContainText('No pending approvals');

  await page.setViewportSize({ width: 640, height: 430 });
  await user.press('Home', 'Enter');
  await expect(heading(first?.number)).toBeFocused();
  await user.press('j');
  await expect(heading(second?.number)).toBeFocused();
  await user.press('n');
  await expect(focused).toHaveAccessibleName('Note');
  await user.press('Escape');
  await expect(heading(second?.number)).toBeFocused();
  const scrolled = () => detail(page).evaluate(({ scrollTop }) => scrollTop);
  await user.press('Space');
  await expect.poll(scrolled).toBeGreaterThan(0);
  await user.press('Escape');
  await expect(grid(page)).toBeFocused();
  await user.press('ArrowDown', 'Enter');
  await expect(heading(third?.number)).toBeFocused();
  expect(await scrolled()).toBe(0);
  await user.press('k', 'k');
  await expect(heading(first?.number)).toBeFocused();
  await readBill(page);
  await user.press('a');
  await expect(heading(second?.number)).toBeFocused();
  await user.tabTo('button', 'Undo');
  await user.press('Enter');
  await expect(statusBar(page)).toContainText('No pending approvals');
  await expect(heading(first?.number)).toBeFocused();
  await user.press('Escape');
  await expect(grid(page)).toBeFocused();
  // A long dialog scrolls by keyboard.
  await user.press('ControlOrMeta+a', 'a');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await user.tabTo('group', /^Approve \d+ bills/);
  await user.press('PageDown');
  await expect.poll(() => focused.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0);
  await user.press('Escape', 'Escape');
  await expect(grid(page)).toBeFocused();
  await page.setViewportSize({ width: 1280, height: 800 });

  for (const [key, screen] of [
    ['n', 'Payables reports'],
    ['s', 'Settings'],
    ['a', 'No pending approvals'],
  ] as const) {
    await user.press('g', key);
    await expect(focused).toContainText(screen);
  }
  await user.press('g', 'r');
  await expect(grid(page)).toBeFocused();
  await user.press('v');
  await page.getByRole('menuitem', { name: /^Save/ }).focus();
  await user.press('Enter');
  await user.type('Mine');
  await user.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(grid(page)).toBeFocused();
  // The last bill of a list.
  await user.press('/', 'ControlOrMeta+a');
  await user.type(second?.number ?? '?');
  await user.press('Enter');
  await readBill(page);
  await user.press('a');
  await expect(statusBar(page)).toContainText('1 approval pending');
  await expect(focused).toHaveClass('empty');

  // After a decision, the list has a current approval again.
  await user.press('/', 'ControlOrMeta+a', 'Delete', 'Enter', 'Home');
  await readBill(page);
  await user.press('a');
  await expect(statusBar(page)).toContainText('2 approvals pending');
  await user.press('g', 'a');
  await expect(approvalList(page)).toBeFocused();
  await user.tabTo('button', 'Cancel approval');
  await user.press('Enter');
  await expect(statusBar(page)).toContainText('1 approval pending');
  await expect(approvalList(page)).toBeFocused();
  await expect(approvalList(page)).toHaveAttribute('aria-activedescendant');
  await expect(approvalList(page).locator('[aria-current=true]')).toContainText(
    second?.number ?? '?',
  );
  expect(await user.pointerUses()).toBe(0);
});

test('a screen reader says how a search was understood once the typing pauses, and each decision about an approval leads to the next', async ({
  launch,
  sandbox,
}) => {
  const { page } = await startSignedIn(launch, sandbox);
  await chooseUndo(page, 'Off');
  const take = await recordAnnouncements(page);
  await page.keyboard.press('/');
  await page.keyboard.type('overdue over 5000', { delay: 50 });
  await expect(page.getByText(/^Search understood: Overdue, Amount/)).toBeAttached();
  expect(await take()).toEqual([expect.stringMatching(/^Search understood: Overdue, Amount/)]);
  await page.keyboard.press('Escape');

  await goOffline(page, sandbox);
  const bills = (await payableBills(sandbox)).slice(0, 2);
  for (const { id, number } of bills) {
    await chooseBill(page, number);
    await grid(page).focus();
    await readBill(page);
    await page.keyboard.press('a');
    await sandbox.control.changeBill({ billId: id, fields: { total_cents: 900_000 } });
  }
  await expect(statusBar(page)).toContainText('2 approvals pending');
  await sandbox.control.comeBack();
  await page.keyboard.press('r');
  await expect(statusBar(page)).toContainText('2 need attention');

  await page.keyboard.press('g');
  await page.keyboard.press('a');
  await expect(approvalList(page)).toBeFocused();
  const current = approvalList(page).locator('[aria-current=true]');
  await page.keyboard.press('Shift+G');
  await expect(current).toHaveAttribute('aria-rowindex', '4');
  for (const left of [1, 0]) {
    await expect(current).toBeVisible();
    // Only the current row has the focus ring.
    const framed = await page.evaluate(() =>
      [...document.querySelectorAll('*')]
        .filter((element) => getComputedStyle(element).outlineStyle !== 'none')
        .map((element) => element.getAttribute('role')),
    );
    expect(framed).toEqual(['row']);
    await readBill(page);
    await page.keyboard.press('a');
    await expect(page.getByRole('tab', { name: `Needs attention ${left}` })).toBeVisible();
  }
});
