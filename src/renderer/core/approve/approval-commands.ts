import type { Clock } from '../../../base/clock.ts';
import type { Observable } from '../../../base/observable.ts';
import type { Ids } from '../../../base/random.ts';
import { runSteps } from '../../../base/run-steps.ts';
import { createSerial } from '../../../base/serial.ts';
import { snapshotOf, type ReviewedSnapshot } from '../../../bridge/snapshot.ts';
import type { Settings } from '../../../bridge/settings.ts';
import type { BillIndex, LiveBillIndex } from '../bills/index/bill-index.ts';
import { isStorageFull } from '../indexed-db.ts';
import type { BillCache } from '../mirror/bill-cache.ts';
import { cacheKeyOf } from '../mirror/cache-database.ts';
import type { Pull } from '../mirror/pull.ts';
import type { Approval } from '../model/approval.ts';
import type { BillRow } from '../model/bill-row.ts';
import { approvalTable } from '../outbox/approval-table.ts';
import { type CancelDeps, cancelSending } from '../outbox/cancel-sending.ts';
import type { JournalSync } from '../outbox/journal-sync.ts';
import { factsForMain } from '../outbox/journaled-approval.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { OrderedTime } from '../time/ordered-time.ts';
import { applyEvents, applyWithinLimits } from './apply-events.ts';
import { askMainToAgree, type Agree } from './ask-main.ts';
import type { BulkRefused, ApproveOptions } from './limits.ts';
import {
  type ApproveResult,
  approveChange,
  approvedNow,
  overrideOf,
  planApproval,
  undoMsOf,
} from './plan-approval.ts';

/** The user's decisions about approvals. Decisions that no longer fit an approval's state do nothing. */
export interface ApprovalCommands {
  /**
   * Approves these bills as they are on screen. Skips bills that are not payable or already approved.
   * @param seen rows as they were when the user decided, if that was earlier: a question came in between
   */
  approveBills(
    billIds: readonly string[],
    options?: ApproveOptions,
    seen?: ReadonlyMap<string, BillRow | null>,
  ): Promise<ApproveResult>;
  /**
   * When `approveBills` began for this bill, epoch milliseconds, while main has not agreed yet or the disk has not
   * saved it; otherwise null.
   */
  approvingSinceMs(bill: Pick<Approval, 'organizationId' | 'billId'>): number | null;
  /** Actions of `approveBills` that main has not agreed to yet or the disk has not saved, newest first. */
  unsaved(): readonly UnsavedApproval[];
  /**
   * Withdraws approvals: undoes held ones, cancels queued ones and those that main has not sent yet, discards changed,
   * unknown and rejected ones. Returns the number withdrawn.
   */
  withdraw(approvalIds: readonly string[]): Promise<number>;
  /**
   * Sends unknown and rejected approvals again, as one more attempt. Like the other commands that approve, it
   * acts once main agrees, and returns the approvals that the user's bulk limits refuse.
   */
  sendAgain(
    approvalIds: readonly string[],
    options?: ApproveOptions,
  ): Promise<readonly BulkRefused[]>;
  /** For changed approvals: approves the bill as it is now, with an undo period. */
  approveAsChanged(
    approvalIds: readonly string[],
    options?: ApproveOptions,
  ): Promise<readonly BulkRefused[]>;
  /** For unknown approvals: the user has seen in the service that it was applied. */
  markConfirmed(approvalIds: readonly string[]): Promise<void>;
  /** Sends approvals that were rebuilt from the journal or restored with this data. */
  sendRestored(
    approvalIds: readonly string[],
    options?: ApproveOptions,
  ): Promise<readonly BulkRefused[]>;
  /** For approvals held back as above a limit or approved before: main asks the user again. */
  confirmAndSend(
    approvalIds: readonly string[],
    options?: ApproveOptions,
  ): Promise<readonly BulkRefused[]>;
  /** For confirmed approvals whose bill had changed: the user has seen it. */
  acknowledge(approvalIds: readonly string[]): Promise<void>;
  /** Moves approvals of an earlier sign-in, perhaps another user's, to the present one. */
  adopt(approvalIds: readonly string[], options?: ApproveOptions): Promise<readonly BulkRefused[]>;
}

/** Bills that one action approves, and that are not saved yet. */
export interface UnsavedApproval {
  /** Epoch milliseconds. */
  readonly sinceMs: number;
  readonly saving: Promise<ApproveResult>;
}

/** The connection, as far as approving uses it. */
interface ConnectionPart {
  /** Null while it is closed. */
  opened(): OpenPart | null;
  /** Opens the connection if it can. Never rejects. */
  follow(): Promise<void>;
  noticeFault(problem: unknown): void;
}

interface OpenPart {
  readonly connectionId: string;
  readonly cache: Pick<BillCache, 'readBills' | 'dropHistory'>;
  readonly conditions: { signInId(): string | null };
  readonly pull: Pick<Pull, 'dropHistory'> | null;
}

