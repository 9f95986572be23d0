import type { Random } from '../../base/random.ts';
import { dayInMonth, type EpochDay } from './calendar.ts';
import { drawFrom, drawInt, drawSkewed } from './draw.ts';
import type { VendorKind } from './vendor-kinds.ts';

/** A vendor of the generated company. */
export interface Supplier {
  readonly index: number;
  readonly kind: VendorKind;
  readonly termsDays: number;
  readonly currency: string;
  /** The usual amount of a monthly bill, in units. */
  readonly usualUnits: number;
}

/** A bill without number and payment. */
export interface BillDraft {
  readonly supplier: Supplier;
  readonly day: EpochDay;
  readonly dueDay: EpochDay;
  readonly units: number;
}

interface Occasion {
  readonly random: Random;
  readonly today: EpochDay;
  readonly suppliers: readonly Supplier[];
}

const BILLS_A_MONTH = 66;
const MIN_MONTHS = 8;
const MAX_MONTHS = 60;
const DAYS_A_MONTH = 30.44;
/** Growth factor: later months have more bills. */
const GROWTH = 1.25;

/** `count` bills in no particular order, dated yesterday at the latest. */
export function draftBills(occasion: Occasion, count: number): BillDraft[] {
  const months = Math.min(Math.max(Math.round(count / BILLS_A_MONTH), MIN_MONTHS), MAX_MONTHS);
  const irregular = {
    ...occasion,
    suppliers: occasion.suppliers.filter(({ kind }) => kind.rhythm === 'irregular'),
  };
  const drafts = draftAhead(irregular, Math.min(count, Math.max(8, Math.round(count * 0.04))));
  drafts.push(...draftMonthly(occasion, months).slice(0, Math.floor((count - drafts.length) / 2)));
  while (drafts.length < count) drafts.push(draftIrregular(irregular, months));
  return drafts;
}

/**
 * Bills due today, this week and later, independent of the calendar: without them, the sample would show
 * empty groups.
 */
function draftAhead({ random, today, suppliers }: Occasion, count: number): BillDraft[] {
  return Array.from({ length: count }, (_, index) => {
    const ahead = index < 3 ? 0 : index < 6 ? 1 + (index % 3) * 2 : drawInt(random, 1, 40);
    const supplier = drawFrom(
      random,
      suppliers.filter((candidate) => candidate.termsDays > Math.min(ahead, 29)),
    );
    const dueDay = today + Math.min(ahead, supplier.termsDays - 1);
    return {
      supplier,
      day: dueDay - supplier.termsDays,
      dueDay,
      units: drawUnits(random, supplier),
    };
  });
}

/** One bill per month for each monthly vendor, latest month first. */
function draftMonthly({ random, today, suppliers }: Occasion, months: number): BillDraft[] {
  const drafts: BillDraft[] = [];
  const monthlySuppliers = suppliers.filter(({ kind }) => kind.rhythm === 'monthly');
  for (let back = 0; back < months; back++) {
    for (const supplier of monthlySuppliers) {
      const day = dayInMonth(today, back, 1 + ((supplier.index * 5) % 27));
      const units = drawUnits(random, supplier);
      if (day < today) drafts.push({ supplier, day, dueDay: day + supplier.termsDays, units });
    }
  }
  return drafts;
}

function draftIrregular({ random, today, suppliers }: Occasion, months: number): BillDraft {
  const supplier = drawFrom(random, suppliers);
  const day = today - 1 - Math.floor(months * DAYS_A_MONTH * random.next() ** GROWTH);
  return { supplier, day, dueDay: day + supplier.termsDays, units: drawUnits(random, supplier) };
}

function drawUnits(random: Random, { kind, usualUnits }: Supplier): number {
  return kind.rhythm === 'monthly'
    ? usualUnits * (0.94 + random.next() * 0.12)
    : drawSkewed(random, kind.least, kind.most);
}
