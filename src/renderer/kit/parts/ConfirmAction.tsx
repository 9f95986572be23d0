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
  heldAmong,
  type HoldOf,
  onlyMainAsks,
  saysCost,
} from '../../core/outbox/approval-actions.ts';
import type { HeldBill } from '../../core/model/annotation.ts';
import { HeldDialog } from './HeldDialog.tsx';
import { useDecide } from './use-decide.ts';

/** Carries out a decision, after the question it needs. The question is null while there is none. */
export function useDecideAsked(isPending: boolean): {
  /** @param isConfirmed a dialog has asked already: only a hold still needs its question */
  readonly decide: (decision: AskedAction, isConfirmed?: boolean) => void;
  readonly question: ReactNode;
} {
  const decide = useDecide();
  const { annotations } = useData().workspace;
  const holdOf: HoldOf = ({ organizationId, billId }) =>
    annotations.annotationOf(organizationId, billId)?.hold ?? null;
  const [asked, setAsked] = useState<AskedAction | null>(null);
  return {
    decide: (decision, isConfirmed = false) => {
      const asks = isConfirmed
        ? heldAmong(decision, holdOf).length > 0
        : asksFirst(decision, holdOf);
      if (asks) setAsked(decision);
      else decide(decision.action, decision.fitting);
    },
    question: asked && (
      <ConfirmAction
        asked={asked}
        held={heldAmong(asked, holdOf)}
        isPending={isPending}
        onClose={() => setAsked(null)}
        onConfirm={() => {
          setAsked(null);
          decide(asked.action, asked.fitting);
        }}
      />
    ),
  };
}

interface ConfirmActionProps {
  /** The decision and its approvals as they were when asked. */
  readonly asked: AskedAction;
  readonly held: readonly HeldBill[];
  /** The approvals only wait to be sent, without a problem. */
  readonly isPending: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** Asks before an action on many approvals, or on held bills. */
function ConfirmAction({ asked, held, isPending, onClose, onConfirm }: ConfirmActionProps) {
  const service = useServiceName();
  const { action, fitting } = asked;
  const count = fitting.length;
  const { confirm, confirmCancel } = messages.approvals;
  const ofAction = onlyMainAsks(action) ? null : confirm[action](count, service);
  const text = action === 'withdraw' && isPending ? confirmCancel(count) : ofAction;
  const label = formatAction(action, count, isPending);
  const more = (
    <>
      {text !== null && (held.length === 0 || count > 1) && <p>{text.body}</p>}
      {saysCost(action, count) && <Cost approvals={count} />}
    </>
  );
  if (held.length > 0 || text === null)
    return (
      <HeldDialog
        held={held}
        {...(held.length < count && { label })}
        onClose={onClose}
        onConfirm={onConfirm}
      >
        {more}
      </HeldDialog>
    );
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
