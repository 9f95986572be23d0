import { type ReactNode, useState } from 'react';
import { useServiceName } from './service-name.ts';
import { formatApprovalCost } from './format-quota.ts';
import { useData } from '../services/data.ts';
import { useShell } from '../services/shell.ts';
import { messages } from '../text/messages.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { useObservable } from '../hooks/use-observable.ts';
import {
  type ApprovalAction,
  type AskedAction,
  asksFirst,
  onHoldAmong,
  type HoldOf,
  onlyMainAsks,
  saysCost,
} from '../../core/outbox/approval-actions.ts';
import type { BillOnHold } from '../../core/model/annotation.ts';
import { copiesAmong, type SecondCopy } from '../../core/bills/flags/second-copy.ts';
import { CopiesDialog } from './CopiesDialog.tsx';
import { OnHoldDialog } from './OnHoldDialog.tsx';
import { useDecide } from './use-decide.ts';

/** A decision and the copies it would send. */
interface Asked {
  readonly decision: AskedAction;
  /** Empty once the user has said yes to them. */
  readonly copies: readonly SecondCopy[];
}

/** Carries out a decision, after the questions it needs. The question is null while there is none. */
export function useDecideAsked(isPending: boolean): {
  /** @param isConfirmed a dialog has asked already: only copies and holds still need their questions */
  readonly decide: (decision: AskedAction, isConfirmed?: boolean) => void;
  readonly question: ReactNode;
} {
  const decide = useDecide();
  const { showToast } = useShell();
  const { workspace } = useData();
  const { annotations } = workspace;
  const holdOf: HoldOf = ({ organizationId, billId }) =>
    annotations.annotationOf(organizationId, billId)?.hold ?? null;
  const [asked, setAsked] = useState<Asked | null>(null);
  const ask = (next: Asked, asks: boolean): void => {
    setAsked(asks ? next : null);
    if (!asks) decide(next.decision.action, next.decision.fitting);
  };
  const hasOnHold = (decision: AskedAction): boolean => onHoldAmong(decision, holdOf).length > 0;
  return {
    decide: (decision, isConfirmed = false) => {
      const copies = copiesAmong(workspace, decision);
      if (copies === 'unknown') return showToast(messages.review.loadingList);
      const asks = isConfirmed ? hasOnHold(decision) : asksFirst(decision, holdOf);
      ask({ decision, copies }, copies.length > 0 || asks);
    },
    question: asked && (
      <ConfirmAction
        asked={asked}
        held={onHoldAmong(asked.decision, holdOf)}
        isPending={isPending}
        onClose={() => setAsked(null)}
        onConfirm={() =>
          ask({ ...asked, copies: [] }, asked.copies.length > 0 && hasOnHold(asked.decision))
        }
      />
    ),
  };
}

interface ConfirmActionProps {
  /** The decision and its approvals as they were when asked. */
  readonly asked: Asked;
  readonly held: readonly BillOnHold[];
  /** The approvals only wait to be sent, without a problem. */
  readonly isPending: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** Asks before an action on many approvals, on copies of other bills, or on held bills. */
function ConfirmAction({ asked, held, isPending, onClose, onConfirm }: ConfirmActionProps) {
  const service = useServiceName();
  const { copies, decision } = asked;
  const { action, fitting } = decision;
  const count = fitting.length;
  const { confirm, confirmCancel } = messages.approvals;
  const ofAction = onlyMainAsks(action) ? null : confirm[action](count, service);
  const text = action === 'withdraw' && isPending ? confirmCancel(count) : ofAction;
  const label = formatAction(action, count, isPending);
  const concerned = copies.length > 0 ? copies.length : held.length;
  const more = (
    <>
      {text !== null && (concerned === 0 || count > 1) && <p>{text.body}</p>}
      {saysCost(action, count) && <Cost approvals={count} />}
    </>
  );
  const parts = { ...(concerned < count && { label }), onClose, onConfirm, children: more };
  if (copies.length > 0) return <CopiesDialog copies={copies} {...parts} />;
  if (held.length > 0 || text === null) return <OnHoldDialog held={held} {...parts} />;
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

/** Label of an action. Pending approvals are canceled, failed ones are discarded. */
export function formatAction(action: ApprovalAction, count: number, isPending: boolean): string {
  const { actions, actionsForAll, cancelPending, cancelAllPending } = messages.approvals;
  if (action === 'withdraw' && isPending) {
    return count === 1 ? cancelPending : cancelAllPending(count);
  }
  return count === 1 ? actions[action] : actionsForAll[action](count);
}

function Cost({ approvals }: { readonly approvals: number }) {
  const { workspace } = useData();
  const { locale } = useShell();
  const cost = formatApprovalCost(approvals, useObservable(workspace.quota), locale);
  return cost === null ? null : <p className="faint">{cost}</p>;
}
