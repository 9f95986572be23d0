import { sends, stillAsShown, type ApprovalAction } from '../../core/outbox/approval-actions.ts';
import type { Approval } from '../../core/outbox/approval.ts';
import { useServices } from '../services.ts';

/**
 * Carries out the user's decision about approvals. A decision to send applies only to approvals that are
 * still as shown.
 */
export function useDecide(): (action: ApprovalAction, shown: readonly Approval[]) => void {
  const { workspace, limits, run } = useServices();
  const { approvals, commands } = workspace;
  return (action, shown) => {
    if (!sends(action)) return run(commands[action](shown.map(({ id }) => id)));
    const does = action === 'approveAsChanged' ? 'approve' : 'send';
    const ids = stillAsShown(shown, approvals.find);
    run(commands[action](ids).then((refused) => limits.tell(refused, does)));
  };
}
