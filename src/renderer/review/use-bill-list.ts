import { useDeferredValue, useMemo } from 'react';
import { useServices } from '../app/services.ts';
import { useToday } from '../app/use-now.ts';
import { weekStart, type PlainDate } from '../ui/dates.ts';
import { useObservable } from '../ui/use-observable.ts';
import type { Approval } from '../workspace.ts';
import { queryFor, siftApproved, standingApprovals } from './bill-filter.ts';
import { layOutByDue, type ListLayout } from './list-layout.ts';
import type { ReviewView } from './review-view.ts';

export interface BillList {
  readonly layout: ListLayout;
  readonly approved: ReadonlyMap<string, Approval>;
  readonly today: PlainDate;
  /** The list is still that of the choice before. */
  readonly isBehind: boolean;
  /** The bills to review have all been read once, or nobody is reading them. */
  readonly settled: boolean;
}

/** The list for what the user has chosen, laid out. Typing is not held up by a long list. */
export function useBillList(view: ReviewView): BillList {
  const { workspace, locale } = useServices();
  useObservable(workspace.bills.version);
  const approvals = useObservable(workspace.approvals);
  const organizationId = useObservable(workspace.organizationId);
  const pull = useObservable(workspace.pull);
  const loading = useObservable(workspace.bills.loading);
  const today = useToday();
  const search = useDeferredValue(view.search);
  const filter = useDeferredValue(view.filter);

  // The index answers with the same array until something has changed.
  const rows = workspace.bills.query(queryFor(filter, search));
  const approved = useMemo(
    () => standingApprovals(approvals, organizationId),
    [approvals, organizationId],
  );
  const layout = useMemo(
    () => layOutByDue(siftApproved(rows, filter, approved), today, weekStart(locale)),
    [rows, filter, approved, today, locale],
  );
  return {
    layout,
    approved,
    today,
    isBehind: search !== view.search || filter !== view.filter,
    settled: !loading && (pull.payableAsOfMs !== null || pull.kind !== 'crawling'),
  };
}
