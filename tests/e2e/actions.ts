import { expect as playwrightExpect, type Locator, type Page } from '@playwright/test';
import { compareValues } from '../../src/base/compare-values.ts';
import type { LaunchedApp, LaunchOptions } from './launched-app.ts';
import { consentBrowser, type RunningSandbox } from './sandbox.ts';

type BillFields = NonNullable<Parameters<RunningSandbox['control']['addBill']>[0]['fields']>;
export type Launch = (options?: LaunchOptions) => Promise<LaunchedApp>;

/** Sets the timeout here too, because the demo and the benchmarks run without Playwright's configuration. */
export const expect = playwrightExpect.configure({ timeout: 60_000 });

/** Actions of a user in Billfold. Elements are found by role and name. */

export const grid = (page: Page) => page.getByRole('grid', { name: 'Bills' });
export const statusBar = (page: Page) => page.getByRole('region', { name: 'Status' });
export const detail = (page: Page) => page.getByRole('region', { name: 'Bill', exact: true });
export const billRow = (page: Page, text: string | RegExp) =>
  grid(page).getByRole('row').filter({ hasText: text });

export const currentRow = (page: Page) => grid(page).locator('[role=row][aria-current=true]');

/** Options that give the app its connection, as an administrator would with environment variables. */
export function connectedTo(sandbox: RunningSandbox, more: LaunchOptions = {}): LaunchOptions {
  return { ...sandbox.connection, browser: consentBrowser(), ...more };
}

/** Types a connection, the sandbox's with these changes, and submits it. */
export async function fillConnection(
  page: Page,
  sandbox: RunningSandbox,
  change: Partial<RunningSandbox['connection'] & { readonly redirectUri: string }> = {},
): Promise<void> {
  const { serviceUrl, authUrl, clientId, clientSecret, redirectUri } = {
    redirectUri: 'http://127.0.0.1/callback',
    ...sandbox.connection,
    ...change,
  };
  await page.getByRole('textbox', { name: 'Service URL' }).fill(serviceUrl);
  const sameUrl = page.getByRole('checkbox', { name: /same as the service URL/ });
  if (await sameUrl.isChecked()) await sameUrl.uncheck();
  await page.getByRole('textbox', { name: 'Authorization URL' }).fill(authUrl);
  await page.getByRole('textbox', { name: 'Client ID' }).fill(clientId);
  await page.getByLabel('Client secret').fill(clientSecret);
  await page.getByRole('textbox', { name: 'Redirect URI' }).fill(redirectUri);
  await page.getByRole('button', { name: 'Save and sign in', exact: true }).click();
}

export async function signIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  // A dialog about kept approvals may already cover it.
  await expect(page.getByRole('grid', { name: 'Bills', includeHidden: true })).toBeVisible();
}

/** Waits until every bill of the service has been read. @param patience milliseconds for each of two waits */
export async function readAll(
  app: LaunchedApp,
  sandbox: RunningSandbox,
  patience: { readonly timeout?: number } = {},
): Promise<void> {
  await expect(statusBar(app.page)).toContainText('Synced', patience);
  await expect
    .poll(async () => {
      const { requests } = await sandbox.control.ledger();
      const done = requests.filter(
        ({ query, status }) => query.includes('status=void') && status === 200,
      );
      return done.length;
    }, patience)
    .toBeGreaterThan(0);
}

export async function startSignedIn(
  launch: Launch,
  sandbox: RunningSandbox,
  more: LaunchOptions = {},
): Promise<LaunchedApp> {
  const app = await launch(connectedTo(sandbox, more));
  await signIn(app.page);
  await readAll(app, sandbox);
  return app;
}

/** Makes the bill with this number the current one. */
export async function chooseBill(page: Page, number: string): Promise<void> {
  await search(page, number);
  await billRow(page, number).first().click();
  await expect(detail(page)).toContainText(number);
}

/** Resizes the window, CSS pixels, and waits until a frame of that size is painted. */
export async function resizeTo(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.waitForFunction((px) => innerWidth === px, width);
  await page.evaluate(
    () => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))),
  );
}

