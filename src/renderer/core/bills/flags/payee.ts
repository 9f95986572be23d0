import { daysBetween } from '../../../../base/days.ts';
import type { NewBankDetailsFlag } from '../../model/flag.ts';
import type { Bill } from '../../../../contract/bill.ts';
import {
  type AccountKind,
  type Accounts,
  accountsIn,
  allAccountsOf,
  fieldsOf,
  type FieldTexts,
  paymentWords,
  withoutOwn,
} from './bill-texts.ts';
import type { FlagEntry } from './flag-entry.ts';
import { datedText } from './periods.ts';

/** Paid bills that make a value usual, or days between the first and the last such bill. */
const LEAST_PAID = 3;
const LEAST_DAYS = 90;
/** Latest paid bills that show whether a field is always the same; so many must have it. */
const LATEST = 12;
const LEAST_PRESENT = 4;
/** Values from which a field differs by nature: so many, and that share of the bills. */
const LEAST_DISTINCT = 3;
/** Returns to a value from which a vendor uses two in turn. */
const LEAST_RETURNS = 2;
/** Days for which no payment may have gone to another account, before a bill is routine. */
const ROUTINE_DAYS = 365;

/**
 * A field of the bill or its vendor that was always the same on the vendor's paid bills, and is another now; or a new
 * one that names an account or a site. The service's names of fields cannot be known: the values decide. A value is
 * usual after three payments or 90 days, last of all too. One payment proves little: the fraud may be it.
 *
 * @param paid the vendor's paid bills, latest first
 * @returns the way to the field, such as `vendor.bank.iban`; null for none
 */
export function otherField(entry: FlagEntry, paid: readonly FlagEntry[]): string | null {
  const { bill } = entry;
  const fields = fieldsOf(bill);
  for (const [path, { text, written }] of fields) {
    if (isBankField(path) && wasPaidElsewhere(entry, path, text, paid)) return path;
    // Most fields are the same as ever, and the paid bills before need not be read for them.
    const latest = paid.slice(0, LEAST_PAID);
    if (latest.every((each) => fieldsOf(each.bill).get(path)?.text === text)) continue;
    const accounts = accountsIn(written, bill);
    const values = valuesAt(path, paid);
    const isKept = !isVarying(values) && (values.length >= LEAST_PRESENT || isBankField(path));
    const isOther = isKept
      ? paymentsWith(path, text, paid) !== null &&
        (!accounts.has(text) || paymentsWith('', text, paid) !== null)
      : newAccounts(path, accounts, values, paid).length > 0 ||
        (values.length === 0 && payeeField.test(path) && !isPlain(text)) ||
        (paymentWords.test(written) && !values.some((each) => paymentWords.test(each)));
    if (isOther && !isExplained(entry, path, text, paid)) return path;
  }
  return goneAccount(fields, paid);
}

/**
 * Whether a payment of the last year named another account here. After some months a flag on each bill would only tire the
 * user, but the account of a swindler may have been paid for as long, so each bill is still looked at alone.
 */
function wasPaidElsewhere(
  entry: FlagEntry,
  path: string,
  text: string,
  paid: readonly FlagEntry[],
): boolean {
  return paid.some((each) => {
    const there = fieldsOf(each.bill).get(path)?.text;
    const isOfYear =
      entry.date !== null &&
      each.date !== null &&
      daysBetween(each.date, entry.date) <= ROUTINE_DAYS;
    const isOther = isOfYear && there !== undefined && there !== text;
    return isOther && !isExplained(entry, path, text, [each]);
  });
}

/** @param past the vendor's earlier bills, latest first */
export function newBankDetails(
  entry: FlagEntry,
  past: readonly FlagEntry[],
): NewBankDetailsFlag | null {
  const { bill } = entry;
  const fields = fieldsOf(bill);
  const memo = accountsIn(bill.memo ?? '', bill);
  if (fields.size === 0 && memo.size === 0) return null;
  const paid = past.filter((each) => each.bill.status === 'paid' && each.bill.totalCents > 0);
  const payments: number[] = [];
  const takeAccounts = (accounts: readonly string[]): void => {
    for (const account of accounts) payments.push(paymentsWith('', account, paid) ?? 0);
  };
  for (const [path, { text, written }] of fields) {
    const isBank = isBankField(path);
    const accounts = bankAccountsIn(written, bill);
    if (!isBank && accounts.size === 0) continue;
    const bills = paymentsWith(path, text, paid);
    if (bills === null || isAmount(entry, path, text, paid)) continue;
    if (accounts.has(text) && paymentsWith('', text, paid) === null) continue;
    const values = valuesAt(path, paid);
    if (isBank && !isVarying(values) && !isPlain(text)) payments.push(bills);
    else if (!otherNumberField.test(path)) {
      const areBank = accountWords.test(text) || values.length > 0;
      const found = newAccounts(path, accounts, values, paid);
      takeAccounts(found.filter((each) => areBank || accounts.get(each) === 'iban'));
    }
  }
  const isBankMemo = accountWords.test(bill.memo ?? '');
  const inMemo = newAccounts('', bankAccountsIn(bill.memo ?? '', bill), [], paid);
  takeAccounts(inMemo.filter((each) => isBankMemo || memo.get(each) === 'iban'));
  return payments.length === 0 ? null : { kind: 'newBankDetails', paid: Math.min(...payments) };
}

