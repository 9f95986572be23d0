import { canonicalJson } from '../../../../base/canonical-json.ts';
import { daysBetween } from '../../../../base/days.ts';
import type { Bill } from '../../../../contract/bill.ts';
import type { NewBankDetailsFlag } from '../../model/flag.ts';
import type { FlagEntry } from './flag-entry.ts';

/** Paid bills that make bank details usual, or days between the first and the last such bill. */
const LEAST_PAID = 3;
const LEAST_DAYS = 90;

/**
 * Whether the vendor was paid under these details often or long enough, last of all too. One payment proves little: the
 * fraud may be it.
 *
 * @param paid the vendor's paid bills, latest first
 */
export function isKnownPayee(bill: Bill, paid: readonly FlagEntry[]): boolean {
  return paymentsUnder(bill, paid, payeeOf) === null;
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

function fieldsOf({ vendor, others }: Bill, names: RegExp): string {
  const fields = [matching(vendor?.others ?? {}, names), matching(others ?? {}, billPayeeField)];
  return canonicalJson(fields).replaceAll(/\s/gu, '').toLowerCase();
}

function matching(fields: Readonly<Record<string, unknown>>, names: RegExp): unknown {
  const entries = Object.entries(fields).filter(
    ([name, value]) =>
      names.test(name) ||
      (typeof value === 'object' && value !== null && names.test(canonicalJson(value))),
  );
  return Object.fromEntries(entries);
}
