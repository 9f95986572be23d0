import type { Bill } from './bill.ts';
import type { BillStatus } from './wire-names.ts';

/**
 * Decisions where the service page is unclear, each in one place and with its reason. If the service documents more,
 * change this file.
 */

/**
 * `*_cents` are hundredths of the currency's unit, for every currency.
 * Reason: the field's name says cents, and the page never says "minor units".
 */
export const CENTS_PER_UNIT = 100;

/**
 * Statuses of bills that can be approved, in the order bills move through them. Crawling in that order finds a bill
 * again, instead of missing it, when it moves on during a crawl.
 * Reason: the page says approve "marks a bill as approved for payment"; paid and void bills need no approval.
 */
export const payableStatuses = [
  'open',
  'overdue',
  'partially_paid',
] as const satisfies BillStatus[];

/** Final statuses of bills: crawled rarely, never approvable. */
export const historyStatuses = ['paid', 'void'] as const satisfies BillStatus[];

/**
 * Whether Billfold offers to approve a bill. The service has no "approved" field, so *approved* means: approved in
 * Billfold, or no longer payable. Billfold shows a bill with an unknown status, but does not offer to approve it.
 */
export function isPayable(status: string): boolean {
  return (payableStatuses as readonly string[]).includes(status);
}

/**
 * Reads *overdue* as *open*: only the date has changed, not the bill, and Billfold compares the due date itself.
 * @returns the status without the effect of the calendar
 */
export function calendarStatus(status: string): string {
  return status === ('overdue' satisfies BillStatus) ? ('open' satisfies BillStatus) : status;
}

/** Whether the bill's due date can pass: a paid bill and a credit are never overdue. */
export function canBeOverdue({ status, amountDueCents }: Pick<Bill, 'status' | 'amountDueCents'>) {
  return isPayable(status) && amountDueCents >= 0;
}

/** Status to show: a credit that the service calls overdue is open. */
export function shownStatus(bill: Pick<Bill, 'status' | 'amountDueCents'>): string {
  return bill.amountDueCents < 0 ? calendarStatus(bill.status) : bill.status;
}

const TIME =
  /^(?:\d{9,13}|\d{4}-\d\d-\d\d(?:[T ][\d:.,+Z-]+)?|\/Date\([\d+-]+\)\/|[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} [\d:]+ GMT)$/;
const COUNT = /^-?\d{1,5}$/;
const TOKEN = /^(?:W\/)?"?[\w+/=.:-]{1,100}"?$/;

/**
 * Fields about when and how a record was written, or about today's date, not about the bill: a change in them does not
 * hold back an approval while their values have the expected form. Reason: services change them with every access, and the
 * page names none of them.
 */
const recordKeepingFields: readonly (readonly [values: RegExp, names: string])[] = [
  [/^[a-z_]{1,30}$/i, 'object'],
  [
    TIME,
    `updatedat modifiedat lastmodifiedat lastmodified lastupdatedat lastupdated lastupdatedtime lastmodifiedtime updatedtime
    modifiedtime updatetime lastupdatetime updatedon modifiedon lastmodifieddate modifieddate updateddate syncedat lastsyncedat lastactivityat
    lastactivity lastseenat lastusedat lastviewedat lastaccessedat`,
  ],
  [TOKEN, 'etag odata.etag synctoken rowversion'],
  // Databases number their transactions.
  [/^\d{1,10}$/, 'xmin'],
  // A number under these names would be an amount.
  [/^(?:true|false)$/, 'isoverdue overdue'],
  [
    COUNT,
    'viewcount views hits commentcount commentscount lockversion version revision __v daysoverdue daysuntildue dayspastdue ageindays',
  ],
];
const recordKeeping = new Map(
  recordKeepingFields.flatMap(([values, names]) =>
    names.split(/\s+/).map((name) => [name, values] as const),
  ),
);

/** Whether a field is one of `recordKeepingFields`, in any spelling, with a value of the expected form. */
export function isRecordKeeping(name: string, value: unknown): boolean {
  const form =
    recordKeeping.get(name) ?? recordKeeping.get(name.toLowerCase().replaceAll(/[^a-z\d.]/g, ''));
  return (
    form !== undefined && typeof value !== 'object' && form.test(`${value as string | number}`)
  );
}

