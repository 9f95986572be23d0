import { cpSync, rmSync } from 'node:fs';
import { goTo, grid, openTab, statusBar, waitUntilSent } from './actions.ts';
import {
  approvalIn,
  approveBill,
  connectedToOpponent,
  drawn,
  expect,
  goOffline,
  numberedBills,
  patches,
  refresh,
  startOn,
  test,
} from './opponent.ts';

/** What becomes of approvals, at a service that was not written by those who wrote Billfold. */

const unconfirmed = /Not sure|Unconfirmed/;
const deleted = /deleted|no longer on the service|not found/i;

test('a plain service: the approval arrives once, with what was on the screen', async ({
  launch,
  serve,
}) => {
  const opponent = await serve(numberedBills(3));
  const { page } = await startOn(launch, opponent);
  await approveBill(page, 'NR-02');
  await waitUntilSent(page);
  expect(patches(opponent)).toEqual([['bill-2', 1_000, true]]);
});

test('online, a bill that was changed after it was read is not approved unseen', async ({
  launch,
  serve,
}) => {
  const opponent = await serve(numberedBills(3));
  const { page } = await startOn(launch, opponent);
  const change = { total_cents: 99_999_900, amount_due_cents: 99_999_900 };
  opponent.books.changeBill('bill-2', change);
  await approveBill(page, 'NR-02');
  const item = await approvalIn(page, 'Needs attention', 'NR-02');
  await expect(item).toContainText('999,999.00');
  expect(patches(opponent)).toEqual([]);
});

test('every field that was on the screen counts: vendor, bank account, memo, date, and those the page does not name', async ({
  launch,
  serve,
}) => {
  const bills = numberedBills(6);
  const opponent = await serve(bills);
  const { page } = await startOn(launch, opponent);
  const [first] = bills;
  const vendor = { ...Object(first?.['vendor']) };
  opponent.books.changeBill('bill-1', { vendor: { ...vendor, id: 'v-somebody-else' } });
  opponent.books.changeBill('bill-2', { vendor: { ...vendor, bank_account: { iban: 'YY99' } } });
  opponent.books.changeBill('bill-3', { memo: 'Pay to the new account' });
  opponent.books.changeBill('bill-4', { date: '2026-02-28' });
  opponent.books.changeBill('bill-5', { custom_fields: [{ name: 'cost center', value: '8' }] });
  // Only when it was changed is no change of the bill.
  opponent.books.changeBill('bill-6', { updated_at: '2026-03-01T10:00:00Z' });
  for (const number of ['NR-01', 'NR-02', 'NR-03', 'NR-04', 'NR-05', 'NR-06']) {
    await approveBill(page, number);
  }
  for (const number of ['NR-01', 'NR-02', 'NR-03', 'NR-04', 'NR-05']) {
    await approvalIn(page, 'Needs attention', number);
  }
  await approvalIn(page, 'Sent', 'NR-06');
  expect(patches(opponent)).toEqual([['bill-6', 1_000, true]]);
});

test('a 503 to what was carried out: one PATCH, and the approval is unconfirmed', async ({
  launch,
  serve,
}) => {
  const opponent = await serve(numberedBills(3));
  const answers = [drawn({ status: 503, body: 'html', headers: 'none' })];
  opponent.answerApprovals(() => answers.shift() ?? null);
  const { page } = await startOn(launch, opponent);
  await approveBill(page, 'NR-01');
  const item = await approvalIn(page, 'Needs attention', 'NR-01');
  await expect(item).toContainText(unconfirmed);
  // Whatever would be sent again by itself goes before what is approved later.
  await approveBill(page, 'NR-02');
  await approvalIn(page, 'Sent', 'NR-02');
  expect(patches(opponent)).toEqual([
    ['bill-1', 1_000, true],
    ['bill-2', 1_000, true],
  ]);
});

test('a 200 that is no yes of the service is never called one', async ({ launch, serve }) => {
  const opponent = await serve(numberedBills(3));
  const answers = [
    drawn({ body: 'error', applied: false }),
    drawn({ body: 'otherBill', applied: false }),
    drawn({ body: 'portal', headers: 'none', applied: false }),
  ];
  opponent.answerApprovals(() => answers.shift() ?? null);
  const { page } = await startOn(launch, opponent);
  const numbers = ['NR-01', 'NR-02', 'NR-03'];
  for (const number of numbers) await approveBill(page, number);
  for (const number of numbers) {
    const item = await approvalIn(page, 'Needs attention', number);
    await expect(item).toContainText(unconfirmed);
  }
  await openTab(page, 'Sent');
  await expect(page.getByRole('listitem', { name: /NR-/ })).toHaveCount(0);
});

test('an answer with another amount: approved, and the difference is told', async ({
  launch,
  serve,
}) => {
  const opponent = await serve(numberedBills(2));
  opponent.answerApprovals(() => drawn({ body: 'changedAmount' }));
  const { page } = await startOn(launch, opponent);
  await approveBill(page, 'NR-01');
  const item = await approvalIn(page, 'Needs attention', 'NR-01');
  await expect(item).toContainText('999,999.00');
  expect(patches(opponent)).toEqual([['bill-1', 1_000, true]]);
});

