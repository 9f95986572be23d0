import { addDays, daysBetween, type PlainDate } from '../../../src/base/days.ts';
import type { Bill } from '../../../src/contract/bill.ts';
import {
  type Draw,
  isOpen,
  openLike,
  type PlantKind,
  TODAY,
  type VendorHistory,
} from './history.ts';

/** Vendor and company that a plant hides in. */
export interface Ground {
  readonly draw: Draw;
  readonly victim: VendorHistory;
  readonly currency: string;
}

/** Bills that a plant adds, changes, or puts into the other organization. */
export interface Planting {
  readonly bills: readonly Bill[];
  readonly elsewhere?: readonly Bill[];
  /** Bills of the victim that the planted ones replace. */
  readonly replaced?: readonly string[];
}

type Plant = (ground: Ground) => Planting;

/** Frauds and mistakes, by the flag that a reviewer should see. */
export const plants: Readonly<Record<PlantKind, Plant>> = {
  exactCopy: (ground) => one(paid(ground), {}),
  retypedCopy: (ground) => {
    const bill = paid(ground);
    return one(bill, {
      billNumber: retyped(bill.billNumber ?? ''),
      vendor: renamed(bill, (name) => name.toUpperCase()),
    });
  },
  copyOtherDate: (ground) => {
    const bill = paid(ground);
    return one(bill, datedFrom(bill, ground.draw.between(2, 20)));
  },
  copyWithSuffix: (ground) => {
    const bill = paid(ground);
    const suffix = ground.draw.pick(['A', '-A', ' COPY', 'R']);
    return one(bill, {
      ...datedFrom(bill, ground.draw.between(0, 6)),
      billNumber: `${bill.billNumber}${suffix}`,
    });
  },
  copyOtherAmount: (ground) => {
    const bill = paid(ground);
    return one(bill, { totalCents: bill.totalCents + ground.draw.between(100, 5_000) });
  },
  copyOtherNumber: (ground) =>
    one(paid(ground), { billNumber: `9${ground.draw.between(1e4, 9e4)}` }),
  tenfold: (ground) => changedLast(ground, ({ totalCents }) => ({ totalCents: totalCents * 10 })),
  tenth: (ground) =>
    changedLast(ground, ({ totalCents }) => ({ totalCents: Math.round(totalCents / 10) })),
  doubled: (ground) =>
    changedLast(ground, ({ totalCents }) => ({
      totalCents: Math.round(totalCents * (2 + ground.draw.between(0, 10) / 10)),
    })),
  splitBelowLimit: (ground) => {
    const { draw } = ground;
    const limit = draw.pick([100_000, 500_000, 1_000_000]);
    const from = last(ground);
    const bills = Array.from({ length: draw.between(2, 4) }, (_none, at) => ({
      ...openLike(from, {
        id: `planted-${at}`,
        billNumber: `${from.billNumber}-${at + 71}`,
        totalCents: Math.round((limit * draw.between(86, 99)) / 100),
        ...datedFrom({ ...from, date: addDays(TODAY, -6) }, draw.between(0, 4)),
        memo: `Work, part ${at + 1}`,
      }),
    }));
    return { bills };
  },
  otherAlphabet: (ground) => impostor(ground, cyrillic),
  rnForM: (ground) => impostor(ground, (name) => name.replace(/m/u, 'rn').replace('rnm', 'rn')),
  invisibleLetter: (ground) =>
    impostor(ground, (name) => {
      const mark = ground.draw.pick(['\u200B', '\u2060', '\u00AD', '\uFEFF', '\u200E']);
      const at = ground.draw.between(1, name.length - 1);
      return name.slice(0, at) + mark + name.slice(at);
    }),
  addedLegalForm: (ground) =>
    impostor(ground, (name) =>
      / (Ltd|Limited)$/u.test(name)
        ? `${name.replace(/ \w+$/u, '')} Corp.`
        : `${name.replace(/ (GmbH|Inc\.|LLC|& Co\. KG)$/u, '')} Ltd`,
    ),
  copyUnderOtherAlphabet: (ground) => {
    const bill = paid(ground);
    return one(bill, {
      ...datedFrom(bill, ground.draw.between(0, 9)),
      vendor: { id: null, name: cyrillic(bill.vendor?.name ?? '') },
    });
  },
  otherCurrency: (ground) =>
    changedLast(ground, ({ currency }) => ({ currency: currency === 'USD' ? 'GBP' : 'USD' })),
  shorterTerms: (ground) =>
    changedLast(ground, ({ date, dueDate }) => {
      const usual = daysBetween(date as PlainDate, dueDate as PlainDate);
      const days = Math.floor(usual / ground.draw.pick([3, 5, 10]));
      return { dueDate: addDays(date as PlainDate, usual <= 7 ? 0 : days) };
    }),
  returningVendor: (ground) => {
    const away = ground.draw.between(400, 900);
    const older = ground.victim.bills.map((bill) => ({
      ...bill,
      ...datedFrom(bill, -away),
      ...(isOpen(bill) ? { status: 'paid', amountDueCents: 0 } : {}),
    }));
    const from = last(ground);
    const bill = openLike(from, { id: 'planted', billNumber: `${from.billNumber}8` });
    return { bills: [...older, bill], replaced: older.map(({ id }) => id) };
  },
  futureDate: (ground) =>
    changedLast(ground, (bill) => ({
      ...datedFrom({ ...bill, date: TODAY }, ground.draw.between(3, 370)),
      createdAt: `${addDays(TODAY, -1)}T09:00:00Z`,
    })),
  twoOrganizations: (ground) => {
    const bill = last(ground);
    const copy = openLike(bill, { id: 'planted-elsewhere' });
    return {
      bills: [{ ...bill, id: 'planted' }],
      elsewhere: [copy],
      replaced: [bill.id],
    };
  },
  ghostVendor: ({ draw, currency }) => ({
    bills: [
      openLike(blank(currency), {
        id: 'planted',
        billNumber: String(draw.between(1, 300)),
        totalCents: draw.between(40, 90) * 5_000,
        ...datedFrom({ ...blank(currency), date: addDays(TODAY, -9) }, draw.between(0, 8)),
        vendor: { id: null, name: `Blackthorn Advisory ${draw.between(1, 99)}` },
      }),
    ],
  }),
  dueAboveTotal: (ground) =>
    changedLast(ground, ({ totalCents }) => ({
      amountDueCents: Math.round(totalCents * 1.2),
    })),
  dueBeforeDate: (ground) =>
    changedLast(ground, ({ date }) => ({
      dueDate: addDays(date as PlainDate, -ground.draw.between(1, 30)),
    })),
  extraBill: (ground) => {
    const bill = last(ground);
    const days = ground.draw.between(1, 2);
    return one(bill, {
      ...datedFrom(bill, days),
      billNumber: plusOne(bill.billNumber ?? ''),
    });
  },
  numberAstray: (ground) =>
    changedLast(ground, ({ billNumber }) => ({
      billNumber: ground.draw.pick([
        `X${ground.draw.between(1e5, 9e5)}`,
        `${billNumber}77`,
        (billNumber ?? '').replace(/\d+$/u, '3'),
      ]),
    })),
  numberMissing: (ground) => changedLast(ground, () => ({ billNumber: null })),
  overbilled: (ground) =>
    changedLast(ground, ({ totalCents }) => ({
      totalCents: Math.round((totalCents * ground.draw.between(105, 140)) / 100),
    })),
  creeping: ({ victim, draw }) => {
    const bills = victim.bills.slice(-7).map((bill, at) => {
      const totalCents = Math.round(bill.totalCents * (1 + draw.between(21, 28) / 1_000) ** at);
      return { ...bill, totalCents, amountDueCents: isOpen(bill) ? totalCents : 0 };
    });
    const planted = bills.map((bill, at) => (at === 6 ? { ...bill, id: 'planted' } : bill));
    return { bills: planted, replaced: victim.bills.slice(-7).map(({ id }) => id) };
  },
  otherAccount: (ground) => {
    const { victim } = ground;
    const bank = (iban: string) => ({ others: { iban } });
    const bills = victim.bills.map((bill, at) => {
      const isLast = at === victim.bills.length - 1;
      const { id = null, name = null } = bill.vendor ?? {};
      const vendor = { id, name, ...bank(isLast ? 'XX00 9999' : 'XX00 1111') };
      return { ...bill, vendor, ...(isLast ? { id: 'planted', status: 'open' } : {}) };
    });
    return { bills, replaced: victim.bills.map(({ id }) => id) };
  },
  accountInMemo: (ground) =>
    changedLast(ground, () => ({
      memo: ground.draw.pick([
        'Please note our new bank account',
        'New IBAN from this month',
        'Neue Bankverbindung',
      ]),
    })),
  otherVendorRecord: (ground) =>
    changedLast(ground, ({ vendor }) => ({
      vendor: { id: 'vendor-forged', name: vendor?.name ?? null },
    })),
  restOfPayment: (ground) =>
    changedLast(ground, ({ totalCents }) => ({
      status: 'partially_paid',
      amountDueCents: Math.round(totalCents / 2),
    })),
};

