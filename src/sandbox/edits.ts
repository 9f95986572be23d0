import type { Ids } from '../base/random.ts';
import { inStatus, type Records, type FiledBill } from './records.ts';
import type { SandboxBill } from './company/company.ts';
import type { Grants } from './oauth/grants.ts';
import { takeFromQuota } from './quota.ts';
import { serviceNowMs, type Service } from './service.ts';

/** Changes by other users and programs, for tests and the simulation. */
export interface Edits {
  /** Changes some fields of a bill. @throws when it does not exist */
  changeBill(billId: string, fields: Partial<SandboxBill>): SandboxBill;
  /** Pays a bill in full, or `cents` of it. */
  pay(billId: string, cents?: number): SandboxBill;
  void(billId: string): SandboxBill;
  removeBill(billId: string): void;
  /** Adds a bill, entered now. Missing fields get generated values. */
  addBill(organizationId: string, fields?: Partial<SandboxBill>): SandboxBill;
  /** Simulates this many requests of another client with the same tokens. */
  consumeQuota(count: number): void;
  /** Expires every access token; refresh tokens stay valid. */
  expireTokens(): void;
  /** Ends every sign-in: access and refresh tokens become invalid. */
  revokeSignIns(): void;
}

export function createEdits(
  service: Pick<Service, 'clock' | 'settings'> & { records: Records; grants: Grants },
  ids: Ids,
  save: () => void,
): Edits {
  const { records, grants, clock, settings } = service;

  const find = (billId: string): FiledBill => {
    const found = records.find(billId);
    if (!found) throw new Error(`No bill ${billId}`);
    return found;
  };

  const put = (organizationId: string, bill: SandboxBill): SandboxBill => {
    records.put(organizationId, bill);
    save();
    return bill;
  };

  const edit = (billId: string, change: (bill: SandboxBill) => SandboxBill): SandboxBill => {
    const { organizationId, bill } = find(billId);
    return put(organizationId, change(bill));
  };

  return {
    changeBill: (billId, fields) => edit(billId, (bill) => ({ ...bill, ...fields, id: bill.id })),
    pay: (billId, cents) =>
      edit(billId, (bill) => {
        const left = Math.max(0, bill.amount_due_cents - (cents ?? bill.amount_due_cents));
        const paid = inStatus(bill, left === 0 ? 'paid' : 'partially_paid');
        return { ...paid, amount_due_cents: left };
      }),
    void: (billId) => edit(billId, (bill) => inStatus(bill, 'void')),
    removeBill: (billId) => {
      find(billId);
      records.remove(billId);
      save();
    },
    addBill: (organizationId, fields = {}) => {
      const at = new Date(serviceNowMs(service)).toISOString();
      const bill = { ...madeUpBill(ids, at), ...fields };
      if (records.find(bill.id)) throw new Error(`There is a bill ${bill.id} already`);
      return put(organizationId, bill);
    },
    consumeQuota: (count) => {
      for (const access of grants.living()) {
        for (let taken = 0; taken < count; taken++)
          takeFromQuota(access, clock.nowMs(), settings());
      }
    },
    expireTokens: () => {
      grants.expireAll();
      save();
    },
    revokeSignIns: () => {
      grants.revokeAll();
      save();
    },
  };
}

function madeUpBill(ids: Ids, at: string): SandboxBill {
  const id = ids.next();
  return {
    id,
    object: 'bill',
    bill_number: `NEW-${id.slice(-6)}`,
    status: 'open',
    date: at.slice(0, 10),
    due_date: at.slice(0, 10),
    currency: 'USD',
    total_cents: 12_500,
    amount_due_cents: 12_500,
    memo: '',
    vendor: { id: ids.next(), name: 'Newcomer Supplies', category: 'Office supplies' },
    created_at: at,
  };
}
