import { memo, type MouseEvent, type ReactNode, useEffect, useMemo } from 'react';
import { useData } from '../../../kit/services/data.ts';
import { useShell } from '../../../kit/services/shell.ts';
import { useReview } from '../../../kit/services/review.ts';
import { useApprovedToday, useNamesBesideBills } from '../../../kit/hooks/use-organizations.ts';
import { messages } from '../../../kit/text/messages.ts';
import { sayAll } from '../../../kit/text/say.ts';
import { useObservable } from '../../../kit/hooks/use-observable.ts';
import { Grid, type GridProps, type RowPlace } from '../../../kit/grid/Grid.tsx';
import type { MenuPlace } from '../../../kit/ui/menu-place.ts';
import { useRowHeights } from '../../../kit/grid/use-grid-window.ts';
import './bill-grid.css';
import { BillGridRow } from './BillGridRow.tsx';
import { GroupRow } from './GroupRow.tsx';
import { holdsHistory } from '../../../core/bills/lists/bill-list.ts';
import type { BillRow } from '../../../core/model/bill-row.ts';
import type { ListChoice } from '../../../core/model/list-choice.ts';
import { amountWidthPx } from './amount-width.ts';
import { columnsToDraw, gridColumns, type ChangeColumns } from './list-columns.ts';
import { isPartial, type GroupEntry, type ListLayout } from './list-layout.ts';
import type { SelectedBills } from './selection.ts';
import { groupingShown } from './list-order.ts';
import type { ShownBills } from './use-bill-list.ts';

export interface BillGridProps extends Pick<
  GridProps,
  'gridRef' | 'position' | 'onMove' | 'onOpen'
> {
  readonly shown: ShownBills;
  readonly selection: SelectedBills;
  /** Ids of bills whose approval is not saved yet, on a slow disk. */
  readonly saving: ReadonlySet<string>;
  /**
   * Shows the summary for approving the unflagged bills of a group.
   * @param group entry of its heading
   */
  readonly onApproveUnflagged: (group: number) => void;
  /** Opens the menu of the bill, or of all selected bills if it is one of them. */
  readonly onMenu: (at: MenuPlace, row: BillRow) => void;
  readonly onChoose: (choice: Partial<ListChoice>) => void;
}

/** All bills in groups. Redraws only if list, position or selection change. */
export const BillGrid = memo((props: BillGridProps) => {
  const { shown, position, selection, onMove, onOpen } = props;
  const { layout } = shown;
  const currentEntry = position === null ? null : layout.entryOfBill(position);
  useStartMarks(!isPartial(layout));
  const heights = useRowHeights(true);
  const { pace } = useReview();
  const { columns, drawEntry } = useEntries(props, currentEntry);
  return (
    <Grid
      gridRef={props.gridRef}
      label={messages.review.grid}
      columns={columns}
      headClassName="bill-row bill-row--head"
      entries={layout}
      list={shown.choice}
      rows={layout.billCount}
      heights={heights}
      position={position}
      currentEntry={currentEntry}
      isSelectable
      onMove={onMove}
      onOpen={onOpen}
      onClickEntry={(index, event) => clickEntry(props, index, event)}
      onDrawn={(visible) =>
        pace.drawn('list', visible === null ? [] : rowsBetween(layout, ...visible))
      }
      onMenu={(index, at) => {
        const entry = layout.entryAt(index);
        if (entry?.kind !== 'bill') return false;
        onMove(entry.position);
        props.onMenu(at, entry.row);
        return true;
      }}
      onKey={(event, next) => {
        const isAll = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a';
        if (isAll) selection.all();
        else if (next !== null && event.shiftKey && ['ArrowUp', 'ArrowDown'].includes(event.key))
          selection.extendTo(position, next);
        return isAll;
      }}
    >
      {drawEntry}
    </Grid>
  );
});

function rowsBetween({ entryAt }: ListLayout, first: number, last: number): readonly BillRow[] {
  const rows: BillRow[] = [];
  for (let index = first; index <= last; index += 1) {
    const entry = entryAt(index);
    if (entry?.kind === 'bill') rows.push(entry.row);
  }
  return rows;
}

