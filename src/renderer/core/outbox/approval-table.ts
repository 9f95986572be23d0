import {
  approvalEventNames,
  type ApprovalEventName,
  type ApprovalState,
} from '../model/approval.ts';

type Row = Partial<Record<ApprovalEventName, ApprovalState>>;

/**
 * Transitions of an approval. All others are refused.
 *
 * ```mermaid
 * stateDiagram-v2
 *   [*] --> held
 *   held --> held: adopt
 *   held --> queued: windowPassed
 *   held --> withdrawn: withdraw
 *   queued --> queued: recheckNeeded, recheckMissed, otherSignIn, noOrganization, dataRestored, adopt
 *   queued --> changed: foundChanged, notFound
 *   queued --> sending: send
 *   queued --> withdrawn: withdraw
 *   sending --> confirmed: confirmed
 *   sending --> rejected: rejected
 *   sending --> unknown: answerLost
 *   sending --> changed: foundChanged
 *   sending --> queued: notSent, rejectedForNow, neverLeft
 *   changed --> changed: foundChanged, dataRestored, adopt
 *   changed --> queued: foundSame
 *   changed --> held: approveAsChanged
 *   changed --> withdrawn: withdraw
 *   unknown --> unknown: adopt
 *   unknown --> queued: sendAgain, sendAgainByItself
 *   unknown --> confirmed: markConfirmed, observedPaid
 *   unknown --> withdrawn: withdraw
 *   rejected --> rejected: dataRestored, adopt
 *   rejected --> queued: sendAgain
 *   rejected --> withdrawn: withdraw
 *   confirmed --> confirmed: paidOtherwise, listedApproved, acknowledge
 *   confirmed --> [*]
 *   withdrawn --> [*]
 * ```
 */
const cells = {
  held: { windowPassed: 'queued', withdraw: 'withdrawn', adopt: 'held' },
  queued: {
    withdraw: 'withdrawn',
    recheckNeeded: 'queued',
    recheckMissed: 'queued',
    foundChanged: 'changed',
    notFound: 'changed',
    otherSignIn: 'queued',
    noOrganization: 'queued',
    dataRestored: 'queued',
    send: 'sending',
    adopt: 'queued',
  },
  sending: {
    confirmed: 'confirmed',
    rejected: 'rejected',
    answerLost: 'unknown',
    foundChanged: 'changed',
    notSent: 'queued',
    rejectedForNow: 'queued',
    neverLeft: 'queued',
  },
  changed: {
    withdraw: 'withdrawn',
    foundChanged: 'changed',
    foundSame: 'queued',
    dataRestored: 'changed',
    approveAsChanged: 'held',
    adopt: 'changed',
  },
  unknown: {
    withdraw: 'withdrawn',
    sendAgain: 'queued',
    sendAgainByItself: 'queued',
    markConfirmed: 'confirmed',
    observedPaid: 'confirmed',
    adopt: 'unknown',
  },
  rejected: {
    withdraw: 'withdrawn',
    sendAgain: 'queued',
    dataRestored: 'rejected',
    adopt: 'rejected',
  },
  confirmed: { paidOtherwise: 'confirmed', listedApproved: 'confirmed', acknowledge: 'confirmed' },
  withdrawn: {},
} as const satisfies Record<ApprovalState, Row>;

/**
 * The only state table of approvals: state → event → next state, `null` where the event is refused. Every change of a
 * row goes through it, except corrections from main's journal (`Outbox.correct`).
 */
export const approvalTable = Object.fromEntries(
  Object.entries(cells).map(([state, row]: [string, Row]) => [
    state,
    Object.fromEntries(approvalEventNames.map((name) => [name, row[name] ?? null])),
  ]),
) as Record<ApprovalState, Record<ApprovalEventName, ApprovalState | null>>;
