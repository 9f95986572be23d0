import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import {
  applied,
  approveCurrent,
  chooseBill,
  chooseUndo,
  detail,
  goOffline,
  goTo,
  grid,
  leave,
  passTime,
  openSignOut,
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

const keptDialog = (page: Page) =>
  page.getByRole('alertdialog', { name: /from a previous session/ });
const note = (page: Page) => detail(page).getByRole('textbox', { name: 'Note' });

/** Approves the first two bills offline, so that they wait. */
async function approveOffline(page: Page, sandbox: RunningSandbox) {
  await goOffline(page, sandbox);
  await goTo(page, 'Review');
  const done = await applied(sandbox);
  const bills = (await payableBills(sandbox)).filter(({ id }) => done[id] === undefined);
  const two = bills.slice(0, 2);
  for (const { number } of two) {
    await chooseBill(page, number);
    await approveCurrent(page);
  }
  await expect(statusBar(page)).toContainText('2 approvals pending');
  return two;
}

test('signing out first sends pending approvals and deletes tokens and bills, never the journal; offline, pending approvals are discarded on the confirmation word; notes stay unless the user removes them', async ({
  launch,
  sandbox,
}) => {
  const app = await startSignedIn(launch, sandbox);
  const { page } = app;
  const refused = await page.evaluate(async () => [
    await window.billfold.call('connection.useSample', undefined),
    await window.billfold.call('session.get', undefined),
  ]);
  expect(refused).toMatchObject([{ reply: { ok: false } }, { reply: { kind: 'signedIn' } }]);
  const bills = await approveOffline(page, sandbox);
  await sandbox.control.comeBack();
  await expect(statusBar(page)).toContainText('Online');
  const third = (await payableBills(sandbox))[2];
  // It is still pending when the dialog opens, even on a slow machine.
  await chooseUndo(page, '30 seconds');
  await chooseBill(page, third?.number ?? '');
  await note(page).fill('kept over the sign-out');
  await approveCurrent(page);
  const before = await leftovers(app);
  const dialog = await openSignOut(page);
  await expect(dialog).toContainText(/approvals? (isn’t|aren’t) (sent|confirmed) yet/);
  await expect(dialog).toContainText(
    'Your notes, holds, snoozes, hidden bills, saved views, and cash plan stay',
  );
  await dialog.getByRole('radio', { name: /Send, then sign out/ }).check();
  // Skip the rest of its undo period.
  await passTime(page, 30_000);
  await dialog.getByRole('button', { name: 'Send now' }).click();
  await expect(dialog).toContainText('All sent.');
  await leave(page);
  const sent = Object.fromEntries([...bills, third].map((bill) => [bill?.id ?? '', 1]));
  expect(await applied(sandbox)).toEqual(sent);
  const after = await leftovers(app);
  expect({
    hadBills: before.bills > 100,
    hadTokens: JSON.stringify(before.tokens).includes('"sealed"'),
    journalStays: after.journal.startsWith(before.journal),
    journalHasIt: after.journal.includes(third?.id ?? '?'),
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
  const shownAgain = (await payableBills(sandbox))[3];
  await chooseBill(page, shownAgain?.number ?? '');
  await note(page).fill('to be removed');
  const discarded = await approveOffline(page, sandbox);
  await openSignOut(page);
  await expect(dialog.getByRole('radio', { name: /Send, then sign out/ })).toBeDisabled();
  await expect(dialog).toContainText('Unavailable offline');
  await dialog.getByRole('radio', { name: /Discard/ }).check();
  const confirm = dialog.getByRole('button', { name: 'Sign out', exact: true });
  await expect(confirm).toBeDisabled();
  await dialog.getByRole('textbox', { name: /Type/ }).fill('discard');
  await dialog.getByRole('checkbox', { name: /Also delete notes/ }).check();
  await leave(page);
  await sandbox.control.comeBack();
  await signIn(page);
  await expect(keptDialog(page)).toBeHidden();
  await openTab(page, 'Canceled');
  for (const { number } of discarded) await expect(page.getByText(number).first()).toBeVisible();
  await goTo(page, 'Review');
  await chooseBill(page, shownAgain?.number ?? '');
  await expect(note(page)).toHaveValue('');
  expect(await applied(sandbox)).toEqual(sent);
});

test('approvals kept over a sign-out are sent under the next sign-in, left for later, or withdrawn, and none before the user decides', async ({
  launch,
  sandbox,
}) => {
  const app = await startSignedIn(launch, sandbox);
  const { page } = app;
  const keepTwo = async () => {
    const bills = await approveOffline(page, sandbox);
    const before = await applied(sandbox);
    const dialog = await openSignOut(page);
    await dialog.getByRole('radio', { name: /Keep for next sign-in/ }).check();
    await leave(page);
    await expect(page.getByText('2 pending approvals are saved')).toBeVisible();
    await sandbox.control.comeBack();
    await signIn(page);
    await expect(keptDialog(page)).toContainText('2 unsent approvals from a previous session');
    await expect(statusBar(page)).toContainText('Synced');
    expect(await applied(sandbox)).toEqual(before);
    return bills;
  };

  const [withdrawn] = await keepTwo();
  await keptDialog(page).getByRole('button', { name: 'Discard' }).click();
  await expect(statusBar(page)).toContainText('No pending approvals');
  await expect(grid(page)).toBeVisible();
  await chooseBill(page, withdrawn?.number ?? '');
  await expect(detail(page).getByRole('button', { name: /^Approve/ })).toBeVisible();
  expect(await applied(sandbox)).toEqual({});

  const kept = await keepTwo();
  await keptDialog(page).getByRole('button', { name: 'Decide later' }).click();
  const speak = (language: 'de' | 'en') =>
    page.evaluate((to) => window.billfold.call('settings.change', { language: to }), language);
  await speak('de');
  await expect(page.getByText('2 Freigaben ausstehend')).toBeVisible();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await speak('en');
  await openTab(page, 'Needs attention');
  await expect(page.getByRole('button', { name: 'Send 2 under my account' })).toBeVisible();
  await goTo(page, 'Review');
  const other = (await payableBills(sandbox))[5];
  await chooseBill(page, other?.number ?? '');
  await approveCurrent(page);
  await expect.poll(() => applied(sandbox)).toEqual({ [other?.id ?? '']: 1 });

  await openSignOut(page);
  await page.getByRole('radio', { name: /Keep for next sign-in/ }).check();
  await leave(page);
  await signIn(page);
  await app.choose('Send');
  await keptDialog(page).getByRole('button', { name: 'Send under my account' }).click();
  await expect(keptDialog(page)).toBeHidden();
  await expect.poll(async () => Object.keys(await applied(sandbox)).length).toBe(3);
  await waitUntilSent(page);
  const { timesApproved, approvals, requests } = await sandbox.control.ledger();
  const newest = requests.findLast(({ signInId }) => signInId !== null)?.signInId;
  expect({
    timesApproved,
    by: approvals.slice(1).map(({ signInId }) => signInId),
  }).toEqual({
    timesApproved: Object.fromEntries([other, ...kept].map((bill) => [bill?.id ?? '', 1])),
    by: [newest, newest],
  });
});

test('approvals whose check is under way when the user signs out are kept, and none is sent', async ({
  launch,
  sandbox,
}) => {
  const { page } = await startSignedIn(launch, sandbox);
  await approveOffline(page, sandbox);
  await sandbox.control.addFault({
    match: { method: 'GET', path: '/api/v1/bills' },
    fault: { kind: 'latency', delayMs: 5_000 },
  });
  const dialog = await openSignOut(page);
  await dialog.getByRole('radio', { name: /Keep for next sign-in/ }).check();
  await sandbox.control.comeBack();
  await expect(dialog).toContainText('Being sent now');
  await leave(page);
  await expect(page.getByText('2 pending approvals are saved')).toBeVisible();
  await page.waitForTimeout(7_000);
  expect(await applied(sandbox)).toEqual({});
});

/** Remaining tokens, cached bills and journal on disk. */
async function leftovers({ page, profileDir }: LaunchedApp) {
  const tokensPath = join(profileDir, 'tokens.json');
  const tokens: unknown = existsSync(tokensPath)
    ? JSON.parse(readFileSync(tokensPath, 'utf8'))
    : null;
  const journal = globSync(join(profileDir, 'journal', '*.jsonl')).toSorted();
  return {
    tokens,
    // The connection in use has a new, empty cache until the next sign-in fills it.
    bills: await storedBills(page),
    journal: journal.map((path) => readFileSync(path, 'utf8')).join(''),
  };
}

/** Number of bills in any database but the outbox, according to the heads of sealed pages. */
async function storedBills(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const done = <Value>(request: IDBRequest<Value>): Promise<Value> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(new Error(String(request.error))));
      });
    let count = 0;
    for (const { name = '' } of await indexedDB.databases()) {
      if (name.includes('outbox')) continue;
      const database = await done(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const rows: unknown[] = await done(database.transaction(store).objectStore(store).getAll());
        for (const row of rows) count += Reflect.get(Object(row), 'ids')?.length ?? 0;
      }
      database.close();
    }
    return count;
  });
}
