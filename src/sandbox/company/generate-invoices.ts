import type { Random } from '../../base/random.ts';
import { dateOf, DAY_MS, type EpochDay } from './calendar.ts';
import type { SeedData } from './seed-data.ts';
import type { SandboxInvoice } from './company.ts';
import { drawFrom, drawInt, drawUuid } from './draw.ts';
import { billedCents } from './money.ts';

interface InvoicePlan {
  readonly bills: number;
  readonly currency: string;
  readonly data: SeedData;
  readonly todayDay: EpochDay;
  readonly random: Random;
  readonly idRandom: Random;
}

const MAX_INVOICES = 400;
const TERMS_DAYS = 30;
const FIRST_NUMBER = 1_000;

/** Invoices to the company's customers: one for about eight bills, oldest first. */
export function generateInvoices(plan: InvoicePlan): SandboxInvoice[] {
  const count = Math.min(Math.max(6, Math.round(plan.bills / 8)), MAX_INVOICES);
  const customers = plan.data.customers.map((name) => ({ id: drawUuid(plan.idRandom), name }));
  return Array.from({ length: count }, (_, index) => {
    const day = plan.todayDay - 1 - Math.floor(((count - index - 1) * 540) / count);
    return makeInvoice(plan, customers, day, FIRST_NUMBER + index);
  });
}

function makeInvoice(
  { random, idRandom, currency, data, todayDay }: InvoicePlan,
  customers: readonly { id: string; name: string }[],
  day: EpochDay,
  number: number,
): SandboxInvoice {
  const total = billedCents(random, drawInt(random, 300, 18_000), currency);
  const status = invoiceStatus(random, day + TERMS_DAYS - todayDay);
  return {
    id: drawUuid(idRandom),
    object: 'invoice',
    invoice_number: `S-${number}`,
    status,
    customer: drawFrom(random, customers),
    issue_date: dateOf(day),
    due_date: dateOf(day + TERMS_DAYS),
    currency,
    total_cents: total,
    balance_cents: status === 'paid' ? 0 : total,
    reference: drawFrom(random, data.jobs),
    created_at: new Date(day * DAY_MS + drawInt(random, 8 * 3600, 17 * 3600) * 1000).toISOString(),
  };
}

function invoiceStatus(random: Random, daysUntilDue: number): SandboxInvoice['status'] {
  const chance = random.next();
  if (daysUntilDue >= 0) return chance < 0.15 ? 'draft' : chance < 0.8 ? 'sent' : 'paid';
  return daysUntilDue > -60 && chance < 0.3 ? 'overdue' : 'paid';
}
