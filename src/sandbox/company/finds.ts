import type { Random } from '../../base/random.ts';
import { createSeededRandom } from '../../base/seeded-random.ts';
import { isPayable } from '../../contract/assumptions.ts';
import { SNOOZED_SAMPLE_MEMO } from '../../contract/sample.ts';
import { type EpochDay, dateOf, dayOf } from './calendar.ts';
import type { Company, SandboxBill } from './company.ts';
import { drawUuid } from './draw.ts';

/** Special bills of the sample, in the order of the inbox. */
const findNames = [
  /** Changes after its list was read. */
  'changes',
  'exactDuplicate',
  'tenfold',
  /** Its first approval is rejected. */
  'isRejected',
  'newVendor',
  'nearDuplicate',
  /** Its first approval is applied and not answered. */
  'isUnanswered',
  'doubled',
  'firstDuplicate',
  'secondDuplicate',
  'dueAboveTotal',
  'tenth',
  'dueBeforeDate',
  'snoozed',
] as const;
export type FindName = (typeof findNames)[number];
export type Finds = Readonly<Record<FindName, SandboxBill>>;

/** Index in the inbox, from 0, of the first special bill. The others follow at a distance of `PLACES_APART`. */
const FIRST_PLACE = 2;
const PLACES_APART = 2;
const TERMS_DAYS = 14;
/** Days between a bill and its copy of another date. */
const COPY_LATER_DAYS = 3;

/**
 * Adds special bills to the company. No other bill of the company is flagged.
 * @param today plain date for which the company was made
 */
export function addFinds(company: Company, today: string): { company: Company; finds: Finds } {
  const random = createSeededRandom(company.bills.length);
  const dueDays = company.bills
    .filter(({ status }) => isPayable(status))
    .map(({ due_date }) => dayOf(due_date))
    .toSorted((a, b) => a - b);
  const finds: Partial<Record<FindName, SandboxBill>> = {};
  for (const [at, name] of findNames.entries()) {
    const dueDay = dueDays[FIRST_PLACE + PLACES_APART * at] ?? dayOf(today);
    finds[name] = makers[name]({ company, random, dueDay, today, before: finds });
  }
  const bills = [...company.bills, ...Object.values(finds)];
  return { company: { ...company, bills }, finds: finds as Finds };
}

interface Making {
  readonly company: Company;
  readonly random: Random;
  readonly dueDay: EpochDay;
  readonly today: string;
  readonly before: Partial<Finds>;
}
type Maker = (making: Making) => SandboxBill;

const makers: Readonly<Record<FindName, Maker>> = {
  changes: (making) => usual(making, 'Swiftmarsh Couriers', 'SMC-7714', 'Crates, Calder kitchen'),
  exactDuplicate: (making) => {
    const { bill_number, date, total_cents, vendor, memo } = paidBill(making, 0);
    return billOf(making, { bill_number, date, total_cents, vendor, memo });
  },
  tenfold: (making) => ofFactor(making, 'Northmoor Energy', 10, 'Electricity, meter re-read'),
  isRejected: (making) =>
    usual(making, 'Marchetti Spray Shop', 'MSS-2218', 'Lacquering, Juniper Street bar'),
  newVendor: (making) =>
    billOf(making, {
      bill_number: 'NDS-0001',
      total_cents: 184_000,
      vendor: {
        id: drawUuid(making.random),
        name: 'Nettlefold Drone Surveys',
        category: 'Surveys',
      },
      memo: 'Roof survey, Old Chapel pews',
    }),
  nearDuplicate: (making) => {
    const { bill_number, date, total_cents, vendor, memo } = paidBill(making, 1);
    return billOf(making, {
      bill_number,
      date: dateOf(dayOf(date) + COPY_LATER_DAYS),
      total_cents,
      vendor,
      memo,
    });
  },
  isUnanswered: (making) =>
    usual(making, 'Sorrel Plastering', 'SP-3056', 'Reveals, Foxglove shop fit-out'),
  doubled: (making) => ofFactor(making, 'Brightstep Cleaning', 2, 'Cleaning after the sprinklers'),
  firstDuplicate: (making) => usual(making, 'D. Okonjo Fitting', 'DO-1140', 'Fitting, two days'),
  // Differs from the first copy only by its number.
  secondDuplicate: ({ before, random }) => ({
    ...made(before.firstDuplicate),
    id: drawUuid(random),
    bill_number: 'DO-1147',
  }),
  dueAboveTotal: (making) => {
    const bill = usual(making, 'Copper Kettle Catering', 'CKC-0871', 'Team lunch');
    return { ...bill, amount_due_cents: bill.total_cents + 4_500 };
  },
  tenth: (making) => ofFactor(making, 'Millrace Estates', 0.1, 'Workshop rent'),
  dueBeforeDate: (making) => {
    const bill = usual(making, 'Signal Row Signs', 'SRS-5520', 'Fascia, Foxglove shop fit-out');
    return { ...bill, date: dateOf(making.dueDay + TERMS_DAYS) };
  },
  snoozed: (making) => usual(making, 'Greenhythe Board & Panel', 'GBP-6003', SNOOZED_SAMPLE_MEMO),
};

