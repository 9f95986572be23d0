import type { Bill } from '../../../../contract/bill.ts';
import type { PlainDate } from '../../time/days.ts';

/** A bill as it is compared, worked out once for each form of it. */
export interface FlagEntry {
  readonly bill: Bill;
  readonly vendor: string | null;
  /** See `numberForms`. */
  readonly numbers: readonly string[];
  readonly date: PlainDate | null;
  /** Sorts a vendor's bills: the bill date, else when it was created. */
  readonly order: string;
}