/**
 * Totals, counts and times over all bills of a vendor: a change in them does not hold back an approval while their values
 * have the expected form. Reason: they change with each bill of the vendor, also when one of several is approved.
 */
const vendorStatistics: readonly (readonly [names: RegExp, values: RegExp])[] = [
  [
    /(?:balance|outstanding|overdue|unpaid|owed|owing|spend|spent|ytd|ytdpaid)(?:amount|total|cents)*$/,
    /^[^\da-z]{0,3}(?:\d{1,12}|\d{1,3}(?:[.,’' \u00a0]\d{3})+)(?:[.,]\d{1,4})?[^\da-z]{0,3}$/i,
  ],
  [
    /^(?:(?:number|total|open|unpaid|overdue)(?:of)?)+(?:bill|invoice|order|payment|transaction)s(?:count)?$|^(?:bill|invoice)s(?:to|awaiting|pending|in)[a-z]+$|(?:bill|invoice|order|payment|transaction)s?count$/,
    COUNT,
  ],
  [/^last(?:bill|invoice|order|payment|transaction|contact)(?:ed)?(?:at|on|date|time)?$/, TIME],
];

/** Whether a vendor's field is one of `vendorStatistics`, in any spelling, with a value of the expected form. */
export function isVendorStatistic(name: string, value: unknown): boolean {
  const plain = name.toLowerCase().replaceAll(/[^a-z\d]/g, '');
  return (
    typeof value !== 'object' &&
    vendorStatistics.some(
      ([names, values]) => names.test(plain) && values.test(`${value as string | number}`),
    )
  );
}

/** Whether a bill's field with this name holds its lines. Reason: the page names none, but services send them. */
export function isLineItems(name: string): boolean {
  return /^(?:(?:bill|invoice|expense)_?)?(?:line_?items|lines|items)$/i.test(name);
}

/** Whether a bill's field with this name holds fields that the organization added. */
export function isCustomFields(name: string): boolean {
  return /^custom(?:_?fields)?$/i.test(name);
}

/** Whether approving or paying a bill may set a field with this name in its lines and custom fields. */
export function isSetByApproving(name: string): boolean {
  return /(?:status|state|stage)$|approv|paid|balance|outstanding|remaining|due/i.test(name);
}

/**
 * Bill ids are unique across organizations, so bills of several organizations can share one list, keyed by id. Reason:
 * the page calls them UUIDs. If two organizations share an id nevertheless, the list of all organizations omits the
 * second bill, and Billfold shows the user where to find it.
 * @returns whether two bills with one id are different bills, against the assumption
 */
export function breaksUniqueIds(
  one: { readonly organizationId: string },
  other: { readonly organizationId: string },
): boolean {
  return one.organizationId !== other.organizationId;
}

/**
 * Scopes requested at the first sign-in. Billfold requests more when a 403 shows that they are needed and the user
 * agrees. Reason: "which scope each endpoint requires: not shown"; `money_out` is "manage bills and payables".
 */
export const firstScopes = ['money_out'] as const;

/** Scope for the invoices list. Reason: `money_in` is "manage invoices and receivables". */
export const invoicesScope = 'money_in';

/**
 * A page requested again, with the cursor that led to it, holds its bills as they are now, not as they were when the
 * cursor was issued. So Billfold can check an approval without a crawl. Reason: the page describes a cursor for the
 * next page, and no snapshot. Billfold relies on it only where cursors repeat, and until the first contradiction
 * (P-66). You can also set this to false: then each recheck is a crawl.
 */
export const oldCursorsReadAnew: boolean = true;

/** Requests per hour when the service sends no headers (service page, *Limits*). */
export const DOCUMENTED_REQUESTS_PER_WINDOW = 1000;

/** Length of the quota window when no reset is given, milliseconds: one hour (service page, *Limits*). */
export const DOCUMENTED_WINDOW_MS = 3_600_000;

/** Lifetime of an access token when the token response omits it, seconds (*Limits*). */
export const DOCUMENTED_TOKEN_LIFETIME_S = 7200;

/**
 * The service answers `invalid_client` to a token request with an invented code when the client id or secret is wrong.
 * So Billfold can report this before it opens a browser. Reason: "authentication errors use the standard OAuth 2.0
 * error response form" (RFC 6749 §5.2). If a service checks the code first, it answers something else, and the browser
 * opens as usual.
 */
export const tokenEndpointReportsUnknownClient = true;
