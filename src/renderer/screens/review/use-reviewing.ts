import { useLatest } from '../../kit/ui/use-latest.ts';
import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { noFilter, type ListChoice } from '../../core/model/list-choice.ts';
import { leavesWhenHidden } from '../../core/bills/lists/bill-list.ts';
import type { BillRow } from '../../core/model/bill-row.ts';
import type { ReviewView } from '../../core/bills/lists/review-view.ts';
import { useInbox } from '../../kit/hooks/use-inbox.ts';
import { useObservable } from '../../kit/hooks/use-observable.ts';
import { useShownOrganizations } from '../../kit/hooks/use-organizations.ts';
import { useShortcut } from '../../kit/hooks/use-shortcuts.ts';
import { focusList } from '../../kit/ui/focus-list.ts';
import { useStable } from '../../kit/hooks/use-stable.ts';
import { useRoute } from '../../kit/services/route.ts';
import { useShell } from '../../kit/services/shell.ts';
import { useReview } from '../../kit/services/review.ts';
import { messages } from '../../kit/text/messages.ts';
import { positionAfterApproving, type SelectedBills, useSelection } from './list/selection.ts';
import { type Annotating, useAnnotating } from './detail/use-annotating.ts';
import { inChosenOrder } from './list/list-order.ts';
import { type ShownBills, useBillList } from './list/use-bill-list.ts';
import {
  type CurrentBill,
  type Skipping,
  useChangesAnnounced,
  useCurrentBill,
  useSkip,
  useViewed,
} from './list/use-current-bill.ts';
import { type Approving, useApproving } from './approve/use-approving.ts';

type ChangeReview = (part: Partial<ReviewView>) => void;

/** State of the screen: the list, the current bill, and actions in progress. */
export interface Reviewing {
  readonly view: ReviewView;
  readonly change: ChangeReview;
  /** Shows another list, from its first bill. */
  readonly choose: (choice: Partial<ListChoice>) => void;
  readonly list: ShownBills;
  readonly current: CurrentBill;
  /** The bill that keys act on; it may have left the list. */
  readonly row: BillRow | null;
  readonly selection: SelectedBills;
  readonly approving: Approving;
  readonly annotating: Annotating;
  readonly skipping: Skipping;
  showVendor(vendor: string | null): void;
  /** Shows another bill; `back` returns to the previous one. */
  jumpTo(billId: string): void;
}

