import type { Locator, Page } from '@playwright/test';
import type { BookedBill, Organization } from '../opponent/books.ts';
import type { ApproveAnswer } from '../opponent/grammar.ts';
import { plainBill } from '../opponent/odd-bills.ts';
import { serveOpponent, type ServedOpponent } from '../opponent/serve.ts';
import { opponentClient } from '../opponent/service.ts';
import { approveCurrent, chooseBill, goTo, openTab, signIn, statusBar } from './actions.ts';
import { expect, test as base } from './fixtures.ts';
import type { LaunchedApp, LaunchOptions } from './launched-app.ts';

/** `serve` starts a second kind of service, which shares nothing with the sandbox, and ends it with the test. */
export const test = base.extend<{
  serve: (bills: readonly BookedBill[], more?: readonly Organization[]) => Promise<ServedOpponent>;
}>({
  serve: async ({}, provide) => {
    const served: ServedOpponent[] = [];
    await provide(async (bills, more = []) => {
      const opponent = await serveOpponent([{ id: 'org-1', name: 'First', bills }, ...more]);
      served.push(opponent);
      return opponent;
    });
    for (const opponent of served) await opponent.close();
  },
});

type Launch = (options?: LaunchOptions) => Promise<LaunchedApp>;

export function connectedToOpponent(
  opponent: ServedOpponent,
  more: LaunchOptions = {},
): LaunchOptions {
  const { url } = opponent;
  // It says yes without a page, so that following its redirects is all a browser has to do.
  const browser = `"${process.execPath}" -e "fetch(process.argv[1])"`;
  return { serviceUrl: url, authUrl: url, ...opponentClient, browser, ...more };
}

/** Starts the app, signs in, and waits until the last of the lists has been asked for. */
export async function startOn(
  launch: Launch,
  opponent: ServedOpponent,
  more: LaunchOptions = {},
): Promise<LaunchedApp> {
  const app = await launch(connectedToOpponent(opponent, more));
  await signIn(app.page);
  await expect.poll(() => pagesRead(opponent, 'void')).toBeGreaterThan(0);
  return app;
}

/** How many pages of a status were given. */
export function pagesRead(opponent: ServedOpponent, status: string): number {
  return opponent
    .requests()
    .filter((each) => each.status === 200 && each.query.includes(`status=${status}`)).length;
}

/** So many open bills: NR-01, NR-02 and so on. */
export function numberedBills(count: number): BookedBill[] {
  return Array.from({ length: count }, (_none, index) => {
    const number = `NR-${String(index + 1).padStart(2, '0')}`;
    return plainBill(`bill-${index + 1}`, { bill_number: number });
  });
}

export async function approveBill(page: Page, number: string): Promise<void> {
  await goTo(page, 'Review');
  await chooseBill(page, number);
  await approveCurrent(page);
}

export async function refresh(page: Page): Promise<void> {
  await statusBar(page)
    .getByRole('button', { name: /^Refresh$/ })
    .click();
}

export async function goOffline(page: Page, opponent: ServedOpponent): Promise<void> {
  await opponent.setReachable(false);
  await refresh(page);
  await expect(statusBar(page)).toContainText('Offline');
}

/** The approval of a bill, once it stands where it is expected. */
export async function approvalIn(page: Page, tab: string, number: string): Promise<Locator> {
  await openTab(page, tab);
  const item = page.getByRole('listitem', { name: number });
  await expect(item).toBeVisible();
  return item;
}

/** How a plain service would have answered, but for what is given. */
export function drawn(change: Partial<ApproveAnswer>): ApproveAnswer {
  return {
    status: 200,
    body: 'bill',
    headers: 'quota',
    timing: 'now',
    applied: true,
    ...change,
  };
}

/** Each PATCH that arrived: the bill, its amount then, and whether it was carried out. */
export function patches(opponent: ServedOpponent): readonly unknown[] {
  return opponent
    .ledger()
    .map(({ billId, content, applied }) => [billId, content?.['total_cents'], applied]);
}

export { expect };
