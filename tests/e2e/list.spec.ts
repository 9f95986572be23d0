import type { Locator, Page } from '@playwright/test';
import {
  addBill,
  billRow,
  currentRow,
  dayFromToday,
  detail,
  grid,
  search,
  show,
  startSignedIn,
  statusBar,
  readBill,
} from './actions.ts';
import { expect, test } from './fixtures.ts';
import type { RunningSandbox } from './sandbox.ts';

const bills = [
  { number: 'QS-1', vendor: 'Quillmark Studio', cents: 1_250_00, memo: 'The lobby', due: 60 },
  { number: 'QS-2', vendor: 'Quillmark Studio', cents: 80_00, memo: 'The roof', due: -3 },
  { number: 'BD-1', vendor: 'Émile Brødre', cents: 15_00, memo: 'Bread', due: 0 },
  { number: 'BD-2', vendor: 'Émile Brødre', cents: 12_000_00, memo: 'An oven', due: 300 },
] as const;

/** Four bills in a currency of their own, and a monthly rent that is missing this month. */
async function addBills(sandbox: RunningSandbox): Promise<void> {
  for (const daysAgo of [130, 100, 70, 40])
    await addBill(sandbox, {
      vendor: { id: 'fjord', name: 'Fjord Rentals', category: 'Rent' },
      bill_number: `FR-${daysAgo}`,
      date: dayFromToday(-daysAgo),
      due_date: dayFromToday(-daysAgo),
      total_cents: 900_00,
      amount_due_cents: 0,
      currency: 'NOK',
      status: 'paid',
    });
  for (const { number, vendor, cents, memo, due } of bills)
    await addBill(sandbox, {
      vendor: { id: vendor, name: vendor, category: 'Services' },
      bill_number: number,
      date: dayFromToday(-20),
      due_date: dayFromToday(due),
      total_cents: cents,
      currency: 'NOK',
      status: due < 0 ? 'overdue' : 'open',
      memo,
    });
}

const sums = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /\d bills?/ });
const chip = (page: Page, words: string) =>
  page.getByRole('button', { name: `Remove filter: ${words}` });
const header = (page: Page, name: string) => grid(page).getByRole('columnheader', { name });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Filter bills' });

/** Headings and bill numbers from top to bottom. */
const lines = (page: Page): Promise<readonly string[]> =>
  grid(page)
    .getByRole('row')
    .evaluateAll((rows) =>
      rows
        .map((row) => ({
          at: Number(row.getAttribute('aria-rowindex')),
          words:
            row.querySelector('[role=rowheader] .group-row__name')?.textContent ??
            row.querySelector('[role=gridcell].bill-row__number')?.textContent ??
            '',
        }))
        .filter(({ words }) => words !== '')
        .toSorted((left, right) => left.at - right.at)
        .map(({ words }) => words.replaceAll('\u00A0', ' ')),
    );

const widthOf = async (part: Locator): Promise<number> =>
  Math.round((await part.boundingBox())?.width ?? 0);

async function dragBy(page: Page, edge: Locator, byPx: number): Promise<void> {
  const { x, y } = (await edge.boundingBox()) ?? { x: 0, y: 0 };
  await page.mouse.move(x + 2, y + 200);
  await page.mouse.down();
  await page.mouse.move(x + 2 + byPx, y + 200, { steps: 4 });
  await page.mouse.up();
}

async function arrange(page: Page, section: string, option: RegExp): Promise<void> {
  await page.getByRole('button', { name: /^Sort/ }).click();
  await page
    .getByRole('group', { name: section })
    .getByRole('menuitemradio', { name: option })
    .click();
}

