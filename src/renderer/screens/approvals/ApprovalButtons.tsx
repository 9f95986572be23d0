import { useState } from 'react';
import { useServices } from '../../kit/services.ts';
import { en } from '../../kit/text/en.ts';
import { Button } from '../../kit/ui/Button.tsx';
import type { Approval } from '../../core/outbox/approval.ts';
import { actionsFor, asksFirst, type ApprovalAction } from '../../core/outbox/approval-actions.ts';
import { ConfirmAction } from './ConfirmAction.tsx';

export interface ApprovalButtonsProps {
  readonly approval: Approval;
  readonly signInId: string | null;
}

/** The decisions that fit one approval. */
export function ApprovalButtons({ approval, signInId }: ApprovalButtonsProps) {
  const { workspace, run } = useServices();
  const [asked, setAsked] = useState<ApprovalAction | null>(null);
  const { vendorName, billNumber } = approval.snapshot;
  const about = [vendorName, billNumber].filter((part) => part !== null).join(' ');
  const act = (action: ApprovalAction): void => run(workspace.commands[action]([approval.id]));
  return (
    <div className="approval__buttons" role="group" aria-label={about || en.review.noVendor}>
      {actionsFor(approval, signInId).map((action) => (
        <Button
          key={action}
          size="small"
          look={action === 'withdraw' ? 'quiet' : 'plain'}
          onPress={() => (asksFirst(action, approval) ? setAsked(action) : act(action))}
        >
          {en.approvals.actions[action]}
        </Button>
      ))}
      <ConfirmAction
        action={asked}
        count={1}
        onClose={() => setAsked(null)}
        onConfirm={(action) => act(action)}
      />
    </div>
  );
}
