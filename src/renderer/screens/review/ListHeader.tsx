import { useCallback, useMemo, useRef, type ReactNode, type Ref } from 'react';
import { useServices } from '../../kit/services.ts';
import { formatCount } from '../../kit/text/count.ts';
import { en } from '../../kit/text/en.ts';
import { Choice } from '../../kit/ui/Choice.tsx';
import type { PlainDate } from '../../core/time/days.ts';
import { SearchBox } from '../../kit/ui/SearchBox.tsx';
import { Totals } from '../../kit/ui/Totals.tsx';
import { SortGroupMenu } from './SortGroupMenu.tsx';
import { billLists } from '../../core/bills/bill-list.ts';
import { filterChips, withoutFilters } from './filter-chips.ts';
import { FilterChips } from './FilterChips.tsx';
import { FilterPanel } from './FilterPanel.tsx';
import type { ListLayout } from './list-layout.ts';
import type { ListChoice, ReviewView } from '../../core/bills/review-view.ts';
import { useBillCounts } from '../../kit/hooks/use-bill-counts.ts';
import { useFilterOffer } from './use-filter-offer.ts';
import { ViewsMenu } from './ViewsMenu.tsx';

export interface ListHeaderProps {
  readonly view: ReviewView;
  /** Another list: it begins with its first bill. */
  readonly onChoose: (choice: Partial<ListChoice>) => void;
  readonly layout: ListLayout;
  readonly today: PlainDate;
  readonly searchRef: Ref<HTMLInputElement>;
  /** Enter in the search goes to the list. */
  readonly onDone: () => void;
  /** Beside the choices, at the end. */
  readonly exportMenu: ReactNode;
}

/** What is shown, in which order, and how much it comes to. */
export function ListHeader(props: ListHeaderProps) {
  const { view, onChoose, layout, today, searchRef, onDone, exportMenu } = props;
  const { locale } = useServices();
  const counts = useBillCounts();
  const offer = useFilterOffer(view);
  const filterButton = useRef<HTMLButtonElement>(null);
  const focusFilters = useCallback(() => filterButton.current?.focus(), []);
  const { list, filter } = view;
  const chips = useMemo(
    () => filterChips({ list, filter }, { locale, today }),
    [list, filter, locale, today],
  );
  return (
    <div className="list-header">
      <div className="list-header__controls">
        <SearchBox
          label={en.review.search}
          hint={en.review.searchHint}
          clearLabel={en.review.clearSearch}
          value={view.search}
          onChange={(search) => onChoose({ search })}
          inputRef={searchRef}
          onDone={onDone}
        />
        <Choice
          label={en.review.show}
          value={view.list}
          options={billLists.map((id) => ({
            id,
            label: en.review.lists[id],
            note: formatCount(counts(id)),
          }))}
          onChange={(chosen) => onChoose({ list: chosen })}
        />
        <FilterPanel
          filter={filter}
          inUse={chips.filter(({ id }) => id !== 'status').length}
          offer={offer}
          onApply={(next) => onChoose({ filter: next })}
          buttonRef={filterButton}
        />
      </div>
      <FilterChips
        chips={chips}
        onChoose={onChoose}
        onClear={() => onChoose(withoutFilters)}
        onEmpty={focusFilters}
      />
      <div className="list-header__foot">
        <div className="list-header__sums" role="status">
          <span className="list-header__count">{en.review.bills(layout.rows.length)}</span>
          {layout.totals.length > 0 && <span className="faint">{en.review.dueTotal}</span>}
          <Totals totals={layout.totals} locale={locale} />
        </div>
        <div className="list-header__tools">
          <SortGroupMenu view={view} onChoose={onChoose} />
          <ViewsMenu view={view} onChoose={onChoose} />
          {exportMenu}
        </div>
      </div>
    </div>
  );
}
