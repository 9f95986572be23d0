import type { Clock } from '../../../base/clock.ts';
import type { Observable } from '../../../base/observable.ts';
import type { Ids } from '../../../base/random.ts';
import { snapshotOf, type ReviewedSnapshot } from '../../../bridge/snapshot.ts';
import type { Settings, SettingsChange } from '../../../bridge/settings.ts';
import { billKey } from '../mirror/cache-database.ts';
import { isStorageFull } from '../indexed-db.ts';
import type { Outbox, RowChange } from '../outbox/outbox.ts';
import { createSerial } from '../../../base/serial.ts';
import type { BillIndex } from '../bills/index/bill-index.ts';
import type { BillRow } from '../model/bill-row.ts';
import { isUnsent } from '../outbox/approval-sections.ts';
import { type ApproveResult, approveChange, begunNow, planApproval } from '../outbox/approve.ts';
import {
  agreeTo,
  applyEvents,
  applyWithin,
  claimOf,
  type Agree,
  type EventFor,
} from '../outbox/apply-events.ts';
import type { OverLimit, Word } from '../outbox/limits.ts';
import { approvalTable } from '../outbox/approval-table.ts';
import type { Approval } from '../outbox/approval.ts';
import type { ConnectionRuntime } from './connection-runtime.ts';
import type { OrderedTime } from '../time/ordered-time.ts';
import type { WorkspaceViews } from './workspace-views.ts';

/** What the user can do. Commands on approvals that no longer fit their state do nothing. */
export interface Commands {
  /** Shows this organization alone. */
  selectOrganization(organizationId: string): Promise<void>;
  /** Shows the bills of every organization together. With fewer than two it does nothing. */
  showAllOrganizations(): Promise<void>;
  /**
   * Approves these bills as they are on screen; bills that are not payable or already approved are skipped.
   * @param seen as they were on screen, where that is not now: the user has been asked something since
   */
  approve(
    billIds: readonly string[],
    word?: Word,
    seen?: ReadonlyMap<string, BillRow | null>,
  ): Promise<ApproveResult>;
  /** Takes back approvals still held or queued. Answers with how many. */
  withdraw(approvalIds: readonly string[]): Promise<number>;
  /**
   * For unknown and rejected: send again, one attempt more, by the user's word. This and the other commands that
   * say yes to a bill do so once main agrees, and answer with what the user's bulk limits refuse.
   */
  sendAgain(approvalIds: readonly string[], word?: Word): Promise<readonly OverLimit[]>;
  /** For changed: approve what the bill is now. */
  approveAsChanged(approvalIds: readonly string[], word?: Word): Promise<readonly OverLimit[]>;
  /** For unknown: the user has seen on the service that it was applied. */
  markConfirmed(approvalIds: readonly string[]): Promise<void>;
  /** Lets these go that were put back from the journal, or restored with this data, by the user's word. */
  sendRestored(approvalIds: readonly string[], word?: Word): Promise<readonly OverLimit[]>;
  /** For those held back as above a limit or approved before: main asks anew. */
  askAnew(approvalIds: readonly string[], word?: Word): Promise<readonly OverLimit[]>;
  /** For confirmed ones whose bill had changed: the user has seen it. */
  acknowledge(approvalIds: readonly string[]): Promise<void>;
  /** For approvals of an earlier sign-in, perhaps somebody else's: bind them to this one, by the user's word. */
  adopt(approvalIds: readonly string[], word?: Word): Promise<readonly OverLimit[]>;
  /** The Invoices screen came on screen, or left it: they are read from then on, and shown. */
  showInvoices(isShown: boolean): void;
  /** In trouble: tries to open the connection at once. */
  tryAgain(): void;
  /** Pull now and try what waits now. */
  refresh(): void;
  changeSettings(change: ChangeOfSettings): Promise<void>;
  /**
   * Signs out; wipes the cached bills of the connection, never the outbox.
   * @param ownWork notes, snoozes, dismissals and saved views: kept unless they are to be removed too
   */
  signOut(waiting: 'keep' | 'discard', ownWork?: 'keep' | 'remove'): Promise<void>;
}

/** A function is handed the settings as the change before has left them. */
export type ChangeOfSettings = SettingsChange | ((now: Settings) => SettingsChange);

