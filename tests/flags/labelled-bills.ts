import type { Random } from '../../src/base/random.ts';
import { createSeededRandom } from '../../src/base/seeded-random.ts';
import type { Bill } from '../../src/contract/bill.ts';
import type { FlagKind } from '../../src/renderer/core/bills/flags/flag.ts';

/** A company's bills of fourteen months, with planted cases and what a careful person would say of each. */
export interface LabelledBills {
  /** As they were when somebody last looked at them. */
  readonly before: readonly Bill[];
  /** As they are now: the same ids in the same order. */
  readonly now: readonly Bill[];
  /** For each kind of flag the bills that deserve it. */
  readonly deserved: Readonly<Record<FlagKind, ReadonlySet<string>>>;
  /** Monthly bills of always the same amount: none is a copy of another. */
  readonly recurring: ReadonlySet<string>;
}

const COUNT = 500;
const MONTHS = 14;
/** The last months' bills are still to be approved. */
const OPEN_MONTHS = 3;

type Rhythm = 'fixed' | 'steady' | 'irregular';
interface Vendor {
  readonly name: string;
  /** How another clerk would write the name. */
  readonly otherName: string;
  readonly rhythm: Rhythm;
  readonly usualCents: number;
  readonly number: (count: number, month: number) => string;
}

/** The same bills and labels for the same seed. */
export function labelledBills(seed: number): LabelledBills {
  const world = createWorld(createSeededRandom(seed));
  const { vendors, recurring } = world;
  for (let month = 0; month < MONTHS; month++) {
    for (const vendor of vendors) {
      if (vendor.rhythm === 'irregular') continue;
      const bill = world.bill(vendor, month);
      if (vendor.rhythm === 'fixed') recurring.add(bill.id);
    }
  }
  const irregular = vendors.filter(({ rhythm }) => rhythm === 'irregular');
  while (world.bills.length < COUNT - PLANTED_NEW) {
    world.bill(world.pick(irregular), world.draw(0, MONTHS - 1));
  }
  plantDuplicates(world);
  plantUnusual(world);
  plantNewVendors(world);
  plantWrongFields(world);
  const before = world.bills.map((bill) => ({ ...bill }));
  plantChanges(world);
  return { before, now: world.bills, deserved: world.deserved, recurring };
}

/** Bills while they are made; a plant may still change them. */
type Draft = { -readonly [Field in keyof Bill]: Bill[Field] };