test('paid, voided and deleted elsewhere are three things', async ({ launch, serve }) => {
  const opponent = await serve(numberedBills(4));
  const { page } = await startOn(launch, opponent);
  opponent.books.pay('bill-1');
  opponent.books.void('bill-2');
  opponent.books.remove('bill-3');
  for (const number of ['NR-01', 'NR-02', 'NR-03']) await approveBill(page, number);
  const paid = await approvalIn(page, 'Needs attention', 'NR-01');
  await expect(paid).toContainText(/paid/i);
  await expect(paid).not.toContainText(deleted);
  const voided = await approvalIn(page, 'Needs attention', 'NR-02');
  await expect(voided).toContainText(/void/i);
  await expect(voided).not.toContainText(deleted);
  await expect(await approvalIn(page, 'Needs attention', 'NR-03')).toContainText(deleted);
  expect(patches(opponent)).toEqual([]);
});

test('a bill that is changed and changed back goes on by itself', async ({ launch, serve }) => {
  const opponent = await serve(numberedBills(2));
  const { page } = await startOn(launch, opponent);
  opponent.books.changeBill('bill-1', { total_cents: 2_000 });
  await approveBill(page, 'NR-01');
  await approvalIn(page, 'Needs attention', 'NR-01');
  opponent.books.changeBack('bill-1');
  await refresh(page);
  await approvalIn(page, 'Sent', 'NR-01');
  expect(patches(opponent)).toEqual([['bill-1', 1_000, true]]);
});

/** So many may have been under way when the portal came, and three more to notice. */
const A_HANDFUL = 9;

test('a captive portal in the middle of sixty approvals costs a handful of them', async ({
  launch,
  serve,
}) => {
  test.setTimeout(120_000);
  const opponent = await serve(numberedBills(60));
  const { page } = await startOn(launch, opponent);
  const portal = drawn({ body: 'html', headers: 'none', applied: false });
  opponent.answerApprovals(() => {
    const page_ = { status: 200, body: 'html', headers: 'none', timing: 'now' } as const;
    opponent.answerReads(() => page_);
    return portal;
  });
  await grid(page).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('a');
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Approve 60/ })
    .click();
  await expect(statusBar(page)).toContainText(/needs? attention/, { timeout: 40_000 });
  // A read that fails is what it waits for now.
  const seen = opponent.requests().length;
  await refresh(page);
  await expect.poll(() => opponent.requests().length).toBeGreaterThan(seen);
  const lost = opponent.ledger().length;
  expect(lost).toBeLessThanOrEqual(A_HANDFUL);

  opponent.answerReads(null);
  opponent.answerApprovals(null);
  await refresh(page);
  const applied = (): number => opponent.ledger().filter((line) => line.applied).length;
  await expect.poll(applied, { timeout: 60_000 }).toBe(60 - lost);
});

test('a profile that was copied and put back sends nothing twice by itself', async ({
  launch,
  serve,
}, testInfo) => {
  const profileDir = testInfo.outputPath('profile');
  const copy = testInfo.outputPath('copy');
  const opponent = await serve(numberedBills(3));
  const first = await startOn(launch, opponent, { profileDir });
  await goOffline(first.page, opponent);
  await approveBill(first.page, 'NR-01');
  await first.close();
  cpSync(profileDir, copy, { recursive: true });
  await opponent.setReachable(true);
  const second = await launch(connectedToOpponent(opponent, { profileDir }));
  await expect.poll(() => opponent.timesApplied('bill-1'), { timeout: 40_000 }).toBe(1);
  await waitUntilSent(second.page);
  await second.close();
  rmSync(profileDir, { recursive: true });
  cpSync(copy, profileDir, { recursive: true });
  const third = await launch(connectedToOpponent(opponent, { profileDir }));
  await approvalIn(third.page, 'Needs attention', 'NR-01');
  // What is approved now is sent, so that what was put back could have been.
  await approveBill(third.page, 'NR-02');
  await expect.poll(() => opponent.timesApplied('bill-2'), { timeout: 40_000 }).toBe(1);
  expect(patches(opponent)).toEqual([
    ['bill-1', 1_000, true],
    ['bill-2', 1_000, true],
  ]);
});

test('approvals of an organization that is gone need attention, and say so', async ({
  launch,
  serve,
}) => {
  const other = numberedBills(2).map((bill) => ({
    ...bill,
    id: `other-${bill.id}`,
    bill_number: `OTHER-${bill.id}`,
  }));
  const opponent = await serve(numberedBills(2), [{ id: 'org-2', name: 'Second', bills: other }]);
  const { page } = await startOn(launch, opponent);
  await page.getByRole('button', { name: /Organization/ }).click();
  await page.getByRole('option', { name: 'Second' }).click();
  await expect(grid(page)).toContainText('OTHER-bill-1', { timeout: 20_000 });
  await goOffline(page, opponent);
  await approveBill(page, 'OTHER-bill-1');
  opponent.readings.hidden.add('org-2');
  await opponent.setReachable(true);
  await refresh(page);
  await approvalIn(page, 'Needs attention', 'OTHER-bill-1');
  await goTo(page, 'Review');
  expect(patches(opponent)).toEqual([]);
});
