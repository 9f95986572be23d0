import { snapshotOf } from '../../../../bridge/snapshot.ts';
import type { Approval } from '../../model/approval.ts';
import { aBill } from '../../testing/fake-bridge.ts';

/** A queued approval of bill b1 at time 0, with the fields the test cares about. */
export function anApproval(fields: Partial<Approval> = {}): Approval {
  return {
    id: 'a1',
    connectionId: 'connection',
    signInId: 'sign-in-1',
    profileEpoch: '',
    organizationId: 'acme',
    billId: 'b1',
    snapshot: snapshotOf(aBill(fields.billId ?? 'b1')),
    state: 'queued',
    approvedAtMs: 0,
    batchId: 'batch',
    heldUntilMs: 5_000,
    attempt: 0,
    needsRecheckAfterMs: null,
    missedRechecks: 0,
    retryAtMs: null,
    waitingFor: null,
    outcome: null,
    found: null,
    isAcknowledged: false,
    approvedBy: [],
    confirmedBy: null,
    history: [],
    ...fields,
  };
}
