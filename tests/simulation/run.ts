import { canonicalJson } from '../../src/base/canonical-json.ts';
import type { Approval } from '../../src/renderer/core/model/approval.ts';
import { createWatch, type Watch } from './checks.ts';
import { checkJournal } from './journal-check.ts';
import type { Invariant, Violation } from './model.ts';
import { hasLimits, LIMIT_CENTS, type Operation, type Plan } from './operations.ts';
import { adoptAll, isUsers, performForUser, signIn } from './perform-user.ts';
import { performInEnvironment } from './perform-environment.ts';
import type { Mutant } from './processes.ts';
import { checkChanged } from './claim-checks.ts';
import { asSent, given } from './service.ts';
import { createHarness } from './create-harness.ts';
import type { Harness } from './harness.ts';

export interface RunResult {
  readonly seed: number;
  readonly violations: readonly Violation[];
  readonly trace: readonly string[];
  readonly exercised: Readonly<Record<Invariant, number>>;
  /** Number of operations, crashes, refusals, lost answers and the like, by name. */
  readonly counts: ReadonlyMap<string, number>;
  /** Number of each state, and of each transition such as "queued → sending (send)". */
  readonly transitions: ReadonlyMap<string, number>;
  /** True time that passed, milliseconds. */
  readonly lastedMs: number;
}

/** After this long without faults, everything that can finish has finished. */
const DRAIN_LIMIT_MS = 3 * 3_600_000;
const DRAIN_STEP_MS = 20_000;
/**
 * The clock is set forward so far that the whole mirror is outdated: further than a plan can have set it back.
 * Otherwise an earlier crawl would pass for a new one (seed 6624).
 */
const OLD_AGE_MS = 60 * 24 * 3_600_000;

/** Thrown by `onRevive` to end a run whose rest is already known. */
export class Played extends Error {}

/**
 * Runs a plan, waits until everything has finished, and compares. Stops at the first violation.
 * @param onRevive called before a stopped process starts again; may throw `Played`
 */
export async function runPlan(
  plan: Plan,
  mutant: Mutant = {},
  onRevive: (harness: Harness) => Promise<void> = async () => undefined,
): Promise<RunResult> {
  const onRestart = (restarting: Harness): Promise<void> => checkJournal(restarting, null);
  const harness = createHarness({ plan, mutant, onRevive, onRestart });
  const watch = createWatch(harness);
  try {
    await carryOut(harness, plan, watch);
  } catch (fault) {
    // For example stuck time: report the exception with its stack as a violation.
    const why = fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
    if (!(fault instanceof Played))
      harness.model.check('live', false, () => `the run could not go on: ${why}`);
    // Work that keeps time from passing would continue during the next run.
    harness.renderer()?.life.kill();
    harness.main()?.life.kill();
  }
  return resultOf(harness, plan);
}

async function carryOut(harness: Harness, plan: Plan, watch: Watch): Promise<void> {
  const isFailed = (): boolean => harness.model.violations.length > 0;
  await harness.start();
  await begin(harness, plan, watch);
  for (const { operation, thenMs } of plan.steps) {
    if (isFailed()) return;
    await perform(harness, operation);
    watch.look();
    const waitMs = operation.kind === 'wait' ? operation.forMs : 0;
    await harness.advance(waitMs + thenMs, watch.look);
  }
  if (!isFailed()) await drain(harness, watch);
}

/** Starts one operation. Its work continues while time passes afterwards. */
async function perform(harness: Harness, operation: Operation): Promise<void> {
  harness.count(operation.kind);
  harness.note(JSON.stringify(operation));
  const workspace = harness.workspace();
  if (isUsers(operation)) {
    if (workspace && !harness.clock.isSuspended())
      await performForUser(harness, workspace, operation);
    else harness.note('  nobody to do it');
  } else await performInEnvironment(harness, operation);
  await harness.clock.settle();
}

/** Signs in and reads the bills for the first time. */
async function begin(harness: Harness, plan: Plan, watch: Watch): Promise<void> {
  const workspace = harness.workspace();
  if (!workspace) throw new Error('the first window did not start');
  const { undoWindowMs } = plan.circumstances;
  const currencies = hasLimits(plan) ? ['EUR', 'USD', 'GBP', 'CHF'] : [];
  const limits = currencies.map((currency) => ({
    ...{ currency, askAboveCents: LIMIT_CENTS, bulkMostCents: null, batchMostCents: null },
  }));
  await workspace.commands.changeSettings({ undoWindowMs, limits });
  await signIn(harness, workspace);
  await harness.advance(5_000, watch.look);
}

