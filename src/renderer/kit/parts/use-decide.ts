import { sends, stillAsShown, type ApprovalAction } from '../../core/outbox/approval-actions.ts';
import type { Approval } from '../../core/outbox/approval.ts';
import { useServices } from '../services.ts';

/**
 * Does what the user has decided about approvals, within their limits where it says yes to bills: then only to
 * those that still are as they were shown.
 */
export function useDecide(): (action: ApprovalAction, shown: readonly Approval[]) => void {
  const { workspace, limits, run } = useServices();
  const { approvals, commands } = workspace;
  return (action, shown) => {
    if (!sends(action)) return run(commands[action](shown.map(({ id }) => id)));
    run(
      limits.run(
        // Each time anew: while the user is asked, an approval may change.
        (word) => commands[action](stillAsShown(shown, approvals.find), word),
        (over) => over,
        { does: action === 'approveAsChanged' ? 'approve' : 'send' },
      ),
    );
  };
}
