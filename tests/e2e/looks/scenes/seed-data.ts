import { z } from 'zod';
import type { RunningSandbox } from '../../sandbox.ts';

const vendorSchema = z.object({ id: z.string(), name: z.string(), category: z.string() });
type NewBill = NonNullable<Parameters<RunningSandbox['control']['addBill']>[0]['fields']>;

export async function firstOrganization(sandbox: RunningSandbox): Promise<string> {
  const [organization] = await sandbox.control.organizations();
  return organization?.id ?? '';
}

export async function addBill(sandbox: RunningSandbox, fields: NewBill): Promise<void> {
  await sandbox.control.addBill({ organizationId: await firstOrganization(sandbox), fields });
}

/** A paid bill, entered once more with its number written differently, due the day of the pictures. */
export async function addDuplicate(sandbox: RunningSandbox): Promise<void> {
  const bills = await sandbox.control.bills({ organizationId: await firstOrganization(sandbox) });
  const paid = bills.find(({ status }) => status === 'paid');
  await addBill(sandbox, {
    vendor: vendorSchema.parse(paid?.['vendor']),
    bill_number: `Invoice ${String(paid?.['bill_number']).toLowerCase()}`,
    date: String(paid?.['date']),
    due_date: '2026-03-18',
    total_cents: Number(paid?.['total_cents']),
    amount_due_cents: Number(paid?.['total_cents']),
    currency: String(paid?.['currency']),
    status: 'open',
    memo: 'entered twice',
  });
}

/** A bill of a vendor nobody knows, with an amount due above its total. */
export async function addNewcomer(sandbox: RunningSandbox): Promise<void> {
  await addBill(sandbox, {
    vendor: { id: 'vendor-quillmark', name: 'Quillmark Studio', category: 'Design' },
    bill_number: 'QS-1',
    date: '2026-03-19',
    due_date: '2026-03-18',
    total_cents: 125_000,
    amount_due_cents: 130_000,
    currency: 'EUR',
    status: 'open',
    memo: 'Drawings for the lobby',
  });
}
