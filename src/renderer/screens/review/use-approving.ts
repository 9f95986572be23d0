import { useState } from 'react';
import { type Bill, vendorName } from '../../../contract/bill.ts';
import type { BillRow } from '../../core/bills/bill-row.ts';
import {
  approvable,
  type BulkSummary,
  summarizeBulk,
  unchangedSince,
} from '../../core/bills/bulk-summary.ts';
import type { ApprovedBatch } from '../../core/bills/review-view.ts';
import type { Workspace } from '../../core/connection/workspace.ts';
import type { Approvals } from '../../core/outbox/approval-slices.ts';
import { type ApproveResult, MANY_UNDO_MS } from '../../core/outbox/approve.ts';
import { isApproved } from '../../core/outbox/outdated.ts';
import { isInBatch, type Word } from '../../core/outbox/limits.ts';
import { isOverLimit } from '../../kit/limit-flow.ts';
import { useServices } from '../../kit/services.ts';
import { useOrganizationNames } from '../../kit/hooks/use-organizations.ts';
import { messages } from '../../kit/text/first-messages.ts';
import { sayAll } from '../../kit/text/say.ts';
import { formatMoney } from '../../../bridge/money.ts';
import type { Sentence } from '../../kit/ui/sentences.ts';
import { formatGroup } from './format-group.ts';
import { positionAfterApproving, rowsOfGroup, type SelectedBills } from './selection.ts';
import type { ShownBills } from './use-bill-list.ts';
import type { CurrentBill } from './use-current-bill.ts';

/** A bill, and the paid one it is the same as in all that tells bills apart. */
export interface PaidTwin {
  readonly row: BillRow;
  readonly paid: Bill;
}

interface ApprovingOne {
  /** Approves the current bill and goes to the next; asks first where it was paid already. */
  approve(): void;
  /** A bill that is about to be paid twice, until the user has answered. */
  readonly twin: PaidTwin | null;
  approveTwin(): void;
  cancelTwin(): void;
}

interface ApprovingMany {
  /** Shows what approving the selected bills comes to. */
  askForSelected(): void;
  /**
   * The same for the listed bills that are unflagged and within the user's limit for a batch.
   * @param group entry of the heading whose bills alone are meant
   */
  askForUnflagged(group?: number): void;
  /** What is asked about; null while nothing is. */
  readonly asked: BulkSummary | null;
  /** Takes the flagged bills of the summary in, or leaves them out again. */
  includeFlagged(isIncluded: boolean): void;
  /** Approves what the summary shows, all in one action. */
  confirm(): void;
  cancel(): void;
}

export interface Approving extends ApprovingOne, ApprovingMany {
  /** Why bills were not approved, until it is dismissed or others are. */
  readonly refused: Sentence | null;
  dismiss(): void;
}

interface ApprovingDeps {
  readonly list: Pick<ShownBills, 'layout' | 'approved' | 'isEarly'>;
  readonly current: CurrentBill;
  readonly selection: SelectedBills;
  /** Follows an approval of many. */
  readonly onDone: () => void;
}

/** Approves what is on screen; says so, or why not. */
export function useApprove(deps: ApprovingDeps): Approving {
  const [refused, setRefused] = useState<Sentence | null>(null);
  const [slow, setSlow] = useState(0);
  const approveWithin = useApproveWithin((more) => setSlow((known) => known + more));
  const parts = { ...deps, setRefused, approveWithin };
  const { approveRow, ...one } = useApproveOne(parts);
  const many = useApproveMany({ ...parts, approveRow });
  const told = refused ?? (slow > 0 ? messages.review.stillSaving : null);
  return { ...one, ...many, refused: told, dismiss: () => setRefused(null) };
}

/** A disk that takes longer to keep an approval is told of. */
const SLOW_MS = 3_000;

type ApproveWithin = (rows: readonly BillRow[], word?: Word) => Promise<ApproveResult>;

/**
 * Approves within the user's own limits, and says what those refuse. While main asks, any of the bills may change: all
 * are approved as they were on screen before that.
 * @param onSlow how many more are being kept for long, or fewer
 */