function createWorld(random: Random) {
  const draw = (least: number, most: number): number =>
    least + Math.floor(random.next() * (most - least + 1));
  const pick = <Item>(from: readonly Item[]): Item => {
    const item = from[draw(0, from.length - 1)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  };
  const bills: Draft[] = [];
  const untouched = new Set<Draft>();
  const counts = new Map<string, number>();
  const deserved = {
    duplicate: new Set<string>(),
    unusualAmount: new Set<string>(),
    changed: new Set<string>(),
    dueAboveTotal: new Set<string>(),
    dueBeforeDate: new Set<string>(),
    firstOfVendor: new Set<string>(),
  } satisfies Record<FlagKind, Set<string>>;

  const add = (fields: Partial<Bill> & Pick<Bill, 'total_cents'>): Draft => {
    const id = `bill-${four((bills.length * 7919) % 10_000)}`;
    const rest = { amount_due_cents: fields.total_cents, status: 'open', currency: 'EUR' };
    const bill: Draft = { id, ...rest, ...fields };
    bills.push(bill);
    return bill;
  };

  return {
    bills,
    deserved,
    recurring: new Set<string>(),
    vendors: names.map(([name, otherName], index): Vendor => {
      const rhythm = (['fixed', 'steady', 'irregular'] as const)[index % 3] ?? 'irregular';
      // Only who sends one bill a month can number by the month.
      const styles = rhythm === 'irregular' ? numberStyles.slice(1) : numberStyles;
      const number = styles[index % styles.length] ?? String;
      return { name, otherName, rhythm, usualCents: draw(80, 4_000) * 100, number };
    }),
    draw,
    pick,
    add,
    /** The vendor's next bill of a month. */
    bill: (vendor: Vendor, month: number): Draft => {
      const count = (counts.get(vendor.name) ?? 0) + 1;
      counts.set(vendor.name, count);
      const day = vendor.rhythm === 'irregular' ? draw(1, 28) : 5;
      const isOpen = month >= MONTHS - OPEN_MONTHS;
      const bill = add({
        vendor: { name: vendor.name },
        bill_number: vendor.number(count, month),
        date: dayOf(month, day),
        due_date: dayOf(month + 1, day),
        total_cents: amountOf(vendor, random),
        ...(isOpen ? {} : { status: 'paid', amount_due_cents: 0 }),
      });
      if (isOpen && vendor.rhythm !== 'fixed') untouched.add(bill);
      return bill;
    },
    /** A bill to be approved that no other plant uses. */
    take: (): Draft => {
      const taken = pick([...untouched]);
      untouched.delete(taken);
      return taken;
    },
    label: (kind: FlagKind, ...labelled: readonly Draft[]): void => {
      for (const { id, status } of labelled) if (status !== 'paid') deserved[kind].add(id);
    },
  };
}
type World = ReturnType<typeof createWorld>;

const EXACT_COPIES = 12;
const NEAR_COPIES = 12;
const TIMES_TEN = 9;
const TENTHS = 3;
/** Of vendors whose bills differ nine times over. */
const WILD_TIMES_TEN = 4;
const NEW_VENDORS = 8;
const WRONG_FIELDS = 6;
const CHANGES = 10;
const TURNED_OVERDUE = 15;
const PLANTED_NEW =
  EXACT_COPIES + NEAR_COPIES + TIMES_TEN + TENTHS + WILD_TIMES_TEN + NEW_VENDORS + 1;

/** Entered twice: as it was, or with one of the four different. Half of the first ones are paid. */
function plantDuplicates(world: World): void {
  const paid = world.bills.filter(
    (bill) => bill.status === 'paid' && !world.recurring.has(bill.id),
  );
  const nearly: readonly ((bill: Draft) => Partial<Bill>)[] = [
    () => ({ vendor: { name: `Booked by hand ${world.draw(1, 9_999)}` } }),
    () => ({ bill_number: `X-${world.draw(10_000, 99_999)}` }),
    (bill) => ({ date: `${String(bill.date).slice(0, 8)}29` }),
    (bill) => ({ total_cents: bill.total_cents + 1_000 }),
  ];
  for (let at = 0; at < EXACT_COPIES + NEAR_COPIES; at++) {
    const first = at % 2 === 0 ? world.take() : world.pick(paid);
    const clerk = names.find(([name]) => name === first.vendor?.['name']);
    const change = at < EXACT_COPIES ? {} : (nearly[at % nearly.length]?.(first) ?? {});
    const copy = world.add({
      total_cents: first.total_cents,
      date: first.date,
      due_date: first.due_date,
      vendor: { name: clerk?.[1] ?? null },
      bill_number: retyped(String(first.bill_number), at),
      ...change,
    });
    world.label('duplicate', first, copy);
    // A vendor of its own, once: that much is true as well.
    if (change.vendor) world.label('firstOfVendor', copy);
  }
  // A person who knows the vendor would suspect this one; three of four are not the same.
  const first = world.pick(paid);
  const number = `${String(first.bill_number)}A`;
  world.label('duplicate', world.add({ ...first, ...fresh(world), bill_number: number }));
}

/** What makes a copy of a paid bill one to be approved, on another day. */
function fresh(world: World): Partial<Bill> & Pick<Bill, 'id'> {
  const date = dayOf(MONTHS - 1, 19);
  return { id: `bill-again-${world.bills.length}`, status: 'open', date, due_date: date };
}

/** A slip of the decimal point, mostly upwards. */
function plantUnusual(world: World): void {
  const steady = world.vendors.filter(({ rhythm }) => rhythm !== 'irregular');
  const wild = world.vendors.filter(({ rhythm }) => rhythm === 'irregular');
  const steadyOnes = TIMES_TEN + TENTHS;
  for (let at = 0; at < steadyOnes + WILD_TIMES_TEN; at++) {
    const bill = world.bill(world.pick(at < steadyOnes ? steady : wild), MONTHS - 1);
    const isTenth = at >= TIMES_TEN && at < steadyOnes;
    bill.total_cents = Math.round(bill.total_cents * (isTenth ? 0.1 : 10));
    bill.amount_due_cents = bill.total_cents;
    bill.date = dayOf(MONTHS - 1, 4 + at);
    bill.due_date = dayOf(MONTHS, 4 + at);
    bill.bill_number = `S-${4_000 + at}`;
    world.label('unusualAmount', bill);
  }
}

function plantNewVendors(world: World): void {
  for (let at = 0; at < NEW_VENDORS; at++) {
    const bill = world.add({
      vendor: { name: `Newcomer ${String.fromCodePoint(65 + at)}` },
      bill_number: `INV-000${at + 1}`,
      date: dayOf(MONTHS - 1, 1 + at),
      due_date: dayOf(MONTHS, 1 + at),
      total_cents: world.draw(50, 5_000) * 100,
    });
    world.label('firstOfVendor', bill);
  }
}

function plantWrongFields(world: World): void {
  for (let at = 0; at < WRONG_FIELDS; at++) {
    const early = world.take();
    early.due_date = `${String(early.date).slice(0, 4)}-01-02`;
    world.label('dueBeforeDate', early);
    const above = world.take();
    above.amount_due_cents = above.total_cents + 5_000;
    world.label('dueAboveTotal', above);
  }
}

/** Edited on the service after somebody looked; some others only became overdue. */
function plantChanges(world: World): void {
  const edits: readonly ((bill: Draft) => void)[] = [
    (bill) => {
      bill.total_cents += 100;
      bill.amount_due_cents += 100;
    },
    (bill) => (bill.due_date = dayOf(MONTHS + 1, 3)),
    (bill) => (bill.memo = 'new bank account'),
    (bill) => (bill.amount_due_cents -= 1),
    (bill) => (bill.vendor = { ...bill.vendor, name: `${String(bill.vendor?.['name'])} (Berlin)` }),
  ];
  for (let at = 0; at < CHANGES; at++) {
    const bill = world.take();
    edits[at % edits.length]?.(bill);
    world.label('changed', bill);
    if (at % edits.length === edits.length - 1) world.label('firstOfVendor', bill);
  }
  for (let at = 0; at < TURNED_OVERDUE; at++) world.take().status = 'overdue';
}

function amountOf({ rhythm, usualCents }: Vendor, random: Random): number {
  if (rhythm === 'fixed') return usualCents;
  if (rhythm === 'steady') return Math.round(usualCents * (0.94 + random.next() * 0.12));
  // Between a third and three times as much, as likely up as down.
  return Math.round(usualCents * 3 ** (random.next() * 2 - 1));
}

/** The same number, written by somebody else. */
function retyped(number: string, at: number): string {
  const styles: readonly ((text: string) => string)[] = [
    (text) => text.toLowerCase(),
    (text) => text.replaceAll(/[-/]/gu, ' '),
    (text) => text.replace(/^(?:INV-)?0*/u, ''),
    (text) => `Invoice ${text}`,
  ];
  return styles[at % styles.length]?.(number) ?? number;
}

/** Month 0 is October 2025. */
function dayOf(month: number, day: number): string {
  return `${yearOf(month)}-${two(monthOf(month))}-${two(day)}`;
}

function yearOf(month: number): number {
  return 2025 + Math.floor((month + 9) / 12);
}

function monthOf(month: number): number {
  return ((month + 9) % 12) + 1;
}

function two(part: number): string {
  return String(part).padStart(2, '0');
}

function four(part: number): string {
  return String(part).padStart(4, '0');
}

const numberStyles: readonly Vendor['number'][] = [
  (_count, month) => `${two(monthOf(month))}/${yearOf(month)}`,
  (count) => `INV-${four(count)}`,
  (count, month) => `${yearOf(month)}-${four(count)}`,
  (count) => String(88_120 + count * 7),
  (count, month) => `R/${yearOf(month)}/${two(count)}`,
];

const names: readonly (readonly [string, string])[] = [
  ['Lumen Energy Ltd', 'LUMEN ENERGY LIMITED'],
  ['Café Ligne', 'Cafe Ligne'],
  ['Timberline Supplies', 'Timberline  Supplies'],
  ['Nordvik Telecom AS', 'Nordvik Telecom'],
  ['Papier & Co', 'Papier & Co.'],
  ['Stahlbau Weber GmbH', 'Stahlbau Weber'],
  ['Harbour Rent', 'Harbour Rent'],
  ['Cleanwell Services', 'CLEANWELL services'],
  ['Blue Ridge Freight, Inc.', 'Blue Ridge Freight'],
  ['Orchard Software', 'Orchard Software LLC'],
  ['Miller & Sons', 'Miller & Sons'],
  ['Delta Print', 'DELTA PRINT'],
  ['Quartz Insurance', 'Quartz Insurance plc'],
  ['Fjord Water', 'Fjord Water'],
  ['Kestrel Couriers', 'Kestrel Couriers Ltd'],
];
