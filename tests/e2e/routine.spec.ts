import type { Page } from '@playwright/test';
import {
  addBill,
  applied,
  billRow,
  chooseBill,
  dayFromToday,
  detail,
  goOffline,
  goTo,
  grid,
  payableBills,
  readNow,
  search,
  startSignedIn,
  statusBar,
  readBill,
} from './actions.ts';
import { expect, test } from './fixtures.ts';
import type { LaunchedApp } from './launched-app.ts';
import type { RunningSandbox } from './sandbox.ts';

const routineView = (page: Page) =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: /^Routine/ });

/** Monthly bills of a vendor, the last one unpaid. */
async function addMonthly(
  sandbox: RunningSandbox,
  name: string,
  last: Parameters<typeof addBill>[1] = {},
): Promise<void> {
  for (let ago = 6; ago >= 0; ago--) {
    await addBill(sandbox, {
      vendor: { id: `vendor-${name}`, name, category: 'Rent' },
      bill_number: `${name.slice(0, 2)}-${200 - ago}`,
      date: dayFromToday(-30 * ago - 2),
      due_date: dayFromToday(-30 * ago + 28),
      total_cents: 138_500,
      amount_due_cents: ago > 0 ? 0 : 138_500,
      ...(ago > 0 ? { status: 'paid' } : last),
    });
  }
}