/** Waits until the view of this bill is stored. A short glance does not count. */
export async function untilViewed(page: Page, billId: string): Promise<void> {
  const isKept = (): Promise<boolean> =>
    page.evaluate(async (id) => {
      const databases = await indexedDB.databases();
      const name = databases.find((each) => each.name?.startsWith('billfold-marks-'))?.name;
      if (name === undefined) return false;
      return new Promise<boolean>((resolve) => {
        const opening = indexedDB.open(name);
        opening.addEventListener('success', () => {
          const reading = opening.result.transaction('seen').objectStore('seen').getAllKeys();
          reading.addEventListener('success', () => {
            opening.result.close();
            resolve(reading.result.some((key) => Array.isArray(key) && key.includes(id)));
          });
        });
      });
    }, billId);
  await expect.poll(isKept).toBe(true);
}

export async function goTo(page: Page, screen: 'Review' | 'Approvals' | 'Settings'): Promise<void> {
  await page
    .getByRole('link', { name: new RegExp(`^${screen}`) })
    .first()
    .click();
}

export async function openTab(page: Page, name: string): Promise<void> {
  await goTo(page, 'Approvals');
  await page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
}

export const approvalList = (page: Page) => page.getByRole('grid', { name: 'Approvals' });
export const approvalRow = (page: Page, text: string | RegExp) =>
  approvalList(page).getByRole('row', { name: text });

/** Views the approval of the bill with this number, on the tab that is open. */
export async function viewApproval(page: Page, number: string): Promise<Locator> {
  await approvalRow(page, number).first().click();
  const viewed = page.getByRole('region', { name: 'Approval', exact: true });
  await expect(viewed).toContainText(number);
  return viewed;
}

/** All approvals on a tab of the Approvals screen, as "vendor number". Only the visible ones are drawn. */
export async function approvalsUnder(page: Page, tab: string): Promise<readonly string[]> {
  await openTab(page, tab);
  await expect(page.getByRole('tabpanel', { name: new RegExp(`^${tab}`) })).toBeVisible();
  if ((await approvalList(page).count()) === 0) return [];
  return approvalList(page).evaluate(async (list) => {
    const found = new Map<string | null, string>();
    const drawn = (): Promise<unknown> =>
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    list.scrollTop = 0;
    for (let before = -1; before !== list.scrollTop;) {
      await drawn();
      for (const row of list.querySelectorAll('[role=row][aria-selected]')) {
        // For several organizations, the first cell names the bill's organization after the vendor.
        const vendor = row.querySelector('bdi');
        const number = row.querySelector('[role=gridcell]:nth-child(2)');
        found.set(
          row.getAttribute('aria-rowindex'),
          `${vendor?.textContent} ${number?.textContent}`,
        );
      }
      before = list.scrollTop;
      list.scrollBy(0, list.clientHeight / 2);
    }
    return [...found.values()];
  });
}

/** Cuts the connection to the service, and lets Billfold notice. */
export async function goOffline(page: Page, sandbox: RunningSandbox): Promise<void> {
  await sandbox.control.goUnreachable();
  await readNow(page);
  await expect(statusBar(page)).toContainText('Offline');
}

/** Waits as long as a quick user takes to read a bill or a question, from its paint on: a busy machine paints it late. */
export async function readBill(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise((read) =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(read, 300))),
      ),
  );
}

/** Approves the current bill. Resolves when the approval is stored on this computer. */
export async function approveCurrent(page: Page): Promise<void> {
  await readBill(page);
  await detail(page)
    .getByRole('button', { name: /^Approve/ })
    .click();
  await expect(statusBar(page)).toContainText(/\d approvals? pending/);
}

/** Includes the flagged bills in the bulk summary, if there are any. */
export async function includeFlagged(page: Page): Promise<void> {
  const summary = page.getByRole('alertdialog');
  await expect(summary.getByRole('button', { name: /^Approve \d/ })).toBeVisible();
  const include = summary.getByRole('button', { name: 'Include flagged' });
  if (await include.isVisible()) await include.click();
}

export async function waitUntilSent(page: Page): Promise<void> {
  await expect(statusBar(page)).toContainText('No pending approvals');
}

/** Chooses the undo period on the screen. */
export async function chooseUndo(page: Page, words: string | RegExp): Promise<void> {
  await goTo(page, 'Settings');
  await page.getByRole('button', { name: /Undo period/ }).click();
  await page.getByRole('option', { name: words }).click();
  await goTo(page, 'Review');
}

/** Sets the undo period without the screen: short for tests of what follows it, long for tests of undo. */
export async function setUndo(page: Page, undoWindowMs: number): Promise<void> {
  await page.evaluate(
    (undoMs) => window.billfold.call('settings.change', { undoWindowMs: undoMs }),
    undoWindowMs,
  );
}

