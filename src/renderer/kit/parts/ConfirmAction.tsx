import { formatBillLine } from './format-snapshot.ts';
import { type ReactNode, useDeferredValue, useEffect, useState } from 'react';
import { useServiceName } from './service-name.ts';
import { formatApprovalCost } from './format-quota.ts';
import { useData } from '../services/data.ts';
import { useShell } from '../services/shell.ts';
import { messages } from '../text/messages.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { useApprovals } from '../hooks/use-approvals.ts';
import { useObservable } from '../hooks/use-observable.ts';
import { isOpen } from '../../core/outbox/approval-sections.ts';
import {
  type ApprovalAction,
  type AskedAction,
  onlyMainAsks,
  type QuestionKind,
  showsCost,
  isSendingAction,
  stillAsShown,
} from '../../core/approve/approval-actions.ts';
import {
  newVersionOf,
  type Question,
  questionAbout,
  withoutAskedAlone,
} from '../services/questions.ts';
import { CopiesDialog } from './CopiesDialog.tsx';
import { MANY_UNDO_MS } from '../../core/approve/plan-approval.ts';
import { OnHoldDialog } from './OnHoldDialog.tsx';
import { FlagSentences } from './FlagSentences.tsx';
import { Difference } from './ApprovalAttention.tsx';
import { totalsToConfirm, dueOf } from '../../core/model/currency-totals.ts';
import { sayAll } from '../text/say.ts';
import { Totals } from '../ui/Totals.tsx';
import type { Approval } from '../../core/model/approval.ts';
import { reasonFor, useReview } from '../services/review.ts';
import { formatEvent } from './format-why.ts';
import { keepAmounts } from '../ui/keep-amounts.tsx';

interface Asked {
  readonly decision: AskedAction;
  readonly question: Question;
  /** Kinds of questions that the user has answered with yes. */
  readonly answered: readonly QuestionKind[];
}

/** Carries out a decision, after the questions it needs. The question is null while there is none. */
export function useDecideAsked(isPending: boolean): {
  /** @param isConfirmed whether a dialog has asked already, so that only copies and holds need their questions */
  readonly decide: (decision: AskedAction, isConfirmed?: boolean) => void;
  readonly question: ReactNode;
} {
  const decide = useDecide(isPending);
  const { showToast } = useShell();
  const { workspace } = useData();
  const [asked, setAsked] = useState<Asked | null>(null);
  const ask = (decision: AskedAction, answered: readonly QuestionKind[]): void => {
    if (decision.fitting.length === 0)
      return showToast(messages.approvals.askedAlone(decision.leftOut?.length ?? 0));
    const question = questionAbout(workspace, decision, answered);
    if (question === 'unknown') return showToast(messages.review.loadingList);
    setAsked(question && { decision, question, answered });
    if (question === null) decide(decision.action, decision.fitting);
  };
  return {
    decide: (decision, isConfirmed = false) =>
      ask(withoutAskedAlone(workspace, decision), isConfirmed ? ['several'] : []),
    question: asked && (
      <ConfirmAction
        asked={asked}
        isPending={isPending}
        onClose={() => setAsked(null)}
        onConfirm={() => ask(asked.decision, [...asked.answered, asked.question.kind])}
      />
    ),
  };
}

