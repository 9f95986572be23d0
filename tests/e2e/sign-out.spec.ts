import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import {
  applied,
  approveCurrent,
  chooseBill,
  detail,
  goOffline,
  goTo,
  grid,
  openTab,
  payableBills,
  signIn,
  startSignedIn,
  statusBar,
  waitUntilSent,
} from './actions.ts';
import { expect, test } from './fixtures.ts';
import type { LaunchedApp } from './launched-app.ts';
import type { RunningSandbox } from './sandbox.ts';

let profileDir: string;
test.beforeEach(() => {
  profileDir = mkdtempSync(join(tmpdir(), 'billfold-'));
});
test.afterEach(() => {
  rmSync(profileDir, { recursive: true, force: true, maxRetries: 5 });
});

const signOutDialog = (page: Page) => page.getByRole('alertdialog', { name: 'Sign out?' });
const keptDialog = (page: Page) =>
  page.getByRole('alertdialog', { name: /from an earlier sign-in/ });

async function openSignOut(page: Page): Promise<void> {
  await goTo(page, 'Settings');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(signOutDialog(page)).toBeVisible();
}

async function leave(page: Page): Promise<void> {
  await signOutDialog(page).getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
}

/** Approves the first bills with the service cut off, so that they wait. */
async function approveOffline(page: Page, sandbox: RunningSandbox, count: number) {
  await goOffline(page, sandbox);
  const bills = (await payableBills(sandbox)).slice(0, count);
  for (const { number } of bills) {
    await chooseBill(page, number);
    await approveCurrent(page);
  }
  await expect(statusBar(page)).toContainText(`${count} approvals waiting`);
  return bills;
}

/** What is left on disk of tokens, cached bills and the journal. */
async function leftovers({ page }: LaunchedApp) {
  const databases = await page.evaluate(async () =>
    (await indexedDB.databases()).map(({ name }) => name ?? ''),
  );
  const tokensPath = join(profileDir, 'tokens.json');
  const tokens: unknown = existsSync(tokensPath)
    ? JSON.parse(readFileSync(tokensPath, 'utf8'))
    : null;
  return {
    tokens,
    // The connection in use has a new, empty cache until the next sign-in fills it.
    bills: await storedBills(page, databases),
    journal: globSync(join(profileDir, 'journal', '*')).map((path) => readFileSync(path, 'utf8')),
  };
}

/** Rows that look like bills in any database but the outbox. */
async function storedBills(page: Page, databases: readonly string[]): Promise<number> {
  const caches = databases.filter((name) => !name.includes('outbox'));
  return page.evaluate(async (names) => {
    const done = <Value>(request: IDBRequest<Value>): Promise<Value> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(new Error(String(request.error))));
      });
    let count = 0;
    for (const name of names) {
      const database = await done(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const rows: unknown[] = await done(database.transaction(store).objectStore(store).getAll());
        count += rows.filter((row) => JSON.stringify(row).includes('bill_number')).length;
      }
      database.close();
    }
    return count;
  }, caches);
}

test('signing out with approvals waiting counts them; send first sends them all, then signs out', async ({
  launch,
  sandbox,
}) => {
  const app = await startSignedIn(launch, sandbox, { profileDir });
  const { page } = app;
  const bills = await approveOffline(page, sandbox, 2);
  await sandbox.control.comeBack();
  await expect(statusBar(page)).toContainText('Online', { timeout: 40_000 });
  const third = (await payableBills(sandbox)).find(({ id }) => bills.every((b) => b.id !== id));
  await goTo(page, 'Review');
  await chooseBill(page, third?.number ?? '');
  await approveCurrent(page);
  await openSignOut(page);
  const dialog = signOutDialog(page);
  await expect(dialog).toContainText(/approvals? (is|are) not confirmed by the service yet/);
  await dialog.getByRole('radio', { name: /Send them first/ }).check();
  await dialog.getByRole('button', { name: 'Send now' }).click();
  await expect(dialog).toContainText('All sent.', { timeout: 40_000 });
  await leave(page);
  const expected = [...bills, third].map((bill) => [bill?.id ?? '', 1]);
  expect(await applied(sandbox)).toEqual(Object.fromEntries(expected));
});

test('offline, sending first is not offered, and the reason is said', async ({
  launch,
  sandbox,
}) => {
  const { page } = await startSignedIn(launch, sandbox, { profileDir });
  await approveOffline(page, sandbox, 2);
  await openSignOut(page);
  await expect(page.getByRole('radio', { name: /Send them first/ })).toBeDisabled();
  await expect(signOutDialog(page)).toContainText('the service cannot be reached');
});

