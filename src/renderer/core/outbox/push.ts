import type { Readings } from '../mirror/rechecks.ts';
import type { Clock } from '../../../base/clock.ts';
import type { Observable } from '../../../base/observable.ts';
import type { Random } from '../../../base/random.ts';
import {
  wholeOutcome,
  type AttemptFinding,
  type SendAnswer,
  type SendOutcome,
} from '../../../bridge/approval.ts';
import type { Bridge } from '../../../bridge/client.ts';
import type { ServiceError } from '../../../contract/service-error.ts';
import type { BillCache } from '../mirror/bill-cache.ts';
import type { BillChange, PageRef } from '../mirror/cache-database.ts';
import type { Outbox, RowChange } from './outbox.ts';
import type { Serial } from '../../../base/serial.ts';
import type { Approval } from '../model/approval.ts';
import type { ApprovalEffect } from './approval-transitions.ts';
import { askAgainAtMs, backoffMs } from '../../../base/backoff.ts';
import type { OrderedTime } from '../time/ordered-time.ts';
import { decidePush, earlier, NOT_SENT_BACKOFF, type PushFacts } from './push-decisions.ts';
import { differingAnswer } from './unexpected-change.ts';
import { factsForMain } from './journaled-approval.ts';
import { createWakeUp } from '../time/wake-up.ts';

/** Hands approvals to main and stores their outcomes. It carries out the plans of `decidePush`. */
export interface Push {
  /** Call after rows, readings, session or connectivity have changed. */
  wake(): void;
  /** Stops deciding. Sends under way continue: see `settled`. */
  close(): void;
  /** Resolves when no call is under way. */
  settled(): Promise<void>;
}

export interface PushDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly orderedTime: OrderedTime;
  readonly bridge: Bridge;
  readonly outbox: Pick<Outbox, 'approvals' | 'applyAll' | 'undoLeftMs'>;
  readonly cache: Pick<BillCache, 'readBills' | 'keepBill'>;
  /** Replaced by the simulation: see `ReplacedParts` in `open-connection.ts`. */
  readonly decide?: typeof decidePush | undefined;
  /** Lock shared with the pull: the mirror stores no page while the push compares bills and writes `sending`. */
  readonly exclusive: Serial;
  conditions(): PushConditions;
  /** See `Approval.profileEpoch`. */
  profileEpoch(): string;
  readonly readings: Readings;
  onAnswer(error: ServiceError | null): void;
  /** Reports that the service failed before an approval could be sent. */
  onFailure(error: ServiceError): void;
  /** Reports whether sending is paused because the last answers proved nothing. */
  onDistrust(isOn: boolean): void;
  /** Reports the missing scope for which the other approvals wait; null when none waits. */
  onPermission(scope: string | null): void;
  onChange(change: BillChange): void;
  onFault(problem: unknown): void;
}

export type PushConditions = Pick<
  PushFacts,
  | 'maySend'
  | 'signInId'
  | 'organizationIds'
  | 'tryAgainSinceMs'
  | 'sendAgainByItself'
  | 'uncheckedFields'
>;

/** Maximum sends under way at a time. */
const MAX_UNDER_WAY = 4;
/**
 * After this many answers in a row that prove nothing, Billfold sends one approval at a time, with growing pauses.
 * Otherwise a captive portal could leave a whole bulk action unconfirmed. Main reads bills again after each such answer.
 */
const MAX_LOST_IN_A_ROW = 3;
const LOST_BACKOFF = { firstMs: 10_000, maxMs: 5 * 60_000 } as const;

/** After this many refusals in a row for one missing permission, the others wait: the service would refuse them all. */
const MAX_FORBIDDEN_IN_A_ROW = 2;

/** Pause after the outbox could not be written, or main did not answer. */
const FAULT_DELAY_MS = 5_000;

/** State of a running push. */
interface PushLoop {
  readonly deps: PushDeps;
  readonly wakeUp: ReturnType<typeof createWakeUp>;
  readonly live: Observable<readonly Approval[]>;
  /** Calls to main, by approval id. */
  readonly underWay: Map<string, Promise<void>>;
  /** See `PushPlan` in `push-decisions.ts`. */
  onOldCursor: string | null;
  readonly closing: AbortSignal;
  lostInARow: number;
  /** While answers are lost: earliest time of the next send, epoch milliseconds. */
  notBeforeMs: number;
  forbidden: Forbidden | null;
  /** See `CrawlFacts` in `recheck.ts`. */
  readonly sentMs: Map<string, number>;
}

