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
  await expect(weeks.getByRole('row', { name: /^Overdue 2/ })).toContainText(/NOK\s60\.00/);
  await expect(weeks.getByRole('row', { name: /^This week 1/ })).toContainText(/NOK\s10\.00/);
  await expect(weeks.getByRole('row', { name: /^Later 1/ })).toContainText(/NOK\s5\.00/);
});

test('a vendor who is owed the most leads to its bills', async ({ launch, sandbox }) => {
  await addDue(sandbox, 3, 9_000);
  const { page } = await startSignedIn(launch, sandbox);
  await page.getByRole('link', { name: 'Insights' }).click();
  await page.getByRole('tab', { name: /^NOK/ }).click();
  await page.getByRole('link', { name: 'Show the bills of Quillmark Studio' }).click();
  await expect(page.getByRole('searchbox', { name: 'Search bills' })).toHaveValue(
    'Quillmark Studio',
  );
  await expect(grid(page).getByRole('row').filter({ hasText: 'QS3' })).toHaveCount(1);
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
