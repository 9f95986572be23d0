import type { Page } from '@playwright/test';
import {
  addBill,
  applied,
  approveCurrent,
  billRow,
  chooseBill,
  detail,
  grid,
  openTab,
  payableBills,
  readNow,
  search,
  startSignedIn,
  statusBar,
  waitUntilSent,
  readBill,
  resizeTo,
} from './actions.ts';
import { expect, test } from './fixtures.ts';
import type { RunningSandbox } from './sandbox.ts';
import { addDuplicate } from './screenshots/scenes/seed-data.ts';

const flagsOf = (page: Page) =>
  detail(page).getByRole('region', { name: 'Check before approving' });

test('a copy of a paid bill, an unusual amount, a new vendor and odd dates are explained, monthly bills are no copies, and no flag blocks approving', async ({
  launch,
  sandbox,
}) => {
  const number = await addDuplicate(sandbox);
  await addBill(sandbox, {
    vendor: { id: 'vendor-new', name: 'Nightjar Press', category: 'Print' },
    bill_number: 'NP-1',
    date: '2026-03-10',
    due_date: '2026-03-02',
    amount_due_cents: 130_000,
  });
  for (const month of [1, 2, 3, 4, 5, 6, 7, 8])
    await addBill(sandbox, {
      bill_number: `QS-${month}`,
      date: `2026-0${month}-10`,
      due_date: `2030-0${month}-28`,
      total_cents: month === 8 ? 200_000 : 20_000,
      ...(month < 7 ? { status: 'paid', amount_due_cents: 0 } : {}),
    });
  const { page } = await startSignedIn(launch, sandbox);
  await search(page, 'green folder');
  await billRow(page, 'Possible duplicate').click();
  await expect(flagsOf(page)).toContainText(
    `Likely duplicate. Same vendor, number, date, and total as ${number} (paid).`,
  );
  await compareWithCopy(page);
  await decideAboutCopy(page, number);

  await chooseBill(page, 'NP-1');
  await expect(billRow(page, 'NP-1')).toContainText('Due exceeds total');
  await expect(billRow(page, 'NP-1')).toContainText('and 2 more flags');
  await expect(flagsOf(page).getByRole('listitem')).toHaveText([
    /Amount due \(€1,300\.00\) exceeds the total \(€1,250\.00\)\./,
    /Due date \(Monday, March 2, 2026\) is before the bill date \(Tuesday, March 10, 2026\)\./,
    /No bill from Nightjar Press has been paid yet\./,
  ]);
  await grid(page).focus();
  await readBill(page);
  await page.keyboard.press('a');
  await expect(statusBar(page)).toContainText('1 approval pending');

  await search(page, 'QS-');
  await expect(billRow(page, 'QS-')).toHaveCount(2);
  await expect(billRow(page, 'Possible duplicate')).toHaveCount(0);
  await billRow(page, 'QS-8').click();
  await expect(flagsOf(page)).toContainText(
    '10 times this vendor’s usual €200.00 (median of 7 bills).',
  );
  await expect(billRow(page, 'QS-8')).toContainText('Unusual amount');
  await knowVendor(page);
});

test('P-72 a refused approval of a likely paid bill is sent again only after the question about its copy', async ({
  launch,
  sandbox,
}) => {
  const number = await addDuplicate(sandbox);
  await sandbox.control.addFault({
    match: { method: 'PATCH', path: '/api/v1/bills/*' },
    fault: { kind: 'status', status: 422 },
  });
  const { page } = await startSignedIn(launch, sandbox);
  const asks = page.getByRole('alertdialog', { name: `Likely already paid: ${number}` });
  await search(page, 'green folder');
  await billRow(page, 'Possible duplicate').click();
  await readBill(page);
  await page.keyboard.press('a');
  await asks.getByRole('button', { name: 'Approve anyway' }).click();
  await expect(statusBar(page)).toContainText('1 needs attention');
  await openTab(page, 'Needs attention');
  const resend = page.getByRole('button', { name: 'Resend' });
  await resend.click();
  await expect(asks).toContainText('Same vendor, number, date, and total. Approve anyway?');
  await page.keyboard.press('Escape');
  await expect(asks).toHaveCount(0);
  await expect(statusBar(page)).toContainText('1 needs attention');
  await resend.click();
  await asks.getByRole('button', { name: 'Approve anyway' }).click();
  await expect(asks).toHaveCount(0);
});

