import { canonicalJson } from '../../../../base/canonical-json.ts';
import { daysBetween } from '../../../../base/days.ts';
import type { Bill } from '../../../../contract/bill.ts';
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
  const own = payeeOf(bill);
  const latest = paid[0]?.date;
  let bills = 0;
  for (const each of paid) {
    if (payeeOf(each.bill) === own) bills += 1;
    // The last payment decides first: an account of years ago is none that is usual now.
    else if (bills === 0) return false;
    else continue;
    const days = latest && each.date ? daysBetween(each.date, latest) : 0;
    if (bills >= LEAST_PAID || days >= LEAST_DAYS) return true;
  }
  return bills === paid.length;
}

/** Fields of a vendor, by the service's own names, that say who is paid and how. */
const payeeField =
  /iban|bic|swift|bank|account|routing|sort.?code|pay|remit|beneficiary|address|phone|e.?mail|tax|vat/iu;
/** The same among a bill's fields, where amounts and codes of accounts change with each bill. */
const billPayeeField =
  /iban|bic\b|swift|bank|routing|sort.?code|payee|pay.?to|payment.?(?:details|account|address|info)|account.?(?:number|holder)|remit|beneficiary/iu;

/** The service's other fields about the payee, as a comparable text without spaces and case. */
function payeeOf({ vendor, others }: Bill): string {
  const fields = [
    matching(vendor?.others ?? {}, payeeField),
    matching(others ?? {}, billPayeeField),
  ];
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
