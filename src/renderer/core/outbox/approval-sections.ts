import { assertNever } from '../../../base/assert-never.ts';
import type { Approval } from '../model/approval.ts';

export const approvalSections = ['waiting', 'attention', 'sent', 'withdrawn'] as const;
export type ApprovalSection = (typeof approvalSections)[number];

/**
 * Section that lists an approval. A held-back approval needs attention: it continues only when the user decides, or
 * with a sign-in that sees its organization.
 * @param signInId of the session, or null when signed out
 */
export function sectionOf(approval: Approval, signInId: string | null): ApprovalSection {
  switch (approval.state) {
    case 'held':
    case 'queued':
    case 'sending':
      return heldBackAs(approval, signInId) === null ? 'waiting' : 'attention';
    case 'changed':
    case 'unknown':
    case 'rejected':
      return 'attention';
    case 'confirmed':
      return isToAcknowledge(approval) ? 'attention' : 'sent';
    case 'withdrawn':
      return 'withdrawn';
    default:
      return assertNever(approval.state);
  }
}

const heldBackReasons = [
  'otherSignIn',
  'restored',
  'dataRestored',
  'noOrganization',
  'overLimit',
  'twice',
  'changedBack',
] as const;
/** Reason why Billfold does not send a queued approval by itself. */
export type HeldBack = (typeof heldBackReasons)[number];

/**
 * The approval's `HeldBack`; null if Billfold sends it.
 * @param signInId sign-in id of the session, or null when signed out: then `otherSignIn` cannot be determined
 */
export function heldBackAs(
  { state, waitingFor, signInId: madeUnder }: Approval,
  signInId: string | null,
): HeldBack | null {
  if (state !== 'queued') return null;
  if (signInId !== null && madeUnder !== signInId) return 'otherSignIn';
  return heldBackReasons.find((reason) => reason === waitingFor) ?? null;
}

/**
 * Whether the service confirmed a bill that differs from the approved one, or could not be compared with it, and the
 * user has not acknowledged that yet.
 */
export function isToAcknowledge(confirmed: Approval): boolean {
  const { found, isAcknowledged } = confirmed;
  return (found !== null || isUncompared(confirmed)) && !isAcknowledged;
}

/** Whether the service confirmed with a bill that could not be compared with the approved one. */
export function isUncompared({ outcome }: Approval): boolean {
  return outcome?.kind === 'confirmed' && outcome.unread === true;
}

/** Whether an earlier sign-in left the approval unsent. Billfold asks the user before this sign-in sends it. */
export function isOfOtherSignIn(approval: Approval, signInId: string | null): boolean {
  return signInId !== null && isUnsent(approval) && approval.signInId !== signInId;
}

export function isUnsent({ state }: Approval): boolean {
  return state === 'held' || state === 'queued';
}

/** Whether the approval waits for any reason, or needs the user. */
export function isOpen(approval: Approval): boolean {
  const section = sectionOf(approval, null);
  return section === 'waiting' || section === 'attention';
}

/** Whether the approval is sent or will be, without the user. */
export function isOnItsWay(approval: Approval, signInId: string | null): boolean {
  return approval.state === 'confirmed' || sectionOf(approval, signInId) === 'waiting';
}

/** Approvals by section. Each section keeps the given order. */
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
