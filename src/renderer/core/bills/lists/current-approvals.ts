import { plainDateAt, type PlainDate } from '../../../../base/days.ts';
import type { Observable } from '../../../../base/observable.ts';
import type { SessionState } from '../../../../bridge/session.ts';
import type { Approval } from '../../model/approval.ts';
import { isOnItsWay } from '../../outbox/approval-sections.ts';
import type { Approvals } from '../../outbox/approval-slices.ts';
import type { ReturnedBills } from '../flags/returned-bills.ts';
import type { BillIndex } from '../index/bill-index.ts';

/** The approvals that count for the bills on screen, by bill id. */
export interface CurrentApprovals {
  /** The newest approval of each bill that was not withdrawn, unless the bill changed after it. */
  readonly ofBills: ReadonlyMap<string, Approval>;
  /** The same set until a bill joins or leaves it, so that an approval's progress does not filter 100,000 bills. */
  readonly billIds: ReadonlySet<string>;
  /** Days of the approvals that are sent or will be; null for an approval that needs the user. */
  readonly days: ReadonlyMap<string, PlainDate | null>;
}

interface CurrentApprovalsDeps {
  readonly approvals: Pick<Approvals, 'slice'>;
  readonly bills: Pick<BillIndex, 'get' | 'version'>;
  readonly returned: ReturnedBills;
  readonly organizationId: Observable<string | null>;
  readonly allOrganizations: Observable<boolean>;
  readonly session: Observable<SessionState>;
}

/** Finds the approvals that count, once per change for all observers. The same object until the answer changes. */
export function createCurrentApprovals(deps: CurrentApprovalsDeps): Observable<CurrentApprovals> {
  const { bills, returned, organizationId, allOrganizations, session } = deps;
  const made = deps.approvals.slice(({ state }) => state !== 'withdrawn');
  const inputs = [made, returned, organizationId, allOrganizations, session, bills.version];

  const counts = (approval: Approval): boolean => {
    if (returned.get().has(approval.billId)) return false;
    if (!allOrganizations.get()) return approval.organizationId === organizationId.get();
    // Another organization's bill may have the id of the bill on screen.
    const row = bills.get(approval.billId);
    return row === null || row.organizationId === approval.organizationId;
  };

  let last = {
    seen: [] as readonly unknown[],
    signInId: null as string | null,
    counted: [] as readonly Approval[],
    current: { ofBills: new Map(), billIds: new Set(), days: new Map() } as CurrentApprovals,
  };
  const get = (): CurrentApprovals => {
    const seen = inputs.map((input) => input.get());
    if (isSame(seen, last.seen)) return last.current;
    const now = session.get();
    const signInId = now.kind === 'signedIn' ? now.signInId : null;
    const counted = made.get().filter(counts);
    if (signInId === last.signInId && isSame(counted, last.counted)) last.seen = seen;
    else {
      const current = currentOf(counted, signInId, last.current.billIds);
      last = { seen, signInId, counted, current };
    }
    return last.current;
  };
  return {
    get,
    subscribe: (listener) => {
      const stops = inputs.map((input) => input.subscribe(listener));
      return () => stops.forEach((stop) => stop());
    },
  };
}

/** @param counted newest first */
function currentOf(
  counted: readonly Approval[],
  signInId: string | null,
  before: ReadonlySet<string>,
): CurrentApprovals {
  const ofBills = new Map<string, Approval>();
  const days = new Map<string, PlainDate | null>();
  for (const approval of counted) {
    const { billId, approvedAtMs } = approval;
    if (ofBills.has(billId)) continue;
    ofBills.set(billId, approval);
    days.set(billId, isOnItsWay(approval, signInId) ? plainDateAt(approvedAtMs) : null);
  }
  const isBefore = before.size === ofBills.size && [...before].every((id) => ofBills.has(id));
  return { ofBills, billIds: isBefore ? before : new Set(ofBills.keys()), days };
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((each, at) => each === other[at]);
}
