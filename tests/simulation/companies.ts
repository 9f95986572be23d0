import type { Company, SandboxBill } from '../../src/sandbox/company/company.ts';
import { testBill, testCompany } from '../../src/sandbox/testing/harness.ts';

/** Two organizations: most of the work is in the first, a little in the second. */
export function companies(): Company[] {
  return [
    testCompany('org-1', [
      ...manyBills(100, 9, { status: 'open' }),
      ...manyBills(120, 6, { status: 'overdue', due_date: '2026-03-01' }),
      ...manyBills(140, 3, { status: 'partially_paid', amount_due_cents: 4_000 }),
      ...manyBills(160, 3, { status: 'paid', amount_due_cents: 0 }),
      ...manyBills(180, 2, { status: 'void', amount_due_cents: 0 }),
    ]),
    testCompany('org-2', [
      ...manyBills(200, 4, { status: 'open' }),
      ...manyBills(220, 1, { status: 'paid', amount_due_cents: 0 }),
    ]),
  ];
}

function manyBills(first: number, count: number, fields: Partial<SandboxBill>): SandboxBill[] {
  return Array.from({ length: count }, (_none, index) => testBill(first + index, fields));
}