function useApproveWithin(onSlow: (more: 1 | -1) => void): ApproveWithin {
  const { workspace, limits, clock } = useServices();
  return async (rows, word = {}) => {
    const seen = new Map(rows.map((row) => [row.bill.id, row]));
    const done = new AbortController();
    let isSlow = false;
    // Not before: the user may take their time to answer main.
    const onAgreed = (): void =>
      void clock.sleep(SLOW_MS, done.signal).then(() => {
        isSlow = !done.signal.aborted;
        if (isSlow) onSlow(1);
      });
    try {
      const asked = { ...word, onAgreed };
      const result = await workspace.commands.approve([...seen.keys()], asked, seen);
      limits.tell(result.skipped, 'approve');
      return result;
    } finally {
      done.abort();
      if (isSlow) onSlow(-1);
    }
  };
}

interface PartDeps extends ApprovingDeps {
  readonly approveWithin: ApproveWithin;
  readonly setRefused: (refused: Sentence | null) => void;
}

type ApproveRow = (row: BillRow) => void;

function useApproveOne({
  list,
  current,
  approveWithin,
  setRefused,
}: PartDeps): ApprovingOne & { readonly approveRow: ApproveRow } {
  const { workspace, run, announce, pace, review, showToast, locale } = useServices();
  const names = useOrganizationNames();
  const [twin, setTwin] = useState<PaidTwin | null>(null);

  /** What is left where the reader is, for who does not see the heading. */
  const whatIsLeft = (): readonly string[] => {
    const { layout } = list;
    const at = current.position === null ? null : layout.entryOfBill(current.position);
    const heading = at === null ? null : layout.entryAt(layout.headingAbove(at) ?? at);
    if (heading?.kind !== 'group' || review.get().list !== 'inbox') return [];
    const organizationName = (id: string): string => names.get(id) ?? id;
    const group = formatGroup(heading.group, { locale, withHistory: false, organizationName });
    return [messages.review.leftIn(heading.bills - 1, group)];
  };

  const approveOne = async (row: BillRow): Promise<void> => {
    pace.count();
    const leftInGroup = whatIsLeft();
    const stop = whenApproved(workspace.approvals, row, () => {
      // On a slow disk the user may have gone on: what they look at by then stays.
      if (review.get().billId === row.bill.id) current.moveOn();
    });
    const { approved, skipped } = await approveWithin([row]).finally(stop);
    const [first] = skipped;
    // A limit's refusal has been shown, and the user knows their own no.
    const isKnown = !first || isOverLimit(first) || first.why === 'notAgreed';
    setRefused(isKnown ? null : messages.review.notApproved[first.why]);
    if (approved.length === 0) return;
    const { bill } = row;
    const name = vendorName(bill) ?? bill.billNumber ?? messages.review.noVendor;
    const due = formatMoney(bill.amountDueCents, bill.currency, locale);
    announce(sayAll([messages.app.approvedOne(name, due), ...leftInGroup], '. '));
  };

  const approveRow: ApproveRow = (row) => {
    const billId = row.bill.id;
    const tooFast = pace.refusal(row);
    if (tooFast !== null) return showToast(messages.review.pace[tooFast]);
    const found = list.approved.has(billId) ? null : paidTwinOf(workspace, billId);
    if (found === 'unknown') announce(messages.review.loadingList);
    else if (found !== null) setTwin(found);
    else run(approveOne(row));
  };

  return {
    approveRow,
    approve: () => {
      if (current.billId !== null && current.shown !== null) approveRow(current.shown);
    },
    twin,
    approveTwin: () => {
      if (twin === null) return;
      setTwin(null);
      const { row } = twin;
      const isSame = unchangedSince({ rows: [row] }, (billId) => workspace.bills.get(billId));
      if (isSame.length > 0) run(approveOne(row));
      else setRefused(messages.review.bulk.notApproved(1, false));
    },
    cancelTwin: () => setTwin(null),
  };
}

/**
 * Acts in the moment in which the approval, kept by then, is shown: the next bill is drawn together with the
 * list, and not first the approved one with its approval. @returns the way to stop
 */
function whenApproved(approvals: Approvals, row: BillRow, act: () => void): () => void {
  const stop = approvals.subscribe(() => {
    if (!isApproved(approvals, row)) return;
    stop();
    act();
  });
  return stop;
}

