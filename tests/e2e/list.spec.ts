import type { Page } from '@playwright/test';
import { billRow, currentRow, detail, grid, startSignedIn, statusBar } from './actions.ts';
import { expect, test } from './fixtures.ts';
import type { RunningSandbox } from './sandbox.ts';

const bills = [
  { number: 'QS-1', vendor: 'Quillmark Studio', cents: 1_250_00, memo: 'The lobby', due: 40 },
  { number: 'QS-2', vendor: 'Quillmark Studio', cents: 80_00, memo: 'The roof', due: -3 },
  { number: 'BD-1', vendor: 'Émile Brødre', cents: 15_00, memo: 'Bread', due: 2 },
  { number: 'BD-2', vendor: 'Émile Brødre', cents: 12_000_00, memo: 'An oven', due: 300 },
] as const;

/** The day so many days from today on this computer, `YYYY-MM-DD`. */
function dayFromToday(days: number): string {
  const then = new Date(Date.now() + days * 86_400_000);
  return new Date(then.getTime() - then.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

/** Four bills of a currency nobody else uses. */
async function addBills(sandbox: RunningSandbox): Promise<void> {
  const [organization] = await sandbox.control.organizations();
  for (const { number, vendor, cents, memo, due } of bills) {
    await sandbox.control.addBill({
      organizationId: organization?.id ?? '',
      fields: {
        vendor: { id: vendor, name: vendor, category: 'Services' },
        bill_number: number,
        date: dayFromToday(-20),
        due_date: dayFromToday(due),
        total_cents: cents,
        amount_due_cents: cents,
        currency: 'NOK',
        status: due < 0 ? 'overdue' : 'open',
        memo,
      },
    });
  }
}

const sums = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /\d bills?/ });
const chip = (page: Page, words: string) =>
  page.getByRole('button', { name: `Remove filter: ${words}` });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Filter bills' });

/** Headings and bill numbers from the top, as they stand. */
const lines = (page: Page): Promise<readonly string[]> =>
  grid(page)
    .getByRole('row')
    .evaluateAll((rows) =>
      rows
        .map((row) => ({
          at: Number(row.getAttribute('aria-rowindex')),
          words:
            row.querySelector('[role=rowheader] > :first-child')?.textContent ??
            row.querySelectorAll('[role=gridcell]')[1]?.textContent ??
            '',
        }))
        .filter(({ words }) => words !== '')
        .toSorted((left, right) => left.at - right.at)
        .map(({ words }) => words.replaceAll('\u00A0', ' ')),
    );

async function arrange(page: Page, section: string, option: RegExp): Promise<void> {
  await page.getByRole('button', { name: /^Sort and group/ }).click();
  await page
    .getByRole('group', { name: section })
    .getByRole('menuitemradio', { name: option })
    .click();
}

test('filters are combinable, shown as removable chips, and saved as named views', async ({
  launch,
  sandbox,
}) => {
  await addBills(sandbox);
  const { page } = await startSignedIn(launch, sandbox);
  await grid(page).focus();
  await page.keyboard.press('f');
  await panel(page).getByRole('textbox', { name: 'Amount from' }).fill('ten');
  await panel(page).getByLabel('Due until').fill(dayFromToday(100));
  await panel(page).getByRole('button', { name: 'Apply' }).click();
  await expect(panel(page)).toContainText('“ten” is not an amount. Write it like 1,250.00.');
  await expect(panel(page).getByRole('textbox', { name: 'Amount from' })).toHaveValue('ten');

  await panel(page).getByRole('combobox', { name: 'Vendor' }).fill('quill');
  await page.getByRole('option', { name: 'Quillmark Studio' }).click();
  await panel(page)
    .getByRole('button', { name: /Currency/ })
    .click();
  await page.getByRole('option', { name: 'NOK' }).click();
  await panel(page).getByRole('textbox', { name: 'Amount from' }).fill('1,000.00');
  await page.keyboard.press('Enter');
  await expect(panel(page)).toHaveCount(0);
  await expect(sums(page)).toHaveText(/^1 bill\s*Due:\s*NOK\s1,250\.00$/);

  await chip(page, 'From NOK 1,000.00').click();
  await expect(sums(page)).toHaveText(/^2 bills\s*Due:\s*NOK\s1,330\.00$/);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save this view…' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Quillmark soon');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await chip(page, 'Vendor Quillmark Studio').press('Enter');
  await page.keyboard.press('Enter');
  await expect(chip(page, 'Vendor Quillmark Studio')).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Search bills' }).fill('');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Filter/ }).click();
  await panel(page).getByRole('switch', { name: 'Only bills with flags' }).press('Space');
  await panel(page).getByRole('combobox', { name: 'Vendor' }).fill('emile brødre');
  await page.keyboard.press('Tab');
  await panel(page).getByLabel('Due from').fill(dayFromToday(320));
  await panel(page).getByRole('button', { name: 'Apply' }).click();
  await expect(chip(page, 'Vendor Émile Brødre')).toBeVisible();
  await expect(chip(page, 'With flags')).toBeVisible();
  await expect(page.getByText('The filters hide every bill')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(grid(page).getByRole('row').nth(4)).toBeVisible();

  await page.reload();
  await expect(grid(page).getByRole('row').nth(4)).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('Quillmark soon');
  await page.keyboard.press('Enter');
  await expect(sums(page)).toHaveText(/^2 bills\s*Due:\s*NOK\s1,330\.00$/);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Rename or delete views…' }).click();
  await page.getByRole('textbox', { name: 'Name of view Quillmark soon' }).fill('Studio');
  await page.getByRole('button', { name: 'Rename view Quillmark soon' }).click();
  await expect(page.getByRole('textbox', { name: 'Name of view Studio' })).toBeVisible();
  await page.getByRole('button', { name: 'Delete view Studio' }).click();
  await expect(page.getByText('No saved views yet')).toBeVisible();
});

test('bills are sorted and grouped, what is searched is highlighted, and a skipped bill stays in the list', async ({
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
    'Overdue',
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
  await arrange(page, 'Order', /^Smallest first/);
  await arrange(page, 'Group by', /^No groups/);
  await expect.poll(() => lines(page)).toEqual(['BD-1', 'QS-2', 'QS-1', 'BD-2']);
  await expect(currentRow(page)).toContainText('BD-1');

  await grid(page).focus();
  for (const number of ['QS-2', 'QS-1', 'BD-2']) {
    await page.keyboard.press('s');
    await expect(detail(page)).toContainText(number);
  }
  await page.keyboard.press('s');
  await expect(page.getByText('That was the last bill of the list')).toBeVisible();
  await expect(statusBar(page)).toContainText('Nothing waiting to be sent');
  expect(await lines(page)).toEqual(['BD-1', 'QS-2', 'QS-1', 'BD-2']);

  const search = page.getByRole('searchbox', { name: 'Search bills' });
  await search.fill('1250 quill LOB qs-1');
  const found = billRow(page, 'QS-1');
  await expect(found.locator('mark')).toHaveText(['Quill', 'lob', 'QS-1', '1,250']);
  await expect(found.getByRole('gridcell', { name: 'NOK 1,250.00' })).toBeVisible();
  await search.fill('1,250.00');
  await expect(found.locator('mark')).toHaveText(['1,250.00']);
  await search.fill('émi');
  await expect(billRow(page, 'BD-1').locator('mark')).toHaveText(['Émi']);
});