export interface ApprovalCommandDeps extends CancelDeps {
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly orderedTime: OrderedTime;
  readonly views: { readonly bills: LiveBillIndex };
  readonly settings: Observable<Settings>;
  flagsOf(billId: string): readonly string[];
  /** Asks main, which asks the user if necessary. */
  readonly agree: Agree;
  readonly journalSync: Pick<JournalSync, 'profileEpoch' | 'notStored'>;
  readonly connection: ConnectionPart;
  readonly platform: { yieldToMain(): Promise<void> };
}

/** Every change of an approval goes through the outbox's table. */
export function createApprovalCommands(deps: ApprovalCommandDeps): ApprovalCommands {
  const { clock, outbox, orderedTime, views, connection } = deps;
  // One approval command at a time: two at once would not see each other's rows.
  const oneByOne = createSerial();
  const unsaved = new Set<
    UnsavedApproval & { readonly rows: ReadonlyMap<string, BillRow | null> }
  >();

  /** Fields of a decision that the user makes now. */
  const given = () => ({
    nowMs: clock.nowMs(),
    recheckAfterMs: orderedTime.nowMs(),
    profileEpoch: deps.journalSync.profileEpoch(),
  });

  /** Whether the bill is on screen: other bills have no flags. */
  const isOnScreen = ({ organizationId, billId }: Approval): boolean =>
    views.bills.get(billId)?.organizationId === organizationId;

  const limited = (options: ApproveOptions) => ({
    ...deps,
    limits: deps.settings.get().limits,
    options,
    isFlagged: (billId: string) => deps.flagsOf(billId).length > 0,
  });

  /** Creates a command that sends approvals waiting for one of these reasons. */
  const sendWaitingFor =
    (...reasons: Approval['waitingFor'][]): ApprovalCommands['sendRestored'] =>
    (approvalIds, options = {}) =>
      applyWithinLimits(limited(options), approvalIds, ({ waitingFor, signInId }) =>
        reasons.includes(waitingFor) ? { name: 'adopt', signInId, ...given() } : null,
      );

  return {
    approveBills: (billIds, options = {}, seen) => {
      // Read the rows before waiting in line, because another organization may be on screen afterwards.
      const rows = new Map(billIds.map((billId) => [billId, seenRow(views.bills, billId, seen)]));
      const saving = oneByOne(() => approveRows(deps, billIds, rows, options));
      const action = { rows, sinceMs: clock.nowMs(), saving };
      unsaved.add(action);
      return saving.finally(() => unsaved.delete(action));
    },
    unsaved: () => [...unsaved].toReversed(),
    approvingSinceMs: ({ organizationId, billId }) => {
      for (const { rows, sinceMs } of unsaved)
        if (rows.get(billId)?.organizationId === organizationId) return sinceMs;
      return null;
    },
    withdraw: async (approvalIds) => {
      const nowMs = clock.nowMs();
      const withdrawn = applyEvents(outbox, approvalIds, () => ({ name: 'withdraw', nowMs }));
      // Cancel in main even if the disk refuses, so that main does not send these approvals.
      await Promise.allSettled([withdrawn]);
      const canceled = await cancelSending(deps, approvalIds);
      return (await withdrawn) + canceled;
    },
    sendAgain: (approvalIds, options = {}) =>
      applyWithinLimits(limited(options), approvalIds, ({ state }) =>
        approvalTable[state].sendAgain === null
          ? null
          : {
              name: 'sendAgain',
              ...given(),
              signInId: connection.opened()?.conditions.signInId() ?? null,
            },
      ),
    approveAsChanged: (approvalIds, options = {}) => {
      const batchId = deps.ids.next();
      const undoMs = undoMsOf({ undoPeriodMs: deps.settings.get().undoWindowMs, options });
      return applyWithinLimits(limited(options), approvalIds, async (row) =>
        approveChange(row, await billNow(connection.opened(), row), {
          ...given(),
          batchId,
          undoMs,
          override: isOnScreen(row) ? overrideOf(row.billId, { ...deps, options }) : row.override,
        }),
      );
    },
    markConfirmed: async (approvalIds) => {
      await applyEvents(outbox, approvalIds, () => ({
        name: 'markConfirmed',
        nowMs: clock.nowMs(),
      }));
    },
    sendRestored: sendWaitingFor('restored', 'dataRestored'),
    confirmAndSend: sendWaitingFor('overLimit', 'twice', 'changedBack'),
    acknowledge: async (approvalIds) => {
      await applyEvents(outbox, approvalIds, () => ({ name: 'acknowledge', nowMs: clock.nowMs() }));
    },
    adopt: async (approvalIds, options = {}) => {
      const signInId = connection.opened()?.conditions.signInId();
      if (!signInId) return [];
      // Adopting does not decide about restored data: the user does that next.
      return applyWithinLimits(
        limited(options),
        approvalIds,
        ({ signInId: madeUnder, profileEpoch }) =>
          madeUnder === signInId ? null : { name: 'adopt', ...given(), signInId, profileEpoch },
      );
    },
  };
}

