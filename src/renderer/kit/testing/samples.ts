import { snapshotOf } from '../../../bridge/snapshot.ts';
import type { Bill } from '../../../contract/bill.ts';
import {
  createBillColumns,
  foundBills,
  type FoundBills,
} from '../../core/bills/index/bill-columns.ts';
import type { BillRow } from '../../core/model/bill-row.ts';
import { slotList } from '../../core/bills/index/slot-list.ts';
import type { Approval } from '../../core/model/approval.ts';
import { anApproval } from '../../core/outbox/testing/an-approval.ts';

/** A bill for a test, which names only the fields that matter. */
export function sampleBill(fields: Partial<Bill> = {}): Bill {
  return {
    id: 'bill-1',
    billNumber: 'INV-1',
    status: 'open',
    date: null,
    dueDate: '2026-11-20',
    createdAt: null,
    currency: 'EUR',
    totalCents: 1_000,
    amountDueCents: 1_000,
    memo: null,
    vendor: { id: null, name: 'Northwind' },
    ...fields,
  };
}

export function sampleRow(fields: Partial<Bill> = {}): BillRow {
  return { bill: sampleBill(fields), organizationId: 'org-1', seen: { atMs: 0 } };
}

/** Result of the index with these bills, in this order. */
export function sampleFound(rows: readonly BillRow[]): FoundBills {
  const columns = createBillColumns();
  return foundBills(
    columns,
    slotList(Uint32Array.from(rows, (row) => columns.put(row, undefined))),
  );
}

/** A queued approval of `sampleBill`, of the present sign-in `sign-in-1`. */
export function sampleApproval(fields: Partial<Approval> = {}): Approval {
  const ids = { id: 'approval-1', organizationId: 'org-1', billId: 'bill-1', batchId: 'batch-1' };
  return anApproval({ ...ids, snapshot: snapshotOf(sampleBill()), ...fields });
}
