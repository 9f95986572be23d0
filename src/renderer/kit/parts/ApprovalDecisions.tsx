import { useState, type ReactNode } from 'react';
import { actionsFor, type ApprovalAction } from '../../core/approve/approval-actions.ts';
import type { Approval } from '../../core/model/approval.ts';
import { sectionOf } from '../../core/outbox/approval-sections.ts';
import { useShortcut } from '../hooks/use-shortcuts.ts';
import { useData } from '../services/data.ts';
import { useReview } from '../services/review.ts';
import { useShell } from '../services/shell.ts';
import { messages } from '../text/messages.ts';
import { sayAll } from '../text/say.ts';
import { Button } from '../ui/Button.tsx';
import type { ShortcutCommand } from '../actions/shortcuts.ts';
import { formatAction, useDecideAsked } from './ConfirmAction.tsx';
import { OpenInService } from './OpenInService.tsx';
import { useStatusContext } from './use-status-context.ts';

/** Buttons for the decisions that an approval allows. */
export function ApprovalDecisions({ approval }: { readonly approval: Approval }) {
  const { actions, isPending } = useActionsFor(approval);
  const { decide, question } = useDecideAsked(isPending);
  return (
    <Decisions approval={approval}>
      {actions.map((action) => (
        <Button
          key={action}
          size="small"
          variant={action === 'withdraw' && actions.length > 1 ? 'quiet' : 'plain'}
          onPress={() => decide({ action, fitting: [approval] })}
        >
          {formatAction(action, 1, isPending)}
        </Button>
      ))}
      {question}
    </Decisions>
  );
}

/** Keys of decisions, as for a bill in Review. The others are made by mouse or Tab. */
const keys: Partial<Record<ApprovalAction, ShortcutCommand>> = {
  approveAsChanged: 'approve',
  sendAgain: 'approve',
  withdraw: 'hide',
};

/**
 * The same decisions for an approval that needs attention, the usual one first and in color, with their keys. None is
 * in color while it is unconfirmed: the user must look at the service first.
 */
export function AttentionDecisions({ approval }: { readonly approval: Approval }) {
  const { clock } = useData();
  const { pace } = useReview();
  const { showToast } = useShell();
  const { actions, isPending } = useActionsFor(approval);
  const { decide, question } = useDecideAsked(isPending);
  const [shown, setShown] = useState(() => ({ approval, atMs: clock.elapsedMs() }));
  // Each change makes a new object and restarts the time, because the user has to read the change first.
  if (shown.approval !== approval) setShown({ approval, atMs: clock.elapsedMs() });
  const press = (command: ShortcutCommand): void => {
    const action = actions.find((each) => keys[each] === command);
    if (action === undefined) return;
    if (pace.isEarly(shown.atMs)) showToast(messages.review.pace.tooEarly);
    else decide({ action, fitting: [approval] });
  };
  useShortcut('approve', () => press('approve'));
  useShortcut('hide', () => press('hide'));
  return (
    <Decisions approval={approval}>
      {actions.map((action, at) => {
        const command = keys[action];
        return (
          <Button
            key={action}
            variant={at === 0 && approval.state !== 'unknown' ? 'primary' : 'plain'}
            {...(command === undefined ? {} : { command })}
            onPress={() => decide({ action, fitting: [approval] })}
          >
            {formatAction(action, 1, isPending)}
          </Button>
        );
      })}
      {question}
    </Decisions>
  );
}

interface DecisionsProps {
  readonly approval: Approval;
  readonly children: ReactNode;
}

function Decisions({ approval: { snapshot }, children }: DecisionsProps) {
  const { billId, billNumber, vendorName } = snapshot;
  const about = sayAll(
    ' ',
    [vendorName, billNumber].filter((part) => part !== null),
  );
  return (
    <div className="actions" role="group" aria-label={about || messages.review.noVendor}>
      {children}
      <OpenInService billId={billId} billNumber={billNumber} />
    </div>
  );
}

function useActionsFor(approval: Approval) {
  const { signInId } = useStatusContext();
  return {
    actions: actionsFor(approval, signInId),
    isPending: sectionOf(approval, signInId) === 'waiting',
  };
}
