import type { Ref } from 'react';
import { isPayable } from '../../contract/assumptions.ts';
import { useServices } from '../app/services.ts';
import { en } from '../text/en.ts';
import { Choice } from '../ui/Choice.tsx';
import { SearchBox } from '../ui/SearchBox.tsx';
import { Totals } from '../ui/Totals.tsx';
import { useObservable } from '../ui/use-observable.ts';
import { billFilters, standingApprovals, type BillFilter } from './bill-filter.ts';
import type { ListLayout } from './list-layout.ts';
import type { ReviewView } from './review-view.ts';

export interface ListHeaderProps {
  readonly view: ReviewView;
  readonly change: (part: Partial<ReviewView>) => void;
  readonly layout: ListLayout;
  readonly searchRef: Ref<HTMLInputElement>;
  /** Enter in the search goes to the list. */
  readonly onDone: () => void;
}

/** What is shown, and how much it comes to. */
export function ListHeader({ view, change, layout, searchRef, onDone }: ListHeaderProps) {
  const { locale } = useServices();
  const counts = useFilterCounts();
  return (
    <div className="list-header">
      <div className="list-header__controls">
        <SearchBox
          label={en.review.search}
          hint={en.review.searchHint}
          clearLabel={en.review.clearSearch}
          value={view.search}
          onChange={(search) => change({ search, billId: null, position: 0 })}
          inputRef={searchRef}
          onDone={onDone}
        />
        <Choice
          label={en.review.show}
          value={view.filter}
          options={billFilters.map((filter) => ({
            id: filter,
            label: en.review.filters[filter],
            note: counts(filter).toLocaleString(),
          }))}
          onChange={(filter) => change({ filter, billId: null, position: 0, detailOpen: false })}
        />
      </div>
      <div className="list-header__sums" role="status">
        <span className="list-header__count">{en.review.bills(layout.rows.length)}</span>
        {layout.totals.length > 0 && <span className="faint">{en.review.dueTotal}</span>}
        <Totals totals={layout.totals} locale={locale} />
      </div>
    </div>
  );
}

function useFilterCounts(): (filter: BillFilter) => number {
  const { workspace } = useServices();
  useObservable(workspace.bills.version);
  const standing = standingApprovals(
    useObservable(workspace.approvals),
    useObservable(workspace.organizationId),
  );
  const counts = workspace.bills.counts();
  const known = [...standing.keys()].map((billId) => workspace.bills.get(billId));
  const payableApproved = known.filter((row) => row !== null && isPayable(row.bill.status)).length;
  const sum = (wanted: (status: string) => boolean): number =>
    [...counts].reduce((total, [status, count]) => (wanted(status) ? total + count : total), 0);
  return (filter) => {
    if (filter === 'inbox') return sum(isPayable) - payableApproved;
    if (filter === 'approved') return known.filter((row) => row !== null).length;
    return filter === 'all' ? sum(() => true) : (counts.get(filter) ?? 0);
  };
}
