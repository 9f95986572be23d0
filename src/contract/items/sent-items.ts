import * as z from '../../base/zod.ts';
import { dropControls, dropControlsDeep } from '../../base/controls.ts';
import { readPlainDate } from '../../base/days.ts';
import { billIn, dayOf, invoiceIn, momentOf, unwrapped } from './bill-forms.ts';
import { succeed } from '../../base/result.ts';
import { problemMessages } from '../body/problem-messages.ts';
import { withKnownRecords, withRecordsBeside } from './included.ts';
import { isTooDeep, readItem } from '../body/read-item.ts';
import { fieldsIn } from '../body/answer.ts';
import { CENTS_PER_UNIT, isPayable } from '../assumptions.ts';
import type { Bill } from '../bill.ts';
import { invoiceSchema } from '../invoice.ts';
import { sentItemIdSchema } from '../item-id.ts';
import { organizationSchema } from '../organization.ts';
import { readStatus } from '../wire-names.ts';
import type { Fields, Party } from '../party.ts';
import { readOrganization } from './read-organization.ts';
import { localKey, plainEntries, plainKey, scalarIn, withTextId } from '../body/read-party.ts';
import {
  contradictsVendor,
  lastVendorName,
  readVendor,
  readVendorBeside,
  readVendorOfBill,
} from './read-vendor.ts';

// Reads items as the service sends them. The window never reads them, so this file is separate.

/** Foreign text, shown on screens, in files and on paper. Some encoders write a number instead. */
const text = z.pipe(
  z.nullish(z.union([z.string().check(z.overwrite(dropControls)), z.number(), z.literal(false)])),
  z.transform((value) =>
    typeof value === 'string' || typeof value === 'number' ? String(value) : null,
  ),
);

/** Day in any form that `dayOf` reads. */
const day = z.pipe(
  z.nullish(z.unknown()),
  z.transform((sent): string | null => dayOf(sent)),
);

/** Whole cents that a double holds exactly; a credit is negative. Adding 0 turns -0 into 0. */
const cents = z
  .int({ error: ({ input }) => (isHuge(input) ? 'a number too large to be exact' : undefined) })
  .check(z.overwrite((value) => value + 0));

/** Whether a value is a whole number that `exact-json.ts` left as text. */
function isHuge(sent: unknown): boolean {
  return typeof sent === 'string' && /^-?\d{16,}$/.test(sent);
}

/** ISO 4217 code in any case. `eur` becomes `EUR`: otherwise totals would list one currency twice. */
const currency = z.string().check(
  z.trim(),
  // `GBp` and `ZAc` are hundredths.
  z.regex(/^(?![A-Z]{2}[a-z])[A-Za-z]{3}$/, problemMessages.notCurrency),
  // `Yen` is a word. Capitals may be a code that this computer does not know yet.
  z.refine(
    (code) => code === code.toUpperCase() || currencies.has(code.toUpperCase()),
    problemMessages.unknownCurrency,
  ),
  z.toUpperCase(),
);
const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Fields of a bill on the service page (*Bill*). */
const pageFields = z.object({
  id: sentItemIdSchema,
  object: z.nullish(
    z.string().check(z.regex(/^(?:(?:vendor_?|purchase_?)?bills?)?$/i, 'expected bill')),
  ),
  bill_number: text,
  status: z.string().check(z.minLength(1), z.overwrite(readStatus)),
  date: day,
  due_date: day,
  currency,
  total_cents: cents,
  amount_due_cents: z.nullish(cents),
  memo: text,
  vendor: z.nullish(
    z.record(z.string(), z.unknown(), {
      error: ({ input }) => (Array.isArray(input) ? problemMessages.otherVendors : undefined),
    }),
  ),
  created_at: z.pipe(z.nullish(z.unknown()), z.transform(momentOf)),
});

/**
 * Reads one bill as the service sends it (service page, *Bill*). Money must be whole cents below 2^53: a bill with a
 * doubtful amount or different vendors is refused, not shown wrong. A bill that is no longer payable may lack the
 * amount due, and have an unreadable due date.
 */
