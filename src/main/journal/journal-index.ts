import * as z from '../../base/zod.ts';
import {
  journaledOutcomeSchema,
  type JournaledOutcome,
  type RecallFinding,
} from '../../bridge/approval.ts';
import type { NamedAttempt } from './journal-chain.ts';
import type { NewRecord } from './journal-record.ts';

export type Finding = RecallFinding['finding'];

/** Ids of a connection's approvals. */
export interface ApprovalsOfConnection {
  readonly open: string[];
  readonly ended: string[];
  /** Ended, and nothing is left of them but their ids. */
  readonly retired: string[];
}

/** What the journal knows of each approval and each attempt, in memory. */
export interface JournalIndex {
  add(record: NewRecord): void;
  /** A line that cannot be read names this attempt: it may have been sent. */
  doubt(named: NamedAttempt): void;
  find(approvalId: string, attempt: number): Finding;
  /** Whether an attempt up to this one may have been applied without an answer that says so. */
  isAnswerLost(approvalId: string, lastAttempt: number): boolean;
  /** Whether any line names this approval. */
  knows(approvalId: string): boolean;
  /** The connection of an approval that has ended; null when it has not, or is not known. */
  connectionOfEnded(approvalId: string): string | null;
  /** Whether main itself heard the service confirm it. */
  isConfirmed(approvalId: string): boolean;
  approvalsOf(connectionId: string): ApprovalsOfConnection;
  /** Whether an approval of any connection has not come to its end. */
  hasOpen(): boolean;
  /** All of it, to be kept; see `take`. */
  content(): IndexContent;
  /** Begins with what was kept. */
  take(content: IndexContent): void;
}

const ids = z.array(z.string());

/** What an index knows, in few words: nearly all approvals were sent once and confirmed. */
export const indexContentSchema = z.object({
  connections: z.array(
    z.object({
      connectionId: z.string(),
      /** Confirmed by the first attempt. */
      plain: ids,
      /** Ended otherwise. */
      ended: ids,
      open: ids,
      retired: ids,
    }),
  ),
  /** Of those that are not plain. */
  confirmed: ids,
  attempts: z.array(
    z.object({
      approvalId: z.string(),
      attempt: z.int(),
      /** Null: there is no outcome. */
      outcome: z.nullable(journaledOutcomeSchema),
    }),
  ),
});
export type IndexContent = Readonly<z.infer<typeof indexContentSchema>>;

/** The window may not have taken in so many of the last outcomes; of older ones the bill is of no use. */
const OUTCOMES_IN_FULL = 500;

type Known = 'attemptOnly' | JournaledOutcome;

const PLAIN: Known = { kind: 'confirmed', bill: null };

interface KnownApproval {
  readonly connectionId: string;
  readonly hasEnded: boolean;
  readonly isRetired?: true;
}

/** All that is known. */
interface Everything {
  /** Of each attempt, by `keyOf`. */
  readonly known: Map<string, Known>;
  readonly approvals: Map<string, KnownApproval>;
  readonly confirmed: Set<string>;
}

export function createJournalIndex(): JournalIndex {
  const all: Everything = { known: new Map(), approvals: new Map(), confirmed: new Set() };
  const { known, approvals, confirmed } = all;
  return {
    add: (record) => addRecord(all, record),
    doubt: (named) => addAttempt(all, named),
    find: (approvalId, attempt) => {
      // What was sent of a retired one is not known any more, and it is not sent again.
      const isRetired = approvals.get(approvalId)?.isRetired ?? false;
      const found = known.get(keyOf(approvalId, attempt)) ?? (isRetired ? 'attemptOnly' : null);
      if (found === null) return { kind: 'noAttempt' };
      return found === 'attemptOnly' ? { kind: found } : { kind: 'outcome', outcome: found };
    },
    isAnswerLost: (approvalId, lastAttempt) => {
      for (let attempt = 1; attempt <= lastAttempt; attempt += 1) {
        const found = known.get(keyOf(approvalId, attempt));
        if (found === 'attemptOnly' || found?.kind === 'unknown') return true;
      }
      return false;
    },
    knows: (approvalId) => approvals.has(approvalId),
    connectionOfEnded: (approvalId) => {
      const approval = approvals.get(approvalId);
      return approval?.hasEnded ? approval.connectionId : null;
    },
    isConfirmed: (approvalId) => confirmed.has(approvalId),
    approvalsOf: (connectionId) => approvalsOf(all, connectionId),
    hasOpen: () => [...approvals.values()].some(({ hasEnded }) => !hasEnded),
    content: () => contentOf(all),
    take: (content) => takeContent(all, content),
  };
}

