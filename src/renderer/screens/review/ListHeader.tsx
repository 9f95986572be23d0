import { type Ref, useCallback, useEffect, useMemo, useRef } from 'react';
import { useServices } from '../../kit/services.ts';
import { formatCount } from '../../kit/text/count.ts';
import { messages } from '../../kit/text/messages.ts';
import { Choice } from '../../kit/ui/Choice.tsx';
import { SearchBox } from '../../kit/ui/SearchBox.tsx';
import { Totals } from '../../kit/ui/Totals.tsx';
import { SortGroupMenu } from './SortGroupMenu.tsx';
import { billLists, queryFor } from '../../core/bills/bill-list.ts';
import { type FilterChip, filterChips, withoutFilters } from './filter-chips.ts';
import { FilterPanel } from './FilterPanel.tsx';
import type { ListChoice, ReviewView } from '../../core/bills/review-view.ts';
import { useBillCounts } from '../../kit/hooks/use-bill-counts.ts';
import { vendorName } from '../../../contract/assumptions.ts';
import { sortKeyOf } from '../../core/bills/search-text.ts';
import type { FilterOffer } from './filter-form.ts';
import { ViewsMenu } from './ViewsMenu.tsx';
import { mostBilledFirst } from './currency-order.ts';
import type { ShownBills } from './use-bill-list.ts';
import { useBillTable } from './bill-table.ts';
import { isPartial } from './list-layout.ts';
import { ExportMenu } from '../../kit/export/ExportMenu.tsx';
import { Button as AriaButton } from 'react-aria-components';
import { Button } from '../../kit/ui/Button.tsx';
import { Icon } from '../../kit/ui/icons.tsx';

export interface ListHeaderProps {
  readonly view: ReviewView;
  /** Another list: it begins with its first bill. */
  readonly onChoose: (choice: Partial<ListChoice>) => void;
  readonly shown: Pick<ShownBills, 'layout' | 'approved' | 'today'>;
  readonly searchRef: Ref<HTMLInputElement>;
  /** Enter and Escape in the search go to the list. */
  readonly onDone: () => void;
  /** Down in the search goes to the first find. */
  readonly onFirst: () => void;
  /** Shows the list where a bill stands in its place. */
  readonly onShow: () => void;
}

/** What is shown, in which order, and how much it comes to. */
export function ListHeader(props: ListHeaderProps) {
  const { view, onChoose, shown, searchRef, onDone, onFirst, onShow } = props;
  const { layout, today } = shown;
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
          label={messages.review.search}
          hint={messages.review.searchHint}
          clearLabel={messages.review.clearSearch}
          value={view.search}
          onChange={(search) => onChoose({ search })}
          inputRef={searchRef}
          onDone={onDone}
          onFirst={onFirst}
        />
        <Choice
          label={messages.review.show}
          value={view.list}
          options={billLists.map((id) => ({
            id,
            label: messages.review.lists[id],
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
          onShow={onShow}
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
          <span className="list-header__count">{messages.review.bills(layout.exact)}</span>
          {layout.totals.length > 0 && <span className="faint">{messages.review.dueTotal}</span>}
          <Totals totals={mostBilledFirst(layout.totals, layout.rows)} locale={locale} />
        </div>
        <div className="list-header__tools">
          <SortGroupMenu view={view} onChoose={onChoose} onShow={onShow} />
          <ViewsMenu view={view} onChoose={onChoose} onShow={onShow} />
          <BillExport view={view} shown={shown} />
        </div>
      </div>
    </div>
  );
}

/** Exports the list of bills as it is on screen. */
function BillExport({ view, shown }: Pick<ListHeaderProps, 'view' | 'shown'>) {
  const table = useBillTable(view, shown);
  return (
    <ExportMenu
      isDisabled={shown.layout.billCount === 0 || isPartial(shown.layout)}
      table={() => table(shown.layout)}
    />
  );
}

/** What the filter panel offers to choose from: what the bills of this status have, unfiltered. */
function useFilterOffer({ list }: Pick<ListChoice, 'list'>): () => FilterOffer {
  const { bills } = useServices().workspace;
  return useCallback(() => {
    const query = queryFor({ list, search: '', sort: 'dueDate', descending: false });
    const vendors = new Set<string>();
    const currencies = new Set<string>();
    for (const { bill } of bills.query(query)) {
      vendors.add(vendorName(bill) ?? messages.review.noVendor);
      currencies.add(bill.currency);
    }
    return { vendors: [...vendors].toSorted(byName), currencies: [...currencies].toSorted() };
  }, [bills, list]);
}

function byName(left: string, right: string): number {
  return sortKeyOf(left) < sortKeyOf(right) ? -1 : 1;
}

interface FilterChipsProps {
  readonly chips: readonly FilterChip[];
  readonly onChoose: (choice: Partial<ListChoice>) => void;
  readonly onClear: () => void;
  /** Where the focus goes when there is no chip left. */
  readonly onEmpty: () => void;
}

/** The filters in use, each to be taken away by itself. */
function FilterChips({ chips, onChoose, onClear, onEmpty }: FilterChipsProps) {
  const list = useRef<HTMLUListElement>(null);
  /** Place of the chip that was taken away: the next one takes the focus over. */
  const removed = useRef<number | null>(null);
  useEffect(() => {
    if (removed.current === null) return;
    const buttons = list.current?.querySelectorAll('button') ?? [];
    const next = buttons[Math.min(removed.current, chips.length - 1)];
    removed.current = null;
    if (next) next.focus();
    else onEmpty();
  }, [chips, onEmpty]);
  if (chips.length === 0) return null;
  const text = messages.views.chips;
  return (
    <ul className="chips" aria-label={text.list} ref={list}>
      {chips.map((chip, at) => (
        <li key={chip.id}>
          <AriaButton
            className="chip"
            aria-label={text.remove(chip.text)}
            onPress={() => {
              removed.current = at;
              onChoose(chip.without);
            }}
          >
            <span className="cut">{chip.text}</span>
            <Icon name="close" />
          </AriaButton>
        </li>
      ))}
      <li>
        <Button
          size="small"
          variant="quiet"
          onPress={() => {
            removed.current = 0;
            onClear();
          }}
        >
          {text.clear}
        </Button>
      </li>
    </ul>
  );
}
