import type { ApprovalEnd, JournaledApproval, SendApproval } from '../../bridge/approval.ts';
import type { JournalIndex } from './journal-index.ts';
import type { JournalRecord } from './journal-record.ts';

/** An approval from the journal's lines, without the outcomes of its attempts. */
export type GatheredApproval = Omit<JournaledApproval, 'finding' | 'answerLost'>;

/** Reassembles approvals from the journal's lines, given in the order they were written. */
export interface ApprovalGathering {
  add(record: JournalRecord): void;
  list(): GatheredApproval[];
}

type Facts = Omit<SendApproval, 'attempt'>;

/** @param wanted ids of the approvals to gather; lines about others are ignored */
export function gatherApprovals(wanted: ReadonlySet<string>): ApprovalGathering {
  const gathered = new Map<string, GatheredApproval>();
  const ends = new Map<string, ApprovalEnd>();
  return {
    add: (record) => {
      if (record.kind === 'ended') ends.set(record.approvalId, record.how);
      if (record.kind !== 'approved' && record.kind !== 'attempt') return;
      const { approvalId } = record;
      if (!wanted.has(approvalId)) return;
      const before = gathered.get(approvalId)?.attempt ?? 0;
      const attempt = record.kind === 'attempt' ? record.attempt : before;
      gathered.set(approvalId, { ...factsOf(record), attempt, ended: null });
    },
    list: () =>
      [...gathered.values()].map((approval) => ({
        ...approval,
        ended: ends.get(approval.approvalId) ?? null,
      })),
  };
}

function factsOf(record: Facts): Facts {
  const { approvalId, connectionId, signInId, organizationId } = record;
  const { approvedAtMs, snapshot, profileEpoch, override } = record;
  const bound = { approvalId, connectionId, signInId, organizationId };
  return { ...bound, approvedAtMs, snapshot, profileEpoch, ...(override && { override }) };
}

/**
 * Adds the journal's finding. A confirmation that only the window reports is in doubt: the approval may have been
 * applied.
 */
export function withFinding(approval: GatheredApproval, index: JournalIndex): JournaledApproval {
  const { approvalId, attempt, ended } = approval;
  if (ended === 'confirmedByService' && !index.isConfirmed(approvalId)) {
    const outcome = { kind: 'unknown', error: null } as const;
    return { ...approval, ended: null, finding: { kind: 'outcome', outcome }, answerLost: true };
  }
  const answerLost = index.isAnswerLost(approvalId, attempt);
  return { ...approval, finding: index.find(approvalId, attempt), answerLost };
}
