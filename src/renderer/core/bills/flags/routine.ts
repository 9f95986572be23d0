import { upperMedian } from '../../../../base/upper-median.ts';
import { daysBetween, type PlainDate } from '../../../../base/days.ts';
import { type AgainstLast, againstLast } from './against-last.ts';
import { withoutOwn } from './bill-texts.ts';
import type { FlagEntry } from './flag-entry.ts';
import { isSameNumber } from './bill-keys.ts';
import { isUnusualMemo } from './memo-habit.ts';
import { isUsualStep, type NumberStep, numberStep } from './number-step.ts';
import type { OpenFields } from './open-fields.ts';
import { otherField } from './payee.ts';
import { isInRhythm } from './rhythm.ts';
import { isUsualDueDay, termsOf } from './vendor-habits.ts';

/** Reasons why a bill is not routine, in the order they are given. */
const deviations = [
  'flagged',
  'fewPaid',
  'notLatest',
  'partlyPaid',
  'credited',
  'currency',
  'amount',
  'creeping',
  'rhythm',
  'number',
  'elsewhere',
  'terms',
  'vendorRecord',
  'payee',
  'memo',
] as const;
export type Deviation = (typeof deviations)[number];

export interface Regularity {
  /** Null for the vendor's first bill. */
  readonly against: AgainstLast | null;
  /** Why the bill is not routine; empty if it is. */
  readonly deviations: readonly Deviation[];
  /** Path of the field that caused `payee`, in the service's names; null without `payee`. */
  readonly otherField: string | null;
}

/** Minimum number of paid bills of a vendor with a routine, and of paid bills with the amount. */
export const MIN_PAID_FOR_ROUTINE = 4;
/** Number of the latest paid bills that determine amount, number and terms. */
const LATEST = 7;
/** Number of the latest paid bills whose median is the usual amount. */
const USUAL_OF = 5;
/** Maximum distance from the usual amount, as a share of it. */
const MAX_SHARE = 0.03;
/** A larger step, as a share, is a rise. `CREEPING_RISES` rises without a fall are creeping. */
const RISE_SHARE = 0.003;
const CREEPING_RISES = 3;
/** A larger rise over several bills is creeping too, unless one step makes up most of it: that is a new price. */
const CREPT_SHARE = 0.05;
const ONE_STEP_SHARE = 0.6;
/** Bills at each end of a year whose medians are compared. */
const BILLS_AT_EACH_END = 3;
const YEAR_DAYS = 365;
/** Terms may differ this many days from the shortest and longest so far: due dates move with weekends. */
const TERMS_DAYS = 2;

export interface AmongOthers {
  readonly entry: FlagEntry;
  /** The vendor's earlier bills, latest first. */
  readonly past: readonly FlagEntry[];
  /** The vendor's later bills, earliest first. */
  readonly later: readonly FlagEntry[];
  /** Whether another organization has a bill of the same vendor, number and date. */
  isElsewhere(): boolean;
  /** Fields of the organization's open bills. */
  open(): OpenFields;
}

/**
 * Compares a bill with its vendor's earlier ones. A routine bill has the same vendor and payee, comes in the usual
 * rhythm, has an amount within 3 % of the usual one, and a number that follows the last. Only paid bills show what is
 * usual: a fraudster may send several bills before one is paid. Credits do not count.
 */
export function regularity(among: AmongOthers, isFlagged: boolean): Regularity {
  const { entry, past } = among;
  const hasDeviation = testsOf(among, isFlagged);
  return {
    against: againstLast(entry, past),
    deviations: deviations.filter((each) => hasDeviation[each]()),
    otherField: otherField(entry, past.filter(isPaidCharge), among.open()),
  };
}

/** Whether `regularity` would find no deviation. Stops at the first, since lists ask it for thousands of bills. */
export function isRoutine(among: AmongOthers): boolean {
  const hasDeviation = testsOf(among, false);
  return !deviations.some((each) => hasDeviation[each]());
}

