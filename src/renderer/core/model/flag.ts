/**
 * A reason to look twice at a bill. Found on this computer alone, explained in a sentence, and never in
 * the way of approving.
 */
export type Flag =
  | DuplicateFlag
  | UnusualAmountFlag
  | ChangedFlag
  | ReturnedFlag
  | { readonly kind: 'dueAboveTotal' }
  | { readonly kind: 'dueBeforeDate' }
  | { readonly kind: 'firstOfVendor' };

export const flagKinds = [
  'duplicate',
  'unusualAmount',
  'changed',
  'returned',
  'dueAboveTotal',
  'dueBeforeDate',
  'firstOfVendor',
] as const satisfies readonly Flag['kind'][];
export type FlagKind = Flag['kind'];

/** Another bill is the same in at least three of what tells bills apart. */
export interface DuplicateFlag {
  readonly kind: 'duplicate';
  /** `exact`: the same in all four; `near`: in three. */
  readonly strength: 'exact' | 'near';
  /** Fields in which this bill and the first of the others agree. */
  readonly same: readonly DuplicateField[];
  /** Ids of the bills it may be a copy of, the likeliest first. */
  readonly otherIds: readonly string[];
}

/** Fields that distinguish bills, in the order shown. */
export const duplicateFields = ['vendor', 'number', 'date', 'total'] as const;
export type DuplicateField = (typeof duplicateFields)[number];

/** The total is far from what this vendor has billed so far. */
export interface UnusualAmountFlag {
  readonly kind: 'unusualAmount';
  readonly direction: 'high' | 'low';
  /** Middle of the earlier totals, hundredths of the bill's currency. */
  readonly medianCents: number;
  /** How many earlier bills that rests on. */
  readonly bills: number;
}

/** The bill is not what it was when the user last viewed it. */
export interface ChangedFlag {
  readonly kind: 'changed';
  /** Epoch milliseconds. */
  readonly seenAtMs: number;
  readonly changes: readonly SeenChange[];
}

/** The bill was approved, and is another since in what money depends on. */
export interface ReturnedFlag {
  readonly kind: 'returned';
  /** Epoch milliseconds. */
  readonly approvedAtMs: number;
  readonly approvedCents: number;
  readonly approvedCurrency: string;
  readonly changes: readonly SeenChange[];
}

/** One field that is no longer what the user saw. */
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
