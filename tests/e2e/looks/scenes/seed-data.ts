import { z } from 'zod';
import { addBill, firstOrganization } from '../../actions.ts';
import type { RunningSandbox } from '../../sandbox.ts';

const vendorSchema = z.object({ id: z.string(), name: z.string(), category: z.string() });

/** A paid bill, entered once more with its number written differently, due the day of the pictures. @returns the paid one's */
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
    memo: 'entered twice',
  });
  return number;
}

/** A bill of a vendor nobody knows, with an amount due above its total. */
export async function addNewcomer(sandbox: RunningSandbox): Promise<void> {
  await addBill(sandbox, {
    date: '2026-03-19',
    due_date: '2026-03-18',
    amount_due_cents: 130_000,
    memo: 'Drawings for the lobby',
  });
}
