import { useRef, useState } from 'react';
import { runSteps } from '../../../../base/run-steps.ts';
import { vendorName } from '../../../../contract/bill.ts';
import type { BillRow } from '../../../core/model/bill-row.ts';
import {
  approvable,
  type BulkSummary,
  summarizeBulk,
} from '../../../core/bills/figures/bulk-summary.ts';
import type { ApprovedBatch } from '../../../core/bills/lists/review-view.ts';
import type { Approvals } from '../../../core/outbox/approval-slices.ts';
import { type ApproveResult, MANY_UNDO_MS } from '../../../core/approve/plan-approval.ts';
import { isCovered } from '../../../core/outbox/covered-bills.ts';
import { isInBatch, type ApproveOptions } from '../../../core/approve/limits.ts';
import { isRefusedInBulk } from '../../../kit/services/limit-flow.ts';
import { useData } from '../../../kit/services/data.ts';
import { useShell } from '../../../kit/services/shell.ts';
import {
  askThenApprove,
  type BillQuestion,
  bulkFacts,
  needsOwnQuestion,
  stillInBulk,
} from '../../../kit/services/questions.ts';
import { reasonFor, useReview } from '../../../kit/services/review.ts';
import { useOrganizationNames } from '../../../kit/hooks/use-organizations.ts';
import { messages } from '../../../kit/text/messages.ts';
import { sayAll } from '../../../kit/text/say.ts';
import { formatMoney } from '../../../../bridge/money.ts';
import type { Sentence } from '../../../kit/ui/sentences.ts';
import { formatGroup } from '../list/format-group.ts';
import { positionAfterApproving, rowsOfGroup, type SelectedBills } from '../list/selection.ts';
import type { ShownBills } from '../list/use-bill-list.ts';
import type { CurrentBill } from '../list/use-current-bill.ts';

interface ApprovingOne {
  /**
   * Approves the current bill and moves to the next. Asks first if an identical bill was paid or approved,
   * or if it is on hold.
   */
  approveShown(): void;
  /** The question about the bill to approve, until the user answers; null for none. */
  readonly question: BillQuestion | null;
  /** Answers it with yes. Another question may follow. */
  answer(): void;
  cancelQuestion(): void;
}

interface ApprovingMany {
  askForSelected(): void;
  /**
   * Shows the summary for the listed bills that are unflagged and within the user's batch limit.
   * @param group entry of the heading, to limit it to one group
   */
  askForUnflagged(group?: number): void;
  /** Shows the summary for approving the listed routine bills. */
  askForRoutine(): void;
  /** The summary on screen; null while it is closed. */
  readonly asked: BulkSummary | null;
  includeFlagged(isIncluded: boolean): void;
  /** Reason for the flagged bills of the summary; empty for none. */
  readonly reason: string;
  chooseReason(reason: string): void;
  /** Approves the bills of the summary in one action. */
  confirm(): void;
  cancel(): void;
}

export interface Approving extends ApprovingOne, ApprovingMany {
  /** Ids of bills whose approval is not saved yet. Empty while the disk is fast. */
  readonly saving: ReadonlySet<string>;
  isSavingAny(rows: readonly BillRow[]): boolean;
  /** Reason why bills were not approved; null once it is dismissed or others are approved. */
  readonly refused: Sentence | null;
  dismiss(): void;
}

interface ApprovingDeps {
  readonly list: Pick<ShownBills, 'layout' | 'approved' | 'isBehind'>;
  readonly current: CurrentBill;
  readonly selection: SelectedBills;
  /** Called after a bulk approval. */
  readonly onDone: () => void;
}