export const sentBillSchema = z.pipe(
  z.pipe(
    z.transform((sent): unknown => billIn(sent)),
    z.catchall(pageFields, z.unknown().check(z.overwrite(dropControlsDeep))).check(
      z.refine(
        ({ status, amount_due_cents: due }) => !isPayable(status) || typeof due === 'number',
        {
          path: ['amount_due_cents'],
          message: 'Invalid input: expected number, received undefined',
        },
      ),
      z.refine(
        ({ status, due_date: due }) =>
          !isPayable(status) ||
          due === null ||
          (readPlainDate(due) !== null && DAY_AND_TIME.test(due)),
        { path: ['due_date'], message: problemMessages.noDueDate },
      ),
      z.refine(({ id }) => !/^(?:null|undefined|\[object Object\])$/.test(id), {
        path: ['id'],
        message: 'Invalid input: expected an id',
      }),
      z.refine((sent) => sent.total_cents <= 0 || !Object.entries(sent).some(saysCredit), {
        path: ['total_cents'],
        message: problemMessages.creditSign,
      }),
      z.refine((sent) => !contradictsVendor(sent), {
        path: ['vendor'],
        message: problemMessages.otherVendors,
      }),
      z.refine((sent) => !isInUnits(sent), {
        path: ['total_cents'],
        message: problemMessages.otherTotal,
      }),
    ),
  ),
  z.transform((sent): Bill => {
    const { id, object: _, bill_number, status, date, due_date, currency: code, ...rest } = sent;
    const { total_cents, amount_due_cents, memo, vendor, created_at, ...others } = rest;
    const bill: Bill = {
      id,
      billNumber: bill_number,
      status,
      date,
      dueDate: due_date,
      createdAt: created_at,
      currency: code,
      totalCents: total_cents,
      amountDueCents: amount_due_cents ?? 0,
      memo,
      vendor: vendor ? vendorOfBill(vendor, others) : readVendorOfBill(others),
    };
    return Object.keys(others).length === 0 ? bill : { ...bill, others };
  }),
);

/**
 * Reads the bill in the answer to an approval like a bill of a list, so that both can be compared. Records and fields
 * that the answer lacks come from the approved bill.
 * @param approved as `sentFieldsOf` writes it
 */
export function readAnsweredBill(sent: unknown, answer: unknown, approved: Fields = {}) {
  const [whole] = withRecordsBeside([sent], answer, unwrapped);
  const found = readItem(sentBillSchema, isTooDeep(whole) ? whole : completed(whole, approved));
  if (!found.ok || !found.value.others) return found;
  const others = withKnownRecords(found.value.others, approved);
  return succeed<Bill>({ ...found.value, others });
}

/**
 * Adds the fields of the service page that only the approved bill has. A bill without an amount or a difference stays
 * as it is: there is nothing to compare.
 */
function completed(sent: unknown, approved: Fields): unknown {
  const known = Object.entries(approved).filter(
    ([name, value]) => name in pageFields.shape && name !== 'vendor' && value !== undefined,
  );
  const bill = withCents(fieldsIn(billIn(sent)), approved);
  const hasAmount = Object.keys(amountsInUnits).some((name) => isSet(bill[name]));
  const differs = ['bill_number', 'currency', 'date', 'due_date', 'memo', 'vendor'].some(
    (name) => isSet(bill[name]) && bill[name] !== approved[name],
  );
  if (known.length === 0 || !(hasAmount || differs)) return sent;
  const whole: Fields = { ...Object.fromEntries(known), ...bill };
  // A bill that is paid or void owes nothing.
  const isOver = /^(?:paid|void)$/.test(readStatus(String(whole['status'])));
  const left = bill['amount_due_cents'] ?? (isOver ? 0 : approved['amount_due_cents']);
  return { ...whole, amount_due_cents: left };
}

/** Keys of amounts in whole units, by the name of the same amount in cents. */
const amountsInUnits = {
  total_cents:
    /^(?:formatted|display)?(?:grand|bill|invoice)?(?:total|amount)+(?:formatted|display)?$/,
  amount_due_cents:
    /^(?:amountdue|dueamount|balance|balancedue|(?:open|remaining|outstanding)amount)$/,
};

/** Adds cents where the bill has an amount in whole units only. */
function withCents(bill: Fields, approved: Fields): Fields {
  const read = Object.entries(amountsInUnits).flatMap(([name, key]) => {
    const sent = plainEntries(bill).find(([each]) => key.test(each));
    if (sent === undefined || isSet(bill[name])) return [];
    return [[name, centsOfUnits(sent[1], approved[name])] as const];
  });
  return { ...bill, ...Object.fromEntries(read) };
}

