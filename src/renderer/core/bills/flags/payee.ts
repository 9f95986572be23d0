import { canonicalJson } from '../../../../base/canonical-json.ts';
import { daysBetween } from '../../../../base/days.ts';
import type { Bill } from '../../../../contract/bill.ts';
import type { NewBankDetailsFlag } from '../../model/flag.ts';
import type { FlagEntry } from './flag-entry.ts';

/** Paid bills that make bank details usual, or days between the first and the last such bill. */
const LEAST_PAID = 3;
const LEAST_DAYS = 90;

/** Days for which no payment may have gone to another account, before a bill is routine. */
const ROUTINE_DAYS = 365;

/**
 * Whether the vendor was paid under these details often or long enough, last of all too, and for a year under no other
 * bank details. One payment proves little: the fraud may be it. After some months a flag on each bill would only tire
 * the user, but the account of a swindler may have been paid for as long, so each bill is still looked at alone.
 *
 * @param paid the vendor's paid bills, latest first
 */
export function isKnownPayee({ bill, date }: FlagEntry, paid: readonly FlagEntry[]): boolean {
  if (paymentsUnder(bill, paid, payeeOf) !== null) return false;
  const isOfYear = (each: FlagEntry): boolean =>
    date !== null && each.date !== null && daysBetween(each.date, date) <= ROUTINE_DAYS;
  return !paid.some((each) => isOfYear(each) && isOtherBank(each.bill, bill));
}

/** Whether a field that both bills have names another account. A field that only one has may be new at the service. */
function isOtherBank(one: Bill, other: Bill): boolean {
  // Bills of one vendor record share the object.
  if (one.vendor === other.vendor && !one.others && !other.others) return false;
  const [left, right] = [partsOf(one, bankField), partsOf(other, bankField)];
  return left.some((fields, at) =>
    Object.entries(fields).some(([name, value]) => {
      const beside = right[at]?.[name];
      return beside !== undefined && comparable(value) !== comparable(beside);
    }),
  );
}

/** @param past the vendor's earlier bills, latest first */
export function newBankDetails(
  { bill }: FlagEntry,
  past: readonly FlagEntry[],
): NewBankDetailsFlag | null {
  const isPaid = ({ bill: { status, totalCents } }: FlagEntry): boolean =>
    status === 'paid' && totalCents > 0;
  const paid = paymentsUnder(bill, past.filter(isPaid), bankOf);
  return paid === null ? null : { kind: 'newBankDetails', paid };
}

/** How many paid bills have the bill's details; null when that is usual, or all have. */
function paymentsUnder(
  bill: Bill,
  paid: readonly FlagEntry[],
  detailsOf: (bill: Bill) => string,
): number | null {
  const own = detailsOf(bill);
  const latest = paid[0]?.date;
  let bills = 0;
  for (const each of paid) {
    if (detailsOf(each.bill) === own) bills += 1;
    // The last payment decides first: an account of years ago is none that is usual now.
    else if (bills === 0) return 0;
    else continue;
    const days = latest && each.date ? daysBetween(each.date, latest) : 0;
    if (bills >= LEAST_PAID || days >= LEAST_DAYS) return null;
  }
  return bills === paid.length ? null : bills;
}

/** Fields of a vendor, by the service's own names, that say who is paid and how. */
const payeeField =
  /iban|bic|swift|bank|account|routing|sort.?code|pay|remit|beneficiary|address|phone|e.?mail|tax|vat/iu;
/** The same among a bill's fields, where amounts and codes of accounts change with each bill. */
const billPayeeField =
  /iban|bic\b|swift|bank|routing|sort.?code|payee|pay.?to|payment.?(?:details|account|address|info)|account.?(?:number|holder)|remit|beneficiary/iu;

/** Fields of a vendor that name a bank account. */
const bankField = /iban|bic|swift|bank|account|routing|sort.?code|beneficiary|remit/iu;

/** The service's other fields about the payee, as a comparable text without spaces and case. */
function payeeOf(bill: Bill): string {
  return fieldsOf(bill, payeeField);
}

function bankOf(bill: Bill): string {
  return fieldsOf(bill, bankField);
}

function fieldsOf(bill: Bill, names: RegExp): string {
  return comparable(partsOf(bill, names));
}

/** Fields of the vendor, and of the bill itself, that say who is paid. */
function partsOf({ vendor, others }: Bill, names: RegExp): readonly Record<string, unknown>[] {
  return [matching(vendor?.others ?? {}, names), matching(others ?? {}, billPayeeField)];
}

function comparable(value: unknown): string {
  return canonicalJson(value).replaceAll(/\s/gu, '').toLowerCase();
}

function matching(
  fields: Readonly<Record<string, unknown>>,
  names: RegExp,
): Record<string, unknown> {
  const entries = Object.entries(fields).filter(
    ([name, value]) =>
      names.test(name) ||
      (typeof value === 'object' && value !== null && names.test(canonicalJson(value))),
  );
  return Object.fromEntries(entries);
}
