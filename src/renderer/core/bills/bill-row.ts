import type { Bill } from '../../../contract/bill.ts';

/** A bill as the list needs it. */
export interface BillRow {
  readonly bill: Bill;
  readonly organizationId: string;
  /** When it was last seen on the service, epoch milliseconds. Grows in the same row: no version of a bill is new for it. */
  readonly seenAtMs: number;
  /** Lower-case text the search looks in: number, vendor, memo, amounts. */
  readonly searchText: string;
  /** What lists ask of each of 100,000 rows, worked out once for each version of the bill. */
  readonly payable: boolean;
  /** The vendor as sorting compares it. */
  readonly vendorKey: string;
  /** Null sorts last, in both directions. */
  readonly dueDate: string | null;
  /** Its own date, else when it was made. */
  readonly date: string | null;
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
