import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { isOfBill } from '../../core/bills/lists/bill-list.ts';
import { sectionOf, type ApprovalSection } from '../../core/outbox/approval-sections.ts';
import type { BillRow } from '../../core/model/bill-row.ts';
import type { Approval } from '../../core/model/approval.ts';
import { useData } from '../services/data.ts';
import { useObservable } from './use-observable.ts';

/**
 * The matching approvals, newest first.
 * @param belongs depends only on the row; the same function while its meaning is the same
 */
export function useApprovals(belongs: (row: Approval) => boolean): readonly Approval[] {
  return useObservable(useSlice(belongs));
}

/** Number of matching approvals. Redraws only when the number changes. */
export function useApprovalCount(belongs: (row: Approval) => boolean): number {
  const slice = useSlice(belongs);
  return useSyncExternalStore(slice.subscribe, () => slice.get().length);
}

/** Approvals of a bill except the current one; none without a bill. */
export function useEarlierApprovals(
  row: BillRow | null,
  current: Approval | null,
): readonly Approval[] {
  const { organizationId } = row ?? {};
  const billId = row?.bill.id;
  const ofBill = useApprovals(
    useCallback(
      (approval) =>
        organizationId !== undefined &&
        billId !== undefined &&
        isOfBill(approval, { organizationId, billId }),
      [organizationId, billId],
    ),
  );
  return useMemo(() => ofBill.filter(({ id }) => id !== current?.id), [ofBill, current]);
}

export function useSection(section: ApprovalSection): readonly Approval[] {
  return useApprovals(useInSection(section));
}

export function useSectionCount(section: ApprovalSection): number {
  return useApprovalCount(useInSection(section));
}

function useSlice(belongs: (row: Approval) => boolean) {
  const { approvals } = useData().workspace;
  return useMemo(() => approvals.slice(belongs), [approvals, belongs]);
}

function useInSection(section: ApprovalSection): (row: Approval) => boolean {
  const signInId = useSignInId();
  return useCallback((row) => sectionOf(row, signInId) === section, [section, signInId]);
}

function useSignInId(): string | null {
  const session = useObservable(useData().workspace.session);
  return session.kind === 'signedIn' ? session.signInId : null;
}