function addRecord(all: Everything, record: NewRecord): void {
  switch (record.kind) {
    case 'approved':
      return addApproval(all, record);
    case 'ended':
      return endApproval(all, record.approvalId);
    case 'attempt':
      addApproval(all, record);
      return addAttempt(all, record);
    case 'outcome':
      all.known.set(keyOf(record.approvalId, record.attempt), record.outcome);
      if (record.outcome.kind !== 'confirmed') return;
      all.confirmed.add(record.approvalId);
      return endApproval(all, record.approvalId);
    case 'retired':
      return record.approvals.forEach((approvals) => retire(all, approvals));
    case 'opened':
    case 'repaired':
    case 'restored':
  }
}

function addAttempt({ known }: Everything, { approvalId, attempt }: NamedAttempt): void {
  const key = keyOf(approvalId, attempt);
  if (!known.has(key)) known.set(key, 'attemptOnly');
}

function addApproval(
  { approvals }: Everything,
  { approvalId, connectionId }: { readonly approvalId: string; readonly connectionId: string },
): void {
  const { hasEnded = false, ...mark } = approvals.get(approvalId) ?? {};
  approvals.set(approvalId, { ...mark, connectionId, hasEnded });
}

function endApproval({ approvals }: Everything, approvalId: string): void {
  const approval = approvals.get(approvalId);
  if (approval) approvals.set(approvalId, { ...approval, hasEnded: true });
}

function retire(
  { approvals }: Everything,
  { connectionId, ids: retired }: Extract<NewRecord, { kind: 'retired' }>['approvals'][number],
): void {
  for (const id of retired) approvals.set(id, { connectionId, hasEnded: true, isRetired: true });
}

function approvalsOf({ approvals }: Everything, connectionId: string): ApprovalsOfConnection {
  const of: ApprovalsOfConnection = { open: [], ended: [], retired: [] };
  for (const [id, { isRetired, hasEnded, ...approval }] of approvals) {
    if (approval.connectionId !== connectionId) continue;
    (isRetired ? of.retired : hasEnded ? of.ended : of.open).push(id);
  }
  return of;
}

function takeContent(all: Everything, { connections, confirmed, attempts }: IndexContent): void {
  for (const { connectionId, plain, ended, open, retired } of connections) {
    retire(all, { connectionId, ids: retired });
    for (const id of plain) {
      all.confirmed.add(id);
      all.known.set(keyOf(id, 1), PLAIN);
    }
    const over = { connectionId, hasEnded: true };
    for (const id of [...plain, ...ended]) all.approvals.set(id, over);
    for (const id of open) all.approvals.set(id, { connectionId, hasEnded: false });
  }
  for (const id of confirmed) all.confirmed.add(id);
  for (const { approvalId, attempt, outcome } of attempts) {
    all.known.set(keyOf(approvalId, attempt), outcome ?? 'attemptOnly');
  }
}

function contentOf({ known, approvals, confirmed }: Everything): IndexContent {
  const connections = new Map<string, IndexContent['connections'][number]>();
  const attempts: IndexContent['attempts'] = [];
  const special = new Set<string>();
  let left = known.size;
  for (const [key, outcome] of known) {
    const { approvalId, attempt } = pairOf(key);
    const isConfirmed = outcome !== 'attemptOnly' && outcome.kind === 'confirmed';
    const isPlain = isConfirmed && attempt === 1 && approvals.get(approvalId)?.hasEnded;
    const isInFull = left-- <= OUTCOMES_IN_FULL && isConfirmed && outcome.bill !== null;
    if (!isPlain || isInFull) special.add(approvalId);
  }
  for (const [key, outcome] of known) {
    const { approvalId, attempt } = pairOf(key);
    if (!special.has(approvalId) || approvals.get(approvalId)?.isRetired) continue;
    attempts.push({ approvalId, attempt, outcome: outcome === 'attemptOnly' ? null : outcome });
  }
  for (const [id, { connectionId, hasEnded, isRetired }] of approvals) {
    const none = { connectionId, plain: [], ended: [], open: [], retired: [] };
    const of = connections.get(connectionId) ?? none;
    connections.set(connectionId, of);
    if (isRetired) {
      of.retired.push(id);
      continue;
    }
    const isPlain = confirmed.has(id) && known.has(keyOf(id, 1)) && !special.has(id);
    (isPlain ? of.plain : hasEnded ? of.ended : of.open).push(id);
  }
  const others = [...confirmed].filter(
    (id) => !approvals.get(id)?.isRetired && (special.has(id) || !known.has(keyOf(id, 1))),
  );
  return { connections: [...connections.values()], confirmed: others, attempts };
}

function pairOf(key: string): { readonly approvalId: string; readonly attempt: number } {
  const end = key.indexOf(' ');
  return { approvalId: key.slice(end + 1), attempt: Number(key.slice(0, end)) };
}

function keyOf(approvalId: string, attempt: number): string {
  return `${attempt} ${approvalId}`;
}
