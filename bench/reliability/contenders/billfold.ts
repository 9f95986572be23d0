import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import type { Clock } from '../../../src/base/clock.ts';
import type { FaultRule } from '../../../src/sandbox/faults/fault.ts';
import {
  billRow,
  chooseBill,
  connectedTo,
  detail,
  goTo,
  grid,
  approvalsUnder,
  payableBills,
  readAll,
  signIn,
  statusBar,
} from '../../../tests/e2e/actions.ts';
import { launchApp } from '../../../tests/e2e/launch.ts';
import type { LaunchedApp } from '../../../tests/e2e/launched-app.ts';
import { type RunningSandbox, startSandbox } from '../../../tests/e2e/sandbox.ts';
import type { Contender, Fate } from '../play.ts';
import { FIRST_SURE_ATTEMPT, type Plan, type RequestPlan } from '../plan.ts';

const WATCH_EVERY_MS = 50;
const POLL_MS = 500;
/** Enough payable bills for all approvals, and an unlimited quota. */
const COMPANY = { bills: '600', 'requests-per-window': '100000' };

interface BillToApprove {
  readonly id: string;
  readonly number: string;
}

/** The built app, used through its screens, with the sandbox and the plan's faults. */
export async function createBillfold(plan: Plan, clock: Clock): Promise<Contender> {
  const sandbox = await startSandbox(COMPANY);
  const folder = mkdtempSync(join(tmpdir(), 'billfold-reliability-'));
  const bills = (await payableBills(sandbox)).slice(0, plan.approvals);
  if (bills.length < plan.approvals) throw new Error('The sample company has too few bills.');
  await addFaults(sandbox, bills, plan);
  const acknowledged = new Set<string>();
  let app: LaunchedApp | null = null;
  let watched: Promise<void> = Promise.resolve();

  const running = (): LaunchedApp => {
    if (app === null) throw new Error('Billfold is not running.');
    return app;
  };
  // The list shows unapproved bills: an approval is stored once its bill has left the list.
  const watch = async (of: LaunchedApp, { id, number }: BillToApprove): Promise<void> => {
    const row = billRow(of.page, number);
    while (app === of && (await row.count().catch(() => 1)) > 0) await clock.sleep(WATCH_EVERY_MS);
    if (app === of && (await row.count().catch(() => 1)) === 0) acknowledged.add(id);
  };

  return {
    name: 'Billfold',
    start: async () => {
      const isFirst = app === null && acknowledged.size === 0;
      const launched = await launchApp(connectedTo(sandbox, { profileDir: join(folder, 'p') }));
      app = launched;
      if (isFirst) {
        await signIn(launched.page);
        await readAll(launched, sandbox);
        await sendAtOnce(launched.page);
      } else await grid(launched.page).waitFor();
    },
    kill: async () => {
      const killed = running();
      app = null;
      await killed.kill();
      await watched;
    },
    approve: async (index) => {
      const bill = bills[index];
      if (bill === undefined) throw new Error(`There is no bill ${index}.`);
      const { page } = running();
      // Searching the next bill would hide the one being watched.
      await watched;
      await chooseBill(page, bill.number);
      await detail(page)
        .getByRole('button', { name: /^Approve/ })
        .click();
      watched = watch(running(), bill);
    },
    cut: () => sandbox.control.goUnreachable().then(nothing),
    restore: () => sandbox.control.comeBack().then(nothing),
    drain: async (limitMs) => {
      const limit = clock.elapsedMs() + limitMs;
      const status = statusBar(running().page).getByText('No pending approvals');
      while (clock.elapsedMs() < limit && !(await status.isVisible())) await clock.sleep(POLL_MS);
    },
    fates: async () => {
      const shown = await fatesShown(running().page);
      // Afterwards, compare with the service's ledger.
      const { timesApproved } = await sandbox.control.ledger();
      return bills.map(({ id, number }) => ({
        isAcknowledged: acknowledged.has(id),
        applied: timesApproved[id] ?? 0,
        shown: shown(number),
      }));
    },
    close: async () => {
      const last = app;
      app = null;
      await last?.kill();
      await sandbox.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const nothing = (): void => undefined;

/** Turns undo off, so that the kills meet approvals being sent, not only held ones. */
async function sendAtOnce(page: Page): Promise<void> {
  await goTo(page, 'Settings');
  await page.getByRole('button', { name: /Undo period/ }).click();
  await page.getByRole('option', { name: 'Off' }).click();
  await goTo(page, 'Review');
  await grid(page).waitFor();
}

/** Billfold's status of the bill with a number. */
async function fatesShown(page: Page): Promise<(number: string) => Fate['shown']> {
  const waiting = await listed(page, 'Pending');
  const attention = await listed(page, 'Needs attention');
  return (number) =>
    attention.includes(number) ? 'inDoubt' : waiting.includes(number) ? 'waiting' : null;
}

/** Bill numbers on a tab of the Approvals screen. */
async function listed(page: Page, tab: string): Promise<readonly string[]> {
  const named = await approvalsUnder(page, tab);
  return named.map((each) => each.split(' ').at(-1) ?? '');
}

async function addFaults(
  sandbox: RunningSandbox,
  bills: readonly BillToApprove[],
  plan: Plan,
): Promise<void> {
  for (const [index, { id }] of bills.entries())
    for (let attempt = 1; attempt <= FIRST_SURE_ATTEMPT; attempt += 1)
      for (const fault of faultsOf(plan.requestPlan(index, attempt)))
        await sandbox.control.addFault({
          match: { method: 'PATCH', path: `*/bills/${id}/approve`, nth: attempt },
          fault,
        });
}

function faultsOf({ fate, latencyMs }: RequestPlan): readonly FaultRule['fault'][] {
  const latency = { kind: 'latency', delayMs: latencyMs } as const;
  switch (fate) {
    case 'answered':
      return [latency];
    case 'droppedBefore':
      return [latency, { kind: 'dropBeforeApply', reset: true }];
    case 'droppedAfter':
      return [latency, { kind: 'dropAfterApply', reset: true }];
    case 'unavailable503':
      return [latency, { kind: 'status', status: 503 }];
    case 'failedAfter500':
      return [latency, { kind: 'status', status: 500, applied: true }];
    case 'tooMany429':
      return [latency, { kind: 'rateLimitStorm', retryAfterS: 1 }];
  }
}
