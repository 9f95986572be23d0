import { type Ref, useEffect, useMemo } from 'react';
import { useServices } from '../../kit/services.ts';
import type { Flag } from '../../core/bills/flags/flag.ts';
import { useApprovedTodayCount } from '../../kit/hooks/use-approvals.ts';
import { useNamesBesideBills } from '../../kit/hooks/use-organizations.ts';
import type { SearchTerm } from '../../core/bills/search-terms.ts';
import { messages } from '../../kit/text/messages.ts';
import type { PlainDate } from '../../core/time/days.ts';
import { useObservable } from '../../kit/hooks/use-observable.ts';
import type { Approval } from '../../core/outbox/approval.ts';
import { Grid } from '../../kit/grid/Grid.tsx';
import type { MenuPlace } from '../../kit/ui/menu-place.ts';
import { useRowHeights } from '../../kit/grid/use-grid-window.ts';
import './bill-grid.css';
import { BillGridRow } from './BillGridRow.tsx';
import { holdsHistory } from '../../core/bills/bill-list.ts';
import type { BillRow } from '../../core/bills/bill-row.ts';
import type { ListChoice } from '../../core/bills/review-view.ts';
import { columnsToDraw, gridColumns, type ListColumns } from './list-columns.ts';
import { isPartial, type GroupEntry, type ListLayout } from './list-layout.ts';
import type { SelectedBills } from './selection.ts';
import { groupingShown } from './SortGroupMenu.tsx';

export interface BillGridProps {
  readonly gridRef: Ref<HTMLDivElement>;
  readonly layout: ListLayout;
  readonly approved: ReadonlyMap<string, Approval>;
  /** The search terms, to be marked in the rows. */
  readonly terms: readonly SearchTerm[];
  readonly today: PlainDate;
  /** Place of the current bill, or null when it is not in the list. */
  readonly position: number | null;
  readonly selection: SelectedBills;
  readonly onMove: (position: number) => void;
  readonly onOpen: () => void;
  /** What approving the unflagged of a group comes to. @param group entry of its heading */
  readonly onApproveUnflagged: (group: number) => void;
  /** The current bill's menu, or that of all selected where it is one of them. */
  readonly onMenu: (at: MenuPlace, row: BillRow) => void;
  /** What is listed, and how. */
  readonly choice: ListChoice;
  readonly onChoose: (choice: Partial<ListChoice>) => void;
}

/** All bills under their headings. */
export function BillGrid(props: BillGridProps) {
  const { layout, approved, today, position, selection, onMove, onOpen } = props;
  const { flags } = useServices().workspace;
  useObservable(flags.version);
  // Painted by then: what the bench takes for the end of the start.
  useEffect(() => void performance.mark('billfold:first-bill'), []);
  const isWhole = !isPartial(layout);
  useEffect(() => {
    if (isWhole) performance.mark('billfold:all-bills');
  }, [isWhole]);
  const currentEntry = position === null ? null : layout.entryOfBill(position);
  const names = useNamesBesideBills();
  const heights = useRowHeights();
  const { drawn, columns } = useColumns(props, names !== null);
  const withHistory = holdsHistory(props.choice.list);
  const isUnderWay = useApprovedTodayCount() > 0 && props.choice.list === 'inbox';
  const hasBatch = useBatchCurrencies();
  return (
    <Grid
      gridRef={props.gridRef}
      label={messages.review.grid}
      columns={columns}
      headClassName="bill-row bill-row--head"
      entries={layout}
      rows={layout.billCount}
      heights={heights}
      position={position}
      currentEntry={currentEntry}
      isSelectable
      onMove={onMove}
      onOpen={onOpen}
      onClickEntry={(index, event) => {
        const entry = layout.entryAt(index);
        if (entry?.kind !== 'bill') return;
        const withControl = event.ctrlKey || event.metaKey;
        if (event.shiftKey) selection.extendTo(position, entry.position);
        else if (withControl) selection.toggle(entry.position);
        onMove(entry.position);
        if (!event.shiftKey && !withControl) onOpen();
      }}
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
        else if (next !== null && event.shiftKey && isStep(event.key))
          selection.extendTo(position, next);
        return isAll;
      }}
    >
      {(index, place) => {
        const entry = layout.entryAt(index);
        if (entry === null) return null;
        const row = entry.kind === 'bill' ? entry.row : null;
        return (
          <BillGridRow
            key={row?.bill.id ?? `group ${index}`}
            {...place}
            entry={entry}
            approval={(row && approved.get(row.bill.id)) ?? null}
            organization={(row && names?.get(row.organizationId)) ?? null}
            flags={row ? flags.flagsOf(row.bill.id) : noFlags}
            today={today}
            columns={drawn}
            list={props.choice.list}
            withHistory={withHistory}
            isUnderLate={row !== null && !withHistory && isUnderLate(layout, index)}
            // A bill is not drawn anew for another list.
            rows={row === null ? layout.rows : noRows}
            onSelectGroup={row === null ? () => selection.group(index) : null}
            onApproveUnflagged={
              entry.kind === 'group' && isWhole && hasBatch(entry)
                ? () => props.onApproveUnflagged(index)
                : null
            }
            isUnderWay={isUnderWay && row === null}
            isCurrent={index === currentEntry}
            isSelected={row !== null && selection.ids.has(row.bill.id)}
            terms={props.terms}
          />
        );
      }}
    </Grid>
  );
}

const noFlags: readonly Flag[] = [];
const noRows: readonly BillRow[] = [];

/** The columns the user wants, and what their headers do. */
function useColumns({ choice, onChoose }: BillGridProps, hasSeveral: boolean) {
  const { workspace, run } = useServices();
  const { columns } = useObservable(workspace.settings);
  const grouping = groupingShown(choice.grouping, hasSeveral);
  // The same until they change: rows are drawn anew for others.
  const drawn = useMemo(
    () => columnsToDraw(columns, { grouping, hasSeveral }),
    [columns, grouping, hasSeveral],
  );
  const change = (next: ListColumns): void =>
    run(workspace.commands.changeSettings({ columns: next }));
  return { drawn, columns: gridColumns(drawn, columns, { ...choice, grouping }, onChoose, change) };
}

/** Whether a group has bills in a currency whose unflagged bills the user approves in one go. */
function useBatchCurrencies(): (entry: GroupEntry) => boolean {
  const { limits } = useObservable(useServices().workspace.settings);
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

function isStep(key: string): boolean {
  return key === 'ArrowUp' || key === 'ArrowDown';
}
