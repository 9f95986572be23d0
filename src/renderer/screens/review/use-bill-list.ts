import { useDeferredValue, useMemo, useState } from 'react';
import { useServices } from '../../kit/services.ts';
import { useToday } from '../../kit/hooks/use-now.ts';
import { searchTerms } from '../../core/bills/search-text.ts';
import { useStandingApprovals } from '../../kit/hooks/use-organizations.ts';
import { asOf, useObservable } from '../../kit/hooks/use-observable.ts';
import { weekStart } from '../../kit/ui/dates.ts';
import type { PlainDate } from '../../core/time/days.ts';
import type { BillRow } from '../../core/bills/bill-row.ts';
import type { Approval } from '../../core/outbox/approval.ts';
import { queryFor } from '../../core/bills/bill-list.ts';
import { groupingShown } from './SortGroupMenu.tsx';
import { grouperFor } from '../../core/bills/list-groups.ts';
import type { ListLayout } from './list-layout.ts';
import { createListLayouts } from './list-layouts.ts';
import type { ListChoice, ReviewView } from '../../core/bills/review-view.ts';
import { filterBills, type HiddenOf } from '../../core/bills/bill-filter.ts';
import { hiddenOn } from '../../core/local/hidden-view.ts';

export interface ShownBills {
  readonly layout: ListLayout;
  readonly approved: ReadonlyMap<string, Approval>;
  readonly today: PlainDate;
  /** The search terms of this list. */
  readonly terms: readonly string[];
  /** The list is still that of the choice before. */
  readonly isBehind: boolean;
  /** The bills to review have all been read once, or nobody is reading them. */
  readonly settled: boolean;
}

/** The list for what the user has chosen, laid out. Typing is not held up by a long list. */
export function useBillList(view: ReviewView): ShownBills {
  const { workspace } = useServices();
  const pull = useObservable(workspace.pull);
  const loading = useObservable(workspace.bills.loading);
  const today = useToday();
  const present = useListChoice(view);
  const choice = useDeferredValue(present);
  const approved = useStandingApprovals();
  const approvedIds = useSameIds(approved);
  const rows = useFilteredRows(choice, approvedIds, today);
  const layout = useLayout(rows, choice, approvedIds, today);
  const terms = useMemo(() => searchTerms(choice.search), [choice.search]);
  return {
    layout,
    approved,
    today,
    terms,
    isBehind: choice !== present,
    settled: !loading && (pull.payableAsOfMs !== null || pull.kind !== 'crawling'),
  };
}

/** What of the view decides the list: moving from bill to bill does not. */
function useListChoice(view: ReviewView): ListChoice {
  const { list, search, sort, descending, grouping, filter } = view;
  return useMemo(
    () => ({ list, search, sort, descending, grouping, filter }),
    [list, search, sort, descending, grouping, filter],
  );
}

/** What is listed, with those of the inbox that have been approved: the layout leaves them out. */
function useFilteredRows(
  choice: ListChoice,
  approved: ReadonlySet<string>,
  today: PlainDate,
): readonly BillRow[] {
  const { bills, flags } = useServices().workspace;
  useObservable(bills.version);
  const flagsVersion = useObservable(flags.version);
  const hiddenOf = useHidden(today);
  const { list, filter } = choice;
  // The index answers with the same array until something has changed.
  const rows = bills.query(queryFor(choice));
  const whenFlagsChange = filter.flagged ? flagsVersion : null;
  const approvedToFilter = list === 'inbox' ? noIds : approved;
  return useMemo(() => {
    const flagsOf = (billId: string) => flags.flagsOf(billId);
    return asOf(whenFlagsChange, () =>
      filterBills(rows, list, filter, { approved: approvedToFilter, hiddenOf, flagsOf }),
    );
  }, [rows, list, filter, approvedToFilter, hiddenOf, flags, whenFlagsChange]);
}

const noIds: ReadonlySet<string> = new Set();

function useLayout(
  rows: readonly BillRow[],
  choice: ListChoice,
  approved: ReadonlySet<string>,
  today: PlainDate,
): ListLayout {
  const { workspace, locale } = useServices();
  const hasSeveral = useObservable(workspace.allOrganizations);
  const [layouts] = useState(createListLayouts);
  const { list, sort, descending } = choice;
  const grouping = groupingShown(choice.grouping, hasSeveral);
  const excluded = list === 'inbox' ? approved : noIds;
  const lastFirst = descending && grouping === sort;
  const grouper = useMemo(
    () => grouperFor(grouping, { today, weekStartsOn: weekStart(locale) }),
    [grouping, today, locale],
  );
  return useMemo(
    () => layouts.layOut({ rows, excluded, grouper, lastFirst }),
    [layouts, rows, excluded, grouper, lastFirst],
  );
}

/** Which bills the user has hidden; another function only when that may have changed. */
export function useHidden(today: PlainDate): HiddenOf {
  const { annotations } = useServices().workspace;
  const version = useObservable(annotations.hiddenVersion);
  return useMemo(
    () => asOf(version, () => hiddenOn(annotations, today)),
    [annotations, version, today],
  );
}

/**
 * The ids a map has; the same set until there are others. Approvals change with each step of being sent,
 * and a list of 100,000 bills need not be filtered again for that.
 */
function useSameIds(map: ReadonlyMap<string, unknown>): ReadonlySet<string> {
  const [ids, setIds] = useState<ReadonlySet<string>>(() => new Set(map.keys()));
  if (hasTheSame(ids, map)) return ids;
  const present = new Set(map.keys());
  setIds(present);
  return present;
}

function hasTheSame(ids: ReadonlySet<string>, map: ReadonlyMap<string, unknown>): boolean {
  return ids.size === map.size && [...ids].every((id) => map.has(id));
}
