import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import {
  addBill,
  billRow,
  chooseBill,
  dayFromToday,
  firstOrganization,
  goTo,
  grid,
  openTab,
  readBill,
  readNow,
  search,
  startSignedIn,
  statusBar,
} from './actions.ts';
import { expect, test } from './fixtures.ts';
import { vendorSchema } from './screenshots/scenes/seed-data.ts';

const summary = (page: Page) => page.getByRole('alertdialog');

test('the user’s own limits ask again, refuse in bulk, and approve unflagged bills at once; a bill opens in the service', async ({
  launch,
  sandbox,
}) => {
  const app = await startSignedIn(launch, sandbox);
  const { page } = app;
  // A vendor with earlier bills: the bills of a new vendor would be flagged.
  const [known] = await sandbox.control.bills({ organizationId: await firstOrganization(sandbox) });
  const vendor = vendorSchema.parse(known?.['vendor']);
  const added = [
    { bill_number: 'LIM-1', total_cents: 10_00 },
    { bill_number: 'LIM-2', total_cents: 20_00 },
    { bill_number: 'LIM-3', total_cents: 99_000_00 },
  ];
  // Due in a week, which is next week on any day, whatever day weeks begin with.
  const same = { vendor, currency: 'CHF', due_date: dayFromToday(7) };
  for (const fields of added) await addBill(sandbox, { ...fields, ...same });
  await readNow(page);
  await search(page, 'LIM-');
  await expect(billRow(page, 'LIM-3')).toBeVisible();

  await goTo(page, 'Settings');
  await leaveTwoLimitsAtOnce(page);
  // A higher limit is confirmed outside the window, in a dialog whose default is no.
  const askAbove = page.getByRole('textbox', { name: 'Ask again above, CHF' });
  await askAbove.fill('50');
  await askAbove.press('Enter');
  await expect
    .poll(app.output)
    .toMatch(/An approval limit is raised or removed\..*1\.00.*→.*50\.00/s);
  await expect(askAbove).toHaveValue('1.00');
  await app.choose('Allow');
  for (const [name, amount] of [
    ['Ask again above, CHF', '50'],
    ['Never in bulk above, CHF', '15'],
    ['One-step batch up to, CHF', '15'],
  ] as const) {
    const field = page.getByRole('textbox', { name });
    await field.fill('a lot');
    await field.press('Enter');
    await expect(field).toHaveAccessibleDescription(/^Enter an amount such as 1,000/);
    await field.fill(amount);
    await field.press('Enter');
    await expect(field).toHaveValue(`${amount}.00`);
    await expect(page.getByText(`Saved: ${name}`).first()).toBeVisible();
  }
  const [log = ''] = globSync(join(app.profileDir, 'journal', '*.jsonl'));
  expect(readFileSync(log, 'utf8')).toContain('"kind":"weakened","settings":[{"name":"limits"');
  const address = page.getByRole('textbox', { name: 'Bill page URL' });
  await address.fill('https://books.example/bills/{id}');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeHidden();
  expect(app.output()).toContain('Open bills at https://books.example in your browser?');

  await goTo(page, 'Review');
  await chooseBill(page, 'LIM-3');
  await grid(page).focus();
  await readBill(page);
  // The system's dialog is answered with its default, which is no.
  await page.keyboard.press('a');
  await expect.poll(app.output).toMatch(/Approve .*99,000\.00.*LIM-3.*above your limit/s);
  await expect(statusBar(page)).toContainText('No pending approvals');
  await expect(billRow(page, 'LIM-3')).toBeVisible();

  await search(page, 'LIM-');
  await grid(page).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('a');
  await expect(summary(page)).toContainText('2 bills are above your limit “Never in bulk above”');
  await summary(page).getByRole('button', { name: 'Approve 1, leave out 2' }).click();
  await expect(statusBar(page)).toContainText('1 approval pending');
  await page.getByRole('button', { name: /Undo/ }).click();
  await expect(statusBar(page)).toContainText('No pending approvals');

  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('unflagged');
  await page.keyboard.press('Enter');
  await expect(summary(page)).toContainText(/LIM-1/);
  await summary(page).getByRole('button', { name: 'Cancel' }).click();
  await grid(page).getByText('Approve unflagged…').click();
  await summary(page)
    .getByRole('button', { name: /^Approve \d bill/ })
    .click();
  await expect(billRow(page, 'LIM-1')).toHaveCount(0);
  await expect(billRow(page, 'LIM-2')).toBeVisible();
  await expect(grid(page).getByRole('rowheader')).toContainText('2 left');
  await grid(page).getByText('Approve unflagged…').click();
  await expect(page.getByText('No unflagged bills within your limit here')).toBeVisible();
  await openTab(page, 'Pending');
  await expect(page.getByRole('button', { name: /^Open in / })).toBeVisible();
  await seeTheDayDone(page);
});

/** Leaving two fields in a row, before the first is on disk, keeps both limits. */
async function leaveTwoLimitsAtOnce(page: Page): Promise<void> {
  const fields = page.getByRole('textbox', { name: /CHF$/ });
  await fields.nth(0).fill('1');
  await fields.nth(1).evaluate((input: HTMLInputElement) => {
    const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
    input.focus();
    value?.set?.call(input, '2');
    input.dispatchEvent(new Event('input', { bubbles: true }));
    input.blur();
  });
  await expect(fields.nth(1)).toHaveValue('2.00');
  await expect(fields.nth(0)).toHaveValue('1.00');
}

/** Approves all that can be approved at once and hides the rest. The list then shows the day's total. */
async function seeTheDayDone(page: Page): Promise<void> {
  await goTo(page, 'Review');
  await search(page, '');
  await grid(page).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('a');
  await summary(page).getByRole('button', { name: 'Include flagged' }).click();
  await summary(page)
    .getByRole('button', { name: /^Approve \d+/ })
    .click();
  await expect(billRow(page, /LIM-[23]/)).toHaveCount(2);
  await grid(page).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('d');
  await expect(page.getByText('All caught up')).toBeVisible();
  const figures = page.getByRole('list', { name: 'Today' });
  await expect(
    figures.getByRole('link', { name: /^Approved today \d+ .*CHF\s10\.00/ }),
  ).toBeVisible();
  await expect(figures.getByRole('link', { name: /^Due next week \d+ / })).toBeVisible();
  await figures.getByRole('link', { name: 'Hidden 2' }).click();
  await expect(billRow(page, /LIM-[23]/)).toHaveCount(2);
}
