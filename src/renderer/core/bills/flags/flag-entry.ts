import type { Bill } from '../../../../contract/bill.ts';
import type { PlainDate } from '../../../../base/days.ts';
import type { VendorLook } from './vendor-look.ts';

/** A bill in comparable form, computed once per version of the bill. */
export interface FlagEntry {
  readonly bill: Bill;
  /** The vendor's name in all its forms; null when there is nothing to compare. */
  readonly name: VendorLook | null;
  readonly date: PlainDate | null;
  /** Sorts a vendor's bills: the bill date, else when it was created. */
  readonly order: string;
}

/** Key that bills of one vendor share; null when there is no name to compare. */
export const vendorOf = ({ name }: FlagEntry): string | null => name?.form ?? null;
