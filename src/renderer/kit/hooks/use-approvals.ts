import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { isOfBill } from '../../core/bills/bill-list.ts';
import { sectionOf, type ApprovalSection } from '../../core/outbox/approval-sections.ts';
import type { BillRow } from '../../core/bills/bill-row.ts';
import type { Approval } from '../../core/outbox/approval.ts';
import { totalsPerCurrency, type CurrencyTotal } from '../../core/bills/currency-totals.ts';
import { plainDateAt } from '../../../base/days.ts';
import { useServices } from '../services.ts';
import { useToday } from './use-now.ts';
import { useObservable } from './use-observable.ts';

/**
 * The approvals that belong, newest first.
 * @param belongs the same function as long as it means the same; knows nothing but the row
 */
export function useApprovals(belongs: (row: Approval) => boolean): readonly Approval[] {
  return useObservable(useSlice(belongs));
}

/** How many belong: drawn anew only when that has changed. */
export function useApprovalCount(belongs: (row: Approval) => boolean): number {
  const slice = useSlice(belongs);
  return useSyncExternalStore(slice.subscribe, () => slice.get().length);
}

/** The other approvals of a bill beside the one that stands; none for no bill. */
export function useEarlierApprovals(
  row: BillRow | null,
  standing: Approval | null,
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
  return useMemo(() => ofBill.filter(({ id }) => id !== standing?.id), [ofBill, standing]);
}

export function useSection(section: ApprovalSection): readonly Approval[] {
  return useApprovals(useInSection(section));
}

export function useSectionCount(section: ApprovalSection): number {
  return useApprovalCount(useInSection(section));
}

/** What was approved on this computer today, and not taken back. */
export function useApprovedToday(): {
  readonly count: number;
  readonly totals: readonly CurrencyTotal[];
} {
  const approvals = useApprovals(useIsOfToday());
  return useMemo(() => {
    const due = approvals.map(({ snapshot }) => ({
      currency: snapshot.currency,
      amountCents: snapshot.amountDueCents,
    }));
    return { count: approvals.length, totals: totalsPerCurrency(due) };
  }, [approvals]);
}

/** Drawn anew only when that has changed. */
export function useApprovedTodayCount(): number {
  return useApprovalCount(useIsOfToday());
}

function useIsOfToday(): (row: Approval) => boolean {
  const today = useToday();
  return useCallback(
    ({ state, approvedAtMs }) => state !== 'withdrawn' && plainDateAt(approvedAtMs) === today,
    [today],
  );
}

function useSlice(belongs: (row: Approval) => boolean) {
  const { approvals } = useServices().workspace;
  return useMemo(() => approvals.slice(belongs), [approvals, belongs]);
}

function useInSection(section: ApprovalSection): (row: Approval) => boolean {
  const session = useObservable(useServices().workspace.session);
  const signInId = session.kind === 'signedIn' ? session.signInId : null;
  return useCallback((row) => sectionOf(row, signInId) === section, [section, signInId]);
}