function bankAccountsIn(text: string, bill: Bill): Accounts {
  const all = [...accountsIn(text, bill)];
  return new Map(all.filter(([, kind]) => kind === 'iban' || kind === 'digits'));
}

/**
 * How many paid bills have the text in this field; null when that is usual, or they always had. Bills without the field
 * say nothing against it.
 *
 * @param path the way to the field; empty for an account in any field or the memo
 */
export function paymentsWith(
  path: string,
  text: string,
  paid: readonly FlagEntry[],
): number | null {
  const latest = paid[0]?.date;
  let [bills, returns, days] = [0, 0, 0];
  let [isOther, isOwn, isFirst] = [false, false, true];
  let isLast: boolean | null = null;
  for (const { bill, date } of paid) {
    const there = path === '' ? undefined : fieldsOf(bill).get(path)?.text;
    isFirst = path === '' ? allAccountsOf(bill).has(text) : there === text;
    if (!isFirst && there === undefined) continue;
    if (isFirst && !isOwn) returns += 1;
    isOwn = isFirst;
    isLast ??= isFirst;
    if (!isFirst) isOther = true;
    else bills += 1;
    if (isFirst && latest && date) days = daysBetween(date, latest);
    // The last payment decides first: an account of years ago is none that is usual now, unless two are used in turn.
    const isUsual = isLast || returns >= LEAST_RETURNS;
    if (isUsual && (bills >= LEAST_PAID || days >= LEAST_DAYS)) return null;
  }
  if (!isOther && isFirst) return null;
  return isLast === true ? bills : 0;
}

/** The field on the latest paid bills that have it, latest first. */
function valuesAt(path: string, paid: readonly FlagEntry[]): readonly string[] {
  const latest = paid.slice(0, LATEST);
  return latest.flatMap(({ bill }) => fieldsOf(bill).get(path)?.text ?? []);
}

/** Whether a field differs by nature, as a date or a count does, rather than having changed once. */
function isVarying(texts: readonly string[]): boolean {
  const changes = texts.filter((text, at) => at > 0 && text !== texts[at - 1]).length;
  const distinct = new Set(texts).size;
  return distinct >= LEAST_DISTINCT && Math.min(changes, distinct) * LEAST_DISTINCT >= texts.length;
}

/** Accounts that paid bills do not name. Numbers that differ on each bill are none. */
function newAccounts(
  path: string,
  accounts: Accounts,
  values: readonly string[],
  paid: readonly FlagEntry[],
): readonly string[] {
  return [...accounts].flatMap(([account, kind]) => {
    const isNumber = kind === 'digits' && idField.test(path);
    if (isNumber || (kind === 'digits' && isVarying(values) && areMany(path, kind, paid)))
      return [];
    return paymentsWith('', account, paid) === null ? [] : account;
  });
}

/** Whether paid bills name another account in this field each time. */
function areMany(path: string, wanted: AccountKind, paid: readonly FlagEntry[]): boolean {
  const known = paid.slice(0, LATEST).flatMap(({ bill }) => {
    const written = fieldsOf(bill).get(path)?.written ?? '';
    return [...accountsIn(written, bill)].filter(([, kind]) => kind === wanted);
  });
  return new Set(known.map(([account]) => account)).size >= LEAST_PAID;
}

