import type { PlainDate } from '../../../base/days.ts';
import type { BillStatus } from '../../../contract/wire-names.ts';
import type { BillQuery } from './bill-row.ts';
import type { FlagKind } from '../../../bridge/settings.ts';

/** Choices that determine the bills listed and their order. */
export interface ListChoice {
  readonly list: BillList;
  readonly search: string;
  readonly sort: BillQuery['sort'];
  readonly descending: boolean;
  readonly grouping: Grouping;
  readonly filter: BillFilter;
}

/** Ways in which an unapproved bill is out of the inbox. */
const outOfInbox = ['snoozed', 'hidden'] as const;
export type OutOfInbox = (typeof outOfInbox)[number];

/** Lists of bills: the inbox, bills out of it, bills approved here, all unpaid bills, all bills, or one status. */
export const billLists = [
  'inbox',
  ...outOfInbox,
  'approved',
  'payable',
  'all',
  ...(['open', 'overdue', 'partially_paid', 'paid', 'void'] as const satisfies BillStatus[]),
] as const;
export type BillList = (typeof billLists)[number];

/** Conditions for a bill to stay in the list; it has to meet all. Null means no condition. */
export interface BillFilter {
  /** Vendor's displayed name; empty for bills without a vendor. */
  readonly vendor: string | null;
  readonly currency: string | null;
  /** Amount due in cents, both bounds included. Set only with a currency. */
  readonly amountFromCents: number | null;
  readonly amountToCents: number | null;
  /** First and last due date, both included. Bills without a due date do not match. */
  readonly dueFrom: PlainDate | null;
  readonly dueTo: PlainDate | null;
  /**
   * Only bills with a flag: any, or one of this kind. `routine`: only bills like the vendor's earlier ones.
   * `paidUnapproved`: only paid bills that were not approved from this computer.
   */
  readonly flag: FlagKind | 'any' | 'routine' | 'paidUnapproved' | null;
}

export const noFilter: BillFilter = {
  vendor: null,
  currency: null,
  amountFromCents: null,
  amountToCents: null,
  dueFrom: null,
  dueTo: null,
  flag: null,
};

/** Groupings of the list under headings. */
export const groupings = ['dueDate', 'vendor', 'amount', 'age', 'organization', 'none'] as const;
export type Grouping = (typeof groupings)[number];

/** The default inbox: the earliest due date first. */
export const firstListChoice: ListChoice = {
  list: 'inbox',
  search: '',
  sort: 'dueDate',
  descending: false,
  grouping: 'dueDate',
  filter: noFilter,
};
