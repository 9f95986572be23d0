import type { PagingReading } from '../opponent/lists.ts';
import { oddBills } from '../opponent/odd-bills.ts';
import type { ServedOpponent } from '../opponent/serve.ts';
import { billRow, grid, signIn, statusBar } from './actions.ts';
import {
  approvalIn,
  approveBill,
  connectedToOpponent,
  expect,
  numberedBills,
  patches,
  refresh,
  startOn,
  test,
} from './opponent.ts';

/** Lists as the service page allows them, hardly allows them, or does not. */

/** Five lists of sixty bills are read twice with far fewer. */
const MOST_REQUESTS = 60;
const QUIET_MS = 3_000;

/** Waits until nothing more is asked. */
async function untilQuiet(opponent: ServedOpponent): Promise<void> {
  const lastMs = (): number => opponent.requests().at(-1)?.atMs ?? Date.now();
  await expect
    .poll(() => Date.now() - lastMs(), { timeout: 40_000, intervals: [250] })
    .toBeGreaterThan(QUIET_MS);
}

const ended: readonly (readonly [string, Partial<PagingReading>])[] = [
  ['cursors good once', { cursors: 'secret', life: 'once', refusedWith: 404 }],
  ['cursors that are numbers of rows', { cursors: 'offset', order: 'shuffled' }],
  ['a row on two pages', { repeats: true }],
];

for (const [name, reading] of ended) {
  test(`pages with ${name}: every bill is shown, and can be approved`, async ({
    launch,
    serve,
  }) => {
    const opponent = await serve(numberedBills(60));
    Object.assign(opponent.readings.paging, reading);
    const { page } = await startOn(launch, opponent);
    await expect(page.getByText('60 bills', { exact: true }).first()).toBeVisible();
    await approveBill(page, 'NR-60');
    await approvalIn(page, 'Sent', 'NR-60');
    await untilQuiet(opponent);
    expect([patches(opponent), opponent.requests().length < MOST_REQUESTS]).toEqual([
      [['bill-60', 1_000, true]],
      true,
    ]);
  });
}

const endless: readonly (readonly [string, Partial<PagingReading>])[] = [
  ['in a circle', { chain: 'loop' }],
  ['over empty pages', { chain: 'emptyForEver', cursors: 'secret' }],
];

for (const [name, reading] of endless) {
  test(`pages that lead ${name}: what came is shown, the rest of the quota stays`, async ({
    launch,
    serve,
  }) => {
    const opponent = await serve(numberedBills(60));
    Object.assign(opponent.readings.paging, reading);
    const { page } = await launch(connectedToOpponent(opponent));
    await signIn(page);
    await expect(billRow(page, /NR-/).first()).toBeVisible({ timeout: 20_000 });
    await untilQuiet(opponent);
    expect(opponent.requests().length).toBeLessThan(MOST_REQUESTS);
    // What has not been read to its end must not be called all there is.
    await expect(page.getByText('Nothing left to review')).toHaveCount(0);
  });
}

test('odd bills cost themselves only, and none leads to another address', async ({
  launch,
  serve,
}) => {
  const odd = Object.values(oddBills).map((make) => make());
  const opponent = await serve([...odd, ...numberedBills(2)]);
  opponent.readings.catchesAll = true;
  const { page } = await startOn(launch, opponent);
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
  const wrong = opponent.ledger().filter(({ billId }) => billId === null);
  expect([wrong, patches(opponent)]).toEqual([[], [['bill-1', 1_000, true]]]);
});

test('payable lists that answer 500 beside a history that works: nobody is told that nothing is left', async ({
  launch,
  serve,
}) => {
  const opponent = await serve(numberedBills(30));
  for (const number of [1, 2, 3]) opponent.books.pay(`bill-${number}`);
  const failing = { status: 500, body: 'error', headers: 'quota', timing: 'now' } as const;
  opponent.answerReads((path, query) =>
    path.endsWith('/bills') && /status=(open|overdue|partially_paid)/.test(query) ? failing : null,
  );
  const { page } = await launch(connectedToOpponent(opponent));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect
    .poll(() => opponent.requests().filter(({ query }) => /status=void/.test(query)).length, {
      timeout: 30_000,
    })
    .toBeGreaterThan(0);
  await untilQuiet(opponent);
  await expect(page.getByText('Nothing left to review')).toHaveCount(0);
  opponent.answerReads(null);
  await refresh(page);
  await expect(grid(page)).toContainText('NR-30', { timeout: 30_000 });
  await expect(statusBar(page)).toContainText(/Bills read|Synced/);
});
