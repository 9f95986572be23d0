import type { BillStatus } from './wire-names.ts';

/**
 * What the service's page leaves open and Billfold had to decide: each decision here once, with its
 * reason. When the service says more, this is the file to change.
 */

/**
 * `*_cents` are hundredths of the currency's unit, for every currency.
 * Reason: the field's name says cents; nothing says "minor units".
 */
export const CENTS_PER_UNIT = 100;

/**
 * Statuses whose bills can be approved, in the order bills move through them. Crawling in that order
 * means that a bill which moves on during a crawl is met again, not missed.
 * Reason: the page says approve "marks a bill as approved for payment"; paid and void need none.
 */
export const payableStatuses = [
  'open',
  'overdue',
  'partially_paid',
] as const satisfies BillStatus[];

/** Statuses at the end of a bill's way: read seldom, never approvable. */
export const historyStatuses = ['paid', 'void'] as const satisfies BillStatus[];

/**
 * Whether Billfold offers to approve this bill. The service has no "approved" field, so *approved*
 * means: approved in Billfold, or no longer payable. An unknown status is shown and not approvable.
 */
export function isPayable(status: string): boolean {
  return (payableStatuses as readonly string[]).includes(status);
}

/**
 * *open* becomes *overdue* because a day has come: nobody has changed the bill, and the due date itself is
 * compared.
 * @returns the status as far as somebody has set it
 */
export function calendarStatus(status: string): string {
  return status === ('overdue' satisfies BillStatus) ? ('open' satisfies BillStatus) : status;
}

/**
 * Fields that say when and how a record was written, not what the bill is: no reason to hold an approval
 * back. Reason: services change them with every touch; the page names none of them.
 */
export const recordKeepingFields: ReadonlySet<string> = new Set([
  'object',
  'updated_at',
  'modified_at',
  'last_modified_at',
  'synced_at',
  'etag',
  'lock_version',
]);

/**
 * Bill ids are unique across organizations, so that bills of several can stand in one list by their id.
 * Reason: the page calls them UUIDs. Where two organizations hold one id all the same, the second bill is
 * left out of the list of all organizations and the user is shown where to find it.
 * @returns whether two bills of the same id are two bills, against the assumption
 */
export function breaksUniqueIds(
  one: { readonly organizationId: string },
  other: { readonly organizationId: string },
): boolean {
  return one.organizationId !== other.organizationId;
}

/**
 * Scopes asked for at the first sign-in; more are asked for when a 403 shows they are needed and the
 * user agrees. Reason: "which scope each endpoint requires: not shown"; `money_out` is "manage bills
 * and payables".
 */
export const firstScopes = ['money_out'] as const;

/** The scope that opens the invoices list. Reason: `money_in` is "manage invoices and receivables". */
export const invoicesScope = 'money_in';

/**
 * A page asked for once more, by the cursor that led to it, holds its bills as they are now, not as they were
 * when the cursor was given: so an approval can be checked without a crawl. Reason: the page calls it a cursor for
 * the next page, and no snapshot. Where it is one, Billfold finds out by the first contradiction (P-66), or say false:
 * each recheck is a crawl then.
 */
export const oldCursorsReadAnew: boolean = true;

/** Requests an hour when the service sends no headers (service page, *Limits*). */
export const DOCUMENTED_REQUESTS_PER_WINDOW = 1000;

/** The window's length when no reset is given: one hour (service page, *Limits*). */
export const DOCUMENTED_WINDOW_MS = 3_600_000;

/** Lifetime of an access token when the token response leaves it out, seconds (*Limits*). */
export const DOCUMENTED_TOKEN_LIFETIME_S = 7200;

/**
 * A token request with a code that nobody was given is answered `invalid_client` when the client id or secret
 * is wrong, so that this can be told before a browser opens. Reason: "authentication errors use the standard
 * OAuth 2.0 error response form" (RFC 6749 §5.2). A service that looks at the code first answers something
 * else, and nothing is lost: the browser opens as it would have.
 */
export const tokenEndpointTellsClient = true;