/** Consecutive refusals for one missing permission, with the sign-in and time of the last. */
interface Forbidden {
  readonly inARow: number;
  readonly scope: string;
  readonly signInId: string | null;
  /** Epoch milliseconds. */
  readonly atMs: number;
}

export function startPush(deps: PushDeps): Push {
  const closing = new AbortController();
  const loop: PushLoop = {
    deps,
    wakeUp: createWakeUp(deps.clock),
    live: deps.outbox.approvals.slice(({ state }) => !finishedStates.has(state)),
    underWay: new Map(),
    onOldCursor: null,
    closing: closing.signal,
    lostInARow: 0,
    notBeforeMs: 0,
    forbidden: null,
    sentMs: new Map(),
  };
  const { wake } = loop.wakeUp;
  const stopWatching = loop.live.subscribe(wake);
  void run(loop);
  return {
    wake,
    close: () => {
      closing.abort();
      stopWatching();
      wake();
    },
    settled: async () => {
      await Promise.all(loop.underWay.values());
    },
  };
}

async function run(loop: PushLoop): Promise<void> {
  const { deps, wakeUp, closing } = loop;
  while (!closing.aborted) {
    try {
      await wakeUp.wait(await deps.exclusive(() => step(loop)));
    } catch (problem) {
      if (closing.aborted) return;
      deps.onFault(problem);
      await deps.clock.sleep(FAULT_DELAY_MS, closing);
    }
  }
}

/** Deciding about more rows than this takes milliseconds. */
const MANY_ROWS = 500;

/**
 * Makes a plan and carries it out. Returns when to decide again, epoch milliseconds, unless a row changes before: each
 * change wakes the loop.
 */
async function step(loop: PushLoop): Promise<number | null> {
  const { deps, live, closing } = loop;
  const { decide = decidePush } = deps;
  // The change that woke the loop has used this task's time, so let the window respond first.
  if (live.get().length > MANY_ROWS) await deps.clock.sleep(0, closing);
  const rows = live.get();
  const plan = decide(rows, await factsOf(loop, rows));
  deps.onPermission(permissionWaitedFor(loop));
  deps.readings.request(plan.rechecks, plan.notFound);
  loop.onOldCursor = plan.onOldCursor;
  if (plan.inDoubt.length > 0) track(loop, plan.inDoubt, () => findAttempts(loop, plan.inDoubt));
  const wakeAtMs =
    isDistrusting(loop) && maxUnderWay(loop) === 0
      ? earlier(plan.wakeAtMs, loop.notBeforeMs)
      : plan.wakeAtMs;
  if (plan.changes.length > 0 && !closing.aborted) await apply(loop, plan.changes);
  return wakeAtMs;
}

async function factsOf(loop: PushLoop, rows: readonly Approval[]): Promise<PushFacts> {
  const { deps, underWay, onOldCursor, sentMs } = loop;
  const { readings } = deps;
  const compared = rows.filter(({ state }) => !uncomparedStates.has(state));
  return {
    ...deps.conditions(),
    cached: await deps.cache.readBills(compared),
    nowMs: deps.clock.nowMs(),
    orderedNowMs: deps.orderedTime.nowMs(),
    underWay: new Set(underWay.keys()),
    onOldCursor: onOldCursor !== null && underWay.has(onOldCursor) ? onOldCursor : null,
    maxUnderWay: maxUnderWay(loop),
    profileEpoch: deps.profileEpoch(),
    undoLeftMs: deps.outbox.undoLeftMs,
    sentMs,
    launchId: readings.launchId,
    crawls: readings.crawls(),
    newestHistoryMs: readings.newestHistoryMs(),
    readMs: readings.readMs,
    pageOf: readings.pageOf,
    pagesOf: readings.pagesOf,
  };
}

/** Writes the changes, then performs their side effects. */
async function apply(loop: PushLoop, changes: readonly RowChange[]): Promise<void> {
  const results = await loop.deps.outbox.applyAll(changes);
  const applied = results.filter((result) => result.ok);
  for (const { row, effects } of applied) {
    for (const effect of effects) await perform(loop, row, effect);
  }
}

