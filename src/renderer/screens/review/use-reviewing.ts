import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { noFilter } from '../../core/bills/bill-filter.ts';
import { leavesWhenHidden } from '../../core/bills/bill-list.ts';
import type { BillRow } from '../../core/bills/bill-row.ts';
import type { ListChoice, ReviewView } from '../../core/bills/review-view.ts';
import { useObservable } from '../../kit/hooks/use-observable.ts';
import { useShownOrganizations } from '../../kit/hooks/use-organizations.ts';
import { useShortcut } from '../../kit/hooks/use-shortcuts.ts';
import { useRoute } from '../../kit/route.ts';
import { useServices } from '../../kit/services.ts';
import { messages } from '../../kit/text/first-messages.ts';
import { positionAfterApproving, type SelectedBills, useSelection } from './selection.ts';
import { type Annotating, useAnnotating } from './use-annotating.ts';
import { type ShownBills, useBillList } from './use-bill-list.ts';
import {
  type CurrentBill,
  type Skipping,
  useCurrentBill,
  useSkip,
  useViewed,
} from './use-current-bill.ts';
import { type Approving, useApprove } from './use-approving.ts';

type ChangeReview = (part: Partial<ReviewView>) => void;

/** The list, the bill that is viewed, and what is being done with bills. */
export interface Reviewing {
  readonly view: ReviewView;
  readonly change: ChangeReview;
  /** Another list: it begins with its first bill. */
  readonly choose: (choice: Partial<ListChoice>) => void;
  readonly list: ShownBills;
  readonly current: CurrentBill;
  /** The bill that keys act on; it may have left the list. */
  readonly row: BillRow | null;
  readonly selection: SelectedBills;
  readonly approving: Approving;
  readonly annotating: Annotating;
  readonly skipping: Skipping;
  /** Lists all bills of this vendor. */
  showVendor(vendor: string | null): void;
  /** Views another bill; `back` leads to the one before. */
  jumpTo(billId: string): void;
}

/** What the review screen shows and does. */
export function useReviewing(focusGrid: () => void): Reviewing {
  const { review, trail, pace } = useServices();
  useEffect(() => pace.forget, [pace]);
  const view = useObservable(review);
  const change = useCallback<ChangeReview>(
    (part) => review.set({ ...review.get(), ...part }),
    [review],
  );
  const choose = useCallback<Reviewing['choose']>(
    (choice) => change({ ...choice, billId: null, position: 0, detailOpen: false }),
    [change],
  );
  const list = useBillList(view);
  const current = useCurrentBill(list, view, change);
  const selection = useSelection(list);
  const annotating = useAnnotating({
    today: list.today,
    approved: list.approved,
    onDone: (rows) => {
      const ids = new Set(rows.map(({ bill }) => bill.id));
      const next = positionAfterApproving(list.layout.rows, current.position, ids);
      if (leavesWhenHidden(view.list) && next !== null && next !== current.position)
        current.leadTo(next);
      selection.clear();
    },
  });
  const jump = useCallback(
    (to: Partial<ReviewView>) => {
      if (review.get().billId !== null) trail.leave(review.get());
      change(to);
    },
    [review, trail, change],
  );
  useOrganizationChange(change);
  useRouteBill(jump);
  useUndone(selection);
  useViewed(view.detailOpen || !isNarrow() ? (current.shown?.bill.id ?? null) : null);
  return {
    view,
    change,
    choose,
    list,
    current,
    row: current.billId === null ? null : current.shown,
    selection,
    approving: useApprove({ list, current, selection, onDone: focusGrid }),
    annotating,
    skipping: useSkip(current, list.layout.billCount),
    showVendor: (vendor) => {
      if (vendor === null) return;
      jump({ list: 'all', search: '', filter: { ...noFilter, vendor }, detailOpen: false });
      focusGrid();
    },
    jumpTo: (billId) => jump({ billId, detailOpen: true }),
  };
}

/** What the keys of the screen go to. */
interface ReviewParts {
  readonly search: RefObject<HTMLInputElement | null>;
  readonly note: RefObject<HTMLTextAreaElement | null>;
  readonly detail: RefObject<HTMLElement | null>;
  readonly focusGrid: () => void;
}

/** How much of what is seen of a bill a key scrolls on. */
const SCROLLED = 0.85;