/** State and actions of the review screen. */
export function useReviewing(): Reviewing {
  const { review, trail, pace } = useReview();
  useEffect(() => pace.forget, [pace]);
  const view = useObservable(review);
  const change = useCallback<ChangeReview>(
    (part) => review.set({ ...review.get(), ...part }),
    [review],
  );
  const list = useBillList(view);
  const { choose } = useStable<Pick<Reviewing, 'choose'>>({
    choose: (choice) =>
      change({ ...inChosenOrder(choice, list), billId: null, position: 0, detailOpen: false }),
  });
  const current = useCurrentBill(list, view, change);
  const selection = useSelection(list);
  const annotating = useAnnotating({
    today: list.today,
    approved: list.approved,
    onAct: (rows) => {
      const ids = new Set(rows.map(({ bill }) => bill.id));
      const clearSelection = selection.toClear();
      return () => {
        const next = positionAfterApproving(list.layout.rows, current.position, ids);
        const isStill = review.get().billId === current.billId;
        if (isStill && leavesWhenHidden(view.list) && next !== null && next !== current.position)
          current.leadTo(next);
        clearSelection();
      };
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
  useToSelect(selection);
  useChangesAnnounced(current.shown);
  useViewed(isBillShown(view) ? (current.shown?.bill.id ?? null) : null);
  return {
    view,
    change,
    choose,
    list,
    current,
    row: current.billId === null ? null : current.shown,
    selection,
    approving: useApproving({
      list,
      current,
      selection,
      onDone: () => {
        // On a slow disk, the user may be typing a search by the time the approval is saved.
        if (!document.activeElement?.matches('input, textarea')) focusList();
      },
    }),
    annotating,
    skipping: useSkip(current, list.layout.billCount),
    showVendor: (vendor) => {
      if (vendor === null) return;
      jump({ list: 'all', search: '', filter: { ...noFilter, vendor }, detailOpen: false });
      focusList();
    },
    jumpTo: (billId) => jump({ billId, detailOpen: true }),
  };
}

/** Parts of the screen that shortcuts act on. */
interface ReviewParts {
  readonly search: RefObject<HTMLInputElement | null>;
  readonly note: RefObject<HTMLTextAreaElement | null>;
  readonly detail: RefObject<HTMLElement | null>;
}

/** Share of the visible height that a key scrolls, 0 to 1. */
const SCROLLED = 0.85;

/** Registers the shortcuts of the screen. */
export function useReviewShortcuts(
  reviewing: Reviewing,
  { search, note, detail }: ReviewParts,
): void {
  const { view, change, current, row, selection, approving, annotating, skipping } = reviewing;
  const { review, trail } = useReview();
  const { showToast, announce } = useShell();
  const writeNote = useNoteWriter(change, note);
  // Moves the focus from a button to the list, where the keys that decide about a bill work.
  const move = (go: () => void): void => {
    focusList();
    go();
  };
  useShortcut('nextBill', () => move(() => current.moveBy(1)));
  useShortcut('previousBill', () => move(() => current.moveBy(-1)));
  useShortcut('approve', () => {
    if (selection.rows.length > 0) approving.askForSelected();
    else approveCurrent(reviewing);
  });
  useShortcut('selectBill', () => {
    if (current.position === null) return;
    selection.toggle(current.position);
    const [only, ...more] = selection.rows;
    if (more.length === 0 && only && only === row) announce(messages.review.selectionCleared);
  });
  useShortcut('snooze', () => annotating.askToSnooze(rowsToActOn(reviewing)));
  useShortcut('hide', () => annotating.hide(rowsToActOn(reviewing)));
  useShortcut('hold', () => annotating.askToHold(rowsToActOn(reviewing)));
  useShortcut('note', () => {
    const [only, ...more] = rowsToActOn(reviewing);
    if (more.length > 0) return showToast(messages.annotations.noteForOne);
    if (only) writeNote(only);
  });
  useShortcut('skip', skipping.skip);
  // Each press clears one thing: the selection, then the bill that covers the list, then the search.
  useShortcut('clearSelection', () => {
    if (selection.rows.length > 0) {
      selection.clear();
      announce(messages.review.selectionCleared);
    } else if (view.detailOpen && isNarrow()) {
      change({ detailOpen: false });
    } else if (view.search !== '') change({ search: '' });
  });
  useShortcut('firstBill', () => move(() => current.moveTo(0)));
  useShortcut('lastBill', () => move(() => current.moveTo(reviewing.list.layout.rows.length - 1)));
  const scroll = (pages: number): void =>
    detail.current?.scrollBy({ top: pages * SCROLLED * detail.current.clientHeight });
  useShortcut('scrollDown', () => scroll(1));
  useShortcut('scrollUp', () => scroll(-1));
  useShortcut('back', () => {
    const before = trail.back();
    if (before !== null) review.set(before);
  });
  const showInbox = useInbox();
  useShortcut('goReview', () => {
    showInbox();
    focusList();
  });
  useShortcut('search', () => search.current?.focus());
}

/** Approves the current bill. It must be on screen: in a narrow window, the first press shows it. */
export function approveCurrent({
  view,
  change,
  approving,
}: Pick<Reviewing, 'view' | 'change' | 'approving'>): void {
  if (!isBillShown(view)) change({ detailOpen: true });
  else approving.approveShown();
}

/** Shows the bill and moves the focus to its note. */
export function useNoteWriter(
  change: ChangeReview,
  note: RefObject<HTMLTextAreaElement | null>,
): (row: BillRow) => void {
  return ({ bill }) => {
    // The bill must be on screen before its note can have the focus.
    flushSync(() => change({ billId: bill.id, detailOpen: true }));
    note.current?.focus();
  };
}

/**
 * Bills that a command acts on: the selection, or else the current bill.
 *
 * @param pointed bill whose context menu is open; if it is not selected, the command acts on this bill alone
 */
export function rowsToActOn(
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

/** Whether the current bill is on screen: in a narrow window the list may cover it. */
export function isBillShown({ detailOpen }: Pick<ReviewView, 'detailOpen'>): boolean {
  return detailOpen || !isNarrow();
}

/** Whether list and bill cover each other, as in list-detail.css. */
function isNarrow(): boolean {
  return window.matchMedia('(width <= 900px)').matches;
}

/** Resets the view when the organization changes: its bill doesn't exist in another. */
function useOrganizationChange(change: ChangeReview): void {
  const { trail } = useReview();
  const present = useShownOrganizations();
  const shown = useRef(present);
  useEffect(() => {
    if (shown.current === present) return;
    shown.current = present;
    trail.clear();
    change({ billId: null, position: 0, detailOpen: false });
  }, [present, change, trail]);
}

/** Selects the bills that another place of the window has chosen. */
function useToSelect({ restore }: SelectedBills): void {
  const { toSelect } = useReview();
  const latest = useObservable(toSelect);
  const act = useLatest(restore);
  useEffect(() => {
    if (latest === null) return;
    act.current(latest);
    toSelect.set(null);
  }, [latest, toSelect, act]);
}

/** Shows the bill of the current route. */
function useRouteBill(jump: ChangeReview): void {
  const { billId } = useRoute();
  useEffect(() => {
    if (billId !== null) jump({ billId, detailOpen: true });
  }, [billId, jump]);
}
