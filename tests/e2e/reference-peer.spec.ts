import {
  approvalRow,
  goTo,
  grid,
  openTab,
  search,
  statusBar,
  waitUntilSent,
  includeFlagged,
} from './actions.ts';
import {
  approvalIn,
  approveBill,
  drawn,
  expect,
  goOffline,
  numberedBills,
  patches,
  refresh,
  startOn,
  test,
} from './reference-peer.ts';

/** Approvals with a service that was written independently of Billfold. */

const unconfirmed = /Unconfirmed/;
const deleted = /deleted|no longer on the service|not found/i;

test('a bill that changed since it was read is never approved unseen: each field counts; paid, void and deleted differ; a bill changed back is sent once the user confirms it; and a missing organization is reported', async ({
  launch,
  serve,
}) => {
  const bills = numberedBills(11);
  const other = numberedBills(2).map((bill) => ({
    ...bill,
    id: `other-${bill.id}`,
    bill_number: `OTHER-${bill.id}`,
  }));
  const peer = await serve(bills, [{ id: 'org-2', name: 'Second', bills: other }]);
  const { page } = await startOn(launch, peer);
  const { records } = peer;
  const vendor = { ...Object(bills[0]?.['vendor']) };
  // No read shows the changes before all are approved, however long that takes.
  const failing = { status: 500, body: 'error', headers: 'quota', timing: 'now' } as const;
  peer.answerReads(() => failing);
  records.changeBill('bill-1', { vendor: { ...vendor, id: 'v-somebody-else' } });
  records.changeBill('bill-2', { vendor: { ...vendor, bank_account: { iban: 'YY99' } } });
  records.changeBill('bill-3', { memo: 'Pay to the new account' });
  records.changeBill('bill-4', { date: '2026-02-28' });
  records.changeBill('bill-5', { custom_fields: [{ name: 'cost center', value: '8' }] });
  // A new change date alone is no change of the bill.
  records.changeBill('bill-6', { updated_at: '2026-03-01T10:00:00Z' });
  records.changeBill('bill-7', { total_cents: 99_999_900, amount_due_cents: 99_999_900 });
  records.changeBill('bill-8', { total_cents: 2_000 });
  records.pay('bill-9');
  records.void('bill-10');
  records.remove('bill-11');
  for (const { bill_number: number } of bills) await approveBill(page, String(number));
  peer.answerReads(null);
  await refresh(page);

  for (const number of ['NR-01', 'NR-02', 'NR-03', 'NR-04', 'NR-05', 'NR-08'])
    await approvalIn(page, 'Needs attention', number);
  await expect(await approvalIn(page, 'Needs attention', 'NR-07')).toContainText('999,999.00');
  const paid = await approvalIn(page, 'Needs attention', 'NR-09');
  await expect(paid).toContainText(/paid/i);
  await expect(paid.getByText('Bill not found', { exact: true })).toBeHidden();
  const voided = await approvalIn(page, 'Needs attention', 'NR-10');
  await expect(voided).toContainText(/void/i);
  await expect(voided.getByText('Bill not found', { exact: true })).toBeHidden();
  await expect(await approvalIn(page, 'Needs attention', 'NR-11')).toContainText(deleted);
  await approvalIn(page, 'Sent', 'NR-06');
  expect(patches(peer)).toEqual([['bill-6', 1_000, true]]);

  records.changeBack('bill-8');
  await refresh(page);
  const back = await approvalIn(page, 'Needs attention', 'NR-08');
  await back.getByRole('button', { name: /Confirm and send/ }).click();
  await approvalIn(page, 'Sent', 'NR-08');
  const sent = [
    ['bill-6', 1_000, true],
    ['bill-8', 1_000, true],
  ];
  expect(patches(peer)).toEqual(sent);

  await goTo(page, 'Review');
  await search(page, '');
  await page.getByRole('button', { name: /Organization/ }).click();
  await page.getByRole('option', { name: 'Second' }).click();
  await expect(grid(page)).toContainText('OTHER-bill-1');
  await goOffline(page, peer);
  await approveBill(page, 'OTHER-bill-1');
  peer.readings.hidden.add('org-2');
  await peer.setReachable(true);
  await refresh(page);
  await approvalIn(page, 'Needs attention', 'OTHER-bill-1');
  expect(patches(peer)).toEqual(sent);
});

