import { type Ref, useEffect } from 'react';
import { useServices } from '../../kit/services.ts';
import type { Flag } from '../../core/bills/flags/flag.ts';
import { useNamesBesideBills } from '../../kit/hooks/use-organizations.ts';
import type { SearchTerm } from '../../core/bills/search-terms.ts';
import { messages } from '../../kit/text/messages.ts';
import type { PlainDate } from '../../core/time/days.ts';
import { useObservable } from '../../kit/hooks/use-observable.ts';
import type { Approval } from '../../core/outbox/approval.ts';
import { Grid } from '../../kit/grid/Grid.tsx';
import { useRowHeights } from '../../kit/grid/use-grid-window.ts';
import './bill-grid.css';
import { BillGridRow } from './BillGridRow.tsx';
import { isPartial, type ListLayout } from './list-layout.ts';
import type { SelectedBills } from './selection.ts';

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
  /** Paid and void bills can be among them. */
  readonly withHistory: boolean;
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
  const rowPx = heights.rowPx + (names === null ? 0 : ORGANIZATION_LINE_PX);
  return (
    <Grid
      gridRef={props.gridRef}
      label={messages.review.grid}
      columns={columnsOf()}
      headClassName="bill-row bill-row--head"
      entries={layout}
      rows={layout.billCount}
      heights={{ ...heights, rowPx }}
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
            withHistory={props.withHistory}
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
/** What a second line in each row takes. */
const ORGANIZATION_LINE_PX = 8;

const columnsOf = () =>
  Object.entries(messages.review.columns).map(([key, label]) => ({
    key,
    label,
    className: `bill-row__${key}`,
  }));

function isStep(key: string): boolean {
  return key === 'ArrowUp' || key === 'ArrowDown';
}
