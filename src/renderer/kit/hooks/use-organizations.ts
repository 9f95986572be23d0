import { useCallback, useMemo } from 'react';
import { type PlainDate, plainDateAt } from '../../../base/days.ts';
import { useData } from '../services/data.ts';
import { mayCount, othersApprovals, currentApprovals } from '../../core/bills/lists/bill-list.ts';
import { useApprovals, useSignInId } from './use-approvals.ts';
import { useToday } from './use-now.ts';
import { useObservable } from './use-observable.ts';
import { totalsPerCurrency, type CurrencyTotal, dueOf } from '../../core/model/currency-totals.ts';
import type { Approval } from '../../core/model/approval.ts';
import { isOnItsWay } from '../../core/outbox/approval-sections.ts';
import { organizationNames } from '../../core/connection/organization-names.ts';

/** Names of the organizations that the user can choose, by id. */
export function useListedOrganizations(): ReadonlyMap<string, string> {
  const { workspace } = useData();
  const organizations = useObservable(workspace.organizations);
  return useMemo(() => organizationNames(organizations), [organizations]);
}

/** Names of organizations by id, with those that the service no longer lists. Unknown ids have none. */
export function useOrganizationNames(): ReadonlyMap<string, string> {
  const { workspace } = useData();
  const organizations = useObservable(workspace.organizations);
  const former = useObservable(workspace.formerOrganizations);
  return useMemo(() => organizationNames([...organizations, ...former]), [organizations, former]);
}

/** Organization names to show beside bills; null while only one organization is on screen. */
export function useNamesBesideBills(): ReadonlyMap<string, string> | null {
  const { workspace } = useData();
  const names = useOrganizationNames();
  return useObservable(workspace.allOrganizations) ? names : null;
}

/** A key that changes with the organizations on screen; null when none is selected. */
export function useShownOrganizations(): string | null {
  const { workspace } = useData();
  const organizationId = useObservable(workspace.organizationId);
  return useObservable(workspace.allOrganizations) ? ALL_SHOWN : organizationId;
}

/** Can't be an organization's id: those are never empty. */
const ALL_SHOWN = '';

/** The current approval of each bill on screen, by bill id. */
export function useCurrentApprovals(): ReadonlyMap<string, Approval> {
  const { workspace } = useData();
  const { bills } = workspace;
  const returned = useObservable(workspace.returned);
  const organizationId = useObservable(workspace.organizationId);
  const isAll = useObservable(workspace.allOrganizations);
  const approvals = useApprovals(
    useCallback(
      (row: Approval) => mayCount(row, { organizationId, isAll }),
      [organizationId, isAll],
    ),
  );
  useObservable(bills.version);
  // Compared as text, so that the result stays the same object until it changes.
  const othersText = isAll ? othersApprovals(approvals, bills).join(' ') : '';
  return useMemo(() => {
    const left = new Set(othersText.split(' '));
    return currentApprovals(
      approvals.filter(({ id, billId }) => !left.has(id) && !returned.has(billId)),
    );
  }, [approvals, othersText, returned]);
}

/** Days of the current approvals that are sent or will be, by bill id; null for an approval that needs the user. */
export function useApprovalDays(
  approved: ReadonlyMap<string, Approval>,
): ReadonlyMap<string, PlainDate | null> {
  const signInId = useSignInId();
  return useMemo(
    () =>
      new Map(
        [...approved].map(([id, each]) => [
          id,
          isOnItsWay(each, signInId) ? plainDateAt(each.approvedAtMs) : null,
        ]),
      ),
    [approved, signInId],
  );
}

/** Number and totals of today's approvals that are sent or will be, for the bills on screen. */
export function useApprovedToday(): {
  readonly count: number;
  readonly totals: readonly CurrencyTotal[];
} {
  const approved = useCurrentApprovals();
  const days = useApprovalDays(approved);
  const today = useToday();
  return useMemo(() => {
    const due = [...approved].flatMap(([id, { snapshot }]) =>
      days.get(id) === today ? dueOf(snapshot) : [],
    );
    return { count: due.length, totals: totalsPerCurrency(due) };
  }, [approved, days, today]);
}

/** Name of the organization on screen; null when all are shown. */
export function useOrganizationShown(): string | null {
  const { workspace } = useData();
  const names = useOrganizationNames();
  const organizationId = useObservable(workspace.organizationId) ?? '';
  const isAll = useObservable(workspace.allOrganizations);
  return isAll ? null : (names.get(organizationId) ?? organizationId);
}