test('filters combine, appear as removable chips, and are saved as named views', async ({
  launch,
  sandbox,
}) => {
  await addBills(sandbox);
  const { page } = await startSignedIn(launch, sandbox);
  await grid(page).focus();
  await page.keyboard.press('f');
  await panel(page).getByRole('textbox', { name: 'Amount from' }).fill('ten');
  await panel(page).getByLabel('Due by').fill(dayFromToday(100));
  await panel(page).getByRole('button', { name: 'Apply' }).click();
  await expect(panel(page)).toContainText('“ten” is not an amount. Write it like 1,250.00.');
  await expect(panel(page).getByRole('textbox', { name: 'Amount from' })).toHaveValue('ten');

  // A problem names the text that was applied, so typing on clears it.
  const vendor = panel(page).getByRole('combobox', { name: 'Vendor' });
  await vendor.fill('zebra');
  await panel(page).getByRole('button', { name: 'Apply' }).click();
  await expect(panel(page)).toContainText('No vendor named “zebra”.');
  await vendor.fill('');
  await vendor.pressSequentially('quilmark');
  await expect(panel(page)).not.toContainText('No vendor named');
  await expect(page.getByRole('option')).toHaveText(['Quillmark Studio']);
  await vendor.press('Enter');
  await expect(vendor).toHaveValue('Quillmark Studio');

  await panel(page).getByRole('combobox', { name: 'Vendor' }).fill('quill');
  await page.getByRole('option', { name: 'Quillmark Studio' }).click();
  await panel(page)
    .getByRole('button', { name: /Currency/ })
    .click();
  await page.getByRole('option', { name: 'NOK' }).click();
  await panel(page).getByRole('textbox', { name: 'Amount from' }).fill('1,000.00');
  await page.keyboard.press('Enter');
  await expect(panel(page)).toHaveCount(0);
  await expect(sums(page)).toHaveText(/^1 bill\s*Total due\s*NOK\s1,250\.00$/);

  await chip(page, '≥ NOK 1,000.00').click();
  await expect(sums(page)).toHaveText(/^2 bills\s*Total due\s*NOK\s1,330\.00$/);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save this view…' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Quillmark soon');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // Announced to screen readers, and visible.
  await expect(page.getByText('View saved: Quillmark soon')).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'View: Quillmark soon' })).toBeVisible();

  await chip(page, 'Vendor: Quillmark Studio').press('Enter');
  await page.keyboard.press('Enter');
  await expect(chip(page, 'Vendor: Quillmark Studio')).toHaveCount(0);
  await search(page, '');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Filter/ }).click();
  await panel(page)
    .getByRole('button', { name: /Flags$/ })
    .click();
  await page.getByRole('option', { name: 'Unusual amount' }).click();
  await panel(page).getByRole('combobox', { name: 'Vendor' }).fill('emile brødre');
  await page.keyboard.press('Tab');
  await panel(page).getByLabel('Due from').fill(dayFromToday(320));
  await panel(page).getByRole('button', { name: 'Apply' }).click();
  await expect(chip(page, 'Vendor: Émile Brødre')).toBeVisible();
  await expect(chip(page, 'Unusual amount')).toBeVisible();
  await expect(page.getByText('No bills match your filters')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(grid(page).getByRole('row').nth(4)).toBeVisible();

  // Columns are chosen, and can be resized by keys.
  await page.getByRole('button', { name: /^Sort/ }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Due date' }).click();
  await page.keyboard.press('Escape');
  await expect(header(page, 'Due date')).toHaveCount(0);
  const pane = page.getByRole('separator', { name: 'Width of details' });
  const usual = await widthOf(detail(page));
  await dragBy(page, pane, -40);
  await pane.press('ArrowLeft');
  await expect(pane).toHaveAttribute('aria-valuenow', String(usual + 56));
  await expect.poll(() => widthOf(detail(page))).toBe(usual + 56);
  const edge = header(page, 'Bill no.').getByRole('separator');
  // Saved after the pane's width, so that both are saved once this one is.
  await edge.press('ArrowRight');
  await expect(edge).toHaveAttribute('aria-valuenow', /^1[0-2]\d$/);
  const chosen = (await edge.getAttribute('aria-valuenow')) ?? '';

  await page.reload();
  await expect(grid(page).getByRole('row').nth(4)).toBeVisible();
  await expect(header(page, 'Due date')).toHaveCount(0);
  await expect(edge).toHaveAttribute('aria-valuenow', chosen);
  await expect.poll(() => widthOf(detail(page))).toBe(usual + 56);
  await pane.dblclick();
  await expect.poll(() => widthOf(detail(page))).toBe(usual);
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('Quillmark soon');
  await page.keyboard.press('Enter');
  await expect(sums(page)).toHaveText(/^2 bills\s*Total due\s*NOK\s1,330\.00$/);
  await page.getByRole('button', { name: 'View: Quillmark soon' }).click();
  await page.getByRole('menuitem', { name: 'Manage views…' }).click();
  await page.getByRole('textbox', { name: 'Name of view Quillmark soon' }).fill('Studio');
  await page.getByRole('button', { name: 'Rename view Quillmark soon' }).click();
  await expect(page.getByRole('textbox', { name: 'Name of view Studio' })).toBeVisible();
  await page.getByRole('button', { name: 'Delete view Studio' }).click();
  await page.getByRole('button', { name: 'Delete view Studio now' }).click();
  await expect(page.getByText('No saved views')).toBeVisible();
});

