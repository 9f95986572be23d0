import { expect, test } from 'vitest';
import { sampleRow } from '../../kit/testing/samples.ts';
import type { BillRow } from '../../core/bills/bill-row.ts';
import { perOrganization } from './BulkDialog.tsx';

function rowOf(organizationId: string, currency: string, amount_due_cents: number): BillRow {
  return { ...sampleRow({ currency, amount_due_cents }), organizationId };
}

test('W-6 a bulk says how many bills each organization has in it, with totals per currency', () => {
  expect(
    perOrganization([
      rowOf('lumen', 'EUR', 100),
      rowOf('acme', 'EUR', 200),
      rowOf('acme', 'USD', 300),
      rowOf('acme', 'EUR', 50),
    ]),
  ).toEqual([
    {
      organizationId: 'acme',
      bills: 3,
      totals: [
        { currency: 'EUR', amountCents: 250 },
        { currency: 'USD', amountCents: 300 },
      ],
    },
    { organizationId: 'lumen', bills: 1, totals: [{ currency: 'EUR', amountCents: 100 }] },
  ]);
});