function testsOf(among: AmongOthers, isFlagged: boolean): Record<Deviation, () => boolean> {
  const { entry, past, later } = among;
  const { bill } = entry;
  const charges = past.filter(isCharge);
  const paid = charges.filter(isPaid);
  const latest = paid.slice(0, LATEST);
  const [last] = latest;
  const [next] = later;
  return {
    flagged: () => isFlagged,
    elsewhere: among.isElsewhere,
    fewPaid: () => paid.length < MIN_PAID_FOR_ROUTINE,
    notLatest: () => next !== undefined && isPaidCharge(next),
    partlyPaid: () => bill.status === 'partially_paid' || bill.amountDueCents !== bill.totalCents,
    credited: () => [past, later].some((bills) => bills.some((each) => isCreditOf(each, entry))),
    currency: () => latest.some((each) => each.bill.currency !== bill.currency),
    amount: () => !isUsualAmount(entry, latest),
    creeping: () => isCreeping([entry, ...paid]),
    rhythm: () => !isInRhythm(entry, charges, paid, later.find(isCharge)),
    number: () =>
      !doesNumberFollow(entry, charges, latest) ||
      isNumberTaken(entry, [...charges, ...later.filter(isCharge)], latest),
    terms: () => areTermsOther(entry, latest),
    vendorRecord: () => last !== undefined && vendorRecordOf(last) !== vendorRecordOf(entry),
    payee: () => otherField(entry, paid, among.open()) !== null,
    memo: () => isUnusualMemo(entry, paid),
  };
}

function isCharge({ bill }: FlagEntry): boolean {
  return bill.totalCents > 0;
}

/** Whether the bill counts as evidence of what is usual. */
export function isPaidCharge(entry: FlagEntry): boolean {
  return isCharge(entry) && isPaid(entry);
}

function isPaid({ bill }: FlagEntry): boolean {
  return bill.status === 'paid';
}

/** The vendor's id and name, without extra spaces. */
function vendorRecordOf({ bill: { vendor } }: FlagEntry): string {
  const name = vendor?.name?.trim().replaceAll(/ +/gu, ' ').toLowerCase();
  return `${vendor?.id ?? ''}\n${name ?? ''}`;
}

function isUsualAmount(entry: FlagEntry, latest: readonly FlagEntry[]): boolean {
  const near = latest.filter(({ bill }) => isNear(entry, bill.totalCents));
  const fewest = Math.min(MIN_PAID_FOR_ROUTINE, latest.length);
  return near.length >= fewest && isNear(entry, medianTotal(latest.slice(0, USUAL_OF)));
}

function isNear({ bill: { totalCents } }: FlagEntry, usualCents: number): boolean {
  return usualCents > 0 && Math.abs(totalCents - usualCents) <= usualCents * MAX_SHARE;
}

/** Whether the credit cancels the whole bill. A credit dated before the bill must name its number. */
function isCreditOf({ bill: credit, date }: FlagEntry, entry: FlagEntry): boolean {
  const { bill } = entry;
  if (credit.totalCents !== -bill.totalCents || credit.currency !== bill.currency) return false;
  const isLater = date !== null && entry.date !== null && date >= entry.date;
  const named = `${credit.billNumber ?? ''} ${credit.memo ?? ''}`;
  return isLater || withoutOwn(named, bill.billNumber) !== named;
}

/** Whether amounts rose several times, each too little to notice. @param bills this bill first, then paid ones */
function isCreeping(bills: readonly FlagEntry[]): boolean {
  const totals = bills.map(({ bill }) => Math.max(1, bill.totalCents));
  const shares = totals.slice(0, -1).map((total, at) => total / (totals[at + 1] ?? total) - 1);
  const latest = shares.slice(0, LATEST);
  const rises = latest.filter((share) => share > RISE_SHARE).length;
  if (rises >= CREEPING_RISES && !latest.some((share) => share < -RISE_SHARE)) return true;
  const isCrept = (rise: number, steps: readonly number[]): boolean =>
    rise > CREPT_SHARE && Math.max(...steps) < rise * ONE_STEP_SHARE;
  const isQuick = totals
    .slice(0, LATEST + 1)
    .some((before, at) => isCrept((totals[0] ?? before) / before - 1, shares.slice(0, at)));
  if (isQuick) return true;
  // Compare medians of a year's ends, but only since the last rise that was large enough to notice.
  const noticed = shares.findIndex((share) => Math.abs(share) > MAX_SHARE);
  const since = bills.slice(0, noticed < 0 ? undefined : noticed + 1);
  const ofYear = since.filter(({ date }) => isWithinYear(date, bills[0]?.date ?? null));
  if (ofYear.length < LATEST) return false;
  const [now, then] = [ofYear.slice(0, BILLS_AT_EACH_END), ofYear.slice(-BILLS_AT_EACH_END)].map(
    medianTotal,
  );
  return isCrept((now ?? 0) / Math.max(1, then ?? 0) - 1, shares.slice(0, ofYear.length - 1));
}

