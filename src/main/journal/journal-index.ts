import type { NotedApprovals, RecallFinding, SendOutcome } from '../../bridge/approval.ts';
import type { NamedAttempt } from './journal-chain.ts';
import type { NewRecord } from './journal-record.ts';

export type Finding = RecallFinding['finding'];

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
  /** Whether main itself heard the service confirm it. */
  isConfirmed(approvalId: string): boolean;
  approvalsOf(connectionId: string): NonNullable<NotedApprovals['known']>;
  /** Whether an approval of any connection has not come to its end. */
  hasOpen(): boolean;
}

type Known = 'attemptOnly' | SendOutcome;

interface KnownApproval {
  readonly connectionId: string;
  readonly hasEnded: boolean;
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
    const hasEnded = approvals.get(approvalId)?.hasEnded ?? false;
    approvals.set(approvalId, { connectionId, hasEnded });
  };

  const end = (approvalId: string): void => {
    const approval = approvals.get(approvalId);
    if (approval) approvals.set(approvalId, { ...approval, hasEnded: true });
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
        case 'opened':
        case 'repaired':
        case 'restored':
      }
    },
    doubt: ({ approvalId, attempt }) => addAttempt(approvalId, attempt),
    find: (approvalId, attempt) => {
      const found = known.get(keyOf(approvalId, attempt));
      if (found === undefined) return { kind: 'noAttempt' };
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
    isConfirmed: (approvalId) => confirmed.has(approvalId),
    approvalsOf: (connectionId) => {
      const open: string[] = [];
      const ended: string[] = [];
      for (const [id, approval] of approvals) {
        if (approval.connectionId === connectionId) (approval.hasEnded ? ended : open).push(id);
      }
      return { open, ended };
    },
    hasOpen: () => [...approvals.values()].some(({ hasEnded }) => !hasEnded),
  };
}

function keyOf(approvalId: string, attempt: number): string {
  return `${attempt} ${approvalId}`;
}
