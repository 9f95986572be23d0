// Fields of the service's own, as `FieldChange.field` names them. They are in a separate file because no start needs
// them.

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

/** Words for what differs between two readings of the same vendor. */
const OF_A_READING =
  /url|link|href|image|logo|photo|avatar|etag|version|hash|token|signature|updated|modified|synced|seen|read|expir|_at$|At$/i;
