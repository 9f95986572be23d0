import { snapshotOf } from '../../../bridge/snapshot.ts';
import type { Bill } from '../../../contract/bill.ts';
import type { BillRow } from '../../core/bills/bill-row.ts';
import type { Approval } from '../../core/outbox/approval.ts';

/** A bill as a test needs it: only what matters is named. */
export function sampleBill(fields: Partial<Bill> = {}): Bill {
  return {
    id: 'bill-1',
    bill_number: 'INV-1',
    status: 'open',
    due_date: '2026-11-20',
    currency: 'EUR',
    total_cents: 1_000,
    amount_due_cents: 1_000,
    vendor: { name: 'Northwind' },
    ...fields,
  };
}

export function sampleRow(fields: Partial<Bill> = {}): BillRow {
  return { bill: sampleBill(fields), organizationId: 'org-1', seenAtMs: 0, searchText: '' };
}

/** A queued approval of the present sign-in `sign-in-1`. */
export function sampleApproval(fields: Partial<Approval> = {}): Approval {
  return {
    id: 'approval-1',
    connectionId: 'connection-1',
    signInId: 'sign-in-1',
    profileEpoch: '',
    organizationId: 'org-1',
    billId: 'bill-1',
    snapshot: snapshotOf(sampleBill()),
    state: 'queued',
    approvedAtMs: 0,
    batchId: 'batch-1',
    heldUntilMs: 5_000,
    attempt: 0,
    needsRecheckAfterMs: null,
    missedRechecks: 0,
    retryAtMs: null,
    waitingFor: null,
    outcome: null,
    found: null,
    isAcknowledged: false,
    confirmedBy: null,
    history: [],
    ...fields,
  };
}
