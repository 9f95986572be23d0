import { actionsFor } from '../../core/outbox/approval-actions.ts';
import type { Approval } from '../../core/model/approval.ts';
import { sectionOf } from '../../core/outbox/approval-sections.ts';
import { messages } from '../text/messages.ts';
import { sayAll } from '../text/say.ts';
import { Button } from '../ui/Button.tsx';
import { formatAction } from './ConfirmAction.tsx';
import { OpenInService } from './OpenInService.tsx';
import { useAround } from './use-around.ts';
import { useDecide } from './use-decide.ts';

/** Buttons for the decisions that an approval allows. */
export function ApprovalDecisions({ approval }: { readonly approval: Approval }) {
  const { signInId } = useAround();
  const decide = useDecide();
  const { billId, billNumber, vendorName } = approval.snapshot;
  const about = sayAll(
    [vendorName, billNumber].filter((part) => part !== null),
    ' ',
  );
  const actions = actionsFor(approval, signInId);
  const isPending = sectionOf(approval, signInId) === 'waiting';
  return (
    <div className="actions" role="group" aria-label={about || messages.review.noVendor}>
      {actions.map((action) => (
        <Button
          key={action}
          size="small"
          variant={action === 'withdraw' && actions.length > 1 ? 'quiet' : 'plain'}
          onPress={() => decide(action, [approval])}
        >
          {formatAction(action, 1, isPending)}
        </Button>
      ))}
      <OpenInService billId={billId} billNumber={billNumber} />
    </div>
  );
}