async function billNow(open: OpenPart | null, row: Approval): Promise<ReviewedSnapshot | null> {
  const bills = await open?.cache.readBills([row]);
  const bill = bills?.get(cacheKeyOf(row))?.bill;
  return bill ? snapshotOf(bill) : null;
}

/** @param rows the bills as on screen when the user decided */
async function approveRows(
  deps: ApprovalCommandDeps,
  billIds: readonly string[],
  rows: ReadonlyMap<string, BillRow | null>,
  options: ApproveOptions,
): Promise<ApproveResult> {
  // Bills are already on screen while a long outbox is read. Wait for it.
  if (deps.connection.opened() === null) await deps.connection.follow();
  const open = deps.connection.opened();
  const signInId = open?.conditions.signInId();
  if (!open || !signInId) {
    return {
      approved: [],
      skipped: billIds.map((billId) => ({ billId, why: 'unknownBill' as const })),
    };
  }
  const planning = planApproval(billIds, {
    nowMs: deps.clock.nowMs(),
    orderedNowMs: deps.orderedTime.nowMs(),
    connectionId: open.connectionId,
    signInId,
    undoPeriodMs: deps.settings.get().undoWindowMs,
    limits: deps.settings.get().limits,
    options,
    flagsOf: deps.flagsOf,
    profileEpoch: deps.journalSync.profileEpoch(),
    billOf: (billId) => rows.get(billId) ?? null,
    approvals: deps.outbox.approvals,
    ids: deps.ids,
  });
  const plan = await runSteps(planning, deps.platform.yieldToMain);
  const { skipped } = plan;
  const refused = (why: 'notSaved' | 'notAgreed'): ApproveResult => ({
    approved: [],
    skipped: [...skipped, ...plan.approved.map(({ billId }) => ({ billId, why }))],
  });
  // Main's journal has the bill's earlier approvals. `mayBeApplied` covers those that only the outbox still has.
  const claims = plan.approved.map((row) => ({
    ...factsForMain(row),
    mayBeApplied: deps.outbox.approvals.ofBill(row).length > 0,
  }));
  const { reply, agreed } = await askMainToAgree(deps.agree, 'approve', claims);
  const undoAgreed = (): void =>
    deps.journalSync.notStored(plan.approved.slice(0, agreed).map(({ id }) => id));
  if (reply !== 'yes') {
    undoAgreed();
    return refused(reply === 'no' ? 'notAgreed' : 'notSaved');
  }
  options.onAgreed?.();
  const now = { nowMs: deps.clock.nowMs(), orderedNowMs: deps.orderedTime.nowMs() };
  const approved = plan.approved.map((row) => approvedNow(row, now));
  if (approved.length === 0 || (await saveOrMakeRoom(deps, approved, open)))
    return { approved, skipped };
  undoAgreed();
  return refused('notSaved');
}

/**
 * Writes the rows: an approval that is not on disk does not exist. If the disk is full, deletes history to make room.
 * Retries any other failure once, because it may pass.
 */
async function saveOrMakeRoom(
  deps: ApprovalCommandDeps,
  rows: readonly Approval[],
  open: OpenPart,
): Promise<boolean> {
  const first = await add(deps, rows);
  if (first === 'saved') return true;
  if (first === 'full') await makeRoom(deps, open);
  return (await add(deps, rows)) === 'saved';
}

async function add(
  { outbox, connection }: ApprovalCommandDeps,
  rows: readonly Approval[],
): Promise<'saved' | 'full' | 'failed'> {
  try {
    await outbox.add(rows);
    return 'saved';
  } catch (problem) {
    connection.noticeFault(problem);
    return isStorageFull(problem) ? 'full' : 'failed';
  }
}

/** Deletes history to make room: through the pull if one is running, because it has to know, else directly. */
async function makeRoom(
  { views, connection }: ApprovalCommandDeps,
  { pull, cache }: OpenPart,
): Promise<void> {
  try {
    if (pull !== null) return await pull.dropHistory();
    for (const change of await cache.dropHistory()) views.bills.change(change);
  } catch (problem) {
    connection.noticeFault(problem);
  }
}

/**
 * The bill's row, as the user saw it. Null while only the saved first screen has the bill: it can't be approved yet.
 */
function seenRow(
  { get, firstScreen }: BillIndex,
  billId: string,
  seen: ReadonlyMap<string, BillRow | null> | undefined,
): BillRow | null {
  const now = get(billId);
  const row = seen === undefined ? now : (seen.get(billId) ?? null);
  return firstScreen.get() === null || row === now ? row : null;
}
