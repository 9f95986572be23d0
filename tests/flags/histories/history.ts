import { addDays, daysBetween, type PlainDate } from '../../../src/base/days.ts';
import type { Random } from '../../../src/base/random.ts';
import type { Bill } from '../../../src/contract/bill.ts';

/** The day on which the reviewer opens every history. */
export const TODAY: PlainDate = '2026-11-25';
/** Bills dated in the last weeks wait for approval; older ones are paid. */
const OPEN_DAYS = 24;

/** Frauds and mistakes. */
export type PlantKind =
  | 'exactCopy'
  | 'retypedCopy'
  | 'copyOtherDate'
  | 'copyWithSuffix'
  | 'copyOtherAmount'
  | 'copyOtherNumber'
  | 'tenfold'
  | 'tenth'
  | 'doubled'
  | 'splitBelowLimit'
  | 'otherAlphabet'
  | 'rnForM'
  | 'invisibleLetter'
  | 'addedLegalForm'
  | 'copyUnderOtherAlphabet'
  | 'otherCurrency'
  | 'shorterTerms'
  | 'returningVendor'
  | 'futureDate'
  | 'twoOrganizations'
  | 'ghostVendor'
  | 'dueAboveTotal'
  | 'dueBeforeDate'
  // No flag has to find the following: they must stay out of the routine lane.
  | 'extraBill'
  | 'numberAstray'
  | 'numberMissing'
  | 'overbilled'
  | 'creeping'
  | 'otherAccount'
  | 'accountInMemo'
  | 'otherVendorRecord'
  | 'restOfPayment';

/** Bills of one company, with the labels that a bookkeeper would give them. */
export interface History {
  readonly name: string;
  /** Bills by organization. Most histories have one organization. */
  readonly organizations: ReadonlyMap<string, readonly Bill[]>;
  /** The planted fraud or mistake, by id of the bill. */
  readonly planted: ReadonlyMap<string, PlantKind>;
  /** Unpaid bills of vendors with a rhythm, without fraud or mistake. */
  readonly recurring: ReadonlySet<string>;
  /** Unpaid bills that are the only bill of their vendor. */
  readonly firstBills: ReadonlySet<string>;
  /**
   * Clean bills on which a flag is no mistake: those of the planted bill's vendor, and amounts that are rare even
   * for a vendor without a usual amount.
   */
  readonly undecided: ReadonlySet<string>;
}

/** Draws of one history. */
export interface Draw {
  /** Whole number from `from` to `to`, both included. */
  between(from: number, to: number): number;
  chance(share: number): boolean;
  pick<Thing>(things: readonly Thing[]): Thing;
  /** Factor around 1, log-normal. */
  factor(sigma: number): number;
}

export function drawWith(random: Random): Draw {
  const between = (from: number, to: number): number =>
    from + Math.floor(random.next() * (to - from + 1));
  return {
    between,
    chance: (share) => random.next() < share,
    pick: (things) => {
      const picked = things[between(0, things.length - 1)];
      if (picked === undefined) throw new Error('Nothing to pick from');
      return picked;
    },
    factor: (sigma) => {
      const twelve = Array.from({ length: 12 }, () => random.next());
      return Math.exp(sigma * (twelve.reduce((sum, each) => sum + each, 0) - 6));
    },
  };
}

/** A vendor's bills, oldest first. */
export interface VendorHistory {
  readonly bills: Bill[];
  readonly rhythm: 'regular' | 'irregular' | 'single';
  /** Bills of an amount that the vendor bills once in fifty times. */
  readonly rare: ReadonlySet<string>;
}

/** Fields of a bill that its vendor decides. Dates, status and amount due follow from them. */
export interface BillPlan {
  readonly id: string;
  readonly vendor: Bill['vendor'];
  readonly number: string | null;
  readonly date: PlainDate;
  readonly termsDays: number;
  readonly totalCents: number;
  readonly currency: string;
  readonly memo: string | null;
}

/** A bill as a service would list it today. */
export function billOf(plan: BillPlan): Bill {
  const { id, vendor, number, date, termsDays, totalCents, currency, memo } = plan;
  const dueDate = addDays(date, termsDays);
  const isRecent = daysBetween(date, TODAY) <= OPEN_DAYS;
  const entered = addDays(date, 1) > TODAY ? TODAY : addDays(date, 1);
  return {
    ...{ id, vendor, date, dueDate, totalCents, currency, memo },
    billNumber: number,
    status: isRecent ? (dueDate < TODAY ? 'overdue' : 'open') : 'paid',
    createdAt: `${entered}T08:30:00Z`,
    amountDueCents: isRecent ? totalCents : 0,
  };
}

/** An unpaid bill with the fields of another. */
export function openLike(bill: Bill, fields: Partial<Bill>): Bill {
  const totalCents = fields.totalCents ?? bill.totalCents;
  const date = fields.date ?? bill.date;
  return {
    ...bill,
    status: 'open',
    amountDueCents: totalCents,
    createdAt: date === null ? null : `${date}T10:00:00Z`,
    ...fields,
  };
}

export function isOpen(bill: Bill): boolean {
  return bill.status === 'open' || bill.status === 'overdue';
}
