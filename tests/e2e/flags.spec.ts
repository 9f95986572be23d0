import type { Page } from '@playwright/test';
import { z } from 'zod';
import {
  billRow,
  chooseBill,
  connectedTo,
  detail,
  startSignedIn,
  statusBar,
  untilViewed,
} from './actions.ts';
import { expect, test } from './fixtures.ts';
import type { RunningSandbox } from './sandbox.ts';

const flagsOf = (page: Page) => detail(page).getByRole('region', { name: 'Worth a second look' });

async function firstOrganization(sandbox: RunningSandbox): Promise<string> {
  const [organization] = await sandbox.control.organizations();
  return organization?.id ?? '';
}

async function billsWith(sandbox: RunningSandbox, status: string) {
  const bills = await sandbox.control.bills({ organizationId: await firstOrganization(sandbox) });
  return bills.filter((bill) => bill.status === status);
}

type NewBill = NonNullable<Parameters<RunningSandbox['control']['addBill']>[0]['fields']>;

const vendorSchema = z.object({ id: z.string(), name: z.string(), category: z.string() });

async function add(sandbox: RunningSandbox, fields: NewBill): Promise<void> {
  await sandbox.control.addBill({ organizationId: await firstOrganization(sandbox), fields });
}

const newcomer = { id: 'vendor-new', name: 'Quillmark Studio', category: 'Design' };

test('a bill that was paid before is flagged, and stands beside the one it copies', async ({
  launch,
  sandbox,
}) => {
  const [paid] = await billsWith(sandbox, 'paid');
  const number = String(paid?.['bill_number']);
  await add(sandbox, {
    vendor: vendorSchema.parse(paid?.['vendor']),
    bill_number: `Invoice ${number.toLowerCase()}`,
    date: String(paid?.['date']),
    due_date: '2030-01-31',
    total_cents: Number(paid?.['total_cents']),
    amount_due_cents: Number(paid?.['total_cents']),
    currency: String(paid?.['currency']),
    status: 'open',
    memo: 'entered twice',
  });
  const { page } = await startSignedIn(launch, sandbox);
  await page.getByRole('searchbox', { name: 'Search bills' }).fill('entered twice');
  await expect(billRow(page, 'Duplicate?')).toHaveCount(1);
  await billRow(page, 'Duplicate?').click();
  await expect(flagsOf(page)).toContainText(
    `Very likely a duplicate: vendor, number, bill date, and total are the same as on bill ${number} (paid).`,
  );

  await flagsOf(page).getByRole('button', { name: 'Compare side by side' }).click();
  const dialog = page.getByRole('dialog', { name: 'Is it the same bill?' });
  const line = (field: string) =>
    dialog
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: field, exact: true }) });
  await expect(line('Total')).toContainText('Same');
  await expect(line('Bill number')).toContainText('Same, written differently');
  await expect(line('Status')).toContainText('Differs');
  await dialog.getByRole('link', { name: 'Open the other bill' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(detail(page)).toContainText('Paid: nothing to approve');
});

test('flags explain themselves, and never stand in the way of approving', async ({
  launch,
  sandbox,
}) => {
  await add(sandbox, {
    vendor: newcomer,
    bill_number: 'QS-1',
    date: '2026-03-10',
    due_date: '2026-03-02',
    total_cents: 125_000,
    amount_due_cents: 130_000,
    currency: 'EUR',
    status: 'open',
  });
  const { page } = await startSignedIn(launch, sandbox);
  await chooseBill(page, 'QS-1');
  await expect(billRow(page, 'QS-1')).toContainText('Above total');
  await expect(billRow(page, 'QS-1')).toContainText('and 2 more flags');
  await expect(flagsOf(page).getByRole('listitem')).toHaveText([
    /The amount due, €1,300\.00, is more than the total, €1,250\.00\./,
    /It is due on Monday, March 2, 2026, before its own date, Tuesday, March 10, 2026\./,
    /This is the first bill of Quillmark Studio\./,
  ]);
  await page.getByRole('grid', { name: 'Bills' }).focus();
  await page.keyboard.press('a');
  await expect(statusBar(page)).toContainText('1 approval waiting');
});

