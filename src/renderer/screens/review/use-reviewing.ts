import { formatMoney } from '../../kit/ui/money.ts';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { vendorName } from '../../../contract/assumptions.ts';
import { noFilter } from '../../core/bills/bill-filter.ts';
import { leavesWhenHidden } from '../../core/bills/bill-list.ts';
import type { BillRow } from '../../core/bills/bill-row.ts';
import { isToAskAgain, type ApproveResult } from '../../core/outbox/approve.ts';
import { isInBatch, type Word } from '../../core/outbox/limits.ts';
import type { ListChoice, ReviewView } from '../../core/bills/review-view.ts';
import { howHidden } from '../../core/local/hidden-view.ts';
import { useObservable } from '../../kit/hooks/use-observable.ts';
import { useShownOrganizations } from '../../kit/hooks/use-organizations.ts';
import { useActions, useShortcut } from '../../kit/hooks/use-shortcuts.ts';
import { useRoute } from '../../kit/route.ts';
import { useServices } from '../../kit/services.ts';
import { isOverLimit } from '../../kit/limit-flow.ts';
import { messages } from '../../kit/text/messages.ts';
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
import type { Sentence } from '../../kit/ui/sentences.ts';
import {
  approvable,
  type BulkSummary,
  summarizeBulk,
  unchangedSince,
} from '../../core/bills/bulk-summary.ts';

type ChangeReview = (part: Partial<ReviewView>) => void;

