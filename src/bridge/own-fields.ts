// Paths of the service's own fields, as in `FieldChange.field`.

/** The service's names along the path to one of its own fields; null for one of Billfold's fields. */
export function ownFieldOf(field: string): { of: 'bill' | 'vendor'; names: string[] } | null {
  const [of = '', ...steps] = field.split('/');
  if (steps.length === 0) return null;
  const names = steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return { of: of === 'vendor' ? 'vendor' : 'bill', names };
}

/**
 * Whether the user may exclude a field from the check. Only the service's own fields qualify, such as a signed link,
 * and none whose name suggests that it could redirect money. Among a vendor's fields, only links, times and versions
 * qualify, since account numbers have other names in each country and language.
 */
export function mayGoUnchecked(field: string): boolean {
  const own = ownFieldOf(field);
  if (own === null || MONEY.test(field) || PAYEE.test(field)) return false;
  return own.of === 'bill' || isOfReading(own.names.at(-1) ?? '');
}

/**
 * Whether a change of the service's own field could redirect the payment. A value that appears or disappears does not
 * count as a change.
 */
export function mayRedirectPayment(
  field: string,
  before: string | number | null,
  after: string | number | null,
): boolean {
  if (before === null || after === null || ownFieldOf(field) === null) return false;
  const isLink = [before, after].every((value) => /^https?:/i.test(String(value)));
  if (isLink && leadsToPayment(field)) return true;
  return PAYEE.test(field) || (isAccountLike(field, before) && isAccountLike(field, after));
}

/** Whether a value that appears, or disappears, is a payee or an account: by its field's name, or an IBAN anywhere. */
export function isAccountOrPayee(field: string, value: string | number | null): boolean {
  return (
    ownFieldOf(field) !== null &&
    (PAYEE.test(field) || isIban(String(value).replaceAll(/[\s.-]/g, '')))
  );
}

/** Words for accounts and payees. */
const PAYEE =
  /iban|\bbic|swift|account(?!ing)|acct|bank|recipient|remit|creditor|holder|pay_?to|payee|wallet|konto|kto|clabe|ifsc|pix|upi|giro|vpa|empf|inhaber|rib\b|destinat|kredit|acreed|receiver|beg[uü]nstig|b[eé]n[eé]f|ontvang|odbior|m[oø]ttak|modtag|cuenta|compte|conto|rout(?:ing|e?_?n)|sort_?code|bsb|blz|paypal|zelle|(?<![a-z])ach/i;

/** Words for links that lead to a payment. */
const PAYMENT_LINK = /pay|checkout/i;

/** Whether the name of a field, or of a field that contains it, has a word for an account or a payee. */
export function namesPayee(field: string): boolean {
  return PAYEE.test(field);
}

/** Whether a link in this field could lead to a payment: another token in it may name another payee. */
export function leadsToPayment(field: string): boolean {
  return PAYEE.test(field) || PAYMENT_LINK.test(field);
}

/** Other words for payments and amounts. */
const MONEY =
  /bic|rout|sort|pay|amount|total|cents|price|tax|currency|due|owner|card|address|name|bsb|blz|branch|transit|mandat|zahl/i;

/** Whether a field's name suggests a new value in each reading of the same bill or vendor, such as a signed link. */
const isOfReading = (name: string): boolean =>
  NEW_EACH_READING.test(name) || /[a-z\d]At$/.test(name);

const NEW_EACH_READING =
  /url|link|href|image|logo|photo|avatar|etag|version|revision|hash|token|signature|nonce|request|trace|timestamp|updated?|xmin|modified|synced|seen|viewed|read|expir|_at$/i;

/**
 * Whether a value could name a payee. Billfold compares such a value even in an excluded field, and whatever the
 * field's name: words for accounts differ by language. Links and times are not accounts, nor is a UUID in a field whose
 * name ends with `id`. In a field with a new value in each reading, long numbers are not accounts.
 */
export function isAccountLike(field: string, value: string | number | null): boolean {
  const name = ownFieldOf(field)?.names.at(-1) ?? '';
  const isReading = isOfReading(name);
  const text = String(value).normalize('NFKC').replaceAll(LINK_OR_TIME, ' ');
  const read = isReading || /(?:id|nonce)$/i.test(name) ? text.replaceAll(UUID, ' ') : text;
  const codes = [read.replaceAll(/[\s.-]/g, ''), ...read.split(/[^a-z\d]+/i)];
  return codes.some(isIban) || (!isReading && ACCOUNT.test(read));
}

const LINK_OR_TIME =
  /https?:\/\/\S+|(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:[T ]\d\d:[\d:.]+)?(?!\d)/gi;

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;

/**
 * At least six digits in a row or grouped; a mail address or a `$name`, which some payment services use as account; a
 * cryptocurrency address; a UUID.
 */
const ACCOUNT =
  /\d(?:[\p{Zs}\p{Pd}\p{Pc}./]?\d){5,}|@|^\$[a-z]|0x[\da-f]{20}|[\da-f]{8}(?:-[\da-f]{4}){3}-/iu;

/** ISO 13616: the number with the first four characters moved to its end leaves 1 when divided by 97. */
function isIban(code: string): boolean {
  if (!/^[a-z]{2}\d{2}[a-z\d]{11,30}$/i.test(code)) return false;
  const moved = `${code.slice(4)}${code.slice(0, 4)}`;
  const digits = moved.replaceAll(/[a-z]/gi, (letter) => String(Number.parseInt(letter, 36)));
  return BigInt(digits) % 97n === 1n;
}
