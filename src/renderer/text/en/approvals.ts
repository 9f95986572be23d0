import type { ApprovalAction } from '../../approvals/approval-actions.ts';
import type { ApprovalSection } from '../../approvals/approval-sections.ts';
import type { Attention } from '../../approvals/say-attention.ts';
import type { ApprovalEventName } from '../../sync/approval-table.ts';
import type { RESTORED_EVENT } from '../../sync/restored-approval.ts';
import type { Approval, ApprovalState } from '../../workspace.ts';
import { sayCount } from '../count.ts';
import { plural } from './plural.ts';

export const approvals = {
  title: 'Approvals',
  sections: {
    waiting: 'Waiting',
    attention: 'Needs attention',
    sent: 'Sent',
    withdrawn: 'Withdrawn',
  } satisfies Record<ApprovalSection, string>,
  states: {
    held: 'Can be undone',
    queued: 'Waiting',
    sending: 'Sending',
    changed: 'Bill changed',
    unknown: 'Not sure',
    rejected: 'Refused',
    confirmed: 'Sent',
    withdrawn: 'Withdrawn',
  } satisfies Record<ApprovalState, string>,
  /** Where an approval stands that waits for the user’s word before it is sent. */
  heldBack: { otherSignIn: 'Other sign-in', restored: 'Put back' },
  setAside: (count: number) => ({
    title: `${plural(count, 'approval', 'approvals')} could not be read`,
    whatToDo:
      'Kept aside as they are, and not sent. Look at these bills on the service, and approve them again if they need it.',
  }),
  approvedAt: (when: string) => `Approved ${when}`,
  confirmedBy: {
    service: 'The service confirmed it.',
    seen: 'It was seen on the service.',
    user: 'You marked it as confirmed.',
  } satisfies Record<NonNullable<Approval['confirmedBy']>, string>,
  why: {
    held: (seconds: number) => `Goes on its way in ${seconds} s.`,
    queued: 'Is sent next.',
    look: 'Waiting for a fresh look at the bill, so that nothing is approved that you did not see.',
    sending: 'On its way to the service.',
    retryAt: (time: string) => `Next try at ${time}.`,
    serviceSaid: (words: string) => `The service said: “${words}”`,
    withdrawn: 'Taken back. Nothing was sent.',
    withdrawnUnsure: 'Taken back. It had been sent before, and the service may have it.',
    withdrawnRefused: 'Taken back after the service had refused it.',
  },
  /** The three parts of what is said of an approval that needs the user. */
  attentionParts: {
    happened: 'What happened',
    mayMean: 'What it may mean',
    canDo: 'What you can do',
  } satisfies Record<keyof Attention, string>,
  attention: {
    unknown: {
      happened: 'It was sent, but the answer was lost.',
      mayMean:
        'The service may or may not have it. Sent again, the bill could be approved a second time.',
      canDo:
        'Look at the bill on the service first. Then mark it as confirmed, send it again, or withdraw it.',
    },
    rejected: {
      happened: 'The service refused it.',
      mayMean: 'The bill is not approved.',
      canDo: 'Look at the bill on the service, then send it again or withdraw it.',
    },
    changed: {
      happened: 'The bill is no longer what you approved.',
      mayMean: 'Somebody changed it on the service after you had looked at it.',
      canDo: 'Compare it below. Approve it as it is now, or withdraw.',
    },
    closed: {
      happened: 'The bill is no longer what you approved.',
      mayMean: 'It was paid or voided on the service: there is nothing left to approve.',
      canDo: 'Withdraw it.',
    },
    gone: {
      happened: 'The bill is no longer on the service.',
      mayMean: 'Somebody deleted it there, or this sign-in may not see it any more.',
      canDo: 'Look for it on the service when that surprises you, then withdraw.',
    },
    otherSignIn: {
      happened: 'It was approved under another sign-in, and waits.',
      mayMean: 'Somebody else may have approved it on this computer.',
      canDo: 'Send it as whom you are signed in now, or withdraw it.',
    },
    restored: {
      happened:
        'Billfold’s database on this computer was lost. This approval was put back from the journal.',
      mayMean: 'You may have taken it back since. It is not sent by itself.',
      canDo: 'Send it, or withdraw it.',
    },
    orWithdraw: 'Or withdraw it.',
    sentNothing: 'Nothing was sent.',
    earlierTry: 'An earlier try was sent and its answer lost: the service may have that one.',
  },
  actions: {
    sendAgain: 'Send again',
    approveAsChanged: 'Approve as changed',
    withdraw: 'Withdraw',
    markConfirmed: 'Mark as confirmed',
    adopt: 'Send as me',
    sendRestored: 'Send',
  } satisfies Record<ApprovalAction, string>,
  actionsForAll: {
    sendAgain: (count: number) => `Send all ${sayCount(count)} again`,
    approveAsChanged: (count: number) => `Approve all ${sayCount(count)} as changed`,
    withdraw: (count: number) => `Withdraw all ${sayCount(count)}`,
    markConfirmed: (count: number) => `Mark all ${sayCount(count)} as confirmed`,
    adopt: (count: number) => `Send all ${sayCount(count)} as me`,
    sendRestored: (count: number) => `Send all ${sayCount(count)} put back`,
  } satisfies Record<ApprovalAction, (count: number) => string>,
  /** Asked before an action on many, or one that may approve twice. */
  confirm: {
    sendAgain: {
      title: 'Send again?',
      body: 'If the service already has an approval whose answer was lost, it receives it a second time. Look there first when that matters.',
    },
    approveAsChanged: {
      title: 'Approve what the bills are now?',
      body: 'Each bill is approved with the values it has now, not the ones you saw.',
    },
    withdraw: {
      title: 'Withdraw these approvals?',
      body: 'They are not sent, or not again; what the service already has stays there. The bills come back to Review.',
    },
    markConfirmed: {
      title: 'Mark as confirmed?',
      body: 'Do this when you have seen on the service that the bills are approved. Nothing is sent.',
    },
    adopt: {
      title: 'Send as whom you are signed in now?',
      body: 'These were approved under another sign-in. They are sent under this one.',
    },
    sendRestored: {
      title: 'Send what was put back?',
      body: 'Each bill is looked at once more, and sent if it is still what you approved.',
    },
  } satisfies Record<ApprovalAction, { title: string; body: string }>,
  approvalsCount: (count: number) => plural(count, 'approval', 'approvals'),
  forAll: 'For all of these',
  difference: {
    caption: 'What has changed',
    field: 'Field',
    before: 'You approved',
    after: 'It is now',
    gone: 'gone',
  },
  story: 'History',
  /** One line of the story for each event of the outbox. */
  events: {
    approve: 'You approved it',
    windowPassed: 'The time to undo ended',
    withdraw: 'Taken back',
    foundSame: 'Bill is again as approved',
    noOrganization: 'On hold: organization not available',
    dataRestored: 'On hold: data on this computer was restored',
    acknowledge: 'Difference acknowledged',
    lookNeeded: 'Waited for a fresh look at the bill',
    lookMissed: 'The bill was not found; looked again',
    foundChanged: 'Held back: the bill had changed',
    foundGone: 'Held back: the bill was gone',
    otherSignIn: 'Held back: it was made under another sign-in',
    send: 'Given to the service',
    confirmed: 'The service confirmed it',
    rejected: 'The service refused it',
    answerLost: 'The answer was lost',
    notSent: 'Did not reach the service; put back in line',
    neverLeft: 'Had not left this computer; put back in line',
    sendAgain: 'You chose to send it again',
    sendAgainByItself: 'Put in line again by itself, as the settings say',
    approveAsChanged: 'You approved it as changed',
    markConfirmed: 'You marked it as confirmed',
    seenNotPayable: 'Seen on the service: nothing left to pay',
    adopt: 'You chose to send it under this sign-in',
    restored: 'Put back from the journal after the database was lost',
  } satisfies Record<ApprovalEventName | 'approve' | typeof RESTORED_EVENT, string>,
  empty: {
    waiting: { title: 'Nothing waiting', body: 'What you approve appears here until it is sent.' },
    attention: {
      title: 'Nothing needs you',
      body: 'Approvals that were refused, lost or held back appear here.',
    },
    sent: { title: 'Nothing sent yet', body: 'Approvals the service has confirmed appear here.' },
    withdrawn: { title: 'Nothing withdrawn', body: 'Approvals you took back appear here.' },
  } satisfies Record<ApprovalSection, { title: string; body: string }>,
  showMore: (count: number) => `Show ${sayCount(count)} more`,
  openBill: 'Open bill',
} as const;