/** The list, the bill that is viewed, and what is being done with bills. */
export interface Reviewing {
  readonly view: ReviewView;
  readonly change: ChangeReview;
  /** Another list: it begins with its first bill. */
  readonly choose: (choice: Partial<ListChoice>) => void;
  readonly list: ShownBills;
  readonly current: CurrentBill;
  /** The current bill; it may have left the list. */
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
  const { workspace, review, trail } = useServices();
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
        current.moveTo(next);
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
  useViewed(view.detailOpen || !isNarrow() ? current.billId : null);
  return {
    view,
    change,
    choose,
    list,
    current,
    row: current.billId === null ? null : workspace.bills.get(current.billId),
    selection,
    approving: useApprove(list, current, selection, focusGrid),
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
  const { review, trail } = useServices();
  useShortcut('nextBill', () => current.moveBy(1));
  useShortcut('previousBill', () => current.moveBy(-1));
  useShortcut('approve', () => {
    if (selection.rows.length > 1) approving.askForSelected();
    // What is approved has to be on screen: in a narrow window the bill is viewed first.
    else if (!view.detailOpen && isNarrow()) change({ detailOpen: true });
    else approving.approve();
  });
  useShortcut('selectBill', () => {
    if (current.position !== null) selection.toggle(current.position);
  });
  useShortcut('snooze', () => annotating.askToSnooze(chosenRows(reviewing)));
  useShortcut('dismiss', () => annotating.dismiss(chosenRows(reviewing)));
  useShortcut('note', () => {
    // In a narrow window the bill has to be there before its note can be written.
    flushSync(() => change({ detailOpen: true }));
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

/** What the palette offers for the bills that are chosen. */
export function useBillActions(reviewing: Reviewing): void {
  const { list, current, row, selection, annotating, showVendor } = reviewing;
  const entry = current.position === null ? null : list.layout.entryOfBill(current.position);
  const { annotations, settings } = useServices().workspace;
  const { limits } = useObservable(settings);
  const vendor = row === null ? null : vendorName(row.bill);
  const isHidden =
    row !== null &&
    howHidden(annotations.annotationOf(row.organizationId, row.bill.id), list.today) !== null;
  useActions([
    {
      id: 'bill.putBack',
      label: messages.annotations.putBackInInbox,
      group: 'bill',
      // Of many it is offered unasked: they may be all there are, and this is looked at with every key.
      isDisabled: selection.rows.length < 2 && !isHidden,
      run: () => annotating.putBack(chosenRows(reviewing)),
    },
    {
      id: 'bill.selectGroup',
      label: messages.review.selectThisGroup,
      group: 'bill',
      isDisabled: entry === null || list.layout.headingAbove(entry) === null,
      run: () => selection.group(entry ?? 0),
    },
    {
      id: 'bills.approveUnflagged',
      label: messages.limits.batch,
      group: 'bill',
      isDisabled: limits.every(({ batchMostCents }) => batchMostCents === null),
      run: reviewing.approving.askForUnflagged,
    },
    {
      id: 'bill.showVendor',
      label: messages.vendor.showAllOfThis,
      group: 'bill',
      isDisabled: vendor === null,
      run: () => showVendor(vendor),
    },
  ]);
}

/** The selected bills where there are several, otherwise the current one. */
function chosenRows({ selection, row }: Reviewing): readonly BillRow[] {
  if (selection.rows.length > 1) return selection.rows;
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

/** A link to a bill shows it. */
function useRouteBill(jump: ChangeReview): void {
  const { billId } = useRoute();
  useEffect(() => {
    if (billId !== null) jump({ billId, detailOpen: true });
  }, [billId, jump]);
}

interface Approving {
  /** Approves the current bill and goes to the next. */
  approve(): void;
  /** Shows what approving the selected bills comes to. */
  askForSelected(): void;
  /** The same for the listed bills that are unflagged and within the user's limit for a batch. */
  askForUnflagged(): void;
  /** What is asked about; null while nothing is. */
  readonly asked: BulkSummary | null;
  /** Approves what the summary shows, all in one action. */
  confirm(): void;
  cancel(): void;
  /** Why bills were not approved, until it is dismissed or others are. */
  readonly refused: Sentence | null;
  dismiss(): void;
}

/** Approves what is on screen; says so, or why not. `onDone` follows an approval of many. */
function useApprove(
  list: Pick<ShownBills, 'layout' | 'approved'>,
  current: CurrentBill,
  selection: SelectedBills,
  onDone: () => void,
): Approving {
  const { workspace, run, announce, locale, limits } = useServices();
  const [refused, setRefused] = useState<Sentence | null>(null);
  const [asked, setAsked] = useState<BulkSummary | null>(null);
  const [isUnflaggedBatch, setUnflaggedBatch] = useState(false);

  const approveWithin = (billIds: readonly string[], asWhat: Word = {}): Promise<ApproveResult> =>
    limits.run(
      (word) => workspace.commands.approve(billIds, word),
      ({ skipped }) => skipped,
      asWhat,
    );

  const ask = (rows: readonly BillRow[]): void =>
    setAsked(summarizeBulk(rows, list.approved, (billId) => workspace.flags.flagsOf(billId)));

  const approveOne = async (chosen: string): Promise<void> => {
    const bill = workspace.bills.get(chosen)?.bill;
    const { approved, skipped } = await approveWithin([chosen]);
    const [first] = skipped;
    // What a limit refuses has been asked or told already.
    setRefused(first && !isOverLimit(first) ? messages.review.notApproved[first.why] : null);
    if (approved.length === 0) return;
    const name = (bill && vendorName(bill)) ?? bill?.bill_number ?? messages.review.noVendor;
    const due = bill ? formatMoney(bill.amount_due_cents, bill.currency, locale) : '';
    announce(messages.app.approvedOne(name, due));
    current.moveOn();
  };

  const approveMany = async (summary: BulkSummary): Promise<void> => {
    const unchanged = unchangedSince(summary, (billId) => workspace.bills.get(billId));
    const { approved, skipped } = await approveWithin(unchanged, { isUnflaggedBatch });
    if (isToAskAgain(skipped)) return;
    selection.clear();
    const missing = summary.rows.length - approved.length - skipped.filter(isOverLimit).length;
    const notKept = skipped.some(({ why }) => why === 'notKept');
    setRefused(missing === 0 ? null : messages.review.bulk.notApproved(missing, notKept));
    if (approved.length > 0) announce(messages.review.bulk.approved(approved.length));
    const ids = new Set(approved.map(({ billId }) => billId));
    const next = positionAfterApproving(list.layout.rows, current.position, ids);
    if (next !== null && next !== current.position) current.moveTo(next);
    onDone();
  };

  return {
    approve: () => {
      if (current.billId !== null) run(approveOne(current.billId));
    },
    askForSelected: () => {
      setUnflaggedBatch(false);
      ask(selection.rows);
    },
    askForUnflagged: () => {
      const batchLimits = workspace.settings.get().limits;
      setUnflaggedBatch(true);
      ask(
        approvable(list.layout.rows, list.approved).filter(
          ({ bill: { id, currency, amount_due_cents: amountDueCents } }) =>
            isInBatch(batchLimits, { currency, amountDueCents }) &&
            workspace.flags.flagsOf(id).length === 0,
        ),
      );
    },
    asked,
    confirm: () => {
      if (asked === null) return;
      setAsked(null);
      run(approveMany(asked));
    },
    cancel: () => setAsked(null),
    refused,
    dismiss: () => setRefused(null),
  };
}
