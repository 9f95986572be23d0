import type { Bill } from '../../../../contract/bill.ts';
import type { PlainDate } from '../../../../base/days.ts';
import type { VendorLook } from './vendor-look.ts';

/** A bill as it is compared, worked out once for each form of it but for its number, which few are asked for. */
export interface FlagEntry {
  readonly bill: Bill;
  /** The vendor's name in all its forms; null when there is nothing to compare. */
  readonly name: VendorLook | null;
  readonly date: PlainDate | null;
  /** Sorts a vendor's bills: the bill date, else when it was created. */
  readonly order: string;
}

/** The vendor's name as bills of one vendor share it; null for none. */
export const vendorOf = ({ name }: FlagEntry): string | null => name?.form ?? null;