test('bills are sorted and grouped, matches are highlighted, a skipped bill stays in the list, and amounts due are shown by age, week and vendor with links to their bills', async ({
  launch,
  sandbox,
}) => {
  await addBills(sandbox);
  const { page } = await startSignedIn(launch, sandbox);
  await page.getByRole('button', { name: /^Filter/ }).click();
  await panel(page)
    .getByRole('button', { name: /Currency/ })
    .click();
  await page.getByRole('option', { name: 'NOK' }).click();
  await panel(page).getByRole('button', { name: 'Apply' }).click();
  await expect(sums(page)).toHaveText(/^4 bills/);
  expect(await lines(page)).toEqual([
    'Past due',
    'QS-2',
    expect.any(String),
    'BD-1',
    ...(await lines(page)).slice(4),
  ]);

  await arrange(page, 'Sort by', /^Amount due/);
  await expect
    .poll(() => lines(page))
    .toEqual([
      'NOK 10,000.00 – NOK 99,999.99',
      'BD-2',
      'NOK 1,000.00 – NOK 9,999.99',
      'QS-1',
      'NOK 0.00 – NOK 99.99',
      'QS-2',
      'BD-1',
    ]);
  await arrange(page, 'Group by', /^Vendor/);
  await expect
    .poll(() => lines(page))
    .toEqual(['Émile Brødre', 'BD-2', 'BD-1', 'Quillmark Studio', 'QS-1', 'QS-2']);
  await expect(
    grid(page).getByRole('rowheader', { name: /^Quillmark Studio 2 bills/ }),
  ).toContainText(/NOK\s1,330\.00/);
  await sortByHeaders(page);
  await arrange(page, 'Order', /^Smallest first/);
  await arrange(page, 'Group by', /^None/);
  await expect.poll(() => lines(page)).toEqual(['BD-1', 'QS-2', 'QS-1', 'BD-2']);
  await expect(currentRow(page)).toContainText('BD-1');

  await grid(page).focus();
  for (const number of ['QS-2', 'QS-1', 'BD-2']) {
    await page.keyboard.press('s');
    await expect(detail(page)).toContainText(number);
  }
  await page.keyboard.press('s');
  await expect(page.getByText('End of list')).toBeVisible();
  await expect(statusBar(page)).toContainText('No pending approvals');
  expect(await lines(page)).toEqual(['BD-1', 'QS-2', 'QS-1', 'BD-2']);

  await search(page, '1250 quill LOB qs-1');
  const found = billRow(page, 'QS-1');
  await expect(found.locator('mark')).toHaveText(['Quill', 'QS-1', 'lob', '1,250']);
  await expect(found.getByRole('gridcell', { name: 'NOK 1,250.00' })).toBeVisible();
  await search(page, '1,250.00');
  await expect(found.locator('mark')).toHaveText(['1,250.00']);
  await search(page, 'emi');
  await expect(billRow(page, 'BD-1').locator('mark')).toHaveText(['Émi']);
  await search(page, '1.250,00');
  await expect(found.locator('mark')).toContainText(['1,250']);
  await expect.poll(() => lines(page)).toEqual(['QS-1']);
  await search(page, 'qillmark');
  await expect.poll(() => lines(page)).toEqual(['Similar', 'QS-2', 'QS-1']);
  await expect(found.locator('mark')).toHaveText(['Quillmark']);
  await search(page, '>1000 due:');
  await expect.poll(() => lines(page)).toEqual(['QS-1', 'BD-2']);

  await search(page, '');
  await chip(page, 'NOK').click();
  await search(page, 'no vendor is called this');
  await expect(page.getByText('No results for')).toBeVisible();
  await expect(page.getByText('Check the spelling')).toBeVisible();
  await search(page, 'quillmark zebra');
  await expect(page.getByText(/^No bill contains .*zebra/)).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).first().click();
  await show(page, 'Snoozed');
  await search(page, 'QS-1');
  await expect(page.getByText('Other lists have matches.')).toBeVisible();
  await page.getByRole('button', { name: 'Show 1 match in all bills' }).click();
  await expect(billRow(page, 'QS-1')).toBeVisible();
  await search(page, '');
  await show(page, 'Status: Paid');
  await grid(page).getByRole('row').nth(2).click();
  await expect(detail(page)).toContainText('No approval needed');
  await expect(detail(page).getByRole('button', { name: /^Approve/ })).toHaveCount(0);
  await seeWhatIsOwed(page);
});

