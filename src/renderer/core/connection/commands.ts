import { runSteps } from '../../../base/run-steps.ts';
import { snapshotOf, type ReviewedSnapshot } from '../../../bridge/snapshot.ts';
import type { RequestOf } from '../../../bridge/methods.ts';
import type { Settings, SettingsChange } from '../../../bridge/settings.ts';
import { cacheKeyOf } from '../mirror/cache-database.ts';
import { isStorageFull, tryTwice } from '../indexed-db.ts';
import type { Outbox, RowChange } from '../outbox/outbox.ts';
import { createSerial } from '../../../base/serial.ts';
import type { BillIndex } from '../bills/index/bill-index.ts';
import type { BillRow } from '../model/bill-row.ts';
import { isUnsent } from '../outbox/approval-sections.ts';
import {
  type ApproveResult,
  approveChange,
  approvedNow,
  overrideOf,
  planApproval,
  undoMsOf,
} from '../outbox/approve.ts';
import {
  askMainToAgree,
  applyEvents,
  applyWithinLimits,
  type Agree,
} from '../outbox/apply-events.ts';
import type { BulkRefused, ApproveOptions } from '../outbox/limits.ts';
import { approvalTable } from '../outbox/approval-table.ts';
import type { JournalSync } from '../outbox/journal-sync.ts';
import { factsForMain } from '../outbox/journaled-approval.ts';
import type { Approval } from '../model/approval.ts';
import type { ConnectionControl } from './connection.ts';
import type { ConnectionDeps, OpenConnection } from './open-connection.ts';
import type { Platform } from './platform.ts';

/** Actions of the user. Commands on approvals that no longer fit their state do nothing. */
export interface Commands {
  selectOrganization(organizationId: string): Promise<void>;
  /** Shows the bills of every organization together. Does nothing with fewer than two. */
  showAllOrganizations(): Promise<void>;
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
  /** The Invoices screen was opened or closed. Billfold reads invoices once it has been opened. */
  showInvoices(isShown: boolean): void;
  /** While the connection has a fault: tries to open the connection at once. */
  tryAgain(): void;
  /** Syncs, and retries waiting approvals, now. */
  refresh(): void;
  changeSettings(change: ChangeOfSettings): Promise<void>;
  /** Pauses or resumes sending: the user decides whether to discard the pending approvals. */
  pauseSending(isPaused: boolean): void;
  /**
   * Signs out. Deletes the connection's cached bills, never the outbox.
   * @param ownWork notes, holds, snoozes, hidden bills and saved views: kept unless the user removes them too
   */
  signOut(waiting: 'keep' | 'discard', ownWork?: 'keep' | 'remove'): Promise<void>;
}

/** Bills that one action approves, and that are not saved yet. */
export interface UnsavedApproval {
  /** Epoch milliseconds. */
  readonly sinceMs: number;
  readonly saving: Promise<ApproveResult>;
}

/** A change, or a function that makes one from the settings as the previous change left them. */
export type ChangeOfSettings = SettingsChange | ((now: Settings) => SettingsChange);

export interface CommandDeps extends Pick<
  ConnectionDeps,
  'clock' | 'ids' | 'orderedTime' | 'outbox' | 'views' | 'settings'
> {
  flagsOf(billId: string): readonly string[];
  /** Asks main, which asks the user if necessary. */
  readonly agree: Agree;
  /** Cancels attempts in main. Resolves to the ids of the approvals that will not be sent. */
  cancelAttempts(list: RequestOf<'approvals.cancel'>): Promise<readonly string[]>;
  readonly journalSync: Pick<JournalSync, 'profileEpoch' | 'notStored'>;
  readonly connection: ConnectionControl;
  readonly platform: Pick<Platform, 'yieldToMain'>;
  changeSettings(change: ChangeOfSettings): Promise<void>;
  /** Wipes the connection's cache and ends the session. */
  endSession(ownWork: 'keep' | 'remove'): Promise<void>;
}

