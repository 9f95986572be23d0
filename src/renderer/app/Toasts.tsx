import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { assertNever } from '../../base/assert-never.ts';
import { messages } from '../kit/text/messages.ts';
import { Button } from '../kit/ui/Button.tsx';
import { formatMoney } from '../../bridge/money.ts';
import { secondsLeft } from '../kit/ui/relative-time.ts';
import { useApprovals } from '../kit/hooks/use-approvals.ts';
import { useData } from '../kit/services/data.ts';
import { type Toast, useShell } from '../kit/services/shell.ts';
import { useReview } from '../kit/services/review.ts';
import { useObservable } from '../kit/hooks/use-observable.ts';
import type { UnsavedApproval } from '../core/approve/approval-commands.ts';
import type { Approval } from '../core/model/approval.ts';
import {
  newestUndoable,
  nextUndo,
  type UndoableBatch,
  type LocalChange,
} from '../kit/services/undo-stack.ts';
import { useNow } from '../kit/hooks/use-now.ts';
import { useShortcut } from '../kit/hooks/use-shortcuts.ts';
import '../kit/ui/toast.css';
import { keepAmounts } from '../kit/ui/keep-amounts.tsx';

const REDRAW_MS = 200;

/** Messages about the user's last actions, with ways to undo them. */
export function Toasts() {
  return (
    <div className="toasts">
      <UndoToast />
      <LocalChangeToast />
      <NoticeToast />
    </div>
  );
}

/** Offers to undo the newest approval, with a countdown. `u` undoes the newest action of any kind. */
function UndoToast() {
  const { workspace } = useData();
  const { undos } = useReview();
  const { run, showToast } = useShell();
  const held = useApprovals(isHeld);
  const undo = useUndo();
  const undoChange = useUndoChange();
  const undoUnsaved = async (action: UnsavedApproval): Promise<void> => {
    undos.leaving.add(action);
    showToast(messages.app.undoOnceSaved);
    const { approved } = await action.saving;
    const [first] = approved;
    if (first) undo({ batchId: first.batchId, approvals: approved });
  };

  useShortcut('undo', () => {
    const { approvals, commands, bills, undoLeftMs } = workspace;
    const step = nextUndo({
      approvals: approvals.get(),
      unsaved: commands.unsaved(),
      changes: undos.changes.get(),
      undoLeftMs,
      leaving: undos.leaving,
      beganAtMs: undos.beganAtMs,
      isThere: (billId) => bills.get(billId) !== null,
    });
    switch (step.kind) {
      case 'approvals':
        return undo(step.batch);
      case 'unsaved':
        return run(undoUnsaved(step.action).finally(() => undos.leaving.delete(step.action)));
      case 'change':
        return undoChange(step.change);
      case 'tooLate':
        return showToast(messages.app.tooLateToUndo);
      case 'nothing':
        return showToast(messages.app.nothingToUndo);
      default:
        return assertNever(step);
    }
  });

  return held.length > 0 && <Countdown held={held} undo={undo} />;
}

/** Shows the result of the last action for a few seconds, or until the next action. */
function NoticeToast() {
  const { toast } = useShell();
  const { undos } = useReview();
  const shown = useObservable(toast);
  // A new language redraws everything; the text is in the old one.
  useEffect(() => () => toast.set(null), [toast]);
  const [change] = useObservable(undos.changes);
  const [approval] = useApprovals(isHeld);
  const newestMs = Math.max(change?.atMs ?? 0, approval?.approvedAtMs ?? 0);
  if (shown === null || newestMs > shown.atMs) return null;
  return <PlainToast toast={shown} onOver={() => toast.set(null)} />;
}

const TOAST_MS = 5_000;

// A separate component, so that the clock runs only while a toast is shown.
function PlainToast({ toast, onOver }: { readonly toast: Toast; readonly onOver: () => void }) {
  const isOver = useNow(REDRAW_MS) - toast.atMs >= TOAST_MS;
  useEffect(() => {
    if (isOver) onOver();
  });
  return (
    <div className="toast">
      <div className="toast__text">
        <ToastTitle>{toast.text}</ToastTitle>
      </div>
    </div>
  );
}

const isHeld = ({ state }: Approval): boolean => state === 'held';

interface CountdownProps {
  readonly held: readonly Approval[];
  readonly undo: (batch: UndoableBatch) => void;
}