export interface CommandDeps {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly orderedTime: OrderedTime;
  readonly outbox: Outbox;
  readonly views: WorkspaceViews;
  readonly settings: Observable<Settings>;
  isFlagged(billId: string): boolean;
  /** Main's word, and the user's where main asks for it. */
  readonly agree: Agree;
  /** See `Approval.profileEpoch`. */
  profileEpoch(): string;
  /** The connection in use, or null. */
  runtime(): ConnectionRuntime | null;
  showInvoices(isShown: boolean): void;
  tryAgain(): void;
  changeSettings(change: ChangeOfSettings): Promise<void>;
  /** Wipes the connection's cache and ends the session. */
  endSession(ownWork: 'keep' | 'remove'): Promise<void>;
  onFault(problem: unknown): void;
}

/** What the user can do. Every change of an approval goes through the outbox's table. */
export function createCommands(deps: CommandDeps): Commands {
  const { clock, outbox, orderedTime, views } = deps;
  // One approve at a time: two at once would not see each other's rows.
  const oneByOne = createSerial();

  /** The user's word, given now. */
  const given = () => ({
    nowMs: clock.nowMs(),
    recheckAfterMs: orderedTime.nowMs(),
    profileEpoch: deps.profileEpoch(),
  });

  const limited = (word: Word) => ({ ...deps, limits: deps.settings.get().limits, word });

  const applyToEach = (approvalIds: readonly string[], eventFor: EventFor): Promise<number> =>
    applyEvents(outbox, approvalIds, eventFor);

  return {
    selectOrganization: async (organizationId) => {
      const shown = deps.runtime()?.selectOrganization(organizationId);
      const choice = { organizationId, allOrganizations: false };
      await Promise.all([shown, deps.changeSettings(choice)]);
    },
    showAllOrganizations: async () => {
      if (views.organizations.get().length < 2) return;
      const shown = deps.runtime()?.showAllOrganizations();
      await Promise.all([shown, deps.changeSettings({ allOrganizations: true })]);
    },
    approve: (billIds, word = {}, seen) => {
      // Now, not in turn: by then another organization may be on screen.
      const rows = new Map(billIds.map((billId) => [billId, seenRow(views.bills, billId, seen)]));
      return oneByOne(() => approve(deps, billIds, rows, word));
    },
    withdraw: (approvalIds) =>
      applyToEach(approvalIds, () => ({ name: 'withdraw', nowMs: clock.nowMs() })),
    sendAgain: (approvalIds, word = {}) =>
      applyWithin(limited(word), approvalIds, ({ state }) =>
        approvalTable[state].sendAgain === null
          ? null
          : { name: 'sendAgain', ...given(), signInId: deps.runtime()?.signInId() ?? null },
      ),
    approveAsChanged: (approvalIds, word = {}) =>
      applyWithin(limited(word), approvalIds, async (row) =>
        approveChange(row, await billNow(deps.runtime(), row), given()),
      ),
    markConfirmed: async (approvalIds) => {
      await applyToEach(approvalIds, () => ({ name: 'markConfirmed', nowMs: clock.nowMs() }));
    },
    sendRestored: (approvalIds, word = {}) =>
      applyWithin(limited(word), approvalIds, ({ waitingFor, signInId }) =>
        waitingFor === 'restored' || waitingFor === 'dataRestored'
          ? { name: 'adopt', signInId, ...given() }
          : null,
      ),
    askAnew: (approvalIds, word = {}) =>
      applyWithin(limited(word), approvalIds, ({ waitingFor, signInId }) =>
        waitingFor === 'overLimit' || waitingFor === 'twice'
          ? { name: 'adopt', signInId, ...given() }
          : null,
      ),
    acknowledge: async (approvalIds) => {
      await applyToEach(approvalIds, () => ({ name: 'acknowledge', nowMs: clock.nowMs() }));
    },
    adopt: async (approvalIds, word = {}) => {
      const signInId = deps.runtime()?.signInId();
      if (!signInId) return [];
      // Of data that was restored this says nothing: that is asked next.
      return applyWithin(limited(word), approvalIds, ({ signInId: madeUnder, profileEpoch }) =>
        madeUnder === signInId ? null : { name: 'adopt', ...given(), signInId, profileEpoch },
      );
    },
    showInvoices: deps.showInvoices,
    tryAgain: deps.tryAgain,
    refresh: () => deps.runtime()?.refresh(),
    changeSettings: deps.changeSettings,
    signOut: async (waiting, ownWork = 'keep') => {
      if (waiting === 'discard') await discardUnsent(outbox, clock.nowMs());
      await deps.endSession(ownWork);
    },
  };
}

