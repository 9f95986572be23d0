import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useRoute } from '../app/route.ts';
import { useServices } from '../app/services.ts';
import { useShortcut } from '../app/use-shortcuts.ts';
import { useLook } from '../flags/use-look.ts';
import { en } from '../text/en.ts';
import { Message } from '../ui/Message.tsx';
import { useObservable } from '../ui/use-observable.ts';
import { earlierApprovals, holdsHistory } from './bill-filter.ts';
import { BillDetail } from './BillDetail.tsx';
import { BillGrid } from './BillGrid.tsx';
import { BulkDialog } from './BulkDialog.tsx';
import { FirstPull } from './FirstPull.tsx';
import { ListHeader } from './ListHeader.tsx';
import { ListMessages } from './ListMessages.tsx';
import { NoBills } from './NoBills.tsx';
import './review.css';
import './selection.css';
import type { ReviewView } from './review-view.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { useApprove } from './use-approve.ts';
import { useBillList } from './use-bill-list.ts';
import { useCurrentBill } from './use-current-bill.ts';
import { useSelection } from './use-selection.ts';

/** The list of bills and the one that is looked at. */
export function ReviewScreen() {
  const { workspace, review } = useServices();
  const view = useObservable(review);
  const list = useBillList(view);
  const grid = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const change = useChange();
  const current = useCurrentBill(list, view, change);
  const selection = useSelection(list);
  const focusGrid = (): void => grid.current?.focus();
  const approving = useApprove(list, current, selection, focusGrid);
  useOrganizationChange(change);
  useRouteBill(change);
  const isDetailSeen = view.detailOpen || !window.matchMedia(NARROW_WINDOW).matches;
  useLook(isDetailSeen ? current.billId : null);

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
  useShortcut('clearSelection', selection.clear);
  useShortcut('search', () => search.current?.focus());

  const row = current.billId === null ? null : workspace.bills.get(current.billId);
  const standing = row ? (list.approved.get(row.bill.id) ?? null) : null;
  const approvals = useObservable(workspace.approvals);
  const earlier = useMemo(
    () =>
      row === null ? [] : earlierApprovals(approvals, { ...row, billId: row.bill.id }, standing),
    [approvals, row, standing],
  );
  return (
    <div className={view.detailOpen ? 'review review--open' : 'review'}>
      <h1 className="visually-hidden">{en.app.screens.review}</h1>
      <div className="review__list">
        <ListHeader
          view={view}
          change={change}
          layout={list.layout}
          searchRef={search}
          onDone={focusGrid}
        />
        <FirstPull />
        <ListMessages />
        {approving.refused && (
          <div className="list-message">
            <Message urgent sentence={approving.refused} onDismiss={approving.dismiss} />
          </div>
        )}
        <SelectionBar
          selected={selection.rows}
          approved={list.approved}
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
            today={list.today}
            position={current.position}
            selection={selection}
            onMove={current.moveTo}
            onOpen={() => change({ detailOpen: true })}
            withHistory={holdsHistory(view.filter)}
          />
        ) : (
          <NoBills view={view} change={change} />
        )}
      </div>
      <BillDetail
        row={row}
        approval={standing}
        earlier={earlier}
        today={list.today}
        hasBills={!list.isBehind && list.layout.entryCount > 0}
        onApprove={approving.approve}
        onBack={() => change({ detailOpen: false })}
      />
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

/** A bill of one organization means nothing in another. */
function useOrganizationChange(change: ChangeReview): void {
  const { workspace } = useServices();
  const organizationId = useObservable(workspace.organizationId);
  const shown = useRef(organizationId);
  useEffect(() => {
    if (shown.current === organizationId) return;
    shown.current = organizationId;
    change({ billId: null, position: 0, detailOpen: false });
  }, [organizationId, change]);
}

/** A link to a bill shows it. */
function useRouteBill(change: ChangeReview): void {
  const { billId } = useRoute();
  useEffect(() => {
    if (billId !== null) change({ billId, detailOpen: true });
  }, [billId, change]);
}
