import { compareValues } from '../../../../base/compare-values.ts';
import { memo, type RefObject, useCallback, useMemo, useRef, useState } from 'react';
import { useData } from '../../../kit/services/data.ts';
import { useShell } from '../../../kit/services/shell.ts';
import { formatCount } from '../../../kit/text/count.ts';
import { messages } from '../../../kit/text/messages.ts';
import { Choice } from '../../../kit/ui/Choice.tsx';
import { SearchBox } from '../../../kit/ui/SearchBox.tsx';
import { Totals } from '../../../kit/ui/Totals.tsx';
import { queryFor } from '../../../core/bills/lists/bill-list.ts';
import {
  type BillList,
  billLists,
  type BillFilter,
  type ListChoice,
} from '../../../core/model/list-choice.ts';
import { FilterPanel } from '../filters/FilterPanel.tsx';
import { useBillCounts } from '../../../kit/hooks/use-bill-counts.ts';
import { useStable } from '../../../kit/hooks/use-stable.ts';
import { vendorName } from '../../../../contract/bill.ts';
import { sortKeyOf } from '../../../core/bills/search/search-text.ts';
import type { FilterOffer } from '../filters/filter-form.ts';
import { ViewsMenu } from '../views/ViewsMenu.tsx';
import type { ShownBills } from './use-bill-list.ts';
import { useBillExport } from './use-bill-export.ts';
import { isPartial, type ListLayout } from './list-layout.ts';
import { ExportMenu } from '../../../kit/export/ExportMenu.tsx';
import { BareButton } from '../../../kit/ui/Button.tsx';
import { lazy } from '../../../kit/ui/lazy.tsx';
import { useOpeningKey } from '../../../kit/hooks/use-shortcuts.ts';
import { useKeyTip } from '../../../kit/ui/Keys.tsx';
import { Icon } from '../../../kit/ui/icons.tsx';
import { Opened, useOpener } from '../../../kit/ui/opener.tsx';
import { useObservable } from '../../../kit/hooks/use-observable.ts';
import { groupingShown, type ListOrder } from './list-order.ts';

export interface ListHeaderProps {
  readonly choice: ListChoice;
  /** Shows another list, from its first bill. */
  readonly onChoose: (choice: Partial<ListChoice>) => void;
  readonly shown: ShownBills;
  readonly searchRef: RefObject<HTMLInputElement | null>;
  /** Called on Enter and Escape in the search: moves the focus to the list. */
  readonly onDone: () => void;
  /** Called on ArrowDown in the search: moves to the first match. */
  readonly onFirst: () => void;
  /** Shows the list when the bill covers it. */
  readonly onShow: () => void;
}

/** The list's name, order, search and totals. Each part redraws only for its own changes. */
export const ListHeader = memo((props: ListHeaderProps) => {
  const { choice, onChoose, shown, searchRef, onDone, onFirst, onShow } = props;
  const { layout, today, isSearching } = shown;
  const totals = isSearching ? [] : layout.totals;
  const { locale, run } = useShell();
  const { list, filter } = choice;
  const { sort, descending, grouping } = shown.choice;
  const offer = useFilterOffer(list);
  const [lists] = useState(listOptions);
  const filterButton = useRef<HTMLButtonElement>(null);
  const { clock } = useData();
  const chooseLater = async (next: Partial<ListChoice>): Promise<void> => {
    // The menu closes before the list is drawn, because both together take longer than a frame.
    await clock.sleep(0);
    onChoose(next);
  };
  const acts = useStable({
    search: (search: string) => onChoose({ search }),
    chooseInMenu: (next: Partial<ListChoice>) => run(chooseLater(next)),
    show: (chosen: BillList) => acts.chooseInMenu({ list: chosen }),
    filter: (next: BillFilter) => onChoose({ filter: next }),
    focusFilters: () => filterButton.current?.focus(),
  });
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
        <Choice
          label={messages.review.show}
          value={shown.choice.list}
          options={lists}
          onChange={acts.show}
        />
        <FilterPanel
          filter={filter}
          offer={offer}
          onApply={acts.filter}
          buttonRef={filterButton}
          onShow={onShow}
        />
      </div>
      <FilterChips
        list={list}
        filter={filter}
        search={choice.search}
        reading={shown.reading}
        today={today}
        onChoose={onChoose}
        onEmpty={acts.focusFilters}
      />
      <div className="list-header__foot">
        <div className="list-header__sums" role="status">
          <span className="list-header__count">
            {isSearching ? messages.review.searching : <Shown layout={layout} />}
          </span>
          {totals.length > 0 &&
            (layout.amountKind === 'total' ? (
              <span className="faint list-header__total">{messages.review.amountKinds.total}</span>
            ) : (
              <span className="faint">{messages.review.dueTotal}</span>
            ))}
          <Totals totals={totals} locale={locale} />
        </div>
        <div className="list-header__tools">
          <SortGroupMenu order={order} onChoose={acts.chooseInMenu} onShow={onShow} />
          <ViewsMenu choice={choice} onChoose={onChoose} onShow={onShow} />
          <BillExport shown={shown} />
        </div>
      </div>
    </div>
  );
});

