// Fields of the service's own, as `FieldChange.field` names them.

/** The service's names along the path to one of its own fields; null for one of Billfold's fields. */
export function ownFieldOf(field: string): { of: 'bill' | 'vendor'; names: string[] } | null {
  const [of = '', ...steps] = field.split('/');
  if (steps.length === 0) return null;
  const names = steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return { of: of === 'vendor' ? 'vendor' : 'bill', names };
}

/**
 * Whether the user may exclude a field from the check. Only the service's own fields qualify, such as a signed link,
 * and none whose name suggests that it could redirect money. Of a vendor, only links, times and versions qualify: names of
 * account numbers differ by country and language.
 */
export function mayGoUnchecked(field: string): boolean {
  const own = ownFieldOf(field);
  if (own === null || MONEY.test(field)) return false;
  return own.of === 'bill' || OF_A_READING.test(own.names.at(-1) ?? '');
}

/** Words for amounts, accounts and payees. */
const MONEY =
  /iban|bic|swift|account|acct|bank|rout|sort|pay|amount|total|cents|price|tax|currency|due|benefi|recipient|remit|creditor|holder|owner|wallet|card|address|name|bsb|blz|clabe|ifsc|konto|kto|pix|upi|giro|branch|transit|mandate|vpa|empf|zahl|inhaber|rib\b|cuenta|compte|conto/i;

/** Words in names of fields that differ between two readings of the same vendor. */
const OF_A_READING =
  /url|link|href|image|logo|photo|avatar|etag|version|revision|hash|token|signature|nonce|request|trace|timestamp|updated|modified|synced|seen|viewed|read|expir|_at$|At$/i;

/**
 * Whether a value could name a payee. An excluded field with such a value still counts, whatever its name: words for
 * accounts differ by language. Links, dates and UUIDs are no accounts. Fields named like `OF_A_READING` may hold long
 * numbers.
 */
export function isAccountLike(field: string, value: string | number | null): boolean {
  const text = String(value).replaceAll(NO_ACCOUNT, ' ');
  const codes = [text.replaceAll(/[\s.-]/g, ''), ...text.split(/[^a-z\d]+/i)];
  if (codes.some(isIban)) return true;
  return !OF_A_READING.test(ownFieldOf(field)?.names.at(-1) ?? '') && NUMBER_OR_MAIL.test(text);
}

const NO_ACCOUNT =
  /https?:\S+|\d{4}-\d\d-\d\d(?:[T ][\d:.]+)?|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;

/** At least six digits in a row or grouped, or a mail address, which some payment services use as account. */
const NUMBER_OR_MAIL = /(?<![a-z\d])\d(?:[ ./-]?\d){5,}(?![a-z\d])|@/i;

/** ISO 13616: the number with the first four characters moved to its end leaves 1 when divided by 97. */
function isIban(code: string): boolean {
  if (!/^[a-z]{2}\d{2}[a-z\d]{11,30}$/i.test(code)) return false;
  const moved = `${code.slice(4)}${code.slice(0, 4)}`;
  const digits = moved.replaceAll(/[a-z]/gi, (letter) => String(Number.parseInt(letter, 36)));
  return BigInt(digits) % 97n === 1n;
}
