import { memo, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useServices } from '../../kit/services.ts';
import { formatCount } from '../../kit/text/count.ts';
import { messages } from '../../kit/text/first-messages.ts';
import { Choice } from '../../kit/ui/Choice.tsx';
import { SearchBox } from '../../kit/ui/SearchBox.tsx';
import { Totals } from '../../kit/ui/Totals.tsx';
import { SortGroupMenu } from './SortGroupMenu.tsx';
import { type BillList, billLists, queryFor } from '../../core/bills/bill-list.ts';
import { type FilterChip, filterChips, withoutFilters } from './filter-chips.ts';
import { FilterPanel } from './FilterPanel.tsx';
import type { BillFilter } from '../../core/bills/bill-filter.ts';
import type { ListChoice } from '../../core/bills/review-view.ts';
import { useBillCounts } from '../../kit/hooks/use-bill-counts.ts';
import { useStable } from '../../kit/hooks/use-stable.ts';
import { vendorName } from '../../../contract/assumptions.ts';
import { sortKeyOf } from '../../core/bills/search-text.ts';
import type { FilterOffer } from './filter-form.ts';
import { ViewsMenu } from './ViewsMenu.tsx';
import type { ShownBills } from './use-bill-list.ts';
import { useBillTable } from './use-bill-table.ts';
import { isPartial, mostBilledFirst } from './list-layout.ts';
import { ExportMenu } from '../../kit/export/ExportMenu.tsx';
import { BareButton, Button } from '../../kit/ui/Button.tsx';
import { Icon } from '../../kit/ui/icons.tsx';

export interface ListHeaderProps {
  readonly choice: ListChoice;
  /** Another list: it begins with its first bill. */
  readonly onChoose: (choice: Partial<ListChoice>) => void;
  readonly shown: ShownBills;
  readonly searchRef: RefObject<HTMLInputElement | null>;
  /** Enter and Escape in the search go to the list. */
  readonly onDone: () => void;
  /** Down in the search goes to the first find. */
  readonly onFirst: () => void;
  /** Shows the list where a bill stands in its place. */
  readonly onShow: () => void;
}

/** What is shown, in which order, and how much it comes to. Each part is drawn anew for what it shows alone. */
export const ListHeader = memo((props: ListHeaderProps) => {
  const { choice, onChoose, shown, searchRef, onDone, onFirst, onShow } = props;
  const { layout, today } = shown;
  const { locale } = useServices();
  const { list, filter, sort, descending, grouping } = choice;
  const offer = useFilterOffer(list);
  const [lists] = useState(listOptions);
  const filterButton = useRef<HTMLButtonElement>(null);
  const acts = useStable({
    search: (search: string) => onChoose({ search }),
    show: (chosen: BillList) => onChoose({ list: chosen }),
    filter: (next: BillFilter) => onChoose({ filter: next }),
    unfilter: () => onChoose(withoutFilters),
    focusFilters: () => filterButton.current?.focus(),
  });
  const chips = useMemo(
    () => filterChips({ list, filter }, { locale, today }),
    [list, filter, locale, today],
  );
  const order = useMemo(() => ({ sort, descending, grouping }), [sort, descending, grouping]);
  return (
    <div className="list-header">
      <div className="list-header__controls">
        <SearchBox
          label={messages.review.search}
          hint={messages.review.searchHint}
          clearLabel={messages.review.clearSearch}
          value={choice.search}
          onChange={acts.search}
          inputRef={searchRef}
          onDone={onDone}
          onFirst={onFirst}
        />
        <Choice label={messages.review.show} value={list} options={lists} onChange={acts.show} />
        <FilterPanel
          filter={filter}
          inUse={chips.filter(({ id }) => id !== 'status').length}
          offer={offer}
          onApply={acts.filter}
          buttonRef={filterButton}
          onShow={onShow}
        />
      </div>
      <FilterChips
        chips={chips}
        onChoose={onChoose}
        onClear={acts.unfilter}
        onEmpty={acts.focusFilters}
      />
      <div className="list-header__foot">
        <div className="list-header__sums" role="status">
          <span className="list-header__count">{messages.review.bills(layout.exact)}</span>
          {layout.totals.length > 0 && <span className="faint">{messages.review.dueTotal}</span>}
          <Totals totals={mostBilledFirst(layout.totals, layout.currencies)} locale={locale} />
        </div>
        <div className="list-header__tools">
          <SortGroupMenu order={order} onChoose={onChoose} onShow={onShow} />
          <ViewsMenu choice={choice} onChoose={onChoose} onShow={onShow} />
          <BillExport choice={choice} shown={shown} />
        </div>
      </div>
    </div>
  );
});

// A count is drawn while the lists are open: their collection is not gone through for another.
function listOptions() {
  return billLists.map((id) => ({
    id,
    label: messages.review.lists[id],
    note: <CountOf list={id} />,
  }));
}

function CountOf({ list }: { readonly list: BillList }) {
  return formatCount(useBillCounts()(list));
}

/** Exports the list of bills as it is on screen. */
function BillExport({ choice, shown }: Pick<ListHeaderProps, 'choice' | 'shown'>) {
  const partsOf = useBillTable(choice, shown);
  const { table } = useStable({
    table: async () => {
      const parts = partsOf(shown.layout);
      return (await import('./bill-table.ts')).billTable(parts);
    },
  });
  const isDisabled = shown.layout.billCount === 0 || isPartial(shown.layout);
  return <ExportMenu isDisabled={isDisabled} table={table} />;
}

/** What the filter panel offers to choose from: what the bills of this status have, unfiltered. */
function useFilterOffer(list: BillList): () => FilterOffer {
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
const FilterChips = memo(({ chips, onChoose, onClear, onEmpty }: FilterChipsProps) => {
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
          <BareButton
            className="chip"
            aria-label={text.remove(chip.text)}
            onPress={() => {
              removed.current = at;
              onChoose(chip.without);
            }}
          >
            <span className="cut">{chip.text}</span>
            <Icon name="close" />
          </BareButton>
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
});
