import { expect, type Page } from '@playwright/test';
import type { LaunchedApp, LaunchOptions } from './launched-app.ts';
import { consentBrowser, type RunningSandbox } from './sandbox.ts';

/** What people do in Billfold, in their words. Every look-up is by role and name. */

export const grid = (page: Page) => page.getByRole('grid', { name: 'Bills' });
export const statusBar = (page: Page) => page.getByRole('region', { name: 'Status' });
export const detail = (page: Page) => page.getByRole('region', { name: 'Bill', exact: true });
export const billRow = (page: Page, text: string | RegExp) =>
  grid(page).getByRole('row').filter({ hasText: text });

/** The row of the bill that is looked at. */
export const currentRow = (page: Page) => grid(page).locator('[role=row][aria-current=true]');

/** How the app is told of the service, as an administrator would with the environment. */
export function connectedTo(sandbox: RunningSandbox, more: LaunchOptions = {}): LaunchOptions {
  return { ...sandbox.connection, browser: consentBrowser(), ...more };
}

/** Types a connection under *Connect to your service*, the sandbox's but for what is given. */
export async function fillConnection(
  page: Page,
  sandbox: RunningSandbox,
  change: Partial<Record<'serviceUrl' | 'authUrl' | 'clientId' | 'clientSecret', string>> = {},
): Promise<void> {
  const { serviceUrl, authUrl, clientId, clientSecret } = { ...sandbox.connection, ...change };
  await page.getByRole('button', { name: 'Connect to your service' }).click();
  await page.getByRole('textbox', { name: 'Service URL' }).fill(serviceUrl);
  await page.getByRole('textbox', { name: 'Authorization URL' }).fill(authUrl);
  await page.getByRole('textbox', { name: 'Client ID' }).fill(clientId);
  await page.getByLabel('Client secret').fill(clientSecret);
  await page.getByRole('textbox', { name: 'Redirect port' }).fill('0');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
}

export async function signIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(grid(page)).toBeVisible({ timeout: 30_000 });
}

/** Waits until every bill of the service has been read. */
export async function readAll(app: LaunchedApp, sandbox: RunningSandbox): Promise<void> {
  await expect(statusBar(app.page)).toContainText('Bills read', { timeout: 30_000 });
  await expect
    .poll(
      async () => {
        const { requests } = await sandbox.control.ledger();
        const done = requests.filter(
          ({ query, status }) => query.includes('status=void') && status === 200,
        );
        return done.length;
      },
      { timeout: 30_000 },
    )
    .toBeGreaterThan(0);
}

export async function startSignedIn(
  launch: (options?: LaunchOptions) => Promise<LaunchedApp>,
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
  await page.getByRole('searchbox', { name: 'Search bills' }).fill(number);
  await billRow(page, number).first().click();
  await expect(detail(page)).toContainText(number);
}

/** Waits until it is kept that the user has viewed this bill: a glance in passing is none. */
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

/** Really cuts the service off, and lets Billfold notice. */
export async function goOffline(page: Page, sandbox: RunningSandbox): Promise<void> {
  await sandbox.control.goUnreachable();
  await page.getByRole('button', { name: 'Read bills now' }).first().click();
  await expect(statusBar(page)).toContainText('Offline', { timeout: 20_000 });
}

/** Approves the current bill; on return the approval is kept on this computer. */
export async function approveCurrent(page: Page): Promise<void> {
  await detail(page)
    .getByRole('button', { name: /^Approve/ })
    .click();
  await expect(statusBar(page)).toContainText(/\d approvals? waiting/);
}

export async function waitUntilSent(page: Page): Promise<void> {
  await expect(statusBar(page)).toContainText('Nothing waiting to be sent', { timeout: 40_000 });
}

/** The payable bills of the first organization on the service, by due date. */
export async function payableBills(sandbox: RunningSandbox) {
  const [organization] = await sandbox.control.organizations();
  const bills = await sandbox.control.bills({ organizationId: organization?.id ?? '' });
  return (
    bills
      .filter(({ status }) => ['open', 'overdue', 'partially_paid'].includes(status))
      .map((bill) => ({
        id: bill.id,
        number: String(bill['bill_number']),
        due: String(bill['due_date']),
        vendor: String(Object(bill['vendor']).name).toLowerCase(),
      }))
      // As the list orders them: several may fall due on one day, another day another few.
      .toSorted(
        (a, b) => a.due.localeCompare(b.due) || compare(a.vendor, b.vendor) || compare(a.id, b.id),
      )
  );
}

/** How often the service applied an approval to each bill that got one. */
export async function applied(sandbox: RunningSandbox): Promise<Record<string, number>> {
  return (await sandbox.control.ledger()).timesApproved;
}

function compare(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}
