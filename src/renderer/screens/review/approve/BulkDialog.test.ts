import { expect, test } from 'vitest';
import type { BillRow } from '../../../core/model/bill-row.ts';
import { sampleRow } from '../../../kit/testing/samples.ts';
import { perOrganization } from './BulkDialog.tsx';

function rowOf(organizationId: string, currency: string, amountDueCents: number): BillRow {
  return { ...sampleRow({ currency, amountDueCents }), organizationId };
}

test('a bulk approval shows the number of bills per organization, with totals per currency', () => {
  const bills = [
    rowOf('lumen', 'EUR', 100),
    rowOf('acme', 'EUR', 200),
    rowOf('acme', 'USD', 300),
    rowOf('acme', 'EUR', 50),
  ];
  expect(perOrganization(bills)).toEqual([
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
