import { assertNever } from '../../../base/assert-never.ts';
import type { Approval } from './approval.ts';

export const approvalSections = ['waiting', 'attention', 'sent', 'withdrawn'] as const;
export type ApprovalSection = (typeof approvalSections)[number];

/**
 * Where an approval is listed; null for one that was undone in time, as if it had never been made. One that is held back needs the user, since nothing else may move it on.
 * @param signInId of the session, or null when signed out
 */
export function sectionOf(approval: Approval, signInId: string | null): ApprovalSection | null {
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
      return isToAcknowledge(approval) ? 'attention' : 'sent';
    case 'withdrawn':
      return isUndone(approval) ? null : 'withdrawn';
    default:
      return assertNever(approval.state);
  }
}

function isUndone({ history }: Approval): boolean {
  const last = history.at(-1);
  return last?.from === 'held' && last.event === 'withdraw';
}

const heldBackReasons = [
  'otherSignIn',
  'restored',
  'dataRestored',
  'noOrganization',
  'overLimit',
  'twice',
] as const;
/** Why an approval that is queued does not go by itself. */
export type HeldBack = (typeof heldBackReasons)[number];

/**
 * Why an approval that is queued does not go by itself, or null when it does.
 * @param signInId of the session, or null when signed out: then nobody can say whose it is
 */
export function heldBackAs(
  { state, waitingFor, signInId: madeUnder }: Approval,
  signInId: string | null,
): HeldBack | null {
  if (state !== 'queued') return null;
  if (signInId !== null && madeUnder !== signInId) return 'otherSignIn';
  return heldBackReasons.find((reason) => reason === waitingFor) ?? null;
}

/** Confirmed, but for another bill than the user had approved, or one that was not compared; not yet seen by them. */
export function isToAcknowledge(approval: Approval): boolean {
  const { state, found, isAcknowledged } = approval;
  return state === 'confirmed' && (found !== null || isUncompared(approval)) && !isAcknowledged;
}

/** Confirmed with the bill in a form that could not be compared with what the user had approved. */
export function isUncompared({ outcome }: Approval): boolean {
  return outcome?.kind === 'confirmed' && outcome.unread === true;
}

/** Left to be sent by an earlier sign-in: the user is asked before this one sends it. */
export function isOfOtherSignIn(approval: Approval, signInId: string | null): boolean {
  return signInId !== null && isUnsent(approval) && approval.signInId !== signInId;
}

export function isUnsent({ state }: Approval): boolean {
  return state === 'held' || state === 'queued';
}

/** Waits, for whatever reason, or needs the user. */
export function isOpen(approval: Approval): boolean {
  const section = sectionOf(approval, null);
  return section === 'waiting' || section === 'attention';
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
  for (const approval of approvals) {
    const section = sectionOf(approval, signInId);
    if (section !== null) sections[section].push(approval);
  }
  return sections;
}
