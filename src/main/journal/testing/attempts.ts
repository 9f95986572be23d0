import type { SendApproval, SendOutcome } from '../../../bridge/approval.ts';

/** An attempt to send an approval, with a value in every field. */
export function attemptOf(approvalId: string, attempt = 1): SendApproval {
  return {
    approvalId,
    attempt,
    connectionId: 'connection-1',
    signInId: 'sign-in-1',
    organizationId: 'org-1',
    approvedAtMs: 1_799_999_990_000,
    snapshot: {
      billId: `bill-${approvalId}`,
      billNumber: 'B-1',
      vendorName: 'Muster GmbH',
      currency: 'EUR',
      totalCents: 12_300,
      amountDueCents: 12_300,
      dueDate: '2026-02-02',
      status: 'open',
      rest: {
        ...{ date: null, createdAt: null, memo: 'Paper', vendorId: null },
        ...{ vendor: {}, others: {} },
      },
    },
    profileEpoch: '',
  };
}

export const confirmed: SendOutcome = { kind: 'confirmed', bill: null };