/** Approves bills on screen, and reports the result. */
export function useApproving(deps: ApprovingDeps): Approving {
  const [refused, setRefused] = useState<Sentence | null>(null);
  const [slow, setSlow] = useState(0);
  const [saving, setSaving] = useState<ReadonlySet<string>>(new Set());
  const approveWithProgress = useApproveWithProgress({
    onSaving: (rows) => {
      const ids = rows.map(({ bill }) => bill.id);
      setSaving((known) => new Set([...known, ...ids]));
      return () => setSaving((known) => without(known, ids));
    },
    onSlow: () => {
      setSlow((known) => known + 1);
      return () => setSlow((known) => known - 1);
    },
  });
  const isSavingAny = (rows: readonly BillRow[]): boolean =>
    rows.some(({ bill }) => saving.has(bill.id));
  const parts = { ...deps, setRefused, approveWithProgress, isSavingAny };
  const { approveRow, ...one } = useApproveOne(parts);
  const many = useApproveMany({ ...parts, approveRow });
  const sentence = refused ?? (slow > 0 ? messages.review.stillSaving : null);
  const dismiss = (): void => setRefused(null);
  return { ...one, ...many, saving, isSavingAny, refused: sentence, dismiss };
}

function without(known: ReadonlySet<string>, ids: readonly string[]): ReadonlySet<string> {
  const left = new Set(known);
  for (const id of ids) left.delete(id);
  return left;
}

/** Number of bills to test before the window may handle input. */
const BILLS_A_SLICE = 50;

/** Mark the bills when saving takes longer than this, so that the user sees that the key worked. Milliseconds. */
const SAVING_MS = 50;
/** Tell the user when saving an approval takes longer than this. Milliseconds. */
const SLOW_MS = 3_000;

type ApproveWithProgress = (
  rows: readonly BillRow[],
  options: ApproveOptions,
) => Promise<ApproveResult>;

/**
 * Called when saving takes longer than `SAVING_MS` or `SLOW_MS`. Each returns a function to call when the saving ends.
 */
interface WhileSaving {
  onSaving(rows: readonly BillRow[]): () => void;
  onSlow(): () => void;
}

/**
 * Approves within the user's own limits, and shows the bills that exceed one. Bills may change while main asks the
 * user, so each is approved as it was on screen before.
 */
function useApproveWithProgress({ onSaving, onSlow }: WhileSaving): ApproveWithProgress {
  const { workspace, clock } = useData();
  const { limits } = useReview();
  return async (rows, options) => {
    const seen = new Map(rows.map((row) => [row.bill.id, row]));
    const done = new AbortController();
    const ends: (() => void)[] = [];
    const after = async (delayMs: number, begin: () => () => void): Promise<void> => {
      await clock.sleep(delayMs, done.signal);
      if (!done.signal.aborted) ends.push(begin());
    };
    void after(SAVING_MS, () => onSaving(rows));
    try {
      // The time to save begins here, because the user may take time to answer main.
      const asked = { ...options, onAgreed: () => void after(SLOW_MS, onSlow) };
      const result = await workspace.commands.approveBills([...seen.keys()], asked, seen);
      limits.show(result.skipped, 'approve');
      return result;
    } finally {
      done.abort();
      for (const end of ends) end();
    }
  };
}

interface PartDeps extends ApprovingDeps, Pick<Approving, 'isSavingAny'> {
  readonly approveWithProgress: ApproveWithProgress;
  readonly setRefused: (refused: Sentence | null) => void;
}

type ApproveRow = (row: BillRow) => void;

