import { sends, stillAsShown, type ApprovalAction } from '../../core/outbox/approval-actions.ts';
import type { Approval } from '../../core/model/approval.ts';
import { useData } from '../services/data.ts';
import { useShell } from '../services/shell.ts';
import { reasonFor, useReview } from '../services/review.ts';
import { messages } from '../text/messages.ts';
import { sayAll } from '../text/say.ts';
import { formatEvent } from './format-why.ts';

/**
 * Carries out the user's decision about approvals, and announces it. A decision to send applies only to approvals
 * that are still as shown.
 */
export function useDecide(): (action: ApprovalAction, shown: readonly Approval[]) => void {
  const { workspace } = useData();
  const { limits, reasons } = useReview();
  const { run, announce } = useShell();
  const { approvals, commands } = workspace;
  const reasonOf = (billId: string): string => {
    const row = workspace.bills.get(billId);
    return row === null ? '' : reasonFor(reasons.get(), row);
  };
  const announceResult = (shown: readonly Approval[]): void => {
    const done = shown.flatMap((before) => {
      const now = approvals.find(before.id);
      const line = now?.history.slice(before.history.length)[0];
      return now && line ? { now, line } : [];
    });
    const [first, ...more] = done;
    if (first === undefined) return;
    const { vendorName, billNumber } = first.now.snapshot;
    const names = [vendorName, billNumber].filter((name) => name !== null);
    const about = more.length > 0 ? [messages.approvals.approvalsCount(done.length)] : names;
    announce(sayAll([formatEvent(first.line), ...about], ' · '));
  };
  const decide = async (action: ApprovalAction, shown: readonly Approval[]): Promise<void> => {
    if (sends(action)) {
      const does = action === 'approveAsChanged' ? 'approve' : 'send';
      const ids = stillAsShown(shown, approvals.find);
      limits.tell(await commands[action](ids, { reasonOf }), does);
    } else await commands[action](shown.map(({ id }) => id));
    announceResult(shown);
  };
  return (action, shown) => run(decide(action, shown));
}