/** A bill without flags, of the vendor's usual amount. */
function usual(making: Making, name: string, number: string, memo: string): SandboxBill {
  return ofFactor(making, name, 1, memo, number);
}

/** @param factor multiple of the vendor's usual amount */
function ofFactor(
  making: Making,
  name: string,
  factor: number,
  memo: string,
  bill_number = `${name.slice(0, 3).toUpperCase()}-9${making.dueDay % 1_000}`,
): SandboxBill {
  const ofVendor = making.company.bills.filter(({ vendor }) => vendor.name === name);
  const any = ofVendor.at(-1);
  if (any === undefined) throw new Error(`The company has no vendor ${name}`);
  const totals = ofVendor.map(({ total_cents }) => total_cents).toSorted((a, b) => a - b);
  const middle = totals[Math.floor(totals.length / 2)] ?? 0;
  const { vendor } = any;
  const date = dateOf(making.dueDay - paymentTermsOf(any));
  const total_cents = Math.round(middle * factor);
  return billOf(making, { bill_number, date, total_cents, vendor, memo });
}

/** Days from the bill's date to its due date. */
function paymentTermsOf({ date, due_date }: SandboxBill): number {
  return dayOf(due_date) - dayOf(date);
}

/**
 * A paid bill of an irregular vendor, old enough that its copy at the special bill's place is due no sooner than usual.
 * @param back number of later such bills to skip
 */
function paidBill({ company, dueDay }: Making, back: number): SandboxBill {
  const paid = company.bills.filter(
    ({ status, due_date, memo }) =>
      status === 'paid' && dayOf(due_date) < dueDay - COPY_LATER_DAYS && memo !== '',
  );
  return made(paid.at(-1 - back));
}

/** An unpaid bill, due at its place in the inbox. */
function billOf(
  { random, dueDay, today, company }: Making,
  fields: Pick<SandboxBill, 'bill_number' | 'total_cents' | 'vendor' | 'memo'> & {
    readonly date?: string;
  },
): SandboxBill {
  const { date = dateOf(dueDay - TERMS_DAYS), total_cents } = fields;
  const enteredDay = Math.min(dayOf(date) + 1, dayOf(today) - 1);
  return {
    id: drawUuid(random),
    object: 'bill',
    status: dueDay < dayOf(today) ? 'overdue' : 'open',
    due_date: dateOf(dueDay),
    currency: company.currency,
    amount_due_cents: total_cents,
    created_at: `${dateOf(enteredDay)}T09:12:00.000Z`,
    ...fields,
    date,
  };
}

function made<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined)
    throw new Error('The company is too small for what is to be found in it');
  return thing;
}
