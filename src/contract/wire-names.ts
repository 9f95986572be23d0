/** Names of all headers on the service page, and of a few others, in lower case, as fetch returns them. */
export const headerNames = {
  authorization: 'authorization',
  organizationId: 'x-organization-id',
  contentType: 'content-type',
  rateLimit: 'x-ratelimit-limit',
  rateRemaining: 'x-ratelimit-remaining',
  rateReset: 'x-ratelimit-reset',
  retryAfter: 'retry-after',
  date: 'date',
  age: 'age',
  link: 'link',
  location: 'location',
  contentLocation: 'content-location',
  totalCount: 'x-total-count',
  challenge: 'www-authenticate',
} as const;

/** Paths of the service API, below its base URL (service page, *Endpoints*). */
export const apiPaths = {
  organizations: '/api/v1/me/organizations',
  invoices: '/api/v1/invoices',
  bills: '/api/v1/bills',
  approveBill,
} as const;

/** Paths of the OAuth endpoints, below the authorization URL. */
export const authPaths = { authorize: '/oauth/authorize', token: '/oauth/token' } as const;

/** @throws when the id is not one path segment: `..` would lead to another operation */
function approveBill(billId: string): string {
  const path = `/api/v1/bills/${encodeURIComponent(billId)}/approve`;
  const asSent = new URL(path, 'https://service.invalid').pathname;
  if (billId === '' || asSent !== path) throw new Error('The bill id is not one path segment.');
  return path;
}

/** All statuses that the service documents (service page, *Bill*). */
export const billStatuses = ['open', 'overdue', 'partially_paid', 'paid', 'void'] as const;
export type BillStatus = (typeof billStatuses)[number];

/** Usual statuses of invoices: the page shows none (service page, *Appendix*). */
export const invoiceStatuses = [
  ...billStatuses,
  ...['draft', 'sent', 'viewed', 'voided', 'cancelled', 'canceled'],
];

/** A known status in any case and spelling, such as `Partially paid` or `BILL_STATUS_OPEN`; any other text as sent. */
export function readStatus(sent: string, known: readonly string[] = billStatuses): string {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[\s_-]/g, '');
  const status = plain(sent).replace(/^(?:bill|invoice)status(?=.)/, '');
  return known.find((each) => plain(each) === status) ?? sent;
}
