import { totalDue } from '../../core/bills/bulk-summary.ts';
import type { CurrencyTotal } from '../../core/bills/currency-totals.ts';
import type { BillRow } from '../../core/bills/bill-row.ts';

/** What some bills come to in one of their organizations. */
export interface OrganizationShare {
  readonly organizationId: string;
  readonly bills: number;
  /** Amounts due, per currency. */
  readonly totals: readonly CurrencyTotal[];
}

/** The bills by the organization each will be approved in, most bills first. */
export function perOrganization(rows: readonly BillRow[]): readonly OrganizationShare[] {
  const byOrganization = Map.groupBy(rows, ({ organizationId }) => organizationId);
  return [...byOrganization]
    .map(([organizationId, own]) => ({
      organizationId,
      bills: own.length,
      totals: totalDue(own),
    }))
    .toSorted((left, right) => right.bills - left.bills);
}
