import type { Bill } from '../../../../contract/bill.ts';
import { invisibleLetters } from '../search/search-text.ts';

export interface FieldText {
  /** Without spaces and case. */
  readonly text: string;
  readonly written: string;
}

/** The service's other fields of a bill and its vendor, by path, such as `vendor.bank.iban`. */
export type FieldTexts = ReadonlyMap<string, FieldText>;

/** Texts that may be accounts to pay to, without spaces and case, each with its kind. */
export type Accounts = ReadonlyMap<string, AccountKind>;
export type AccountKind = 'iban' | 'digits' | 'link' | 'mail';

const noFields: FieldTexts = new Map();
const noAccounts: Accounts = new Map();
const keptFields = new WeakMap<Bill, FieldTexts>();
const keptAccounts = new WeakMap<Bill, Accounts>();

/** The bill's fields, computed once per version of the bill. Leaves out null, '', {} and []. */
export function fieldsOf(bill: Bill): FieldTexts {
  const { vendor, others } = bill;
  if (!vendor?.others && !others) return noFields;
  const known = keptFields.get(bill);
  if (known !== undefined) return known;
  const fields = new Map<string, FieldText>();
  readInto(fields, '', others);
  readInto(fields, 'vendor', vendor?.others);
  keptFields.set(bill, fields);
  return fields;
}

function readInto(fields: Map<string, FieldText>, path: string, value: unknown): void {
  if (typeof value === 'object' && value !== null) {
    for (const [name, each] of Object.entries(value)) {
      const way = path === '' ? name : `${path}.${name}`;
      readInto(fields, way, each);
      if (mayName.test(name)) readInto(fields, `${way}.name`, name);
    }
    return;
  }
  const isPlain = typeof value === 'number' || typeof value === 'boolean';
  const written = typeof value === 'string' ? plainForm(value) : isPlain ? `${value}` : '';
  const text = written.replaceAll(/\s/gu, '').toLowerCase();
  if (text !== '') fields.set(path, { text, written });
}

/** The text in Unicode's form NFKC, without invisible characters: wide letters become plain ones. */
export function plainForm(text: string): string {
  return isPlainText.test(text) ? text : text.normalize('NFKC').replaceAll(invisibleLetters, '');
}

const isPlainText = /^[\s\x20-\x7e]*$/u;

/** Accounts in all fields and the memo. */
export function allAccountsOf(bill: Bill): Accounts {
  const known = keptAccounts.get(bill);
  if (known !== undefined) return known;
  const texts = [bill.memo ?? '', ...[...fieldsOf(bill).values()].map(({ written }) => written)];
  const accounts = new Map(texts.flatMap((text) => [...accountsIn(text, bill)]));
  keptAccounts.set(bill, accounts);
  return accounts;
}

/**
 * IBANs, runs of seven or more digits, sites and e-mail addresses in a text; not dates, ids or the bill's own number.
 */
export function accountsIn(written: string, bill: Bill): Accounts {
  const text = plainForm(written);
  if (!mayName.test(text)) return noAccounts;
  const found = new Map<string, AccountKind>();
  const take = (kind: AccountKind, pattern: RegExp, from: string): string =>
    from.replaceAll(pattern, (match: string) => {
      const bare = match.toLowerCase();
      found.set(
        kind === 'iban' || kind === 'digits' ? bare.replaceAll(separators, '') : bare,
        kind,
      );
      return ' ';
    });
  const rest = take('link', sites, take('mail', addresses, withoutOwn(text, bill.billNumber)));
  take('digits', digitRuns, take('iban', ibans, rest.replaceAll(noAccount, ' ')));
  return found;
}

/** The text with `#` in place of the bill's own number, unless that is part of a longer word or number. */
export function withoutOwn(text: string, billNumber: string | null): string {
  const at = billNumber ? text.indexOf(billNumber) : -1;
  if (billNumber === null || at < 0) return text;
  const beside = text.charAt(at - 1) + text.charAt(at + billNumber.length);
  const rest = text.slice(at + billNumber.length);
  return /[\p{L}\d]/u.test(beside) ? text : `${text.slice(0, at)} # ${rest}`;
}

/** Quick test for a text that may contain an account. */
const mayName = /\d(?:\D?\d){6}|@|\/|www\.|bc1/iu;
const separators = /[\s./-]/gu;
const addresses = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gu;
const sites = /(?<=https?:\/\/|www\.)[^\s/:?#]+|(?<![\w@.])(?:[a-z][\w-]*\.)+[a-z]{2,}(?=\/\S)/giu;
/** Digits that are no account: dates, hexadecimal ids, ULIDs, and rounding errors such as 0.30000000000000004. */
const noAccount = new RegExp(
  [
    String.raw`\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-][\d:]+)?)?|\d{1,2}\.\d{1,2}\.\d{2,4}|\d{1,2}\/\d{1,2}\/\d{2,4}`,
    String.raw`(?<![\p{L}\d])(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|01[\dA-HJKMNP-TV-Z]{24})(?![\p{L}\d])`,
    // Account numbers have letters only at their start.
    String.raw`(?<![\p{L}\d])(?=[\da-f]{2}[\da-f]*\d[a-f])[\da-f]{16,}(?![\p{L}\d])`,
    String.raw`\d\.\d{10,}(?!\d)`,
  ].join('|'),
  'giu',
);
const ibans =
  /(?<![\p{L}\d])[A-Z]{2}\d{2}(?:[ .-]?[A-Z\d]{4}){2,7}(?:[ .-]?[A-Z\d]{1,3})?(?![\p{L}\d])|(?<![\p{L}\d])(?:bc1|[13])[a-z\d]{25,59}(?![\p{L}\d])/giu;
const digitRuns = /(?<![\p{L}\d])\d(?:[ ./-]?\d){6,}(?![\p{L}\d])/gu;

/** Words that ask to pay elsewhere or at once. */
export const paymentWords =
  /(?<!\p{L})(?:iban|bic|swift|\p{L}*bank\p{L}*|blz|kto|sort code|routing|wire|remit\p{L}*|acct|a\/c|\p{L}*konto\p{L}*|über(?:weis|trag)\p{L}*|cash|transfer\p{L}*|pay\s?out\p{L}*|auszahl\p{L}*|accounts?|western union|moneygram|revolut|gift ?cards?|urgent\p{L}*|immediate\p{L}*|dringend\p{L}*|sofort\p{L}*|pay(?:ee|able)?|(?<=to be )paid|payments? goes|paypal|zahl(?:bar|en|ung)\p{L}*|zugunsten|begünstigt\p{L}*|empfänger\p{L}*|beneficiary|recipient|in favou?r of|factor(?:ing)?|inkasso|collect(?:ion|ions|or)|c\/o|assign(?:ed|ee|ment)|abge?tret\p{L}*|zession|forderung\p{L}*|gläubiger\p{L}*|creditor|che(?:que|ck)|sold to|new details|attach\p{L}*|anlage|beigefügt\p{L}*|bitcoin|btc|crypto|wallet|e-?mail|http\p{L}*|www|virement|payer|pagar|cuenta|bonifico|conto|rekening|betalen)(?!\p{L})/iu;
