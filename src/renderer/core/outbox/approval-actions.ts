import { assertNever } from '../../../base/assert-never.ts';
import { fingerprint } from '../../../bridge/snapshot.ts';
import type { Approval } from './approval.ts';
import { heldBackAs, isToAcknowledge } from './approval-sections.ts';
import { changeOf, mayHaveArrived } from './standing.ts';

/** What the user can decide about an approval. */
export const approvalActions = [
  'sendAgain',
  'approveAsChanged',
  'adopt',
  'sendRestored',
  'askAnew',
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
    case 'overLimit':
    case 'twice':
      return ['askAnew'];
    case 'noOrganization':
    case null:
      return [];
  }
}

/** A decision, and the approvals it is about. */
export interface AskedAction {
  readonly action: ApprovalAction;
  readonly fitting: readonly Approval[];
}

/** Decisions that fit at least two of these approvals, with the ones they fit. */
export function actionsForAll(
  approvals: readonly Approval[],
  signInId: string | null,
): readonly AskedAction[] {
  return approvalActions
    .map((action) => ({
      action,
      fitting: approvals.filter((approval) => actionsFor(approval, signInId).includes(action)),
    }))
    .filter(({ fitting }) => fitting.length > 1);
}

const sending = ['sendAgain', 'approveAsChanged', 'adopt', 'sendRestored', 'askAnew'] as const;

/** Whether the action says yes to bills: each is sent after it. */
export function sends(action: ApprovalAction): action is (typeof sending)[number] {
  return (sending as readonly ApprovalAction[]).includes(action);
}

/**
 * Ids of those that still are what the user was shown when the question came up: their word is about no other
 * state, attempt or content.
 */
export function stillAsShown(
  shown: readonly Approval[],
  now: (approvalId: string) => Approval | null,
): readonly string[] {
  const content = ({ found }: Approval) => found && fingerprint(found);
  return shown.flatMap((was) => {
    const is = now(was.id);
    const isSame = is?.state === was.state && is.attempt === was.attempt;
    return isSame && content(is) === content(was) ? was.id : [];
  });
}

// Fewer take too little of a window to be worth a sentence.
const COST_IS_SAID_FROM = 10;

/** Whether it is said what this costs: it sends so many approvals, one request each. */
export function saysCost(action: ApprovalAction, approvals: number): boolean {
  return sends(action) && approvals >= COST_IS_SAID_FROM;
}

/** A decision on many that the window asks about. */
export interface AskedFirst extends AskedAction {
  readonly action: Exclude<ApprovalAction, 'sendAgain' | 'askAnew'>;
}

/** Whether the window asks. Main asks where bills may be approved twice, and one question is enough. */
export function asksFirst(asked: AskedAction): asked is AskedFirst {
  const { action, fitting } = asked;
  if (action === 'sendAgain' || action === 'askAnew') return false;
  return !sends(action) || !fitting.some(mayHaveArrived);
}
