import { plainPaging, type PagingReading } from '../reference-peer/lists.ts';
import { oddBills, plainBill } from '../reference-peer/odd-bills.ts';
import type { ServedPeer } from '../reference-peer/serve.ts';
import { billRow, detail, goTo, search, statusBar } from './actions.ts';
import {
  approvalIn,
  approveBill,
  connectedToPeer,
  expect,
  numberedBills,
  patches,
  refresh,
  startOn,
  test,
} from './reference-peer.ts';

/** Five lists of sixty bills are read twice with far fewer. */
const MAX_REQUESTS = 60;
const QUIET_MS = 3_000;

/** Waits until there are no more requests. */
async function untilQuiet(peer: ServedPeer): Promise<void> {
  const lastMs = (): number => peer.requests().at(-1)?.atMs ?? Date.now();
  await expect.poll(() => Date.now() - lastMs(), { intervals: [250] }).toBeGreaterThan(QUIET_MS);
}

const ended: readonly Partial<PagingReading>[] = [
  // Cursors that work once, then row numbers as cursors, with a row on two pages.
  { cursors: 'secret', life: 'once', refusedWith: 404 },
  { cursors: 'offset', life: 'long', order: 'shuffled', repeats: true },
];

test('every bill is shown and can be approved with single-use cursors, row numbers as cursors, and a row on two pages', async ({
  launch,
  serve,
}) => {
  const peer = await serve(numberedBills(60));
  Object.assign(peer.readings.paging, ended[0]);
  const { page } = await startOn(launch, peer);
  for (const [at, reading] of ended.entries()) {
    Object.assign(peer.readings.paging, reading);
    const asked = peer.requests().length;
    const count = 60 + at;
    if (at > 0) {
      const number = { bill_number: `NR-${count}` };
      peer.records.addBill('org-1', plainBill(`bill-${count}`, number));
      await goTo(page, 'Review');
      await search(page, '');
      await refresh(page);
    }
    await expect(page.getByText('60 bills', { exact: true }).first()).toBeVisible();
    await approveBill(page, `NR-${count}`);
    await approvalIn(page, 'Sent', `NR-${count}`);
    await untilQuiet(peer);
    expect(peer.requests().length - asked).toBeLessThan(MAX_REQUESTS);
  }
  expect(patches(peer)).toEqual([
    ['bill-60', 1_000, true],
    ['bill-61', 1_000, true],
  ]);
});

test('an inbox whose unpaid bills could not be loaded is not called done', async ({
  launch,
  serve,
}) => {
  const peer = await serve(
    numberedBills(3).map((bill) => ({ ...bill, amount_due_cents: Number.NaN })),
  );
  peer.records.pay('bill-1');
  const { page } = await launch(connectedToPeer(peer));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('No other bills to review')).toBeVisible();
  await expect(page.getByText('All caught up')).toHaveCount(0);
});

const endless: readonly Partial<PagingReading>[] = [
  { chain: 'loop' },
  { chain: 'emptyForEver', cursors: 'secret' },
];

test('payable lists that fail beside a working history, and pages in a circle or without bills, never look complete; the bills read are shown, and most of the quota stays', async ({
  launch,
  serve,
}) => {
  const peer = await serve(numberedBills(60));
  for (const number of [1, 2, 3]) peer.records.pay(`bill-${number}`);
  const failing = { status: 500, body: 'error', headers: 'quota', timing: 'now' } as const;
  peer.answerReads((path, query) =>
    path.endsWith('/bills') && /status=(open|overdue|partially_paid)/.test(query) ? failing : null,
  );
  const { page } = await launch(connectedToPeer(peer));
  const nothingLeft = page.getByText('All caught up');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect
    .poll(() => peer.requests().filter(({ query }) => /status=void/.test(query)).length)
    .toBeGreaterThan(0);
  await untilQuiet(peer);
  await expect(nothingLeft).toHaveCount(0);

  peer.answerReads(null);
  for (const reading of endless) {
    Object.assign(peer.readings.paging, reading);
    const asked = peer.requests().length;
    await refresh(page);
    await expect(billRow(page, /NR-/).first()).toBeVisible();
    await untilQuiet(peer);
    expect(peer.requests().length - asked).toBeLessThan(MAX_REQUESTS);
    // A list that was not read to its end must not look complete.
    await expect(nothingLeft).toHaveCount(0);
  }
  Object.assign(peer.readings.paging, plainPaging());
  await refresh(page);
  await expect(page.getByText('57 bills', { exact: true }).first()).toBeVisible();
  await expect(statusBar(page)).toContainText(/Synced/);
});

test('while paid bills are not synced, a bill says that its history and flags are incomplete', async ({
  launch,
  serve,
}) => {
  const peer = await serve(numberedBills(2));
  const failing = { status: 500, body: 'error', headers: 'quota', timing: 'now' } as const;
  peer.answerReads((_path, query) => (query.includes('status=paid') ? failing : null));
  const { page } = await launch(connectedToPeer(peer));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await billRow(page, 'NR-01').click();
  const incomplete = detail(page).getByText(/Paid bills aren’t synced yet/);
  await expect(incomplete).toBeVisible();
  peer.answerReads(null);
  await refresh(page);
  await expect(incomplete).toHaveCount(0);
});

test('odd bills affect only themselves, and none links to another address', async ({
  launch,
  serve,
}) => {
  const odd = Object.values(oddBills).map((make) => make());
  const peer = await serve([...odd, ...numberedBills(2)]);
  peer.readings.catchesAll = true;
  const { page } = await startOn(launch, peer);
  for (const number of ['NR-01', 'NR-02', 'ODD-VENDOR', 'ODD-NULLS', 'ODD-CASE']) {
    await expect(billRow(page, number)).toBeVisible();
  }
  for (const number of ['ODD-DOTS', 'ODD-DOT', 'ODD-HUGE']) {
    await expect(billRow(page, number)).toHaveCount(0);
  }
  await expect(billRow(page, 'ODD-CASE')).toContainText('€');
  await expect(page.getByText(/bills? could(n’t| not) be (read|loaded)/).first()).toBeVisible();
  await approveBill(page, 'NR-01');
  await approvalIn(page, 'Sent', 'NR-01');
  const wrong = peer.ledger().filter(({ billId }) => billId === null);
  expect([wrong, patches(peer)]).toEqual([[], [['bill-1', 1_000, true]]]);
});
