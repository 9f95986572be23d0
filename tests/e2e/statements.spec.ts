import type { Page } from '@playwright/test';
import {
  addBill,
  applied,
  billRow,
  dayFromToday,
  detail,
  goOffline,
  grid,
  startSignedIn,
} from './actions.ts';
import { expect, test } from './fixtures.ts';
import type { RunningSandbox } from './sandbox.ts';

const kestrel = { id: 'vendor-kestrel', name: 'Kestrel Papers', category: 'Office' };
const plover = { id: 'vendor-plover', name: 'Plover Stationers', category: 'Office' };

async function addPast(
  sandbox: RunningSandbox,
  vendor: typeof kestrel,
  number: string,
  cents: number,
  more: Parameters<typeof addBill>[1] = {},
): Promise<void> {
  await addBill(sandbox, {
    ...{ vendor, bill_number: number, total_cents: cents, amount_due_cents: cents },
    ...{ date: dayFromToday(-20), due_date: dayFromToday(-2), ...more },
  });
}

const openReport = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('link', { name: 'Reports', exact: true }).click();
  await page.getByRole('navigation', { name: 'Reports' }).getByRole('link', { name }).click();
};

const choose = (page: Page, name: string, text: string | Buffer): Promise<void> =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

test('B-14 offline, a statement is compared line by line, and the cash planner opens the bills that fit in Review', async ({
  launch,
  sandbox,
}) => {
  await addForStatement(sandbox);
  await addForPlanner(sandbox);
  const { page } = await startSignedIn(launch, sandbox);
  await goOffline(page, sandbox);
  await test.step('after one question about its columns, each line of the statement opens its bill', () =>
    comparesStatement(page));
  await test.step('the cash planner marks what fits, says what becomes overdue, and opens the chosen bills in Review without approving them', () =>
    plansCash(page));
  expect(await applied(sandbox)).toEqual({});
});

async function addForStatement(sandbox: RunningSandbox): Promise<void> {
  await addPast(sandbox, kestrel, 'KP-1', 10_000);
  await addPast(sandbox, kestrel, 'KP-2', 20_000);
  await addPast(sandbox, kestrel, 'KP-3', 30_000, { status: 'paid', amount_due_cents: 0 });
  await addPast(sandbox, kestrel, 'KP-4', 40_000);
}

async function comparesStatement(page: Page): Promise<void> {
  await openReport(page, 'Vendor statement');
  await choose(page, 'statement.pdf', '%PDF-1.7');
  await expect(page.getByRole('alert')).toContainText('This is a PDF');
  const day = dayFromToday(-20).split('-').toReversed().join('.');
  const rows = ['kp 1;100,00', 'KP-2;250,00', 'KP3;300,00', 'KP-9;90,00'];
  const csv = `Kundenbeleg;Wann;Euro\n${rows.map((row) => row.replace(';', `;${day};`)).join('\n')}`;
  await choose(page, 'Kestrel Papers.csv', csv);
  await expect(page.getByRole('combobox', { name: 'Vendor' })).toHaveValue('Kestrel Papers');
  const columns = page.getByRole('region', { name: 'Which column is which?' });
  await expect(columns.getByRole('button', { name: /Content of Euro/ })).toContainText('Amount');
  const compare = columns.getByRole('button', { name: 'Compare' });
  await compare.focus();
  await page.keyboard.press('Enter');

  const group = (name: string) => page.getByRole('table', { name });
  await expect(group('Open there, not here (1)')).toContainText('KP3');
  await expect(group('Missing here (1)')).toContainText('KP-9');
  await expect(group('Different amount (1)')).toContainText('€50.00');
  await expect(group('Not on the statement (1)')).toContainText('KP-4');
  await expect(page.getByRole('button', { name: 'Same (1)' })).toBeVisible();

  await group('Different amount (1)').getByRole('link', { name: 'View KP-2' }).click();
  await expect(detail(page)).toContainText('KP-2');
  await openReport(page, 'Vendor statement');
  await expect(group('Different amount (1)')).toBeVisible();
  // Remembered for the vendor: the next statement asks nothing.
  await page.getByRole('button', { name: 'Close statement' }).click();
  await choose(page, 'next, Kestrel Papers.csv', csv);
  await expect(group('Missing here (1)')).toBeVisible();
}

async function addForPlanner(sandbox: RunningSandbox): Promise<void> {
  const soon = { due_date: dayFromToday(0), currency: 'CHF' };
  // Without an earlier bill, each is the first of a new vendor, which only the user may select.
  const earlier = { date: dayFromToday(-60), due_date: dayFromToday(-50), amount_due_cents: 0 };
  await addPast(sandbox, plover, 'PS-0', 12_000, { ...soon, ...earlier, status: 'paid' });
  await addPast(sandbox, plover, 'PS-1', 10_000, { ...soon, due_date: dayFromToday(-9) });
  await addPast(sandbox, plover, 'PS-2', 20_000, { ...soon, due_date: dayFromToday(-8) });
  await addPast(sandbox, plover, 'PS-3', 5_000, soon);
  await addPast(sandbox, plover, 'PS-4', 1_000, { ...soon, due_date: dayFromToday(60) });
}

async function plansCash(page: Page): Promise<void> {
  await openReport(page, 'Cash planner');
  await page.getByRole('tab', { name: /^CHF/ }).click();
  const row = (number: string) => page.getByRole('row').filter({ hasText: number });
  await page.getByRole('textbox', { name: 'Available (CHF)' }).fill('160');
  await page.keyboard.press('Enter');
  await expect(row('PS-1').getByRole('checkbox')).toBeChecked();
  await expect(row('PS-2')).toContainText('Doesn’t fit');
  await expect(row('PS-2')).toContainText('Overdue since');
  await expect(row('PS-3')).toContainText('CHF 150.00');
  await expect(row('PS-4')).toContainText('Due later');
  await expect(page.getByText('CHF 10.00 left', { exact: false })).toBeVisible();
  await expect(page.getByText('1 bill stays overdue (CHF 200.00).')).toBeVisible();

  await page.getByRole('textbox', { name: 'Available (CHF)' }).fill('-5');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Enter an amount such as', { exact: false })).toBeVisible();
  await expect(row('PS-1').getByRole('checkbox')).toBeChecked();
  await page.getByRole('textbox', { name: 'Available (CHF)' }).fill('160');
  await page.keyboard.press('Enter');

  await row('PS-2')
    .getByRole('button', { name: /Priority of Plover Stationers PS-2/ })
    .click();
  await page.getByRole('option', { name: 'Bill first' }).click();
  await expect(row('PS-1').getByRole('checkbox')).toBeChecked();
  await page.getByRole('checkbox', { name: / PS-4$/ }).focus();
  await page.keyboard.press('Space');
  await expect(row('PS-4')).toContainText('CHF 160.00');

  await page.getByRole('button', { name: 'Review 3 bills' }).click();
  await expect(grid(page).locator('[aria-selected=true]')).toHaveCount(3);
  await expect(billRow(page, 'PS-2')).toHaveAttribute('aria-selected', 'false');
}
