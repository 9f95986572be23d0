import { heldBackAs, sectionOf } from '../../core/outbox/approval-sections.ts';
import type { Approval } from '../../core/outbox/approval.ts';

/** What becomes of approvals that have not reached the service. */
export type SignOutChoice = 'send' | 'keep' | 'discard';

export interface WaitingCounts {
  /** On their way or waiting for it, for whatever reason. */
  readonly waiting: number;
  /** Of those, the ones that go by themselves under this sign-in; the others wait for somebody. */
  readonly sendable: number;
  /** Of those, the ones that are being sent: nothing can hold them back any more. */
  readonly underWay: readonly Approval[];
  /** For the user to decide, beside what waits. */
  readonly attention: number;
}

/** @param signInId of the session, or null when it has ended by itself: then nothing can be sent */
export function countForSignOut(
  approvals: readonly Approval[],
  signInId: string | null,
): WaitingCounts {
  const waiting = approvals.filter(
    ({ state }) => state === 'held' || state === 'queued' || state === 'sending',
  );
  const goesByItself = (each: Approval): boolean =>
    each.signInId === signInId && heldBackAs(each, signInId) === null;
  return {
    waiting: waiting.length,
    sendable: waiting.filter(goesByItself).length,
    underWay: waiting.filter(({ state }) => state === 'sending'),
    attention: approvals.filter(
      (each) => each.state !== 'queued' && sectionOf(each, signInId) === 'attention',
    ).length,
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
