import { canonicalJson } from '../../../../base/canonical-json.ts';
import { daysBetween } from '../../../../base/days.ts';
import type { Bill } from '../../../../contract/bill.ts';
import { type AgainstLast, againstLast } from './against-last.ts';
import type { FlagEntry } from './flag-entry.ts';
import { isUsualStep, numberStep } from './number-step.ts';
import { termsOf } from './vendor-habits.ts';

/** Reasons why a bill is not routine, in the order they are given. */
export const deviations = [
  'flagged',
  'fewPaid',
  'notLatest',
  'partlyPaid',
  'currency',
  'amount',
  'creeping',
  'rhythm',
  'number',
  'terms',
  'vendorRecord',
  'payee',
  'memo',
] as const;
export type Deviation = (typeof deviations)[number];

/** A bill against its vendor's past. */
export interface Regularity {
  /** Null for the vendor's first bill. */
  readonly against: AgainstLast | null;
  /** Why the bill is not routine; empty if it is. */
  readonly deviations: readonly Deviation[];
}

/** Paid bills from which a vendor has a routine. */
const LEAST_PAID = 4;
/** Latest bills that show amount, rhythm, number and terms. */
const LATEST = 7;
/** Latest paid bills of which the median is the usual amount. */
const USUAL_OF = 5;
/** Farthest from the usual amount, as a share of it. */
const MOST_SHARE = 0.03;
/** A step counts as a rise from this share on; so many rises without a fall are creeping. */
const RISE_SHARE = 0.003;
const CREEPING_RISES = 3;
/** A larger rise over several bills is creeping too, unless one step makes most of it, as a new price does. */
const CREPT_SHARE = 0.05;
const ONE_STEP_SHARE = 0.6;
/** Farthest from the usual interval: a quarter of it, and at least three days. */
const RHYTHM_SHARE = 0.25;
const RHYTHM_DAYS = 3;
/** Terms may be shorter than ever by so many days: due dates move with weekends. */
const TERMS_DAYS = 2;
/** Least part of the earlier intervals that must be usual ones. */
const REGULAR_SHARE = 0.6;
/** A bill of last year's season was dated so many days before. */
const SEASON_DAYS = { least: 350, most: 380 };

/**
 * Whether a bill looks as always: same vendor and payee, usual rhythm, amount within 3 % of the usual one, a number
 * that follows the last. Each deviation takes it out and has a name.
 *
 * @param past the vendor's earlier bills, latest first
 * @param next the vendor's next bill; null for none
 */
export function regularity(
  entry: FlagEntry,
  past: readonly FlagEntry[],
  next: FlagEntry | null,
  isFlagged: boolean,
): Regularity {
  const against = againstLast(entry, past);
  const { bill } = entry;
  const latest = past.slice(0, LATEST);
  const paid = past.filter((each) => each.bill.status === 'paid');
  const [last] = past;
  const isSo: Record<Deviation, boolean> = {
    flagged: isFlagged,
    fewPaid: paid.length < LEAST_PAID,
    notLatest: next?.bill.status === 'paid',
    partlyPaid: bill.status === 'partially_paid' || bill.amountDueCents !== bill.totalCents,
    currency: latest.some((each) => each.bill.currency !== bill.currency),
    amount: !isUsualAmount(entry, paid) && !isAsLastYear(entry, paid),
    creeping: isCreeping([entry, ...latest]) && !isAsLastYear(entry, paid),
    rhythm: !isInRhythm([entry, ...latest]),
    number: !doesNumberFollow([entry, ...latest]),
    terms: areTermsShorter(entry, latest),
    vendorRecord:
      last?.bill.vendor?.id !== bill.vendor?.id || last?.bill.vendor?.name !== bill.vendor?.name,
    payee: last !== undefined && payeeOf(last.bill) !== payeeOf(bill),
    memo: asksForPayment(bill) && !(last && asksForPayment(last.bill)),
  };
  return { against, deviations: deviations.filter((each) => isSo[each]) };
}

function isUsualAmount(entry: FlagEntry, paid: readonly FlagEntry[]): boolean {
  const totals = paid.map(({ bill }) => bill.totalCents);
  const sorted = totals.slice(0, USUAL_OF).toSorted((left, right) => left - right);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  // After a price rise, two paid bills at the new price make it usual.
  const [last = 0, lastButOne = 0] = totals;
  return isNear(entry, median) || (isNear(entry, last) && isNear(entry, lastButOne));
}