test('R-102 the routine view is off until the user turns it on, gives the reason for each bill, and approves them in one action, offline', async ({
  launch,
  sandbox,
}) => {
  await addMonthly(sandbox, 'Alderway Estates', {
    total_cents: 140_000,
    amount_due_cents: 140_000,
  });
  await addMonthly(sandbox, 'Brightwell Rooms');
  await addMonthly(sandbox, 'Copperline Halls', { bill_number: 'X-900' });
  const { page } = await startSignedIn(launch, sandbox);
  await goOffline(page, sandbox);

  await chooseBill(page, 'X-900');
  await expect(detail(page)).toContainText(
    /Same amount as .* · number doesn’t follow · 30 days apart/,
  );
  await expect(detail(page)).toContainText('Not routine: number doesn’t follow');
  await search(page, '');

  await expect(routineView(page)).toHaveText('Routine');
  await routineView(page).click();
  await expect(billRow(page, 'Copperline Halls')).toHaveCount(0);
  await billRow(page, 'Alderway Estates').click();
  await expect(detail(page)).toContainText(
    /\+€15\.00 \(\+1\.1%\) vs\. .* · number \+1 · 30 days apart\s*Routine/,
  );
  await expect(page.getByRole('button', { name: /^Approve \d+$/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Turn on' }).click();
  const approve = page.getByRole('button', { name: /^Approve \d+$/ });
  await expect(approve).toBeVisible();
  await expect(routineView(page)).toHaveText(/^Routine\d+$/);

  const count = await grid(page)
    .getByRole('row')
    .filter({ hasText: /Estates|Rooms/ })
    .count();
  expect(count).toBe(2);
  await approve.focus();
  await page.keyboard.press('Enter');
  const summary = page.getByRole('alertdialog');
  await expect(
    summary.getByRole('listitem').filter({ hasText: /^Alderway Estates/ }),
  ).toContainText('number +1 · 30 days apart');
  await readBill(page);
  await page.keyboard.press('Enter');
  await expect(statusBar(page)).toContainText(/approvals? pending/);
  await expect(billRow(page, 'Alderway Estates')).toHaveCount(0);
  expect(await applied(sandbox)).toEqual({});
});

test('F-27, R-103 odd bills explain themselves, a flag can be switched off, and a payment without approval and a new price lead to their bills', async ({
  launch,
  sandbox,
}) => {
  await addMonthly(sandbox, 'Alderway Estates');
  await addMonthly(sandbox, 'Copperline Halls', {
    total_cents: 150_000,
    amount_due_cents: 150_000,
  });
  await addBill(sandbox, {
    vendor: { id: 'vendor-fake', name: 'Аlderway Estates', category: 'Rent' },
    bill_number: 'FAKE-1',
    date: dayFromToday(-1),
    due_date: dayFromToday(29),
  });
  await addMonthly(sandbox, 'Brightwell Rooms');
  await addOdd(sandbox, {
    id: 'vendor-Brightwell Rooms',
    name: 'Brightwell Rooms',
    category: 'Rent',
  });
  await addBill(sandbox, { bill_number: 'QS-7' });
  const app = await startSignedIn(launch, sandbox);
  await test.step('split bills, another currency, shorter terms and a future date explain themselves, and are listed by keyboard', () =>
    explainsOddBills(app.page));
  await test.step('a look-alike vendor is flagged until the user switches that flag off', () =>
    flagsLookAlike(app));
  await test.step('a bill that is paid without an approval from this computer is listed and amber until a way is chosen, also after a restart of the window', () =>
    listsPaidWithoutMe(app.page, sandbox));
  await test.step('the reports name vendors with a new price, which lead to their bills', () =>
    reportsNewPrice(app.page));
});

async function addOdd(
  sandbox: RunningSandbox,
  vendor: { id: string; name: string; category: string },
): Promise<void> {
  const today = { vendor, date: dayFromToday(0), due_date: dayFromToday(30) };
  await addBill(sandbox, { ...today, bill_number: 'SP-1', total_cents: 490_000 });
  await addBill(sandbox, { ...today, bill_number: 'SP-2', total_cents: 480_000 });
  await addBill(sandbox, { ...today, bill_number: 'OC-1', currency: 'CHF' });
  await addBill(sandbox, { ...today, bill_number: 'ST-1', due_date: dayFromToday(7) });
  await addBill(sandbox, {
    ...today,
    ...{ bill_number: 'FD-1', date: dayFromToday(10), due_date: dayFromToday(40) },
  });
}

async function explainsOddBills(page: Page): Promise<void> {
  for (const [number, sentence] of [
    ['SP-1', '2 bills within 1 day, €9,700.00 together. Each is just below €5,000.00.'],
    ['OC-1', 'First bill in CHF.'],
    ['ST-1', 'Due after 7 days. This vendor usually gives 30 days'],
    ['FD-1', 'is 10 days ahead.'],
  ] as const) {
    await chooseBill(page, number);
    await expect(
      detail(page).getByRole('region', { name: 'Check before approving' }),
    ).toContainText(sentence);
  }
  await search(page, 'is:split-bills');
  await expect(billRow(page, 'SP-')).toHaveCount(2);
  await expect(billRow(page, /OC-1|ST-1|FD-1/)).toHaveCount(0);
}

async function flagsLookAlike(app: LaunchedApp): Promise<void> {
  const { page } = app;
  await search(page, 'alderway');
  await expect(billRow(page, 'FAKE-1')).toContainText('Look-alike vendor');
  await billRow(page, 'FAKE-1').click();
  await expect(detail(page)).toContainText(
    'Looks like “Alderway Estates” (7 bills), but has a letter of another alphabet (U+0410).',
  );
  await goTo(page, 'Settings');
  const flag = page.getByRole('switch', { name: 'Look-alike vendor' });
  await flag.focus();
  // A system dialog asks, and its default is no.
  await page.keyboard.press('Space');
  await expect.poll(app.output).toContain('Billfold no longer shows these flags: ');
  await expect(flag).toBeChecked();
  await app.choose('Allow');
  // Main refuses a second question until its first answer has arrived, which a person can't outrun.
  await expect(async () => {
    await page.keyboard.press('Space');
    await expect(flag).not.toBeChecked({ timeout: 5_000 });
  }).toPass();
  await goTo(page, 'Review');
  await expect(billRow(page, 'FAKE-1')).not.toContainText('Look-alike vendor');
}

async function listsPaidWithoutMe(page: Page, sandbox: RunningSandbox): Promise<void> {
  await search(page, '');
  const view = page
    .getByRole('navigation', { name: 'Views' })
    .getByRole('link', { name: /^Paid without me/ });
  await view.click();
  await expect(page.getByText('Nothing paid without your approval')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await chooseBill(page, 'QS-7');
  const { id = '' } = (await payableBills(sandbox)).find(({ number }) => number === 'QS-7') ?? {};
  await sandbox.control.changeBill({
    billId: id,
    fields: { status: 'partially_paid', amount_due_cents: 50_000 },
  });
  await readNow(page);
  await expect(view).toHaveText(/1$/);
  await page.reload();
  await view.focus();
  await page.keyboard.press('Enter');
  await billRow(page, 'QS-7').click();
  const observed = detail(page).getByRole('status').filter({
    hasText: 'Paid without an approval from this computer',
  });
  await expect(observed).toContainText('How was it paid?');
  await page.keyboard.press('n');
  await page.keyboard.type('NOT by direct debit');
  await page.keyboard.press('Escape');
  await expect(observed).toContainText('How was it paid?');
  await detail(page).getByRole('button', { name: 'Direct debit' }).click();
  await expect(observed).toContainText('Direct debit.');
  await expect(detail(page).getByLabel('Note', { exact: true })).toHaveValue(
    'NOT by direct debit #direct-debit',
  );
}

async function reportsNewPrice(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Reports' }).click();
  await page.getByRole('tab', { name: /^EUR/ }).click();
  const changes = page.getByRole('table', { name: 'Price changes' });
  await expect(changes.getByRole('row', { name: /Copperline Halls/ })).toContainText(
    '€1,385.00€1,500.00+8.3%',
  );
  await changes.getByRole('link', { name: 'View bills from Copperline Halls' }).click();
  await expect(billRow(page, 'Co-200')).toBeVisible();
}