async function perform(loop: PushLoop, row: Approval, effect: ApprovalEffect): Promise<void> {
  const { deps, closing } = loop;
  switch (effect.kind) {
    case 'handToMain':
      return track(loop, [row], () => send(loop, row, effect.page));
    case 'keepBill': {
      // An answer about another bill than asked for proves nothing about either.
      if (effect.bill.id !== row.billId || closing.aborted) return;
      const seenAtMs = deps.clock.nowMs();
      deps.onChange(await deps.cache.keepBill(row.organizationId, effect.bill, seenAtMs));
    }
  }
}

/** Lists the rows in `underWay` during a call to main, and wakes the loop when it ends. */
function track(loop: PushLoop, rows: readonly Approval[], work: () => Promise<void>): void {
  const { deps, underWay, wakeUp, closing } = loop;
  const done = work()
    .catch(async (problem: unknown) => {
      deps.onFault(problem);
      // The rows stay `sending`: the next step asks the journal about them.
      await deps.clock.sleep(FAULT_DELAY_MS, closing);
    })
    .finally(() => {
      for (const { id } of rows) underWay.delete(id);
      wakeUp.wake();
    });
  for (const { id } of rows) underWay.set(id, done);
}

async function send(loop: PushLoop, row: Approval, page: PageRef | null): Promise<void> {
  const { deps } = loop;
  const askedMs = deps.orderedTime.nowMs();
  const { answer, read } = await deps.bridge.call('approvals.send', {
    ...factsForMain(row),
    approvedAtMs: row.approvedAtMs,
    attempt: row.attempt,
    page: page && { ...page, askedMs, run: deps.readings.launchId, batch: row.batchId },
  });
  // Store the page first: the bill in the answer is newer.
  if (page && read) {
    const { organizationId } = row;
    await deps.readings.takeReread({ ...page, organizationId }, read).catch(deps.onFault);
  }
  const error = 'error' in answer ? answer.error : null;
  if (answer.kind === 'confirmed' || answer.kind === 'changed') deps.onAnswer(null);
  else if (error) deps.onAnswer(error);
  if (answer.kind === 'notSent' && error?.kind === 'serverFailed') deps.onFailure(error);
  countSent(loop, answer, row);
  countForbidden(loop, answer);
  const change = outcomeChange(row, answer, deps);
  if (loop.onOldCursor === row.id && isContradicted(change)) await deps.readings.endOldCursors();
  await apply(loop, [change]);
}

async function findAttempts(loop: PushLoop, rows: readonly Approval[]): Promise<void> {
  const { deps } = loop;
  const asked = rows.map((row) => ({ approvalId: row.id, attempt: row.attempt }));
  const findings = await deps.bridge.call('approvals.findAttempts', asked);
  const changes = rows.map((row, at) => {
    const found = findings[at];
    if (found?.approvalId === row.id && found.attempt === row.attempt) {
      return findingChange(row, found, deps);
    }
    throw new Error(`the journal did not answer about ${row.id}, attempt ${row.attempt}`);
  });
  // Billfold no longer knows whether their bills were read by an old cursor.
  if (changes.some(isContradicted)) await deps.readings.endOldCursors();
  await apply(loop, changes);
}

/** Whether the answer's bill differs from the one the recheck saw. */
function isContradicted({ event }: RowChange): boolean {
  return event.name === 'outcome' && event.result.found !== null;
}

type ChangeDeps = Pick<PushDeps, 'clock' | 'orderedTime' | 'random' | 'profileEpoch'>;

function findingChange(row: Approval, { finding }: AttemptFinding, deps: ChangeDeps): RowChange {
  switch (finding.kind) {
    case 'outcome':
      return outcomeChange(row, wholeOutcome(finding.outcome, row.snapshot), deps);
    case 'attemptOnly':
      return outcomeChange(row, answerLost, deps);
    case 'noAttempt': {
      // The journal may have been restored together with this row, from before the attempt.
      if (row.profileEpoch !== deps.profileEpoch()) return outcomeChange(row, answerLost, deps);
      const event = { name: 'neverLeft', nowMs: deps.clock.nowMs(), attempt: row.attempt } as const;
      return { approvalId: row.id, event };
    }
  }
}

const answerLost: SendOutcome = { kind: 'unknown', error: null };