/** Cents of an amount that may be in whole units or in cents. NaN for a whole number that is `known` in neither. */
function centsOfUnits(sent: unknown, known: unknown): number {
  const { value = sent, amount = value } = fieldsIn(sent);
  const units = amountOf(amount) * (/^\s*-/.test(String(amount)) ? -1 : 1);
  const inCents = Math.round(units * CENTS_PER_UNIT);
  if (units === known || inCents === known) return known;
  return units === 0 || !Number.isInteger(units) ? inCents : NaN;
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** Fields of the approved bill under the service's names: the answer to the approval is compared with them. */
export function sentFieldsOf(
  approved: Pick<
    Bill,
    'memo' | 'billNumber' | 'currency' | 'totalCents' | 'amountDueCents' | 'vendor' | 'others'
  > &
    Partial<Pick<Bill, 'status' | 'date' | 'dueDate' | 'createdAt'>>,
): Fields {
  return {
    ...approved.others,
    memo: approved.memo,
    bill_number: approved.billNumber,
    vendor: approved.vendor,
    status: approved.status,
    date: approved.date,
    due_date: approved.dueDate,
    created_at: approved.createdAt,
    currency: approved.currency,
    total_cents: approved.totalCents,
    amount_due_cents: approved.amountDueCents,
  };
}

/** Reads the vendor. A missing name comes from a field of the bill: `{ vendor: { id: 7 }, vendor_name: 'Kiln' }`. */
function vendorOfBill(sent: Fields, others: Fields): Party {
  const vendor = readVendor(sent);
  if (vendor.name !== null) return vendor;
  const beside = readVendorBeside(others);
  const isSame = beside?.id === null || vendor.id === null || beside?.id === vendor.id;
  const read = (isSame && beside) || vendor;
  const id = vendor.id ?? read.id;
  return {
    ...vendor,
    id,
    ...(read.name === null ? lastVendorName(sent, vendor.id) : { name: read.name }),
  };
}

const DAY_AND_TIME =
  /^\d{4}-\d\d-\d\d(?:[T ][\d:.,]+ ?(?:Z|UTC|GMT|[+-]\d\d:?(?:\d\d)?)?(?:\[[^\]]*\])?)?$/i;

/** Whether a field other than the amount says that the bill is a credit: `type: "credit_note"`, `sign: -1`. */
function saysCredit([key, value]: readonly [string, unknown]): boolean {
  const plain = plainKey(key);
  if (KIND.test(plain)) return CREDIT.test(String(value));
  // Code 381 of UBL is a credit note.
  if (localKey(key) === 'invoicetypecode') return String(scalarIn(value)) === '381';
  if (plain === 'isreturn') return value === true || value === 1;
  if (/^(?:is)?(?:vendor|supplier)?credit(?:note|memo)?$/.test(plain)) return value === true;
  // `debit_credit` does not count: a bill to pay is posted as a credit.
  return plain === 'sign' && /^[-\u2212]|^neg/i.test(String(value));
}
const KIND = /^(?:bill|doc|document|invoice|transaction|entry|record)?(?:type|kind)$/;
const CREDIT = /cr[eé]dit(?!or|.?(?:card|line|term))|refund|gutschrift/i;

/**
 * Whether `total_cents` repeats the total in the smallest unit of a currency without hundredths: `total_cents: 48000`
 * beside `total: "¥48,000"`, `12345` beside 12.345 dinars. Cents are hundredths (`CENTS_PER_UNIT`), so one of the two
 * fields is wrong.
 */
function isInUnits({ currency: code, total_cents, ...others }: z.infer<typeof pageFields>) {
  // The code may be invalid: all checks run.
  if (!/^[A-Z]{3}$/u.test(code)) return false;
  const perUnit = 10 ** digitsOf(code);
  const repeats = plainEntries(others).some(
    ([key, sent]) =>
      amountsInUnits.total_cents.test(key) &&
      Math.round(amountOf(sent) * perUnit) === Math.abs(total_cents),
  );
  return repeats && total_cents !== 0 && perUnit !== CENTS_PER_UNIT;
}
const amountOf = (sent: unknown): number => Number(String(sent).replaceAll(/[^\d.]/g, '') || NaN);

function digitsOf(code: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: code });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}

/** Reads one invoice as the service sends it. Its id may be a text or a number, under any usual name. */
export const sentInvoiceSchema = z.pipe(
  z.transform((sent): unknown => invoiceIn(withTextId(sent))),
  invoiceSchema,
);

/** Reads one organization as the service sends it. */
export const sentOrganizationSchema = z.pipe(
  z.transform((sent): unknown => readOrganization(sent)),
  organizationSchema,
);
