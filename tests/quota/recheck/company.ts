import { joineryData } from '../../../src/sandbox/company/seed-data.ts';
import type { Company, SandboxBill } from '../../../src/sandbox/company/company.ts';
import { generateCompany } from '../../../src/sandbox/company/generate-company.ts';

const PAID_BILLS = 500;

/** A company with exactly this many payable bills, seven in ten of them open, and 500 paid ones. */
export function companyOf(payable: number): Company {
  const made = generateCompany({
    seed: payable,
    name: 'Company',
    currency: 'USD',
    data: joineryData,
    bills: payable + PAID_BILLS,
    today: '2026-03-10',
    payableShare: 0.5,
  });
  return { ...made, bills: made.bills.map((bill, index) => inTurn(bill, index, payable)) };
}

function inTurn(bill: SandboxBill, index: number, payable: number): SandboxBill {
  if (index >= payable) return { ...bill, status: 'paid', amount_due_cents: 0 };
  const amount_due_cents = bill.total_cents;
  const turn = index % 10;
  const status = turn < 7 ? 'open' : turn < 9 ? 'overdue' : 'partially_paid';
  return { ...bill, status, amount_due_cents };
}
