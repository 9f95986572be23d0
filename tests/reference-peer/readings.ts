import { plainPaging, type PagingReading } from './lists.ts';
import type { QuotaReading } from './quota.ts';

/** This service's decisions where the page leaves a choice. They may change at any time. */
export interface Readings {
  readonly paging: PagingReading;
  readonly quota: QuotaReading;
  /** Form of the list of organizations. */
  organizations: 'bare' | 'data' | 'envelope' | 'named';
  /** Organizations that this sign-in can no longer see. */
  readonly hidden: Set<string>;
  /** Body of the plain answer to an approval. */
  approves: 'bill' | 'wrapped' | 'none';
  /** Effect of approving on a bill: none, additional fields, or the status paid. */
  approvedBecomes: 'same' | 'marked' | 'paid';
  /** Whether an open bill becomes overdue after its due day. */
  becomesOverdue: boolean;
  /** Whether unknown paths are answered with 200. */
  catchesAll: boolean;
}

export function plainReadings(): Readings {
  return {
    paging: plainPaging(),
    quota: { limit: 1_000, windowMs: 3_600_000, resetForm: 'seconds' },
    organizations: 'data',
    hidden: new Set(),
    approves: 'bill',
    approvedBecomes: 'same',
    becomesOverdue: true,
    catchesAll: false,
  };
}
