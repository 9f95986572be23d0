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
} from './bill-texts.ts';
import { isAmount, isExplained, isTotal, misfitOf } from './field-habit.ts';
import type { FlagEntry } from './flag-entry.ts';
import type { OpenFields } from './open-fields.ts';
import { namesOtherBill } from './text-habit.ts';
import {
  areDistinct,
  isVarying,
  LATEST,
  MIN_PAID_FOR_USUAL,
  paymentsWith,
  ROUTINE_DAYS,
} from './usual-values.ts';

/**
 * Finds a field of the bill or its vendor that differs from the vendor's paid bills, or names another account, site or
 * bill. Billfold cannot know the service's names for fields, so it compares values. A value is usual after three
 * payments, or 90 days, if the last payment had it, too: a single payment may be the fraud. Open bills of other vendors
 * show which fields change only with the payment.
 *
 * @param paid the vendor's paid bills, latest first
 * @returns path of the field, such as `vendor.bank.iban`; null for none
 */
export function otherField(
  entry: FlagEntry,
  paid: readonly FlagEntry[],
  open: OpenFields,
): string | null {
  const fields = fieldsOf(entry.bill);
  const latest = paid
    .slice(0, MIN_PAID_FOR_USUAL)
    .map(({ bill }) => ({ bill, fields: fieldsOf(bill) }));
  const isOtherTotal = latest.some(({ bill }) => bill.totalCents !== entry.bill.totalCents);
  const isUnusual = (path: string): boolean => {
    const text = fields.get(path)?.text ?? '';
    const misfit = misfitOf(path, { entry, paid });
    return misfit === null
      ? open.isOfPaid(path, text, entry)
      : !open.isUsual(path, text, misfit, entry);
  };
  for (const [path, { text, written }] of fields) {
    const mayBeBank = isBankField(path) ? !isStatus(text) : mayBeIban.test(written);
    if (mayBeBank && wasPaidElsewhere(entry, path, paid)) return path;
    // Most fields equal the latest ones, so older paid bills need not be read.
    if (latest.every((each) => each.fields.get(path)?.text === text)) {
      const isOfLast =
        isOtherTotal &&
        latest.some(({ bill }) => isTotal(bill, text)) &&
        !isTotal(entry.bill, text);
      if (isOfLast || open.isOfPaid(path, text, entry)) return path;
    } else if (isForPayment(entry, path, paid, open) || isUnusual(path)) return path;
  }
  for (const path of latest[0]?.fields.keys() ?? [])
    if (!fields.has(path) && isUnusual(path)) return path;
  return null;
}

/** Whether a field with a new value names a new account, site or payee, or another bill. */
function isForPayment(
  entry: FlagEntry,
  path: string,
  paid: readonly FlagEntry[],
  open: OpenFields,
): boolean {
  const { bill } = entry;
  const { text = '', written = '' } = fieldsOf(bill).get(path) ?? {};
  const accounts = accountsIn(written, bill);
  const values = valuesAt(path, paid);
  if (isBankField(path) && !isVarying(values)) {
    if (isStatus(text)) return false;
    const isOther =
      paymentsWith(path, text, paid) !== null &&
      (!accounts.has(text) || paymentsWith('', text, paid) !== null);
    return isOther && !isExplained(path, { entry, paid });
  }
  const asks =
    paymentWords.test(written) &&
    !values.some((each) => paymentWords.test(each)) &&
    !open.isUsual(path, text, 'other', entry);
  const isOther =
    asks ||
    newAccounts(path, accounts, values, paid).length > 0 ||
    (values.length === 0 && payeeField.test(path) && !isPlain(text));
  if (isOther && !isExplained(path, { entry, paid })) return true;
  const known = paid.slice(0, LATEST).flatMap((each) => {
    const there = fieldsOf(each.bill).get(path)?.written;
    return there === undefined ? [] : { entry: each, written: there };
  });
  return namesOtherBill({ entry, written }, paid, known);
}

/**
 * Whether a payment of the last year had another account in this field. After some months, Billfold no longer flags
 * each bill, which would tire the user. But a fraudster may have been paid for as long, so the bill is not routine.
 */
function wasPaidElsewhere(entry: FlagEntry, path: string, paid: readonly FlagEntry[]): boolean {
  const { text = '', written = '' } = fieldsOf(entry.bill).get(path) ?? {};
  const accounts = [...accountsIn(written, entry.bill)].flatMap(([account, kind]) =>
    kind === 'iban' ? account : [],
  );
  const isBank = isBankField(path) && (accounts.length > 0 || !isVarying(valuesAt(path, paid)));
  return paid.some((each) => {
    const there = fieldsOf(each.bill).get(path)?.text;
    const isOfYear =
      entry.date !== null &&
      each.date !== null &&
      daysBetween(each.date, entry.date) <= ROUTINE_DAYS;
    if (!isOfYear || there === undefined || there === text) return false;
    if (isBank) return !isExplained(path, { entry, paid: [each] });
    return accounts.some((account) => !allAccountsOf(each.bill).has(account));
  });
}

/** Quick test, because most texts are no IBAN and comparing them with a year of others is slow. */
const mayBeIban = /[A-Z]{2}\d\d(?:[ .-]?[A-Z\d]{4}){2}/iu;

/**
 * @param past the vendor's earlier bills, latest first
 * @param isOfEachBill whether a field differs on each bill of nearly all vendors
 */