/** Function that draws an entry, and the columns to draw. */
function useEntries(props: BillGridProps, currentEntry: number | null) {
  const { shown, selection, saving } = props;
  const { layout, approved, today } = shown;
  const { flags, annotations } = useData().workspace;
  useObservable(flags.version);
  useObservable(annotations.version);
  const names = useNamesBesideBills();
  const { drawn, columns, withMemo } = useColumns(props, names !== null);
  const { list } = shown.choice;
  const withHistory = holdsHistory(list);
  const isUnderWay = useApprovedToday().count > 0 && list === 'inbox';
  const hasBatch = useBatchCurrencies();
  const isWhole = !isPartial(layout);
  const drawEntry = (index: number, place: RowPlace): ReactNode => {
    const entry = layout.entryAt(index);
    if (entry === null) return null;
    if (entry.kind === 'group') {
      return (
        <GroupRow
          key={`group ${index}`}
          {...place}
          index={index}
          group={entry}
          columns={drawn.length}
          withHistory={withHistory}
          onSelect={selection.group}
          onApproveUnflagged={isWhole && hasBatch(entry) ? props.onApproveUnflagged : null}
          isUnderWay={isUnderWay}
        />
      );
    }
    const { row } = entry;
    const { id } = row.bill;
    // Unchanged props must keep their identity, because new objects redraw a row.
    return (
      <BillGridRow
        key={id}
        {...place}
        row={row}
        approval={approved.get(id) ?? null}
        isSaving={saving.has(id)}
        annotation={annotations.annotationOf(row.organizationId, id)}
        organization={names?.get(row.organizationId) ?? null}
        flags={flags.flagsOf(id)}
        today={today}
        columns={drawn}
        withMemo={withMemo}
        list={list}
        isUnderLate={!withHistory && isUnderLate(layout, index)}
        isCurrent={index === currentEntry}
        isSelected={selection.ids.has(id)}
        terms={shown.terms}
      />
    );
  };
  return { columns, drawEntry };
}

/** Marks the end of the start for the benchmark, after the rows were painted. */
function useStartMarks(isWhole: boolean): void {
  useEffect(() => markOnce('billfold:first-bill'), []);
  useEffect(() => {
    if (isWhole) markOnce('billfold:all-bills');
  }, [isWhole]);
}

/** Sets a mark once, because the browser stores every mark until the window closes. */
function markOnce(name: string): void {
  if (performance.getEntriesByName(name).length === 0) performance.mark(name);
}

function clickEntry(
  { shown, position, selection, onMove, onOpen }: BillGridProps,
  index: number,
  event: MouseEvent,
): void {
  const entry = shown.layout.entryAt(index);
  if (entry?.kind !== 'bill') return;
  const onCheck = event.target instanceof Element && event.target.closest('.bill-row__check');
  const isToggle = event.ctrlKey || event.metaKey || onCheck;
  if (event.shiftKey) selection.extendTo(position, entry.position);
  else if (isToggle) selection.toggle(entry.position);
  onMove(entry.position);
  if (!event.shiftKey && !isToggle) onOpen();
}

/** The user's columns and their headers. */
function useColumns({ shown: { choice, layout }, onChoose }: BillGridProps, hasSeveral: boolean) {
  const { workspace } = useData();
  const { run, announce, locale } = useShell();
  const { columns } = useObservable(workspace.settings);
  const { sort, descending } = choice;
  const { amountKind: kind, widestAmounts } = layout;
  const leastPx = useMemo(() => amountWidthPx(widestAmounts, locale), [widestAmounts, locale]);
  const grouping = groupingShown(choice.grouping, hasSeveral);
  // Memoized: rows and the header row redraw for a new array.
  const drawn = useMemo(
    () => columnsToDraw(columns, { grouping, hasSeveral }),
    [columns, grouping, hasSeveral],
  );
  const heads = useMemo(() => {
    const change: ChangeColumns = (next) =>
      run(workspace.commands.changeSettings((now) => ({ columns: next(now.columns) })));
    const onSort: Parameters<typeof gridColumns>[4] = (order) => {
      const { sorts, directions, sortGroup } = messages.views;
      const direction = directions[order.sort][order.descending ? 'down' : 'up'];
      announce(sayAll(', ', [sortGroup.label(sorts[order.sort]), direction]));
      onChoose(order);
    };
    const order = { sort, descending, grouping };
    return gridColumns(drawn, columns, order, { kind, leastPx }, onSort, change);
  }, [
    drawn,
    columns,
    kind,
    leastPx,
    sort,
    descending,
    grouping,
    onChoose,
    announce,
    run,
    workspace,
  ]);
  return { drawn, columns: heads, withMemo: !columns.hidden.includes('memo') };
}

/** Whether a group has bills in a currency for which the user approves unflagged bills in one batch. */
function useBatchCurrencies(): (entry: GroupEntry) => boolean {
  const { limits } = useObservable(useData().workspace.settings);
  const currencies = limits.flatMap(({ currency, batchMostCents }) =>
    batchMostCents === null ? [] : currency,
  );
  return ({ group, totals }) =>
    group.by !== 'similar' && totals.some(({ currency }) => currencies.includes(currency));
}

function isUnderLate(layout: ListLayout, index: number): boolean {
  const heading = layout.entryAt(layout.headingAbove(index) ?? -1);
  return (
    heading?.kind === 'group' && heading.group.by === 'dueDate' && heading.group.group === 'past'
  );
}
