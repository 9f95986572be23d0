import type { z } from 'zod';
import type { Clock } from '../../base/clock.ts';
import { createObservable, type Observable } from '../../base/observable.ts';
import {
  transition,
  type ApprovalTransition,
  type TransitionResult,
} from '../sync/approval-transitions.ts';
import type { Approval, SetAsideApproval } from '../workspace.ts';
import { approvalSchema } from './approval-schema.ts';
import { createOutboxDatabase, type UnreadableRow } from './outbox-database.ts';
import type { IndexedDbPort } from './indexed-db.ts';

/** The approvals on disk, and the same rows in memory for whoever watches. */
export interface Outbox {
  /** Rows of the connection in use, newest first. */
  readonly approvals: Observable<readonly Approval[]>;
  readonly setAside: Observable<readonly SetAsideApproval[]>;
  /** Reads the connection's rows; null for none. Rows that cannot be read are set aside. */
  useConnection(connectionId: string | null): Promise<void>;
  /** Adds rows, all or none; durable when it resolves. @throws when the disk refuses */
  add(rows: readonly Approval[]): Promise<void>;
  /**
   * The one way to change a row: reads it again inside a transaction, applies the event, writes it.
   * Durable when it resolves. @throws when the disk refuses; the row is then as it was
   */
  apply(approvalId: string, event: ApprovalTransition): Promise<ApplyResult>;
  /** The same for many rows in one transaction: all are durable, or none. Results in the order given. */
  applyAll(changes: readonly RowChange[]): Promise<readonly ApplyResult[]>;
  close(): void;
}

export type ApplyResult = TransitionResult | { readonly ok: false; readonly why: 'noSuchRow' };

export interface RowChange {
  readonly approvalId: string;
  readonly event: ApprovalTransition;
}

/** Opens the outbox. @throws when the database cannot be opened: without it nothing may be approved */
export async function openOutbox(deps: { idb: IndexedDbPort; clock: Clock }): Promise<Outbox> {
  const database = createOutboxDatabase(deps.idb);
  await database.open();
  const approvals = createObservable<readonly Approval[]>([]);
  const setAside = createObservable<readonly SetAsideApproval[]>([]);
  let connectionId: string | null = null;

  const remember = (changed: readonly Approval[]): void => {
    const mine = changed.filter((row) => row.connectionId === connectionId);
    if (mine.length === 0) return;
    const byId = new Map(mine.map((row) => [row.id, row]));
    const kept = approvals.get().map((row) => take(byId, row.id) ?? row);
    approvals.set([...kept, ...byId.values()].toSorted(newestFirst));
  };

  const putAside = async (raw: unknown, problems: readonly string[]): Promise<void> => {
    await database.transaction('rw', database.approvals, database.unreadable, async () => {
      const id = idOf(raw);
      const row: UnreadableRow = { id, setAsideAtMs: deps.clock.nowMs(), problems, raw };
      await database.unreadable.add(row);
      if (id !== null) await database.approvals.delete(id);
    });
  };

  const listSetAside = async (): Promise<void> => {
    const rows = await database.unreadable.toArray();
    setAside.set(rows.map(({ id, setAsideAtMs, problems }) => ({ id, setAsideAtMs, problems })));
  };

  const applyOne = async ({ approvalId, event }: RowChange): Promise<ApplyResult> => {
    const stored = approvalSchema.safeParse(await database.approvals.get(approvalId));
    if (!stored.success) return noSuchRow;
    const applied = transition(stored.data, event);
    if (applied.ok) await database.approvals.put(applied.row);
    return applied;
  };

  const applyAll = async (changes: readonly RowChange[]): Promise<readonly ApplyResult[]> => {
    const results = await database.transaction('rw', database.approvals, async () => {
      const all: ApplyResult[] = [];
      for (const change of changes) all.push(await applyOne(change));
      return all;
    });
    remember(results.flatMap((result) => (result.ok ? result.row : [])));
    return results;
  };

  return {
    approvals,
    setAside,
    useConnection: async (next) => {
      const readable: Approval[] = [];
      // All rows are read, not the connection's alone: a damaged row may have lost its connection.
      for (const raw of await database.approvals.toArray()) {
        const parsed = approvalSchema.safeParse(raw);
        if (!parsed.success) await putAside(raw, problemsOf(parsed.error));
        else if (parsed.data.connectionId === next) readable.push(parsed.data);
      }
      await listSetAside();
      connectionId = next;
      approvals.set(readable.toSorted(newestFirst));
    },
    add: async (rows) => {
      await database.transaction('rw', database.approvals, () =>
        database.approvals.bulkAdd([...rows]),
      );
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

const noSuchRow = { ok: false, why: 'noSuchRow' } as const;

function newestFirst(left: Approval, right: Approval): number {
  return right.approvedAtMs - left.approvedAtMs || (left.id < right.id ? -1 : 1);
}

function take(rows: Map<string, Approval>, id: string): Approval | undefined {
  const row = rows.get(id);
  rows.delete(id);
  return row;
}

function idOf(raw: unknown): string | null {
  const id: unknown = raw instanceof Object ? Reflect.get(raw, 'id') : null;
  return typeof id === 'string' ? id : null;
}

function problemsOf(error: z.ZodError): string[] {
  return error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
}
