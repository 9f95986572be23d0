import { z } from 'zod';
import { addBill, firstOrganization } from '../../actions.ts';
import type { RunningSandbox } from '../../sandbox.ts';

export const vendorSchema = z.object({ id: z.string(), name: z.string(), category: z.string() });

/**
 * Adds a copy of a paid bill with a different notation of its number, due on the day of the pictures. @returns
 * the number of the paid bill
 */
export async function addDuplicate(sandbox: RunningSandbox): Promise<string> {
  const bills = await sandbox.control.bills({ organizationId: await firstOrganization(sandbox) });
  const paid = bills.find(({ status }) => status === 'paid');
  const number = String(paid?.['bill_number']);
  await addBill(sandbox, {
    vendor: vendorSchema.parse(paid?.['vendor']),
    bill_number: `Invoice ${number.toLowerCase()}`,
    date: String(paid?.['date']),
    due_date: '2026-03-18',
    total_cents: Number(paid?.['total_cents']),
    currency: String(paid?.['currency']),
    memo: 'green folder',
  });
  return number;
}

/** Adds a bill of an unknown vendor, with an amount due above its total. */
export async function addNewcomer(sandbox: RunningSandbox): Promise<void> {
  await addBill(sandbox, {
    date: '2026-03-19',
    due_date: '2026-03-18',
    amount_due_cents: 130_000,
    memo: 'Drawings for the lobby',
  });
}

/** Adds monthly paid bills of a vendor whose next bill is late on the day of the pictures. */
export async function addMonthly(sandbox: RunningSandbox): Promise<void> {
  for (const date of ['2025-10-05', '2025-11-05', '2025-12-05', '2026-01-05', '2026-02-05']) {
    await addBill(sandbox, {
      vendor: { id: 'vendor-nightjar', name: 'Nightjar Broadband', category: 'Telecoms' },
      bill_number: `NB-${date}`,
      date,
      due_date: date,
      total_cents: 8_900,
      amount_due_cents: 0,
      currency: 'USD',
      status: 'paid',
      memo: 'Line rental',
    });
  }
}

/** Adds unpaid bills of that vendor in Swiss francs, so that no figure in another picture changes. */
export async function addNightjarBills(sandbox: RunningSandbox): Promise<void> {
  for (const [number, cents] of [
    ['NB-7701', 12_450],
    ['NB-7702', 9_900],
    ['NB-7703', 31_000],
  ] as const)
    await addBill(sandbox, {
      vendor: { id: 'vendor-nightjar', name: 'Nightjar Broadband', category: 'Telecoms' },
      ...{ bill_number: number, date: '2026-03-02', due_date: '2026-04-01', currency: 'CHF' },
      ...{ total_cents: cents, amount_due_cents: cents, memo: 'Fiber, second site' },
    });
}

/** A statement of that vendor, with headings that Billfold does not know. */
export const nightjarStatement = `Our doc;Sent on;What;Asked
NB-7701;02.03.2026;Fiber;124,50 CHF
NB-7702;02.03.2026;Fiber;109,00 CHF
NB-7609;02.02.2026;Router;1.250,00 CHF
nb 2026-02-05;05.02.2026;Line rental;89,00 USD
7703;02.03.2026;Fiber;310,00 CHF
Total;;;1.793,50 CHF
NB-7710;03.03.2026;Setup;#####
`;
