import { useCallback, useMemo } from 'react';
import { useServices } from '../services.ts';
import { mayStand, othersApprovals, standingApprovals } from '../../core/bills/bill-list.ts';
import { useApprovals } from './use-approvals.ts';
import { useObservable } from './use-observable.ts';
import type { Approval } from '../../core/outbox/approval.ts';
import { organizationNames } from '../../core/connection/organization-names.ts';

/** What to call each organization, by id; an id nobody knows any more has no name. */
export function useOrganizationNames(): ReadonlyMap<string, string> {
  const { workspace } = useServices();
  const organizations = useObservable(workspace.organizations);
  return useMemo(() => organizationNames(organizations), [organizations]);
}

/** The name each bill's organization has beside others'; null while one organization is on screen. */
export function useNamesBesideBills(): ReadonlyMap<string, string> | null {
  const { workspace } = useServices();
  const names = useOrganizationNames();
  return useObservable(workspace.allOrganizations) ? names : null;
}

/** Text that is another when other organizations' bills are on screen. */
export function useShownOrganizations(): string | null {
  const { workspace } = useServices();
  const organizationId = useObservable(workspace.organizationId);
  return useObservable(workspace.allOrganizations) ? ALL_SHOWN : organizationId;
}

/** No organization's id: those are never empty. */
const ALL_SHOWN = '';

/** The approval that stands for each bill on screen, by the bill's id. */
export function useStandingApprovals(): ReadonlyMap<string, Approval> {
  const { workspace } = useServices();
  const { bills } = workspace;
  const returned = useObservable(workspace.returned);
  const organizationId = useObservable(workspace.organizationId);
  const isAll = useObservable(workspace.allOrganizations);
  const approvals = useApprovals(
    useCallback(
      (row: Approval) => mayStand(row, { organizationId, isAll }),
      [organizationId, isAll],
    ),
  );
  useObservable(bills.version);
  // As text, so that the answer stays the same while nothing of it has changed.
  const othersText = isAll ? othersApprovals(approvals, bills).join(' ') : '';
  return useMemo(() => {
    const left = new Set(othersText.split(' '));
    return standingApprovals(
      approvals.filter(({ id, billId }) => !left.has(id) && !returned.has(billId)),
    );
  }, [approvals, othersText, returned]);
}

/** Name of the organization whose bills are on screen; null while they are those of all. */
export function useOrganizationShown(): string | null {
  const { workspace } = useServices();
  const names = useOrganizationNames();
  const organizationId = useObservable(workspace.organizationId) ?? '';
  const isAll = useObservable(workspace.allOrganizations);
  return isAll ? null : (names.get(organizationId) ?? organizationId);
}
