import type { Bill } from '../../../contract/bill.ts';

/** Time at which the service last listed a bill. */
export interface Listed {
  /** Epoch milliseconds. */
  readonly atMs: number;
}

/** A bill with its organization: its id is unique only there. */
export interface OrganizationBill {
  readonly organizationId: string;
  readonly bill: Bill;
}

/** A bill as used by the list. */
export interface BillRow extends OrganizationBill {
  /**
   * When the service last listed it. Bills of one page share the object, which saves a megabyte for 100,000 bills.
   * Replaced in place, because the bill's version stays the same.
   */
  readonly seen: Listed;
}

/** Orders of the list. */
export const sorts = ['dueDate', 'vendor', 'amount', 'age'] as const;

export interface BillQuery {
  /** `payable` for all payable bills, a status, or null for all. */
  readonly status: string | null;
  /** Every word has to match; empty for all. */
  readonly search: string;
  readonly sort: (typeof sorts)[number];
  readonly descending: boolean;
}

/** All payable bills, the most urgent first. */
export const payableByDueDate: BillQuery = {
  status: 'payable',
  search: '',
  sort: 'dueDate',
  descending: false,
};

/** A bill that cannot be shown together with another organization's bill of the same id. */
export interface ConflictingBill {
  readonly billId: string;
  /** Its own organization, where it can be seen. */
  readonly organizationId: string;
}
