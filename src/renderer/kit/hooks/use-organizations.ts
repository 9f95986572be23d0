import { useMemo } from 'react';
import { useData } from '../services/data.ts';
import type { CurrentApprovals } from '../../core/bills/lists/current-approvals.ts';
import { useToday } from './use-now.ts';
import { useObservable } from './use-observable.ts';
import {
  totalsPerCurrency,
  type CurrencyTotal,
  approvedDueOf,
} from '../../core/model/currency-totals.ts';
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

/** The approvals that count for the bills on screen. */
export function useCurrentApprovals(): CurrentApprovals {
  return useObservable(useData().workspace.currentApprovals);
}

/** Number and totals of today's approvals that are sent or will be, for the bills on screen. */
export function useApprovedToday(): {
  readonly count: number;
  readonly totals: readonly CurrencyTotal[];
} {
  const { ofBills, days } = useCurrentApprovals();
  const today = useToday();
  return useMemo(() => {
    const due = [...ofBills].flatMap(([id, approval]) =>
      days.get(id) === today ? approvedDueOf(approval) : [],
    );
    return { count: due.length, totals: totalsPerCurrency(due) };
  }, [ofBills, days, today]);
}

/** Name of the organization on screen; null when all are shown. */
export function useOrganizationShown(): string | null {
  const { workspace } = useData();
  const names = useOrganizationNames();
  const organizationId = useObservable(workspace.organizationId) ?? '';
  const isAll = useObservable(workspace.allOrganizations);
  return isAll ? null : (names.get(organizationId) ?? organizationId);
}
