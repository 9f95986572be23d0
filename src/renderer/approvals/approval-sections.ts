import { assertNever } from '../../base/assert-never.ts';
import type { Approval } from '../workspace.ts';

export const approvalSections = ['waiting', 'attention', 'sent', 'withdrawn'] as const;
export type ApprovalSection = (typeof approvalSections)[number];

/**
 * Where an approval is listed. One that waits but was made under another sign-in needs the user, since
 * nothing else will move it.
 * @param signInId of the session, or null when signed out
 */
export function sectionOf(approval: Approval, signInId: string | null): ApprovalSection {
  switch (approval.state) {
    case 'held':
    case 'sending':
      return 'waiting';
    case 'queued':
      return heldBackAs(approval, signInId) === null ? 'waiting' : 'attention';
    case 'changed':
    case 'unknown':
    case 'rejected':
      return 'attention';
    case 'confirmed':
      return 'sent';
    case 'withdrawn':
      return 'withdrawn';
    default:
      return assertNever(approval.state);
  }
}

/** Queued under a sign-in that is not the present one. While signed out nobody can say. */
export function isOfOtherSignIn(approval: Approval, signInId: string | null): boolean {
  if (approval.state !== 'queued') return false;
  return (
    approval.waitingFor === 'otherSignIn' || (signInId !== null && approval.signInId !== signInId)
  );
}

/** Put back from the journal: only the user knows whether it is still wanted. */
function isRestored({ state, waitingFor }: Approval): boolean {
  return state === 'queued' && waitingFor === 'restored';
}

/** Why an approval that is queued does not go by itself, or null when it does. */
export function heldBackAs(
  approval: Approval,
  signInId: string | null,
): 'otherSignIn' | 'restored' | null {
  if (isOfOtherSignIn(approval, signInId)) return 'otherSignIn';
  return isRestored(approval) ? 'restored' : null;
}

/** Approvals an earlier sign-in left to be sent: the user is asked before this one sends them. */
export function keptOfOtherSignIns(
  approvals: readonly Approval[],
  signInId: string | null,
): readonly Approval[] {
  if (signInId === null) return [];
  return approvals.filter(
    (approval) =>
      (approval.state === 'held' || approval.state === 'queued') && approval.signInId !== signInId,
  );
}

/** Approvals of each section, in the order given. */
export function bySection(
  approvals: readonly Approval[],
  signInId: string | null,
): Readonly<Record<ApprovalSection, readonly Approval[]>> {
  const sections: Record<ApprovalSection, Approval[]> = {
    waiting: [],
    attention: [],
    sent: [],
    withdrawn: [],
  };
  for (const approval of approvals) sections[sectionOf(approval, signInId)].push(approval);
  return sections;
}
