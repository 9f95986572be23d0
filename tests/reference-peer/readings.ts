import { plainPaging, type PagingReading } from './lists.ts';
import type { QuotaReading } from './quota.ts';

/** What the page leaves open, and this service has decided. May be changed at any moment. */
export interface Readings {
  readonly paging: PagingReading;
  readonly quota: QuotaReading;
  /** In what the organizations come. */
  organizations: 'bare' | 'data' | 'envelope' | 'named';
  /** Organizations that this sign-in does not see any more. */
  readonly hidden: Set<string>;
  /** The body of the plain answer to an approval. */
  approves: 'bill' | 'wrapped' | 'none';
  /** What approving makes of a bill: nothing, fields of its own that say so, or a paid one. */
  approvedBecomes: 'same' | 'marked' | 'paid';
  /** An open bill is overdue once its day is over. */
  becomesOverdue: boolean;
  /** What no route is for is answered with a 200. */
  catchesAll: boolean;
}

/** The plainest reading of everything. */
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