test('an amount far from what the vendor usually bills is said to be, with the median and its base', async ({
  launch,
  sandbox,
}) => {
  for (let month = 1; month <= 7; month++) {
    await add(sandbox, {
      vendor: newcomer,
      bill_number: `QS-${month}`,
      date: `2026-0${month}-10`,
      due_date: `2026-0${month}-28`,
      total_cents: 20_000,
      amount_due_cents: 0,
      currency: 'EUR',
      status: 'paid',
    });
  }
  await add(sandbox, {
    vendor: newcomer,
    bill_number: 'QS-8',
    date: '2026-08-10',
    due_date: '2030-08-28',
    total_cents: 200_000,
    amount_due_cents: 200_000,
    currency: 'EUR',
    status: 'open',
  });
  const { page } = await startSignedIn(launch, sandbox);
  await chooseBill(page, 'QS-8');
  await expect(flagsOf(page)).toContainText(
    'Unusually high: €2,000.00 is 10 times the usual €200.00 of this vendor, the median of 7 earlier bills.',
  );
  await expect(billRow(page, 'QS-8')).toContainText('Unusual');
});

test('a bill that changed since you last looked says what changed, after a restart too, and not at the next look', async ({
  launch,
  sandbox,
}, testInfo) => {
  const profileDir = testInfo.outputPath('profile');
  const [bill] = await billsWith(sandbox, 'open');
  const number = String(bill?.['bill_number']);
  const app = await startSignedIn(launch, sandbox, { profileDir });
  await chooseBill(app.page, number);
  await expect(flagsOf(app.page).filter({ hasText: 'Changed since' })).toHaveCount(0);
  await untilViewed(app.page, bill?.id ?? '');
  await app.close();

  await sandbox.control.changeBill({
    billId: bill?.id ?? '',
    fields: { memo: 'new bank account' },
  });
  const again = await launch(connectedTo(sandbox, { profileDir }));
  const { page } = again;
  await page.getByRole('searchbox', { name: 'Search bills' }).fill(number);
  await page.getByRole('button', { name: 'Read bills now' }).first().click();
  await expect(billRow(page, number)).toContainText('Changed', { timeout: 20_000 });
  await billRow(page, number).click();
  await expect(flagsOf(page)).toContainText(
    /Changed since you last looked, .*is now “new bank account”/,
  );
  await page.waitForTimeout(1_500);
  await expect(flagsOf(page)).toContainText('Changed since you last looked');
  // Passed over, it is as new as before: only what was looked at for a while is known.
  await expect(async () => {
    await page.getByRole('searchbox', { name: 'Search bills' }).fill('');
    await page.getByRole('grid', { name: 'Bills' }).focus();
    await page.keyboard.press('End');
    await chooseBill(page, number);
    await expect(billRow(page, number)).not.toContainText('Changed', { timeout: 1_500 });
  }).toPass();
});

test('monthly bills of the same amount are not called duplicates', async ({ launch, sandbox }) => {
  for (const month of ['07', '08', '09']) {
    await add(sandbox, {
      vendor: newcomer,
      bill_number: `QS-2026-${month}`,
      date: `2026-${month}-10`,
      due_date: `2030-${month}-28`,
      total_cents: 20_000,
      amount_due_cents: 20_000,
      currency: 'EUR',
      status: 'open',
    });
  }
  const { page } = await startSignedIn(launch, sandbox);
  await page.getByRole('searchbox', { name: 'Search bills' }).fill('Quillmark');
  await expect(billRow(page, 'QS-2026')).toHaveCount(3);
  await expect(billRow(page, 'QS-2026-07')).toContainText('New vendor');
  await expect(billRow(page, 'New vendor')).toHaveCount(1);
  await expect(billRow(page, 'Duplicate?')).toHaveCount(0);
});
