import { billStatuses } from '../contract/bill.ts';
import type { BillStatus } from '../contract/bill.ts';
import type { Company, SandboxBill, SandboxInvoice } from './company/company.ts';
import { createKeyset } from './keyset.ts';
import type { Keyset } from './keyset.ts';

/** The accounting data of every organization, as it is now. */
export interface Records {
  readonly organizations: readonly { readonly id: string; readonly name: string }[];
  hasOrganization(organizationId: string): boolean;
  /** The bills of one status, or all of them. */
  bills(organizationId: string, status: BillStatus | null): Keyset<SandboxBill>;
  invoices(organizationId: string): Keyset<SandboxInvoice>;
  find(billId: string): FiledBill | null;
  /** Puts a bill in place of the one with its id, or adds it. */
  put(organizationId: string, bill: SandboxBill): void;
  remove(billId: string): void;
  /** What differs from the companies the records began with; null stands for a removed bill. */
  changes(): readonly RecordChange[];
}

export interface FiledBill {
  readonly organizationId: string;
  readonly bill: SandboxBill;
}

interface RecordChange {
  readonly organizationId: string;
  readonly billId: string;
  readonly bill: SandboxBill | null;
}

interface Shelf {
  readonly every: Keyset<SandboxBill>;
  readonly byStatus: Readonly<Record<BillStatus, Keyset<SandboxBill>>>;
  readonly invoices: Keyset<SandboxInvoice>;
}

export function createRecords(companies: readonly Company[]): Records {
  const shelves = new Map(companies.map((company) => [company.id, shelve(company)]));
  const filed = new Map<string, FiledBill>();
  const changed = new Map<string, RecordChange>();
  for (const { id: organizationId, bills } of companies) {
    for (const bill of bills) filed.set(bill.id, { organizationId, bill });
  }

  const shelfOf = (organizationId: string): Shelf => {
    const shelf = shelves.get(organizationId);
    if (!shelf) throw new Error(`No organization ${organizationId}`);
    return shelf;
  };

  const takeOut = ({ organizationId, bill }: FiledBill): void => {
    const shelf = shelfOf(organizationId);
    shelf.every.remove(bill);
    shelf.byStatus[bill.status].remove(bill);
    filed.delete(bill.id);
  };

  return {
    organizations: companies.map(({ id, name }) => ({ id, name })),
    hasOrganization: (organizationId) => shelves.has(organizationId),
    bills: (organizationId, status) => {
      const shelf = shelfOf(organizationId);
      return status === null ? shelf.every : shelf.byStatus[status];
    },
    invoices: (organizationId) => shelfOf(organizationId).invoices,
    find: (billId) => filed.get(billId) ?? null,
    put: (organizationId, bill) => {
      const before = filed.get(bill.id);
      if (before) takeOut(before);
      const shelf = shelfOf(organizationId);
      shelf.every.insert(bill);
      shelf.byStatus[bill.status].insert(bill);
      filed.set(bill.id, { organizationId, bill });
      changed.set(bill.id, { organizationId, billId: bill.id, bill });
    },
    remove: (billId) => {
      const before = filed.get(billId);
      if (!before) return;
      takeOut(before);
      changed.set(billId, { organizationId: before.organizationId, billId, bill: null });
    },
    changes: () => [...changed.values()],
  };
}

/** The bill in another status, with an amount due that fits it. */
export function inStatus(bill: SandboxBill, status: BillStatus): SandboxBill {
  const settled = status === 'paid' || status === 'void';
  return { ...bill, status, amount_due_cents: settled ? 0 : bill.amount_due_cents };
}

function shelve({ bills, invoices }: Company): Shelf {
  const groups = new Map<BillStatus, SandboxBill[]>(billStatuses.map((status) => [status, []]));
  for (const bill of bills) groups.get(bill.status)?.push(bill);
  const keysetOf = (status: BillStatus): Keyset<SandboxBill> =>
    createKeyset(groups.get(status) ?? []);
  return {
    every: createKeyset(bills),
    byStatus: {
      open: keysetOf('open'),
      overdue: keysetOf('overdue'),
      partially_paid: keysetOf('partially_paid'),
      paid: keysetOf('paid'),
      void: keysetOf('void'),
    },
    invoices: createKeyset(invoices),
  };
}
