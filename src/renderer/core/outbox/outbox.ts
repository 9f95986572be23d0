import { inParts } from '../../../base/in-parts.ts';
import { Dexie, type IndexableType } from 'dexie';
import type { Clock } from '../../../base/clock.ts';
import { notifySafely, createObservable, type Observable } from '../../../base/observable.ts';
import { transition, type ApprovalEvent, type TransitionResult } from './approval-transitions.ts';
import {
  approvalStates,
  type Approval,
  type QuarantinedApproval,
  historyEvents,
} from '../model/approval.ts';
import { createApprovals, type Approvals } from './approval-slices.ts';
import {
  createOutboxDatabase,
  type OutboxDatabase,
  type UnreadableRow,
} from './outbox-database.ts';
import { isUnsent } from './approval-sections.ts';
import { createUndoPeriods, type UndoLeft } from './undo-periods.ts';
import type { IndexedDbPort } from '../indexed-db.ts';
import * as z from '../../../base/zod.ts';
import {
  notSentReasonSchema,
  overrideSchema,
  sendOutcomeSchema,
} from '../../../bridge/approval.ts';
import { reviewedSnapshotSchema } from '../../../bridge/snapshot.ts';

/** The approvals on disk, and the same rows in memory for observers. */
export interface Outbox {
  /** Rows of the connection in use, newest first. */
  readonly approvals: Approvals;
  readonly undoLeftMs: UndoLeft;
  /** Rows that could not be read, except those that the journal has rebuilt. */
  readonly quarantined: Observable<readonly QuarantinedApproval[]>;
  /** Whether the disk has refused a withdrawal that is not saved yet. The rows in memory already have it. */
  readonly hasUnsaved: Observable<boolean>;
  /**
   * Shows the connection's rows; null shows none. Opens the database if necessary. If the database has more than 1,000
   * rows, of all connections together, shows only this connection's rows that wait or need the user; `readRest` shows
   * the others. @throws when the disk refuses
   */
  switchConnection(connectionId: string | null): Promise<void>;
  /** Number of the connection's rows, including those not read yet. */
  count(): number;
  /** Whether all of the connection's rows have been read. */
  isWhole(): boolean;
  /** Shows these rows of the connection before `readRest` does. @throws when the disk refuses */
  readThese(approvalIds: readonly string[]): Promise<void>;
  /**
   * Reads the rows that `switchConnection` left out, in parts, and quarantines rows that cannot be read. Nothing may be
   * approved before it resolves. @throws when the disk refuses
   */
  readRest(): Promise<void>;
  /** Adds all rows or none; they are durable when it resolves. @throws only when the disk refuses */
  add(rows: readonly Approval[]): Promise<void>;
  /**
   * Replaces rows that contradict main's journal: all or none, durable like `add`. @throws only when the disk refuses
   */
  correct(rows: readonly Approval[]): Promise<void>;
  /**
   * The only other way to change a row: in one transaction, reads it again, applies the event and writes it. Durable
   * when it resolves. @throws only when the disk refuses; the row is unchanged then
   */
  apply(approvalId: string, event: ApprovalEvent): Promise<ApplyResult>;
  /** Like `apply`, for many rows in one transaction: all become durable, or none. Results in the order given. */
  applyAll(changes: readonly RowChange[]): Promise<readonly ApplyResult[]>;
  /** Closes the database. `switchConnection` opens it again. */
  close(): void;
}

export type ApplyResult = TransitionResult | { readonly ok: false; readonly why: 'noSuchRow' };

export interface RowChange {
  readonly approvalId: string;
  readonly event: ApprovalEvent;
}

export interface OutboxDeps {
  readonly idb: IndexedDbPort;
  readonly clock: Clock;
  /** Receives rows of the connection in use, once they are durable. */
  onWritten?(rows: readonly Approval[]): void;
  /** Receives exceptions of observers. They do not affect the rows. */
  onFault(problem: unknown): void;
}