/** Compares the two bills side by side, and opens the other one from the dialog. */
async function compareWithCopy(page: Page): Promise<void> {
  await flagsOf(page).getByRole('button', { name: 'Compare bills' }).click();
  const dialog = page.getByRole('dialog', { name: 'Compare possible duplicate' });
  for (const [field, verdict] of [
    ['Total', 'Same'],
    ['Bill number', 'Same (different format)'],
    ['Status', 'Different'],
  ] as const)
    await expect(
      dialog
        .getByRole('row')
        .filter({ has: page.getByRole('rowheader', { name: field, exact: true }) }),
    ).toContainText(verdict);
  await dialog.getByRole('link', { name: /^Open / }).click();
  await expect(dialog).toHaveCount(0);
  await expect(detail(page)).toContainText('Paid. No approval needed');
}

/** Approving a likely paid bill asks first. The decision about the comparison is stored. */
async function decideAboutCopy(page: Page, number: string): Promise<void> {
  const asks = page.getByRole('alertdialog', { name: `Likely already paid: ${number}` });
  // Go back to the copy.
  await grid(page).focus();
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(flagsOf(page)).toBeVisible();
  await readBill(page);
  await page.keyboard.press('a');
  await expect(asks).toContainText('Same vendor, number, date, and total. Approve anyway?');
  await page.keyboard.press('Escape');
  await expect(asks).toHaveCount(0);
  // The question about the copy also comes if the bill is selected.
  for (const key of ['x', 'a']) await page.keyboard.press(key);
  await expect(asks).toBeVisible();
  for (const _ of ['question', 'selection']) await page.keyboard.press('Escape');
  await expect(statusBar(page)).toContainText('No pending approvals');

  await flagsOf(page).getByRole('button', { name: 'Compare bills' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Not a duplicate' }).click();
  await expect(billRow(page, 'Possible duplicate')).toHaveCount(0);
  await page.reload();
  await search(page, 'green folder');
  await expect(detail(page)).toContainText('You marked it as not a duplicate of');
  await detail(page).getByRole('button', { name: 'Undo' }).click();
  await expect(billRow(page, 'Possible duplicate')).toBeVisible();
  await flagsOf(page).getByRole('button', { name: 'Compare bills' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Hide as duplicate' }).click();
  await expect(billRow(page, 'green folder')).toHaveCount(0);
}

/** The vendor panel shows the facts about the vendor, and leads to its bills. */
async function knowVendor(page: Page): Promise<void> {
  const panel = detail(page).getByRole('region', { name: /^Vendor/ });
  const recent = detail(page).getByRole('region', { name: 'Recent bills' });
  await expect(panel).toContainText('2 open, 6 paid');
  await expect(panel.getByRole('list').first()).toHaveText(/€2,200\.00/);
  await expect(panel).toContainText('€200.00 (median of 7 earlier bills)');
  await expect(recent.getByRole('img', { name: 'Totals of the last 8 bills' })).toBeVisible();
  await expect(recent.getByRole('listitem').getByRole('link')).toHaveText([
    /^QS-7/,
    /^QS-6/,
    /^QS-5/,
    /^QS-4/,
    /^QS-3/,
  ]);
  await panel.getByRole('button', { name: 'Vendor details' }).click();
  await expect(panel).toContainText('vendor-quillmark');
  await recent.getByRole('link', { name: /^QS-6/ }).click();
  await expect(detail(page)).toContainText('Paid. No approval needed');
  await detail(page).getByRole('link', { name: 'View all 8 bills' }).click();
  await expect(billRow(page, 'QS-')).toHaveCount(8);
  await expect(page.getByText('8 bills', { exact: true }).first()).toBeVisible();
  // The usual amount is that of earlier bills, so the vendor's first bill has none.
  await billRow(page, 'QS-1').click();
  await expect(panel).toContainText('Typical billNot enough earlier bills');
  await expect(panel).toContainText('Last paid billQS-6, dated');
}

test('L-13 a flag takes no room from the memo, and the bulk summary names the flagged bills', async ({
  launch,
  sandbox,
}) => {
  const memo = 'Insurance of both vans, instalment two of four';
  await addBill(sandbox, {
    vendor: { id: 'vendor-new', name: 'Nightjar Press', category: 'Print' },
    bill_number: 'NP-1',
    memo,
    date: '2030-03-10',
    due_date: '2030-04-09',
    amount_due_cents: 130_000,
  });
  await addBill(sandbox, { bill_number: 'QS-1', memo: 'the lobby', amount_due_cents: 130_000 });
  await addBill(sandbox, { bill_number: 'QS-2', memo: 'the roof' });
  const { page } = await startSignedIn(launch, sandbox);
  await test.step('a bill’s facts are in view above Approve in the smallest window', () =>
    showsFlagAndFacts(page, memo));
  await page.setViewportSize({ width: 1360, height: 860 });
  await test.step('the bulk summary leaves out the bills that changed while it was open', () =>
    summarizesFlagged(page, sandbox));
});

async function showsFlagAndFacts(page: Page, memo: string): Promise<void> {
  await search(page, 'NP-1');
  const cell = billRow(page, 'NP-1').getByRole('gridcell');
  const flag = cell.getByTitle(/Due exceeds total.*New vendor/);
  for (const [width, height, minPx] of [
    [1360, 860, 160],
    [1024, 640, 160],
    [640, 400, 120],
  ] as const) {
    await resizeTo(page, width, height);
    await expect(flag).toBeVisible();
    const box = await cell.getByText(memo).boundingBox();
    expect(box?.width).toBeGreaterThanOrEqual(minPx);
  }
  await page.setViewportSize({ width: 1024, height: 640 });
  await billRow(page, 'NP-1').click();
  const facts = ['Memo', memo, 'Due date', 'Apr 9, 2030', 'Bill date', 'Mar 10, 2030', 'Net 30'];
  const approve = await detail(page)
    .getByRole('button', { name: /^Approve/ })
    .boundingBox();
  expect((approve?.y ?? 640) + (approve?.height ?? 0)).toBeLessThanOrEqual(640);
  for (const fact of facts) {
    const shown = detail(page).locator('.bill-facts').getByText(fact);
    await expect(shown).toBeInViewport({ ratio: 1 });
    expect((await shown.boundingBox())?.y).toBeLessThan(approve?.y ?? 0);
  }
}

async function summarizesFlagged(page: Page, sandbox: RunningSandbox): Promise<void> {
  const summary = page.getByRole('alertdialog');
  await search(page, 'Quillmark');
  await expect(billRow(page, 'QS-')).toHaveCount(2);
  await grid(page).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('a');
  await expect(summary).toContainText('No bills to approve together');
  await expect(summary.getByRole('button', { name: /^Approve/ })).toBeDisabled();
  await summary.getByRole('button', { name: 'Include flagged' }).click();
  await expect(summary).toContainText('Approve 2 bills?');
  await expect(
    summary.getByRole('listitem').filter({ hasText: /^Quillmark Studio QS-1/ }),
  ).toContainText(
    /Quillmark Studio QS-1 €1,300\.00.*Due exceeds total\. Amount due \(€1,300\.00\) exceeds the total/,
  );
  await expect(summary.getByRole('button', { name: 'Leave out flagged' })).toBeVisible();
  const changed = (await payableBills(sandbox)).find(({ number }) => number === 'QS-2');
  await sandbox.control.changeBill({
    billId: changed?.id ?? '',
    fields: { memo: 'new bank account' },
  });
  // Simulates a background sync, because the summary covers the button.
  await page
    .getByRole('button', { name: 'Refresh', includeHidden: true })
    .first()
    .dispatchEvent('click');
  await expect(page.locator('.bill-row', { hasText: 'new bank account' })).toHaveCount(1);
  await summary.getByRole('button', { name: 'Approve 2 bills' }).click();
  await expect(page.getByText('1 bill was not approved')).toBeVisible();
  await expect(statusBar(page)).toContainText('1 approval pending');

  // The bulk approval that empties a list ends with its result.
  await grid(page).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('a');
  await summary.getByRole('button', { name: 'Include flagged' }).click();
  await summary.getByRole('button', { name: 'Approve 1 bill' }).click();
  const done = page.locator('.empty').filter({ hasText: 'Nothing left in this list.' });
  await expect(done).toContainText('1 approved');
  await expect(done).toContainText('€1,250.00');
  await done.getByRole('button', { name: 'Undo' }).click();
  await expect(billRow(page, 'QS-2')).toBeVisible();
}

test('P-52 a bill raised after its approval returns with the reason, and is approved again', async ({
  launch,
  sandbox,
}) => {
  await addBill(sandbox, { bill_number: 'QS-1' });
  const bills = await payableBills(sandbox);
  const id = bills.find(({ number }) => number === 'QS-1')?.id ?? '';
  const app = await startSignedIn(launch, sandbox);
  const { page } = app;
  await chooseBill(page, 'QS-1');
  await approveCurrent(page);
  await waitUntilSent(page);
  await expect(billRow(page, 'QS-1')).toHaveCount(0);
  await sandbox.control.changeBill({ billId: id, fields: { total_cents: 999_900 } });
  await readNow(page);
  await expect(billRow(page, 'QS-1')).toContainText('Changed after approval');
  await billRow(page, 'QS-1').click();
  await expect(flagsOf(page)).toContainText(
    /You approved €1,250\.00 on .*\. Since then: total €1,250\.00 → €9,999\.00\./,
  );
  expect(await applied(sandbox)).toEqual({ [id]: 1 });
  await app.choose('Approve');
  await approveCurrent(page);
  expect(app.output()).toContain('This bill was approved before.');
  await waitUntilSent(page);
  expect(await applied(sandbox)).toEqual({ [id]: 2 });
  await expect(billRow(page, 'QS-1')).toHaveCount(0);
});