function useApproveOne({
  list,
  current,
  approveWithProgress,
  setRefused,
  isSavingAny,
}: PartDeps): ApprovingOne & { readonly approveRow: ApproveRow } {
  const { workspace } = useData();
  const { run, announce, showToast, locale } = useShell();
  const { pace, review, reasons } = useReview();
  const names = useOrganizationNames();
  const [question, setQuestion] = useState<BillQuestion | null>(null);

  /** Number of bills left in the group, for screen readers, which don't announce the heading; empty without a group. */
  const textOfBillsLeft = (): readonly string[] => {
    const { layout } = list;
    const at = current.position === null ? null : layout.entryOfBill(current.position);
    const heading = at === null ? null : layout.entryAt(layout.headingAbove(at) ?? at);
    const { list: listed, search } = review.get();
    // A search shows only part of the group.
    if (heading?.kind !== 'group' || listed !== 'inbox' || search !== '') return [];
    const organizationName = (id: string): string => names.get(id) ?? id;
    const group = formatGroup(heading.group, { locale, withHistory: false, organizationName });
    return [messages.review.leftIn(heading.bills - 1, group)];
  };

  const approveOne = async (row: BillRow): Promise<void> => {
    pace.count();
    const leftInGroup = textOfBillsLeft();
    const stop = whenApproved(workspace.approvals, [row], () => {
      // On a slow disk the user may have moved on already; then the bill on screen stays.
      if (review.get().billId === row.bill.id) current.moveOn();
    });
    const reasonOf = (): string => reasonFor(reasons.get(), row).trim();
    const { approved, skipped } = await approveWithProgress([row], { reasonOf }).finally(stop);
    const [first] = skipped;
    // The limit dialog already reports bulk refusals, and a user who answered no needs no message.
    const isKnown = !first || isRefusedInBulk(first) || first.why === 'notAgreed';
    setRefused(isKnown ? null : messages.review.notApproved[first.why]);
    if (approved.length === 0) return;
    const { bill } = row;
    const name = vendorName(bill) ?? bill.billNumber ?? messages.review.noVendor;
    const due = formatMoney(bill.amountDueCents, bill.currency, locale);
    announce(sayAll('. ', [messages.app.approvedOne(name, due), ...leftInGroup]));
  };

  const asking = {
    workspace,
    ask: setQuestion,
    onLoading: () => announce(messages.review.loadingList),
    onChanged: () => setRefused(messages.review.bulk.notApproved(1, false)),
    approveNow: (row: BillRow) => run(approveOne(row)),
  };
  const approveRow: ApproveRow = (row) => {
    if (isSavingAny([row])) return;
    const tooFast = pace.refusal(row);
    if (tooFast !== null) return showToast(messages.review.pace[tooFast]);
    if (list.approved.has(row.bill.id)) return run(approveOne(row));
    askThenApprove(row, null, asking);
  };

  return {
    approveRow,
    approveShown: () => {
      if (current.billId !== null && current.shown !== null) approveRow(current.shown);
    },
    question,
    answer: () => question && askThenApprove(question.row, question.asks, asking),
    cancelQuestion: () => setQuestion(null),
  };
}

/**
 * Runs `act` when the first of the saved approvals appears, so that its result and the list are drawn together.
 * @returns a function that cancels it
 */
function whenApproved(approvals: Approvals, rows: readonly BillRow[], act: () => void): () => void {
  const stop = approvals.subscribe(() => {
    if (!rows.some((row) => isCovered(approvals, row))) return;
    stop();
    act();
  });
  return stop;
}

interface AskingFor {
  readonly isMeant?: (billId: string) => boolean;
  readonly none?: Sentence | null;
  readonly isFlaggedIncluded?: boolean;
}

interface AskedBulk {
  readonly chosen: readonly BillRow[];
  readonly summary: BulkSummary;
  readonly reason: string;
}