function blank(currency: string): Bill {
  return {
    ...{ id: '', billNumber: null, status: 'open', date: TODAY, dueDate: addDays(TODAY, 30) },
    ...{ createdAt: null, currency, totalCents: 1, amountDueCents: 1, memo: null, vendor: null },
  };
}

function last({ victim }: Ground): Bill {
  const bill = victim.bills.at(-1);
  if (bill === undefined) throw new Error('The victim has no bills');
  return bill;
}

/** One of the victim's last paid bills. */
function paid({ victim, draw }: Ground): Bill {
  return draw.pick(victim.bills.filter((bill) => bill.status === 'paid').slice(-4));
}

function one(bill: Bill, fields: Partial<Bill>): Planting {
  return { bills: [openLike(bill, { id: 'planted', ...fields })] };
}

/** The victim's last bill in another form. */
function changedLast(ground: Ground, change: (bill: Bill) => Partial<Bill>): Planting {
  const bill = last(ground);
  const planted = openLike(bill, { createdAt: bill.createdAt, ...change(bill), id: 'planted' });
  return { bills: [planted], replaced: [bill.id] };
}

/** Dates `days` later, with the same terms. */
function datedFrom(bill: Bill, days: number): Pick<Bill, 'date' | 'dueDate'> {
  const date = addDays(bill.date as PlainDate, days);
  if (bill.dueDate === null) return { date, dueDate: null };
  const terms = daysBetween(bill.date as PlainDate, bill.dueDate as PlainDate);
  return { date, dueDate: addDays(date, terms < 0 ? 14 : terms) };
}

