import type { PlainDate } from '../time/days.ts';

/** What a bill must be to stay in the list. Null asks for nothing; all that is asked for has to fit. */
export interface BillSift {
  /** The vendor's name as it is shown; empty for bills without a vendor. */
  readonly vendor: string | null;
  readonly currency: string | null;
  /** Amount due in hundredths, both bounds included. Set with a currency only. */
  readonly amountFromCents: number | null;
  readonly amountToCents: number | null;
  /** First and last due date, both included; a bill without a due date is in no such stretch. */
  readonly dueFrom: PlainDate | null;
  readonly dueTo: PlainDate | null;
  /** Only bills with a reason to look twice. */
  readonly flagged: boolean;
}

export const noSift: BillSift = {
  vendor: null,
  currency: null,
  amountFromCents: null,
  amountToCents: null,
  dueFrom: null,
  dueTo: null,
  flagged: false,
};