function outcomeChange(row: Approval, outcome: SendAnswer, deps: ChangeDeps): RowChange {
  const bill = outcome.kind === 'confirmed' ? outcome.bill : null;
  const result = {
    outcome,
    recheckAfterMs: deps.orderedTime.nowMs(),
    retryAtMs: outcome.kind === 'notSent' ? retryAt(row, outcome, deps) : null,
    found: bill && differingAnswer(row.snapshot, bill),
  };
  const { attempt } = row;
  const event = { name: 'outcome', nowMs: deps.clock.nowMs(), attempt, result } as const;
  return { approvalId: row.id, event };
}

function retryAt(
  row: Approval,
  outcome: SendOutcome & { kind: 'notSent' },
  { clock, random }: ChangeDeps,
): number {
  // Retry at once after the first attempt. If that did not help, back off.
  const isToRecheck = outcome.reason === 'recheck' || outcome.reason === 'notOnPage';
  if (isToRecheck && row.attempt === 1) return clock.nowMs();
  const nowMs = clock.nowMs();
  const { retryAtMs } = outcome;
  // Back off here, or a service that always answers "retry at once" would get endless requests.
  if (retryAtMs === null || retryAtMs <= nowMs)
    return nowMs + backoffMs(NOT_SENT_BACKOFF, row.attempt, random);
  return askAgainAtMs(retryAtMs, nowMs);
}

/**
 * Notes when an approval left (`sentMs`), and counts consecutive answers that prove nothing. A confirmation or
 * rejection by the service resets the count.
 */
function countSent(loop: PushLoop, { kind }: SendAnswer, { organizationId }: Approval): void {
  const { clock, random, onDistrust, orderedTime } = loop.deps;
  if (kind === 'notSent' || kind === 'changed') return;
  loop.sentMs.set(organizationId, orderedTime.nowMs());
  loop.lostInARow = kind === 'unknown' ? loop.lostInARow + 1 : 0;
  onDistrust(isDistrusting(loop));
  if (!isDistrusting(loop)) return;
  const inARow = loop.lostInARow - MAX_LOST_IN_A_ROW + 1;
  loop.notBeforeMs = clock.nowMs() + backoffMs(LOST_BACKOFF, inARow, random);
}

/** Counts consecutive refusals for a missing permission; any other answer of the service resets the count. */
function countForbidden(loop: PushLoop, outcome: SendAnswer): void {
  if (outcome.kind !== 'confirmed' && outcome.kind !== 'rejected') return;
  const isForbidden = outcome.kind === 'rejected' && outcome.error.kind === 'forbidden';
  const scope = isForbidden ? outcome.error.scope : null;
  const inARow = (loop.forbidden?.inARow ?? 0) + 1;
  const { signInId } = loop.deps.conditions();
  loop.forbidden =
    scope === null ? null : { inARow, scope, signInId, atMs: loop.deps.clock.nowMs() };
}

/**
 * Missing scope that approvals wait for; null if none do. A new sign-in, or the user's request to retry, ends the wait.
 */
function permissionWaitedFor({ forbidden, deps }: PushLoop): string | null {
  if (forbidden === null || forbidden.inARow < MAX_FORBIDDEN_IN_A_ROW) return null;
  const { signInId, tryAgainSinceMs } = deps.conditions();
  const isOver = signInId !== forbidden.signInId || (tryAgainSinceMs ?? 0) > forbidden.atMs;
  return isOver ? null : forbidden.scope;
}

function isDistrusting({ lostInARow }: PushLoop): boolean {
  return lostInARow >= MAX_LOST_IN_A_ROW;
}

function maxUnderWay(loop: PushLoop): number {
  if (permissionWaitedFor(loop) !== null) return 0;
  if (loop.forbidden !== null) return 1;
  if (!isDistrusting(loop)) return MAX_UNDER_WAY;
  // If more than the longest pause is left, the clock has been set back since.
  const leftMs = loop.notBeforeMs - loop.deps.clock.nowMs();
  return leftMs > 0 && leftMs <= LOST_BACKOFF.maxMs ? 0 : 1;
}

/** States in which the push does not need the bill. */
const uncomparedStates: ReadonlySet<Approval['state']> = new Set(['held', 'sending', 'rejected']);

/** States in which the push has nothing to do. */
const finishedStates: ReadonlySet<Approval['state']> = new Set(['confirmed', 'withdrawn']);
