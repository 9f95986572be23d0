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
  type AskedFirst,
  saysCost,
} from '../../core/outbox/approval-actions.ts';
import type { Approval } from '../../core/model/approval.ts';

export interface ConfirmActionProps {
  /** The question and its approvals as they were when asked; null while there is none. */
  readonly asked: AskedFirst | null;
  /** The approvals only wait to be sent, without a problem. */
  readonly isPending: boolean;
  readonly onClose: () => void;
  readonly onConfirm: (action: ApprovalAction, shown: readonly Approval[]) => void;
}

/** Asks before an action on many approvals. */
export function ConfirmAction(props: ConfirmActionProps) {
  const { asked, isPending, onClose, onConfirm } = props;
  const service = useServiceName();
  if (asked === null) return null;
  const { action, fitting } = asked;
  const count = fitting.length;
  const { confirm, confirmCancel } = messages.approvals;
  const text =
    action === 'withdraw' && isPending ? confirmCancel(count) : confirm[action](count, service);
  return (
    <Dialog
      role="alertdialog"
      title={text.title}
      onClose={onClose}
      decision={
        <Button
          variant="primary"
          onPress={() => {
            onConfirm(action, fitting);
            onClose();
          }}
        >
          {formatAction(action, count, isPending)}
        </Button>
      }
    >
      <p>{text.body}</p>
      {saysCost(action, count) && <Cost approvals={count} />}
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
