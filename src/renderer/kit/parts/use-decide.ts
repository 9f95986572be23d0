import { sends, type ApprovalAction } from '../../core/outbox/approval-actions.ts';
import { useServices } from '../services.ts';

/** Does what the user has decided about approvals, within their limits where it says yes to bills. */
export function useDecide(): (action: ApprovalAction, approvalIds: readonly string[]) => void {
  const { workspace, limits, run } = useServices();
  const { commands } = workspace;
  return (action, approvalIds) => {
    if (!sends(action)) return run(commands[action](approvalIds));
    run(
      limits.run(
        (word) => commands[action](approvalIds, word),
        (over) => over,
        { does: action === 'approveAsChanged' ? 'approve' : 'send' },
      ),
    );
  };
}