async function drain(harness: Harness, watch: Watch): Promise<void> {
  harness.note('— faults off');
  await harness.calm();
  await harness.advance(10 * 60_000, watch.look);
  if (harness.model.violations.length > 0) return;
  const settledMs = await comeToRest(harness, watch);
  harness.model.check(
    'live',
    settledMs !== null,
    () => `not at rest after ${DRAIN_LIMIT_MS} ms: ${unsettled(harness).join(', ')}`,
  );
  if (settledMs === null || harness.model.violations.length > 0) return;
  await checkMirrors(harness, watch);
  checkChanged(harness, harness.workspace()?.approvals.get() ?? []);
  await checkJournal(harness, harness.workspace()?.approvals.get() ?? null);
  await checkClosing(harness);
}

/** @returns its duration, or null when it never came to rest */
async function comeToRest(harness: Harness, watch: Watch): Promise<number | null> {
  const beganMs = harness.clock.trueMs();
  let restMs = 0;
  while (harness.clock.trueMs() - beganMs < DRAIN_LIMIT_MS) {
    const workspace = harness.workspace();
    if (workspace?.session.get().kind === 'signedOut') await signIn(harness, workspace);
    if (workspace) adoptAll(harness, workspace);
    await harness.advance(DRAIN_STEP_MS, watch.look);
    if (harness.model.violations.length > 0) return 0;
    restMs = unsettled(harness).length === 0 ? restMs + DRAIN_STEP_MS : 0;
    if (restMs >= 2 * DRAIN_STEP_MS) return harness.clock.trueMs() - beganMs;
  }
  return null;
}

/** Names of everything that would still continue by itself. */
function unsettled(harness: Harness): string[] {
  const workspace = harness.workspace();
  if (!workspace) return ['no window'];
  const session = workspace.session.get();
  if (session.kind !== 'signedIn') return [`session ${session.kind}`];
  const open = workspace.approvals.get().filter((row) => !isAtRest(row));
  const rows = open.map((row) => `${row.billId} ${row.state} ${row.waitingFor ?? ''}`);
  const way = harness.network.underWay() > 0 ? ['requests under way'] : [];
  const quarantined = workspace.quarantined.get().length > 0 ? ['rows quarantined'] : [];
  return [...rows, ...way, ...quarantined];
}

function isAtRest({ state, waitingFor, outcome }: Approval): boolean {
  // These approvals wait for the user or their organization.
  const waits = ['noOrganization', 'overLimit', 'twice'];
  if (state === 'queued') return waits.includes(waitingFor ?? '');
  // The user sees what is missing.
  if (state === 'unknown' || state === 'rejected') return outcome !== null;
  return state !== 'held' && state !== 'sending';
}

/** After one more full crawl, each organization's mirror equals the service's records, field by field. */
async function checkMirrors(harness: Harness, watch: Watch): Promise<void> {
  harness.note('— full crawl');
  harness.clock.jump(OLD_AGE_MS);
  const jumpedMs = harness.clock.machine.nowMs();
  harness.quota.doubt();
  const workspace = harness.workspace();
  // After a full disk, history is only read again when the user asks.
  workspace?.commands.refresh();
  const idsNow = (): string[] => workspace?.organizations.get().map(({ id }) => id) ?? [];
  const isWhole = (): boolean => idsNow().join() === harness.service.organizationIds().join();
  // If others have used up the quota, the list stays as it was until the next window.
  await advanceUntil(harness, watch, isWhole);
  harness.model.check('mirror', isWhole(), () => `organizations: ${idsNow().join()}`);
  for (const id of idsNow()) {
    await workspace?.commands.selectOrganization(id);
    const isRead = await readAgain(harness, watch, jumpedMs);
    harness.model.check('live', isRead, () => `${id} was not read in ${DRAIN_LIMIT_MS} ms`);
    if (!isRead || harness.model.violations.length > 0) return;
    compareMirror(harness, [id]);
  }
  const ids = idsNow();
  if (ids.length < 2) return;
  await workspace?.commands.showAllOrganizations();
  const isShown = await advanceUntil(
    harness,
    watch,
    () => !harness.workspace()?.bills.loading.get(),
  );
  harness.model.check('live', isShown, () => 'all organizations were not shown');
  compareMirror(harness, ids);
}

