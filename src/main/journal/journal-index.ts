import type { RecallFinding, SendOutcome } from '../../bridge/approval.ts';
import type { NamedAttempt } from './journal-chain.ts';
import type { JournalRecord } from './journal-record.ts';

export type Finding = RecallFinding['finding'];

/** What the journal knows of each attempt, in memory. */
export interface JournalIndex {
  add(record: Pick<JournalRecord, 'kind'> & Partial<JournalRecord>): void;
  /** A line that cannot be read names this attempt: it may have been sent. */
  doubt(named: NamedAttempt): void;
  find(approvalId: string, attempt: number): Finding;
}

type Known = 'attemptOnly' | SendOutcome;

export function createJournalIndex(): JournalIndex {
  const known = new Map<string, Known>();
  return {
    add: (record) => {
      if (record.kind === 'attempt' && record.approvalId && record.attempt) {
        const key = keyOf(record.approvalId, record.attempt);
        if (!known.has(key)) known.set(key, 'attemptOnly');
      }
      if (record.kind === 'outcome' && record.approvalId && record.attempt && record.outcome) {
        known.set(keyOf(record.approvalId, record.attempt), record.outcome);
      }
    },
    doubt: ({ approvalId, attempt }) => {
      const key = keyOf(approvalId, attempt);
      if (!known.has(key)) known.set(key, 'attemptOnly');
    },
    find: (approvalId, attempt) => {
      const found = known.get(keyOf(approvalId, attempt));
      if (found === undefined) return { kind: 'noAttempt' };
      if (found === 'attemptOnly') return { kind: 'attemptOnly' };
      return { kind: 'outcome', outcome: found };
    },
  };
}

function keyOf(approvalId: string, attempt: number): string {
  return `${attempt} ${approvalId}`;
}
