import { type ReactNode, useState } from 'react';
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
  type AskedAction,
  type AskedFirst,
  asksFirst,
  heldAmong,
  type HoldOf,
  saysCost,
} from '../../core/outbox/approval-actions.ts';
import type { Approval } from '../../core/model/approval.ts';
import { sayAll } from '../text/say.ts';
import { formatHold } from './format-override.ts';
import { useDecide } from './use-decide.ts';

/** Carries out a decision, after the question it needs. The question is null while there is none. */
export function useDecideAsked(isPending: boolean): {
  readonly decide: (decision: AskedAction) => void;
  readonly question: ReactNode;
} {
  const decide = useDecide();
  const holdOf = useHoldOf();
  const [asked, setAsked] = useState<AskedFirst | null>(null);
  return {
    decide: (decision) =>
      asksFirst(decision, holdOf) ? setAsked(decision) : decide(decision.action, decision.fitting),
    question: asked && (
      <ConfirmAction
        asked={asked}
        isPending={isPending}
        onClose={() => setAsked(null)}
        onConfirm={decide}
      />
    ),
  };
}

function useHoldOf(): HoldOf {
  const { annotations } = useData().workspace;
  return ({ organizationId, billId }) =>
    annotations.annotationOf(organizationId, billId)?.hold ?? null;
}

interface ConfirmActionProps {
  /** The decision and its approvals as they were when asked. */
  readonly asked: AskedFirst;
  /** The approvals only wait to be sent, without a problem. */
  readonly isPending: boolean;
  readonly onClose: () => void;
  readonly onConfirm: (action: ApprovalAction, shown: readonly Approval[]) => void;
}

/** Asks before an action on many approvals, or on held bills. */
function ConfirmAction(props: ConfirmActionProps) {
  const { asked, isPending, onClose, onConfirm } = props;
  const service = useServiceName();
  const { action, fitting } = asked;
  const count = fitting.length;
  const held = heldAmong(asked, useHoldOf());
  const holdText = messages.annotations.hold.approve;
  const { confirm, confirmCancel } = messages.approvals;
  const text =
    action === 'withdraw' && isPending ? confirmCancel(count) : confirm[action](count, service);
  return (
    <Dialog
      role="alertdialog"
      title={held.length === 0 ? text.title : holdText.title(held.length)}
      onClose={onClose}
      decision={
        <Button
          variant={held.length === 0 ? 'primary' : 'danger'}
          onPress={() => {
            onConfirm(action, fitting);
            onClose();
          }}
        >
          {held.length === count ? holdText.approve : formatAction(action, count, isPending)}
        </Button>
      }
    >
      <Held held={held} />
      <p>{held.length === count ? holdText.body : text.body}</p>
      {saysCost(action, count) && <Cost approvals={count} />}
    </Dialog>
  );
}

/** Held bills, each with its reason. */
function Held({ held }: { readonly held: ReturnType<typeof heldAmong> }) {
  const { locale } = useShell();
  if (held.length === 0) return null;
  const { noVendor, noNumber } = messages.review;
  return (
    <ul>
      {held.map(({ approval: { id, snapshot }, hold }) => (
        <li key={id} dir="auto">
          {sayAll([snapshot.vendorName ?? noVendor, snapshot.billNumber ?? noNumber], ' · ')}
          {': '}
          {formatHold(hold, locale)}
        </li>
      ))}
    </ul>
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
