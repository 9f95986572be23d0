// Fields of the service's own, as `FieldChange.field` names them. Apart from the snapshot: no start needs them.

/** Names of the service that lead to a field of its own; null for a field of ours. */
export function ownFieldOf(field: string): { of: 'bill' | 'vendor'; names: string[] } | null {
  const [of = '', ...steps] = field.split('/');
  if (steps.length === 0) return null;
  const names = steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return { of: of === 'vendor' ? 'vendor' : 'bill', names };
}

/**
 * Whether the user may leave a field out of the check: one of the service's own, such as a signed link, and none by
 * whose name money could go elsewhere.
 */
export function mayGoUnchecked(field: string): boolean {
  return ownFieldOf(field) !== null && !MONEY.test(field);
}

/** Words for an amount, for an account, and for whoever gets the money. */
const MONEY =
  /iban|bic|swift|account|bank|rout|sort|pay|amount|total|cents|price|tax|currency|due|benefi|recipient|remit|creditor|holder|owner|wallet|card|address|name/i;