function renamed(bill: Bill, rename: (name: string) => string): Bill['vendor'] {
  return { id: bill.vendor?.id ?? null, name: rename(bill.vendor?.name ?? '') };
}

/** Bills under a name that looks like the victim's. */
function impostor(ground: Ground, disguise: (name: string) => string): Planting {
  const from = last(ground);
  const name = disguise(from.vendor?.name ?? '');
  const bills = Array.from({ length: ground.draw.between(1, 3) }, (_none, at) => ({
    ...openLike(from, {
      id: `planted-${at}`,
      vendor: { id: null, name },
      billNumber: `${ground.draw.between(1_000, 9_000)}`,
      ...datedFrom({ ...from, date: addDays(TODAY, -12) }, at * 4),
      totalCents: Math.round(from.totalCents * ground.draw.factor(0.1)),
    }),
  }));
  return { bills };
}

const lookAlikes: Readonly<Record<string, string>> = {
  a: 'а',
  e: 'е',
  o: 'ο',
  c: 'с',
  p: 'р',
  x: 'х',
  i: 'і',
};

/** The name with one letter of another alphabet that looks the same. */
function cyrillic(name: string): string {
  return name.replace(/[aeocpxi]/u, (letter) => lookAlikes[letter] ?? letter);
}

/** "INV-00123" as another clerk types it. */
function retyped(number: string): string {
  return number.replace('INV-', 'inv ').replaceAll(/[-/]/gu, ' ').replace(/ 0+/u, ' ');
}

function plusOne(number: string): string {
  return number.replace(/\d+$/u, (digits) =>
    String(Number(digits) + 1).padStart(digits.length, '0'),
  );
}