/** Whether the bill's amounts, date or status explain why the field is not what it was on the last paid bill. */
function isExplained(
  entry: FlagEntry,
  path: string,
  text: string,
  paid: readonly FlagEntry[],
): boolean {
  const { bill } = entry;
  const last = paid.find((each) => fieldsOf(each.bill).has(path));
  const before = last && fieldsOf(last.bill).get(path)?.text;
  if (last === undefined || before === undefined) return false;
  const isStatus = !path.startsWith('vendor.') && settled.test(before) && unsettled.test(text);
  if (isStatus || (before === last.bill.status && text === bill.status)) return true;
  if (isAmount(entry, path, text, paid)) return true;
  const keyOf = (each: FlagEntry): string | null => {
    const there = fieldsOf(each.bill).get(path);
    return there === undefined ? null : periodKey(there.written, each);
  };
  const own = keyOf(entry);
  if (own === null) return false;
  return paid
    .slice(0, LATEST)
    .every((each) => !fieldsOf(each.bill).has(path) || keyOf(each) === own);
}

/** The text with periods by their distance from the bill; null without any. */
function periodKey(written: string, { bill, date }: FlagEntry): string | null {
  const { rest, periods } = datedText(withoutOwn(written, bill.billNumber), date);
  return periods.length === 0 ? null : [rest, ...periods.map(({ months }) => months)].join(' ');
}

/** Whether a number is one of the bill's amounts, or has changed as its total has. */
function isAmount(
  { bill }: FlagEntry,
  path: string,
  text: string,
  paid: readonly FlagEntry[],
): boolean {
  const amounts = [bill.amountDueCents, bill.totalCents].flatMap((cents) => [cents, cents / 100]);
  if (amounts.includes(Number(text))) return true;
  return paid.slice(0, LEAST_PAID).some((last) => {
    const before = fieldsOf(last.bill).get(path)?.text;
    const ratio = bill.totalCents / last.bill.totalCents;
    return ratio !== 1 && Math.abs(Number(text) - Number(before) * ratio) <= 1;
  });
}

/** Values of a field on paid bills, and those that say that a bill is not paid yet. */
const settled =
  /^(?:0|0\.00?|true|yes|(?:fully_?)?paid|settled|closed|completed?|done|cleared|reconciled|matched|processed|executed|approved|posted|booked|bezahlt|beglichen|gebucht)$/u;
const unsettled = /^(?:\d{1,6}(?:\.\d+)?|false|no|[a-z_-]{2,20})$/u;

/** The way to an account that the vendor always had and now has nowhere; null for none. */
function goneAccount(fields: FieldTexts, paid: readonly FlagEntry[]): string | null {
  const latest = paid.slice(0, LATEST).map(({ bill }) => fieldsOf(bill));
  for (const [path, { text }] of latest[0] ?? []) {
    if (!path.startsWith('vendor.') || !isBankField(path) || fields.has(path)) continue;
    const isElsewhere = [...fields.values()].some((each) => each.text === text);
    if (!isElsewhere && latest.every((each) => each.get(path)?.text === text)) return path;
  }
  return null;
}

/** Whether a value is too plain to name anything. */
function isPlain(text: string): boolean {
  return plain.test(text);
}

const plain =
  /^(?:true|false|yes|no|none|-?\d{1,4}(?:\.\d+)?|(?:not_?|un)?(?:open|paid|pending|matched|reconciled|cleared|settled|verified))$/u;

function isBankField(path: string): boolean {
  return path.startsWith('vendor.') ? vendorBank.test(path.slice(7)) : billBank.test(path);
}

/** The service's names for bank details of a vendor. */
const vendorBank = /iban|bic|swift|bank|account|routing|sort.?code|beneficiary|remit/iu;
/** The same among a bill's fields, where amounts and codes of accounts change with each bill. */
const billBank =
  /iban|bic\b|swift|bank|routing|sort.?code|payee|pay.?to|payment.?(?:details|account|address|info)|account.?(?:number|holder)|remit|beneficiary/iu;
/** Names of fields that say who is paid, and how. */
const payeeField =
  /iban|bic\b|swift|bank|routing|sort.?code|payee|payable|pay.?to|payment.?(?:details|account|address|info|link|url)|account.?(?:number|holder)|remit|beneficiary|^vendor\..*(?:account|pay|address|phone|e.?mail|tax|vat)/iu;
/** Fields with numbers that are no accounts. */
const idField =
  /(?:^|[._])(?:id|uuid|etag|hash|version|token|revision|checksum)$|_(?:id|at|on)$|Id$|date|time/u;
const otherNumberField =
  /(?:id|uuid|etag|hash|version|token|phone|fax|mobile|tel|tax|vat|customer|contract|order|number|no|ref|reference|zip|postal|register|code)$|date|time|phone|tax|address/iu;
/** Words beside the number of an account. */
const accountWords = /account|acct|a\/c|konto|kto|blz|iban|bank|routing|sort.?code|überweis|wire/iu;
