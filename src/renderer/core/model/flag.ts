import type { PlainDate } from '../../../base/days.ts';
import type { Hold } from './annotation.ts';

/**
 * A reason to look twice at a bill. Found on this computer only, explained in a sentence, and never blocking an
 * approval.
 */
export type Flag =
  | OnHoldFlag
  | AskedFlag
  | DuplicateFlag
  | UnusualAmountFlag
  | ChangedFlag
  | ReturnedFlag
  | ReopenedFlag
  | LookAlikeFlag
  | OtherOrganizationFlag
  | SplitBillsFlag
  | OtherCurrencyFlag
  | ShorterTermsFlag
  | NewBankDetailsFlag
  | FutureDateFlag
  | ReturningVendorFlag
  /** The service's own fields say that the bill is approved, or is rejected, disputed, on hold, a draft or deleted. */
  | { readonly kind: 'approvedElsewhere' | 'stoppedElsewhere' }
  /** The service sends neither a name nor an id of the vendor. */
  | { readonly kind: 'noVendor' }
  | { readonly kind: 'dueAboveTotal' }
  /** The amount has a fraction of a unit, in a currency without fractions. */
  | { readonly kind: 'fraction' }
  | { readonly kind: 'dueBeforeDate' }
  | { readonly kind: 'firstOfVendor' };

/** The user holds the bill. */
interface OnHoldFlag {
  readonly kind: 'onHold';
  readonly hold: Hold;
}

/** The user holds the bill and has asked a person about it. */
export interface AskedFlag {
  readonly kind: 'asked';
  readonly hold: Hold;
  /** Whether the day on which the user expected an answer has passed. */
  readonly isOverdue: boolean;
}

/** Whether the user put the bill on hold. */
export function isHold({ kind }: Pick<Flag, 'kind'>): boolean {
  return kind === 'onHold' || kind === 'asked';
}

/** Another bill matches in at least three of the fields that distinguish bills. */
export interface DuplicateFlag {
  readonly kind: 'duplicate';
  /** `exact`: all four fields match; `near`: three. */
  readonly strength: 'exact' | 'near';
  /** Fields in which this bill and the first of the others agree. */
  readonly same: readonly DuplicateField[];
  /** Ids of the bills it may be a copy of, the likeliest first. */
  readonly otherIds: readonly string[];
  /** Ids of the others with its vendor, number and total. Those with its date come first, then paid ones. */
  readonly copyIds: readonly string[];
}

/** Fields that distinguish bills, in the order shown. */
export const duplicateFields = ['vendor', 'number', 'date', 'total'] as const;
export type DuplicateField = (typeof duplicateFields)[number];

/** The total is far from the vendor's earlier totals. */
export interface UnusualAmountFlag {
  readonly kind: 'unusualAmount';
  readonly direction: 'high' | 'low';
  /** Median of the earlier totals, in cents of the bill's currency. */
  readonly medianCents: number;
  /** Number of earlier bills behind the median. */
  readonly bills: number;
  /** Earlier totals far from all others, left out of the median; absent for none. */
  readonly leftOut?: number;
}

/** The vendor's name looks like another vendor's that has more bills. */
export interface LookAlikeFlag {
  readonly kind: 'lookAlike';
  /** `alphabet`: a letter of another alphabet; `legalForm`: another or no legal form; `spelling`: as `rn` for `m`. */
  readonly how: 'alphabet' | 'invisible' | 'legalForm' | 'spelling';
  /** Code point of the foreign letter, such as `U+0435`; null for none. */
  readonly codePoint: string | null;
  readonly otherName: string;
  /** Number of bills of the other vendor. */
  readonly bills: number;
}

/** Another organization has a bill of this vendor with the same number and total. */
export interface OtherOrganizationFlag {
  readonly kind: 'otherOrganization';
  readonly organizationId: string;
  readonly otherId: string;
}

/** Several bills of the vendor within a week, each at most a limit and together above it. */
export interface SplitBillsFlag {
  readonly kind: 'splitBills';
  /** In cents of the bill's currency. */
  readonly limitCents: number;
  /** Whether the user has set this limit. Otherwise it is a common round amount. */
  readonly isOwnLimit: boolean;
  /** Sum of the bills, in cents. */
  readonly totalCents: number;
  readonly bills: number;
  /** Days from the first bill to the last, both included. */
  readonly days: number;
  readonly otherIds: readonly string[];
}

/** The vendor's first bill in this currency, after several in another. */
export interface OtherCurrencyFlag {
  readonly kind: 'otherCurrency';
  readonly usualCurrency: string;
  readonly bills: number;
}

/** The bill is due sooner after its date than the vendor's earlier bills. */
export interface ShorterTermsFlag {
  readonly kind: 'shorterTerms';
  readonly days: number;
  /** Median of the earlier bills' days. */
  readonly usualDays: number;
  readonly bills: number;
}

/** The vendor's paid bills have other bank details, except perhaps a few of the latest. */
export interface NewBankDetailsFlag {
  readonly kind: 'newBankDetails';
  /** Number of paid bills with the same bank details. */
  readonly paid: number;
}

export interface FutureDateFlag {
  readonly kind: 'futureDate';
  /** Days from today to the bill's date. */
  readonly days: number;
}

/** The vendor has sent no bill for more than a year. */
export interface ReturningVendorFlag {
  readonly kind: 'returningVendor';
  readonly lastDate: PlainDate;
  readonly days: number;
}

/** The bill has changed since the user last viewed it. */
export interface ChangedFlag {
  readonly kind: 'changed';
  /** Epoch milliseconds. */
  readonly seenAtMs: number;
  readonly changes: readonly SeenChange[];
}

/** The bill's money fields have changed since its approval. */
export interface ReturnedFlag {
  readonly kind: 'returned';
  /** Epoch milliseconds. */
  readonly approvedAtMs: number;
  readonly approvedCents: number;
  readonly approvedCurrency: string;
  readonly changes: readonly SeenChange[];
}

/** The service listed the approved bill as approved, and now lists it as open for approval or rejected. */
interface ReopenedFlag {
  readonly kind: 'reopened';
  /** Epoch milliseconds. */
  readonly approvedAtMs: number;
}

/** A field that has changed since the user viewed the bill. */
export interface SeenChange {
  readonly field: SeenField;
  readonly before: string | number | null;
  readonly after: string | number | null;
  /** Currency of `before`, for amounts. */
  readonly beforeCurrency: string;
}

export type SeenField =
  | 'vendorName'
  | 'billNumber'
  | 'currency'
  | 'totalCents'
  | 'amountDueCents'
  | 'date'
  | 'dueDate'
  | 'memo';