function useApproveMany(deps: PartDeps & { readonly approveRow: ApproveRow }): ApprovingMany {
  const { list, current, selection, onDone, approveRow, approveWithProgress } = deps;
  const { isSavingAny, setRefused } = deps;
  const { workspace } = useData();
  const { run, announce, yieldToMain } = useShell();
  const { review, approvedBatch } = useReview();
  const newest = useRef(0);
  const [asked, setAsked] = useState<AskedBulk | null>(null);
  const [batch, setBatch] = useState<'selected' | 'unflagged' | 'routine'>('selected');

  /**
   * Shows the summary of these bills, found in slices.
   * @param asking `isMeant` selects the bills; `none` is the message when it selects none
   */
  const ask = async (
    rows: readonly BillRow[],
    { isMeant = () => true, none = null, isFlaggedIncluded = false }: AskingFor = {},
  ): Promise<void> => {
    const mine = (newest.current += 1);
    const chosen: BillRow[] = [];
    for (const [at, row] of rows.entries()) {
      if (isMeant(row.bill.id)) chosen.push(row);
      if (at % BILLS_A_SLICE === BILLS_A_SLICE - 1) await yieldToMain();
    }
    const facts = bulkFacts(workspace, list.approved);
    const steps = summarizeBulk(chosen, facts, isFlaggedIncluded);
    const summary = await runSteps(steps, yieldToMain);
    // The user has requested another summary meanwhile.
    if (mine !== newest.current) return;
    if (none !== null) setRefused(chosen.length === 0 ? none : null);
    if (none === null || chosen.length > 0) setAsked({ chosen, summary, reason: '' });
  };

  const approveMany = async (
    { summary, reason }: AskedBulk,
    before: Omit<ApprovedBatch, 'batchId'>,
  ): Promise<void> => {
    const unchanged = stillInBulk(workspace, summary, batch === 'routine');
    const shown = new Set(summary.flagged.map(({ row }) => row.bill.id));
    const options = {
      isUnflaggedBatch: batch === 'unflagged',
      minUndoMs: MANY_UNDO_MS,
      reasonOf: (billId: string) => (shown.has(billId) ? reason.trim() : ''),
    };
    const clearSelection = selection.toClear();
    // Clear the selection with the first approval: otherwise, the bills left out would be announced as selected.
    const stop = whenApproved(workspace.approvals, unchanged, clearSelection);
    const { approved, skipped } = await approveWithProgress(unchanged, options).finally(stop);
    if (skipped.some(({ why }) => why === 'notAgreed')) return;
    clearSelection();
    const missing = summary.rows.length - approved.length - skipped.filter(isRefusedInBulk).length;
    const notSaved = skipped.some(({ why }) => why === 'notSaved');
    setRefused(missing === 0 ? null : messages.review.bulk.notApproved(missing, notSaved));
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
      if (list.isBehind) return announce(messages.review.loadingList);
      if (isSavingAny(selection.rows)) return;
      setBatch('selected');
      const [only, ...more] = selection.rows;
      // A bulk approval would exclude this bill, so ask about it alone.
      if (only && more.length === 0 && needsOwnQuestion(workspace, only.bill.id)) approveRow(only);
      else run(ask(selection.rows));
    },
    askForRoutine: () => {
      if (list.isBehind) return announce(messages.review.loadingList);
      setBatch('routine');
      const listed = approvable(list.layout.rows.slice(0), list.approved);
      run(ask(listed, { isMeant: workspace.flags.isRoutine }));
    },
    askForUnflagged: (group) => {
      // The flags are not known yet.
      if (list.isBehind) return announce(messages.review.loadingList);
      const { limits } = workspace.settings.get();
      const { layout } = list;
      // Exclude similar matches, which the user did not search for.
      const meant =
        group === undefined ? layout.rows.slice(0, layout.exact) : rowsOfGroup(layout, group);
      const small = approvable(meant, list.approved).filter(({ bill }) => isInBatch(limits, bill));
      setBatch('unflagged');
      const isMeant = (billId: string) => workspace.flags.flagsOf(billId).length === 0;
      run(ask(small, { isMeant, none: messages.limits.noneInBatch }));
    },
    asked: asked && asked.summary,
    includeFlagged: (isIncluded) => {
      if (asked !== null) run(ask(asked.chosen, { isFlaggedIncluded: isIncluded }));
    },
    reason: asked?.reason ?? '',
    chooseReason: (reason) => setAsked(asked && { ...asked, reason }),
    confirm: () => {
      if (asked === null) return;
      setAsked(null);
      run(approveMany(asked, { view: review.get(), selectedIds: selection.ids }));
    },
    cancel: () => setAsked(null),
  };
}
