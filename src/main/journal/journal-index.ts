import { z } from 'zod';
import type { RecallFinding } from '../../bridge/approval.ts';
import type { NamedAttempt } from './journal-chain.ts';
import { journaledOutcomeSchema, type NewRecord } from './journal-record.ts';

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
      outcome: journaledOutcomeSchema.nullable(),
    }),
  ),
});
export type IndexContent = Readonly<z.infer<typeof indexContentSchema>>;

/** The window may not have taken in so many of the last outcomes; of older ones the bill is of no use. */
const OUTCOMES_IN_FULL = 500;

type Outcome = z.infer<typeof journaledOutcomeSchema>;
type Known = 'attemptOnly' | Outcome;

const PLAIN: Known = { kind: 'confirmed', bill: null };

interface KnownApproval {
  readonly connectionId: string;
  readonly hasEnded: boolean;
  readonly isRetired?: true;
}

export function createJournalIndex(): JournalIndex {
  const known = new Map<string, Known>();
  const approvals = new Map<string, KnownApproval>();
  const confirmed = new Set<string>();

  const addAttempt = (approvalId: string, attempt: number): void => {
    const key = keyOf(approvalId, attempt);
    if (!known.has(key)) known.set(key, 'attemptOnly');
  };

  const addApproval = (approvalId: string, connectionId: string): void => {
    const { hasEnded = false, ...mark } = approvals.get(approvalId) ?? {};
    approvals.set(approvalId, { ...mark, connectionId, hasEnded });
  };

  const end = (approvalId: string): void => {
    const approval = approvals.get(approvalId);
    if (approval) approvals.set(approvalId, { ...approval, hasEnded: true });
  };

  const retire = (approvalId: string, connectionId: string): void => {
    approvals.set(approvalId, { connectionId, hasEnded: true, isRetired: true });
  };

  return {
    add: (record) => {
      switch (record.kind) {
        case 'approved':
          return addApproval(record.approvalId, record.connectionId);
        case 'ended':
          return end(record.approvalId);
        case 'attempt':
          addApproval(record.approvalId, record.connectionId);
          return addAttempt(record.approvalId, record.attempt);
        case 'outcome':
          known.set(keyOf(record.approvalId, record.attempt), record.outcome);
          if (record.outcome.kind !== 'confirmed') return;
          confirmed.add(record.approvalId);
          return end(record.approvalId);
        case 'retired':
          for (const { connectionId, ids: retired } of record.approvals) {
            for (const id of retired) retire(id, connectionId);
          }
          return;
        case 'opened':
        case 'repaired':
        case 'restored':
      }
    },
    doubt: ({ approvalId, attempt }) => addAttempt(approvalId, attempt),
    find: (approvalId, attempt) => {
      const found = known.get(keyOf(approvalId, attempt));
      // What was sent of it is not known any more, and it is not sent again.
      const isRetired = approvals.get(approvalId)?.isRetired ?? false;
      if (found === undefined && !isRetired) return { kind: 'noAttempt' };
      if (found === undefined) return { kind: 'attemptOnly' };
      if (found === 'attemptOnly') return { kind: 'attemptOnly' };
      return { kind: 'outcome', outcome: found };
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
    approvalsOf: (connectionId) => {
      const open: string[] = [];
      const ended: string[] = [];
      const retired: string[] = [];
      for (const [id, approval] of approvals) {
        if (approval.connectionId !== connectionId) continue;
        const { isRetired, hasEnded } = approval;
        (isRetired ? retired : hasEnded ? ended : open).push(id);
      }
      return { open, ended, retired };
    },
    hasOpen: () => [...approvals.values()].some(({ hasEnded }) => !hasEnded),
    content: () => contentOf({ known, approvals, confirmed }),
    take: ({ connections, confirmed: others, attempts }) => {
      for (const { connectionId, plain, ended, open, retired } of connections) {
        for (const id of retired) retire(id, connectionId);
        const over = { connectionId, hasEnded: true };
        for (const id of plain) {
          approvals.set(id, over);
          confirmed.add(id);
          known.set(keyOf(id, 1), PLAIN);
        }
        for (const id of ended) approvals.set(id, over);
        for (const id of open) approvals.set(id, { connectionId, hasEnded: false });
      }
      for (const id of others) confirmed.add(id);
      for (const { approvalId, attempt, outcome } of attempts) {
        known.set(keyOf(approvalId, attempt), outcome ?? 'attemptOnly');
      }
    },
  };
}

interface Everything {
  readonly known: ReadonlyMap<string, Known>;
  readonly approvals: ReadonlyMap<string, KnownApproval>;
  readonly confirmed: ReadonlySet<string>;
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