test('a plain confirmation is one PATCH with the version on screen; a 503 for an applied approval and a 200 without a confirmation are unconfirmed; another amount is reported', async ({
  launch,
  serve,
}) => {
  const peer = await serve(numberedBills(6));
  const answers = new Map([
    ['bill-2', drawn({ status: 503, body: 'html', headers: 'none' })],
    ['bill-3', drawn({ body: 'error', applied: false })],
    ['bill-4', drawn({ body: 'otherBill', applied: false })],
    ['bill-5', drawn({ body: 'portal', headers: 'none', applied: false })],
    ['bill-6', drawn({ body: 'changedAmount' })],
  ]);
  const order = ['bill-2', 'bill-3', 'bill-4', 'bill-5', 'bill-6'];
  const { page } = await startOn(launch, peer);
  for (const id of order) {
    peer.answerApprovals(() => answers.get(id) ?? null);
    const number = `NR-0${id.slice(-1)}`;
    await approveBill(page, number);
    const item = await approvalIn(page, 'Needs attention', number);
    await expect(item).toContainText(id === 'bill-6' ? '999,999.00' : unconfirmed);
  }
  peer.answerApprovals(null);
  // Approvals that would be resent by themselves must go before later ones.
  await approveBill(page, 'NR-01');
  await approvalIn(page, 'Sent', 'NR-01');
  await openTab(page, 'Sent');
  await expect(approvalRow(page, /NR-/)).toHaveCount(1);
  expect(patches(peer)).toEqual([
    ['bill-2', 1_000, true],
    ['bill-3', 1_000, false],
    ['bill-4', 1_000, false],
    ['bill-5', 1_000, false],
    ['bill-6', 1_000, true],
    ['bill-1', 1_000, true],
  ]);

  peer.records.changeBill('bill-2', { approval_state: 'approved', approved_at: '2026-12-01' });
  await refresh(page);
  const found = await approvalIn(page, 'Needs attention', 'NR-02');
  await expect(found).toContainText('now shows this bill as approved');
  await expect(found.getByRole('button', { name: 'Mark confirmed' })).toBeVisible();
});

/** This many may have been under way when the portal appeared, and three more are needed to notice it. */
const A_HANDFUL = 9;

test('a captive portal in the middle of sixty approvals costs a handful of them', async ({
  launch,
  serve,
}) => {
  const peer = await serve(numberedBills(60));
  const { page } = await startOn(launch, peer);
  const portal = drawn({ body: 'html', headers: 'none', applied: false });
  peer.answerApprovals(() => {
    const page_ = { status: 200, body: 'html', headers: 'none', timing: 'now' } as const;
    peer.answerReads(() => page_);
    return portal;
  });
  await grid(page).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('a');
  await includeFlagged(page);
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Approve 60/ })
    .click();
  await expect(statusBar(page)).toContainText(/needs? attention/);
  // Sending now waits for a read, which fails.
  const seen = peer.requests().length;
  await refresh(page);
  await expect.poll(() => peer.requests().length).toBeGreaterThan(seen);
  const lost = peer.ledger().length;
  expect(lost).toBeLessThanOrEqual(A_HANDFUL);

  peer.answerReads(null);
  peer.answerApprovals(null);
  await refresh(page);
  const applied = (): number => peer.ledger().filter((line) => line.applied).length;
  await expect.poll(applied, { timeout: 120_000 }).toBe(60 - lost);
  await waitUntilSent(page);
});
