import { formatApprovalCost } from '../../kit/parts/format-quota.ts';
import { useServices } from '../../kit/services.ts';
import { messages } from '../../kit/text/messages.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { Dialog } from '../../kit/ui/Dialog.tsx';
import { useObservable } from '../../kit/hooks/use-observable.ts';
import { saysCost, type ApprovalAction } from '../../core/outbox/approval-actions.ts';

export interface ConfirmActionProps {
  /** What is asked about; null while nothing is. */
  readonly action: ApprovalAction | null;
  readonly count: number;
  readonly onClose: () => void;
  readonly onConfirm: (action: ApprovalAction) => void;
}

/** Asks before something is done to many approvals, or may approve a bill twice. */
export function ConfirmAction({ action, count, onClose, onConfirm }: ConfirmActionProps) {
  if (action === null) return null;
  const text = messages.approvals.confirm[action];
  return (
    <Dialog
      role="alertdialog"
      title={text.title}
      onClose={onClose}
      decision={
        <Button
          variant="primary"
          onPress={() => {
            onConfirm(action);
            onClose();
          }}
        >
          {count === 1
            ? messages.approvals.actions[action]
            : messages.approvals.actionsForAll[action](count)}
        </Button>
      }
    >
      <p className="confirm__count">{messages.approvals.approvalsCount(count)}</p>
      <p>{text.body}</p>
      {saysCost(action, count) && <Cost approvals={count} />}
    </Dialog>
  );
}

function Cost({ approvals }: { readonly approvals: number }) {
  const { workspace, locale } = useServices();
  const cost = formatApprovalCost(approvals, useObservable(workspace.quota), locale);
  return cost === null ? null : <p className="faint">{cost}</p>;
}
