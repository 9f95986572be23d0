import { useMemo } from 'react';
import { useData } from '../services/data.ts';
import { useToday } from './use-now.ts';
import { useCurrentApprovals } from './use-organizations.ts';
import { atVersion, useObservable } from './use-observable.ts';
import { countBills } from '../../core/bills/lists/bill-counts.ts';
import type { BillList } from '../../core/model/list-choice.ts';

/** Number of bills in each list, on any screen. The function stays the same until a count may have changed. */
export function useBillCounts(): (list: BillList) => number {
  const { bills, annotations, organizations, organizationId, allOrganizations } =
    useData().workspace;
  const known = useObservable(organizations);
  const selected = useObservable(organizationId);
  const isAll = useObservable(allOrganizations);
  const today = useToday();
  const approved = useCurrentApprovals().days;
  const versions = `${useObservable(bills.version)} ${useObservable(annotations.version)}`;
  return useMemo(() => {
    const shown = isAll ? known.map(({ id }) => id) : [selected].filter((id) => id !== null);
    return atVersion(versions, () => {
      const outOfInbox = shown.map((id) => annotations.outOfInboxOn(id, today));
      return countBills({ bills, approved, outOfInbox });
    });
  }, [bills, annotations, known, selected, isAll, today, approved, versions]);
}
