import * as z from '../base/zod.ts';
import { dropControls, dropControlsDeep } from '../base/controls.ts';
import { readPlainDate } from '../base/days.ts';
import { isPayable } from './assumptions.ts';
import type { Bill } from './bill.ts';
import { invoiceSchema } from './invoice.ts';
import { sentItemIdSchema } from './item-id.ts';
import { organizationSchema } from './organization.ts';
import { readStatus } from './wire-names.ts';
import { fieldsIn } from './answer.ts';
import type { Fields, Party } from './party.ts';
import {
  isUuid,
  plainKey,
  readOrganization,
  readVendor,
  readVendorOfBill,
  withTextId,
} from './read-party.ts';

// Items as the service sends them. They are in a separate file because the window never reads them.

/** Foreign text, shown on screens, in files and on paper. Some encoders write a number instead. */
const text = z.pipe(
  z.nullish(z.union([z.string().check(z.overwrite(dropControls)), z.number()])),
  z.transform((value) => (value === null || value === undefined ? null : String(value))),
);

const DAY_MS = 86_400_000;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** ISO date of a day with a named month, as `1 Dec 2026`, with the year first, or with dots as in `1.12.2026`; else null. */
function isoDay(sent: string): string | null {
  const plain = sent.trim().replace(/^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,? /i, '');
  const parts =
    /^(?<day>\d{1,2})(?:st|nd|rd|th)?[ -](?<month>[a-z]{3,9})\.?,?[ -](?<year>\d{4})(?= 00:00|$)/i.exec(
      plain,
    ) ??
    /^(?<month>[a-z]{3,9})\.? (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})(?= 00:00|$)/i.exec(
      plain,
    ) ??
    /^(?<year>\d{4})[/.](?<month>\d{1,2})[/.](?<day>\d{1,2})$/.exec(plain) ??
    /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})$/.exec(plain);
  const { year, month = '', day = '' } = parts?.groups ?? {};
  const named = MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1;
  const number = /^\d+$/.test(month) ? Number(month) : named;
  if (year === undefined || number === 0) return null;
  return `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/**
 * A day. Basic ISO dates, dates with named months and epoch times of midnight in UTC become ISO dates with marks. Another
 * epoch time names different days in different places, and `3/4/2026` different days in different countries: both stay as
 * sent.
 */
const day = z.pipe(
  text,
  z.transform((sent): string | null => {
    // Databases write the zero day for none, and some encoders the first one.
    if (sent === null || /^(?:\s*$|0000-00-00|0001-01-01)/.test(sent)) return null;
    const epochMs = /^\d{13}$/.test(sent) ? Number(sent) : Number(sent) * 1_000;
    if (/^\d{10}(?:\d{3})?$/.test(sent) && epochMs % DAY_MS === 0)
      return new Date(epochMs).toISOString().slice(0, 'YYYY-MM-DD'.length);
    return isoDay(sent) ?? sent.replace(/^(\d{4})(\d{2})(\d{2})(?=T|$)/, '$1-$2-$3');
  }),
);

/** Whole cents that a double holds exactly; a credit is negative. Adding 0 turns -0 into 0. */
const cents = z.int().check(z.overwrite((value) => value + 0));

/** ISO 4217 code in any case. `eur` becomes `EUR`: otherwise totals would list one currency twice. */
const currency = z
  .string()
  .check(z.trim(), z.regex(/^[A-Za-z]{3}$/, 'expected three letters'), z.toUpperCase());

/** Fields of a bill on the service page (*Bill*). */
const pageFields = z.object({
  id: sentItemIdSchema,
  object: z.optional(z.literal('bill')),
  bill_number: text,
  status: z.string().check(z.minLength(1), z.overwrite(readStatus)),
  date: day,
  due_date: day,
  currency,
  total_cents: cents,
  amount_due_cents: z.nullish(cents),
  memo: text,
  vendor: z.nullish(z.record(z.string(), z.unknown())),
  created_at: text,
});

const pageNames = new Map(Object.keys(pageFields.shape).map((name) => [plainKey(name), name]));

/**
 * Gives a bill's fields the names of the service page: `TotalCents` → `total_cents`. A key stays as it is if the name is
 * taken, or if another key would get the same name.
 */
export function withPageNames(sent: Fields): Fields {
  if ('id' in sent && 'total_cents' in sent) return sent;
  const entries = Object.entries(sent);
  const named = Map.groupBy(entries, ([key]) => pageNames.get(plainKey(key)));
  return Object.fromEntries(
    entries.map(([key, value]) => {
      const name = /^[a-z]/i.test(key) ? pageNames.get(plainKey(key)) : undefined;
      const isFree = name !== undefined && !(name in sent) && named.get(name)?.length === 1;
      return [isFree ? name : key, value];
    }),
  );
}

/**
 * Reads one bill as the service sends it (service page, *Bill*). Money must be whole cents below 2^53: a bill with a
 * doubtful amount is refused, not shown wrong. A bill that is no longer payable may lack the amount due, and have an
 * unreadable due date.
 */
export const sentBillSchema = z.pipe(
  z.pipe(
    z.transform((sent): unknown => billIn(sent)),
    z.catchall(pageFields, z.unknown().check(z.overwrite(dropControlsDeep))).check(
      z.refine(({ status, amount_due_cents: due }) => !isPayable(status) || isNumber(due), {
        path: ['amount_due_cents'],
        message: 'Invalid input: expected number, received undefined',
      }),
      z.refine(
        ({ status, due_date: due }) =>
          !isPayable(status) || due === null || readPlainDate(due) !== null,
        { path: ['due_date'], message: 'Invalid input: expected an ISO date' },
      ),
      z.refine((sent) => sent.total_cents <= 0 || !Object.entries(sent).some(saysCredit), {
        path: ['total_cents'],
        message: 'Invalid input: expected a bill, received a credit with a positive amount',
      }),
    ),
  ),
  z.transform((sent): Bill => {
    const { id, object: _, bill_number, status, date, due_date, currency: code, ...rest } = sent;
    const { total_cents, amount_due_cents, memo, vendor, created_at, ...others } = rest;
    const bill: Bill = {
      ...{ id, billNumber: bill_number, status, date, dueDate: due_date, createdAt: created_at },
      ...{ currency: code, totalCents: total_cents, amountDueCents: amount_due_cents ?? 0, memo },
      vendor: vendor ? withNameBeside(readVendor(vendor), others) : readVendorOfBill(others),
    };
    return Object.keys(others).length === 0 ? bill : { ...bill, others };
  }),
);

/** Objects that frameworks put around a bill or its fields, as JSON:API does. */
const wrappers: ReadonlySet<string> = new Set(['bill', 'attributes', 'fields', 'node', 'resource']);

/**
 * A bill under the names and in the forms of the service page: without a wrapper, and with a vendor that is text, a number
 * or related, a currency that is an object, and cents in digits as the page shows them.
 */
export function billIn(sent: unknown): unknown {
  if (!isObject(sent)) return sent;
  const fields = withPageNames(unwrapped(sent));
  const { vendor, currency: code, total_cents: total, amount_due_cents: due } = fields;
  const isOnPage =
    isObject(vendor) &&
    ![code, total, due].some((each) => isObject(each) || (isText(each) && each !== code));
  if (isOnPage) return fields;
  const given = {
    ...{
      vendor: vendorIn(vendor),
      currency: isObject(code) ? (code['code'] ?? code['iso_code']) : code,
    },
    ...{ total_cents: centsIn(total), amount_due_cents: centsIn(due) },
  };
  const own = Object.entries(given).filter(([key]) => key in fields);
  return { ...fields, ...Object.fromEntries(own) };
}

function unwrapped(sent: Fields): Fields {
  if (hasTotal(sent)) return sent;
  const isWrapper = (key: string): boolean =>
    wrappers.has(plainKey(key)) && hasTotal(fieldsIn(sent[key]));
  const key = Object.keys(sent).find(isWrapper);
  if (key === undefined) return sent;
  const { [key]: inner, relationships, links: _, ...outer } = sent;
  const { data: vendor } = fieldsIn(fieldsIn(relationships)['vendor']);
  return {
    ...outer,
    ...(isObject(vendor) && { vendor: { id: vendor['id'] } }),
    ...fieldsIn(inner),
  };
}

function hasTotal(fields: Fields): boolean {
  return Object.keys(fields).some((key) => plainKey(key) === 'totalcents');
}

/** Text is the name, and a number or a UUID the id. */
function vendorIn(sent: unknown): unknown {
  if (isNumber(sent) || isUuid(sent)) return { id: sent };
  return isText(sent) && sent.trim() !== '' ? { name: sent } : sent;
}

/** Cents in digits as a number, if a double holds it exactly. */
function centsIn(sent: unknown): unknown {
  return isText(sent) && /^-?\d{1,15}$/.test(sent) ? Number(sent) : sent;
}

/** A vendor without a name, with the name beside it, as in `{ vendor: { id: 7 }, vendor_name: 'Kiln' }`. */
function withNameBeside(vendor: Party, others: Fields): Party {
  const beside = vendor.name === null ? readVendorOfBill(others) : null;
  const isSame = beside?.id === null || vendor.id === null || beside?.id === vendor.id;
  return beside && isSame ? { ...vendor, id: vendor.id ?? beside.id, name: beside.name } : vendor;
}

/** Whether a field other than the amount says that the bill is a credit, as `type: "credit_note"` or `sign: -1` do. */
function saysCredit([key, value]: readonly [string, unknown]): boolean {
  const plain = plainKey(key);
  if (KIND.test(plain)) return CREDIT.test(String(value));
  if (/^(?:is)?(?:vendor|supplier)?credit(?:note|memo)?$/.test(plain)) return value === true;
  // `debit_credit` does not count: a bill to pay is posted as a credit.
  return plain === 'sign' && /^-|^neg/i.test(String(value));
}
const KIND = /^(?:bill|doc|document|invoice|transaction|entry|record)?(?:type|kind)$/;
const CREDIT = /cr[eé]dit(?!or|.?(?:card|line|term))|refund|gutschrift/i;

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** Reads one invoice as the service sends it. Its id may be a text or a number, under any usual name. */
export const sentInvoiceSchema = z.pipe(z.transform(withTextId), invoiceSchema);

/** Reads one organization as the service sends it. */
export const sentOrganizationSchema = z.pipe(
  z.transform((sent): unknown => readOrganization(sent)),
  organizationSchema,
);
