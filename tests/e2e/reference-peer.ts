import type { Locator, Page } from '@playwright/test';
import type { RecordedBill, Organization } from '../reference-peer/records.ts';
import type { ApproveAnswer } from '../reference-peer/grammar.ts';
import { plainBill } from '../reference-peer/odd-bills.ts';
import { servePeer, type ServedPeer } from '../reference-peer/serve.ts';
import { peerClient } from '../reference-peer/service.ts';
import {
  readBill,
  billRow,
  chooseBill,
  detail,
  goTo,
  openTab,
  setUndo,
  signIn,
  statusBar,
  viewApproval,
} from './actions.ts';
import { expect, test as base } from './fixtures.ts';
import type { LaunchedApp, LaunchOptions } from './launched-app.ts';

/** `serve` starts a second kind of service, which shares no code with the sandbox, and stops it after the test. */
export const test = base.extend<{
  serve: (bills: readonly RecordedBill[], more?: readonly Organization[]) => Promise<ServedPeer>;
}>({
  serve: async ({}, provide) => {
    const served: ServedPeer[] = [];
    await provide(async (bills, more = []) => {
      const peer = await servePeer([{ id: 'org-1', name: 'First', bills }, ...more]);
      served.push(peer);
      return peer;
    });
    for (const peer of served) await peer.close();
  },
});

type Launch = (options?: LaunchOptions) => Promise<LaunchedApp>;

export function connectedToPeer(peer: ServedPeer, more: LaunchOptions = {}): LaunchOptions {
  const { url } = peer;
  // Its consent needs no page, so a browser only has to follow the redirects.
  const browser = `"${process.execPath}" -e "fetch(process.argv[1])"`;
  return { serviceUrl: url, authUrl: url, ...peerClient, browser, ...more };
}

/** Starts the app, signs in, and waits until the last of the lists has been requested. */
export async function startOn(
  launch: Launch,
  peer: ServedPeer,
  more: LaunchOptions = {},
): Promise<LaunchedApp> {
  const app = await launch(connectedToPeer(peer, more));
  await signIn(app.page);
  await setUndo(app.page, 1_000);
  await expect.poll(() => pagesRead(peer, 'void')).toBeGreaterThan(0);
  return app;
}

/** Number of pages of a status that the service returned. */
function pagesRead(peer: ServedPeer, status: string): number {
  return peer
    .requests()
    .filter((each) => each.status === 200 && each.query.includes(`status=${status}`)).length;
}

/** This many open bills: NR-01, NR-02 and so on. */
export function numberedBills(count: number): RecordedBill[] {
  return Array.from({ length: count }, (_none, index) => {
    const number = `NR-${String(index + 1).padStart(2, '0')}`;
    return plainBill(`bill-${index + 1}`, { bill_number: number });
  });
}

export async function approveBill(page: Page, number: string): Promise<void> {
  await goTo(page, 'Review');
  await chooseBill(page, number);
  await readBill(page);
  await detail(page)
    .getByRole('button', { name: /^Approve/ })
    .click();
  // The approval may have been sent before it could be seen as pending.
  await expect(billRow(page, number)).toHaveCount(0);
}

export async function refresh(page: Page): Promise<void> {
  await statusBar(page)
    .getByRole('button', { name: /^Refresh$/ })
    .click();
}

export async function goOffline(page: Page, peer: ServedPeer): Promise<void> {
  await peer.setReachable(false);
  await refresh(page);
  await expect(statusBar(page)).toContainText('Offline');
}

/** The approval of a bill, once it is on the expected tab. */
export async function approvalIn(page: Page, tab: string, number: string): Promise<Locator> {
  await openTab(page, tab);
  return viewApproval(page, number);
}

/** A plain service's answer with these changes. */
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
export function patches(peer: ServedPeer): readonly unknown[] {
  return peer
    .ledger()
    .map(({ billId, content, applied }) => [billId, content?.['total_cents'], applied]);
}

export { expect };
