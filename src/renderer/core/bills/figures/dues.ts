import { type PlainDate, readPlainDate } from '../../../../base/days.ts';
import { compareCurrencies } from '../../model/currency-order.ts';
import type { FoundBills } from '../index/bill-columns.ts';
import { AGES, createAgeAt } from './aging.ts';
import { nothing, type Sum, totalOf } from './figures.ts';

/** Sums of the unpaid bills of one currency, read from columns: 100,000 bills take a few milliseconds. */
export interface CurrencyDues extends Sum {
  /** Sums by age, as `createAgeAt` counts ages. */
  readonly ages: readonly Sum[];
  /** Sums by due date, in no order. A date may appear twice; null for bills without a valid one. */
  readonly days: readonly DaySum[];
  /** Sums by vendor, in no order. */
  readonly vendors: readonly VendorSum[];
}

export interface DaySum extends Sum {
  readonly due: PlainDate | null;
}

export interface VendorSum extends Sum {
  /** Displayed name; null for bills without a vendor. */
  readonly vendor: string | null;
  readonly ages: readonly Sum[];
}

/** The bills by currency, in the order of `compareCurrencies`. */
export function duesByCurrency(
  { columns, slots }: FoundBills,
  today: PlainDate,
): ReadonlyMap<string, CurrencyDues> {
  const { currency, vendor, dueDate, amountCents } = columns;
  const days = dueDate.texts.map(readPlainDate);
  const ages = days.map(createAgeAt(today));
  const currencies = currency.texts.length;
  const [ofDays, ofVendors] = [new Map<number, Counting>(), new Map<number, Counting>()];
  const all = slots.walk();
  for (let at = 0; at < all.length; at++) {
    const slot = all[at] ?? 0;
    const money = currency.codes[slot] ?? 0;
    const day = dueDate.codes[slot] ?? 0;
    const aged = (vendor.codes[slot] ?? 0) * AGES + (ages[day] ?? 0);
    count(ofDays, day * currencies + money, amountCents[slot] ?? 0);
    count(ofVendors, aged * currencies + money, amountCents[slot] ?? 0);
  }

  const found = new Map<string, { days: DaySum[]; vendors: Map<number, Sum[]> }>();
  const partOf = (key: number) => {
    const code = currency.texts[key % currencies] ?? '';
    const known = found.get(code) ?? { days: [], vendors: new Map<number, Sum[]>() };
    found.set(code, known);
    return known;
  };
  for (const [key, sum] of ofDays)
    partOf(key).days.push({ due: days[Math.floor(key / currencies)] ?? null, ...sum });
  for (const [key, sum] of ofVendors) {
    const { vendors } = partOf(key);
    const aged = Math.floor(key / currencies);
    const code = Math.floor(aged / AGES);
    const own = vendors.get(code) ?? Array.from({ length: AGES }, () => nothing);
    own[aged % AGES] = sum;
    vendors.set(code, own);
  }
  const dues = [...found].map(([code, part]): [string, CurrencyDues] => {
    const vendors = [...part.vendors].map(([each, own]) => ({
      vendor: vendor.texts[each] ?? null,
      ages: own,
      ...totalOf(own),
    }));
    const byAge = Array.from({ length: AGES }, (_none, age) =>
      totalOf(vendors.map((each) => each.ages[age] ?? nothing)),
    );
    return [code, { ...totalOf(byAge), ages: byAge, days: part.days, vendors }];
  });
  return new Map(dues.toSorted(([left], [right]) => compareCurrencies(left, right)));
}

interface Counting {
  bills: number;
  amountCents: number;
}

function count(sums: Map<number, Counting>, key: number, cents: number): void {
  const known = sums.get(key);
  if (known === undefined) sums.set(key, { bills: 1, amountCents: cents });
  else {
    known.bills += 1;
    known.amountCents += cents;
  }
}