export function newBankDetails(
  entry: FlagEntry,
  past: readonly FlagEntry[],
  isOfEachBill: (path: string) => boolean,
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
    const values = valuesAt(path, paid);
    // The first account of a list may be the one that is paid, so a known account that moved counts as new.
    const isElsewhere = accounts.has(text) && paymentsWith('', text, paid) === null;
    if (isElsewhere && (values.length === 0 || !isBank)) continue;
    const isCode = !/\s/u.test(written) && !accountWords.test(text);
    const mayBeNumber = isCode && ![...accounts.values()].includes('iban') && areDistinct(values);
    if (mayBeNumber && !isBank && !mayHoldAccount(path, fields) && isOfEachBill(path)) continue;
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

/** Whether names say that a field is an account. In a list, another vendor's field with this path may be another one. */
function mayHoldAccount(path: string, fields: FieldTexts): boolean {
  if (accountWords.test(path) || /(?:^|\.)\d+(?:\.|$)/u.test(path)) return true;
  const parent = path.slice(0, path.lastIndexOf('.') + 1);
  const beside = parent === '' ? [] : [...fields].filter(([each]) => each.startsWith(parent));
  return beside.some(([each, { text }]) => accountWords.test(`${each} ${text}`));
}

function bankAccountsIn(text: string, bill: Bill): Accounts {
  const all = [...accountsIn(text, bill)];
  return new Map(all.filter(([, kind]) => kind === 'iban' || kind === 'digits'));
}

/** Values of the field on the latest paid bills that have it, latest first. */
function valuesAt(path: string, paid: readonly FlagEntry[]): readonly string[] {
  const latest = paid.slice(0, LATEST);
  return latest.flatMap(({ bill }) => fieldsOf(bill).get(path)?.text ?? []);
}

/** Accounts that paid bills do not name. Numbers that differ on each bill are not accounts. */
function newAccounts(
  path: string,
  accounts: Accounts,
  values: readonly string[],
  paid: readonly FlagEntry[],
): readonly string[] {
  return [...accounts].flatMap(([account, kind]) => {
    if (kind === 'digits' && idField.test(path)) return [];
    if (isVarying(values)) {
      const known = knownOf(path, kind, paid);
      const areMany = known.size >= MIN_PAID_FOR_USUAL;
      if (kind === 'digits' && areMany) return [];
      // If each bill has its own e-mail address, compare only the domains.
      const siteOf = (mail: string): string => mail.slice(mail.indexOf('@'));
      if (kind === 'mail' && areMany && [...known].map(siteOf).includes(siteOf(account))) return [];
    }
    return paymentsWith('', account, paid) === null ? [] : account;
  });
}

/** Accounts of one kind that paid bills name in this field. */
function knownOf(
  path: string,
  wanted: AccountKind,
  paid: readonly FlagEntry[],
): ReadonlySet<string> {
  const known = paid.slice(0, LATEST).flatMap(({ bill }) => {
    const written = fieldsOf(bill).get(path)?.written ?? '';
    return [...accountsIn(written, bill)].filter(([, kind]) => kind === wanted);
  });
  return new Set(known.map(([account]) => account));
}

/** Whether a value is a status or a boolean, which names no account. */
function isStatus(text: string): boolean {
  return isPlain(text) && !/\d/u.test(text);
}

/** Whether a value is a status, a boolean or a short number, which identifies nothing. */
function isPlain(text: string): boolean {
  return plain.test(text);
}

const plain =
  /^(?:true|false|yes|no|none|-?\d{1,4}(?:\.\d+)?|(?:not_?|un)?(?:open|paid|pending|matched|reconciled|cleared|settled|verified))$/u;

function isBankField(path: string): boolean {
  return path.startsWith('vendor.') ? vendorBank.test(path.slice(7)) : billBank.test(path);
}

/** The service's names for bank details of a vendor. */
const vendorBank =
  /iban|bic|swift|bank|account|acct|routing|sort.?code|benefi|remit|payee|payout|pay.?to|payment.?(?:details|address|info)|wallet|paypal|recipient|creditor|konto|kto|clabe|ifsc|pix|chave|upi|vpa|giro|empf|inhaber|rib\b|cuenta|compte|conto/iu;
/** The same for a bill's fields, without `account` alone: amounts and account codes change with each bill. */
const billBank =
  /iban|bic\b|swift|bank|routing|sort.?code|payee|pay.?to|payment.?(?:details|account|address|info)|account.?(?:number|holder)|remit|beneficiary/iu;
/** Names of fields that say who is paid, and how. */
const payeeField =
  /iban|bic\b|swift|bank|routing|sort.?code|payee|payable|pay.?to|payment.?(?:details|account|address|info|link|url)|account.?(?:number|holder)|remit|beneficiary|^vendor\..*(?:account|pay|address|phone|e.?mail|tax|vat)/iu;
/** Fields whose numbers are not accounts. */
const idField =
  /(?:^|[._])(?:id|uuid|etag|hash|version|token|revision|checksum)$|_(?:id|at|on)$|Id$|date|time/u;
const otherNumberField =
  /(?:id|uuid|etag|hash|version|token|phone|fax|mobile|tel|tax|vat|customer|contract|order|number|no|ref|reference|zip|postal|register|code)$|date|time|phone|tax|address/iu;
/** Words next to an account number. */
const accountWords = /account|acct|a\/c|konto|kto|blz|iban|bank|routing|sort.?code|überweis|wire/iu;