/** Changes the computer's clock, as the page sees it. */
export async function moveClock(page: Page, byMs: number): Promise<void> {
  await page.evaluate((offsetMs) => {
    const before = Date.now.bind(Date);
    Date.now = () => before() + offsetMs;
  }, byMs);
}

/** Ends periods of running time early, as the page sees it, such as the undo period. */
export async function passTime(page: Page, byMs: number): Promise<void> {
  await page.evaluate((laterMs) => {
    const before = performance.now.bind(performance);
    performance.now = () => before() + laterMs;
  }, byMs);
}

/** Chooses an entry of the audit log menu on the Approvals screen. */
export async function chooseAuditLog(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: 'Audit log', exact: true }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

/** Chooses the list to show. */
export async function show(page: Page, filter: string): Promise<void> {
  await page.getByRole('button', { name: / Show$/ }).click();
  await page.getByRole('option', { name: new RegExp(`^${filter}`) }).click();
}

export async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search bills' }).fill(text);
}

export async function readNow(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Refresh' }).first().click();
}

export async function openSignOut(page: Page): Promise<Locator> {
  await goTo(page, 'Settings');
  await page.getByRole('button', { name: 'Sign out' }).click();
  return page.getByRole('alertdialog', { name: 'Sign out?' });
}

/** Confirms the sign-out dialog with its present choices. */
export async function leave(page: Page): Promise<void> {
  await page
    .getByRole('alertdialog', { name: 'Sign out?' })
    .getByRole('button', { name: 'Sign out', exact: true })
    .click();
  await expect(page.getByRole('heading', { name: 'You’re signed out' })).toBeFocused();
}

export async function firstOrganization(sandbox: RunningSandbox): Promise<string> {
  const [organization] = await sandbox.control.organizations();
  return organization?.id ?? '';
}

/** Adds a bill, by default to the first organization, open, and of an unknown vendor. */
export async function addBill(
  sandbox: RunningSandbox,
  fields: Partial<BillFields>,
  organizationId?: string,
): Promise<void> {
  const cents = fields.total_cents ?? 125_000;
  await sandbox.control.addBill({
    organizationId: organizationId ?? (await firstOrganization(sandbox)),
    fields: {
      vendor: { id: 'vendor-quillmark', name: 'Quillmark Studio', category: 'Design' },
      bill_number: 'QS-1',
      date: '2026-03-01',
      due_date: '2026-03-31',
      total_cents: cents,
      amount_due_cents: cents,
      currency: 'EUR',
      status: 'open',
      ...fields,
    },
  });
}

/** The local day this many days from today, `YYYY-MM-DD`. */
export function dayFromToday(days: number): string {
  const then = new Date(Date.now() + days * 86_400_000);
  return new Date(then.getTime() - then.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

/** Payable bills of the first organization at the service, by due date. */
export async function payableBills(sandbox: RunningSandbox) {
  const bills = await sandbox.control.bills({ organizationId: await firstOrganization(sandbox) });
  return (
    bills
      .filter(({ status }) => ['open', 'overdue', 'partially_paid'].includes(status))
      .map((bill) => ({
        id: bill.id,
        number: String(bill['bill_number']),
        due: String(bill['due_date']),
        vendor: String(Object(bill['vendor']).name).toLowerCase(),
      }))
      // The order of the list: several bills may be due on one day.
      .toSorted(
        (a, b) =>
          a.due.localeCompare(b.due) ||
          compareValues(a.vendor, b.vendor) ||
          compareValues(a.id, b.id),
      )
  );
}

/** Number of approvals the service applied, by bill. */
export async function applied(sandbox: RunningSandbox): Promise<Record<string, number>> {
  return (await sandbox.control.ledger()).timesApproved;
}

/** Delays all writes to the outbox until the disk is free again. */
export async function holdDisk(page: Page): Promise<{ free(): Promise<unknown> }> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        Reflect.deleteProperty(window, 'isDiskFree');
        const opening = indexedDB.open('billfold-outbox');
        opening.addEventListener('success', () => {
          const { result: database } = opening;
          const store = database.transaction('approvals', 'readwrite').objectStore('approvals');
          const hold = (): void => {
            if ('isDiskFree' in window) database.close();
            else store.count().addEventListener('success', hold);
            resolve();
          };
          hold();
        });
      }),
  );
  return { free: () => page.evaluate(() => Object.assign(window, { isDiskFree: true })) };
}