/** Creates the user's commands. Every change of an approval goes through the outbox's table. */
export function createCommands(deps: CommandDeps): Commands {
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

  const allIds = () => outbox.approvals.get().map(({ id }) => id);

  /** Creates a command that sends approvals waiting for one of these reasons. */
  const sendWaitingFor =
    (...reasons: Approval['waitingFor'][]): Commands['sendRestored'] =>
    (approvalIds, options = {}) =>
      applyWithinLimits(limited(options), approvalIds, ({ waitingFor, signInId }) =>
        reasons.includes(waitingFor) ? { name: 'adopt', signInId, ...given() } : null,
      );

  return {
    selectOrganization: async (organizationId) => {
      const shown = connection.opened()?.organizationView.show(organizationId);
      const choice = { organizationId, allOrganizations: false };
      await Promise.all([shown, deps.changeSettings(choice)]);
    },
    showAllOrganizations: async () => {
      if (views.organizations.get().length < 2) return;
      const shown = connection.opened()?.organizationView.showAll();
      await Promise.all([shown, deps.changeSettings({ allOrganizations: true })]);
    },
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
      const undoMs = undoMsOf({ ...deps.settings.get(), options });
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
    showInvoices: connection.showInvoices,
    tryAgain: () => void connection.follow(),
    refresh: connection.refresh,
    changeSettings: deps.changeSettings,
    pauseSending: (isPaused) => {
      connection.opened()?.pauses.set('discarding', isPaused);
      const attempts = isPaused ? attemptsOf(outbox, allIds()) : [];
      if (attempts.length > 0) deps.cancelAttempts(attempts).catch(connection.noticeFault);
    },
    signOut: async (waiting, ownWork = 'keep') => {
      const pauses = connection.opened()?.pauses;
      const ids = allIds();
      const attempts = attemptsOf(outbox, ids);
      // Stop sending: after the user's decision, no approval may leave, whether it waits in main or here.
      pauses?.set('closing', true);
      try {
        if (waiting === 'discard') {
          await cancelSending(deps, ids);
          await discardUnsent(outbox, clock.nowMs());
        } else if (attempts.length > 0) await deps.cancelAttempts(attempts);
        await deps.endSession(ownWork);
      } catch (problem) {
        pauses?.set('closing', false);
        throw problem;
      }
    },
  };
}

/** Withdraws unsent approvals. Ends their undo periods first, so that the history shows a discard, not an undo. */
async function discardUnsent(outbox: Outbox, nowMs: number): Promise<void> {
  const discard = ({ id: approvalId, state }: Approval): readonly RowChange[] => [
    ...(state === 'held' ? [{ approvalId, event: { name: 'windowPassed', nowMs } } as const] : []),
    { approvalId, event: { name: 'withdraw', nowMs } },
  ];
  await outbox.applyAll(outbox.approvals.get().filter(isUnsent).flatMap(discard));
}

/** Attempts under way of these approvals. */
function attemptsOf(
  { approvals }: Outbox,
  approvalIds: readonly string[],
): RequestOf<'approvals.cancel'> {
  return approvalIds.flatMap((approvalId) => {
    const row = approvals.find(approvalId);
    return row?.state === 'sending' ? { approvalId, attempt: row.attempt } : [];
  });
}

/** Cancels approvals that wait in main. Returns their number. */
async function cancelSending(
  { outbox, clock, cancelAttempts }: CommandDeps,
  approvalIds: readonly string[],
): Promise<number> {
  const nowMs = clock.nowMs();
  const attempts = attemptsOf(outbox, approvalIds);
  if (attempts.length === 0) return 0;
  const canceled = new Set(await cancelAttempts(attempts));
  const changes = attempts.flatMap(({ approvalId, attempt }): readonly RowChange[] =>
    canceled.has(approvalId)
      ? [
          { approvalId, event: { name: 'neverLeft', nowMs, attempt } },
          { approvalId, event: { name: 'withdraw', nowMs } },
        ]
      : [],
  );
  const results = await tryTwice(() => outbox.applyAll(changes));
  return results.filter((result) => result.ok && result.row.state === 'withdrawn').length;
}

async function billNow(
  open: OpenConnection | null,
  row: Approval,
): Promise<ReviewedSnapshot | null> {
  const bills = await open?.cache.readBills([row]);
  const bill = bills?.get(cacheKeyOf(row))?.bill;
  return bill ? snapshotOf(bill) : null;
}

/** @param rows the bills as on screen when the user decided */
async function approveRows(
  deps: CommandDeps,
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
    undoWindowMs: deps.settings.get().undoWindowMs,
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
  deps: CommandDeps,
  rows: readonly Approval[],
  open: OpenConnection,
): Promise<boolean> {
  const first = await add(deps, rows);
  if (first === 'saved') return true;
  if (first === 'full') await makeRoom(deps, open);
  return (await add(deps, rows)) === 'saved';
}

async function add(
  { outbox, connection }: CommandDeps,
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
  { views, connection }: CommandDeps,
  { pull, cache }: OpenConnection,
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