/** Whether a bill of the same season a year ago had about this amount, as for heating. */
function isAsLastYear(entry: FlagEntry, paid: readonly FlagEntry[]): boolean {
  return paid.some(({ bill, date }) => {
    const days = date && entry.date ? daysBetween(date, entry.date) : 0;
    const isOfSeason = days >= SEASON_DAYS.least && days <= SEASON_DAYS.most;
    return isOfSeason && isNear(entry, bill.totalCents);
  });
}

function isNear({ bill: { totalCents } }: FlagEntry, usualCents: number): boolean {
  return usualCents > 0 && Math.abs(totalCents - usualCents) <= usualCents * MOST_SHARE;
}

/** Several small rises, each too small to notice. @param latest this bill first */
function isCreeping(latest: readonly FlagEntry[]): boolean {
  const totals = latest.map(({ bill }) => Math.max(1, bill.totalCents));
  const shares = totals.slice(0, -1).map((total, at) => total / (totals[at + 1] ?? total) - 1);
  const rises = shares.filter((share) => share > RISE_SHARE).length;
  if (rises >= CREEPING_RISES && !shares.some((share) => share < -RISE_SHARE)) return true;
  return totals.some((before, bills) => {
    const rise = (totals[0] ?? before) / before - 1;
    const steps = shares.slice(0, bills);
    return rise > CREPT_SHARE && Math.max(...steps) < rise * ONE_STEP_SHARE;
  });
}

/** @param latest this bill first */
function isInRhythm(latest: readonly FlagEntry[]): boolean {
  const gaps = latest.slice(0, -1).map(({ date }, at) => {
    const before = latest[at + 1]?.date;
    return date && before ? daysBetween(before, date) : Number.NaN;
  });
  const [own = Number.NaN, ...earlier] = gaps;
  const sorted = earlier.toSorted((left, right) => left - right);
  const usual = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const most = Math.max(RHYTHM_DAYS, usual * RHYTHM_SHARE);
  const isUsual = (gap: number): boolean => Math.abs(gap - usual) <= most;
  const regular = earlier.filter(isUsual).length;
  return isUsual(own) && usual > 0 && regular >= earlier.length * REGULAR_SHARE;
}

/** @param latest this bill first */
function doesNumberFollow(latest: readonly FlagEntry[]): boolean {
  const [own = null, ...earlier] = latest.slice(0, -1).map((entry, at) => {
    const before = latest[at + 1];
    return before === undefined ? null : numberStep(before, entry);
  });
  return own !== null && isUsualStep(own, earlier);
}

function areTermsShorter(entry: FlagEntry, latest: readonly FlagEntry[]): boolean {
  const usual = latest.flatMap((each) => termsOf(each) ?? []);
  const days = termsOf(entry);
  return usual.length > 0 && (days === null || days < Math.min(...usual) - TERMS_DAYS);
}

/** Fields of a vendor, by the service's own names, that say who is paid and how. */
const payeeField =
  /iban|bic|swift|bank|account|routing|sort.?code|pay|remit|beneficiary|address|phone|e.?mail|tax|vat/iu;
/** The same among a bill's fields, where amounts and codes of accounts change with each bill. */
const billPayeeField =
  /iban|bic\b|swift|bank|routing|sort.?code|payee|pay.?to|payment.?(?:details|account|address|info)|account.?(?:number|holder)|remit|beneficiary/iu;

/** The service's other fields about the payee, as a comparable text. */
function payeeOf({ vendor, others }: Bill): string {
  return canonicalJson([
    matching(vendor?.others ?? {}, payeeField),
    matching(others ?? {}, billPayeeField),
  ]);
}

function matching(fields: Readonly<Record<string, unknown>>, names: RegExp): unknown {
  const entries = Object.entries(fields).filter(
    ([name, value]) =>
      names.test(name) ||
      (typeof value === 'object' && value !== null && names.test(canonicalJson(value))),
  );
  return Object.fromEntries(entries);
}

const paymentWords =
  /\b(?:iban|bic|swift|bank\w*|sort code|routing|wire|remit\w*|account (?:number|details)|new account|konto\w*|kontoverbindung|überweis\w*|urgent\w*|immediate\w*|dringend\w*|sofort\w*)\b/iu;

/** Whether the memo asks to pay elsewhere or at once. */
function asksForPayment({ memo }: Bill): boolean {
  return memo !== null && paymentWords.test(memo);
}