test('discard asks for the word; then nothing of it is ever sent, and the story is kept', async ({
  launch,
  sandbox,
}) => {
  const { page } = await startSignedIn(launch, sandbox, { profileDir });
  const bills = await approveOffline(page, sandbox, 2);
  await openSignOut(page);
  const dialog = signOutDialog(page);
  await dialog.getByRole('radio', { name: /Discard them/ }).check();
  const confirm = dialog.getByRole('button', { name: 'Sign out', exact: true });
  await expect(confirm).toBeDisabled();
  await dialog.getByRole('textbox', { name: /Type/ }).fill('discard');
  await leave(page);
  await sandbox.control.comeBack();
  await signIn(page);
  await expect(keptDialog(page)).toBeHidden();
  await openTab(page, 'Canceled');
  for (const { number } of bills) await expect(page.getByText(number).first()).toBeVisible();
  expect(await applied(sandbox)).toEqual({});
});

test('signing out wipes tokens and bills, never the journal, and signing in again leads to Review', async ({
  launch,
  sandbox,
}) => {
  const app = await startSignedIn(launch, sandbox, { profileDir });
  const { page } = app;
  const [bill] = await payableBills(sandbox);
  await chooseBill(page, bill?.number ?? '');
  await approveCurrent(page);
  await waitUntilSent(page);
  const before = await leftovers(app);
  await openSignOut(page);
  await expect(signOutDialog(page)).toContainText('Nothing is waiting to be sent');
  await leave(page);
  const after = await leftovers(app);
  expect({
    hadBills: before.bills > 0,
    hadTokens: JSON.stringify(before.tokens).includes('"sealed"'),
    journalStays: after.journal.join('\n') === before.journal.join('\n'),
    journalHasIt: after.journal.join('\n').includes(bill?.id ?? '?'),
    bills: after.bills,
    tokens: after.tokens,
  }).toEqual({
    hadBills: true,
    hadTokens: true,
    journalStays: true,
    journalHasIt: true,
    bills: 0,
    tokens: null,
  });
  await signIn(page);
  expect(await page.evaluate(() => location.hash)).toBe('#/review');
});

test.describe('R-38 kept for the next sign-in: it asks before anything of them is sent', () => {
  /** Two approvals kept over a sign-out; the next sign-in is there. */
  async function keepTwo(
    launch: Parameters<typeof startSignedIn>[0],
    sandbox: RunningSandbox,
  ): Promise<{ readonly page: Page; readonly ids: readonly string[] }> {
    const { page } = await startSignedIn(launch, sandbox, { profileDir });
    const bills = await approveOffline(page, sandbox, 2);
    await openSignOut(page);
    await signOutDialog(page)
      .getByRole('radio', { name: /Keep them/ })
      .check();
    await leave(page);
    await expect(page.getByText('2 approvals are kept on this computer')).toBeVisible();
    await sandbox.control.comeBack();
    await signIn(page);
    await expect(keptDialog(page)).toContainText('2 approvals from an earlier sign-in', {
      timeout: 20_000,
    });
    await expect(statusBar(page)).toContainText('Bills read', { timeout: 30_000 });
    expect(await applied(sandbox)).toEqual({});
    return { page, ids: bills.map(({ id }) => id) };
  }

  test('R-38 send as me: each is sent once, under the new sign-in', async ({ launch, sandbox }) => {
    const { page, ids } = await keepTwo(launch, sandbox);
    await keptDialog(page).getByRole('button', { name: 'Send under my account' }).click();
    await expect(keptDialog(page)).toBeHidden();
    await expect
      .poll(async () => Object.keys(await applied(sandbox)).length, { timeout: 40_000 })
      .toBe(ids.length);
    await waitUntilSent(page);
    const { timesApproved, approvals, requests } = await sandbox.control.ledger();
    const newest = requests.findLast(({ signInId }) => signInId !== null)?.signInId;
    expect({ timesApproved, by: new Set(approvals.map(({ signInId }) => signInId)) }).toEqual({
      timesApproved: Object.fromEntries(ids.map((id) => [id, 1])),
      by: new Set([newest]),
    });
  });

  test('R-38 keep waiting: nothing is sent, and they need attention under Approvals', async ({
    launch,
    sandbox,
  }) => {
    const { page } = await keepTwo(launch, sandbox);
    await keptDialog(page).getByRole('button', { name: 'Decide later' }).click();
    await openTab(page, 'Needs attention');
    await expect(page.getByRole('button', { name: 'Send 2 under my account' })).toBeVisible();
    await goTo(page, 'Review');
    const others = await payableBills(sandbox);
    await chooseBill(page, others[5]?.number ?? '');
    await approveCurrent(page);
    await waitUntilSent(page);
    expect(await applied(sandbox)).toEqual({ [others[5]?.id ?? '']: 1 });
  });

  test('R-38 withdraw: the bills come back to Review, and nothing is sent', async ({
    launch,
    sandbox,
  }) => {
    const { page } = await keepTwo(launch, sandbox);
    await keptDialog(page).getByRole('button', { name: 'Discard' }).click();
    await expect(statusBar(page)).toContainText('Nothing waiting');
    const [bill] = await payableBills(sandbox);
    await expect(grid(page)).toBeVisible();
    await chooseBill(page, bill?.number ?? '');
    await expect(detail(page).getByRole('button', { name: /^Approve/ })).toBeVisible();
    expect(await applied(sandbox)).toEqual({});
  });
});