// A separate component, so that the clock runs only while an approval can be undone.
function Countdown({ held, undo }: CountdownProps) {
  const { workspace } = useData();
  const { undos } = useReview();
  const { locale } = useShell();
  useNow(REDRAW_MS);
  const [newest] = useObservable(undos.changes);
  const batch = newestUndoable(held, workspace.undoLeftMs);
  if (batch === null) return null;
  const { leftMs } = batch;
  // The key undoes the newest action, so only the toast of that action shows the key.
  const isNext = (newest?.atMs ?? 0) <= (batch.approvals[0]?.approvedAtMs ?? 0);
  return (
    <div className="toast" role="region" aria-label={messages.app.undo}>
      <div className="toast__text">
        <ToastTitle>{formatBatch(batch, locale)}</ToastTitle>
        {batch.olderCount > 0 && (
          <p className="toast__more">{messages.app.moreUndoable(batch.olderCount)}</p>
        )}
      </div>
      <span className="toast__left" aria-hidden="true">
        {messages.app.undoLeft(secondsLeft(leftMs, 0))}
      </span>
      <Button
        size="small"
        icon="undo"
        {...(isNext && { command: 'undo' })}
        onPress={() => undo(batch)}
      >
        {messages.app.undo}
      </Button>
      <div
        className="toast__bar"
        aria-hidden="true"
        style={{ scale: `${leftMs / batch.windowMs} 1` }}
      />
    </div>
  );
}

function useUndo(): (batch: Pick<UndoableBatch, 'batchId' | 'approvals'>) => void {
  const { workspace } = useData();
  const { run, showToast } = useShell();
  const { review, approvedBatch, toSelect, undos } = useReview();
  return useCallback(
    (batch) => {
      undos.leaving.add(batch.batchId);
      const taken = workspace.commands.withdraw(batch.approvals.map(({ id }) => id));
      const [first] = batch.approvals;
      const many = approvedBatch.get();
      const before = many?.batchId === batch.batchId ? many : null;
      if (before) review.set(before.view);
      else if (first) review.set({ ...review.get(), billId: first.billId });
      const selectAgain = (count: number): void => {
        showToast(formatTakenBack(count));
        if (count > 0) toSelect.set(before?.selectedIds ?? null);
      };
      run(taken.then(selectAgain).finally(() => undos.leaving.delete(batch.batchId)));
    },
    [workspace, run, showToast, review, approvedBatch, toSelect, undos],
  );
}

/** Text for an undo's result. Some approvals may have been sent before the undo reached the disk. */
export function formatTakenBack(count: number): string {
  return count === 0 ? messages.app.tooLateToUndo : messages.app.takenBack(count);
}

function formatBatch({ approvals }: UndoableBatch, locale: string): string {
  const [only, ...others] = approvals;
  if (only === undefined || others.length > 0) return messages.app.approvedMany(approvals.length);
  const { vendorName, billNumber, amountDueCents, currency } = only.snapshot;
  const who = vendorName ?? billNumber ?? messages.review.noVendor;
  return messages.app.approvedOne(who, formatMoney(amountDueCents, currency, locale));
}

/** Duration of the toast, milliseconds. The change can still be undone afterwards. */
const CHANGE_MS = 8_000;

/** Offers to undo the last local change: bills hidden or returned, a note, a decision. */
function LocalChangeToast() {
  const { workspace } = useData();
  const { undos } = useReview();
  const [change] = useObservable(undos.changes);
  const { approvals } = workspace;
  const newest = useSyncExternalStore(
    approvals.subscribe,
    () => approvals.get().find(({ state }) => state !== 'withdrawn')?.approvedAtMs ?? 0,
  );
  // A later approval is undone first.
  if (change === undefined || newest > change.atMs) return null;
  return <ShownChange key={change.atMs} change={change} />;
}

function ShownChange({ change }: { readonly change: LocalChange }) {
  const { workspace } = useData();
  const { locale } = useShell();
  const undo = useUndoChange();
  const nowMs = useNow(REDRAW_MS);
  // Bills that left memory with their organization or at sign-out leave nothing to undo.
  const isGone = change.billIds.every((billId) => workspace.bills.get(billId) === null);
  if (isGone || nowMs - change.atMs >= CHANGE_MS) return null;
  return (
    <div className="toast" role="region" aria-label={messages.annotations.undoRegion}>
      <div className="toast__text">
        <ToastTitle>{change.title(locale)}</ToastTitle>
      </div>
      <Button size="small" icon="undo" command="undo" onPress={() => undo(change)}>
        {messages.app.undo}
      </Button>
    </div>
  );
}

/**
 * Undoes a local change, shows its bill and says what was undone. If the disk is full, the change can be undone later.
 */
function useUndoChange(): (change: LocalChange) => void {
  const { undos, review } = useReview();
  const { run, showToast, locale } = useShell();
  return useCallback(
    (change) => {
      undos.remove(change);
      const undo = async (): Promise<void> => {
        const result = await change.undo();
        if (result === 'notSaved') {
          undos.push(change);
          return showToast(messages.annotations.notSaved.title);
        }
        showToast(messages.annotations.done.undone(change.title(locale)));
        const [first] = change.billIds;
        if (first !== undefined) review.set({ ...review.get(), billId: first });
      };
      run(undo());
    },
    [undos, run, showToast, review, locale],
  );
}

/** A toast's text, cut to two lines so that a long name does not cover the screen. Hovering shows it whole. */
export function ToastTitle({ children }: { readonly children: string }) {
  return (
    <p className="toast__title" title={children}>
      {keepAmounts(children)}
    </p>
  );
}