/** Number of bills that match, or of the similar ones that are shown in their place; nothing if no bills were opened. */
function Shown({ layout: { exact, billCount } }: { readonly layout: ListLayout }): string | null {
  const isOpen = useObservable(useData().workspace.connectionFault) === null;
  const { bills, similarBills } = messages.review;
  if (billCount > 0) return exact === 0 ? similarBills(billCount) : bills(exact);
  return isOpen ? bills(exact) : null;
}

// Each count is a component, so that a new count doesn't rebuild the options of an open select box.
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

function BillExport({ shown }: Pick<ListHeaderProps, 'shown'>) {
  const partsOf = useBillExport(shown.choice, shown);
  const { table } = useStable({
    table: async () => {
      const parts = partsOf(shown.layout);
      return (await import('./bill-export.ts')).billExport(parts);
    },
  });
  const { layout } = shown;
  const isDisabled = layout.billCount === 0 || isPartial(layout);
  return <ExportMenu isDisabled={isDisabled} table={table} />;
}

/** Vendors and currencies for the filter panel, from all bills of this list. */
function useFilterOffer(list: BillList): () => FilterOffer {
  const { bills } = useData().workspace;
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
  return compareValues(sortKeyOf(left), sortKeyOf(right));
}

const FilterChips = lazy(() => import('../filters/FilterChips.tsx'), 'FilterChips');
const SortMenu = lazy(() => import('./SortMenu.tsx'), 'SortMenu');

interface SortGroupMenuProps {
  readonly order: ListOrder;
  readonly onChoose: (choice: Partial<ListChoice>) => void;
  /** Shows the button, which the bill may cover in a small window. */
  readonly onShow: () => void;
}

const SortGroupMenu = memo(({ order, onChoose, onShow }: SortGroupMenuProps) => {
  const hasSeveral = useObservable(useData().workspace.allOrganizations);
  const { opener, button } = useOpener('menu');
  useOpeningKey('sort', opener, onShow);
  const text = messages.views.sortGroup;
  const { sort, descending } = order;
  const grouping = groupingShown(order.grouping, hasSeveral);
  const direction = messages.views.directions[sort][descending ? 'down' : 'up'];
  const tip = useKeyTip();
  const groups =
    grouping === 'none' ? text.notGrouped : text.groupedBy(messages.views.groupings[grouping]);
  return (
    <>
      <BareButton
        {...button}
        title={tip(text.label(messages.views.sorts[sort]), 'sort')}
        className="button button--quiet button--small"
        aria-label={text.button(messages.views.sorts[sort], direction, groups)}
      >
        <Icon name="sort" />
        <span>{text.label(messages.views.sorts[sort])}</span>
      </BareButton>
      <Opened of={opener} placement="bottom end">
        <SortMenu
          order={order}
          grouping={grouping}
          hasSeveral={hasSeveral}
          isWhole={opener.focusIn === 'last'}
          onChoose={onChoose}
        />
      </Opened>
    </>
  );
});
