import type { Approval } from '../workspace.ts';

/** What becomes of approvals that have not reached the service. */
export type SignOutChoice = 'send' | 'keep' | 'discard';

export interface WaitingCounts {
  /** On their way or waiting for it. */
  readonly waiting: number;
  /** Of those, the ones that this sign-in can send; the others were made under an earlier one. */
  readonly sendable: number;
  /** For the user to decide. */
  readonly attention: number;
}

/** @param signInId of the session, or null when it has ended by itself: then nothing can be sent */
export function countForSignOut(
  approvals: readonly Approval[],
  signInId: string | null,
): WaitingCounts {
  const isWaiting = ({ state }: Approval): boolean =>
    state === 'held' || state === 'queued' || state === 'sending';
  const count = (...states: readonly Approval['state'][]): number =>
    approvals.filter(({ state }) => states.includes(state)).length;
  return {
    waiting: approvals.filter(isWaiting).length,
    sendable: approvals.filter((each) => isWaiting(each) && each.signInId === signInId).length,
    attention: count('changed', 'unknown', 'rejected'),
  };
}

/**
 * Whether signing out may go ahead: at once when nothing waits or all is kept, after the last that can
 * be has been sent, or after the word has been typed.
 */
export function maySignOut(
  choice: SignOutChoice,
  { waiting, sendable }: Pick<WaitingCounts, 'waiting' | 'sendable'>,
  typed: string,
  word: string,
): boolean {
  if (waiting === 0 || choice === 'keep') return true;
  if (choice === 'send') return sendable === 0;
  return choice === 'discard' && typed.trim().toLowerCase() === word;
}