function isWithinYear(date: PlainDate | null, now: PlainDate | null): boolean {
  return date !== null && now !== null && daysBetween(date, now) <= YEAR_DAYS;
}

function medianTotal(bills: readonly FlagEntry[]): number {
  return upperMedian(bills.map(({ bill }) => bill.totalCents));
}

/** Whether another bill of the vendor has the number, unless all its paid bills share it. */
function isNumberTaken(
  { bill: { billNumber } }: FlagEntry,
  charges: readonly FlagEntry[],
  latest: readonly FlagEntry[],
): boolean {
  if (billNumber === null || latest.every(({ bill }) => bill.billNumber === billNumber))
    return false;
  return charges.some(({ bill }) => bill.billNumber?.toUpperCase() === billNumber.toUpperCase());
}

/** @param charges all earlier bills, latest first. @param latest the paid ones among them */
function doesNumberFollow(
  entry: FlagEntry,
  charges: readonly FlagEntry[],
  latest: readonly FlagEntry[],
): boolean {
  const [last] = latest;
  const own = last === undefined ? null : numberStep(last, entry);
  const usual = latest.slice(0, -1).map((each, at) => {
    const before = latest[at + 1];
    return before === undefined ? null : numberStep(before, each);
  });
  // If the vendor does not count its bills, the total must equal a paid one to the cent.
  if (isWithoutSeries(entry, charges, latest, usual))
    return latest.some(({ bill }) => bill.totalCents === entry.bill.totalCents);
  const waiting = last === undefined ? 0 : charges.indexOf(last);
  return own !== null && isUsualStep(own, usual, waiting + 1);
}

/**
 * Whether the vendor does not count its bills, and this one is like them: no number, the same number, or numbers of one
 * form that do not follow each other. @param steps how the numbers of the paid bills follow each other
 */
function isWithoutSeries(
  entry: FlagEntry,
  charges: readonly FlagEntry[],
  latest: readonly FlagEntry[],
  steps: readonly (NumberStep | null)[],
): boolean {
  const { billNumber } = entry.bill;
  const numbers = latest.map(({ bill }) => bill.billNumber);
  if (numbers.every((each) => each === billNumber)) return true;
  if (billNumber === null || steps.some((each) => each !== null)) return false;
  const form = formOf(billNumber);
  const isNew =
    new Set(numbers).size === numbers.length &&
    charges.every(({ bill }) => !isSameNumber(bill.billNumber, billNumber));
  // Digits that rise with each bill are a counter, even between letters.
  const counts = numbers.map((each) => Number(each?.replaceAll(/\D/gu, '')));
  const isCounter = counts.every((count, at) => at === 0 || count < (counts[at - 1] ?? 0));
  const isAlike = numbers.every((each) => each !== null && formOf(each) === form);
  return isNew && isAlike && !isCounter;
}

/** Form of a number: its length, marks, and kinds of letters. */
function formOf(number: string): string {
  const marks = number.replaceAll(/[\p{L}\d]/gu, '');
  return `${number.length} ${marks} ${/[g-z]/iu.test(number)} ${/[a-f]/iu.test(number)}`;
}

function areTermsOther(entry: FlagEntry, latest: readonly FlagEntry[]): boolean {
  const usual = latest.flatMap((each) => termsOf(each) ?? []);
  const days = termsOf(entry);
  const isOther =
    days === null ||
    days < Math.min(...usual) - TERMS_DAYS ||
    days > Math.max(...usual) + TERMS_DAYS;
  return usual.length > 0 && isOther && !isUsualDueDay(entry, latest);
}
