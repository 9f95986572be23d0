import type { Bill } from '../../../../contract/bill.ts';

/** The service's other fields of a bill and its vendor, as they are compared. */
export interface BillTexts {
  /** Texts by the way to them, such as `vendor.bank.iban` and `lines.0.text`. */
  readonly fields: ReadonlyMap<string, FieldText>;
  readonly memo: Accounts;
  /** Accounts of all fields and the memo. */
  readonly accounts: ReadonlySet<string>;
}

export interface FieldText {
  /** Without spaces and case. */
  readonly text: string;
  readonly accounts: Accounts;
}

/** Texts that may say where to pay, without spaces and case. */
export type Accounts = ReadonlyMap<string, 'iban' | 'digits' | 'link' | 'mail'>;

const kept = new WeakMap<Bill, BillTexts>();

/** Worked out once for each form of a bill. Absent, null, '', {} and [] are the same. */
export function textsOf(bill: Bill): BillTexts {
  const { vendor, others, memo } = bill;
  if (!vendor?.others && !others && !memo) return empty;
  const known = kept.get(bill);
  if (known !== undefined) return known;
  const fields = new Map<string, FieldText>();
  const read = (path: string, value: unknown): void => {
    if (typeof value === 'object' && value !== null) {
      for (const [name, each] of Object.entries(value))
        read(path === '' ? name : `${path}.${name}`, each);
      return;
    }
    const whole = typeof value === 'string' ? value : isPlainValue(value) ? `${value}` : '';
    const text = whole.replaceAll(/\s/gu, '').toLowerCase();
    if (text !== '') fields.set(path, { text, accounts: accountsIn(whole, bill) });
  };
  read('', others);
  read('vendor', vendor?.others);
  const ofMemo = accountsIn(memo ?? '', bill);
  const accounts = [ofMemo, ...[...fields.values()].map((field) => field.accounts)];
  const texts = {
    ...{ fields, memo: ofMemo },
    accounts: new Set(accounts.flatMap((each) => [...each.keys()])),
  };
  kept.set(bill, texts);
  return texts;
}

/** IBANs, runs of seven or more digits, sites and addresses in a text, but for dates and the bill's own number. */
function accountsIn(text: string, bill: Bill): Accounts {
  if (!mayName.test(text)) return noAccounts;
  const found = new Map<string, 'iban' | 'digits' | 'link' | 'mail'>();
  const take = (kind: 'iban' | 'digits' | 'link' | 'mail', pattern: RegExp, from: string): string =>
    from.replaceAll(pattern, (match: string) => {
      const bare = match.toLowerCase();
      found.set(
        kind === 'iban' || kind === 'digits' ? bare.replaceAll(separators, '') : bare,
        kind,
      );
      return ' ';
    });
  const rest = take('link', sites, take('mail', addresses, withoutOwn(text, bill.billNumber)));
  take('digits', digitRuns, take('iban', ibans, rest.replaceAll(dates, ' ')));
  return found;
}

/** The text without the bill's own number, where that stands alone. */
export function withoutOwn(text: string, billNumber: string | null): string {
  const at = billNumber ? text.indexOf(billNumber) : -1;
  if (billNumber === null || at < 0) return text;
  const beside = text.charAt(at - 1) + text.charAt(at + billNumber.length);
  const rest = text.slice(at + billNumber.length);
  return /[\p{L}\d]/u.test(beside) ? text : `${text.slice(0, at)} # ${rest}`;
}

function isPlainValue(value: unknown): value is number | boolean {
  return typeof value === 'number' || typeof value === 'boolean';
}

const noAccounts: Accounts = new Map();
const empty: BillTexts = { fields: new Map(), memo: noAccounts, accounts: new Set() };
/** Seven digits or a site need at least so much. */
const mayName = /\d(?:\D?\d){6}|@|\/|www\./iu;
const separators = /[\s./-]/gu;
const addresses = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gu;
const sites = /(?<=https?:\/\/|www\.)[^\s/:?#]+|(?<![\w@.])(?:[a-z][\w-]*\.)+[a-z]{2,}(?=\/\S)/giu;
const dates =
  /\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-][\d:]+)?)?|\d{1,2}\.\d{1,2}\.\d{2,4}|\d{1,2}\/\d{1,2}\/\d{2,4}/gu;
const ibans =
  /(?<![\p{L}\d])[A-Z]{2}\d{2}(?:[ .-]?[A-Z\d]{4}){2,7}(?:[ .-]?[A-Z\d]{1,3})?(?![\p{L}\d])|(?<![\p{L}\d])(?:bc1|[13])[a-z\d]{25,59}(?![\p{L}\d])/giu;
const digitRuns = /(?<![\p{L}\d])\d(?:[ ./-]?\d){6,}(?![\p{L}\d])/gu;
