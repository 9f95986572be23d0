import { expect, type Page } from '@playwright/test';
import {
  chooseAuditLog,
  chooseUndo,
  firstOrganization,
  goOffline,
  goTo,
  grid,
  openTab,
  payableBills,
  readAll,
  readNow,
  signIn,
  statusBar,
  waitUntilSent,
  readBill,
} from '../../actions.ts';
import type { RunningSandbox } from '../../sandbox.ts';
import type { Scene } from '../screenshot.ts';
import type { Stage } from '../stage.ts';

const escape = ({ page }: Stage) => page.keyboard.press('Escape');

async function focusFirst(page: Page): Promise<void> {
  await goTo(page, 'Review');
  await grid(page).focus();
  await page.keyboard.press('Home');
}

async function approveFirst(page: Page, count: number): Promise<void> {
  await focusFirst(page);
  for (let done = 1; done <= count; done++) {
    await readBill(page);
    await page.keyboard.press('a');
    await expect(statusBar(page)).toContainText(`${done} approval`);
  }
}

/** Changes the bill of the first pending approval. */
async function changeFirst(sandbox: RunningSandbox): Promise<void> {
  const [bill] = await payableBills(sandbox);
  await sandbox.control.changeBill({
    billId: bill?.id ?? '',
    fields: { total_cents: 412_000, amount_due_cents: 412_000 },
  });
}

/** How often the last list of payable bills was read. */
async function readings(sandbox: RunningSandbox): Promise<number> {
  const { requests } = await sandbox.control.ledger();
  return requests.filter(
    ({ query, status }) => query.includes('status=partially_paid') && status === 200,
  ).length;
}

/** Number of approvals that the service has confirmed. */
async function confirmations(sandbox: RunningSandbox): Promise<number> {
  const { requests } = await sandbox.control.ledger();
  return requests.filter(({ method, status }) => method === 'PATCH' && status === 200).length;
}

