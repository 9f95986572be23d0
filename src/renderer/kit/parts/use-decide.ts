import { sends, stillAsShown, type ApprovalAction } from '../../core/outbox/approval-actions.ts';
import type { Approval } from '../../core/model/approval.ts';
import { useData } from '../services/data.ts';
import { useShell } from '../services/shell.ts';
import { useReview } from '../services/review.ts';

/**
 * Carries out the user's decision about approvals. A decision to send applies only to approvals that are
 * still as shown.
 */
export function useDecide(): (action: ApprovalAction, shown: readonly Approval[]) => void {
  const { workspace } = useData();
  const { run } = useShell();
  const { limits } = useReview();
  const { approvals, commands } = workspace;
  return (action, shown) => {
    if (!sends(action)) return run(commands[action](shown.map(({ id }) => id)));
    const does = action === 'approveAsChanged' ? 'approve' : 'send';
    const ids = stillAsShown(shown, approvals.find);
    run(commands[action](ids).then((refused) => limits.tell(refused, does)));
  };
}