/** Discarded is not undone: signing out ends the undo period, in the same transaction. */
async function discardUnsent(outbox: Outbox, nowMs: number): Promise<void> {
  const discard = ({ id: approvalId, state }: Approval): readonly RowChange[] => [
    ...(state === 'held' ? [{ approvalId, event: { name: 'windowPassed', nowMs } } as const] : []),
    { approvalId, event: { name: 'withdraw', nowMs } },
  ];
  await outbox.applyAll(outbox.approvals.get().filter(isUnsent).flatMap(discard));
}

async function billNow(
  runtime: ConnectionRuntime | null,
  row: Approval,
): Promise<ReviewedSnapshot | null> {
  const bills = await runtime?.cache.readBills([row]);
  const bill = bills?.get(billKey(row))?.bill;
  return bill ? snapshotOf(bill) : null;
}

/** @param rows the bills as they were on screen when the user said yes */
async function approve(
  deps: CommandDeps,
  billIds: readonly string[],
  rows: ReadonlyMap<string, BillRow | null>,
  word: Word,
): Promise<ApproveResult> {
  const runtime = deps.runtime();
  const signInId = runtime?.signInId();
  if (!runtime || !signInId) {
    return {
      approved: [],
      skipped: billIds.map((billId) => ({ billId, why: 'unknownBill' as const })),
    };
  }
  const plan = planApproval(billIds, {
    nowMs: deps.clock.nowMs(),
    orderedNowMs: deps.orderedTime.nowMs(),
    connectionId: runtime.connectionId,
    signInId,
    undoWindowMs: deps.settings.get().undoWindowMs,
    limits: deps.settings.get().limits,
    word,
    isFlagged: deps.isFlagged,
    profileEpoch: deps.profileEpoch(),
    billOf: (billId) => rows.get(billId) ?? null,
    approvals: deps.outbox.approvals,
    ids: deps.ids,
  });
  const { skipped } = plan;
  const refused = (why: 'notKept' | 'notAgreed'): ApproveResult => ({
    approved: [],
    skipped: [...skipped, ...plan.approved.map(({ billId }) => ({ billId, why }))],
  });
  // Main's journal knows the bill's earlier approvals; an outbox that outlived the journal tells main of them.
  const claims = plan.approved.map((row) =>
    claimOf(row, row.snapshot, deps.outbox.approvals.ofBill(row).length > 0),
  );
  const reply = await agreeTo(deps.agree, 'approve', claims);
  if (reply !== 'yes') return refused(reply === 'no' ? 'notAgreed' : 'notKept');
  word.onAgreed?.();
  const now = { nowMs: deps.clock.nowMs(), orderedNowMs: deps.orderedTime.nowMs() };
  const approved = plan.approved.map((row) => begunNow(row, now));
  if (approved.length === 0 || (await keep(deps, approved, runtime))) return { approved, skipped };
  return refused('notKept');
}

/**
 * Writes the rows. On a full disk history makes room for them; what else fails may pass, and is tried
 * once more. An approval not on disk is none.
 */
async function keep(
  deps: CommandDeps,
  rows: readonly Approval[],
  runtime: ConnectionRuntime,
): Promise<boolean> {
  const first = await add(deps, rows);
  if (first === 'kept') return true;
  if (first === 'full') await makeRoom(deps, runtime);
  return (await add(deps, rows)) === 'kept';
}

async function add(
  { outbox, onFault }: CommandDeps,
  rows: readonly Approval[],
): Promise<'kept' | 'full' | 'failed'> {
  try {
    await outbox.add(rows);
    return 'kept';
  } catch (problem) {
    onFault(problem);
    return isStorageFull(problem) ? 'full' : 'failed';
  }
}

async function makeRoom(
  { views, onFault }: CommandDeps,
  runtime: ConnectionRuntime,
): Promise<void> {
  try {
    for (const change of await runtime.cache.dropHistory()) views.bills.change(change);
  } catch (problem) {
    onFault(problem);
  }
}

/** Until the bills are in memory a search shows others than those: what was only found cannot be approved. */
function seenRow(
  { get, firstScreen }: BillIndex,
  billId: string,
  seen: ReadonlyMap<string, BillRow | null> | undefined,
): BillRow | null {
  const now = get(billId);
  const row = seen === undefined ? now : (seen.get(billId) ?? null);
  return firstScreen.get() === null || row === now ? row : null;
}
