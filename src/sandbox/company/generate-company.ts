import type { Random } from '../../base/random.ts';
import { createSeededRandom } from '../../base/seeded-random.ts';
import type { BillStatus } from '../../contract/wire-names.ts';
import { draftBills, type BillDraft, type Supplier } from './bill-drafts.ts';
import { dateOf, dayOf, monthAndYear, type EpochDay } from './calendar.ts';
import type { SeedData } from './seed-data.ts';
import type { Company, SandboxBill, SandboxVendor } from './company.ts';
import { drawFrom, drawInt, drawSkewed, drawUuid } from './draw.ts';
import { generateInvoices } from './generate-invoices.ts';
import { billedCents } from './money.ts';
import { vendorKinds } from './vendor-kinds.ts';

export interface CompanyPlan {
  readonly seed: number;
  readonly name: string;
  readonly currency: string;
  readonly data: SeedData;
  readonly bills: number;
  /** Plain date; bills fall due around it. */
  readonly today: string;
  /** Share of the bills that can still be approved. */
  readonly payableShare: number;
}

const VOID_SHARE = 0.015;

/** Generates a company. The same plan gives the same company on every machine. */
export function generateCompany(plan: CompanyPlan): Company {
  const random = createSeededRandom(plan.seed);
  // Ids use their own random numbers, so that a change of calendar or prices doesn't change them.
  const idRandom = createSeededRandom(plan.seed ^ 0x5bd1e995);
  const today = dayOf(plan.today);
  const id = drawUuid(idRandom);
  const vendors = plan.data.vendors.map(([name, kind]): SandboxVendor => {
    return { id: drawUuid(idRandom), name, category: vendorKinds[kind].category };
  });
  const drafts = draftBills({ random, today, suppliers: suppliersOf(plan, random) }, plan.bills);
  const ids = drafts.map(() => drawUuid(idRandom));
  const bills = toBills({ plan, random, today, vendors }, drafts, ids);
  const invoices = generateInvoices({ ...plan, random, idRandom, todayDay: today });
  return { id, name: plan.name, currency: plan.currency, bills, invoices };
}

function suppliersOf(plan: CompanyPlan, random: Random): Supplier[] {
  return plan.data.vendors.map(([, kindName, termsDays, currency = plan.currency], index) => {
    const kind = vendorKinds[kindName];
    const usualUnits = drawSkewed(random, kind.least, kind.most);
    return { index, kind, termsDays, currency, usualUnits };
  });
}

interface Making {
  readonly plan: CompanyPlan;
  readonly random: Random;
  readonly today: EpochDay;
  readonly vendors: readonly SandboxVendor[];
}

function toBills(
  making: Making,
  drafts: readonly BillDraft[],
  ids: readonly string[],
): SandboxBill[] {
  const order = drafts.map((draft, index) => ({ draft, index }));
  order.sort((a, b) => a.draft.day - b.draft.day || a.index - b.index);
  const unpaid = pickUnpaid(making, order);
  const numbers = new Map<number, number>();
  return order.map(({ draft, index }) => {
    const { supplier } = draft;
    const count = (numbers.get(supplier.index) ?? firstNumber(supplier)) + 1;
    numbers.set(supplier.index, count);
    const vendor = making.vendors[supplier.index];
    const id = ids[index];
    if (vendor === undefined || id === undefined) throw new Error('A draft without vendor or id');
    const total = billedCents(making.random, draft.units, supplier.currency);
    return {
      id,
      object: 'bill',
      bill_number: billNumber(draft, count),
      ...settlement(making, draft, total, unpaid.has(index)),
      date: dateOf(draft.day),
      due_date: dateOf(draft.dueDay),
      currency: supplier.currency,
      total_cents: total,
      memo: memoOf(making, draft),
      vendor,
      created_at: createdAt(making, draft),
    };
  });
}

/**
 * Chooses the unpaid drafts: nearly all that are not due yet, then those with the latest due date. With a share of 1,
 * it chooses all drafts.
 */
function pickUnpaid(
  { plan, random, today }: Making,
  order: readonly { draft: BillDraft; index: number }[],
): Set<number> {
  if (plan.payableShare === 1) return new Set(order.map(({ index }) => index));
  const target = Math.round(plan.bills * plan.payableShare);
  const unpaid = new Set<number>();
  const latestDueFirst = order.toSorted((a, b) => b.draft.dueDay - a.draft.dueDay);
  for (const { draft, index } of latestDueFirst) {
    if (unpaid.size >= target) break;
    const share = draft.dueDay >= today ? 0.96 : unpaid.size < target * 0.8 ? 0.62 : 0.12;
    if (random.next() < share) unpaid.add(index);
  }
  return unpaid;
}

function settlement(
  { random, today }: Making,
  draft: BillDraft,
  totalCents: number,
  isUnpaid: boolean,
): { status: BillStatus; amount_due_cents: number } {
  const chance = random.next();
  if (!isUnpaid) {
    return { status: chance < VOID_SHARE ? 'void' : 'paid', amount_due_cents: 0 };
  }
  if (chance < 0.14 && draft.units > 400) {
    const left = Math.round((totalCents * drawInt(random, 2, 8)) / 10);
    return { status: 'partially_paid', amount_due_cents: Math.ceil(left / 100) * 100 };
  }
  return { status: draft.dueDay < today ? 'overdue' : 'open', amount_due_cents: totalCents };
}

function firstNumber(supplier: Supplier): number {
  return ((supplier.index * 7919) % 4_000) + 100;
}

/** Numbers a bill in its vendor's style. */
function billNumber({ supplier, day }: BillDraft, count: number): string {
  const date = dateOf(day);
  const padded = String(count).padStart(4, '0');
  switch (supplier.index % 5) {
    case 0:
      return `INV-${date.slice(0, 4)}-${padded}`;
    case 1:
      return String(40_000 + count);
    case 2:
      return `${date.slice(2, 4)}/${date.slice(5, 7)}-${padded}`;
    case 3:
      return `R${100_000 + count}`;
    default:
      return `SI-${padded}`;
  }
}

function memoOf({ plan, random }: Making, { supplier, day }: BillDraft): string {
  const { memos, rhythm } = supplier.kind;
  // A monthly vendor uses the same memo every month.
  const memo =
    rhythm === 'monthly' ? memos[supplier.index % memos.length] : drawFrom(random, memos);
  return (memo ?? '')
    .replace('{job}', drawFrom(random, plan.data.jobs))
    .replace('{month}', monthAndYear(day));
}

/** When the bill was entered: within two days of its date, in working hours, and before today. */
function createdAt({ random, today }: Making, { day }: BillDraft): string {
  const enteredDay = Math.min(day + drawInt(random, 0, 2), today - 1);
  const time = [drawInt(random, 7, 16), drawInt(random, 0, 59), drawInt(random, 0, 59)];
  const text = time.map((part) => String(part).padStart(2, '0')).join(':');
  return `${dateOf(enteredDay)}T${text}.000Z`;
}