/** The list has the focus as soon as it is there, unless something else has it by then. */
export function useListFocus(isThere: boolean, focusGrid: () => void): void {
  const latest = useRef(focusGrid);
  useEffect(() => {
    latest.current = focusGrid;
  });
  useEffect(() => {
    const { activeElement, body } = document;
    if (isThere && (activeElement === null || activeElement === body)) latest.current();
  }, [isThere]);
}

/** The keys of the screen. */
export function useReviewShortcuts(
  reviewing: Reviewing,
  { search, note, detail, focusGrid }: ReviewParts,
): void {
  const { view, change, current, selection, approving, annotating, skipping } = reviewing;
  const { review, trail, showToast } = useServices();
  useShortcut('nextBill', () => current.moveBy(1));
  useShortcut('previousBill', () => current.moveBy(-1));
  useShortcut('approve', () => {
    if (selection.rows.length > 0) approving.askForSelected();
    // What is approved has to be on screen: in a narrow window the bill is viewed first.
    else if (!view.detailOpen && isNarrow()) change({ detailOpen: true });
    else approving.approve();
  });
  useShortcut('selectBill', () => {
    if (current.position !== null) selection.toggle(current.position);
  });
  useShortcut('snooze', () => annotating.askToSnooze(meantRows(reviewing)));
  useShortcut('dismiss', () => annotating.dismiss(meantRows(reviewing)));
  useShortcut('note', () => {
    const [only, ...more] = meantRows(reviewing);
    if (more.length > 0) return showToast(messages.annotations.noteForOne);
    // The bill has to be there before its note can be written.
    if (only) flushSync(() => change({ billId: only.bill.id, detailOpen: true }));
    note.current?.focus();
  });
  useShortcut('skip', skipping.skip);
  // One thing with each press: first what was selected, then what covers the list, then what narrows it.
  useShortcut('clearSelection', () => {
    if (selection.rows.length > 0) selection.clear();
    else if (view.detailOpen && isNarrow()) {
      flushSync(() => change({ detailOpen: false }));
      focusGrid();
    } else if (view.search !== '') change({ search: '' });
  });
  useShortcut('firstBill', () => current.moveTo(0));
  useShortcut('lastBill', () => current.moveTo(reviewing.list.layout.rows.length - 1));
  const scroll = (pages: number): void =>
    detail.current?.scrollBy({ top: pages * SCROLLED * detail.current.clientHeight });
  useShortcut('scrollDown', () => scroll(1));
  useShortcut('scrollUp', () => scroll(-1));
  useShortcut('back', () => {
    const before = trail.back();
    if (before !== null) review.set(before);
  });
  useShortcut('goReview', focusGrid);
  useShortcut('search', () => search.current?.focus());
}

/**
 * Bills a command means, wherever it comes from: the selection while one is shown, otherwise the current bill.
 * @param pointed bill whose own menu was opened; outside the selection it is meant alone
 */
export function meantRows(
  {
    selection,
    row,
  }: { readonly selection: Pick<SelectedBills, 'ids' | 'rows'> } & Pick<Reviewing, 'row'>,
  pointed: BillRow | null = null,
): readonly BillRow[] {
  if (pointed !== null && !selection.ids.has(pointed.bill.id)) return [pointed];
  if (selection.rows.length > 0) return selection.rows;
  return row === null ? [] : [row];
}

/** The list and the bill stand in each other's place, as list-detail.css lays them out. */
function isNarrow(): boolean {
  return window.matchMedia('(width <= 900px)').matches;
}

/** A bill of one organization means nothing in another. */
function useOrganizationChange(change: ChangeReview): void {
  const { trail } = useServices();
  const present = useShownOrganizations();
  const shown = useRef(present);
  useEffect(() => {
    if (shown.current === present) return;
    shown.current = present;
    trail.clear();
    change({ billId: null, position: 0, detailOpen: false });
  }, [present, change, trail]);
}

/** What was selected when many were approved is selected again when that was undone. */
function useUndone({ restore }: SelectedBills): void {
  const { undone } = useServices();
  const latest = useObservable(undone);
  const act = useRef(restore);
  useEffect(() => {
    act.current = restore;
  });
  useEffect(() => {
    if (latest === null) return;
    act.current(latest);
    undone.set(null);
  }, [latest, undone]);
}

/** A link to a bill shows it. */
function useRouteBill(jump: ChangeReview): void {
  const { billId } = useRoute();
  useEffect(() => {
    if (billId !== null) jump({ billId, detailOpen: true });
  }, [billId, jump]);
}
