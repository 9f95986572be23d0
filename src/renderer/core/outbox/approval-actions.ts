import { assertNever } from '../../../base/assert-never.ts';
import type { Approval } from './approval.ts';
import { heldBackAs, isToAcknowledge } from './approval-sections.ts';
import { mayHaveArrived, changeOf } from './standing.ts';

/** What the user can decide about an approval. */
export const approvalActions = [
  'sendAgain',
  'approveAsChanged',
  'adopt',
  'sendRestored',
  'markConfirmed',
  'acknowledge',
  'withdraw',
] as const;
export type ApprovalAction = (typeof approvalActions)[number];

/** The decisions that fit an approval's state, the usual one first. */
export function actionsFor(approval: Approval, signInId: string | null): readonly ApprovalAction[] {
  switch (approval.state) {
    case 'held':
      return ['withdraw'];
    case 'queued':
      return [...goAhead(approval, signInId), 'withdraw'];
    case 'changed':
      // A bill that was not found, is paid or void cannot be approved as it is now.
      return changeOf(approval) === 'changed' ? ['approveAsChanged', 'withdraw'] : ['withdraw'];
    case 'unknown':
      return ['sendAgain', 'markConfirmed', 'withdraw'];
    case 'rejected':
      return ['sendAgain', 'withdraw'];
    case 'confirmed':
      return isToAcknowledge(approval) ? ['acknowledge'] : [];
    case 'sending':
    case 'withdrawn':
      return [];
    default:
      return assertNever(approval.state);
  }
}

function goAhead(approval: Approval, signInId: string | null): readonly ApprovalAction[] {
  switch (heldBackAs(approval, signInId)) {
    case 'otherSignIn':
      return ['adopt'];
    case 'restored':
    case 'dataRestored':
      return ['sendRestored'];
    case 'noOrganization':
    case null:
      return [];
  }
}

/** Decisions that fit at least two of these approvals, with the ones they fit. */
export function actionsForAll(
  approvals: readonly Approval[],
  signInId: string | null,
): readonly { readonly action: ApprovalAction; readonly approvalIds: readonly string[] }[] {
  return approvalActions
    .map((action) => ({
      action,
      approvalIds: approvals
        .filter((approval) => actionsFor(approval, signInId).includes(action))
        .map((approval) => approval.id),
    }))
    .filter(({ approvalIds }) => approvalIds.length > 1);
}

const sending = ['sendAgain', 'approveAsChanged', 'adopt', 'sendRestored'] as const;

/** Whether the action says yes to bills: each is sent after it. */
export function sends(action: ApprovalAction): action is (typeof sending)[number] {
  return (sending as readonly ApprovalAction[]).includes(action);
}

// Fewer take too little of a window to be worth a sentence.
const COST_IS_SAID_FROM = 10;

/** Whether it is said what this costs: it sends so many approvals, one request each. */
export function saysCost(action: ApprovalAction, approvals: number): boolean {
  return sends(action) && approvals >= COST_IS_SAID_FROM;
}

/** Whether it is asked before this is done to one approval: when it may approve a bill twice. */
export function asksFirst(action: ApprovalAction, approval: Approval): boolean {
  if (action === 'sendRestored') return mayHaveArrived(approval);
  return action === 'sendAgain' && approval.state === 'unknown';
}
