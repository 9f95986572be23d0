import type { Page } from '@playwright/test';
import {
  addBill,
  approveCurrent,
  billRow,
  chooseBill,
  connectedTo,
  currentRow,
  dayFromToday,
  detail,
  goOffline,
  grid,
  search,
  startSignedIn,
} from './actions.ts';
import { expect, test } from './fixtures.ts';
import { type RunningSandbox, startSandbox } from './sandbox.ts';

const bills = [
  { number: 'ZZ-1', vendor: 'Zoltan Zinc', cents: 7_000_00, memo: 'Gutters', due: -4 },
  { number: 'ZZ-2', vendor: 'Zoltan Zinc', cents: 90_00, memo: 'Under the roof', due: 1 },
  { number: 'YY-1', vendor: 'Ypsilon <b>Yard</b>', cents: 6_500_00, memo: 'Gravel', due: 200 },
] as const;

async function addBills(sandbox: RunningSandbox): Promise<void> {
  for (const { number, vendor, cents, memo, due } of bills)
    await addBill(sandbox, {
      vendor: { id: vendor, name: vendor, category: 'Services' },
      bill_number: number,
      date: dayFromToday(-20),
      due_date: dayFromToday(due),
      total_cents: cents,
      currency: 'NOK',
      status: 'open',
      memo,
    });
}

const chips = (page: Page) => page.getByRole('list', { name: 'Filters in use' });
const chip = (page: Page, words: string | RegExp) =>
  chips(page).getByRole('button', { name: words });
const field = (page: Page) => page.getByRole('searchbox', { name: 'Search bills' });

test('V-20 a pasted column of bill numbers finds each of the bills until it is deleted', async ({
  launch,
  sandbox,
}) => {
  await addBills(sandbox);
  const { page } = await startSignedIn(launch, sandbox);
  await field(page).evaluate((input) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'ZZ-1\r\nYY-1\r\n');
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  });
  await expect(field(page)).toHaveValue('ZZ-1, YY-1');
  await expect(chips(page).getByRole('listitem')).toHaveText(['“ZZ-1” or “YY-1”', 'Clear all']);
  await expect(billRow(page, 'ZZ-1')).toBeVisible();
  await field(page).press('Control+a');
  await field(page).press('Delete');
  await expect(chips(page).getByRole('listitem')).toHaveCount(0);
});

test('after its last match is approved, a search says how many were approved', async ({
  launch,
  sandbox,
}) => {
  await addBills(sandbox);
  const { page } = await startSignedIn(launch, sandbox);
  await chooseBill(page, 'YY-1');
  await approveCurrent(page);
  await expect(page.getByText('Nothing left here for “YY-1”')).toBeVisible();
  await expect(page.getByText('You approved 1 today.')).toBeVisible();
  await page.getByRole('button', { name: 'Show 1 match in all bills' }).click();
  await expect(billRow(page, 'YY-1')).toBeVisible();
});

