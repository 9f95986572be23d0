import { addDays, type PlainDate } from '../../../src/base/days.ts';
import { billOf, type Draw, TODAY, type VendorHistory } from './history.ts';

/** Next bill number, given the bill's date and its place in the vendor's sequence. */
type Numbering = (date: PlainDate, at: number) => string;

const numberings: readonly ((draw: Draw) => Numbering)[] = [
  (draw) => {
    const from = draw.between(90, 4_000);
    return (_date, at) => `INV-${String(from + at).padStart(5, '0')}`;
  },
  // One sequence for all customers of the vendor.
  (draw) => {
    let last = draw.between(10_000, 70_000);
    return () => String((last += draw.between(20, 60)));
  },
  () => {
    let [year, count] = ['', 0];
    return (date) => {
      if (!date.startsWith(year) || year === '') [year, count] = [date.slice(0, 4), 0];
      count += 1;
      return `${year}-${String(count).padStart(4, '0')}`;
    };
  },
  () => (date) => `R${date.slice(0, 4)}${date.slice(5, 7)}`,
  (draw) => {
    const code = draw.pick(['AB', 'KD', 'MX']);
    const from = draw.between(100, 900);
    return (date, at) => `${code}/${date.slice(2, 4)}${date.slice(5, 7)}/${from + at}`;
  },
];

const firstWords =
  'Northgate Lumen Burnham Harrow Cobalt Sterling Meridian Ashcombe Corner Ferndale Quarry Tamar'.split(
    ' ',
  );
const lastWords =
  'Energy,Cleaning,Logistics,Motors,Telecom,Print,Catering,Insurance,Estates,Software,Timber'.split(
    ',',
  );
const otherNames = [
  'Müller & Söhne',
  'Ромашка',
  'Βασιλική Εμπορική',
  '株式会社サクラ',
  'Café Ligne',
  '3M Supplies',
  'O’Brien Fitting',
];
const legalForms = ['', ' Ltd', ' Limited', ' GmbH', ' Inc.', ' LLC', ' & Co. KG'];

interface Making {
  readonly draw: Draw;
  readonly id: string;
  readonly name: string;
  readonly currency: string;
}

function namedVendor({ name, id }: Making, withIds: boolean) {
  return { id: withIds ? `vendor-${id}` : null, name };
}

/** Dates from the oldest to today with about `days` between them. */
function rhythmDates(draw: Draw, days: number, count: number, jitterDays: number): PlainDate[] {
  const last = addDays(TODAY, -draw.between(1, Math.min(20, days)));
  if (days >= 28) {
    // A vendor that bills by the month keeps the day of the month.
    const months = Math.round(days / 30.4);
    const [year = 0, month = 0, day = 0] = last.split('-').map(Number);
    return Array.from({ length: count }, (_none, at) => {
      const steps = year * 12 + (month - 1) - (count - 1 - at) * months;
      const text = `${Math.floor(steps / 12)}-${String((steps % 12) + 1).padStart(2, '0')}`;
      const first = `${text}-${String(Math.min(day, 28)).padStart(2, '0')}` as PlainDate;
      return addDays(first, at === count - 1 ? 0 : draw.between(-jitterDays, jitterDays));
    });
  }
  return Array.from({ length: count }, (_none, at) => addDays(last, -(count - 1 - at) * days));
}

interface RegularPlan {
  readonly days: number;
  readonly count: number;
  readonly jitterDays?: number;
  /** Amount in hundredths at a place in the sequence. */
  readonly amount: (at: number, date: PlainDate) => number;
}

function regular(making: Making, plan: RegularPlan): VendorHistory {
  const { draw, id, currency } = making;
  // A number that names the month would come four times a month.
  const number = draw.pick(plan.days < 28 ? numberings.slice(0, 3) : numberings)(draw);
  const termsDays = draw.pick([7, 14, 14, 30, 30, 30, 45]);
  const vendor = namedVendor(making, draw.chance(0.5));
  const dates = rhythmDates(draw, plan.days, plan.count, plan.jitterDays ?? 0);
  const bills = dates.map((date, at) =>
    billOf({
      id: `${id}-${at}`,
      ...{ vendor, date, termsDays, currency, number: number(date, at) },
      totalCents: Math.round(plan.amount(at, date)),
      memo: draw.chance(0.5) ? null : `Services ${date.slice(0, 7)}`,
    }),
  );
  return { bills, rhythm: 'regular', rare: new Set() };
}

