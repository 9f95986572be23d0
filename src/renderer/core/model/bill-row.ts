import type { Bill } from '../../../contract/bill.ts';

/** A bill as the list needs it. */
export interface BillRow {
  readonly bill: Bill;
  readonly organizationId: string;
  /** When it was last seen on the service, epoch milliseconds. Grows in the same row: no version of a bill is new for it. */
  readonly seenAtMs: number;
}

export interface BillQuery {
  /** `payable` for all that can be approved, a status, or null for all. */
  readonly status: string | null;
  /** Every word has to be found; empty for all. */
  readonly search: string;
  readonly sort: 'dueDate' | 'vendor' | 'amount' | 'age';
  readonly descending: boolean;
}

/** All that can be paid, the most urgent first. */
export const payableByDueDate: BillQuery = {
  status: 'payable',
  search: '',
  sort: 'dueDate',
  descending: false,
};

/** A bill that cannot be shown beside another organization's bill of the same id. */
export interface ConflictingBill {
  readonly billId: string;
  /** Where it can be seen: its own organization. */
  readonly organizationId: string;
}