test('V-20, V-21 a search becomes chips while it is typed, each removable by mouse and keyboard and announced, with a question if it has two readings; a word of a note finds its bill, and a state its list', async ({
  launch,
  sandbox,
}) => {
  await addBills(sandbox);
  const { page } = await startSignedIn(launch, sandbox);
  await page.keyboard.press('/');
  await page.keyboard.type('overdue over 5000 NOK from zoltan');
  await expect(chips(page).getByRole('listitem')).toHaveText([
    'Overdue',
    /^Amount over NOK\s5,000\.00$/,
    'Vendor: Zoltan Zinc',
    'Clear all',
  ]);
  await expect(billRow(page, 'ZZ-1')).toBeVisible();
  await expect(
    grid(page)
      .getByRole('row')
      .filter({ hasText: /ZZ-2|YY-1/ }),
  ).toHaveCount(0);
  await expect(page.getByText(/^Search understood: Overdue, Amount over/)).toBeAttached();

  // The mouse removes one, and the rest stays in the field.
  await chip(page, 'Remove from search: Vendor: Zoltan Zinc').click();
  await expect(field(page)).toHaveValue('overdue over 5000 NOK');
  // The keyboard removes one, and the next one has the focus.
  await chip(page, 'Remove from search: Overdue').focus();
  await page.keyboard.press('Delete');
  await expect(field(page)).toHaveValue('over 5000 NOK');
  await expect(chip(page, /Remove from search: Amount/)).toBeFocused();
  await expect(billRow(page, 'YY-1')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(field(page)).toHaveValue('');
  await expect(chips(page)).toHaveCount(0);

  // Both readings are shown, and a choice writes the one that is meant.
  await search(page, '03/04');
  await expect(chips(page)).toContainText(/Due Mar 4(, \d+)? or Due Apr 3/);
  // Far from that day, there is one reading for each of two years.
  await chip(page, /^Read “03\/04” as: Due Apr 3/)
    .first()
    .click();
  await expect(field(page)).toHaveValue(/^due:\d{4}-04-03$/);
  await expect(chips(page)).toContainText(/^Due Apr 3/);

  // A vendor's name stays text, whatever it contains.
  await search(page, 'from ypsilon');
  await expect(chips(page)).toContainText('Vendor: Ypsilon <b>Yard</b>');

  await search(page, 'color:red');
  await expect(
    page.getByText(/“color:” isn’t a search operator\. Try due:friday/).first(),
  ).toBeVisible();
  await expect(page.getByText('No results for')).toBeVisible();
  await search(page, 'is:gree');
  await expect(page.getByText(/“gree” isn’t understood after is:/).first()).toBeVisible();

  // The bill’s own words, and its state.
  await chooseBill(page, 'ZZ-2');
  await grid(page).focus();
  await page.keyboard.press('n');
  await page.keyboard.type('Ask about the zebra');
  await page.keyboard.press('Escape');
  await search(page, 'zebra');
  await expect(billRow(page, 'ZZ-2')).toBeVisible();
  await search(page, 'note:zebra');
  await expect(chips(page)).toContainText('Note: “zebra”');
  await expect(billRow(page, 'ZZ-2')).toBeVisible();

  await search(page, 'zoltan over 5000');
  await billRow(page, 'ZZ-1').click();
  await expect(detail(page)).toContainText('ZZ-1');
  await grid(page).focus();
  await page.keyboard.press('d');
  await expect(billRow(page, 'ZZ-1')).toHaveCount(0);
  await search(page, 'hidden zoltan');
  await expect(chips(page)).toContainText('Hidden');
  await expect(page.getByRole('button', { name: /Show$/ })).toContainText('Hidden');
  await expect(billRow(page, 'ZZ-1')).toBeVisible();
});

/** More bills than the first screen holds. */
const MANY = 400;

/** Runs in the page: loading bills from the disk stops after one slice, until `resumeLoading` is called. */
function holdLoading(): void {
  // `Promise.withResolvers` is younger than Electron 25.
  const held = new Promise<void>((resolve) => Object.assign(window, { resumeLoading: resolve }));
  Object.defineProperty(window.scheduler, 'postTask', { value: () => held });
}

test('a search before the bills are in memory says that it goes on, approves nothing, and shows its results when they are', async ({
  launch,
  profileDir,
}) => {
  const sandbox = await startSandbox({ bills: String(MANY), 'payable-share': '1' });
  try {
    const before = await startSignedIn(launch, sandbox, { profileDir });
    await goOffline(before.page, sandbox);
    await before.close();
    const { page } = await launch(connectedTo(sandbox, { profileDir }));
    await expect(currentRow(page)).toBeVisible();
    await page.context().addInitScript(holdLoading);
    await page.reload();
    await expect(currentRow(page)).toBeVisible();
    const count = page.locator('.list-header__count');
    await search(page, 'timber');
    await expect(count).toHaveText('Searching…');
    await grid(page).focus();
    await page.keyboard.press('Shift+A');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.evaluate(() => Reflect.get(window, 'resumeLoading')());
    await expect(count).toHaveText(/^[0-9]+ bills$/);
    await expect(count).not.toHaveText(`${MANY} bills`);
    await expect(grid(page).locator('mark').first()).toHaveText(/timber/i);
  } finally {
    await sandbox.close();
  }
});