/** Creates an outbox that stays closed until `switchConnection`. */
export function createOutbox(deps: OutboxDeps): Outbox {
  const { onFault } = deps;
  const database = createOutboxDatabase(deps.idb);
  const approvals = createApprovals(onFault, (work) => void deps.clock.sleep(0).then(work));
  const undoLeftMs = createUndoPeriods(deps.clock);
  approvals.watch((rows) => {
    for (const row of rows) if (row.state === 'held') undoLeftMs(row);
  });
  const quarantined = createObservable<readonly QuarantinedApproval[]>([], onFault);
  let connectionId: string | null = null;

  /** The rows are already on disk, so an exception in here must not make the write look failed. */
  const remember = (written: readonly Approval[]): void => {
    const mine = written.filter((row) => row.connectionId === connectionId);
    if (mine.length === 0) return;
    notifySafely(() => approvals.put(mine), onFault);
    notifySafely(() => deps.onWritten?.(mine), onFault);
  };

  const applySome = async (changes: readonly RowChange[]): Promise<readonly ApplyResult[]> => {
    const ids = [...new Set(changes.map(({ approvalId }) => approvalId))];
    const stored = await database.approvals.bulkGet(ids);
    const now = new Map(ids.map((id, at) => [id, stored[at]]));
    const written = new Map<string, Approval>();
    const results = changes.map(({ approvalId, event }): ApplyResult => {
      const row = approvalSchema.safeParse(now.get(approvalId));
      if (!row.success) return noSuchRow;
      const applied = transition(row.data, event);
      if (!applied.ok) return applied;
      now.set(approvalId, applied.row);
      written.set(approvalId, applied.row);
      return applied;
    });
    if (written.size > 0) await database.approvals.bulkPut([...written.values()]);
    return results;
  };
  const applyInParts = async (changes: readonly RowChange[]): Promise<readonly ApplyResult[]> => {
    const results: ApplyResult[] = [];
    for (const some of inParts(changes, WRITTEN_AT_ONCE)) results.push(...(await applySome(some)));
    return results;
  };

  /**
   * Withdrawals that the disk refused, with the changes made along with them, by approval id. Each later write saves them
   * first, so that Billfold does not send an undone or canceled approval. Refused discards of approvals that need the
   * user are dropped, because the user decides about these approvals again.
   */
  const refusedWithdrawals = new Map<string, readonly RowChange[]>();
  const hasUnsaved = createObservable(false, onFault);

  const keepWithdrawals = (changes: readonly RowChange[]): void => {
    const withdrawn: Approval[] = [];
    for (const [approvalId, ofOne] of Map.groupBy(changes, (change) => change.approvalId)) {
      const row = approvals.find(approvalId);
      const isWithdrawal = ofOne.some(({ event }) => event.name === 'withdraw');
      if (!isWithdrawal || (row !== null && row.state !== 'sending' && !isUnsent(row))) continue;
      const kept = refusedWithdrawals.get(approvalId) ?? [];
      refusedWithdrawals.set(approvalId, [...kept, ...ofOne]);
      const after = row && ofOne.reduce((now, { event }) => changed(now, event), row);
      if (after?.state === 'withdrawn') withdrawn.push(after);
    }
    notifySafely(() => approvals.put(withdrawn), onFault);
    if (!hasUnsaved.get()) void saveWithdrawals();
  };

  /** Writes rows, and before them the refused withdrawals, in one transaction. */
  const write = async <Result>(work: () => Promise<Result>) => {
    const kept = [...refusedWithdrawals];
    const { saved, result } = await database.transaction('rw', database.approvals, async () => {
      const first = kept.flatMap(([, ofOne]) => ofOne);
      return { saved: first.length > 0 ? await applyInParts(first) : [], result: await work() };
    });
    for (const [approvalId, ofOne] of kept)
      if (refusedWithdrawals.get(approvalId) === ofOne) refusedWithdrawals.delete(approvalId);
    remember(rowsOf(saved));
    return { saved, result };
  };

  /** Retries even while the database is closed, because a browser closes it when the disk is full. */
  const saveWithdrawals = async (): Promise<void> => {
    while (refusedWithdrawals.size > 0) {
      hasUnsaved.set(true);
      await deps.clock.sleep(SAVE_RETRY_MS);
      // The user has already seen the first refusal.
      await write(() => Promise.resolve()).catch(() => undefined);
    }
    hasUnsaved.set(false);
  };

  const applyAll = async (changes: readonly RowChange[]): Promise<readonly ApplyResult[]> => {
    try {
      const { saved, result: results } = await write(() => applyInParts(changes));
      remember(rowsOf(results));
      const savedNow = new Map(saved.flatMap((each) => (each.ok ? [[each.row.id, each]] : [])));
      return changes.map(({ approvalId, event }, at) => {
        const result = results[at] ?? noSuchRow;
        const first = savedNow.get(approvalId);
        // The user tried again, and this write has just saved the first withdrawal.
        const isAgain = !result.ok && event.name === 'withdraw' && first?.row.state === 'withdrawn';
        return isAgain ? first : result;
      });
    } catch (problem) {
      keepWithdrawals(changes);
      throw problem;
    }
  };

  /** Number of the connection's rows on disk; null once all are read. */
  let countOnDisk: number | null = null;

  const readable = (rows: readonly unknown[]): readonly Approval[] =>
    rows.flatMap((raw) => {
      const row = approvalSchema.safeParse(raw).data;
      return row?.connectionId === connectionId ? row : [];
    });

  /** Adds rows from disk. A row in memory may be newer. */
  const show = (rows: readonly Approval[]): void => {
    const missing = rows.filter(({ id }) => approvals.find(id) === null);
    if (missing.length > 0) approvals.put(missing);
  };

  /** @param take receives the connection's rows in parts, and the last part when it `isLast` */
  const readWhole = async (take: (rows: Approval[], isLast: boolean) => void): Promise<void> => {
    const mine = connectionId;
    const damaged: Pick<UnreadableRow, 'raw' | 'problems'>[] = [];
    const readableIds = new Set<string | null>();
    let part: Approval[] = [];
    // Read the rows of all connections: a damaged row may have lost its connection.
    await readAll(database, (raw) => {
      const parsed = approvalSchema.safeParse(raw);
      if (!parsed.success)
        damaged.push({
          raw,
          problems: parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`),
        });
      else readableIds.add(parsed.data.id);
      if (parsed.data?.connectionId === mine) part.push(parsed.data);
      if (part.length < SHOWN_AT_ONCE || mine !== connectionId) return;
      take(part, false);
      part = [];
    });
    if (mine !== connectionId) return;
    take(part, true);
    countOnDisk = null;
    const quarantinedAtMs = deps.clock.nowMs();
    for (const each of damaged) await quarantine(database, { ...each, quarantinedAtMs });
    const unreadable = await database.unreadable.toArray();
    quarantined.set(
      unreadable
        .filter(({ id }) => !readableIds.has(id))
        .map(({ id, problems }) => ({ id, problems })),
    );
  };

  /** Shows the rows that wait or need the user. */
  const readUnfinished = async (mine: string): Promise<void> => {
    const all = database.approvals;
    const keys = unfinished.map((state) => [mine, state]);
    const waiting = await all.where('[connectionId+state]').anyOf(keys).toArray();
    countOnDisk = await all.where({ connectionId: mine }).count();
    approvals.reset(readable(waiting));
  };

  return {
    approvals,
    undoLeftMs,
    quarantined,
    hasUnsaved,
    count: () => countOnDisk ?? approvals.get().length,
    isWhole: () => countOnDisk === null,
    readThese: async (approvalIds) => {
      if (countOnDisk !== null) show(readable(await database.approvals.bulkGet([...approvalIds])));
    },
    readRest: async () => {
      if (countOnDisk !== null) await readWhole(show);
    },
    switchConnection: async (next) => {
      // Rows in memory must not vanish while they are read again.
      const isAgain = next === connectionId && countOnDisk === null;
      // Hide the previous connection's rows now, also in case reading the next ones fails.
      if (next !== connectionId) approvals.reset([]);
      connectionId = next;
      await database.open();
      const isLarge = next !== null && (await database.approvals.count()) > READ_WHOLE;
      if (isLarge && !isAgain) return readUnfinished(next);
      const rows: Approval[] = [];
      return readWhole((part, isLast) => {
        rows.push(...part);
        if (isLast) approvals.reset(rows);
      });
    },
    add: async (rows) => {
      await write(async () => {
        for (const some of inParts(rows, WRITTEN_AT_ONCE)) await database.approvals.bulkAdd(some);
      });
      remember(rows);
      const added = new Set<string | null>(rows.map(({ id }) => id));
      const left = quarantined.get().filter(({ id }) => !added.has(id));
      if (left.length < quarantined.get().length) quarantined.set(left);
    },
    correct: async (rows) => {
      await database.approvals.bulkPut([...rows]);
      remember(rows);
    },
    apply: async (approvalId, event) => {
      const [result] = await applyAll([{ approvalId, event }]);
      return result ?? noSuchRow;
    },
    applyAll,
    close: () => database.close(),
  };
}

/** Rows written at a time. Copying 5,000 to the disk at once would block the window. */
const WRITTEN_AT_ONCE = 100;

/** Pause between retries, milliseconds. A user who frees disk space and closes Billfold takes longer. */
const SAVE_RETRY_MS = 250;

function rowsOf(results: readonly ApplyResult[]): readonly Approval[] {
  return results.flatMap((result) => (result.ok ? result.row : []));
}

/** The row after the event, or unchanged if its state does not allow the event. */
function changed(row: Approval, event: ApprovalEvent): Approval {
  const result = transition(row, event);
  return result.ok ? result.row : row;
}

/** Reads every row in one transaction, so that no change comes in between. */
async function readAll(database: OutboxDatabase, take: (raw: unknown) => void): Promise<void> {
  await database.transaction('r', database.approvals, async () => {
    let after: IndexableType = Dexie.minKey;
    for (;;) {
      const above = database.approvals.where(':id').above(after);
      const rows = await above.limit(READ_AT_ONCE).toArray();
      for (const raw of rows) take(raw);
      if (rows.length < READ_AT_ONCE) return;
      after = keyOf(rows.at(-1));
    }
  });
}

async function quarantine(database: OutboxDatabase, row: Omit<UnreadableRow, 'id'>): Promise<void> {
  await database.transaction('rw', database.approvals, database.unreadable, async () => {
    const key = keyOf(row.raw);
    await database.unreadable.add({ id: typeof key === 'string' ? key : null, ...row });
    await database.approvals.where(':id').equals(key).delete();
  });
}

/** Up to this many rows, all are read at once: reading only some of them would save no time. */
const READ_WHOLE = 1_000;
/** Rows added to the list at a time. Each addition goes through the whole list. */
const SHOWN_AT_ONCE = 2_000;
/** States in which an approval waits, or needs the user. */
const unfinished = approvalStates.filter((state) => !['confirmed', 'withdrawn'].includes(state));

/** Rows per read: between two reads, the window can draw and respond. */
const READ_AT_ONCE = 500;

const noSuchRow = { ok: false, why: 'noSuchRow' } as const;

/** Key of a stored row, even a damaged one. It may be a number, a date or a list. */
function keyOf(raw: unknown): IndexableType {
  return Reflect.get(Object(raw), 'id') as IndexableType;
}

const approvalStateSchema = z.enum(approvalStates);

/** One row of the outbox as stored. Every row read from disk is parsed with this schema. */
export const approvalSchema: z.ZodMiniType<Approval> = z.object({
  id: z.string().check(z.minLength(1)),
  connectionId: z.string().check(z.minLength(1)),
  signInId: z.string().check(z.minLength(1)),
  profileEpoch: z._default(z.string(), ''),
  organizationId: z.string().check(z.minLength(1)),
  billId: z.string().check(z.minLength(1)),
  snapshot: reviewedSnapshotSchema,
  override: z.optional(overrideSchema),
  state: approvalStateSchema,
  approvedAtMs: z.number(),
  batchId: z.string(),
  heldUntilMs: z.number(),
  attempt: z.int().check(z.minimum(0)),
  needsRecheckAfterMs: z.nullable(z.number()),
  missedRechecks: z.int().check(z.minimum(0)),
  retryAtMs: z.nullable(z.number()),
  waitingFor: z.nullable(
    z.union([notSentReasonSchema, z.enum(['restored', 'changedBack', 'noOrganization'])]),
  ),
  outcome: z.nullable(sendOutcomeSchema),
  found: z._default(z.nullable(reviewedSnapshotSchema), null),
  isAcknowledged: z._default(z.boolean(), false),
  approvedBy: z._default(z.array(z.string()), []),
  confirmedBy: z.nullable(z.enum(['service', 'seen', 'user'])),
  history: z.array(
    z.object({
      atMs: z.number(),
      event: z.union([z.enum(historyEvents), z.string().brand<'NewerEvent'>()]),
      from: z.nullable(approvalStateSchema),
      to: approvalStateSchema,
      detail: z.nullable(z.string()),
    }),
  ),
});