interface ConfirmActionProps {
  /** The decision and its approvals as they were when asked. */
  readonly asked: Asked;
  /** The approvals only wait to be sent, without a problem. */
  readonly isPending: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** Asks before an action on many approvals, on copies of other bills, or on held bills. */
function ConfirmAction({ asked, isPending, onClose, onConfirm }: ConfirmActionProps) {
  const service = useServiceName();
  const { locale } = useShell();
  const { question, decision } = asked;
  const { action, fitting } = decision;
  const { approvals } = useData().workspace;
  // Redraws when approvals change: while the question is open, some may be sent.
  useApprovals(isOpen);
  const isCancel = action === 'withdraw' && isPending;
  const count = (isCancel ? stillAsShown(action, fitting, approvals.find) : fitting).length;
  const isOver = count === 0;
  useEffect(() => {
    if (isOver) onClose();
  }, [isOver, onClose]);
  const { confirm, confirmCancel } = messages.approvals;
  const ofAction = onlyMainAsks(action) ? null : confirm[action](count, service);
  const text = isCancel ? confirmCancel(count) : ofAction;
  const label = formatAction(action, count, isPending);
  const concerned = concernedBy(question);
  const [only] = fitting;
  const isNamed =
    question.kind === 'several' && count === 1 && action !== 'approveAsChanged' && only;
  const more = (
    <>
      {isNamed && <p dir="auto">{keepAmounts(formatBillLine(only.snapshot, locale))}</p>}
      {text !== null && (concerned === 0 || count > 1) && <p>{text.body}</p>}
      {question.kind === 'several' && action === 'approveAsChanged' && (
        <NewVersions decision={decision} />
      )}
      {showsCost(action, count) && <Cost approvals={count} />}
    </>
  );
  const parts = { ...(concerned < count && { label }), onClose, onConfirm, children: more };
  if (question.kind === 'copy') return <CopiesDialog copies={question.copies} {...parts} />;
  if (question.kind === 'hold') return <OnHoldDialog held={question.held} {...parts} />;
  if (text === null) return null;
  return (
    <Dialog
      role="alertdialog"
      title={text.title}
      onClose={onClose}
      decision={
        <Button variant="primary" onPress={onConfirm}>
          {label}
        </Button>
      }
    >
      {more}
    </Dialog>
  );
}

/** Number of approvals named by the question; 0 if it is about all of them. */
function concernedBy(question: Question): number {
  if (question.kind === 'several') return 0;
  return question.kind === 'copy' ? question.copies.length : question.held.length;
}

/** Label of an action. Pending approvals are canceled, failed ones are discarded. */
export function formatAction(action: ApprovalAction, count: number, isPending: boolean): string {
  const { actions, actionsForAll, cancelPending, cancelAllPending } = messages.approvals;
  if (action === 'withdraw' && isPending) {
    return count === 1 ? cancelPending : cancelAllPending(count);
  }
  return count === 1 ? actions[action] : actionsForAll[action](count);
}

/** New versions drawn with the dialog; drawing thousands takes longer than a frame. */
const DRAWN_AT_ONCE = 20;

/** Totals of the new versions, those left out, and each bill's changes and flags. */
function NewVersions({ decision: { fitting, leftOut = [] } }: { readonly decision: AskedAction }) {
  const { workspace } = useData();
  const { locale } = useShell();
  const totals = fitting.map(({ found, snapshot }) => dueOf(found ?? snapshot));
  const drawn = useDeferredValue(fitting.length, DRAWN_AT_ONCE);
  return (
    <>
      <Totals totals={totalsToConfirm(totals)} locale={locale} />
      {leftOut.length > 0 && <p>{messages.approvals.askedAlone(leftOut.length)}</p>}
      {leftOut.slice(0, DRAWN_AT_ONCE).map(({ id, found, snapshot }) => (
        <p key={id} dir="auto">
          {keepAmounts(formatBillLine(found ?? snapshot, locale))}
        </p>
      ))}
      {fitting.slice(0, drawn).map((approval) => {
        const { id, snapshot, found } = approval;
        const version = newVersionOf(workspace, approval);
        return (
          <section key={id}>
            <p dir="auto">{keepAmounts(formatBillLine(found ?? snapshot, locale))}</p>
            {version && (
              <FlagSentences
                bill={version.row.bill}
                flags={version.flags.filter(({ kind }) => kind !== 'changed')}
              />
            )}
            {found && <Difference approved={snapshot} found={found} of="changed" />}
          </section>
        );
      })}
    </>
  );
}

function Cost({ approvals }: { readonly approvals: number }) {
  const { workspace } = useData();
  const { locale } = useShell();
  const cost = formatApprovalCost(approvals, useObservable(workspace.quota), locale);
  return cost === null ? null : <p className="faint">{cost}</p>;
}

/** Carries out the user's decision about approvals that are still as shown, and announces it. */
function useDecide(
  isPending: boolean,
): (action: ApprovalAction, shown: readonly Approval[]) => void {
  const { workspace } = useData();
  const { limits, reasons } = useReview();
  const { run, announce, showToast } = useShell();
  const { approvals, commands } = workspace;
  const reasonOf = (billId: string): string => {
    const row = workspace.bills.get(billId);
    return row === null ? '' : reasonFor(reasons.get(), row);
  };
  const announceResult = (action: ApprovalAction, shown: readonly Approval[]): void => {
    const done = shown.flatMap((before) => {
      const now = approvals.find(before.id);
      const lines = now?.history.slice(before.history.length) ?? [];
      // The first new line is the action. For a cancel it is the last, because the approval may have been sent first.
      const line = action === 'withdraw' ? lines.at(-1) : lines[0];
      if (!now || !line) return [];
      // A queued approval that is held back is discarded, too, as its button says.
      const isDiscard = line.event === 'withdraw' && !isPending;
      return { now, said: isDiscard ? messages.approvals.statuses.discarded : formatEvent(line) };
    });
    // Some of several may have been sent meanwhile.
    const groups = [...Map.groupBy(done, ({ said }) => said)].map(([said, [first, ...more]]) => {
      const { vendorName: vendor = null, billNumber = null } = first?.now.snapshot ?? {};
      const names = [vendor, billNumber].filter((name) => name !== null);
      const count = messages.approvals.approvalsCount(more.length + 1);
      return sayAll(' · ', [said, ...(more.length > 0 ? [count] : names)]);
    });
    if (groups.length > 0) announce(sayAll(', ', groups));
  };
  const decide = async (action: ApprovalAction, shown: readonly Approval[]): Promise<void> => {
    const ids = stillAsShown(action, shown, approvals.find);
    if (isSendingAction(action)) {
      const does = action === 'approveAsChanged' ? 'approve' : 'send';
      const options = { reasonOf, ...(ids.length > 1 && { minUndoMs: MANY_UNDO_MS }) };
      limits.show(await commands[action](ids, options), does);
    } else {
      const done = await commands[action](ids);
      const late = action === 'withdraw' ? shown.length - (done ?? 0) : 0;
      if (late > 0) showToast(messages.app.tooLateToCancel(late, done ?? 0));
    }
    announceResult(action, shown);
  };
  return (action, shown) => run(decide(action, shown));
}
