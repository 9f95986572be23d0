import { useCallback, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { vendorName } from '../../../contract/assumptions.ts';
import { useActions, useShortcut } from '../../kit/hooks/use-shortcuts.ts';
import { useRoute } from '../../kit/route.ts';
import { useServices } from '../../kit/services.ts';
import { ListHeader } from './ListHeader.tsx';
import { useViewed, useCurrentBill, useSkip } from './use-current-bill.ts';
import { SnoozeDialog } from './SnoozeDialog.tsx';
import { howHidden } from '../../core/local/hidden-view.ts';
import { useAnnotating } from './use-annotating.ts';
import { useShownOrganizations } from '../../kit/hooks/use-organizations.ts';
import { en } from '../../kit/text/en.ts';
import { Message } from '../../kit/ui/Message.tsx';
import { useEarlierApprovals } from '../../kit/hooks/use-approvals.ts';
import { useObservable } from '../../kit/hooks/use-observable.ts';
import type { BillRow } from '../../core/bills/bill-row.ts';
import { holdsHistory, leavesWhenHidden } from '../../core/bills/bill-list.ts';
import { BillDetail } from './BillDetail.tsx';
import { noFilter } from '../../core/bills/bill-filter.ts';
import { BillGrid } from './BillGrid.tsx';
import { BulkDialog } from './BulkDialog.tsx';
import { FirstPull } from './FirstPull.tsx';
import { ListMessages } from './ListMessages.tsx';
import { NoBills } from './NoBills.tsx';
import '../../kit/parts/list-detail.css';
import './selection.css';
import type { ListChoice, ReviewView } from '../../core/bills/review-view.ts';
import { positionAfterApproving, useSelection } from './selection.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { useApprove } from './use-approve.ts';
import { useBillList } from './use-bill-list.ts';

/** The list of bills and the one that is looked at. */
export function ReviewScreen() {
  const { workspace, review } = useServices();
  const view = useObservable(review);
  const list = useBillList(view);
  const grid = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const change = useChange();
  const choose = useChoose(change);
  const current = useCurrentBill(list, view, change);
  const selection = useSelection(list);
  const focusGrid = (): void => grid.current?.focus();
  const approving = useApprove(list, current, selection, focusGrid);
  const row = current.billId === null ? null : workspace.bills.get(current.billId);
  const marking = useAnnotating({
    today: list.today,
    approved: list.approved,
    onDone: (rows) => {
      const ids = new Set(rows.map(({ bill }) => bill.id));
      const next = positionAfterApproving(list.layout.rows, current.position, ids);
      if (leavesWhenHidden(view.list) && next !== null && next !== current.position)
        current.moveTo(next);
      selection.clear();
    },
  });
  const note = useRef<HTMLTextAreaElement>(null);
  const skipping = useSkip(current, list.layout.rows.length);
  useOrganizationChange(change);
  useRouteBill(change);
  const isDetailSeen = view.detailOpen || !window.matchMedia(NARROW_WINDOW).matches;
  useViewed(isDetailSeen ? current.billId : null);

  useShortcut('nextBill', () => current.moveBy(1));
  useShortcut('previousBill', () => current.moveBy(-1));
  useShortcut('approve', () => {
    if (selection.rows.length > 1) approving.askForSelected();
    // What is approved has to be on screen: in a narrow window the bill is looked at first.
    else if (!view.detailOpen && window.matchMedia(NARROW_WINDOW).matches)
      change({ detailOpen: true });
    else approving.approve();
  });
  useShortcut('selectBill', () => {
    if (current.position !== null) selection.toggle(current.position);
  });
  const chosen = (): readonly BillRow[] => {
    if (selection.rows.length > 1) return selection.rows;
    return row === null ? [] : [row];
  };
  useShortcut('snooze', () => marking.askToSnooze(chosen()));
  useShortcut('dismiss', () => marking.dismiss(chosen()));
  useShortcut('note', () => {
    // In a narrow window the bill has to be there before its note can be written.
    flushSync(() => change({ detailOpen: true }));
    note.current?.focus();
  });
  const isHidden =
    row !== null &&
    howHidden(workspace.marks.annotationOf(row.organizationId, row.bill.id), list.today) !== null;
  useActions([
    {
      id: 'bill.putBack',
      label: en.marks.putBackInInbox,
      group: 'bill',
      // Of many it is offered unasked: they may be all there are, and this is looked at with every key.
      isDisabled: selection.rows.length < 2 && !isHidden,
      run: () => marking.putBack(chosen()),
    },
    {
      id: 'bill.showVendor',
      label: en.vendor.showAllOfThis,
      group: 'bill',
      isDisabled: row === null || vendorName(row.bill) === null,
      run: () => showVendor(row === null ? null : vendorName(row.bill)),
    },
  ]);
  const showVendor = (vendor: string | null): void => {
    if (vendor === null) return;
    change({ list: 'all', search: '', filter: { ...noFilter, vendor }, detailOpen: false });
    focusGrid();
  };
  useShortcut('skip', skipping.skip);
  useShortcut('clearSelection', selection.clear);
  useShortcut('search', () => search.current?.focus());

  const standing = row ? (list.approved.get(row.bill.id) ?? null) : null;
  const earlier = useEarlierApprovals(row, standing);
  return (
    <div className={view.detailOpen ? 'review review--open' : 'review'}>
      <h1 className="visually-hidden">{en.app.screens.review}</h1>
      {/* Above both: in a small window the bill stands in place of the list. */}
      {approving.refused && (
        <div className="review__told">
          <Message urgent sentence={approving.refused} onDismiss={approving.dismiss} />
        </div>
      )}
      <div className="review__list">
        <ListHeader
          view={view}
          onChoose={choose}
          shown={list}
          searchRef={search}
          onDone={focusGrid}
        />
        <FirstPull />
        <ListMessages />
        {marking.refused && (
          <div className="list-message">
            <Message urgent sentence={marking.refused} onDismiss={marking.dismissRefused} />
          </div>
        )}
        {skipping.atEnd && (
          <div className="list-message">
            <Message tone="info" sentence={skipping.atEnd} onDismiss={skipping.dismiss} />
          </div>
        )}
        <SelectionBar
          selected={selection.rows}
          approved={list.approved}
          marking={marking}
          today={list.today}
          onApprove={approving.askForSelected}
          onClear={() => {
            selection.clear();
            focusGrid();
          }}
        />
        {list.layout.entryCount > 0 ? (
          <BillGrid
            gridRef={grid}
            layout={list.layout}
            approved={list.approved}
            words={list.words}
            today={list.today}
            position={current.position}
            selection={selection}
            onMove={current.moveTo}
            onOpen={() => change({ detailOpen: true })}
            withHistory={holdsHistory(view.list)}
          />
        ) : (
          <NoBills view={view} today={list.today} onChoose={choose} />
        )}
      </div>
      <BillDetail
        row={row}
        approval={standing}
        earlier={earlier}
        today={list.today}
        hasBills={!list.isBehind && list.layout.entryCount > 0}
        marking={marking}
        noteRef={note}
        onApprove={approving.approve}
        onBack={() => change({ detailOpen: false })}
        onNoteDone={focusGrid}
        onChoose={(billId) => change({ billId, detailOpen: true })}
        onShowVendor={showVendor}
      />
      {marking.asked && (
        <SnoozeDialog
          rows={marking.asked}
          today={list.today}
          onChoose={marking.snoozeUntil}
          onClose={marking.cancel}
        />
      )}
      {approving.asked && (
        <BulkDialog
          summary={approving.asked}
          onClose={approving.cancel}
          onConfirm={approving.confirm}
        />
      )}
    </div>
  );
}

// As review.css lays it out.
const NARROW_WINDOW = '(width <= 900px)';

export type ChangeReview = (part: Partial<ReviewView>) => void;

function useChange(): ChangeReview {
  const { review } = useServices();
  return useCallback((part) => review.set({ ...review.get(), ...part }), [review]);
}

/** Another list begins with its first bill. */
function useChoose(change: ChangeReview): (choice: Partial<ListChoice>) => void {
  return useCallback(
    (choice) => change({ ...choice, billId: null, position: 0, detailOpen: false }),
    [change],
  );
}

/** A bill of one organization means nothing in another. */
function useOrganizationChange(change: ChangeReview): void {
  const present = useShownOrganizations();
  const shown = useRef(present);
  useEffect(() => {
    if (shown.current === present) return;
    shown.current = present;
    change({ billId: null, position: 0, detailOpen: false });
  }, [present, change]);
}

/** A link to a bill shows it. */
function useRouteBill(change: ChangeReview): void {
  const { billId } = useRoute();
  useEffect(() => {
    if (billId !== null) change({ billId, detailOpen: true });
  }, [billId, change]);
}