/** Problems: no network, odd bills, refused and lost approvals. */
export const trouble: Scene = {
  name: 'trouble',
  sandbox: { bills: '120' },
  open: async (stage) => {
    await stage.sandbox.control.addFault({
      // After the front of the first pull, whose bills are read once more.
      match: { path: '/api/v1/bills', nth: 3 },
      fault: { kind: 'malformedBill', how: 'textAmount', position: 0 },
    });
    stage.consent();
    await stage.start();
    await signIn(stage.page);
    await readAll(stage.app, stage.sandbox);
    // From here on nothing is sent by itself while a picture is taken.
    await stage.app.choose('Allow');
    await chooseUndo(stage.page, /^Off/);
  },
  screenshots: [
    {
      name: 'malformed',
      shows: ['MalformedBanner'],
      reach: async ({ page }) => {
        await expect(page.getByText(/couldn’t be loaded and can’t be approved here/)).toBeVisible();
      },
    },
    {
      name: 'malformed-bills',
      shows: ['MalformedDialog'],
      reach: async ({ page }) => {
        await page.getByRole('button', { name: 'View', exact: true }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
      },
      leave: async (stage) => {
        await escape(stage);
        await stage.sandbox.control.clearFaults();
        await readNow(stage.page);
        await expect(stage.page.getByText(/couldn’t be loaded and can’t/)).toBeHidden();
      },
    },
    {
      name: 'offline',
      shows: ['StatusBar', 'ListMessages'],
      reach: async ({ page, sandbox }) => {
        await goOffline(page, sandbox);
        await grid(page).focus();
        await page.keyboard.press('Home');
      },
    },
    {
      name: 'approvals-offline',
      shows: ['ApprovalsScreen', 'ApprovalDetail', 'ApprovalGrid'],
      reach: async ({ page }) => {
        await approveFirst(page, 3);
        await openTab(page, 'Pending');
      },
    },
    {
      name: 'approval-history',
      shows: ['ApprovalHistory'],
      reach: async ({ page }) => {
        await expect(page.getByText('Approved in Billfold').first()).toBeVisible();
      },
    },
    {
      name: 'sign-out-waiting',
      shows: ['SignOutDialog'],
      reach: async ({ page }) => {
        await goTo(page, 'Settings');
        await page.getByRole('button', { name: 'Sign out' }).click();
        await expect(page.getByRole('alertdialog')).toContainText('sent yet');
      },
      leave: escape,
    },
    {
      name: 'approvals-changed',
      shows: ['ApprovalAttention'],
      reach: async ({ page, sandbox }) => {
        await changeFirst(sandbox);
        await sandbox.control.comeBack();
        await openTab(page, 'Needs attention');
        await expect(page.getByRole('table', { name: 'Changes' })).toBeVisible();
        await expect(statusBar(page)).toContainText('No pending approvals');
      },
    },
    {
      name: 'approvals-attention',
      shows: ['ForAll', 'ApprovalDecisions'],
      reach: async ({ page, sandbox }) => {
        await sandbox.control.addFault({
          match: { method: 'PATCH', nth: 1 },
          fault: { kind: 'dropAfterApply', reset: true },
        });
        await sandbox.control.addFault({
          match: { method: 'PATCH', nth: 2 },
          fault: { kind: 'status', status: 422 },
        });
        await focusFirst(page);
        await readBill(page);
        // The approval may have been sent before it could be seen as pending.
        await page.keyboard.press('a');
        await expect(statusBar(page)).toContainText('2 need');
        await readBill(page);
        await page.keyboard.press('a');
        await expect(statusBar(page)).toContainText('3 need');
        await openTab(page, 'Needs attention');
      },
    },
    {
      name: 'confirm',
      shows: ['ConfirmAction'],
      reach: async ({ page }) => {
        await page.getByRole('button', { name: /^Discard \d/ }).click();
        await expect(page.getByRole('alertdialog')).toBeVisible();
      },
      leave: escape,
    },
    {
      name: 'paid-otherwise',
      shows: ['PaidOtherwise'],
      reach: async ({ page, sandbox }) => {
        const { approvals } = await sandbox.control.ledger();
        const billId = approvals.at(-1)?.billId ?? '';
        const fields = { total_cents: 987_600, amount_due_cents: 987_600 };
        await sandbox.control.changeBill({ billId, fields });
        await sandbox.control.pay({ billId });
        await goTo(page, 'Review');
        await readNow(page);
        await openTab(page, 'Needs attention');
        await page.keyboard.press('j');
        await expect(page.getByText('The bill has been paid since')).toBeVisible();
      },
    },
    {
      name: 'approvals-sent',
      shows: ['ApprovalsScreen', 'TodaysProgress'],
      reach: ({ page }) => openTab(page, 'Sent'),
    },
    {
      name: 'journal',
      shows: ['AuditLogMenu'],
      reach: async ({ page }) => {
        await chooseAuditLog(page, 'Verify audit log');
        await expect(page.getByText('Audit log verified', { exact: true })).toBeVisible();
      },
    },
    {
      name: 'records',
      shows: ['RecordsDialog'],
      reach: async ({ page }) => {
        await chooseAuditLog(page, 'Approval records (PDF)…');
        await expect(page.getByRole('dialog')).toContainText('2 approvals');
      },
      leave: escape,
    },
    {
      name: 'session-ended',
      shows: ['SessionBanner'],
      reach: async (stage) => {
        await stage.sandbox.control.revokeSignIns();
        await stage.start();
        await expect(stage.page.getByText('Your session has expired')).toBeVisible();
      },
    },
    {
      name: 'kept-approvals',
      shows: ['EarlierApprovals'],
      reach: async ({ page, sandbox }) => {
        await approveFirst(page, 1);
        const before = await readings(sandbox);
        await signIn(page);
        await expect(page.getByRole('alertdialog', { name: /previous session/ })).toBeVisible();
        await expect.poll(() => readings(sandbox)).toBeGreaterThan(before);
      },
      leave: async ({ app, page, sandbox }) => {
        const before = await confirmations(sandbox);
        await app.choose('Send');
        await page.getByRole('button', { name: 'Send under my account' }).click();
        // The status bar also says *nothing waiting* before the choice.
        await expect.poll(() => confirmations(sandbox)).toBeGreaterThan(before);
        await waitUntilSent(page);
      },
    },
    {
      name: 'limit',
      shows: ['LimitDialog'],
      reach: async (stage) => {
        await goTo(stage.page, 'Settings');
        for (const field of await stage.page
          .getByRole('textbox', { name: /^Never in bulk above/ })
          .all()) {
          const name = (await field.getAttribute('aria-label')) ?? '';
          await field.fill('0');
          await field.press('Enter');
          await expect(stage.page.locator('.toasts')).toContainText(`Saved: ${name}`);
        }
        await goTo(stage.page, 'Review');
        await stage.sandbox.control.revokeSignIns();
        await stage.start();
        await expect(stage.page.getByText('Your session has expired')).toBeVisible();
        await approveFirst(stage.page, 2);
        await signIn(stage.page);
        await stage.page.getByRole('button', { name: 'Send under my account' }).click();
        await expect(stage.page.getByText(/not sent: above your bulk limit/)).toBeVisible();
      },
      leave: escape,
    },
    {
      name: 'inbox-empty',
      shows: ['NoBills', 'EmptyState', 'AllCaughtUp'],
      reach: async ({ page, sandbox }) => {
        const organizationId = await firstOrganization(sandbox);
        for (const { id, status } of await sandbox.control.bills({ organizationId }))
          if (status !== 'void' && status !== 'paid') await sandbox.control.pay({ billId: id });
        // A bill on screen would stay there, as paid.
        await goTo(page, 'Approvals');
        await readNow(page);
        await goTo(page, 'Review');
        await expect(page.getByText('All caught up')).toBeVisible();
      },
    },
    {
      name: 'reports-empty',
      shows: ['ReportsScreen'],
      reach: async ({ page }) => {
        await page.getByRole('link', { name: /^Reports/ }).click();
        await expect(page.getByText('No unpaid bills')).toBeVisible();
      },
    },
  ],
};
