import { billStatuses, type BillStatus } from '../contract/wire-names.ts';
import type { Company, SandboxBill, SandboxInvoice } from './company/company.ts';
import { createKeyset, type Keyset } from './keyset.ts';

/** The current accounting data of every organization. */
export interface Records {
  readonly organizations: readonly { readonly id: string; readonly name: string }[];
  hasOrganization(organizationId: string): boolean;
  /** The bills of one status, or all of them. */
  bills(organizationId: string, status: BillStatus | null): Keyset<SandboxBill>;
  invoices(organizationId: string): Keyset<SandboxInvoice>;
  find(billId: string): FiledBill | null;
  /** Replaces the bill with the same id, or adds it. */
  put(organizationId: string, bill: SandboxBill): void;
  remove(billId: string): void;
  /** Differences from the initial companies; null stands for a removed bill. */
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

interface Lists {
  readonly every: Keyset<SandboxBill>;
  readonly byStatus: Readonly<Record<BillStatus, Keyset<SandboxBill>>>;
  readonly invoices: Keyset<SandboxInvoice>;
}

export function createRecords(companies: readonly Company[]): Records {
  const byOrganization = new Map(companies.map((company) => [company.id, listsIn(company)]));
  const filed = new Map<string, FiledBill>();
  const changed = new Map<string, RecordChange>();
  for (const { id: organizationId, bills } of companies) {
    for (const bill of bills) filed.set(bill.id, { organizationId, bill });
  }

  const listsOf = (organizationId: string): Lists => {
    const lists = byOrganization.get(organizationId);
    if (!lists) throw new Error(`No organization ${organizationId}`);
    return lists;
  };

  const takeOut = ({ organizationId, bill }: FiledBill): void => {
    const lists = listsOf(organizationId);
    lists.every.remove(bill);
    lists.byStatus[bill.status].remove(bill);
    filed.delete(bill.id);
  };

  return {
    organizations: companies.map(({ id, name }) => ({ id, name })),
    hasOrganization: (organizationId) => byOrganization.has(organizationId),
    bills: (organizationId, status) => {
      const lists = listsOf(organizationId);
      return status === null ? lists.every : lists.byStatus[status];
    },
    invoices: (organizationId) => listsOf(organizationId).invoices,
    find: (billId) => filed.get(billId) ?? null,
    put: (organizationId, bill) => {
      const before = filed.get(bill.id);
      if (before) takeOut(before);
      const lists = listsOf(organizationId);
      lists.every.insert(bill);
      lists.byStatus[bill.status].insert(bill);
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

/** The bill with another status and a matching amount due. */
export function inStatus(bill: SandboxBill, status: BillStatus): SandboxBill {
  const settled = status === 'paid' || status === 'void';
  return { ...bill, status, amount_due_cents: settled ? 0 : bill.amount_due_cents };
}

function listsIn({ bills, invoices }: Company): Lists {
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