/** Selects a whole group, and sorts by headers. */
async function sortByHeaders(page: Page): Promise<void> {
  const top = async () => (await grid(page).boundingBox())?.y;
  const before = await top();
  await page.getByRole('link', { name: 'Review' }).focus();
  await grid(page)
    .getByRole('rowheader', { name: /^Quillmark/ })
    .getByText('Select all')
    .click();
  await expect(page.getByText('2 bills selected', { exact: true })).toBeVisible();
  // The keys that the selection bar names act at once.
  await expect(grid(page)).toBeFocused();
  // The button that appears moves nothing.
  expect(await top()).toBe(before);
  await page.keyboard.press('Escape');
  await header(page, 'Due date').getByRole('button').click();
  await expect(header(page, 'Due date')).toHaveAttribute('aria-sort', 'ascending');
  await header(page, 'Amount due').getByRole('button').click();
  await expect(header(page, 'Amount due')).toHaveAttribute('aria-sort', 'descending');
}

/** Reports: each currency separately, a table for each chart, and links to the bills of a figure. */
async function seeWhatIsOwed(page: Page): Promise<void> {
  const open = async (): Promise<void> => {
    await page.getByRole('link', { name: 'Reports' }).click();
    await page.getByRole('tab', { name: /^NOK/ }).click();
  };
  const rowOf = (table: RegExp, name: RegExp) =>
    page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: name });
  await open();
  const overdue = page.getByRole('img', { name: /NOK\s80\.00 of NOK\s13,345\.00 is overdue/ });
  await expect(overdue).toBeVisible();
  const asTable = page.getByRole('button', { name: 'View as table' }).first();
  await asTable.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('table', { name: /by days/ }).getByRole('row')).toHaveText([
    /Days overdue\s*Bills\s*Amount due/,
    /Current\s*3\s*NOK\s13,265\.00/,
    /1–30 days\s*1\s*NOK\s80\.00/,
    /31–60 days\s*0\s*NOK\s0\.00/,
    /61–90 days\s*0\s*NOK\s0\.00/,
    /Over 90 days\s*0\s*NOK\s0\.00/,
    /Total\s*4\s*NOK\s13,345\.00/,
  ]);
  await page.getByRole('link', { name: 'View 1 bill 1–30 days overdue in NOK' }).first().click();
  await expect(sums(page)).toHaveText(/^1 bill\s*Total due\s*NOK\s80\.00$/);
  await expect(chip(page, 'NOK')).toBeVisible();

  await open();
  await page.getByRole('button', { name: 'View as table' }).last().click();
  await expect(rowOf(/by week/, /^Overdue/)).toContainText(/NOK\s80\.00/);
  await expect(rowOf(/by week/, /^This week/)).toContainText(/NOK\s15\.00/);
  await rowOf(/by week/, /^Later/)
    .getByRole('link', { name: /later/ })
    .focus();
  await page.keyboard.press('Enter');
  await expect(sums(page)).toHaveText(/^2 bills\s*Total due\s*NOK\s13,250\.00$/);

  await open();
  await page.getByRole('link', { name: 'View 2 bills from Quillmark Studio in NOK' }).click();
  await expect(sums(page)).toHaveText(/^2 bills\s*Total due\s*NOK\s1,330\.00$/);
  await chip(page, 'Vendor: Quillmark Studio').click();
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(sums(page)).not.toHaveText(/^[24] bills/);

  await open();
  await page.getByRole('button', { name: 'Aging by vendor' }).click();
  await expect(rowOf(/by vendor/, /^Quillmark Studio/)).toHaveText(
    /NOK\s1,250\.00\s*NOK\s80\.00\s*–\s*–\s*–\s*NOK\s1,330\.00/,
  );
  await page.getByRole('table', { name: 'Expected' }).getByRole('link').click();
  await expect(billRow(page, 'FR-130')).toBeVisible();
  await open();
  await page.getByRole('button', { name: 'Next 30 days' }).click();
  const days = page.getByRole('list', { name: 'Next 30 days' });
  await expect(days.getByRole('listitem')).toHaveCount(30);
  await days.getByRole('link').first().click();
  await expect(sums(page)).toHaveText(/^1 bill\s*Total due\s*NOK\s15\.00$/);
  await grid(page).focus();
  await readBill(page);
  await page.keyboard.press('a');
  await expect(statusBar(page)).toContainText('1 approval pending');
  await open();
  await expect(overdue).toBeVisible();
  await page.getByRole('switch', { name: 'Include approved' }).press('Space');
  await expect(
    page.getByRole('img', { name: /NOK\s80\.00 of NOK\s13,330\.00 is overdue/ }),
  ).toBeVisible();
}