/** `unknown`: the bill it is a duplicate of is not in memory yet. */
function paidTwinOf({ bills, flags }: Workspace, billId: string): PaidTwin | 'unknown' | null {
  const row = bills.get(billId);
  const flag = flags.flagsOf(billId).find(({ kind }) => kind === 'duplicate');
  if (row === null || flag?.kind !== 'duplicate' || flag.strength !== 'exact') return null;
  const paid = bills.get(flag.otherIds[0] ?? '')?.bill;
  if (paid === undefined) return bills.loading.get() ? 'unknown' : null;
  return paid.status === 'paid' ? { row, paid } : null;
}

interface AskedBulk {
  readonly chosen: readonly BillRow[];
  readonly summary: BulkSummary;
}

function useApproveMany(deps: PartDeps & { readonly approveRow: ApproveRow }): ApprovingMany {
  const { list, current, selection, onDone, approveRow, approveWithin, setRefused } = deps;
  const { workspace, run, announce, review, approvedBatch } = useServices();
  const [asked, setAsked] = useState<AskedBulk | null>(null);
  const [isUnflaggedBatch, setUnflaggedBatch] = useState(false);
  const isLikelyPaid = (billId: string): boolean => paidTwinOf(workspace, billId) !== null;

  const ask = (chosen: readonly BillRow[], isFlaggedIncluded = false): void => {
    const { approved } = list;
    const flagsOf = (billId: string) => workspace.flags.flagsOf(billId);
    const facts = { approved, flagsOf, isLikelyPaid };
    setAsked({ chosen, summary: summarizeBulk(chosen, facts, isFlaggedIncluded) });
  };

  const approveMany = async (
    summary: BulkSummary,
    before: Omit<ApprovedBatch, 'batchId'>,
  ): Promise<void> => {
    // A bill may have been paid elsewhere while the summary was shown.
    const unchanged = unchangedSince(summary, (billId) => workspace.bills.get(billId)).filter(
      ({ bill }) => !isLikelyPaid(bill.id),
    );
    const word = { isUnflaggedBatch, leastUndoMs: MANY_UNDO_MS };
    const { approved, skipped } = await approveWithin(unchanged, word);
    if (skipped.some(({ why }) => why === 'notAgreed')) return;
    selection.clear();
    const missing = summary.rows.length - approved.length - skipped.filter(isOverLimit).length;
    const notKept = skipped.some(({ why }) => why === 'notKept');
    setRefused(missing === 0 ? null : messages.review.bulk.notApproved(missing, notKept));
    const [first] = approved;
    if (first) {
      approvedBatch.set({ batchId: first.batchId, ...before });
      announce(messages.review.bulk.approved(approved.length));
    }
    const ids = new Set(approved.map(({ billId }) => billId));
    const next = positionAfterApproving(list.layout.rows, current.position, ids);
    const isStill = review.get().billId === current.billId;
    if (isStill && next !== null && next !== current.position) current.leadTo(next);
    onDone();
  };

  return {
    askForSelected: () => {
      if (list.isEarly) return announce(messages.review.loadingList);
      setUnflaggedBatch(false);
      const [only, ...more] = selection.rows;
      // No bulk takes it: it is asked about alone.
      if (only && more.length === 0 && isLikelyPaid(only.bill.id)) approveRow(only);
      else ask(selection.rows);
    },
    askForUnflagged: (group) => {
      // Their flags are not known yet.
      if (list.isEarly) return announce(messages.review.loadingList);
      const { limits } = workspace.settings.get();
      const { layout } = list;
      // A bill that is only similar to what was searched is not what was asked for.
      const meant =
        group === undefined ? layout.rows.slice(0, layout.exact) : rowsOfGroup(layout, group);
      const batch = approvable(meant, list.approved).filter(
        ({ bill: { id, currency, amountDueCents } }) =>
          isInBatch(limits, { currency, amountDueCents }) &&
          workspace.flags.flagsOf(id).length === 0,
      );
      setUnflaggedBatch(true);
      setRefused(batch.length === 0 ? messages.limits.noneInBatch : null);
      if (batch.length > 0) ask(batch);
    },
    asked: asked && asked.summary,
    includeFlagged: (isIncluded) => {
      if (asked !== null) ask(asked.chosen, isIncluded);
    },
    confirm: () => {
      if (asked === null) return;
      setAsked(null);
      run(approveMany(asked.summary, { view: review.get(), selectedIds: selection.ids }));
    },
    cancel: () => setAsked(null),
  };
}
