import { join } from 'node:path';
import type { Page } from '@playwright/test';
import {
  applied,
  approvalsUnder,
  chooseAuditLog,
  connectedTo,
  grid,
  setUndo,
  signIn,
  statusBar,
} from './actions.ts';
import { expect, test } from './fixtures.ts';
import { planLives } from './kill/plan.ts';
import {
  allBillsShown,
  approveSome,
  eventCounts,
  sendAllUnsure,
  totalUnder,
} from './kill/screens.ts';
import { startSandbox, type RunningSandbox } from './sandbox.ts';

/**
 * The built app is killed at seeded moments of approving and pulling, with one profile for all kills, and a
 * service that fails according to the plan. `npm test` kills 4 times; `npm run e2e:kill` sets
 * BILLFOLD_KILLS=50. BILLFOLD_KILL_SEED selects another plan.
 */
const KILLS = Number(process.env['BILLFOLD_KILLS'] ?? 4);
const SEED = Number(process.env['BILLFOLD_KILL_SEED'] ?? 20_261_120);
const SECONDS_A_KILL = 60;
const BILLS_A_KILL = 48;
/** From the start of the app to its list, including a sign-in. */
const USUAL_START_MS = 3_000;

test(`${KILLS} kills while approving and pulling lose and repeat nothing, and screens and service agree`, async ({
  launch,
}, testInfo) => {
  test.setTimeout((400 + KILLS * SECONDS_A_KILL) * 1_000);
  const sandbox = await startSandbox({
    bills: String(KILLS * BILLS_A_KILL),
    'requests-per-window': '100000',
  });
  try {
    const books = await booksOf(sandbox);
    const options = connectedTo(sandbox, { profileDir: join(testInfo.outputDir, 'profile') });
    const beganMs = performance.now();
    const first = await launch(options);
    await signIn(first.page);
    // The plan's times assume the usual start. On a busy machine the kills come later, too.
    const slowness = Math.max(1, (performance.now() - beganMs) / USUAL_START_MS);
    await setUndo(first.page, 1_000);
    await first.kill();

    const made: string[] = [];
    for (const life of planLives(KILLS, SEED)) {
      await sandbox.control.clearFaults();
      for (const rule of life.faults) await sandbox.control.addFault(rule);
      const app = await launch(options);
      // Reviewing fails when the app dies. `made` has the approvals stored by then.
      const reviewing = approveSome(app.page, life, made).catch(() => undefined);
      await app.page.waitForTimeout(life.killAfterMs * slowness);
      await app.kill();
      await reviewing;
    }

    await sandbox.control.clearFaults();
    const last = await launch(options);
    const { page } = last;
    await drained(page);
    const sent = await approvalsUnder(page, 'Sent');
    const unsure = await approvalsUnder(page, 'Needs attention');
    const timesByThen = byName(books, await applied(sandbox));
    const shown = new Set([...sent, ...unsure]);
    expect({
      lost: made.filter((bill) => !shown.has(bill)),
      shownTwice: sent.length + unsure.length - shown.size,
      waiting: await approvalsUnder(page, 'Pending'),
      withdrawn: await approvalsUnder(page, 'Canceled'),
      appliedTwice: [...timesByThen].filter(([, times]) => times > 1),
      sentAndNotApplied: sent.filter((bill) => timesByThen.get(bill) !== 1),
      appliedUnseen: [...timesByThen.keys()].filter((bill) => !shown.has(bill)),
    }).toEqual({
      lost: [],
      shownTwice: 0,
      waiting: [],
      withdrawn: [],
      appliedTwice: [],
      sentAndNotApplied: [],
      appliedUnseen: [],
    });

    // Only the user's decision sends approvals again that may have arrived. Main asks, since the bills may be
    // approved already.
    await last.choose('Send');
    await sendAllUnsure(page);
    await expect(statusBar(page)).not.toContainText('attention');
    await drained(page);
    await expect(statusBar(page)).not.toContainText('attention');
    const expected = new Map([...shown].map((bill) => [bill, 1]));
    for (const bill of unsure) expected.set(bill, (timesByThen.get(bill) ?? 0) + 1);
    expect(sorted(byName(books, await applied(sandbox)))).toEqual(sorted(expected));
    expect(await totalUnder(page, 'Sent')).toBe(sumOf(books, shown));
    expect((await approvalsUnder(page, 'Sent')).toSorted()).toEqual([...shown].toSorted());

    await chooseAuditLog(page, 'Verify audit log');
    await expect(page.getByText('Audit log verified', { exact: true })).toBeVisible();
    await allBillsShown(page, KILLS * BILLS_A_KILL);

    const faults = (await sandbox.control.faults()).filter(({ fired }) => fired > 0);
    const report = {
      seed: SEED,
      kills: KILLS,
      approvals: shown.size,
      seenKeptBeforeAKill: made.length,
      unsure: unsure.length,
      unsureAndApplied: unsure.filter((bill) => timesByThen.has(bill)).length,
      faultsMet: Object.fromEntries(
        faults.map(({ rule }) => rule.fault.kind).map((kind) => [kind, firedOf(faults, kind)]),
      ),
      events: await eventCounts(page),
    };
    console.log(JSON.stringify(report));
    testInfo.annotations.push({ type: 'kills', description: JSON.stringify(report) });
    // A run without approvals or faults would prove nothing.
    expect({
      approvedEnough: made.length >= KILLS / 4,
      failedEnough: faults.length >= KILLS / 4,
    }).toEqual({ approvedEnough: true, failedEnough: true });
  } finally {
    await sandbox.close();
  }
});

interface Book {
  readonly name: string;
  readonly dueCents: number;
}
/** The service's bills by id, with names as on screen. */
type Records = ReadonlyMap<string, Book>;

async function booksOf(sandbox: RunningSandbox): Promise<Records> {
  const [organization] = await sandbox.control.organizations();
  const bills = await sandbox.control.bills({ organizationId: organization?.id ?? '' });
  const books = bills.map((bill): [string, Book] => {
    const { name } = bill['vendor'] as { readonly name: string };
    const dueCents = Number(bill['amount_due_cents']);
    return [bill.id, { name: `${name} ${String(bill['bill_number'])}`, dueCents }];
  });
  const names = new Set(books.map(([, { name }]) => name));
  if (names.size !== books.length) throw new Error('Two bills have the same name.');
  return new Map(books);
}

function byName(books: Records, times: Readonly<Record<string, number>>): Map<string, number> {
  return new Map(Object.entries(times).map(([id, count]) => [books.get(id)?.name ?? id, count]));
}

function sorted(counts: ReadonlyMap<string, number>): readonly (readonly [string, number])[] {
  return [...counts].toSorted(([left], [right]) => left.localeCompare(right));
}

function sumOf(books: Records, names: ReadonlySet<string>): string {
  const cents = [...books.values()]
    .filter(({ name }) => names.has(name))
    .reduce((sum, { dueCents }) => sum + dueCents, 0);
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
  return format.format(cents / 100);
}

function firedOf(
  faults: Awaited<ReturnType<RunningSandbox['control']['faults']>>,
  kind: string,
): number {
  return faults
    .filter(({ rule }) => rule.fault.kind === kind)
    .reduce((sum, { fired }) => sum + fired, 0);
}

/** Waits until everything that can be sent has been sent. */
async function drained(page: Page): Promise<void> {
  await expect(grid(page).or(page.getByRole('tablist')).first()).toBeVisible();
  await expect(statusBar(page)).toContainText('No pending approvals', { timeout: 180_000 });
}