const base = (draw: Draw): number => draw.between(8_000, 900_000);

/** Vendors with nothing wrong, as bookkeepers know them. */
export const cleanVendors = {
  rent: (making: Making) => {
    const amount = base(making.draw);
    return regular(making, { days: 30, count: 26, amount: () => amount });
  },
  subscription: (making: Making) => {
    const { draw } = making;
    const amount = base(draw);
    const rise = 1 + draw.between(3, 14) / 100;
    const every = draw.between(9, 13);
    return regular(making, {
      days: 30,
      count: 26,
      amount: (at) => amount * rise ** Math.floor(at / every),
    });
  },
  metered: (making: Making) => {
    const { draw } = making;
    const amount = base(draw);
    return regular(making, {
      ...{ days: 30, count: 24, jitterDays: 2 },
      amount: () => amount * draw.factor(0.011),
    });
  },
  varying: (making: Making) => {
    const { draw } = making;
    const amount = base(draw);
    return regular(making, {
      ...{ days: 30, count: 24, jitterDays: 4 },
      amount: () => amount * draw.factor(0.12),
    });
  },
  seasonal: (making: Making) => {
    const { draw } = making;
    const amount = base(draw);
    return regular(making, {
      ...{ days: 30, count: 30, jitterDays: 2 },
      amount: (_at, date) =>
        amount *
        (1 + 0.45 * Math.cos(((Number(date.slice(5, 7)) - 1) / 6) * Math.PI)) *
        draw.factor(0.02),
    });
  },
  weekly: (making: Making) => {
    const amount = base(making.draw);
    return regular(making, { days: 7, count: 40, amount: () => amount });
  },
  quarterly: (making: Making) => {
    const amount = base(making.draw);
    return regular(making, { days: 91, count: 9, amount: () => amount });
  },
  yearly: (making: Making) => {
    const amount = base(making.draw);
    return regular(making, { days: 365, count: 6, amount: () => amount });
  },
  supplier: (making: Making): VendorHistory => irregular(making, 70, 9, 0.45),
  courier: (making: Making): VendorHistory => irregular(making, 120, 3, 0.3),
  contractor: (making: Making): VendorHistory => irregular(making, 12, 70, 0.7),
  single: (making: Making): VendorHistory => ({
    ...irregular(making, 1, 20, 0.5),
    rhythm: 'single',
  }),
} as const satisfies Record<string, (making: Making) => VendorHistory>;
export type CleanKind = keyof typeof cleanVendors;

/** An amount beyond this many standard deviations is rare. */
const RARE_SIGMAS = 2;

function irregular(making: Making, count: number, days: number, sigma: number): VendorHistory {
  const { draw, id, currency } = making;
  const number = draw.pick(numberings.slice(0, 3))(draw);
  const vendor = namedVendor(making, draw.chance(0.5));
  const amount = draw.between(15_000, 260_000);
  const termsDays = draw.pick([14, 30]);
  const lengths = Array.from({ length: count }, () => draw.between(1, days * 2 - 1));
  const whole = lengths.reduce((sum, each) => sum + each, 0);
  let date = addDays(TODAY, -whole - draw.between(0, 4));
  const rare = new Set<string>();
  const bills = lengths.map((length, at) => {
    date = addDays(date, length);
    const factor = draw.factor(sigma);
    if (Math.abs(Math.log(factor)) > RARE_SIGMAS * sigma) rare.add(`${id}-${at}`);
    return billOf({
      ...{ id: `${id}-${at}`, vendor, date, termsDays, currency, number: number(date, at) },
      totalCents: Math.round(amount * factor),
      memo: draw.chance(0.3) ? null : `Order ${draw.between(100, 999)}`,
    });
  });
  return { bills, rhythm: 'irregular', rare };
}

/** Distinct names for the vendors of one company. */
export function drawNames(draw: Draw, count: number): readonly string[] {
  const names = new Set<string>();
  while (names.size < count) {
    const plain = `${draw.pick(firstWords)} ${draw.pick(lastWords)}`;
    const name = draw.chance(0.12) ? draw.pick(otherNames) : plain;
    if (![...names].some((each) => each.startsWith(name))) names.add(name + draw.pick(legalForms));
  }
  return [...names];
}
