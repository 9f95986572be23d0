import type { Page } from '@playwright/test';
import { connectedTo, grid, readAll, startSignedIn } from './actions.ts';
import { expect, test } from './fixtures.ts';
import { startSandbox, type RunningSandbox } from './sandbox.ts';

const vendor = { id: 'vendor-new', name: 'Quillmark Studio', category: 'Design' };

/** Bills of one currency nobody else uses, due so many days from today on this computer. */
async function addDue(sandbox: RunningSandbox, days: number, cents: number): Promise<void> {
  const [organization] = await sandbox.control.organizations();
  const due = new Date(Date.now() + days * 86_400_000);
  const local = new Date(due.getTime() - due.getTimezoneOffset() * 60_000);
  await sandbox.control.addBill({
    organizationId: organization?.id ?? '',
    fields: {
      vendor,
      bill_number: `QS${days}`,
      date: '2026-01-02',
      due_date: local.toISOString().slice(0, 10),
      total_cents: cents,
      amount_due_cents: cents,
      currency: 'NOK',
      status: 'open',
    },
  });
}

const insights = (page: Page) => page.getByRole('heading', { name: 'Insights', level: 1 });

test('what is owed is shown by age and by week, each currency by itself, with a table behind each chart', async ({
  launch,
  sandbox,
}) => {
  await addDue(sandbox, -100, 4_000);
  await addDue(sandbox, -10, 2_000);
  await addDue(sandbox, 0, 1_000);
  await addDue(sandbox, 200, 500);
  const { page } = await startSignedIn(launch, sandbox);
  await page.keyboard.press('g');
  await page.keyboard.press('n');
  await expect(insights(page)).toBeVisible();
  await page.getByRole('tab', { name: /^NOK/ }).click();

  await expect(
    page.getByRole('img', { name: /NOK\s60\.00 of NOK\s75\.00 is overdue/ }),
  ).toBeVisible();
  const open = page.getByRole('button', { name: 'Overdue amounts as a table' });
  await open.focus();
  await page.keyboard.press('Enter');
  const aging = page.getByRole('table', { name: /by how long they are overdue/ });
  await expect(aging.getByRole('row')).toHaveText([
    /Overdue\s*Bills\s*Amount due/,
    /Not overdue\s*2\s*NOK\s15\.00/,
    /1–30 days\s*1\s*NOK\s20\.00/,
    /31–60 days\s*0\s*NOK\s0\.00/,
    /61–90 days\s*0\s*NOK\s0\.00/,
    /Over 90 days\s*1\s*NOK\s40\.00/,
    /Total\s*4\s*NOK\s75\.00/,
  ]);
  await page.getByRole('button', { name: 'Weeks as a table' }).click();
  const weeks = page.getByRole('table', { name: /by the week/ });
  await expect(weeks.getByRole('row').filter({ hasText: /^Overdue/ })).toContainText(/NOK\s60\.00/);
  await expect(weeks.getByRole('row').filter({ hasText: /^This week/ })).toContainText(
    /NOK\s10\.00/,
  );
  await expect(weeks.getByRole('row').filter({ hasText: /^Later/ })).toContainText(/NOK\s5\.00/);
});

test('figures lead to their bills: a column by mouse, a line of a table by keyboard, a vendor', async ({
  launch,
  sandbox,
}) => {
  await addDue(sandbox, -3, 2_000);
  await addDue(sandbox, -2, 1_000);
  await addDue(sandbox, 300, 9_000);
  const { page } = await startSignedIn(launch, sandbox);
  const sums = page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /\d bills?/ });
  const showNok = async (): Promise<void> => {
    await page.getByRole('link', { name: 'Insights' }).click();
    await page.getByRole('tab', { name: /^NOK/ }).click();
  };
  await showNok();
  await page
    .getByRole('link', { name: 'Show the 2 bills 1–30 days overdue in NOK' })
    .first()
    .click();
  await expect(sums).toHaveText(/^2 bills\s*Due:\s*NOK\s30\.00$/);
  await expect(page.getByRole('button', { name: 'Remove filter: Currency NOK' })).toBeVisible();

  await showNok();
  await page.getByRole('button', { name: 'Weeks as a table' }).click();
  const later = page
    .getByRole('table', { name: /by the week/ })
    .getByRole('link', { name: /later/ });
  await later.focus();
  await page.keyboard.press('Enter');
  await expect(sums).toHaveText(/^1 bill\s*Due:\s*NOK\s90\.00$/);

  await showNok();
  await page.getByRole('link', { name: 'Show the 3 bills of Quillmark Studio in NOK' }).click();
  await expect(sums).toHaveText(/^3 bills\s*Due:\s*NOK\s120\.00$/);
  await expect(grid(page).getByRole('row').filter({ hasText: 'QS300' })).toHaveCount(1);
  await page.getByRole('button', { name: 'Remove filter: Vendor Quillmark Studio' }).click();
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(sums).not.toHaveText(/^3 bills/);
});

test('with nothing to pay, Insights says so and leads back', async ({ launch }) => {
  const sandbox = await startSandbox({ bills: '30' });
  try {
    for (const { id } of await sandbox.control.organizations()) {
      for (const bill of await sandbox.control.bills({ organizationId: id })) {
        if (bill.status !== 'void') await sandbox.control.removeBill({ billId: bill.id });
      }
    }
    const app = await launch(connectedTo(sandbox));
    await app.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await readAll(app, sandbox);
    await app.page.getByRole('link', { name: 'Insights' }).click();
    await expect(app.page.getByText('Nothing to pay')).toBeVisible();
    await app.page.getByRole('link', { name: 'Go to Review' }).click();
    await expect(app.page.getByRole('searchbox', { name: 'Search bills' })).toBeVisible();
  } finally {
    await sandbox.close();
  }
});
