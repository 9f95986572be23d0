import type { ApprovalState } from '../workspace.ts';

/** The table's own names of events: an outcome is one event for each of its kinds. */
export type ApprovalEventName =
  | 'windowPassed'
  | 'withdraw'
  | 'lookNeeded'
  | 'lookMissed'
  | 'foundChanged'
  | 'foundGone'
  | 'otherSignIn'
  | 'send'
  | 'confirmed'
  | 'rejected'
  | 'answerLost'
  | 'notSent'
  | 'neverLeft'
  | 'sendAgain'
  | 'sendAgainByItself'
  | 'approveAsChanged'
  | 'markConfirmed'
  | 'seenNotPayable'
  | 'adopt';

/** The end of an approval's life: nothing changes it any more. */
const ended: Record<ApprovalEventName, null> = {
  windowPassed: null,
  withdraw: null,
  lookNeeded: null,
  lookMissed: null,
  foundChanged: null,
  foundGone: null,
  otherSignIn: null,
  send: null,
  confirmed: null,
  rejected: null,
  answerLost: null,
  notSent: null,
  neverLeft: null,
  sendAgain: null,
  sendAgainByItself: null,
  approveAsChanged: null,
  markConfirmed: null,
  seenNotPayable: null,
  adopt: null,
};

/**
 * The one table of an approval's life: state → event → next state, `null` where the event does
 * nothing. Every change of a row goes through it.
 */
export const approvalTable: Record<
  ApprovalState,
  Record<ApprovalEventName, ApprovalState | null>
> = {
  held: {
    windowPassed: 'queued',
    withdraw: 'withdrawn',
    lookNeeded: null,
    lookMissed: null,
    foundChanged: null,
    foundGone: null,
    otherSignIn: null,
    send: null,
    confirmed: null,
    rejected: null,
    answerLost: null,
    notSent: null,
    neverLeft: null,
    sendAgain: null,
    sendAgainByItself: null,
    approveAsChanged: null,
    markConfirmed: null,
    seenNotPayable: null,
    adopt: 'held',
  },
  queued: {
    windowPassed: null,
    withdraw: 'withdrawn',
    lookNeeded: 'queued',
    lookMissed: 'queued',
    foundChanged: 'changed',
    foundGone: 'changed',
    otherSignIn: 'queued',
    send: 'sending',
    confirmed: null,
    rejected: null,
    answerLost: null,
    notSent: null,
    neverLeft: null,
    sendAgain: null,
    sendAgainByItself: null,
    approveAsChanged: null,
    markConfirmed: null,
    seenNotPayable: null,
    adopt: 'queued',
  },
  sending: {
    windowPassed: null,
    withdraw: null,
    lookNeeded: null,
    lookMissed: null,
    foundChanged: null,
    foundGone: null,
    otherSignIn: null,
    send: null,
    confirmed: 'confirmed',
    rejected: 'rejected',
    answerLost: 'unknown',
    notSent: 'queued',
    neverLeft: 'queued',
    sendAgain: null,
    sendAgainByItself: null,
    approveAsChanged: null,
    markConfirmed: null,
    seenNotPayable: null,
    adopt: null,
  },
  changed: {
    windowPassed: null,
    withdraw: 'withdrawn',
    lookNeeded: null,
    lookMissed: null,
    foundChanged: 'changed',
    foundGone: null,
    otherSignIn: null,
    send: null,
    confirmed: null,
    rejected: null,
    answerLost: null,
    notSent: null,
    neverLeft: null,
    sendAgain: null,
    sendAgainByItself: null,
    approveAsChanged: 'queued',
    markConfirmed: null,
    seenNotPayable: null,
    adopt: 'changed',
  },
  unknown: {
    windowPassed: null,
    withdraw: 'withdrawn',
    lookNeeded: null,
    lookMissed: null,
    foundChanged: null,
    foundGone: null,
    otherSignIn: null,
    send: null,
    confirmed: null,
    rejected: null,
    answerLost: null,
    notSent: null,
    neverLeft: null,
    sendAgain: 'queued',
    sendAgainByItself: 'queued',
    approveAsChanged: null,
    markConfirmed: 'confirmed',
    seenNotPayable: 'confirmed',
    adopt: 'unknown',
  },
  rejected: {
    windowPassed: null,
    withdraw: 'withdrawn',
    lookNeeded: null,
    lookMissed: null,
    foundChanged: null,
    foundGone: null,
    otherSignIn: null,
    send: null,
    confirmed: null,
    rejected: null,
    answerLost: null,
    notSent: null,
    neverLeft: null,
    sendAgain: 'queued',
    sendAgainByItself: null,
    approveAsChanged: null,
    markConfirmed: null,
    seenNotPayable: null,
    adopt: 'rejected',
  },
  confirmed: ended,
  withdrawn: ended,
};