function readAgain(harness: Harness, watch: Watch, sinceMs: number): Promise<boolean> {
  return advanceUntil(harness, watch, () => {
    const workspace = harness.workspace();
    if (!workspace) return true;
    const { payableSyncedAtMs, historySyncedAtMs } = workspace.pull.get();
    const isNew = (payableSyncedAtMs ?? 0) >= sinceMs && (historySyncedAtMs ?? 0) >= sinceMs;
    return isNew && !workspace.bills.loading.get();
  });
}

/** Lets time pass until the condition is met. @returns false when it never was */
async function advanceUntil(harness: Harness, watch: Watch, isSo: () => boolean): Promise<boolean> {
  const beganMs = harness.clock.trueMs();
  while (harness.clock.trueMs() - beganMs < DRAIN_LIMIT_MS) {
    await harness.advance(DRAIN_STEP_MS, watch.look);
    if (harness.model.violations.length > 0 || isSo()) return true;
    const workspace = harness.workspace();
    // The service may have ended the sign-in long ago. The next request reveals that.
    if (workspace?.session.get().kind === 'signedOut') await signIn(harness, workspace);
  }
  return false;
}

/** The bills on screen, of these organizations, equal the service's. */
function compareMirror(harness: Harness, organizationIds: readonly string[]): void {
  const workspace = harness.workspace();
  if (!workspace) return;
  const query = { status: null, search: '', sort: 'dueDate', descending: false } as const;
  const mirror = new Map(workspace.bills.query(query).map(({ bill }) => [bill.id, bill]));
  const records = organizationIds.flatMap((id) => [...harness.service.bills(id)]);
  const service = new Map(records.map((bill) => [bill.id, bill]));
  for (const [id, bill] of service) {
    const row = mirror.get(id);
    const [is, has] = [bill, row ? asSent(row) : {}].map((each) => canonicalJson(given(each)));
    harness.model.check('mirror', is === has, () => `${id} is ${is}, the mirror has ${has}`);
  }
  for (const id of mirror.keys()) {
    harness.model.check('mirror', service.has(id), () => `${id} is a ghost`);
  }
  const malformed = workspace.malformed.get().length;
  const odd = organizationIds.reduce((sum, id) => sum + harness.service.oddBills(id), 0);
  harness.model.check('mirror', malformed === odd, () => `${malformed} of ${odd} malformed items`);
}

/** After closing, no timer is left. */
async function checkClosing(harness: Harness): Promise<void> {
  const window = harness.renderer();
  harness.main()?.quit();
  await harness.clock.runUntil(harness.clock.trueMs() + 30_000, () => false);
  window?.life.kill();
  await harness.clock.settle();
  const left = harness.clock.sleepers();
  harness.model.check('live', harness.main() === null, () => 'main did not quit');
  harness.model.check('live', left === 0, () => `${left} timers are left after closing`);
}

function resultOf(harness: Harness, plan: Plan): RunResult {
  const { model } = harness;
  const transitions = new Map<string, number>();
  for (const { history } of model.approvals.values()) {
    for (const line of history) {
      const { from, to, event } = JSON.parse(line) as Record<string, string | null>;
      const name = `${from ?? '—'} → ${to ?? ''} (${event ?? ''})`;
      transitions.set(name, (transitions.get(name) ?? 0) + 1);
    }
  }
  for (const [kind, count] of harness.network.met) harness.counts.set(`network ${kind}`, count);
  if (harness.rendererDisk.failures > 0)
    harness.counts.set('database call failed', harness.rendererDisk.failures);
  for (const [kind, count] of harness.service.counts())
    harness.counts.set(`service: ${kind}`, count);
  return {
    seed: plan.seed,
    violations: model.violations,
    trace: harness.trace,
    exercised: model.exercised,
    counts: harness.counts,
    transitions,
    lastedMs: harness.clock.trueMs(),
  };
}
