import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useRoute } from '../app/route.ts';
import { useServices } from '../app/services.ts';
import { useShortcut } from '../app/use-shortcuts.ts';
import { useLook } from '../flags/use-look.ts';
import { en } from '../text/en.ts';
import { Message } from '../ui/Message.tsx';
import type { Sentence } from '../ui/sentences.ts';
import { useObservable } from '../ui/use-observable.ts';
import { earlierApprovals, holdsHistory } from './bill-filter.ts';
import { BillDetail } from './BillDetail.tsx';
import { BillGrid } from './BillGrid.tsx';
import { FirstPull } from './FirstPull.tsx';
import { ListHeader } from './ListHeader.tsx';
import { ListMessages } from './ListMessages.tsx';
import { NoBills } from './NoBills.tsx';
import './review.css';
import type { ReviewView } from './review-view.ts';
import { useBillList } from './use-bill-list.ts';
import { useCurrentBill } from './use-current-bill.ts';

/** The list of bills and the one that is looked at. */
export function ReviewScreen() {
  const { workspace, review } = useServices();
  const view = useObservable(review);
  const list = useBillList(view);
  const grid = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const change = useChange();
  const current = useCurrentBill(list, view, change);
  const { approve, refused, dismiss } = useApprove(current.billId, current.moveOn);
  useOrganizationChange(change);
  useRouteBill(change);
  const isDetailSeen = view.detailOpen || !window.matchMedia(NARROW_WINDOW).matches;
  useLook(isDetailSeen ? current.billId : null);

  useShortcut('nextBill', () => current.moveBy(1));
  useShortcut('previousBill', () => current.moveBy(-1));
  useShortcut('approve', () => {
    // What is approved has to be on screen: in a narrow window the bill is looked at first.
    if (!view.detailOpen && window.matchMedia(NARROW_WINDOW).matches) change({ detailOpen: true });
    else approve();
  });
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
          onDone={() => grid.current?.focus()}
        />
        <FirstPull />
        <ListMessages />
        {refused && (
          <div className="list-message">
            <Message urgent sentence={refused} onDismiss={dismiss} />
          </div>
        )}
        {list.layout.entryCount > 0 ? (
          <BillGrid
            gridRef={grid}
            layout={list.layout}
            approved={list.approved}
            today={list.today}
            position={current.position}
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
        onApprove={approve}
        onBack={() => change({ detailOpen: false })}
      />
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

interface Approving {
  readonly approve: () => void;
  /** Why the last bill was not approved, until it is dismissed or another one is. */
  readonly refused: Sentence | null;
  readonly dismiss: () => void;
}

/** Approves what is on screen and goes to the next; says so, or why not. */
function useApprove(billId: string | null, moveOn: () => void): Approving {
  const { workspace, run, announce } = useServices();
  const [refused, setRefused] = useState<Sentence | null>(null);
  const approve = async (chosen: string): Promise<void> => {
    const name = workspace.bills.get(chosen)?.bill.bill_number ?? chosen;
    const { approved, leftOut } = await workspace.commands.approve([chosen]);
    const [first] = leftOut;
    setRefused(
      first ? { ...en.review.notApproved[first.why], quote: null, technical: null } : null,
    );
    if (approved.length === 0) return;
    announce(en.review.approved(name));
    moveOn();
  };
  return {
    approve: () => {
      if (billId !== null) run(approve(billId));
    },
    refused,
    dismiss: () => setRefused(null),
  };
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
