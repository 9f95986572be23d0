import type { BillStatus } from '../../contract/wire-names.ts';

/** A bill as the sandbox stores and sends it: every field of the service page. */
export interface SandboxBill {
  readonly id: string;
  readonly object: 'bill';
  readonly bill_number: string;
  readonly status: BillStatus;
  /** Plain date, `2026-02-27`. */
  readonly date: string;
  readonly due_date: string;
  readonly currency: string;
  readonly total_cents: number;
  readonly amount_due_cents: number;
  readonly memo: string;
  readonly vendor: SandboxVendor;
  /** Instant, `2026-02-27T08:12:41.000Z`; with the id, it determines the order of lists. */
  readonly created_at: string;
}

/** A vendor. The page doesn't specify its fields, so the sandbox chose these. */
export interface SandboxVendor {
  readonly id: string;
  readonly name: string;
  readonly category: string;
}

/** An invoice. The page doesn't specify its fields, so the sandbox chose these. */
export interface SandboxInvoice {
  readonly id: string;
  readonly object: 'invoice';
  readonly invoice_number: string;
  readonly status: 'draft' | 'sent' | 'overdue' | 'paid';
  readonly customer: { readonly id: string; readonly name: string };
  readonly issue_date: string;
  readonly due_date: string;
  readonly currency: string;
  readonly total_cents: number;
  readonly balance_cents: number;
  readonly reference: string;
  readonly created_at: string;
}

/** One organization with its data. */
export interface Company {
  readonly id: string;
  readonly name: string;
  readonly currency: string;
  readonly bills: readonly SandboxBill[];
  readonly invoices: readonly SandboxInvoice[];
}
